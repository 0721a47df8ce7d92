"""Which mutations are planted, and which never; repeatable samples; and the textbook's interval."""

from pathlib import Path

import pytest

from host.tools.mutants.__main__ import interval
from host.tools.mutants.points import FIRMWARE, HOUSE, Mutant, mutants_of, sample
from host.tools.mutants.trial import files_of_tests, is_near, options_for

UNTOUCHED = '''
"""A module of 2 lines, and not more than 3."""
TYPE_CHECKING = False
if TYPE_CHECKING:
    Pair = "tuple[int, 2]"
def first(pair: "Pair", rows: 3 = None) -> 4:
    """Return 1 of 2."""
    assert pair is not None and 1 < 2
    raise ValueError(f"There is no row {rows + 1}.")
'''


def planted(source: str) -> list[str]:
    """Return the text of each mutant of a module."""
    return [mutant.planted_in(source.encode()).decode() for mutant in mutants_of(source.encode(), "")]


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("found = low < card", ["found = low <= card"]),
        ("found = card not in hand is None", ["found = card in hand is None", "found = card not in hand is not None"]),
        ("found = a and (b or c)", ["found = a or (b or c)", "found = a and (b and c)"]),
        ("found = not (b or c)", ["found = (b or c)", "found = not (b and c)"]),
        ("found = not hand", ["found = hand"]),
        ("é = 'ü' + word; sum = high - low", ["é = 'ü' + word; sum = high + low"]),
        ("bits = a ^ b & c", ["bits = a ^ (b | c)"]),
        ("seat = 7", ["seat = 6", "seat = 8"]),
        ("is_over = True", ["is_over = False"]),
        ("lamps.show()", ["pass"]),
        ("points += gain", ["pass", "points -= gain"]),
        ("words += ['card']", ["pass"]),
        ("position.turn = player", ["pass"]),
        ("class Seat:\n def __init__(self): self.lamp = None", []),
        ("for card in hand:\n break", ["for card in hand:\n continue"]),
        ("if found:\n go = here\nelif lost:\n go = home", [
            "if False:\n go = here\nelif lost:\n go = home",
            "if True:\n go = here\nelif lost:\n go = home",
            "if found:\n go = here\nelif False:\n go = home",
            "if found:\n go = here\nelif True:\n go = home",
        ]),
        ("while pile: draw", ["while False: draw"]),
        ("def has(card) -> bool:\n return hand[card]", ["def has(card) -> bool:\n return not (hand[card])"]),
        ("def top(card) -> int:\n return hand[card]", []),
    ],
)  # fmt: skip
def test_every_mutation_changes_what_it_names(source: str, wanted: list[str]) -> None:
    # A statement of a single name is left out too, which is not the point here.
    assert [text for text in planted(source) if not text.endswith(": pass")] == wanted


def test_docstrings_annotations_sentences_and_code_for_type_checkers_are_never_changed() -> None:
    assert [text for text in planted(UNTOUCHED) if "raise" in text] == []


def test_the_same_seed_takes_the_same_sample_of_all_packages_of_its_part(tmp_path: Path) -> None:
    for name in (
        "rules/parts",
        "games/__init__",
        "games/bambuti/rows",
        "games/bambuti/scene",
        "seat/keys",
        "link/lines",
    ):
        file = tmp_path / FIRMWARE / f"{name}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("numbers = 1, 2, 3, 4, 5\n")
    assert sample("rules", 9, 3, tmp_path) == sample("rules", 9, 3, tmp_path) != sample("rules", 9, 4, tmp_path)
    everything = sample("rules", 200, 3, tmp_path)
    assert len(set(everything)) == len(everything) == 3 * 10
    assert {mutant.module for mutant in everything} == {
        "tavolo.rules.parts",
        "tavolo.games",
        "tavolo.games.bambuti.rows",
    }
    assert {mutant.package for mutant in everything} == {"rules", "games", "bambuti"}
    assert {mutant.package for mutant in sample("board", 200, 3, tmp_path)} == {"seat", "link"}


def near(path: str) -> list[Path]:
    return [test for test in files_of_tests() if is_near(test, Mutant(f"{FIRMWARE}/{path}", 0, 0, 1, "", "", ("", "")))]


def test_a_mutant_is_tried_first_by_the_tests_of_its_package_and_module_then_by_all_quick_ones() -> None:
    assert {Path("tests/seat/test_keys.py"), Path("tests/seat/test_drift.py")} <= set(near("seat/keys.py"))
    assert Path("tests/rules/test_kuh_vadis_turns.py") in near("games/kuh_vadis/turn.py")
    assert 0 < len(near("rules/record.py")) < len(files_of_tests()) / 3
    assert "vadis" not in options_for("kuh_vadis")[-1]
    assert options_for("seat")[:2] == ["-m", "not slow"]
    assert not {"browser", "pico", "micropython"}.intersection(part for test in files_of_tests() for part in test.parts)
    assert all((HOUSE / test).is_file() for test in files_of_tests())


@pytest.mark.parametrize(
    ("killed", "total", "low", "high"), [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611)]
)
def test_the_interval_is_that_of_the_table_of_newcombe_1998(killed: int, total: int, low: float, high: float) -> None:
    assert interval(killed, total) == pytest.approx((low, high), abs=0.00005)
