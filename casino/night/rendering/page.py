"""The report as one HTML file: no scripts, nothing from elsewhere, its style allowed by hash only."""

import base64
import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.template.loader import render_to_string

from casino.night.rendering import bands
from casino.night.rendering.rows import sections
from casino.night.rendering.terminal import head, result, title

STYLE = Path(__file__).with_name("report.css").read_text(encoding="utf-8")


def page(figures: Mapping[str, Any], digest: str) -> str:
    """The whole file as text, in the language that is active; the same figures give the same bytes in it for ever."""
    return render_to_string("night/report.html", {
        "figures": figures,
        "title": title(figures),
        "head": head(figures)[1:],
        "result": result(figures),
        "clean": not figures["exceptions"],
        "sections": sections(figures),
        "bands": bands.drawn(figures),
        "digest": digest,
        "style": STYLE,
        "policy": f"default-src 'none'; style-src 'sha256-{_hash(STYLE)}'; base-uri 'none'; form-action 'none'",
    })  # fmt: skip


def _hash(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
