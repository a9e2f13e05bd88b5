"""Count room, night, players, dice, exceptions and exports by token."""

from datetime import date, datetime
from typing import Any

from casino.api import bodies
from casino.api.acting import Asking, act, player_of_card
from casino.bundle import asking as exports
from casino.count import boxes, drop, exceptions, rake
from casino.day import interval
from casino.night import close
from casino.people import linking, players, protection
from casino.pit import dice_sets
from casino.profile import versions


def until(day: date | None) -> datetime | None:
    """The start of a gaming day; None is for good."""
    return interval(versions.current().day_rule, day)[0] if day is not None else None


def _signed(asking: Asking) -> dice_sets.DiceReceipt:
    said = {name: value for name, value in asking.said.items() if name != "second"}
    return dice_sets.record(signer=asking.login, witness=asking.signer("second"), **said, **asking.keyed)


def _excluded(asking: Asking) -> players.ExclusionReceipt:
    return players.exclude(
        player=asking.player(), kind=asking.said["kind"], until=until(asking.said["until"]), by=asking.login,
        **asking.acted,
    )  # fmt: skip


def _box(asking: Asking) -> dict[str, Any]:
    return {"table": asking.where["code"], "box": asking.where["box"], **asking.keyed}


BoxCollect = act(
    "BoxCollect", "count.collect", "Bring a drop box to the count room", boxes.CollectionReceipt,
    lambda asking: boxes.collect(collector=asking.login, witness=asking.signer("second"), **_box(asking)),
    bodies.Second,
)  # fmt: skip
BoxCount = act(
    "BoxCount", "count.box", "One counter's result; nobody sees it before the second's", drop.CountedReceipt,
    lambda asking: drop.enter(
        cash=asking.said["cash"], chip_lines=asking.lines(), counter=asking.login, **_box(asking)
    ), bodies.CountingBox,
)  # fmt: skip
BoxResolve = act(
    "BoxResolve", "count.box", "Both counters say what a box held and why they differed", drop.CountedReceipt,
    lambda asking: drop.resolve(
        cash=asking.said["cash"], chips=asking.said["chips"], reason=asking.said["reason"],
        counters=(asking.signer("first"), asking.login), **_box(asking),
    ), bodies.Resolving,
)  # fmt: skip
RakeCount = act(
    "RakeCount", "count.box", "One counter's chips out of a closed shift's rake", rake.RakeReceipt,
    lambda asking: rake.enter(
        shift=asking.where["shift"], lines=asking.lines(), counter=asking.login, **asking.keyed
    ), bodies.CountingRake,
)  # fmt: skip
RakeResolve = act(
    "RakeResolve", "count.box", "Both counters say what a rake held and why they differed", rake.RakeReceipt,
    lambda asking: rake.resolve(
        shift=asking.where["shift"], chips=asking.said["chips"], reason=asking.said["reason"],
        counters=(asking.signer("first"), asking.login), **asking.keyed,
    ), bodies.ResolvingRake,
)  # fmt: skip
NightClose = act(
    "NightClose", "night.close", "Close a gaming day and ask for its reconciliation", close.NightReceipt,
    lambda asking: close.close_night(day=asking.where["day"], **asking.acted),
)  # fmt: skip
Players = act(
    "Players", "player.register", "Register a player on a card, or a numbered guest", players.PlayerReceipt,
    lambda asking: players.register(
        card=asking.said.get("card"), name=asking.said.get("name"), **asking.acted
    ), bodies.Registering,
)  # fmt: skip
PlayerLimits = act(
    "PlayerLimits", "player.limit", "A player's limit; lowering holds at once", protection.LimitReceipt,
    lambda asking: protection.limit(player=asking.player(), **asking.said, **asking.acted), bodies.LimitingFor,
)  # fmt: skip
PlayerExclusions = act(
    "PlayerExclusions",
    "player.exclude",
    "Bar a player from play",
    players.ExclusionReceipt,
    _excluded,
    bodies.ExcludingFor,
)
PlayerLinks = act(
    "PlayerLinks", "player.link", "Two cards of one person count together", linking.LinkReceipt,
    lambda asking: linking.link(
        card=asking.player(), joined=player_of_card(asking.said["joined"]), reason=asking.said["reason"], **asking.acted
    ), bodies.Linking,
)  # fmt: skip
Dice = act("Dice", "dice.sign", "Sign a dice set's next step", dice_sets.DiceReceipt, _signed, bodies.Dice)
SignOff = act(
    "SignOff", "exception.sign_off", "Close an exception", exceptions.SignOffReceipt,
    lambda asking: exceptions.sign_off(
        subject=asking.where["subject"], reason=asking.said["reason"], auditor=asking.login, **asking.keyed
    ), bodies.Reasoned,
)  # fmt: skip
Exports = act(
    "Exports", "ledger.export", "Ask for an export", exports.AskedReceipt,
    lambda asking: exports.ask(
        kind=asking.said["kind"], form=asking.said["form"], first=asking.said.get("first"),
        last=asking.said.get("last"), **asking.acted,
    ), bodies.Exporting,
)  # fmt: skip
