"""Two cards of one person: linked by a row, neither rewritten; exclusions, limits and lists count them together."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final

from casino.books.act import Read, act
from casino.people import permissions
from casino.people.actors import login_of
from casino.people.signing import ROLES, roles_in
from casino.refusal import BadInput, Conflict, Unknown

CARDS: Final = "select id, person from people_player where id = any(%(cards)s)"
LINK: Final = """
insert into people_cardlink (card_id, joined_id, reason, made_by_id, at)
values (%(card)s, %(joined)s, %(reason)s, %(by)s, %(at)s)
"""


@dataclass(frozen=True, slots=True)
class LinkReceipt:
    """Two players whose cards are one person's, the lowest of all his cards."""

    card: int
    joined: int
    person: int


def link(*, key: str, card: int, joined: int, reason: str, actor: str, at: datetime) -> LinkReceipt:
    """Says that players `card` and `joined` are one person. Gaming days not yet closed count them together at once,
    closed ones in the restated view. Refused: somebody who may not, no reason, one person already, no such player.
    """
    by = login_of(actor)
    if len(reason.strip()) < 3:
        raise BadInput("no_reason", "Write how you know that both cards are one person's.")
    who = {"card": card, "joined": joined}
    reads: list[Read] = [(ROLES, {"logins": (by,), "at": at}), (CARDS, {"cards": (card, joined)})]
    with act(actor, key, {"link": who}, reads) as deed:
        if deed.earlier is not None:
            return LinkReceipt(**deed.earlier)
        permissions.check("player.link", roles_in(deed.rows(0), by))
        persons: dict[int, int] = dict(deed.rows(1))
        if card not in persons or joined not in persons:
            raise Unknown("no_player", "There is no such player.")
        if persons[card] == persons[joined]:
            raise Conflict("linked_already", "These two cards are one person's already.", **who)
        deed.write(LINK, who | {"reason": reason.strip(), "by": by, "at": at})
        deed.audit(at, actor, "player.link", f"player:{card}", who)
        receipt = LinkReceipt(card, joined, min(persons.values()))
        deed.answer(asdict(receipt))
    return receipt
