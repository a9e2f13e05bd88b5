"""Money that a database login moves by the books alone, behind the departments: the night names each posting."""

from datetime import timedelta

from casino.cage import exchange, front_money, unrated
from casino.people.actors import staff
from tests.casino.night.closing import cases, login
from tests.casino.night.evening import DAY, LATE
from tests.casino.world import House

POST = """
select id from ledger_post_lines(
    array[row(%(kind)s, 'staff:1', %(by)s, '', %(scope)s, %(key)s, %(day)s, now(), null, null, '{}')::ledger_event],
    array[row(1, %(debit)s, %(credit)s, 'chips:GBP', %(amount)s)::ledger_line])
"""


def moved(
    house: House, kind: str, scope: str, key: str, debit: str, credit: str, amount: int = 5_000, by: str = "{}"
) -> str:
    """What the web's login can post with no department asked; the posting as a case names it."""
    with house.web() as web:
        values = {
            "kind": kind,
            "scope": scope,
            "key": key,
            "debit": debit,
            "credit": credit,
            "amount": amount,
            "by": by,
        }
        row = web.execute(POST, values | {"day": DAY}).fetchone()
    assert row is not None
    return f"posting:{row[0]}"


def test_chips_that_move_without_a_paper_are_named(played: House) -> None:
    house, mine = played, "player:1"
    two = f"{{staff:{login(house, 'cas')},staff:{login(house, 'val')}}}"
    stolen = {
        moved(house, "toke", "ghost", "1", mine, "floor:unrated"),
        moved(house, "unrated", "unrated", "not a number", mine, "floor:unrated", by=two),
        moved(house, "unrated", "unrated", "999999", mine, "floor:unrated", by=two),
        moved(house, "hand_over", "transfer", "999999", mine, "house:over-short:h1"),
        moved(house, "stake", "round:999999", "1", mine, "house:over-short:h1"),
        moved(house, "opening", "opening", f"{mine} chips:GBP", mine, "outside:chips"),
        moved(house, "fill", "slip:999999", "done", mine, "house:over-short:h1"),
    }
    assert set(cases(house)["posting_paperless"]) == stolen


def test_more_than_a_papers_amount_and_chips_for_a_player_on_a_count_are_named(played: House) -> None:
    house, mine = played, "player:1"
    with house.owner() as owner:
        counts = owner.execute("select id from pit_count where difference = 0 order by id limit 1").fetchone()
    assert counts is not None, "a count that booked nothing leaves its key free"
    stolen = moved(house, "closer", "count", str(counts[0]), mine, "house:over-short:h1")
    assert cases(house)["paper_differs"] == [stolen]


def test_what_windows_do_in_a_night_has_its_papers(played: House) -> None:
    cashier, vault = login(played, "cas"), login(played, "val")
    played.at = LATE - timedelta(hours=1)
    unrated.show(key=played.key(), player=1, amount=5_000, cashier=cashier, witness=vault, at=played.now())
    for act, amount in (
        (front_money.deposit, 10_000), (exchange.cash_out, 5_000), (exchange.buy_in_at_window, 2_000),
        (front_money.withdraw, 1_000), (front_money.draw_chips, 2_000),
    ):  # fmt: skip
        act(key=played.key(), player=1, window=1, amount=amount, actor=staff(cashier), at=played.now())
    assert not {"posting_paperless", "paper_differs"} & cases(played).keys()
