"""After a dump is restored on another server no snapshot means anything: the log goes on from what has no leaf."""

import pytest

from tests.ledger.log.conftest import Log


@pytest.mark.parametrize("elsewhere", [-900, 10**12], ids=["its transactions lie behind", "its transactions lie ahead"])
def test_on_a_restored_server_the_log_goes_on_without_a_gap_or_a_repetition(log: Log, elsewhere: int) -> None:
    """Transaction numbers of the old server stand in the rows; the new one's count from anywhere."""
    for _ in range(3):
        log.books.fund("player:1", 5)
    log.sealer().seal()
    unsealed = [log.books.fund("player:1", 5).id for _ in range(2)]
    owner = log.database.connect("owner")
    for table in ("ledger_posting", "ledger_seal"):
        owner.execute(f"alter table {table} disable trigger append_only")
    owner.execute("update ledger_posting set xact = (xact::text::bigint + %s)::text::xid8", [elsewhere])
    owner.execute("update ledger_seal set system_identifier = 1")
    sealer = log.sealer()
    assert sealer.seal() == 2
    assert [posting for _, posting in log.leaves()[3:]] == unsealed
    for _ in range(3):
        log.books.fund("player:1", 5)
        assert sealer.seal() == 1
    assert log.sealer().seal() == 0
    log.assert_whole()


def test_on_a_restored_server_with_nothing_new_the_next_posting_is_sealed(log: Log) -> None:
    log.books.fund("player:1", 5)
    log.sealer().seal()
    owner = log.database.connect("owner")
    owner.execute("alter table ledger_seal disable trigger append_only")
    owner.execute("update ledger_seal set system_identifier = 1")
    sealer = log.sealer()
    assert sealer.seal() == 0
    log.books.fund("player:1", 5)
    assert sealer.seal() == 1
    log.assert_whole()
