"""The house's words: every one in Russian and Portuguese, none with other places to fill, none left over."""

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po
from django.utils import translation
from django.utils.translation.template import templatize

from casino.console.figures import chips, money, parse_money
from casino.console.words import exception_of, of_game, proof, sentence, why_not
from casino.refusal import BadInput, Conflict
from games import discover
from games.engine import Offer
from ledger.explain import Said

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("ru", "pt")
KEYWORDS = {"gettext": None, "_": None, "gettext_lazy": None, "ngettext": (1, 2)}
PLACES = re.compile(r"%\((\w+)\)s|\{(\w+)\}")


def catalogue(language: str, room: str = "casino/console") -> Catalog:
    with (ROOT / room / "locale" / language / "LC_MESSAGES" / "django.po").open("rb") as text:
        return read_po(text, locale=language, abort_invalid=True)


def used() -> Iterator[str]:
    """Every English text of the console's code and templates and of the felts."""
    for path in [*ROOT.glob("casino/console/templates/**/*.html"), *ROOT.glob("games/*/templates/**/*.html")]:
        source = templatize(path.read_text(encoding="utf-8"), origin=str(path))
        yield from _texts(io.BytesIO(source.encode()))
    for path in ROOT.glob("casino/console/**/*.py"):
        yield from _texts(io.BytesIO(path.read_bytes()))


def of_night() -> Iterator[str]:
    """Every English text of the night's report."""
    for path in ROOT.glob("casino/night/templates/**/*.html"):
        source = templatize(path.read_text(encoding="utf-8"), origin=str(path))
        yield from _texts(io.BytesIO(source.encode()))
    for path in ROOT.glob("casino/night/rendering/*.py"):
        yield from _texts(io.BytesIO(path.read_bytes()))


def _texts(source: io.BytesIO) -> Iterator[str]:
    for _, text, _, _ in extract("python", source, KEYWORDS):
        yield text[0] if isinstance(text, tuple) else str(text)


def forms(text: object) -> list[str]:
    """The singular and the plurals, or the one text that there is."""
    return [str(each) for each in text] if isinstance(text, list | tuple) else [str(text or "")]


def places(text: object) -> set[frozenset[str]]:
    return {frozenset("".join(found) for found in PLACES.findall(each)) for each in forms(text)}


def ids(of: Catalog) -> set[str]:
    return {each.id[0] if isinstance(each.id, tuple) else str(each.id) for each in of if each.id and not each.context}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated_and_no_translation_is_left_over(language: str) -> None:
    assert ids(catalogue(language)) == set(used())
    assert ids(catalogue(language, "casino/night")) == set(of_night())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_of_report_and_console_has_one_translation(language: str) -> None:
    """Django puts the catalogues together: of two translations of one text one would win everywhere."""
    night, console = catalogue(language, "casino/night"), catalogue(language)
    for each in ids(night) & ids(console):
        assert night[each].string == console[each].string


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_check_and_case_of_the_night_has_words(language: str) -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in ROOT.glob("casino/night/checks/*.py"))
    words = catalogue(language, "casino/night")
    checks = set(re.findall(r'Found\(\s*"(\w+)"', source))
    assert len(checks) > 10
    assert {
        check for check in checks if words.get(check, "check") is None or words.get(check, "check holds") is None
    } == set()
    codes = set(
        re.findall(r'Finding\(\s*"(\w+)"|_finding\(\s*played, "(\w+)"|code = "(\w+)"|code, sentence = "(\w+)"', source)
    )
    assert {code for each in codes for code in each if code and words.get(code, "case") is None} == set()


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
@pytest.mark.parametrize("room", ["casino/console", *(f"games/{game}" for game in discover())])
def test_a_translation_fills_the_places_that_its_text_has(language: str, room: str) -> None:
    for each in catalogue(language, room):
        if not each.id:
            continue
        assert all(forms(each.string)), each.id
        if not each.context:
            assert places(each.string) <= places(each.id)


@pytest.mark.parametrize("room", ["casino/console", *(f"games/{game}" for game in discover())])
def test_both_languages_know_the_same_codes(room: str) -> None:
    codes = [{(each.context, each.id) for each in catalogue(one, room) if each.context} for one in LANGUAGES]
    assert codes[0] == codes[1]
    english = {(each.context, each.id) for each in catalogue("en", room) if each.context}
    assert english <= codes[0]


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
@pytest.mark.parametrize("game", list(discover()))
def test_every_verb_and_name_of_a_game_has_a_word(game: str, language: str) -> None:
    with translation.override(language):
        assert of_game(game, "name", game) != game.replace("_", " ")
        for verb in discover()[game].verbs:
            assert of_game(game, "verb", verb) != verb.replace("_", " ")


def test_a_refusal_is_said_in_the_persons_language_and_else_in_its_own_words() -> None:
    taken = Conflict("seat_taken", "Seat 3 is taken until this round is over.", seat=3)
    short = Conflict("drawer_short", "Too little.", drawer="cage:window:1", needs="7000")
    with translation.override("ru"):
        assert sentence(taken) == "Место 3 занято до конца раунда."
        assert sentence(short) == "Свободно меньше 70,00 (окно 1): сначала пополните."
        assert sentence(Conflict("never_heard", "A sentence of its own.")) == "A sentence of its own."
        assert sentence(Conflict("seat_taken", "Facts are missing.")) == "Facts are missing."
        offer = Offer("stake", "1", why_not="purse_short", sentence="1 has 0 free chips and this needs 5.")
        assert why_not(offer, "hazard") == "не хватает фишек"
    with translation.override("pt"):
        assert sentence(Conflict("not_caster", "Only 2.", caster="2"), "hazard") == "Só o lançador, lugar 2, faz isto."


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("opener of table H1 differs", "H1 · Счёт открытия"),
        ("box 2 of table H1 differs", "H1 · 2"),
        ("rake of table C1 differs", "C1"),
        ("cage:window:1 differs", "окно 1"),
        ("payout by hand in round 5", "Раунд 5"),
        ("fill 2026/7 is void", "2026/7"),
        ("credit 2026/7 is taken back by 2026/9", "2026/7 ← 2026/9"),
        ("currency line 4 at cage:window:2 is void", "Строка 4 · окно 2"),
        ("something new", "something new"),
    ],
)
def test_what_an_exception_is_about_is_said_in_the_persons_language(what: str, said: str) -> None:
    with translation.override("ru"):
        assert exception_of(what) == said


def test_E05_amounts_are_never_floats() -> None:
    assert money(9_007_199_254_740_993, 2) == "90,071,992,547,409.93"
    assert money(-5, 2) == "−0.05"
    assert money(5, 0, signed=True) == "+5"
    assert chips(-1_234_567) == "−1,234,567"
    with translation.override("pt"):
        assert money(123_456, 2) == "1.234,56"
    with translation.override("ru"):
        assert money(123_456, 2) == "1\N{NO-BREAK SPACE}234,56"


@pytest.mark.parametrize(("entered", "amount"), [("1250", 125_000), ("1250.05", 125_005), ("0,07", 7), ("0", 0)])
def test_an_amount_is_read_exactly(entered: str, amount: int) -> None:
    assert parse_money(entered, 2) == amount


@pytest.mark.parametrize(
    "entered",
    [
        "",
        "1,250.00",
        "1 250",
        "12.5",
        "12.555",
        "-1",
        "+1",
        "1e3",
        ".50",
        "12.",
        "٣",
        "1.2.3",
        "9" * 14,
        "1.²³",
        "1.٥٠",
    ],
)
def test_an_amount_that_could_be_read_in_two_ways_is_refused(entered: str) -> None:
    with pytest.raises(BadInput):
        parse_money(entered, 2)


def test_a_currency_without_decimals_has_none() -> None:
    assert parse_money("1250", 0) == 1250
    with pytest.raises(BadInput):
        parse_money("1250.00", 0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("context", "source", "made"),
    [
        ("balance proof", "ledger/explain.py", r'Said\.of\("(\w+)"'),
        ("throw step", "casino/fairness/explain.py", r'_step\(\s*[^"()]*?"(\w+)", (?:"|HONEST)'),
    ],
)
def test_every_step_of_an_explanation_has_words(language: str, context: str, source: str, made: str) -> None:
    codes = set(re.findall(made, (ROOT / source).read_text(encoding="utf-8")))
    assert codes == {each.id for each in catalogue(language) if each.context == context}
    assert len(codes) > 7


def test_a_proof_is_said_in_the_persons_language_with_balances_as_money() -> None:
    broken = Said.of(
        "step_broken", "version {version} stores {balance} after {before}{change:+}", version=3, balance=700,
        before=500, change=100,
    )  # fmt: skip
    assert broken == "version 3 stores 700 after 500+100"
    assert proof(broken, 2) == broken
    with translation.override("ru"):
        assert proof(broken, 2) == "Версия 3 хранит 7,00 после 5,00 и движения 1,00"
