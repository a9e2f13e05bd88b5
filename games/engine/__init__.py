"""What every game stands on: chips, dice, odds, settings, states and the protocol in `game.Game`."""

from games.engine.casts import CASTS, MAINS, WAYS
from games.engine.chips import BANK, BANK_HELD, HOUSE, LAYOUT, POT, RAKE, Movement, Place, held, purse
from games.engine.game import Game, Verb
from games.engine.odds import Odds
from games.engine.refusals import Refused
from games.engine.settings import Settings, choice, flag, whole
from games.engine.state import Act, Bet, Change, Offer, Ruling, State, Step, all_back, all_lost, all_won

__all__ = [
    "BANK",
    "BANK_HELD",
    "CASTS",
    "HOUSE",
    "LAYOUT",
    "MAINS",
    "POT",
    "RAKE",
    "WAYS",
    "Act",
    "Bet",
    "Change",
    "Game",
    "Movement",
    "Odds",
    "Offer",
    "Place",
    "Refused",
    "Ruling",
    "Settings",
    "State",
    "Step",
    "Verb",
    "all_back",
    "all_lost",
    "all_won",
    "choice",
    "flag",
    "held",
    "purse",
    "whole",
]
