"""Chains, what closed, what was thrown: append-only, dt1 (see README)."""

from django.db import models
from django.db.models.functions import Now

from ledger.append_only import AppendOnly


class Chain(AppendOnly):
    """A house chain, made ahead: `link0` is public before any bet; the root lies sealed in Seed."""

    id = models.BigAutoField(primary_key=True)
    table_code = models.CharField(max_length=12)
    name = models.CharField(max_length=20, help_text="20300101A")
    links = models.IntegerField(help_text="N, the number of links it can reveal")
    link0 = models.CharField(max_length=64)
    key_id = models.CharField(max_length=16)
    published_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table_code", "name"], name="fairness_chain_once"),
            models.CheckConstraint(condition=models.Q(links__gt=0), name="fairness_chain_links"),
        ]


class Seed(AppendOnly):
    """The chain's root under AES-256-GCM; only the fairness and keeper logins can read this table."""

    chain = models.OneToOneField(Chain, on_delete=models.PROTECT, primary_key=True)
    sealed = models.BinaryField(help_text="12 bytes nonce, then ciphertext and tag")

    def __repr__(self) -> str:
        return "<Seed (redacted)>"


class Use(AppendOnly):
    """A shift took this chain as its n-th."""

    chain = models.OneToOneField(Chain, on_delete=models.PROTECT, primary_key=True)
    shift = models.BigIntegerField()
    n = models.SmallIntegerField()
    taken_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [models.UniqueConstraint(fields=["shift", "n"], name="fairness_use_order")]


class Close(AppendOnly):
    """Bets are closed for one throw: its link index, its beacon and the hash of the bets are fixed."""

    id = models.BigIntegerField(primary_key=True, help_text="from chain and link: see sealing.close_id")
    chain = models.ForeignKey(
        Chain, on_delete=models.PROTECT, related_name="closes", db_index=False, db_constraint=False
    )
    i = models.IntegerField(help_text="link index, 1 to N")
    shift = models.BigIntegerField()
    round = models.BigIntegerField(help_text="the round's id")
    round_number = models.IntegerField(help_text="the round's number in its shift, as it enters the dice")
    throw = models.IntegerField(help_text="number of the throw in its round, from 1")
    dice = models.SmallIntegerField()
    bets_hash = models.CharField(max_length=64)
    beacon = models.CharField(max_length=12)
    mix = models.CharField(max_length=64, db_default="-")
    actor = models.TextField()
    key = models.CharField(max_length=80, help_text="the request's, under its actor")
    at = models.DateTimeField()
    recorded_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["chain", "i"], name="fairness_close_link_once"),
            models.UniqueConstraint(fields=["round", "throw"], name="fairness_close_throw_once"),
        ]


class Throw(AppendOnly):
    """The dice of one Close: the revealed link and the faces derived from it."""

    close = models.OneToOneField(
        Close, on_delete=models.PROTECT, primary_key=True, related_name="thrown", db_constraint=False
    )
    link = models.CharField(max_length=64)
    beacon_bytes = models.TextField(db_default="")
    faces = models.JSONField()
    answer = models.JSONField(help_text="what every repetition of the request gets")
    recorded_at = models.DateTimeField(db_default=Now())


class End(AppendOnly):
    """A shift throws no more; once all its closes are thrown, the keeper gives its roots."""

    shift = models.BigIntegerField(primary_key=True)
    at = models.DateTimeField()
    recorded_at = models.DateTimeField(db_default=Now())


class Reveal(AppendOnly):
    """A closed shift's root, public from now on; the chain can't be used again."""

    chain = models.OneToOneField(Chain, on_delete=models.PROTECT, primary_key=True)
    root = models.CharField(max_length=64)
    revealed_at = models.DateTimeField(db_default=Now())
