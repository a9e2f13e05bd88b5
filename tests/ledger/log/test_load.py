"""A night's load at once: 100,000 postings by eight writers, sealed as they come, audited all the while."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from ledger import door
from ledger.log.audit import audit
from tests.ledger.log.conftest import KEY, Log

WRITERS = 8
POSTINGS = 100_000
BATCH = 50


@pytest.mark.slow
def test_no_false_alarm_in_100_000_concurrent_postings(log: Log) -> None:
    posted = threading.Event()

    def write(writer: int) -> None:
        web = log.database.connect("web")
        for batch in range(POSTINGS // WRITERS // BATCH):
            door.post(
                web,
                *(
                    log.books.posting((f"player:{writer}", "outside:chips", 1), key=f"{writer} {batch} {number}")
                    for number in range(BATCH)
                ),
                lane=1 if batch % 3 else None,
            )

    alarms = []

    def watch() -> None:
        watcher = log.database.connect("auditor")
        while not posted.wait(0.5):
            alarms.extend(audit(watcher, KEY.public))

    with log.sealing(), ThreadPoolExecutor(WRITERS + 1) as threads:
        watching = threads.submit(watch)
        for done in [threads.submit(write, writer) for writer in range(WRITERS)]:
            done.result()
        posted.set()
        watching.result()
    log.sealer().seal()
    assert alarms == []
    assert len(log.leaves()) == POSTINGS
    log.assert_whole()
