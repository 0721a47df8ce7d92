"""Which mutations are planted, and which never; repeatable samples; which tests try them; the textbook's interval."""

from pathlib import Path

import pytest

from host.tools.mutants.__main__ import interval
from host.tools.mutants.points import HOUSE, Mutant, mutants_of, sample, with_probes
from host.tools.mutants.trial import Reach, files_of_tests

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
        "firmware/tavolo/rules/parts",
        "firmware/tavolo/games/__init__",
        "firmware/tavolo/games/bambuti/rows",
        "firmware/tavolo/games/bambuti/scene",
        "firmware/tavolo/seat/keys",
        "firmware/tavolo/link/lines",
        "host/tavolo_host/charts",
        "host/tavolo_host/research/encoding",
        "host/tavolo_host/games/bambuti/player",
    ):
        file = tmp_path / f"{name}.py"
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
    assert {mutant.module for mutant in sample("host", 200, 3, tmp_path)} == {
        "tavolo_host.charts",
        "tavolo_host.games.bambuti.player",
    }


PROBED = """
hand = [3, 4, 9]
def play(card, is_over=False):
    if (left := len(hand)) and not is_over and card in hand: hand.remove(card)
    while left > 1 - 1:
        left -= 1
        if left == 1: break
    return [card * 2 for card in hand if card > 3] if left or is_over else -1
found = play(3), play(card=7), play(8, True), hand
"""


def test_probes_change_nothing_and_tell_which_mutants_are_reached() -> None:
    mutants = mutants_of(PROBED.encode(), "")
    reached: set[int] = set()
    plain: dict[str, object] = {}
    probed: dict[str, object] = {"reach": reached.add}
    exec(PROBED, plain)
    exec(with_probes(PROBED.encode(), enumerate(mutants), "reach"), probed)
    assert probed["found"] == plain["found"] == ([8, 18], [8, 18], [8, 18], [4, 9])
    unreached = [mutant for number, mutant in enumerate(mutants) if number not in reached]
    assert {(mutant.line, mutant.before) for mutant in unreached} == {(8, "1")}


def test_a_mutant_is_tried_by_the_tests_that_reach_it_then_by_their_files_and_those_about_its_module() -> None:
    about, other, third = "tests/seat/test_drift.py", "tests/table/test_keys_alone.py", "tests/link/test_link_lines.py"
    seconds = {f"{about}::a": 9.0, f"{about}::b": 1.0, f"{other}::a": 2.0, f"{other}::b": 9.0, f"{third}::a": 1.0}
    mutant = Mutant("firmware/tavolo/seat/drift.py", 0, 0, 1, "", "", ("", ""))
    reach = Reach(seconds, {"0": [f"{other}::a"], "1": [f"{other}::a", f"{about}::a"], "2": ["", f"{third}::a"]})
    assert reach.stages(mutant, 0) == [[f"{other}::a"], [about, other]]
    assert reach.stages(mutant, 1) == [[f"{about}::a", f"{other}::a"], [about, other]]
    assert reach.stages(mutant, 2) == [[about], [third, other]]  # it acts on what is imported, maybe anywhere
    assert reach.stages(mutant, 3) == []


def test_the_quick_tests_of_all_packages_try_mutants() -> None:
    files = files_of_tests()
    assert {"tests/seat/test_keys.py", "tests/arena/test_store.py"} <= set(files)
    assert not {"browser", "pico", "micropython"}.intersection(part for file in files for part in file.split("/"))
    assert all((HOUSE / file).is_file() for file in files)


@pytest.mark.parametrize(
    ("killed", "total", "low", "high"), [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611)]
)
def test_the_interval_is_that_of_the_table_of_newcombe_1998(killed: int, total: int, low: float, high: float) -> None:
    assert interval(killed, total) == pytest.approx((low, high), abs=0.00005)
