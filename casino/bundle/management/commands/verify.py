"""manage.py verify PATH [--log KEY] [--witness KEY …] [--every-signature] [--json] — the stand-alone verifier at hand.

Exit codes: 0 verified, 1 not verified, 2 no export or bundle, unreadable or no key, 3 not proven (no key was given, or
rows of a part of the books outside a bundle).
"""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from casino.bundle.verify.__main__ import main
from ledger.verify.asking import add_keys


class Command(BaseCommand):
    help = "Verify an export of transfers or a bundle; nothing but the file is read."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", help="an export, a bundle's folder, or a packed bundle")
        parser.add_argument("--json", action="store_true")
        parser.add_argument("--every-signature", action="store_true")
        add_keys(parser)

    def handle(self, *args: Any, **asked: Any) -> None:
        words = [asked["path"], *(f"--{name.replace('_', '-')}" for name in ("json", "every_signature") if asked[name])]
        left = main([*words, *(f"--{whose}={key}" for whose in ("log", "witness") for key in asked[whose])])
        if left:
            sys.exit(left)
