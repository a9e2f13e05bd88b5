"""How the verifier is asked: whose keys count, and the exit codes as --help says them."""

import argparse
from collections.abc import Sequence
from typing import Final

from ledger.log.note import COSIGNATURE, ED25519, Malformed, PublicKey, parse_key
from ledger.verify.trust import Trust

CODES: Final = (
    "Exit codes: 0 VERIFIED, held against a log whose signature was checked; 1 NOT VERIFIED, with what is wrong; "
    "2 no export, or no key; 3 NOT PROVEN: it contradicts itself nowhere, but without the log's key anyone can write "
    "such a file, and rows of a part of the books are tied to the log in a bundle only. @FILE: arguments, one a line."
)


def add_keys(parser: argparse.ArgumentParser) -> None:
    """The arguments of `trust`."""
    parser.add_argument(
        "--log", metavar="KEY", action="append", default=[],
        help="the log's key as the house publishes it, name+id+base64; again for each that it had before",
    )  # fmt: skip
    parser.add_argument(
        "--witness", metavar="KEY", action="append", default=[], help="a witness that must have cosigned"
    )


def trust(asked: argparse.Namespace) -> Trust:
    """Whose signatures count. Raises Malformed for what is no key, or one of another kind."""
    logs, witnesses = _keys("--log", ED25519, asked.log), _keys("--witness", COSIGNATURE, asked.witness)
    if witnesses and not logs:
        raise Malformed("a witness's key says nothing without the log's: give --log too")
    return Trust(logs, witnesses, getattr(asked, "every_signature", False))


def _keys(option: str, kind: int, given: Sequence[str]) -> tuple[PublicKey, ...]:
    keys = tuple(map(parse_key, given))
    for key in keys:
        if key.kind != kind:
            raise Malformed(
                f"the key of {key.name} is a {'log' if key.kind == ED25519 else 'witness'}'s, not for {option}"
            )
    return keys
