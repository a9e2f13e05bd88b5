"""Who may do what, as the code has it: every act against every role."""

from casino.people.permissions import ACTS
from casino.profile.roles import Role


def matrix() -> list[tuple[str, tuple[bool, ...]]]:
    """Each act by name, and for each Role in the order of the roles whether it may."""
    return [(act, tuple(role in ACTS[act] for role in Role)) for act in sorted(ACTS)]


def table() -> str:
    """The matrix as text: an act a line, a column a role, an x where the role may."""
    width = max(map(len, ACTS))
    heads = [role.value for role in Role]
    lines = ["  ".join([" " * width, *heads])]
    for act, may in matrix():
        cells = (("x" if yes else "").center(len(head)) for yes, head in zip(may, heads, strict=True))
        lines.append("  ".join([act.ljust(width), *cells]).rstrip())
    return "\n".join(lines)
