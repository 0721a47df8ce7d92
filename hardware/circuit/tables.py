"""A table of figures as the page shows it, and whether each of its lines holds."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Table:
    """What is computed of one thing. `broken` are the lines that do not hold although the circuit relies on them."""

    name: str
    head: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]
    broken: tuple[str, ...] = ()

    def markdown(self) -> str:
        """Return it in Markdown."""
        rule = tuple("---" for _ in self.head)
        return "\n".join(f"| {' | '.join(cells)} |" for cells in (self.head, rule, *self.lines))
