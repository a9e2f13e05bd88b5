"""What a table of hazard may set."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine import Refused, Settings, choice, whole


@dataclass(frozen=True, slots=True)
class HazardSettings(Settings):
    """Defaults are the rules of seed 000 as read in this game's README."""

    main: str = choice("thrown", "named", "seven", says="how the main comes about")
    losses_to_pass: int = whole(3, low=1, says="lost rounds in a row after which the dice pass to the left")
    losses_count: str = choice("any", "outs", says="which lost rounds count for passing the dice")
    odds_rounding: str = choice("floor", "exact", says="wins rounded down, or only bets that win whole chips")
    odds_limit: int | None = whole(
        None, low=1, optional=True, says="a player's odds in a round, in stakes of the caster"
    )
    min_stake: int = whole(1, low=1, says="smallest stake of the caster, in chips")
    max_stake: int | None = whole(None, low=1, optional=True, says="largest stake of the caster, in chips")

    def check(self) -> None:
        if self.max_stake is not None and self.max_stake < self.min_stake:
            raise Refused(
                "setting_wrong",
                "Setting {name} must be at least min_stake, which is {least}.",
                name="max_stake",
                least=self.min_stake,
            )
