"""What was taken from elsewhere is what the manifest says, byte by byte, and nothing else lies there."""

import hashlib
import json
from pathlib import Path

VENDOR = Path(__file__).resolve().parents[2] / "casino" / "console" / "static" / "vendor"
MANIFEST = json.loads((VENDOR / "manifest.json").read_text())


def test_every_vendored_file_is_the_one_that_its_release_had() -> None:
    for name, facts in MANIFEST.items():
        assert hashlib.sha256((VENDOR / name).read_bytes()).hexdigest() == facts["sha256"], name
        assert facts["version"] in name
        assert facts["licence"]


def test_nothing_lies_there_that_the_manifest_does_not_name() -> None:
    licences = {"htmx-LICENSE.txt", "inter-LICENSE.txt"}
    assert {path.name for path in VENDOR.iterdir()} == {*MANIFEST, *licences, "manifest.json"}
