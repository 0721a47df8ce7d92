"""A game that has ended can be looked at after any of its actions, as its players knew it."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from nicegui import Client
from nicegui.page import page

from tavolo.games import load, names, setup_from_text
from tavolo.rules.record import Record
from tavolo_host.board.mirror import Mirror
from tavolo_host.display.model.file_commands import FileCommands
from tavolo_host.display.model.known_hands import ALL, EVERYBODY, known_html
from tavolo_host.display.model.past_game import PastGame, past_game
from tavolo_host.display.model.replay import Replay
from tavolo_host.display.parts.review import Mistake, Review, reviews_of_text, reviews_text
from tavolo_host.display.past.replay_side import ReplaySide
from tavolo_host.display.past.replay_view import ReplayView
from tavolo_host.history.kept_game import OVER, KeptGame, KeptPlayer
from tavolo_host.players.of_game import choose
from tavolo_host.players.reasons import Cost
from tavolo_host.players.thinking import Engine, Pending
from tavolo_host.seats.rights import Rights
from tavolo_host.seats.roster import Roster
from tavolo_host.sources.past_games import MOST_REVIEWED, PastGames
from tavolo_host.texts.playthrough import record_of, texts_in
from tests.history.history_support import played

GOLDEN = Path(__file__).parents[2] / "rules/golden"
MOST_APPLIED = 16  # actions, for one step
WITHOUT_HANDS = {"kuh-vadis"}
PAST = PastGames(Engine(choose))


class Table:
    """A table that goes on with nothing; it keeps what it was asked."""

    def __init__(self) -> None:
        self.past = PAST
        self.roster = Roster(Mirror)
        self.roster.has_hands = True
        self.rights = Rights(self.roster)
        self.asked: list[tuple[Any, ...]] = []
        self.can_play_on = True

    def play_on(self, *asked: Any) -> str:
        self.asked.append(asked)
        return "Not now."


def longest(name: str) -> Record:
    """The longest golden playthrough of a game."""
    file = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    return max((record_of(text) for text in texts_in(file)), key=lambda record: len(record.actions))


def past_of(record: Record, board: str = "") -> PastGame:
    """A game as it is in the file, when everybody had a seat and a name."""
    people = "Ada", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Giulia", "Ivo"
    players = tuple(KeptPlayer(seat, seat, people[seat]) for seat in range(record.setup.players))
    setup, outcome = record.setup.text(), record.game.outcome(record.position) or ()
    results = 1.0, OVER, len(record.actions), "", board, False, outcome, (), players
    kept = KeptGame(1, 1, record.game.NAME, setup, 0.0, *results)
    return past_game(kept, tuple(record.actions), PAST)


@pytest.mark.parametrize("name", names())
def test_every_step_of_the_longest_playthrough_is_its_position_and_takes_as_little_work_as_any_other(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = longest(name)
    setup = setup_from_text(f"{record.setup.text().rpartition(' ')[0]} table")
    public = list(map(record.game.public, record.actions))
    replay, known = Replay(setup, public, tuple(range(setup.players))), Record(setup)
    digests = [known.digest()]
    for action in public:
        known.apply(action)
        digests.append(known.digest())
    applied: list[Any] = []
    apply = record.game.apply

    def counted(position: Any, action: Any) -> Any:
        applied.append(action)
        return apply(position, action)

    monkeypatch.setattr(record.game, "apply", counted)
    order = list(range(len(public) + 1))
    Random(name).shuffle(order)
    for count in order:
        applied.clear()
        step = replay.step(count)
        assert record.game.digest(step.position) == digests[count]
        assert (list(step.actions), step.count) == (public[:count], count)
        assert len(applied) < MOST_APPLIED


@pytest.mark.parametrize("name", names())
def test_hands_are_those_that_each_player_had_then(name: str) -> None:
    record = played(f"{name} players={load(name).SEATS[0]}")
    past, dealt = past_of(record), Record(record.setup)
    assert past.hands is not None
    for place, action in enumerate([*record.actions, None]):
        position = past.hands(place)
        assert record.game.position_text(position) == record.game.position_text(dealt.position)
        if action:
            dealt.apply(action)


def test_a_players_view_has_only_that_players_cards_and_that_of_the_table_none() -> None:
    past = past_of(played("bambuti players=2"))
    place = next(place for place, action in enumerate(past.actions) if past.game.action_text(action).startswith("play"))
    position = past.hands(place) if past.hands else None
    cards = [{past.display.face(card).name for card in hand} for hand in position.hands]
    assert cards[0] != cards[1]
    for view, shown in ((EVERYBODY, set()), (0, cards[0]), (1, cards[1]), (ALL, cards[0] | cards[1])):
        html = known_html(past.game, position, view, past.display, past.players)
        assert {name for name in cards[0] | cards[1] if f'aria-label="{name}"' in html} == shown


def test_a_choice_in_secret_is_in_the_view_of_who_made_it() -> None:
    past = past_of(played("tanz-der-hornochsen players=2"))
    assert past.hands is not None
    place = next(place for place in range(99) if past.hands(place).sealed[0])
    position = past.hands(place)
    htmls = [known_html(past.game, position, player, past.display, past.players) for player in (0, 1)]
    assert ["chosen in secret:" in html for html in htmls] == [True, bool(position.sealed[1])]


@pytest.mark.parametrize("name", sorted(set(names()) - WITHOUT_HANDS))
def test_hands_of_a_real_table_are_not_known(name: str) -> None:
    record = played(f"{name} players={load(name).SEATS[0]}")
    assert past_of(record, board="0123abcd").hands is None
    public = tuple(map(record.game.public, record.actions))
    assert PAST.hands(record.setup.text(), public) is None


def test_a_review_that_was_kept_is_the_same_again() -> None:
    record = played("david-goliath players=3")
    game, place = record.game, 1
    dealt = Record(record.setup)
    dealt.apply(record.actions[0])
    known = game.view(dealt.position, game.actor(record.actions[place]))
    action, better = game.legal(known, game.actor(record.actions[place]))[:2]
    mistake = Mistake(place + 1, False, known, action, Cost(better, 4.5, 0.25, 500))
    review = Review(game.actor(action), 1.0, (mistake,), unweighed=1, points=-7.0)
    again, nothing = reviews_of_text(reviews_text([review, Review(2, 1.0)], game), game)
    assert nothing == Review(2, 1.0)
    assert (again.player, again.share, again.unweighed, again.points) == (review.player, 1.0, 1, -7.0)
    (found,) = again.mistakes
    assert game.position_text(found.known) == game.position_text(known)
    assert (found.after, found.action, found.cost) == (mistake.after, action, mistake.cost)


@pytest.mark.parametrize("text", ["", "?", "[]", "[1]", '[{"player": 1}]', '[{"wins": 0.5, "mistakes": [{}]}]'])
def test_the_text_of_reviews_that_another_program_kept_is_as_if_there_were_none(text: str, table: Table) -> None:
    shown = Opened(past_of(played("david-goliath players=3")), table, text)
    assert shown.side._reviews == {}
    assert 'aria-pressed="true"' not in shown.side._moments.props["html"]


def test_each_players_decisions_are_reviewed_on_request_and_kept_with_the_others(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[str] = []
    monkeypatch.setattr(FileCommands, "keep_review", lambda _self, _path, _id, content: kept.append(content))
    table.past.review = lambda _setup, _actions, player: next(progress[player])  # type: ignore[method-assign]
    progress = {player: iter((Review(player, 0.5), Review(player, 1.0))) for player in range(3)}
    shown = Opened(past_of(played("david-goliath players=3")), table)
    for player in (2, 0):
        shown.do(lambda player=player: shown.side._press(f"of {player}"))  # type: ignore[misc]
        assert "50 %" in shown.side._moments.props["html"]
        assert shown.side._timer.active
        shown.do(shown.side._look_at_review)
        assert not shown.side._timer.active
        assert "Nothing would have been clearly better." in shown.side._moments.props["html"]
    assert [[review.player for review in reviews_of_text(each, shown.past.game)] for each in kept] == [[2], [2, 0]]
    shown.do(lambda: shown.side._press("of 2"))
    assert len(kept) == 2, "it is there already"
    again = Opened(shown.past, table, kept[-1])
    assert "Nothing would have been clearly better." in again.side._moments.props["html"]


class Opened:
    """A replay in a browser, of which every move is made."""

    def __init__(self, past: PastGame, table: Table, reviews: str = "") -> None:
        self.past, self._table, self._reviews = past, table, reviews
        self._client = Client(page("/"), request=None)
        with self._client:
            self.view = ReplayView(past, self._build)

    def _build(self, on_jump: Callable[[int, int], None]) -> ReplaySide:
        table = cast("Any", self._table)
        commands = FileCommands(table, "ada")
        self.side = ReplaySide(self.past, table, commands, Path("nowhere"), self._reviews, lambda: None, on_jump)
        return self.side

    def do(self, action: Callable[[], object]) -> None:
        with self._client:
            action()

    def press(self, words: str) -> None:
        (button,) = (each for each in self._client.elements.values() if each.props.get("aria-label") == words)
        (listener,) = (each for each in button._event_listeners.values() if each.type == "click")
        self.do(listener.handler)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setattr(Client, "run_javascript", lambda *_, **__: None)  # there is no browser
    return Table()


@pytest.mark.parametrize("name", names())
def test_a_robot_that_does_everything_at_any_time_always_sees_the_board_of_the_action_that_is_named(
    name: str, table: Table
) -> None:
    past = past_of(played(f"{name} players={load(name).SEATS[0]}"))
    shown, random, length = Opened(past, table), Random(name), len(past.actions)
    view = shown.view
    robot: list[Callable[[], object]] = [
        *(lambda key=key: view._key(key) for key in ("ArrowLeft", "ArrowRight", "Home", "End", " ")),  # type: ignore[misc]
        lambda: view._drag(str(random.randrange(length + 1))),
        lambda: view._drag(random.choice(("", "-1", "x", "99999"))),
        lambda: view._jump(random.randrange(1, length + 1), random.randrange(-1, past.replay.record.setup.players)),
        lambda: view._set_pace(random.choice(("slow", "quick"))),
        view._reduce,
        lambda: shown.side._press(str(random.randrange(-2, length + 3))),
        *[view._go_on] * 6,
    ]
    for _ in range(60):
        view._due_s = 0.0
        shown.do(random.choice(robot))
        count = view._count
        assert 0 <= count <= length
        assert view._where.text == f"Action {count} of {length}"
        if not view._waiting:  # else it is in the middle of that action
            html = past.display.panel(past.replay.step(count), past.players)
            assert view._board.props["html"] == html
        assert view._timer.active == (view._play.label.text == "Stop")


def test_playing_shows_each_action_once_and_stops_at_the_end(table: Table) -> None:
    past = past_of(played("kuh-vadis players=2"))
    shown = Opened(past, table)
    shown.do(lambda: shown.view._go_to(len(past.actions) - 5))
    shown.do(shown.view._toggle)
    seen = []
    while shown.view._timer.active:
        seen.append(shown.view._count)
        shown.view._due_s = 0.0
        shown.do(shown.view._go_on)
    assert sorted(set(seen)) == list(range(len(past.actions) - 5, len(past.actions) + 1))
    assert seen == sorted(seen)
    shown.do(shown.view._toggle)
    assert (shown.view._count, shown.view._timer.active) == (0, True), "from the beginning again"


def test_the_buttons_go_to_an_end_of_the_game_or_one_action_on_or_back(table: Table) -> None:
    past = past_of(played("kuh-vadis players=2"))
    shown, length = Opened(past, table), len(past.actions)
    wanted = [("before", length - 1), ("before", length - 2), ("next", length - 1), ("end", length)]
    wanted += [("beginning", 0), ("next", 1), ("next", 2), ("before", 1)]
    names = {"before": "The action before", "next": "The next action", "end": "The end", "beginning": "The beginning"}
    for button, count in wanted:
        shown.press(names[button])
        assert shown.view._where.text == f"Action {count} of {length}", button


def test_a_moment_shows_the_board_before_it_as_its_player_knew_it_and_what_came_then(table: Table) -> None:
    past = past_of(played("bambuti players=2"))
    shown = Opened(past, table)
    place = next(place for place, action in enumerate(past.actions) if past.game.action_text(action).startswith("play"))
    shown.do(lambda: shown.side._press(str(place + 1)))
    assert shown.view._count == place
    assert shown.side._view == past.game.actor(past.actions[place])
    assert "Then:" in shown.side._moment.content
    assert past.happened(place + 1) in shown.side._moment.content.replace("&#39;", "'")
    shown.do(lambda: shown.view._step(1))
    assert "Then:" not in shown.side._moment.content


def test_one_plays_on_in_the_place_of_a_player_from_the_action_shown_unless_the_game_is_over(table: Table) -> None:
    past = past_of(played("david-goliath players=3 deals=1"))
    shown = Opened(past, table)
    assert shown.side._play_on.props["html"] == ""
    shown.do(lambda: shown.view._go_to(20))
    assert "Bruno" in shown.side._play_on.props["html"]
    for player in (-1, 3, 1):
        shown.do(lambda player=player: shown.side._go_on_as(player))  # type: ignore[misc]
    assert table.asked == [("ada", past.kept.setup, past.seats, past.actions[:20], 1)]


def test_of_reviews_that_nobody_finishes_only_the_last_looked_at_are_kept_and_the_others_are_stopped() -> None:
    stopped: list[int] = []

    class Slow(Engine):
        def cost(self, *_asked: Any) -> Any:
            return Pending(lambda: None, lambda: stopped.append(1))

    past, record = PastGames(Slow(choose)), played("kuh-vadis players=2")
    games = [tuple(record.actions[: len(record.actions) - less]) for less in range(MOST_REVIEWED + 3)]
    for actions in games:
        past.review(record.setup.text(), games[0], 0)
        past.review(record.setup.text(), actions, 0)
    assert list(past._reviewing) == [
        (record.setup.text(), each, 0) for each in (*games[-MOST_REVIEWED + 1 : -1], games[0], games[-1])
    ]
    assert len(stopped) >= 3
