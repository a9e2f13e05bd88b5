"""The containers run what the units run: the same commands, logins, files and keys."""

from typing import Any

import pytest
import yaml

from deploy.local.members import KEEPER, LIVE, SEALER, WEB, WITNESS, WORKERS, Member
from tests.faults.test_systemd import UNITS, _service

COMPOSE = UNITS.parent / "compose" / "compose.yaml"
MEMBERS = (KEEPER, WITNESS, SEALER, *WORKERS, WEB, LIVE)


def _services() -> dict[str, Any]:
    services: dict[str, Any] = yaml.safe_load(COMPOSE.read_text())["services"]
    return services


def _words(command: str) -> list[str]:
    """The unit's command without its Python, listening where a container must."""
    words = command.replace("%%", "%").replace("127.0.0.1", "0.0.0.0").split()  # noqa: S104 (inside a container)
    return words[1:]


@pytest.mark.parametrize("member", MEMBERS, ids=lambda member: member.name)
def test_a_container_is_the_unit_of_its_name(member: Member) -> None:
    unit, container = _service(UNITS / f"hazard-house-{member.name}.service"), _services()[member.name]
    assert container["command"] == _words(unit["ExecStart"])
    given = dict(word.split("=", 1) for word in unit["Environment"].replace("127.0.0.1", "0.0.0.0").split())  # noqa: S104
    assert container["environment"] == given
    files = ["etc/witness.env"] if member is WITNESS else ["etc/house.env", f"etc/{member.login}.env"]
    assert container["env_file"] == files
    assert container["stop_grace_period"] == f"{member.stop_within:.0f}s"
    shown = " ".join(container["volumes"])
    assert ("./etc/fairness:" in shown) is member.holds_key
    for value in given.values():
        if value.startswith(("/etc/hazard-house", "/var/lib")):
            assert any(value.startswith(volume.split(":")[1]) for volume in container["volumes"]), value


def test_there_is_no_container_besides_and_each_is_confined() -> None:
    services = _services()
    assert set(services) == {member.name for member in MEMBERS} | {"migrate"}
    assert services["migrate"]["command"] == _words(_service(UNITS / "hazard-house-migrate.service")["ExecStart"])
    for service in services.values():
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert all(port.startswith("127.0.0.1:") for port in service.get("ports", ()))
