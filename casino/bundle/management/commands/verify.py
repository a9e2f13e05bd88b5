"""manage.py verify PATH [--json] — the stand-alone verifier, for those who have the house at hand.

Exit codes: 0 verified, 1 not verified, 2 no export or bundle, or unreadable.
"""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from casino.bundle.verify.__main__ import main


class Command(BaseCommand):
    help = "Verify an export of transfers or a bundle; nothing but the file is read."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", help="an export, a bundle's folder, or a packed bundle")
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **asked: Any) -> None:
        left = main([asked["path"], *(["--json"] if asked["json"] else [])])
        if left:
            sys.exit(left)
