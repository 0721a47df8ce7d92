"""The front door, built without a browser: what is chosen there reaches the board, in people's words."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from types import SimpleNamespace

import pytest
from nicegui import Client, events, ui
from nicegui.element import Element
from nicegui.page import page

from host.tools.lights_picture import middle_of
from tavolo.games import load, names, setup_from_text
from tavolo.rules.contract import Setup
from tavolo_host.board.mirror import Mirror
from tavolo_host.display.lobby.front_door import FrontDoor
from tavolo_host.display.lobby.lobby_seats import seats_html, waits_in_words
from tavolo_host.display.model.file_commands import FileCommands
from tavolo_host.display.model.unfinished import unfinished_html
from tavolo_host.display.parts.elements import Button
from tavolo_host.display.parts.game_display import Player
from tavolo_host.display.parts.preferences import Preferences
from tavolo_host.display.parts.source import OwnView, TakenBy
from tavolo_host.display.parts.what_to_do import State, WhatToDo
from tavolo_host.history.kept_game import OPEN, KeptGame, KeptPlayer
from tavolo_host.seats.guests import Guest
from tavolo_host.seats.rights import Rights
from tavolo_host.seats.roster import Roster
from tavolo_host.texts.language import LANGUAGES, _, speaking
from tests.display.display_support import moment_of, text_of
from tests.sources.source_support import awake, begin, commands_of, run_until


class Door:
    """A front door, and what a visitor sees and does there; `started` is what the last start button gave."""

    def __init__(
        self, text: str, line_up: Callable[[int], Sequence[Player]] | None = None, is_host: bool = True
    ) -> None:
        self.started: tuple[Setup, bool, bool] | None = None
        self.unfinished: list[KeptGame] = []
        self.said: list[str | None] = []
        self.gone_on: list[int] = []
        self._client = Client(page("/"), request=None)
        mirror = Mirror()
        self.roster = roster = Roster(lambda: mirror)
        roster.hosts.update(["0"] if is_host else [])
        line_up = line_up or (lambda players: [Player(seat, f"Player {seat}") for seat in range(players)])
        self.table = table = SimpleNamespace(
            offered=setup_from_text(f"{text} table"),
            roster=roster,
            rights=Rights(roster),
            line_up=lambda _visitor, players: line_up(players),
            unfinished=lambda: self.unfinished,
            sat_in=lambda _game: (),
        )
        with self._client:
            self.door = FrontDoor(
                Preferences("en"),
                lambda: "easy",
                roster,
                commands_of(table, "0"),
                FileCommands(table, "0"),
                on_sit=lambda _: None,
                on_change=lambda: None,
                on_say=self.said.append,
                on_start=self._start,
                on_prefer=lambda *_: None,
                on_go_on=self.gone_on.append,
            )

    def _start(self, setup: Setup, plays: bool, is_guided: bool) -> None:
        self.started = setup, plays, is_guided

    def shown(self) -> Iterator[Element]:
        """Everything that is neither hidden nor in something hidden."""
        for element in self._client.elements.values():
            within = [element, *element.ancestors()]
            if all(each.visible for each in within):
                yield element

    def words(self) -> list[str]:
        return [element.text for element in self.shown() if isinstance(element, ui.label | ui.checkbox)]

    def press(self, words: str) -> None:
        (button,) = (each for each in self.shown() if isinstance(each, Button) and each.label.text == words)
        self._click(button)

    def choose(self, title: str) -> None:
        tiles = [each for each in self.shown() if "door-game" in each.classes]
        (tile,) = (each for each in tiles if any(getattr(part, "text", "") == title for part in each.descendants()))
        self._click(tile)

    def pressed(self) -> list[str]:
        """The titles of the tiles that are marked."""
        tiles = [each for each in self.shown() if "door-game" in each.classes]
        return [
            next(part.text for part in tile.descendants() if isinstance(part, ui.label))
            for tile in tiles
            if tile.props.get("aria-pressed") == "true"
        ]

    def tick(self, words: str) -> None:
        (box,) = (each for each in self.shown() if isinstance(each, ui.checkbox) and each.text.startswith(words))
        box.value = not box.value

    def go_on(self, game: int) -> None:
        (lines,) = (each for each in self.shown() if "door-unfinished" in each.classes)
        assert f'data-press="{game}"' in lines.props["html"]
        (listener,) = lines._event_listeners.values()
        events.handle_event(
            listener.handler, events.GenericEventArguments(sender=lines, client=self._client, args=str(game))
        )

    def _click(self, element: Element) -> None:
        for listener in list(element._event_listeners.values()):
            if listener.type == "click":
                listener.handler()

    def rules(self) -> str:
        """The line above the options, which says what they change."""
        return next(words for words in self.words() if words.startswith("Rules of the house"))


@pytest.mark.parametrize(("button", "is_guided"), [("Play", False), ("First game, with a guide", True)])
def test_play_and_the_guide_take_game_players_and_options_as_they_were_chosen_to_the_board(
    button: str, is_guided: bool
) -> None:
    source = awake("david-goliath players=3")
    door = Door("david-goliath players=3", lambda players: source.line_up("0", players))
    door.choose("Yellowstone Park")
    door.press("2")
    door.tick("Neutral marker")
    door.press(button)
    assert door.started is not None
    setup, plays, guided = door.started
    assert (plays, guided) == (True, is_guided)
    assert begin(source, "0", plays, setup.players, setup.game, setup.options) is None
    run_until(source, lambda: source.mirror.game is not None)
    assert source.mirror.setup.text() == (
        "yellowstone-park players=2 end_after=35 reaching=0 neutral_marker=1 edge_frame=0 table"
    )
    assert source.visitors.own("0").seat == source.mirror.seats[0]


def test_a_dealer_is_chosen_by_the_name_of_who_will_sit_there() -> None:
    source = awake("david-goliath players=3")
    source.visitors.visitor_names.set_name("0", "Ada")
    source.visitors.sit("0", 4)
    door = Door("david-goliath players=3", lambda players: source.line_up("0", players))
    assert door.rules() == "Rules of the house: as usual"
    door.press("Ada")
    dealer = door.started
    assert door.rules() == "Rules of the house: Ada to deal first"
    source.visitors.visitor_names.set_name("0", "Ida")
    door.door.show()
    assert door.rules() == "Rules of the house: Ida to deal first"
    door.press("Play")
    assert dealer is None
    assert door.started is not None
    setup = door.started[0]
    assert begin(source, "0", True, setup.players, setup.game, setup.options) is None
    run_until(source, lambda: source.mirror.game is not None)
    assert source.mirror.seats[setup.options[1]] == 4


def test_what_one_chooses_is_chosen_on_the_page_of_everybody_who_is_told_by_whom() -> None:
    door = Door("david-goliath players=3")
    door.roster.visitor_names.set_name("ada", "Ada")
    for visitor in ("0", "ada"):
        door.roster.come(visitor)
    ada = commands_of(door.table, "ada")
    door.roster.sit("ada", 2)
    assert ada.offer(setup_from_text("bambuti players=2 table")) is None
    door.door.show()
    assert door.pressed() == ["Bambuti"]
    assert door.roster.news == ("ada", "Ada has chosen Bambuti.")
    assert commands_of(door.table, "ben").offer(setup_from_text("kuh-vadis players=2 table")) is not None
    assert door.table.offered.game.NAME == "bambuti"
    door.choose("Kuh Vadis")
    assert door.pressed() == ["Kuh Vadis"]


def test_a_visitor_without_a_seat_is_you_at_the_seat_that_play_gives() -> None:
    source = awake("kuh-vadis players=2")
    assert [player.name for player in source.line_up("0", 2)] == ["you", "Fabio"]
    source.visitors.sit("1", 0)
    assert [player.name for player in source.line_up("0", 2)] == ["seat 1", "you"]
    assert source.visitors.visitor_names.set_name("0", "Ada") is None
    assert [player.name for player in source.line_up("0", 2)] == ["seat 1", "you"]  # "Ada" would look like a bot
    assert begin(source, "0", True, 2) is None
    assert [source.visitors.own(visitor).seat for visitor in "10"] == [player.seat for player in source.line_up("0", 2)]


def test_only_what_offers_a_choice_to_so_many_players_is_offered() -> None:
    door = Door("yellowstone-park players=4")
    assert not [words for words in door.words() if words.startswith("Neutral marker")]
    door.press("2")
    assert [words for words in door.words() if words.startswith("Neutral marker")]
    door.tick("Neutral marker")
    assert door.rules() == "Rules of the house: with the neutral marker"
    door.press("5")
    assert door.rules() == "Rules of the house: as usual"
    door.choose("Tanz der Hornochsen")
    assert "Which board is played" not in door.words()
    assert "Players" in door.words()
    door.choose("Bambuti")
    assert "Players" not in door.words()
    door.choose("David & Goliath")
    assert "How many deals are played" in door.words()


def test_each_sheet_has_a_name_and_a_picture_of_its_own() -> None:
    door = Door("kuh-vadis players=2")
    pictures = [
        part.content
        for each in door.shown()
        if "with-picture" in each.classes
        for part in each.descendants()
        if isinstance(part, ui.html) and part.props["aria-hidden"] == "true"
    ]
    assert len(set(pictures)) == 3
    assert all("<svg" in picture and "data-" not in picture for picture in pictures)
    door.press("Starts all around")
    assert door.rules() == "Rules of the house: starts all around"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", names())
def test_the_rules_before_a_game_are_those_about_its_moments(name: str, language: str) -> None:
    with speaking(language):
        door = Door(f"{name} players={load(name).SEATS[0]}")
        door.press({"en": "Rules", "it": "Regole"}[language])
        (text,) = (each.content for each in door.shown() if isinstance(each, ui.markdown) and "## " in each.content)
    assert load(name).TITLE in text
    assert text.count("\n\n") > 2
    assert "lights.svg" not in text


def test_who_wants_another_game_sees_nothing_of_the_last_one() -> None:
    mirror = Mirror()
    mirror.record, mirror.seats, mirror.in_step = middle_of("bambuti"), (0, 4), True
    lit = replace(moment_of(mirror, OwnView(2, (7, 8), 9)), lights=(bytes([1, 2, 3]), bytes([4, 5, 6]), bytes(3)))
    assert lit.display is not None
    moment = lit.before_a_game()
    assert (moment.what, moment.display) == (WhatToDo(State.LOBBY, "Choose a game."), None)
    assert moment.own == OwnView(2, (), None)
    assert moment.lights == (bytes(3), bytes(3), bytes(3))
    assert [view.seat for view in moment.seats if view.taken_by is not TakenBy.NOBODY] == [2]
    assert not [view for view in moment.seats if view.name or view.player is not None]
    assert mirror.position is not None


def unfinished_game(number: int, *players: KeptPlayer) -> KeptGame:
    yesterday = (datetime.now() - timedelta(days=1)).replace(hour=21, minute=40)
    about = "kuh-vadis players=3 table", yesterday.timestamp(), None, OPEN, 0, "", "", False, (), (), players
    return KeptGame(number, 1, "kuh-vadis", *about)


ADA, BEN = KeptPlayer(0, 1, "Ada <b>"), KeptPlayer(1, 3, "Ben")
FOR_BEN, BOT = KeptPlayer(1, 3, "Ben", "normal", 7), KeptPlayer(2, 5, "Carla", "normal")


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Ada &lt;b&gt; and Ben, yesterday 21:40"), ("it", "Ada &lt;b&gt; e Ben, ieri 21:40")]
)
def test_an_unfinished_game_is_offered_with_its_people_and_its_time(language: str, words: str) -> None:
    with speaking(language):
        assert f"<span>Kuh Vadis, {words}</span>" in unfinished_html([unfinished_game(1, ADA, BEN, BOT, FOR_BEN)])


def test_going_on_at_the_front_door_gets_the_number_of_the_game() -> None:
    door = Door("david-goliath players=3")
    assert [each.props["html"] for each in door.shown() if "door-unfinished" in each.classes] == [""]
    door.unfinished = [unfinished_game(number, ADA, BOT) for number in (9, 7, 5)]
    door.door.show()
    (lines,) = (each for each in door.shown() if "door-unfinished" in each.classes)
    assert [number for number in range(10) if f'data-press="{number}"' in lines.props["html"]] == [7, 9]
    door.go_on(7)
    assert door.gone_on == [7]


@pytest.mark.parametrize(
    ("language", "shapes"),
    [
        ("en", "circle square triangle diamond star hexagon cross shield"),
        ("it", "cerchio quadrato triangolo rombo stella esagono croce scudo"),
    ],
)
def test_the_lobby_has_all_seats_by_shape_and_name_with_who_sits_or_would_play_there(
    language: str, shapes: str
) -> None:
    sitting = {0: Guest("Mia", 0, is_ready=True), 2: Guest("Ben", 2), 3: Guest("Cleo", 3, is_away=True, is_ready=True)}
    with speaking(language):
        rows = seats_html(sitting, {0: "Mia", 2: "Ben", 4: _("you"), 6: "Ivo"}, "Strong", None, may_sit=True).split(
            "<li"
        )
        watched = seats_html(sitting, {}, "", own=2, may_sit=False)
    assert all(shape in row for shape, row in zip(shapes.split(), rows[1:], strict=True))
    assert ["data-press" in row for row in rows[1:]] == [False, True, False, False, True, True, True, True]
    assert "button" not in watched
    if language == "en":
        said = [text_of("<li" + row).split("·")[-1].strip() for row in rows[1:]]
        assert said[0::2] == ["ready", "not ready", "when you press Play Sit here", "bot: Strong Sit here"]
        assert said[3] == "away"
        assert waits_in_words(["Ben", "Cleo"], ["Ada", "Ben", "Cleo"], "Bambuti", 6).startswith(
            "Not ready yet: Ben and Cleo. "
        )
        assert waits_in_words([], ["Ada", "Ben", "Cleo"], "Bambuti", 2).startswith(
            "Bambuti is for 2 players at most, and Ada, Ben and Cleo sit"
        )
        assert waits_in_words([], ["Ada", "Ben"], "Bambuti", 2) == ""
