"""The measured values as rows: a table for people, JSON for programs."""

import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from host.tools.bench.budgets import Budget


@dataclass(frozen=True)
class Row:
    """A measured value, None if there is none; a row without a `budget`, in `unit`, is for scale."""

    name: str
    measured: float | None
    budget: Budget | None = None
    unit: str = ""

    @property
    def is_missed(self) -> bool:
        if self.budget is None:
            return False
        return self.measured is None or not self.budget.is_met_by(self.measured)

    def as_data(self) -> dict[str, object]:
        budget = self.budget
        return {
            "name": self.name,
            "measured": None if self.measured is None else round(self.measured, 3),
            "budget": budget.limit if budget else None,
            "unit": budget.unit if budget else self.unit,
        }


Part = tuple[str, Callable[[], list[Row]]]


def measured(part: Part) -> tuple[str, list[Row], float]:
    """Measure a part; return its name, its rows, and the seconds that it took."""
    began = time.monotonic()
    name, measure = part
    return name, measure(), time.monotonic() - began


def percentile(values: Iterable[float], share: int = 99) -> float:
    """Return the nearest-rank percentile: the least value that `share` in a hundred of the values do not exceed."""
    ordered = sorted(values)
    return ordered[-(-len(ordered) * share // 100) - 1]


def rows_for(what: str, values: Sequence[float], budget: Budget) -> list[Row]:
    """Return the 99th percentile of values in their budget's unit, and for scale their median."""
    return [
        Row(f"{what}, 99th percentile of {len(values):,}", percentile(values), budget),
        Row(f"{what}, median of {len(values):,}", percentile(values, 50), unit=budget.unit),
    ]


def figure(number: float) -> str:
    return f"{number:,.0f}" if abs(number) >= 1000 else f"{number:.3g}" if number < 10 else f"{number:.1f}"


def write_json(rows: Sequence[Row], path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps([row.as_data() for row in rows], indent=1) + "\n", encoding="utf-8")


def print_table(rows: Sequence[Row], console: Console) -> None:
    """Print the rows, then the reasons for missed budgets."""
    table = Table()
    table.add_column("what", overflow="fold")
    for heading in ("measured", "budget", "ratio"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    for row in rows:
        table.add_row(*_cells(row))
    console.print(table)
    missed = [row for row in rows if row.is_missed]
    for budget in dict.fromkeys(row.budget for row in missed):
        if budget and budget.floor:
            console.print(f"{budget.name}: {budget.floor}")
    budgeted = sum(row.budget is not None for row in rows)
    console.print(f"{budgeted - len(missed)} of {budgeted} rows with a budget meet it; {len(missed)} do not.")


def _cells(row: Row) -> tuple[str, ...]:
    budget = row.budget
    unit = budget.unit if budget else row.unit
    measured = "fails" if row.measured is None else f"{figure(row.measured)} {unit}"
    if budget is None:
        return row.name, measured, "", "", "for scale"
    bound = ("≥ " if budget.at_least else "≤ ") + f"{figure(budget.limit)} {unit}"
    ratio = "" if row.measured is None else f"{row.measured / budget.limit:.2f}"
    return row.name, measured, bound, ratio, "[red]missed[/]" if row.is_missed else "[green]met[/]"
