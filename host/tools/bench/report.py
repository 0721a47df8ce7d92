"""Rows with budgets, the figures that measured values give for them, and how these are printed."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median_low
from typing import Any

from rich.console import Console
from rich.table import Table

WIDTH = 150  # of the table where there is no terminal


def percentile(values: Iterable[float], share: int) -> float:
    """Return the nearest-rank percentile: the least value that `share` in a hundred of the values do not exceed."""
    ordered = sorted(values)
    return ordered[-(-len(ordered) * share // 100) - 1]


FIGURES: Mapping[str, Callable[[Sequence[Any]], float]] = {
    "99th percentile": partial(percentile, share=99),
    "95th percentile": partial(percentile, share=95),
    "median": median_low,
    "longest": max,
}


@dataclass(frozen=True)
class Budget:
    """A figure in `unit` may be at most `most` and has to be at least `least`; without either it is for scale.

    `floor` is the reason why a missed budget cannot be met for the present; it is printed below the table.
    """

    unit: str
    most: float | None = None
    least: float | None = None
    floor: str = ""

    @property
    def limit(self) -> float | None:
        return self.least if self.most is None else self.most

    def is_met_by(self, value: float) -> bool:
        return (self.most is None or value <= self.most) and (self.least is None or value >= self.least)


@dataclass(frozen=True)
class Values:
    """Values that were measured `of` something; None for what failed. `words` say for `what` of their rows."""

    of: str
    values: Sequence[float | None]
    words: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Row:
    """What the values `of` something are, and their figures: the first has the budget, others are for scale.

    A single value is its own figure.
    """

    of: str
    what: str
    budget: Budget
    figures: Sequence[str] = ("99th percentile", "median")


@dataclass(frozen=True)
class Figure:
    """What was measured; None if that failed."""

    name: str
    value: float | None
    budget: Budget

    @property
    def is_missed(self) -> bool:
        return self.value is None or not self.budget.is_met_by(self.value)

    def as_data(self) -> dict[str, object]:
        value = None if self.value is None else round(self.value, 3)
        return {"name": self.name, "measured": value, "budget": self.budget.limit, "unit": self.budget.unit}


def figures_of(rows: Sequence[Row], measured: Iterable[Values], words: Mapping[str, object]) -> list[Figure]:
    """Return the figures of all rows, in the order in which their values are measured."""
    found = []
    for values in measured:
        asking = [row for row in rows if row.of == values.of]
        assert asking, f"No row has a figure of {values.of}."
        for row in asking:
            what, budget = row.what.format(**{**words, **values.words}), row.budget
            for name in row.figures:
                value = FIGURES[name](values.values)
                found.append(Figure(f"{what}, {name} of {len(values.values):,}", value, budget))
                budget = Budget(budget.unit)
            if not row.figures:
                (value,) = values.values
                found.append(Figure(what, value, budget))
    return found


def write_json(figures: Sequence[Figure], path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps([each.as_data() for each in figures], indent=1) + "\n", encoding="utf-8")


def print_table(figures: Sequence[Figure], console: Console) -> None:
    """Print the figures, then the reasons for missed budgets."""
    table = Table()
    table.add_column("what", overflow="fold")
    for heading in ("measured", "budget", "ratio"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    for each in figures:
        table.add_row(*_cells(each))
    console.print(table)
    missed = [each for each in figures if each.is_missed]
    for floor in dict.fromkeys(each.budget.floor for each in missed if each.budget.floor):
        console.print(floor)
    budgeted = sum(each.budget.limit is not None for each in figures)
    console.print(f"{budgeted - len(missed)} of {budgeted} rows with a budget meet it; {len(missed)} do not.")


def _cells(figure: Figure) -> tuple[str, ...]:
    unit, limit = figure.budget.unit, figure.budget.limit
    measured = "fails" if figure.value is None else f"{_rounded(figure.value)} {unit}"
    if limit is None:
        return figure.name, measured, "", "", "for scale"
    bound = f"{'≥' if figure.budget.most is None else '≤'} {_rounded(limit)} {unit}"
    ratio = "" if figure.value is None else f"{figure.value / limit:.2f}" if limit else ""
    return figure.name, measured, bound, ratio, "[red]missed[/]" if figure.is_missed else "[green]met[/]"


def _rounded(number: float) -> str:
    return f"{number:,.0f}" if abs(number) >= 1000 else f"{number:.3g}" if number < 10 else f"{number:.1f}"
