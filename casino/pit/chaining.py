"""A table whose chain is used up goes on with the next one, published long before."""

from datetime import datetime

from casino.books.act import act
from casino.fairness import sealing
from casino.pit.desk import desk_of, reads
from casino.refusal import Unavailable

SWAP_CHAIN = """
update pit_shift set chain = %(chain)s, chains = chains + 1, links = %(links)s where id = %(shift)s
"""


def next_chain(*, table: str, actor: str, at: datetime) -> str:
    """Takes the next chain where the table's own is used up; returns its name. Harmless when it is not."""
    with act(actor, None, None, [*reads(table, at), sealing.unused(table)]) as deed:
        desk, chain = desk_of(deed, table, row=-2), deed.row(-1)
        if desk.link < desk.links:
            return ""
        if chain is None:
            raise Unavailable("no_chain", f"No chain is ready for table {table} yet; try again in a few seconds.")
        chain_id, name, links, _ = chain
        deed.write(SWAP_CHAIN, {"shift": desk.shift, "chain": chain_id, "links": links})
        sealing.take_chain(deed, chain=chain_id, shift=desk.shift, n=desk.chains + 1)
        deed.audit(at, actor, "shift.next_chain", f"table:{table}", {"chain": name})
    return str(name)
