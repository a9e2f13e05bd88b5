"""The one error of the games: an act that the rules forbid."""

from __future__ import annotations


class Refused(Exception):
    """A forbidden act, a setting or a state that can't be read. Nothing was changed.

    code      stable, lower case with underscores; doors map it, records store it
    template  an English sentence with {facts} in it, which says what to do instead
    facts     what fills the sentence; JSON-able
    """

    def __init__(self, code: str, template: str, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.template = template
        self.facts = facts

    @property
    def sentence(self) -> str:
        return self.template.format_map(self.facts)

    def __str__(self) -> str:
        return f"{self.code}: {self.sentence}"
