"""Cells that no spreadsheet takes for a formula, and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.verify.form import guarded, unguarded

E08 = ["=1+1", "+SUM(A1)", "-2+3|cmd", "@x", "\t=1", "\r=1", "＝1", '=HYPERLINK("x")', "\n=1", " =1", "\u00a0=1", "'=1"]


@pytest.mark.parametrize("text", E08)
def test_E08_what_could_start_a_formula_gets_an_apostrophe(text: str) -> None:
    assert guarded(text) == "'" + text


@pytest.mark.parametrize("text", ["", "Ann", "7", "a=b", "ünï", "{}", "(x)", "№ 5"])
def test_plain_text_stays_as_it_is(text: str) -> None:
    assert guarded(text) == text


@given(st.text())
def test_E08_any_text_comes_back_as_it_was(text: str) -> None:
    assert unguarded(guarded(text)) == text
