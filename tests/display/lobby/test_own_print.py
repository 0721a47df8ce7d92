"""A sheet or board of one's own at the front door, built without a browser: entered, checked, kept, begun."""

import json
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from nicegui import ui

from tavolo.games import load
from tavolo.games.kuh_vadis.sheet import SHEETS
from tavolo.rules.contract import LEAST_OWN, Setup
from tavolo_host.display.model.kept_prints import keep_print, kept_numbers
from tavolo_host.display.parts.elements import Button, Pressable
from tavolo_host.display.parts.rule_pages import whole
from tavolo_host.players.levels import think
from tavolo_host.players.playout import playout
from tavolo_host.players.settings import STRONG
from tavolo_host.players.thinking import Decision
from tavolo_host.runtime.game_folders import part_of
from tavolo_host.sources.command import option_values
from tavolo_host.texts.language import speaking
from tests.display.lobby.test_front_door import Door
from tests.rules.own_prints import BOARD, OWN_BOARD, OWN_SHEET, SHEET
from tests.sources.source_support import awake, begin, run_until

TYPED = "/".join(SHEET)  # as in one line
PRINTS = [("kuh-vadis", TYPED, OWN_SHEET), ("tanz-der-hornochsen", BOARD, OWN_BOARD)]
EACH = pytest.mark.parametrize(("name", "text", "number"), PRINTS, ids=[each[0] for each in PRINTS])


@pytest.fixture(autouse=True)
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The file in which they are kept."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path / "tavolo" / "sheets-and-boards.json"


class Editor(Door):
    """A front door whose visitor enters a sheet or board."""

    def paste(self, text: str) -> None:
        self._one(ui.textarea).value = text

    def name_it(self, name: str) -> None:
        self._one(ui.input).value = name

    def click(self, *values: str) -> None:
        """Press signs ("pen:c") and cells ("row:column") of the grid."""
        for value in values:
            self._fire("press", value)

    def type_on(self, cell: str, key: str) -> None:
        self._fire("keydown", [cell, key])

    def text(self) -> str:
        return str(self._one(ui.textarea).value)

    def told(self) -> str:
        return next(each.text for each in self.shown() if isinstance(each, ui.label) and "print-told" in each.classes)

    def may_press(self, words: str) -> bool:
        (button,) = (each for each in self.shown() if isinstance(each, Button) and each.label.text == words)
        return "disabled" not in button.props

    def offered(self) -> list[str]:
        return [each.label.text for each in self.shown() if isinstance(each, Button) and "with-picture" in each.classes]

    def _one(self, kind: type) -> Any:
        found, *_before = [each for each in self.shown() if type(each) is kind][
            ::-1
        ]  # built when it is opened, after all else
        return found

    def _fire(self, kind: str, args: object) -> None:
        for listener in list(self._one(Pressable)._event_listeners.values()):
            if listener.type == kind:
                listener.handler(SimpleNamespace(args=args))


@EACH
def test_what_is_pasted_is_checked_kept_by_name_and_begun(name: str, text: str, number: int, kept: Path) -> None:
    source = awake(f"{name} players=2")
    door = Editor(f"{name} players=2", lambda players: source.line_up("0", players))
    assert not door.may_press("Play on it")
    door.paste(text)
    assert door.told().startswith("It can be played on.")
    assert not door.may_press("Keep it")
    door.name_it("  Page 3 ")
    door.press("Keep it")
    assert list(json.loads(kept.read_text("utf-8"))[name]) == ["Page 3"]
    assert door.offered()[-1] == "Page 3"
    assert door.told().startswith("This is what you will play on.")
    assert door.rules().endswith("of your own")
    door.press("Play")
    assert door.started is not None
    setup = door.started[0]
    assert setup.options[0] == number
    assert begin(source, "0", True, setup.players, setup.game, setup.options) is None
    run_until(source, lambda: source.mirror.game is not None)
    assert source.mirror.setup.options == setup.options
    again = Editor(f"{name} players=2")
    again.press("Page 3")
    assert part_of(name, ".printed").number_of(again.text()) == number
    again.press("Forget it")
    assert json.loads(kept.read_text("utf-8")) == {name: {}}
    assert option_values(load(name), [f"{load(name).OPTIONS[0].name}={text}"])[0] == number


def test_a_kept_name_shows_without_what_cannot_be_seen_and_can_be_forgotten(kept: Path) -> None:
    option = load("kuh-vadis").OPTIONS[0]
    kept.parent.mkdir()
    names = {"Pad\u200b\x1b 3": option.text(OWN_SHEET), "other": "own:1"}
    kept.write_text(json.dumps({"kuh-vadis": names}), encoding="utf-8")
    assert kept_numbers("kuh-vadis", option) == {OWN_SHEET: "Pad 3"}
    keep_print("kuh-vadis", "Pad 3", "")
    assert json.loads(kept.read_text("utf-8")) == {"kuh-vadis": {"other": "own:1"}}


def test_a_guest_plays_on_a_sheet_and_only_the_tables_own_computer_keeps_and_forgets_it(kept: Path) -> None:
    keep_print("kuh-vadis", "Page 3", load("kuh-vadis").OPTIONS[0].text(OWN_SHEET))
    before = kept.read_text("utf-8")
    guest = Editor("kuh-vadis players=2", is_host=False)
    guest.paste(TYPED)
    guest.press("Play on it")
    assert guest.rules() == "Rules of the house: a sheet of your own"
    hidden = [each for each in guest.door.descendants() if isinstance(each, Button) and each not in list(guest.shown())]
    changing = [each for each in hidden if each.label.text in ("Keep it", "Forget it")]
    for button in changing:
        guest._click(button)
    assert (len(changing), kept.read_text("utf-8")) == (2, before)


def test_a_sheet_is_entered_by_a_sign_and_cells_and_by_keys_and_a_cell_goes_through_all_signs() -> None:
    door = Editor("kuh-vadis players=2")
    door.press("Empty it")
    assert door.told() == "Cells that are still empty: 49."
    door.click("pen:c", "0:0", "6:6")
    door.type_on("1:2", "x")
    door.type_on("1:3", "9")
    assert door.told() == "Cells that are still empty: 46."
    assert door.text().split("\n")[:2] == ["c . . . . . .", ". . X . . . ."]
    seen = []
    for _press in range(8):
        door.click("0:0")
        seen.append(door.text()[0])
    assert "".join(seen) == "Xc" * 4  # to the next, and back to the sign that was taken
    for row, signs in enumerate(SHEET):
        for column, sign in enumerate(signs):
            door.type_on(f"{row}:{column}", sign.lower())
    door.press("Play on it")
    assert part_of("kuh-vadis", ".printed").number_of(door.text()) == OWN_SHEET
    assert door.rules() == "Rules of the house: a sheet of your own"


def test_spaces_bulls_heads_and_eyes_of_a_board_are_entered_in_the_grid() -> None:
    door = Editor("tanz-der-hornochsen players=2")
    door.click("pen:C", "0:0", "0:6", "pen:", "1:3", "12:6", "15:9")
    door.type_on("4:5", "-")
    lines = door.text().split("\n")
    assert lines[0] == "L1: C 0 0 0 0 | 9"
    assert lines[1] == "L2: 0 0 4 | 7"
    assert lines[4] == "L5: 0 0 1 2 3 | 5"
    assert lines[-1] == "eyes: 7 50"
    assert door.told() == "It can be played on."
    door.click("pen:1", "0:0", "15:9")
    assert door.told().startswith("It can be played on. On the first space of a row a pat brings nobody points: L1.")
    for _press in range(4):
        door.click("0:6")
    assert door.text().split("\n")[0] == "L1: 1 0 0 0 0 | 5"


@EACH
def test_what_no_button_says_and_what_nobody_would_type_changes_nothing(name: str, text: str, number: int) -> None:
    door = Editor(f"{name} players=2")
    before = door.text()
    door.click("99:0", "0:99", "-1:0", "0", "", "pen:Q", "x:y", "0:0:0")
    door.type_on("pen:c", "c")
    door.type_on("0:0", "Q")
    door.type_on("99:0", "1")
    assert door.text() == before
    for typed in ("9" * 5000, "eyes: " + "9" * 5000, "\0", "L1:" * 1000, "ß" * 49, "L1: | |"):
        door.paste(typed)
        assert not door.may_press("Play on it")
        assert door.told()


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        ("kuh-vadis", "1cX2c3X", "1cX2c3", "Un foglietto ha 7 righe di 7 simboli, e non 6 nella riga 1."),
        ("kuh-vadis", "1cX2c3X", "1cX2c3Z", "Un foglietto ha i simboli 1 2 3 4 5 c X O, e non Z."),
        ("kuh-vadis", "1cX2c3X", "1cX2c3c", "Un foglietto ha 3 partenze X, e non 2."),
        ("tanz-der-hornochsen", "| 12", "| 13", "La testa di toro della fila L1 vale da 5 a 12."),
        ("tanz-der-hornochsen", "D D D D D D", "D D D D D 0", "Le caselle normali della fila R3 sono tutte di doppia"),
        ("tanz-der-hornochsen", "eyes: 7", "eyes: 70", "Gli occhi (“eyes”) sono caselle da 1 a 59"),
    ],
)
def test_what_cannot_be_played_on_is_refused_with_its_reason_in_ones_language(
    name: str, old: str, new: str, told: str
) -> None:
    text = {game: typed for game, typed, _number in PRINTS}[name]
    with speaking("it"):
        door = Editor(f"{name} players=2")
        door.paste(text.replace(old, new))
        assert door.told().startswith(told)
        assert not door.may_press("Gioca su questo")


def test_what_differs_from_our_own_guess_alone_is_a_warning() -> None:
    doubts = part_of("kuh-vadis", ".printed").doubts
    assert all(doubts(number) == [] for number in range(1, len(SHEETS) + 1))
    assert [doubt.split(",")[0] for doubt in doubts(OWN_SHEET)] == [
        "Our own sheets are their own mirror image from top to bottom"
    ]
    number_of = part_of("kuh-vadis", ".printed").number_of
    joined = number_of("XXXcccc/ccccccc/ccccccc/ccccccc/ccccccc/ccccccc/OOOcccc")
    assert [doubt.split(":")[0] for doubt in doubts(joined)] == [
        "The starts of the crosses are connected already.",
        "The starts of the circles are connected already.",
        "No cell shows 1, 2, 3, 4, 5",
    ]
    blocked = number_of("XOcccXc/OOccccc/cccc1cc/cc2345c/ccccccc/ccccccc/ccccccX")
    assert doubts(blocked)[0] == "The starts of the crosses can never be connected."


def test_the_sheet_of_the_house_typed_again_is_that_of_the_house() -> None:
    door = Editor("kuh-vadis players=2")
    door.paste("\n".join(SHEETS[1]))
    door.press("Play on it")
    assert door.rules() == "Rules of the house: starts near the corners and one deep inside"
    assert not door.may_press("Keep it")


@pytest.mark.parametrize("content", ["{", "[1]", '{"kuh-vadis": {"a": 1}}', '{"kuh-vadis": "own:1"}'])
def test_a_damaged_file_is_told_when_one_wants_to_keep_something_and_stays_as_it_is(content: str, kept: Path) -> None:
    kept.parent.mkdir()
    kept.write_text(content)
    door = Editor("kuh-vadis players=2")
    door.paste(TYPED)
    door.name_it("a")
    door.press("Keep it")
    assert "is damaged" in door.told()
    assert kept.read_text() == content
    door.press("Play on it")
    assert door.rules().endswith("a sheet of your own")


def test_a_kept_text_that_no_game_can_have_is_not_offered(kept: Path) -> None:
    kept.parent.mkdir()
    right = load("kuh-vadis").OPTIONS[0].text(OWN_SHEET)
    kept.write_text(json.dumps({"kuh-vadis": {"a": "own:1", "b": "own:zzzzzzzzzzzzzzzz", "c": right}}))
    assert Editor("kuh-vadis players=2").offered()[3:] == ["c"]


@EACH
def test_the_rules_of_a_game_end_with_what_is_printed(name: str, text: str, number: int) -> None:
    options = Setup(load(name), 2).options
    assert part_of(name, ".printed").text_of(number).split("\n")[3] in whole(name, (number, *options[1:]))
    assert "of your own" not in whole(name, options)


@EACH
def test_the_strong_level_plays_to_the_end_on_it(name: str, text: str, number: int) -> None:
    game = load(name)
    options = (number, *Setup(game, 2).options[1:])
    position, random = game.start(Setup(game, 2, options, dealt=True)), Random(3)

    def chosen(known: Any, player: int) -> Any:
        known = game.position_from_text(game.position_text(game.view(known, player)))  # as it is sent to a worker
        return think(Decision(game, known, player, random, STRONG), 4).action

    for action in playout(game, position, chosen, random.randrange):
        assert action
    assert game.outcome(position)
    assert position.options[0] == number > LEAST_OWN
