"""A house for tests: people of every role, chips in the vault, tables that can be opened."""

from datetime import UTC, datetime, timedelta
from functools import cached_property
from itertools import count
from typing import Any

import psycopg

from casino.books import days
from casino.cage import hand_overs, outside, slips
from casino.people import players, staff
from casino.people.actors import HOUSE
from casino.people.actors import staff as actor_of
from casino.pit import counts, shifts
from casino.profile.roles import Role

NIGHT = datetime(2026, 6, 15, 20, 0, tzinfo=UTC)


class House:
    """One house on one database. `at` moves on by a second with each act; amounts in minor units."""

    def __init__(self, addresses: dict[str, str]) -> None:
        self.addresses = addresses
        self.at = NIGHT
        self._keys = count(1)

    def now(self) -> datetime:
        self.at += timedelta(seconds=1)
        return self.at

    def key(self) -> str:
        return f"test-{next(self._keys)}"

    def owner(self) -> psycopg.Connection[Any]:
        """The schema's owner, autocommit: for raw-SQL attacks and for what no function gives."""
        return psycopg.connect(self.addresses["DATABASE_URL"], autocommit=True)

    def web(self) -> psycopg.Connection[Any]:
        return psycopg.connect(self.addresses["WEB_DATABASE_URL"], autocommit=True)

    @cached_property
    def administrator(self) -> int:
        login = staff.hire(
            key=self.key(), username="ada", display_name="Ada", password=None, actor=HOUSE, at=self.now()
        ).login
        staff.grant(key=self.key(), login=login, role=Role.ADMINISTRATOR, actor=HOUSE, at=self.now())
        return login

    def hire(self, name: str, *roles: Role, reports_to: int | None = None) -> int:
        """A login with these roles."""
        by = actor_of(self.administrator)
        login = staff.hire(
            key=self.key(), username=name, display_name=name.title(), password=None, actor=by, at=self.now(),
            reports_to=reports_to,
        ).login  # fmt: skip
        for role in roles:
            staff.grant(key=self.key(), login=login, role=role, actor=by, at=self.now())
        return login

    @cached_property
    def dealer(self) -> int:
        return self.hire("dan", Role.DEALER)

    @cached_property
    def supervisor(self) -> int:
        return self.hire("sue", Role.SUPERVISOR)

    @cached_property
    def pit(self) -> int:
        return self.hire("pit", Role.PIT)

    @cached_property
    def cashier(self) -> int:
        return self.hire("cas", Role.CASHIER)

    @cached_property
    def runner(self) -> int:
        return self.hire("rob", Role.RUNNER)

    @cached_property
    def vault(self) -> int:
        return self.hire("val", Role.VAULT)

    @cached_property
    def accounting(self) -> int:
        return self.hire("acc", Role.ACCOUNTING)

    @cached_property
    def counters(self) -> tuple[int, int]:
        return self.hire("kay", Role.COUNT), self.hire("kim", Role.COUNT)

    def everybody(self) -> None:
        """Hires them all now, so that a test can count what an act writes."""
        people = (
            self.dealer, self.supervisor, self.pit, self.cashier, self.runner, self.vault, self.accounting,
            *self.counters,
        )  # fmt: skip
        assert len(set(people)) == len(people)

    def player(self, card: str | None = None) -> int:
        return players.register(key=self.key(), actor=HOUSE, at=self.now(), card=card).player

    def stock(self, *, chips: dict[int, int] | None = None, cash: int = 0, window: int = 1) -> None:
        """Chips issued, cash fetched, and all of it handed to a window."""
        vault, witness = self.vault, self.accounting
        drawer = f"cage:window:{window}"
        if chips:
            amount = sum(denomination * pieces for denomination, pieces in chips.items())
            outside.issue_chips(key=self.key(), lines=chips, signer=vault, witness=witness, at=self.now())
            self.hand("cage:vault", drawer, "chips", amount)
        if cash:
            outside.fetch_cash(key=self.key(), amount=cash, signer=vault, witness=witness, at=self.now())
            self.hand("cage:vault", drawer, "cash", cash)

    def hand(self, source: str, target: str, what: str, amount: int) -> None:
        """Offered by the one side, accepted by the other."""
        sender, receiver = (self.vault, self.cashier) if source == "cage:vault" else (self.cashier, self.vault)
        offered = hand_overs.offer(
            key=self.key(), source=source, target=target, what=what, amount=amount, sender=sender, at=self.now()
        )
        hand_overs.accept(key=self.key(), transfer=offered.transfer, receiver=receiver, at=self.now())

    def table(self, code: str = "H1", chip: int = 100) -> str:
        """A table on the floor, with a chain made ahead for it."""
        with self.owner() as owner:
            owner.execute(
                "insert into pit_table (code, game, settings, chip, seats, par, version)"
                " values (%s, 'hazard', '{}', %s, 8, 0, 1)",
                [code, chip],
            )
        return code

    def open(self, table: str = "H1") -> int:
        """A new shift at `table`."""
        with self.owner() as owner:
            owner.execute(
                "insert into fairness_chain (table_code, name, links, link0, key_id)"
                " select %s, 'C' || count(*), 100, repeat('0', 64), 'k' from fairness_chain",
                [table],
            )
        opened = shifts.open_shift(
            key=self.key(), table=table, dealer=self.dealer, supervisor=self.supervisor,
            actor=actor_of(self.supervisor), at=self.now(),
        )  # fmt: skip
        return opened.shift

    def opener(self, lines: dict[int, int], table: str = "H1") -> counts.CountReceipt:
        return counts.opener(
            key=self.key(), table=table, lines=lines, dealer=self.dealer, supervisor=self.supervisor,
            actor=actor_of(self.supervisor), at=self.now(),
        )  # fmt: skip

    def tell(self, table: str = "H1") -> None:
        shifts.tell_to_close(key=self.key(), table=table, actor=actor_of(self.supervisor), at=self.now())

    def closer(self, lines: dict[int, int], table: str = "H1") -> counts.CountReceipt:
        return counts.closer(
            key=self.key(), table=table, lines=lines, dealer=self.dealer, supervisor=self.supervisor,
            actor=actor_of(self.supervisor), at=self.now(),
        )  # fmt: skip

    def close(self, table: str = "H1") -> None:
        shifts.close_shift(key=self.key(), table=table, actor=actor_of(self.supervisor), at=self.now())

    def slip(self, kind: str, lines: dict[int, int], table: str = "H1", window: int = 1) -> slips.SlipReceipt:
        """A requested slip."""
        return slips.request(
            key=self.key(), kind=kind, table=table, window=window, lines=lines, signer=self.supervisor, at=self.now()
        )

    def signer(self, kind: str, step: str) -> int:
        """Who signs a step of a slip in the default profile."""
        if step == "carry":
            return self.runner
        return self.cashier if (kind, step) in (("fill", "issue"), ("credit", "count")) else self.dealer

    def sign(self, slip: slips.SlipReceipt, step: str, amount: int | None = None) -> slips.SlipReceipt:
        return slips.sign(
            key=self.key(), slip=slip.slip, step=step, amount=slip.amount if amount is None else amount,
            signer=self.signer(slip.kind, step), at=self.now(),
        )  # fmt: skip

    def done(self, kind: str, lines: dict[int, int], table: str = "H1") -> slips.SlipReceipt:
        """A slip through its whole life."""
        slip = self.slip(kind, lines, table)
        for step in ("issue", "carry", "count"):
            slip = self.sign(slip, step)
        return slip

    def balance(self, path: str, what: str = "chips") -> int:
        with self.owner() as owner:
            row = owner.execute(
                "select balance from ledger_account a join ledger_asset s on s.id = a.asset_id"
                " where a.path = %s and s.code = %s || ':GBP'",
                [path, what],
            ).fetchone()
        return int(row[0]) if row else 0

    def postings(self) -> int:
        with self.owner() as owner:
            row = owner.execute("select count(*) from ledger_posting").fetchone()
        return int(row[0]) if row else 0

    def open_day(self) -> None:
        days.ensure_open(datetime(2026, 6, 15, tzinfo=UTC).date(), HOUSE)
