"""The units for a real server run what the embedded stack runs, with the same logins."""

from configparser import ConfigParser
from pathlib import Path

import pytest

from deploy.local.members import KEEPER, LIVE, SEALER, WEB, WITNESS, WORKERS, Member
from deploy.local.state import CHECKOUT

UNITS = CHECKOUT / "deploy" / "systemd"


def _service(path: Path) -> dict[str, str]:
    """The unit's [Service] part; of a key that stands twice, the last."""
    unit = ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(path)
    return dict(unit["Service"])


@pytest.mark.parametrize("member", [KEEPER, WITNESS, SEALER, *WORKERS, WEB, LIVE], ids=lambda member: member.name)
def test_a_unit_is_the_member_it_is_named_for(member: Member) -> None:
    service = _service(UNITS / f"hazard-house-{member.name}.service")
    words = [word for word in member.module if word not in ("--fd", "{door}")]
    command = " ".join(["/opt/hazard-house/.venv/bin/python", "-m", *words]).replace("%", "%%")
    assert service["ExecStart"].startswith(command)
    assert service["EnvironmentFile"] == f"/etc/hazard-house/{member.login}.env"
    assert int(service["TimeoutStopSec"]) == member.stop_within
    # With a minus sign, or the unit would not start where the folder is not: a witness on a machine of its own.
    assert service.get("InaccessiblePaths", "") == ("" if member.holds_key else "-/etc/hazard-house/fairness")
    assert ("/etc/hazard-house/fairness" in service["Environment"]) is member.holds_key


def test_there_is_no_unit_besides() -> None:
    names = {path.stem.removeprefix("hazard-house-") for path in UNITS.glob("*.service")}
    assert names == {member.name for member in (KEEPER, WITNESS, SEALER, *WORKERS, WEB, LIVE)} | {"migrate"}
