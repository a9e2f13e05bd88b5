"""Ten thousand: six dice and a pot. README.md beside this file has the rules."""

from games.ten_thousand.rules import TenThousand

EDITIONS = (TenThousand(),)
