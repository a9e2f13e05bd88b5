"""The report as it is read: the same figures in a terminal, as lines, as one page that asks nobody for anything."""

import base64
import hashlib
import re
from io import StringIO
from typing import Any

import pytest
from django.utils import translation
from rich.console import Console

from casino.night.progress import report
from casino.night.rendering.amounts import money, percent
from casino.night.rendering.page import page
from casino.night.rendering.terminal import show
from tests.casino.night.closing import closed
from tests.casino.night.evening import DAY, Evening
from tests.casino.world import House

EMPTY: dict[str, Any] = {
    "title": "Night report 2026-06-15", "property": "HH", "currency": "GBP", "places": 2, "profile": 1,
    "closed_by": "house", "closed_at": "2026-06-16T05:30:00+00:00", "recorded_at": "2026-06-16T05:31:00+00:00",
    "through_posting": 0, "tables": [], "balances": [], "checks": [], "exceptions": [],
    "total": {**dict.fromkeys(("rounds", "void", "throws", "shifts"), 0), "hold": None,
              "theory": dict.fromkeys(("win", "variance", "deviation", "low", "high", "within")),
              **dict.fromkeys(("staked", "win_rounds", "fee", "fills", "credits", "drop", "win_inventory",
                               "difference"), "0")},
}  # fmt: skip


@pytest.mark.parametrize(
    ("digits", "places", "text"),
    [
        ("0", 2, "0.00"), ("5", 2, "0.05"), ("-5", 2, "-0.05"), ("1234567", 2, "12,345.67"), ("-100", 2, "-1.00"),
        ("1234567", 0, "1,234,567"), ("9007199254740993", 2, "90,071,992,547,409.93"), (None, 2, "unknown"),
    ],
)  # fmt: skip
def test_E05_amounts_are_printed_to_the_last_unit(digits: str | None, places: int, text: str) -> None:
    assert money(digits, places) == text


def test_a_hold_that_does_not_exist_is_a_dash() -> None:
    assert (percent(None), percent("-60.00")) == ("-", "-60.00 %")


def lines(figures: dict[str, Any]) -> str:
    out = StringIO()
    show(figures, "d" * 64, Console(file=out, width=40))
    return out.getvalue()


def test_where_there_is_no_terminal_a_row_is_one_line_of_tabs(played: House) -> None:
    closed(played)
    frozen = report(DAY)
    said = lines(frozen.figures)
    (row,) = [line for line in said.splitlines() if line.startswith("H1\tHazard")]
    assert row.split("\t")[2] == money(frozen.figures["tables"][0]["win_rounds"], 2)
    assert "\x1b" not in said


def test_on_a_terminal_win_stands_beside_its_band(played: House) -> None:
    closed(played)
    out = StringIO()
    show(report(DAY).figures, "d" * 64, Console(file=out, force_terminal=True, width=160))
    assert "Theoretical win" in out.getvalue()
    assert "95 % band" in out.getvalue()
    assert "d" * 64 in out.getvalue()


def test_sections_without_rows_say_no_activity() -> None:
    assert lines(EMPTY).count("No activity") == 6
    assert page(EMPTY, "d" * 64).count("No activity") == 6


CHECKED = {"table": "", "check": "tie_out", "outcome": "passed", "looked_at": 1, "sentence": "Win is win."}
CASED = {
    "case": 1, "table": "H1", "code": "slip_missing", "subject": "slip:1", "owner": "vault",
    "sentence": "Slip 1 is missing.",
}  # fmt: skip


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("Night report 2026-06-15", "closed with 1 exception", "tie out", "Win is win.", "slip missing")),
        ("ru", ("Отчёт за ночь 2026-06-15", "закрыто с 1 исключением", "сверка выигрыша",
                "Выигрыш по инвентарю равен", "нет ордера", "хранилище")),
        ("pt", ("Relatório da noite 2026-06-15", "fechado com 1 exceção", "conferência do ganho",
                "O ganho pelo inventário", "talão em falta")),
    ],
)  # fmt: skip
def test_a_report_speaks_its_readers_language_and_names_each_code_beside(language: str, words: tuple[str, ...]) -> None:
    figures = {**EMPTY, "checks": [CHECKED], "exceptions": [CASED]}
    with translation.override(language):
        html, said = page(figures, "d" * 64), lines(figures)
    assert f'<html lang="{language}">' in html
    for word in words:
        assert word in html
        assert word in said
    for code in ("tie_out", "slip_missing"):
        assert f"<small>{code}</small>" in html
        assert f"({code})" in said
    assert "Slip 1 is missing." in html, "what was frozen stands as it was frozen"


def test_what_a_passed_check_counted_stands_in_every_language() -> None:
    found = "Every chip issued lies somewhere; players, unrated and tokes hold 12 of chips:GBP."
    figures = {**EMPTY, "checks": [{**CHECKED, "check": "conservation", "sentence": found}]}
    for language in ("en", "ru", "pt"):
        with translation.override(language):
            assert "12 of chips:GBP" in lines(figures)


def test_a_difference_stands_with_its_causes_and_a_report_without_any_kept_prints_as_before(evening: Evening) -> None:
    evening.open("H1")
    evening.play("H1", 5)
    evening.close("H1", short=20_000)
    closed(evening.house)
    kept = report(DAY).figures
    (row,) = [line for line in lines(kept).splitlines() if "2 pieces of 10000 too few" in line]
    assert row.split("\t")[:4] == ["H1", "1", "-200.00", "-200.00"]
    assert "2 pieces of 10000 too few may stand on the count slip." in page(kept, "d" * 64)
    del kept["tables"][0]["differences"]
    assert "candidate" not in page(kept, "d" * 64)


def test_the_page_runs_nothing_and_asks_nobody(played: House) -> None:
    """No script, no address, no inline style; the one style sheet is allowed by its hash."""
    closed(played)
    frozen = report(DAY)
    html = page(frozen.figures, frozen.digest)
    assert page(frozen.figures, frozen.digest) == html, "byte-identical for ever"
    assert not re.search(r"<script|\son\w+=|style=|https?:|//\w|url\(|@import|<link|<img|<iframe", html)
    (style,) = re.findall(r"<style>(.*?)</style>", html, re.DOTALL)
    allowed = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = re.findall(r'Content-Security-Policy" content="([^"]*)"', html)[0].replace("&#x27;", "'")
    assert f"style-src 'sha256-{allowed}'" in policy
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    assert frozen.digest in html


def test_names_from_the_house_are_text_on_the_page() -> None:
    case = {
        "case": 1, "table": "H1", "code": "x", "subject": "<b>", "owner": "pit",
        "sentence": "<script>alert(1)</script>",
    }  # fmt: skip
    html = page({**EMPTY, "exceptions": [case]}, "d" * 64)
    assert "<script" not in html
    assert "&lt;script&gt;" in html


def test_a_win_outside_its_band_is_shown_as_that() -> None:
    theory = {"win": "100", "deviation": "50", "low": "2", "high": "198", "within": False, "why": ""}
    table = {
        "table": "H1", "games": ["hazard 1"], "chip": "100", "shifts": 1, "rounds": 1, "void": 0, "throws": 2,
        "staked": "1000", "win_rounds": "-400", "fee": "0", "opener": "0", "closer": "0", "fills": "0", "credits": "0",
        "drop": "0", "win_inventory": None, "difference": None, "hold": None, "theory": theory, "unknown": [],
    }  # fmt: skip
    figures = {**EMPTY, "tables": [table]}
    assert "\t0.02 to 1.98\tOUTSIDE" in lines(figures)
    assert 'class="win out"' in page(figures, "d" * 64)
