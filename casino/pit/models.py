"""Tables, shifts, seats, rounds and what happened in them."""

from django.db import models
from django.db.models.functions import Now

from casino.people.models import Login, Player
from casino.pit.models_counts import Box, Count
from casino.pit.models_paper import DiceStep, Override, Relief
from ledger.append_only import AppendOnly

__all__ = ["Box", "Count", "DiceStep", "Event", "Override", "Relief", "Round", "Seat", "Shift", "Table"]


class Table(models.Model):
    """A dice table on the floor. `chip` is what one chip is worth, in minor units of the currency."""

    code = models.CharField(max_length=12, unique=True, db_collation="C", help_text="[0-9A-Z]+, as it enters the dice")
    game = models.CharField(max_length=40)
    settings = models.JSONField(db_default={})
    chip = models.BigIntegerField()
    seats = models.SmallIntegerField(db_default=8)
    par = models.BigIntegerField(db_default=0, help_text="imprest float, minor units")
    retired_at = models.DateTimeField(null=True, blank=True)
    idle_minutes = models.SmallIntegerField(
        null=True, blank=True, db_default=20, help_text="a pot game that stands still so long is moved on; empty: never"
    )
    version = models.IntegerField(db_default=1)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(chip__gt=0), name="pit_table_chip_positive"),
            models.CheckConstraint(condition=models.Q(code__regex="^[0-9A-Z]+$"), name="pit_table_code"),
        ]

    def __str__(self) -> str:
        return self.code


class Shift(models.Model):
    """A table worked by one crew in one gaming day. Its settings are those of its opening."""

    id = models.BigAutoField(primary_key=True)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="shifts", db_index=False)
    day = models.DateField()
    number = models.SmallIntegerField(help_text="of this table in this day, from 1")
    state = models.CharField(max_length=8, db_default="open")
    game = models.CharField(max_length=40)
    edition = models.CharField(max_length=20)
    settings = models.JSONField()
    chip = models.BigIntegerField()
    profile = models.IntegerField(help_text="version of the house profile")
    beacon = models.CharField(max_length=12, db_default="none")
    dealer = models.ForeignKey(Login, on_delete=models.PROTECT, related_name="+")
    supervisor = models.ForeignKey(Login, on_delete=models.PROTECT, related_name="+")
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    revealed_at = models.DateTimeField(null=True, help_text="when the roots of all its chains became public")
    chain = models.BigIntegerField(help_text="the chain in use")
    chains = models.SmallIntegerField(db_default=1, help_text="how many chains were used")
    links = models.IntegerField(help_text="N of the chain in use")
    rounds = models.IntegerField(db_default=0)
    carry = models.JSONField(db_default={}, help_text="what the next round starts from")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table"], condition=~models.Q(state="closed"), name="pit_shift_one_open"),
            models.UniqueConstraint(fields=["table", "day", "number"], name="pit_shift_number"),
        ]
        indexes = [
            models.Index(fields=["id"], condition=models.Q(state="closed", revealed_at=None), name="pit_shift_hidden")
        ]


class Seat(models.Model):
    """A player at a table during a shift."""

    shift = models.ForeignKey(Shift, on_delete=models.PROTECT, related_name="taken_seats")
    number = models.SmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    taken_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["shift", "number"], condition=models.Q(left_at__isnull=True), name="pit_seat_taken"
            ),
            models.UniqueConstraint(
                fields=["shift", "player"], condition=models.Q(left_at__isnull=True), name="pit_player_seated"
            ),
            models.CheckConstraint(condition=models.Q(number__gt=0), name="pit_seat_number"),
        ]


class Round(models.Model):
    """One round (a whole game for the pot game), on the edition and settings that it opened with."""

    id = models.BigAutoField(primary_key=True)
    shift = models.ForeignKey(Shift, on_delete=models.PROTECT, related_name="played", db_index=False)
    number = models.IntegerField(help_text="in its shift, from 1")
    state = models.CharField(max_length=8, db_default="open")
    game_state = models.JSONField()
    seats = models.JSONField(help_text="seat number -> player id, in order, as it opened")
    purses = models.JSONField(help_text="what the seats held when it opened, whole chips")
    start = models.JSONField(db_default={})
    throws = models.IntegerField(db_default=0)
    events = models.IntegerField(db_default=0)
    opened_at = models.DateTimeField()
    over_at = models.DateTimeField(null=True)
    net = models.JSONField(db_default={}, help_text="chips won or lost so far, by seat and house; stakes count as lost")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["shift", "number"], name="pit_round_number"),
            models.UniqueConstraint(
                fields=["shift"], condition=models.Q(over_at__isnull=True), name="pit_round_one_open"
            ),
        ]


class Event(AppendOnly):
    """What happened in a round, in order: the record (design of the games: round records) is made of these."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="+", db_index=False)
    n = models.IntegerField()
    event = models.JSONField()
    calls = models.JSONField(db_default=[])
    movements = models.JSONField(db_default=[], help_text="as the engine gave them; posted under (round:<id>, <n>)")
    actor = models.TextField()
    at = models.DateTimeField()
    recorded_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "n"], name="pit_event_order")]
