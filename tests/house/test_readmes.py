"""Each room says what it is for, what it refuses and what it may import."""

from pathlib import Path

import pytest

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


def _links(text: str) -> list[str]:
    targets = [piece.split(")")[0].split("#")[0] for piece in text.split("](")[1:]]
    return [target for target in targets if target and "://" not in target]
