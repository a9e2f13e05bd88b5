"""Asks a witness to cosign the newest checkpoint, as C2SP tlog-witness says, and keeps its line.

The witness remembers how large the log was when it last saw it, and wants proof that the log has only grown. If it has
seen a larger log than this one, or another, sealed rows have been lost or rewritten: that is said, loudly, and nothing
is kept.
"""

import socket
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, Final
from urllib.parse import urlsplit

import psycopg

from ledger.log import keys, store
from ledger.log.note import Malformed, Note, PublicKey, cosigned_at, encoded, parse_key, parse_note, parse_signatures
from ledger.log.tree import consistency_proof

_ANSWERS_WITHIN: Final = 5.0
_LONGEST_ANSWER: Final = 10_000
_LAST: Final = "SELECT max(size) FROM ledger_cosignature WHERE witness = $1::text"


class WitnessSilent(Exception):
    """The witness can't be reached or does not answer as it should; ask again later."""


class WitnessRefuses(Exception):
    """The witness will not cosign: it has seen another log. The text says what it saw."""


@dataclass(frozen=True, slots=True)
class Witness:
    """Where a witness is asked (`http(s)://host:port/prefix` or `unix:/path`) and by which key its lines are known."""

    url: str
    key: PublicKey


def parse_witnesses(text: str) -> tuple[Witness, ...]:
    """A file's lines `URL KEY`; empty ones and those that begin with # are passed by. Raises Malformed."""
    found = []
    for line in filter(None, map(str.strip, text.splitlines())):
        if not line.startswith("#"):
            url, _, key = line.partition(" ")
            found.append(Witness(url, parse_key(key.strip())))
    return tuple(found)


def cosign(connection: psycopg.Connection[Any], witness: Witness) -> int | None:
    """Has the newest seal cosigned if it isn't yet; its size, or None if there was nothing to ask for.

    Raises WitnessSilent, WitnessRefuses, psycopg.Error.
    """
    seal = store.newest(connection)
    last: int = store.ask(connection, _LAST, witness.key.name)[0][0] or 0
    if seal is None or last == seal.size:
        return None
    status, answer = _submit(connection, witness, last, seal)
    if status == 409 and answer.strip().isdecimal() and int(answer) < seal.size:
        # An answer of the witness got lost on the way: it is further than we know.
        status, answer = _submit(connection, witness, int(answer), seal)
    if status in (409, 422):
        raise WitnessRefuses(f"{witness.key.name} has seen another log than this one of {seal.size}: {answer.strip()}")
    if status != 200:
        raise WitnessSilent(f"{witness.key.name} answers {status}: {answer.strip()}")
    line = _line(seal, witness.key, answer)
    connection.execute("select ledger_append_cosignature(%s, %s, %s)", [seal.size, witness.key.name, line])
    return seal.size


def request(old: int, proof: list[bytes], checkpoint: str) -> str:
    """The body of add-checkpoint."""
    return f"old {old}\n{''.join(f'{encoded(step)}' + chr(10) for step in proof)}\n{checkpoint}"


def _submit(connection: psycopg.Connection[Any], witness: Witness, old: int, seal: store.SealRow) -> tuple[int, str]:
    proof = consistency_proof(old, seal.size, store.stored(connection))
    where = urlsplit(witness.url)
    line = _connect(witness.url)
    try:
        body = request(old, proof, seal.checkpoint).encode()
        line.request("POST", f"{where.path if where.netloc else ''}/add-checkpoint", body)
        answer = line.getresponse()
        return answer.status, answer.read(_LONGEST_ANSWER).decode()
    except (OSError, HTTPException, UnicodeDecodeError) as error:
        raise WitnessSilent(f"{witness.key.name} can't be asked: {error}") from error
    finally:
        line.close()


def _line(seal: store.SealRow, key: PublicKey, answer: str) -> str:
    try:
        signatures = parse_signatures(answer)
    except Malformed as wrong:
        raise WitnessSilent(f"{key.name} answers with no signature: {wrong}") from wrong
    text = parse_note(seal.checkpoint).text
    for each in signatures:
        if cosigned_at(Note(text, (each,)), key, keys.verify) is not None:
            return str(each)
    raise WitnessSilent(f"{key.name} answers with no good signature of its own")


class _UnixConnection(HTTPConnection):
    """HTTP over a Unix socket."""

    def __init__(self, path: str) -> None:
        super().__init__("localhost", timeout=_ANSWERS_WITHIN)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


def _connect(url: str) -> HTTPConnection:
    where = urlsplit(url)
    if where.scheme == "unix":
        return _UnixConnection(where.path)
    kind = HTTPSConnection if where.scheme == "https" else HTTPConnection
    return kind(where.hostname or "", where.port, timeout=_ANSWERS_WITHIN)
