"""The one error family of the embedded stack: a sentence that says what is wrong and what to do about it."""


class Refusal(Exception):
    """The stack can't or mustn't go on. Its text is shown to the person as it is, without a trace."""

    exit_code = 1
