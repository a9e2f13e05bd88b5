"""200 checkpoints past a bulk insert that is not committed yet: it is sealed once, behind, and no page changes."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from ledger import door
from tests.ledger.log.conftest import Log
from tests.ledger.races import TIMES

PAGE = "select l.sequence, l.posting_id from ledger_leaf l where l.sequence < %s order by l.sequence"


@pytest.mark.slow
def test_a_checkpoint_past_an_uncommitted_bulk_insert_loses_and_moves_nothing(log: Log) -> None:
    """The bulk has the lower numbers and comes last; it commits at the very moment of a seal."""
    bulk, web, sealer = log.database.connect("web"), log.database.connect("web"), log.sealer()
    together = Barrier(2)
    read: list[Any] = []

    def commit() -> None:
        together.wait(timeout=30)
        bulk.execute("commit")

    with ThreadPoolExecutor(1) as threads:
        for turn in range(TIMES):
            bulk.execute("begin")
            made = door.post(bulk, *(log.books.posting((f"player:b{n}", "outside:chips", 1)) for n in range(5)))
            own = [receipt.id for receipt in made]
            single = door.post(web, log.books.posting((f"table:{turn}:tray", "outside:bank", 1), asset="cash:GBP"))[
                0
            ].id
            assert single > max(own)
            committed = threads.submit(commit)
            together.wait(timeout=30)
            sealed = sealer.seal()
            committed.result(timeout=30)
            assert sealed in (1, 6), "the bulk is in whole, or not at all"
            assert log.auditor.execute(PAGE, [len(read)]).fetchall() == read, "what was read before is as it was"
            assert sealed + sealer.seal() == 6
            read = log.auditor.execute(PAGE, [6 * (turn + 1)]).fetchall()
            assert sorted(posting for _, posting in read[-6:]) == sorted([*own, single])
    log.assert_whole()
