"""A receipt for any posting, verified with nothing but keys; the same leaf from an export's rows."""

from itertools import groupby
from pathlib import Path

import pytest

from ledger.errors import Refused
from ledger.exports import Scope, write
from ledger.exports.snapshot import snapshot
from ledger.log import store
from ledger.log.note import COSIGNATURE, PublicKey
from ledger.log.proof import Unproven
from ledger.log.receipts import receipt
from ledger.verify import receipts as verifier
from ledger.verify.form import COLUMNS
from ledger.verify.lines import CsvExport
from tests.ledger.log.conftest import KEY, Log


def busy(log: Log) -> None:
    """Postings of every shape: several transfers, all texts, a void."""
    log.books.fund("player:1", 100)
    log.books.post(
        ("player:2", "outside:chips", 100),
        reason="=1+1",
        approvers=("staff:2", "staff:3"),
        facts={"ü": [1, None], "a": "x"},
    )
    bet = log.books.post(("table:1:layout", "player:1", 20), ("table:1:tray", "table:1:layout", 5), key='"quoted", key')
    log.books.post(("player:1", "table:1:tray", 5), ("player:1", "table:1:layout", 15), void_of=bet.id)


def test_every_posting_s_receipt_is_proven_by_the_log_s_key_alone(log: Log) -> None:
    sealer = log.sealer()
    for _ in range(3):
        busy_keys(log)
        sealer.seal()
    for index, posting in log.leaves():
        found = verifier.proven(receipt(log.auditor, posting), KEY.public)
        assert (found.index, found.checkpoint.size) == (index, len(log.leaves()))
        assert found.posting["posting"] == str(posting)
        assert found.transfers[0]["amount"] == "7"


def busy_keys(log: Log) -> None:
    for number in range(90):
        log.books.fund(f"player:{number % 5}", 7)


def test_a_receipt_before_the_seal_or_of_nothing_is_refused(log: Log) -> None:
    posting = log.books.fund("player:1", 5).id
    for asked, code in ((posting, "not_sealed"), (posting + 1, "unknown_posting")):
        with pytest.raises(Refused) as refused:
            receipt(log.auditor, asked)
        assert refused.value.code == code


def test_no_receipt_is_given_for_a_posting_that_was_changed(log: Log) -> None:
    posting = log.books.fund("player:1", 5).id
    log.sealer().seal()
    owner = log.database.connect("owner")
    owner.execute("alter table ledger_transfer disable trigger user")
    owner.execute("update ledger_transfer set amount = 6")
    with pytest.raises(Refused) as refused:
        receipt(log.auditor, posting)
    assert refused.value.code == "log_differs"


def test_an_export_s_rows_give_the_leaves_that_were_sealed(log: Log, tmp_path: Path) -> None:
    busy(log)
    log.sealer().seal()
    with snapshot(log.auditor, Scope()) as snap:
        artefact = write(snap, Scope(), tmp_path)
    with artefact.path.open("rb") as stream:
        rows = [line.cells for line in CsvExport(stream).rows() if line.cells is not None]
    of_posting = COLUMNS.index("posting")
    made = {int(posting): verifier.entry(list(group)) for posting, group in groupby(rows, lambda row: row[of_posting])}
    assert made == dict(store.entries(log.auditor, log.postings()))
    assert len(made) == 4


def test_the_command_says_what_is_proven_and_by_whom(
    log: Log, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    posting = log.books.post(("player:1", "outside:chips", 5), reason="two words").id
    log.sealer().seal()
    path = tmp_path / "receipt.tlog-proof"
    path.write_text(receipt(log.auditor, posting), encoding="utf-8")
    assert verifier.main([str(path), "--log", str(KEY.public)]) == 0
    said = capsys.readouterr().out
    assert "reason: two words" in said
    assert "5 chips:GBP: outside:chips -> player:1" in said
    assert "\nVERIFIED: leaf 0 of 1 in log.example/house. No witness was named" in said
    assert verifier.main([str(path)]) == 2
    assert "give it with --log" in capsys.readouterr().err
    witness = str(PublicKey("witness.example/w1", COSIGNATURE, KEY.public.raw))
    assert verifier.main([str(path), "--log", str(KEY.public), "--witness", witness]) == 1
    assert verifier.main([str(path), "--log", "no key"]) == 2
    path.write_text("no receipt")
    assert verifier.main([str(path), "--log", str(KEY.public)]) == 2


def test_another_log_s_key_proves_nothing(log: Log) -> None:
    posting = log.books.fund("player:1", 5).id
    log.sealer().seal()
    with pytest.raises(Unproven):
        verifier.proven(
            receipt(log.auditor, posting), PublicKey("log.example/house", KEY.public.kind, bytes(range(32)))
        )
