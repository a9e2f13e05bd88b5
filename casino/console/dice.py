"""Dice sets: the log of every step, and the next step signed by two."""

from datetime import UTC, datetime

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from casino.console import screens, words
from casino.console.doing import Asked, does, looks
from casino.console.screens import Screen
from casino.pit import dice_sets
from casino.pit.view import floor
from casino.profile.roles import Role


def _screen(at: datetime) -> Screen:
    """Each set with its last step and the one that follows; then the log, newest first."""
    log = dice_sets.log()
    last = {step.dice: step for step in log}
    sets = [(step, dice_sets.FOLLOWING[step.step]) for step in last.values()]
    newest = sorted(log, key=lambda step: step.at, reverse=True)
    seen = {"sets": sets, "log": newest, "steps": dice_sets.STEPS, "tables": [row.code for row in floor.tables(at)]}
    return Screen("dice", _("Dice sets"), seen)


@looks("dice.sign", "dice.witness", "ledger.read")
def show(request: HttpRequest, roles: frozenset[Role]) -> HttpResponse:
    return screens.show(request, roles, _screen(datetime.now(UTC)), whole=True)


@does("dice.sign")
def sign(request: HttpRequest, asked: Asked) -> HttpResponse:
    """Two sign: who is signed in, and a witness on this form."""
    signed = dice_sets.record(
        key=asked.key, dice=asked.text("dice").upper(), step=asked.text("step"), table=asked.text("table"),
        remark=asked.text("remark"), signer=asked.login, witness=asked.signer(), at=asked.at,
    )  # fmt: skip
    facts = {"dice": signed.dice, "step": words.said("dice step", signed.step, signed.step)}
    return screens.done(request, asked, _screen(asked.at), _("Dice %(dice)s: %(step)s.") % facts)
