"""A log of a test's own: books, a key, sealers under the sealer's login."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import psycopg
import pytest

from ledger.log import keys
from ledger.log.audit import audit
from ledger.log.sealer import keep_sealing
from ledger.log.sealing import OPTIONS, Sealer
from tests.databases import Database
from tests.ledger.conftest import Books, prepare

KEY_TEXT = keys.private_text("log.example/house", bytes(range(32)))
KEY = keys.parse_private(KEY_TEXT)


class Log:
    """Books with a sealer beside them."""

    def __init__(self, database: Database, stack: ExitStack) -> None:
        prepare(database.connect("owner"))
        self.books = Books(database)
        self.database = database
        self.auditor = database.connect("auditor")
        self._stack = stack

    def connect(self) -> psycopg.Connection[Any]:
        """A session as the sealer's process begins it."""
        url = self.database.url("sealer")
        return self._stack.enter_context(psycopg.connect(url, autocommit=True, options=OPTIONS))

    def sealer(self) -> Sealer:
        return Sealer(self.connect(), KEY)

    def leaves(self) -> list[tuple[int, int]]:
        """(sequence, posting) of every leaf."""
        return self.auditor.execute("select sequence, posting_id from ledger_leaf order by sequence").fetchall()

    def sizes(self) -> list[int]:
        """The sizes of all seals."""
        return [size for (size,) in self.auditor.execute("select size from ledger_seal order by size").fetchall()]

    def postings(self) -> list[int]:
        return [one for (one,) in self.auditor.execute("select id from ledger_posting order by id").fetchall()]

    def assert_whole(self) -> None:
        """Every posting sealed once, and nothing wrong anywhere."""
        assert sorted(posting for _, posting in self.leaves()) == self.postings()
        assert audit(self.auditor, KEY.public) == []

    @contextmanager
    def sealing(self) -> Iterator[None]:
        """The sealer's own loop, in a thread."""
        stopping = threading.Event()
        thread = threading.Thread(target=keep_sealing, args=(self.database.url("sealer"), KEY, stopping))
        thread.start()
        try:
            yield
        finally:
            stopping.set()
            thread.join(30)


@pytest.fixture
def log(house: Database) -> Iterator[Log]:
    with ExitStack() as stack:
        yield Log(house, stack)
