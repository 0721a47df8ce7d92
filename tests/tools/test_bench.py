"""The table of the bench: how values become figures with budgets, and that each subject can be measured."""

import ast
import io
from pathlib import Path

import pytest
from rich.console import Console

from host.tools.bench import rows
from host.tools.bench.report import Budget, Figure, Row, Values, figures_of, print_table
from host.tools.bench.rows import AT_PINS, HERE, SIMULATED, Subject

BENCH = Path(rows.__file__).parent
AT_MOST, AT_LEAST = Budget("ms", most=20.0, floor="A key is slow by nature."), Budget("kB", least=140.0)


@pytest.mark.parametrize("subject", [*SIMULATED, *HERE, AT_PINS], ids=lambda subject: subject.name)
def test_each_subject_names_a_function_that_takes_its_sizes_and_the_words_of_its_cases(subject: Subject) -> None:
    module, name = subject.measure.split(":")
    tree = ast.parse((BENCH / f"{module}.py").read_text(encoding="utf-8"))
    (function,) = (each for each in tree.body if isinstance(each, ast.FunctionDef) and each.name == name)
    cases = ({"board": "", "rig": ""},) if subject is AT_PINS else subject.cases
    for case in cases:
        assert {each.arg for each in function.args.args} == {*case, *subject.sizes}


def test_figures_are_named_by_the_words_of_a_case_and_of_values_and_the_first_alone_has_the_budget() -> None:
    asked = [Row("key", "key of {game}, {variant}", AT_MOST), Row("other", "never", AT_MOST)]
    values = Values("key", [float(number) for number in range(1, 1001)], {"game": "bambuti"})
    worst, median = figures_of(asked, [values], {"variant": "frozen"})
    assert worst == Figure("key of bambuti, frozen, 99th percentile of 1,000", 990.0, AT_MOST)
    assert median == Figure("key of bambuti, frozen, median of 1,000", 500.0, Budget("ms"))


def test_a_single_value_is_its_own_figure_also_if_it_failed() -> None:
    asked = [Row("ready", "ready", AT_MOST, ())]
    assert figures_of(asked, [Values("ready", [3.0]), Values("ready", [None])], {}) == [
        Figure("ready", 3.0, AT_MOST),
        Figure("ready", None, AT_MOST),
    ]


def test_values_that_no_row_asks_for_are_an_error() -> None:
    with pytest.raises(AssertionError, match=r"No row has a figure of keys\."):
        figures_of([Row("key", "key", AT_MOST)], [Values("keys", [1.0])], {})


@pytest.mark.parametrize(
    ("value", "budget", "is_missed"),
    [
        (20.0, AT_MOST, False),
        (20.1, AT_MOST, True),
        (140.0, AT_LEAST, False),
        (139.9, AT_LEAST, True),
        (None, AT_LEAST, True),
        (1e9, Budget("ms"), False),
    ],
)
def test_a_budget_is_missed_beyond_its_limit_or_without_a_value(
    value: float | None, budget: Budget, is_missed: bool
) -> None:
    assert Figure("", value, budget).is_missed == is_missed


def test_below_the_table_are_the_reasons_for_missed_budgets_and_how_many_are_met() -> None:
    printed = io.StringIO()
    figures = [Figure("slow key", 25.0, AT_MOST), Figure("heap", 150.0, AT_LEAST), Figure("scale", 1.0, Budget("ms"))]
    print_table(figures, Console(file=printed, width=150))
    table, _, below = printed.getvalue().rpartition("┘\n")
    cells = [[cell.strip() for cell in line.strip("│").split("│")] for line in table.splitlines() if line[0] == "│"]
    assert cells == [
        ["slow key", "25.0 ms", "≤ 20.0 ms", "1.25", "missed"],
        ["heap", "150.0 kB", "≥ 140.0 kB", "1.07", "met"],
        ["scale", "1 ms", "", "", "for scale"],
    ]
    assert below == "A key is slow by nature.\n1 of 2 rows with a budget meet it; 1 do not.\n"
