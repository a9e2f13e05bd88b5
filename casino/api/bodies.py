"""What staff send for the acts of cage, floor paper, count room and people. Amounts are minor units, as text."""

from rest_framework import serializers

from casino.api.fields import Digits, Lines, Sent, Text, Whole
from casino.api.shapes import Credentials

LATEST = 2**31 - 1


class Counting(Sent):
    """A tray counted by the caller and by the other of dealer and supervisor, who gives his own login."""

    lines = Lines()
    second = Credentials()


class Relieving(Sent):
    dealer = Whole(required=False, help_text="login id of who comes")
    supervisor = Whole(required=False, help_text="login id of who comes")


class Second(Sent):
    second = Credentials(help_text="the second signer's own login")


class Changing(Sent):
    """A change of shifts: both crews and the two who swap the box give their own logins."""

    lines = Lines()
    outgoing_dealer = Credentials()
    outgoing_supervisor = Credentials()
    incoming_dealer = Credentials()
    incoming_supervisor = Credentials()
    first_swapper = Credentials()
    second_swapper = Credentials()


class Paying(Sent):
    """What was really paid for event `n` of a round."""

    round = Whole()
    n = Whole(1, LATEST)
    seat = Whole(1, 99)
    paid = Digits()
    reason = Text(max_length=200)


class Toking(Sent):
    seat = Whole(1, 99)
    chips = Digits()


class Dealing(Sent):
    card = Text(max_length=20)
    amount = Digits()


class Asking(Sent):
    kind = serializers.ChoiceField(choices=["fill", "credit"])
    window = Whole(1, 999)
    lines = Lines()


class SettingUp(Sent):
    code = Text(max_length=12)
    game = Text(max_length=40)
    settings = serializers.DictField(help_text="what differs from the game's defaults")
    chip = Digits()
    seats = Whole(1, 20)
    idle_minutes = Whole(1, 1440, allow_null=True)


class Setting(Sent):
    settings = serializers.DictField()
    idle_minutes = Whole(1, 1440, allow_null=True)
    version = Whole(1, LATEST)
    reason = Text(max_length=200)


class Retiring(Sent):
    version = Whole(1, LATEST)
    reason = Text(max_length=200)


class Signing(Sent):
    """The step that is due, over the amount that the caller counted or saw."""

    step = serializers.ChoiceField(choices=["issue", "carry", "count", "witness"])
    amount = Digits()


class Reasoned(Sent):
    reason = Text(max_length=200)


class ReasonedBySecond(Sent):
    reason = Text(max_length=200)
    second = Credentials(help_text="the second signer's own login")


class ChangingChips(Sent):
    taken = Lines()
    given = Lines()


class Showing(Sent):
    card = Text(max_length=20)
    amount = Digits()
    second = Credentials(help_text="the witness's own login")


class Offering(Sent):
    source = Text(max_length=20, help_text="cage:vault or cage:window:2")  # type: ignore[assignment]
    target = Text(max_length=20)
    what = serializers.ChoiceField(choices=["chips", "cash"])
    amount = Digits()


class CountingDrawer(Sent):
    drawer = Text(max_length=20)
    lines = Lines()
    cash = Digits()
    second = Credentials()


class ChipDocument(Sent):
    lines = Lines()
    second = Credentials()


class CashDocument(Sent):
    amount = Digits()
    second = Credentials()


class CountingBox(Sent):
    cash = Digits()
    lines = Lines()


class CountingRake(Sent):
    lines = Lines()


class ResolvingRake(Sent):
    chips = Digits()
    reason = Text(max_length=200)
    first = Credentials()


class Resolving(Sent):
    """What the box really held, signed by the caller, who counted second, and by who counted first."""

    cash = Digits()
    chips = Digits()
    reason = Text(max_length=200)
    first = Credentials()


class Registering(Sent):
    card = Text(max_length=20, required=False, help_text="without one, a numbered guest")
    name = Text(max_length=120, required=False)


class Limiting(Sent):
    kind = serializers.ChoiceField(choices=["stake", "loss", "deposit"])
    span = serializers.ChoiceField(choices=["day", "week", "month"])
    amount = Digits(allow_null=True, help_text="null lifts the limit")


class LimitingFor(Limiting):
    source = serializers.ChoiceField(choices=["self", "house"])  # type: ignore[assignment]


class Excluding(Sent):
    kind = serializers.ChoiceField(choices=["self", "timeout"])
    until = serializers.DateField(allow_null=True, help_text="the gaming day at whose start it ends; null: for good")


class ExcludingFor(Sent):
    kind = serializers.ChoiceField(choices=["self", "house", "timeout"])
    until = serializers.DateField(allow_null=True)


class Linking(Sent):
    joined = Text(max_length=20)
    reason = Text(max_length=200)


class Dice(Sent):
    dice = Text(max_length=20)
    step = serializers.ChoiceField(choices=["receipt", "inspection", "issue", "withdrawal"])
    table = Text(max_length=12, required=False)
    remark = Text(max_length=200, required=False)
    second = Credentials(help_text="the witness's own login")


class Exporting(Sent):
    kind = serializers.ChoiceField(choices=["transfers", "rounds", "bundle"])
    form = Text(max_length=20)
    first = serializers.DateField(required=False)
    last = serializers.DateField(required=False)
