"""A table of figures as the page shows it, and whether each of its lines holds."""

import operator
from dataclasses import dataclass

HOLDS = {"under": operator.lt, "at most": operator.le, "at least": operator.ge}


@dataclass(frozen=True)
class Table:
    """Computed figures. `broken` are the lines that do not hold although the circuit relies on them."""

    name: str
    head: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]
    broken: tuple[str, ...] = ()

    def markdown(self) -> str:
        """Return it in Markdown."""
        rule = tuple("---" for _ in self.head)
        return "\n".join(f"| {' | '.join(cells)} |" for cells in (self.head, rule, *self.lines))


Limit = tuple[str, float]  # one of HOLDS, and the figure


def limited(name: str, *rows: tuple[str, float, str, Limit | None]) -> Table:
    """Return a table of figures and limits: what, how much, its format and unit as in ".2f V", and the limit if any."""
    lines, broken = [], []
    for what, value, form, limit in rows:
        decimals, unit = form.split()
        wanted = f"{limit[0]} {limit[1]:g} {unit}" if limit else ""
        lines.append((what, f"{value:{decimals}} {unit}", wanted))
        if limit and not HOLDS[limit[0]](value, limit[1]):
            broken.append(what)
    return Table(name, ("what", "is", "must be"), tuple(lines), tuple(broken))
