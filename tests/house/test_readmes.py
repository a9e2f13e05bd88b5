"""Each room says what it is for, what it refuses and what it may import."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.core.management import get_commands
from django.urls import resolve

ROOT = Path(__file__).resolve().parents[2]
ROOMS = [ROOT / name for name in ("casino", "games", "ledger", "tests", "deploy")]
ROOMS += sorted(
    folder for room in ("casino", "games") for folder in (ROOT / room).iterdir() if (folder / "__init__.py").exists()
)


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: str(room.relative_to(ROOT)))
def test_a_room_has_its_readme(room: Path) -> None:
    text = (room / "README.md").read_text()
    assert text.startswith("# ")
    assert 5 <= text.count("\n") <= 250


def test_a_readme_links_to_files_that_exist() -> None:
    broken = [
        f"{path.relative_to(ROOT)}: {target}"
        for path in ROOT.rglob("*.md")
        if not {".venv", "var"} & set(path.relative_to(ROOT).parts)
        for target in _links(path.read_text())
        if not (path.parent / target).exists()
    ]
    assert broken == []


PAGES = [path for path in ROOT.rglob("*.md") if not {".venv", "var", ".hypothesis"} & set(path.relative_to(ROOT).parts)]
WORD = r"([a-z_]+)"


def _named(pattern: str) -> set[tuple[str, str]]:
    """What pages name by `pattern`, each with its page."""
    return {(str(path.relative_to(ROOT)), found) for path in PAGES for found in re.findall(pattern, path.read_text())}


def test_every_command_that_a_page_names_exists_and_every_command_of_ours_is_named() -> None:
    named = _named(rf"manage\.py {WORD}")
    known = get_commands()
    assert {each for each in named if each[1] not in known} == set()
    ours = {name for name, app in known.items() if app.startswith(("casino.", "ledger"))}
    assert ours - {command for _, command in named} == set(), "on no page"


def test_every_verb_of_make_that_a_page_names_exists() -> None:
    named = _named(r"(?:`|^ +)make ([a-z-]+)")
    verbs = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert len({verb for _, verb in named}) > 5
    assert {each for each in named if each[1] not in verbs} == set()


def test_every_module_that_a_page_runs_exists() -> None:
    ours = {
        each
        for each in _named(r"python -m ([a-z_.]+)")
        if each[1].split(".")[0] in ("casino", "deploy", "games", "ledger", "tests")
    }
    assert len(ours) > 4
    missing = {(page, name) for page, name in ours if find_spec(name.rstrip(".")) is None}
    assert missing == set()


def test_every_variable_that_the_code_reads_is_named_for_operators_and_the_reverse() -> None:
    code = "".join(
        path.read_text() for room in ("casino", "ledger", "deploy") for path in (ROOT / room).rglob("*.py")
    ) + (ROOT / "Makefile").read_text()  # fmt: skip
    read = set(re.findall(r"""(?:environ(?:\.get\(|\[)|environment\.(?:names|text)\()"([A-Z_]+)""", code))
    read -= {"PATH", "XDG_RUNTIME_DIR", "XDG_CACHE_HOME", "DJANGO_SETTINGS_MODULE"}
    operators = [*(ROOT / "deploy").rglob("*.md"), *(ROOT / "deploy" / "systemd").iterdir()]
    named = set(re.findall(r"\b[A-Z]+(?:_[A-Z]+)+\b", "".join(path.read_text() for path in operators)))
    assert len(read) > 15
    assert read - named == set(), "read and nowhere named"
    ours = {name for name in named if name.startswith(("HOUSE_", "KEEPER_", "WITNESS_", "LOG_"))}
    assert {name for name in ours if f'"{name}"' not in code and not name.endswith("DATABASE_URL")} == set()


def test_every_address_that_the_front_page_names_answers() -> None:
    addresses = re.findall(r"`(/[a-z0-9/]+)`", (ROOT / "README.md").read_text())
    assert addresses
    for address in addresses:
        resolve(address)


def test_the_runbook_s_codes_are_the_house_s() -> None:
    """What an operator sees on a screen at night is found in the runbook letter by letter."""
    codes = re.findall(r"`([a-z]+_[a-z_]+)`", (ROOT / "deploy" / "RUNBOOK.md").read_text())
    code = "".join(path.read_text() for room in ("casino", "ledger") for path in (ROOT / room).rglob("*.py"))
    assert len(codes) > 4
    assert [each for each in codes if f'"{each}"' not in code] == []


def _links(text: str) -> list[str]:
    targets = [piece.split(")")[0].split("#")[0] for piece in text.split("](")[1:]]
    return [target for target in targets if target and "://" not in target]
