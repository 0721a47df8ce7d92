"""For tests of the whole table: a virtual table with its players, a cable, and a laptop that can be plugged in."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tavolo.games import load
from tavolo.games.cards import code_of
from tavolo.play.reasons import POSITION_NOT_KEPT
from tavolo.rules.contract import CHANCE, TABLE, Setup
from tavolo.rules.record import Record
from tavolo_host.board.companion import Companion
from tavolo_host.board.port import Port
from tavolo_host.display.parts.geometry import places
from tavolo_host.people.hidden_hands import HiddenHands
from tavolo_host.people.people import VirtualPlayers
from tavolo_host.people.table import VirtualTable
from tavolo_host.simulator.body import SlotBody
from tavolo_host.simulator.hardware import TICK_MS
from tests.link.link_support import Cable
from tests.rules.play import play_on
from tests.rules.support import Numbers
from tests.table.draws import is_drawn
from tests.table.without_laptop import WithoutLaptop

DAVID = load("david-goliath")
WAKING_MS = 1500  # boot and calibration
HEARING_MS = 1000  # until the laptop has a position from which play goes on
LONGEST_GAME_MS = 30 * 60 * 1000
LONGEST_WAIT_MS = 60 * 1000  # from one action of virtual players to the next
BRISK = 0.2  # of the usual time for thinking, and for showing a card

Action = tuple[int, ...]


def carry_out(board: Any, setup: Setup, past: Sequence[Action] = ()) -> None:
    """Begin a game on a board, and bring it to the position after `past`, of which it knows what it would see."""
    board.referee.begin(setup, places(setup.players))
    record = board.referee.play.record
    for place, action in enumerate(past):
        if place == len(record.actions):  # else the board did it by itself
            is_shown = setup.game.refusal(record.position, action) is None
            board.referee.play.carry_out(action if is_shown else setup.game.public(action))
    assert len(record.actions) >= len(past)


def resume_game(board: Any, virtual_players: VirtualPlayers, setup: Setup, past: Sequence[Action] = ()) -> None:
    """The same with the players at a board, who know all of it."""
    seen = virtual_players.follower.laptop
    if isinstance(seen, WithoutLaptop):
        seen.begin(setup)
    else:
        virtual_players.follower.begin(setup, places(setup.players))
    for action in past:
        virtual_players.follower.tracked_game.apply(action)
        if isinstance(seen, WithoutLaptop):
            seen.take(setup.game.public(action))
    carry_out(board, setup, past)


def stack(dealt: HiddenHands, drawn: Sequence[Action]) -> None:
    """Let chance do this from now on, as if the deck were stacked."""
    before, otherwise = chances(dealt), dealt.chance

    def chance() -> Action | None:
        following = drawn[chances(dealt) - before :]
        is_possible = following and dealt.game.refusal(dealt.position, following[0]) is None
        return following[0] if is_possible else otherwise()

    dealt.chance = chance  # type: ignore[method-assign]


def chances(dealt: HiddenHands) -> int:
    return [dealt.game.actor(action) for action in dealt.actions].count(CHANCE)


def play_out(evening: "Evening", setup: Setup) -> None:
    """Start a game by keys and play it to its end; board, laptop and players must agree after every action.

    Nothing that the rules do may be refused or skipped on the way; the error says who waits too long, and for what.
    """
    game, virtual_players, mirror = setup.game, evening.virtual_players, evening.mirror
    evening.start_by_keys(setup)
    seen: dict[int, int] = {}
    while not mirror.result:
        length = len(mirror.actions)
        for _ in range(LONGEST_WAIT_MS // TICK_MS):
            evening.step()
            if mirror.result or len(mirror.actions) != length:
                break
        else:
            raise AssertionError(waiting(evening))
        assert mirror.in_step is not False
        if mirror.record is not None:
            seen[len(mirror.actions)] = mirror.record.digest()
    evening.run_ms(2000)
    record = evening.board.referee.play.record
    assert record.setup.text() == setup.text()
    position = game.start(record.setup)
    for number, action in enumerate(record.actions):
        game.apply(position, action)
        assert seen[number + 1] == game.digest(position)
    known = game.view(virtual_players.record.position, TABLE)
    assert game.position_text(known) == game.position_text(position)
    assert evening.sentences("refusal") == evening.sentences("trouble") == []
    assert POSITION_NOT_KEPT not in [entry.numbers[0] for entry in mirror.log if entry.numbers]


def waiting(evening: "Evening") -> str:
    """Who waits for what, in sentences."""
    play, tracked_game = evening.board.referee.play, evening.virtual_players.follower.tracked_game
    if play is None or tracked_game is None:
        return "The people wait for the board to begin a game."
    game, (board, their) = play.record.game, (play.record.position, tracked_game.known.position)
    boards, theirs = (
        " and ".join("chance" if player == CHANCE else f"player {player}" for player in game.to_act(position))
        for position in (board, their)
    )
    done, seen = len(play.record.actions), len(tracked_game.known.actions)
    told = f"{game.TITLE}: after {done} actions the board waits for {boards}, and after {seen} the people for {theirs}."
    if boards == "chance" and not play._chance_in:
        told += " `chance` in its rules gives nothing, so a card has to be shown, or what was sealed is not known."
    elif theirs == "chance" and is_drawn(game, their):
        told += " What the board has drawn has to be on the field: `scene.py` shows it."
    return told


class Evening:
    """A table, switched on and calibrated, in simulated time. Its players think briefly; their hands move as usual."""

    def __init__(self, seed: int = 1, laptop: bool = True) -> None:
        self.cable = Cable()
        self.table = VirtualTable(Random(seed), self.cable.board)
        self.start_by_keys = WithoutLaptop(self.table).start
        self.virtual_players.unhurried = BRISK
        self.companion: Companion | None = None
        if laptop:
            self.plug_in()
        self.run_ms(WAKING_MS)

    @property
    def board(self):
        return self.table.board

    @property
    def virtual_players(self):
        return self.table.virtual_players

    @property
    def mirror(self):
        assert self.companion is not None
        return self.companion.mirror

    def plug_in(self) -> None:
        self.companion = Companion(Port("cable", opener=self.cable.open, first_session=1))

    def step(self) -> None:
        self.table.step()
        if self.companion is not None:
            self.companion.step(TICK_MS)

    def run_ms(self, milliseconds: int) -> None:
        for _ in range(milliseconds // TICK_MS):
            self.step()

    def run_until(self, condition: Callable[[], bool], limit_ms: int = LONGEST_GAME_MS) -> None:
        for _ in range(limit_ms // TICK_MS):
            if condition():
                return
            self.step()
        raise AssertionError("it has not happened in all that time")

    def start(self, players: int = 4, options: tuple[int, ...] | None = None) -> None:
        """Let the players start a game by keys, and wait until it has begun."""
        self.start_by_keys(Setup(DAVID, players, options))
        self.run_until(lambda: self.board.referee.play is not None)

    def resume_game(self, setup: Setup, past: Sequence[Action] = ()) -> None:
        """Put board, players and laptop into the position after `past`; from then on only the test moves hands."""
        resume_game(self.board, self.virtual_players, setup, past)
        self.hold_people_still()
        self.run_ms(HEARING_MS)

    def resume_david(self, players: int = 3, actions: int = 6) -> None:
        """Resume a random game of David & Goliath after the deal and this many further actions."""
        dealt = Record(Setup(DAVID, players, dealt=True))
        play_on(dealt, Numbers(1), actions)
        self.resume_game(Setup(DAVID, players), dealt.actions)

    def play_actions(self, count: int) -> None:
        """Let the players play until the game has this many actions, and their slots are empty again."""
        self.run_until(lambda: len(self.board.referee.play.record.actions) >= count)
        self.run_until(lambda: not any(body.cards or body.is_moving() for body in self.table.bodies))

    def hold_people_still(self) -> None:
        """Switch the players off; the test moves the hands."""
        for person in self.virtual_players.people:
            person.is_visitor = True

    def body(self, seat: int) -> SlotBody:
        body: SlotBody = self.table.bodies[seat]
        return body

    def put_in(self, seat: int, card: int, stop_at_mm: float = 0.0) -> None:
        """Put a card of David & Goliath into a slot and let it lie for a second."""
        self.put_code_in(seat, code_of(DAVID.NAME, card), stop_at_mm)

    def put_code_in(self, seat: int, code: int, stop_at_mm: float = 0.0) -> None:
        self.body(seat).do(self.body(seat).put_in(code, stop_at_mm))
        self.run_ms(1800)

    def take_out(self, seat: int) -> None:
        self.body(seat).do(self.body(seat).take_out())
        self.run_ms(1000)

    def press(self, seat: int, *keys: int, hold_ms: int = 110) -> None:
        self.body(seat).do(self.body(seat).press(*keys, hold_ms=hold_ms))
        self.run_until(lambda: not self.body(seat).is_moving())
        self.run_ms(100)

    def lamp_colours(self, seat: int) -> set[tuple[int, int, int]]:
        """The colours that a lamp shows within the next second."""
        colours = set()
        for _ in range(1000 // TICK_MS):
            self.step()
            colours.add(self.table.hardware.lamps.pixels[seat])
        return colours

    def hand(self, seat: int) -> list[int]:
        tracked_game = self.virtual_players.follower.tracked_game
        hand: list[int] = self.virtual_players.people[seat].hand(tracked_game) if tracked_game else []
        return hand

    def seat_to_play(self) -> int:
        record = self.board.referee.play.record
        seat: int = self.board.referee.play.seats[record.game.to_act(record.position)[0]]
        return seat

    def sentences(self, kind: str) -> list[str]:
        """The laptop's log entries of a kind: event, refusal, trouble or note."""
        return [entry.sentence for entry in self.mirror.log if entry.kind == kind]

    def refusals(self) -> list[tuple[int | None, str]]:
        """Seat and sentence of each refusal."""
        return [(entry.seat, entry.sentence) for entry in self.mirror.log if entry.kind == "refusal"]
