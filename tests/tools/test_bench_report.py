"""What the bench says of a budget that is met, missed, or not reached at all."""

import io
import json
from pathlib import Path

from rich.console import Console

from host.tools.bench.budgets import HEAP_FROZEN, IDLE_PASS
from host.tools.bench.report import Row, percentile, print_table, write_json


def test_the_99th_percentile_of_a_hundred_is_the_largest_but_one_and_of_few_the_largest() -> None:
    assert percentile(range(1, 101)) == 99
    assert percentile([3, 1, 2]) == 3
    assert percentile([3, 1, 2], 50) == 2


def test_a_budget_is_an_upper_or_a_lower_limit_and_what_failed_has_missed_it() -> None:
    assert [Row("", value, IDLE_PASS).is_missed for value in (5.0, 5.1, None)] == [False, True, True]
    assert [Row("", value, HEAP_FROZEN).is_missed for value in (140.0, 139.0)] == [False, True]
    assert not Row("", 1e9, unit="ms").is_missed


def test_the_missed_rows_are_counted_and_said_and_everything_is_written(tmp_path: Path) -> None:
    rows = [Row("quick", 4.0, IDLE_PASS), Row("slow", 10.0, IDLE_PASS), Row("for scale", 1.0, unit="µs")]
    console = Console(file=io.StringIO(), width=120)
    print_table(rows, console)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert "1 of 2 rows with a budget meet it; 1 do not." in text
    line = next(line for line in text.split("\n") if "slow" in line)
    assert [cell.strip() for cell in line.split("│")[3:6]] == ["≤ 5 ms", "2.00", "missed"]
    write_json(rows, tmp_path / "bench.json")
    written = json.loads((tmp_path / "bench.json").read_text())
    assert written[1] == {"name": "slow", "measured": 10.0, "budget": 5.0, "unit": "ms"}
    assert written[2] == {"name": "for scale", "measured": 1.0, "budget": None, "unit": "µs"}
