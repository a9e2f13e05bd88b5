"""A bundle's part of the log: what leads from its rows to the signed roots (ledger/verify/log_file.py says how)."""

import heapq
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import psycopg

from ledger.exports.artefact import Artefact, published, publishing
from ledger.exports.reach import checkpoint, reach
from ledger.exports.scope import Scope
from ledger.log import store
from ledger.log.note import encoded, parse_checkpoint, parse_note
from ledger.verify.log_file import FORM

_ENDS: Final = "select min(l.sequence), max(l.sequence) from {sources} where {where}"
_ELSEWHERE: Final = """
select l.sequence, l.hash from ledger_leaf l where l.sequence >= %(begins)s and l.sequence < %(ends)s
   and not exists (select from {sources} where t.posting_id = l.posting_id and {where}) order by l.sequence
"""
_SEALS: Final = """
select s.size, s.checkpoint || coalesce((select string_agg(c.line || chr(10), '' order by c.id)
                                           from ledger_cosignature c where c.size = s.size), '')
  from ledger_seal s where s.size > %(begins)s and s.size <= %(ends)s order by s.size
"""
_CHUNK: Final = 2_000

_Line = tuple[tuple[int, int], dict[str, Any]]
"""Where a line stands (after how many leaves; a leaf before a seal), and what it says."""


def write_part(snap: psycopg.Connection[Any], scope: Scope, folder: Path) -> Artefact:
    """Writes `log-<scope>.jsonl` for a scope that takes whole postings; its rows are its lines.

    It begins before the scope's first posting and ends with the checkpoint that the trailer of its transfers has.
    """
    path, written = folder / f"log-{scope.name()}.jsonl", 0
    with publishing(path) as out:
        for said in _lines(snap, scope):
            out.write(json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode("utf-8") + b"\n")
            written += 1
    return published(path, written)


def _lines(snap: psycopg.Connection[Any], scope: Scope) -> Iterator[dict[str, Any]]:
    reached = reach(snap)
    where, given = scope.where()
    query = _ENDS.format(sources=scope.sources(), where=where)
    ((first, last),) = snap.execute(query, {**given, "reach": reached.leaves}).fetchall()
    note = checkpoint(snap, reached, last)
    ends = parse_checkpoint(parse_note(note).text).size if note else 0
    begins = ends if first is None else int(first)
    edge = store.frontier(snap, begins).hashes
    yield {"log": FORM, "begins": str(begins), "edge": [encoded(each) for each in edge]}
    if first is None and note:
        yield {"seal": str(ends), "note": note}
        return
    bounds = {"begins": begins, "ends": ends}
    yield from (said for _, said in heapq.merge(_elsewhere(snap, scope, bounds), _seals(snap, bounds), key=_place))


def _place(line: _Line) -> tuple[int, int]:
    return line[0]


def _elsewhere(snap: psycopg.Connection[Any], scope: Scope, bounds: dict[str, int]) -> Iterator[_Line]:
    if not scope.plain():
        return
    sources, where, given = scope.unsealed()
    for sequence, found in _stream(snap, "elsewhere", _ELSEWHERE.format(sources=sources, where=where), given | bounds):
        yield (sequence + 1, 0), {"leaf": str(sequence), "hash": encoded(bytes(found))}


def _seals(snap: psycopg.Connection[Any], bounds: dict[str, int]) -> Iterator[_Line]:
    for size, note in _stream(snap, "seals", _SEALS, bounds):
        yield (size, 1), {"seal": str(size), "note": note}


def _stream(snap: psycopg.Connection[Any], name: str, query: str, given: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    with snap.cursor(name=name) as cursor:
        cursor.itersize = _CHUNK
        cursor.execute(query, given)
        yield from cursor
