"""The two append-only rows of a throw: Close before the link is known, Throw with it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from casino.books.act import Act
from casino.refusal import Unknown

ROOM = 1 << 16
CLOSE = """
insert into fairness_close (id, chain_id, i, shift, round, round_number, throw, dice, bets_hash, beacon, mix,
                            actor, key, at)
values (%(id)s, %(chain)s, %(i)s, %(shift)s, %(round)s, %(round_number)s, %(throw)s, %(dice)s, %(bets_hash)s,
        %(beacon)s, %(mix)s, %(actor)s, %(key)s, %(at)s)
"""
READ = """
select h.table_code, h.name, c.i, c.round, c.round_number, c.throw, c.dice, c.mix,
       case when c.i = 1 then h.link0 else before.link end, t.answer
from fairness_close c
join fairness_chain h on h.id = c.chain_id
left join fairness_throw t on t.close_id = c.id
left join (fairness_close p join fairness_throw before on before.close_id = p.id)
  on p.chain_id = c.chain_id and p.i = c.i - 1
where c.id = %s
"""
UNUSED = """
select h.id, h.name, h.links, h.link0 from fairness_chain h
where h.table_code = %s and not exists (select from fairness_use u where u.chain_id = h.id)
order by h.id limit 1
"""
TAKE = "insert into fairness_use (chain_id, shift, n) values (%s, %s, %s)"
END = "insert into fairness_end (shift, at) values (%s, %s) on conflict do nothing"
REVEAL = "insert into fairness_reveal (chain_id, root) values (%s, %s) on conflict do nothing"
ALREADY_THROWN = "fairness_throw_pkey"
"""What the database says to a second throw of a close."""
THROW = """
insert into fairness_throw (close_id, link, faces, answer) values (%s, %s, %s, %s)
"""


@dataclass(frozen=True, slots=True)
class Closed:
    """A committed close: what enters the dice, the link before it where known, the answer once thrown."""

    table: str
    chain: str
    i: int
    round: int
    round_number: int
    throw: int
    dice: int
    mix: str
    link_before: str | None
    answer: dict[str, Any] | None


def close(deed: Act, closed: Closed, **values: Any) -> int:
    """Queues the Close row; (chain, link) and (round, throw) are unique, so one link makes one throw.

    Returns its number, known before it is written: a chain has far fewer links than there is room for.
    """
    number = int(values["chain"]) * ROOM + closed.i
    deed.write(CLOSE, values | {
        "id": number, "i": closed.i, "round": closed.round, "round_number": closed.round_number, "throw": closed.throw,
        "dice": closed.dice, "mix": closed.mix,
    })  # fmt: skip
    return number


def read(close: int) -> tuple[str, Sequence[Any]]:
    """The statement that reads a close for the act's first round trip."""
    return READ, [close]


def closed_of(deed: Act) -> Closed:
    """The close that the act read last; Unknown when it was never committed."""
    row = deed.row(-1)
    if row is None:
        raise Unknown("no_close", "There is no such closed throw.")
    return Closed(*row)


def thrown(deed: Act, *, close: int, link: str, faces: Sequence[int], answer: dict[str, Any]) -> None:
    """Queues the Throw row: once per close."""
    deed.write(THROW, [close, link, list(faces), answer])


def unused(table: str) -> tuple[str, Sequence[Any]]:
    """The statement that reads the oldest chain made ahead for `table`."""
    return UNUSED, [table]


def take_chain(deed: Act, *, chain: int, shift: int, n: int) -> None:
    """The shift uses this chain as its n-th; a chain is used once."""
    deed.write(TAKE, [chain, shift, n])


def end(deed: Act, *, shift: int, at: datetime) -> None:
    """The shift throws no more; from now on the keeper gives its roots."""
    deed.write(END, [shift, at])


def reveal(deed: Act, *, chain: int, root: str) -> None:
    """The chain's root is public."""
    deed.write(REVEAL, [chain, root])
