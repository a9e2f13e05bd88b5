"""What the API sends and takes, field by field. `chips` are a table's whole chips, other amounts minor units."""

from typing import Any

from rest_framework import serializers
from rest_framework.serializers import Serializer

from casino.api.fields import Digits, Sent, Signed, Text, Whole


class Fault(Serializer[Any]):
    pointer = Text(help_text="JSON pointer of the field")
    detail = Text()


class Problem(Serializer[Any]):
    """RFC 9457. `code` is stable and never translated; `type` is the page of its family."""

    type = Text()
    title = Text()
    status = Whole(100, 599)
    detail = Text()
    code = Text()
    request_id = Text()
    errors = Fault(many=True, required=False)  # type: ignore[assignment]
    facts = serializers.DictField(required=False)


class Me(Serializer[Any]):
    username = Text()
    name = Text()
    language = Text()
    card = Text(allow_null=True, help_text="a player's card; null for staff")
    roles = serializers.ListField(child=Text(), help_text="a member of the staff's roles")


class Balance(Serializer[Any]):
    """A player's chips: free to stake or cash out, laid on layouts, reserved beyond that, on deposit at the cage."""

    currency = Text()
    free = Digits()
    at_stake = Digits()
    reserved = Digits()
    deposit = Digits()
    version = Digits(help_text="counts the movements of the free chips; the statement's cursor")


class Movement(Serializer[Any]):
    """One movement of the free chips; `balance` is what there was then."""

    version = Digits()
    posting = serializers.UUIDField()
    kind = Text()
    day = serializers.DateField()
    effective_at = serializers.DateTimeField()
    recorded_at = serializers.DateTimeField()
    direction = serializers.SerializerMethodField()
    amount = Digits()
    balance = Digits()
    scope = Text(help_text="what it belongs to, such as round:8")
    key = Text(help_text="which event of it")

    def get_direction(self, entry: Any) -> str:
        return "out" if entry.out else "in"


class Statement(Serializer[Any]):
    movements = Movement(many=True)
    next = Text(allow_null=True, help_text="cursor of the next page; null at the end")


class Net(Serializer[Any]):
    """What a seat (or the house) won or lost, in chips."""

    seat = Text()
    chips = Signed()


class OwnRound(Serializer[Any]):
    id = Whole()
    table = Text()
    game = Text()
    edition = Text()
    day = serializers.DateField()
    number = Whole(help_text="in its shift")
    state = Text(help_text="open, over or void")
    chip = Digits(help_text="what a chip is worth")
    net = serializers.SerializerMethodField()
    opened_at = serializers.DateTimeField()
    over_at = serializers.DateTimeField(allow_null=True)

    def get_net(self, played: Any) -> list[dict[str, str]]:
        return nets(played.net)


class OwnRounds(Serializer[Any]):
    rounds = OwnRound(many=True)
    next = Text(allow_null=True)


class Thrown(Serializer[Any]):
    """A throw with the link that its dice come from; both are null until the dice have fallen."""

    throw = Whole()
    chain = Text()
    i = Whole(help_text="link index")
    beacon = Text()
    link = Text(allow_null=True)
    faces = serializers.ListField(child=Whole(1, 6))


class OwnAct(Serializer[Any]):
    n = Whole(help_text="number of the event in the round")
    seat = Text()
    act = Text()
    chips = Digits(required=False)
    number = Whole(required=False)
    on = Whole(required=False)
    faces = serializers.ListField(child=Whole(1, 6), required=False)
    at = serializers.DateTimeField()


class OwnRoundInFull(OwnRound):
    throws = Thrown(many=True)
    acts = OwnAct(many=True)


class Step(Serializer[Any]):
    """One step of a proof; `holds` is null for what is said but can't be checked here."""

    holds = serializers.BooleanField(allow_null=True)
    sentence = Text()


class Followed(Serializer[Any]):
    """A throw with what it takes to derive it anew; `root` is null until its shift has ended."""

    throw = Whole()
    chain = Text()
    i = Whole()
    link0 = Text()
    link = Text()
    root = Text(allow_null=True)  # type: ignore[assignment]
    faces = serializers.ListField(child=Whole(1, 6))
    follows = serializers.BooleanField()
    steps = Step(many=True)


class Proof(Serializer[Any]):
    round = Whole()
    throws = Followed(many=True)


class TableRow(Serializer[Any]):
    table = Text(source="code")
    game = Text()
    state = Text(help_text="open, closing or closed")
    currency = Text()
    chip = Digits()
    seats = Whole()
    seated = Whole(0)
    settings = serializers.DictField(help_text="of the game; numbers in it are chips")


class Tables(Serializer[Any]):
    tables = TableRow(many=True)


class RunningRound(Serializer[Any]):
    number = Whole()
    facts = serializers.DictField(help_text="what the game shows: caster, main, chance …")
    dice = Whole(0, help_text="how many are to be thrown now; 0 while none may be")
    waits = Text(allow_null=True, help_text="code of why none may be thrown")


class Table(Serializer[Any]):
    """A table; its chain and link 0 stand before any bet."""

    table = Text()
    game = Text()
    state = Text()
    currency = Text()
    chip = Digits()
    settings = serializers.DictField()
    taken = serializers.ListField(child=Text(), help_text="seats that are taken")
    free = serializers.ListField(child=Text())
    day = serializers.DateField(allow_null=True)
    shift = Whole(allow_null=True)
    chain = Text(allow_null=True)
    link0 = Text(allow_null=True)
    i = Whole(0, allow_null=True, help_text="last link index taken")
    beacon = Text(allow_null=True)
    foresight = Text(allow_null=True, help_text="who could know or steer the dice beforehand")
    round = RunningRound(allow_null=True)


class Credentials(Sent):
    username = Text(max_length=40)
    password = Text(max_length=200, trim_whitespace=False)


class Token(Serializer[Any]):
    token = Text(help_text="send it as Authorization: Token …")
    expires_at = serializers.DateTimeField(allow_null=True)


class Opening(Sent):
    dealer = Whole(help_text="login id")
    supervisor = Whole(help_text="login id")


class Sitting(Sent):
    seat = Whole(1, 99)
    card = Text(max_length=20)


class Rising(Sent):
    seat = Whole(1, 99)


class Doing(Sent):
    """A seat's act: what comes with it is one of chips (with `on` where the bet is on a number), number, faces."""

    seat = Whole(1, 99)
    act = Text(max_length=40)
    chips = Digits(required=False)
    on = Whole(0, 10_000, required=False)
    number = Whole(0, 10_000, required=False)
    faces = serializers.ListField(child=Whole(1, 6), required=False, max_length=20)

    def validate(self, attrs: Any) -> Any:
        if sum(name in attrs for name in ("chips", "number", "faces")) > 1:
            raise serializers.ValidationError("Send one of chips, number and faces.")
        return attrs


class Voiding(Sent):
    reason = Text(max_length=200)
    second = Credentials(help_text="the second signer's own login")


class Shift(Serializer[Any]):
    table = Text()
    shift = Whole()
    day = Text()
    number = Whole()
    state = Text()
    chain = Text(allow_blank=True)
    link0 = Text(allow_blank=True)


class Seat(Serializer[Any]):
    table = Text()
    shift = Whole()
    seat = Whole()
    round = Whole(allow_null=True, help_text="the round that the leaving changed")


class Happened(Serializer[Any]):
    table = Text()
    shift = Whole()
    round = Whole()
    round_number = Whole()
    n = Whole(help_text="number of the event in the round")
    calls = serializers.ListField(child=Text())
    over = serializers.BooleanField()
    net = serializers.SerializerMethodField()

    def get_net(self, receipt: Any) -> list[dict[str, str]]:
        return nets(receipt.net)


class Threw(Happened):
    throw = Whole()
    chain = Text()
    i = Whole()
    link = Text()
    faces = serializers.ListField(child=Whole(1, 6))


class Voided(Serializer[Any]):
    table = Text()
    round = Whole()
    round_number = Whole()
    signers = serializers.ListField(child=Whole())
    reason = Text()
    net = serializers.SerializerMethodField()

    def get_net(self, receipt: Any) -> list[dict[str, str]]:
        return nets(receipt.net)


def nets(net: Any) -> list[dict[str, str]]:
    """Chips by seat, as the API writes them."""
    return [{"seat": seat, "chips": str(chips)} for seat, chips in net.items()]
