"""The faces of a closed throw from its revealed link: scheme dt1, nothing else enters."""

from casino.fairness.sealing import Closed
from casino.refusal import Conflict
from games.fair import dice as dt1
from games.fair import link_before


def derive(closed: Closed, link: str) -> tuple[int, ...]:
    """The faces; Conflict `link_differs` when the link doesn't hash to the one before it."""
    if closed.link_before is not None and link_before(closed.chain, closed.i, link) != closed.link_before:
        raise Conflict("link_differs", "The keeper's link doesn't belong to this chain; stop the table.", i=closed.i)
    return dt1(
        link, table=closed.table, chain_id=closed.chain, round_number=closed.round_number, throw_number=closed.throw,
        i=closed.i, n=closed.dice, mix=closed.mix,
    )  # fmt: skip
