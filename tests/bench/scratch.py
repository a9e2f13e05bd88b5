"""A scratch environment for somebody else's packages, and a program in it that is asked for rates by line."""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any


class Beside:
    """A running program that answers each line of JSON with a line of JSON."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, *words: Any) -> Any:
        """What it answers; RuntimeError if it has ended."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(words), file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError(f"the program beside us has ended with {self._process.wait()}")
        return json.loads(answer)


def environment(folder: Path, *packages: str) -> Path:
    """Installs the packages into a new folder by uv; the Python there."""
    uv, python = (sys.executable, "-m", "uv"), folder / "bin" / "python"
    subprocess.run([*uv, "venv", "-q", "--python", sys.executable, folder], check=True)
    subprocess.run([*uv, "pip", "install", "-q", "--python", python, *packages], check=True)
    return python


@contextmanager
def beside(python: Path, program: str, variables: Mapping[str, str] | None = None) -> Iterator[Beside]:
    """Runs the program until the block ends."""
    process = subprocess.Popen(
        [python, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=variables
    )
    try:
        yield Beside(process)
    finally:
        process.terminate()
        process.wait()
