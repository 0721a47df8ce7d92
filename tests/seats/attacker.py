"""An attacker at a table: tries a deed of the page as each kind of visitor, and finds whose yes it took.

Eve is the attacker, at the command layer, where any page can send anything. Ada sits and is here. In a game, Ben has
stood up and is still here, Cleo sits, is away and would have to act, and Dora has stood up and gone; in a lobby, Cleo
is away, and Dora has been for longer than a seat is kept. A game for few has Eve, whom a deed is about, and as many of
the others as it has seats for. One table has the people of one trial after the other.
"""

from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, partial
from typing import Any

from host.tools.lights_picture import middle_of
from tavolo.games import load
from tavolo.rules.contract import CHANCE, Setup
from tavolo.seat.states import TAKE
from tavolo_host.board.companion import Companion
from tavolo_host.board.view import Waiting
from tavolo_host.display.model.commands import Commands
from tavolo_host.display.model.file_commands import FileCommands
from tavolo_host.display.model.lights_commands import LightsCommands
from tavolo_host.display.model.name_commands import NameCommands
from tavolo_host.display.model.network_commands import NetworkCommands
from tavolo_host.display.parts.what_to_do import Choice, Deed
from tavolo_host.history.kept_game import OPEN, KeptGame, KeptPlayer
from tavolo_host.own_lights.device import Device
from tavolo_host.own_lights.own_lights import Chosen
from tavolo_host.seats.gestures import Gestures
from tavolo_host.seats.presence import Presence
from tavolo_host.seats.questions import Questions
from tavolo_host.seats.roster import Roster
from tavolo_host.sources.board_source import WatchSource
from tavolo_host.sources.seating import GONE_MS
from tavolo_host.sources.visitors import PlayingVisitors
from tests.sources import phone_support
from tests.sources.source_support import awake, begun, run_until

EVE, TELEVISION = "eve", ""
HONEST = ("ada", "ben", "cleo", "dora")
OTHERS = ("ada", "cleo", "ben", "bot", "dora")  # who play with Eve, the first of them also in games for few
DAVID = "david-goliath"
MOST = 6  # players
KEPT, KEPT_OF_EVE = 7, 8  # numbers of games that can go on
NOT = "-"  # the deed does not take place
AT_ONCE = "yes"
BOARDS = (("board-7", "COM3"), ("board-8", "COM4"))
BY_VOTE = "vote"  # of the seats at the board


class Kind(StrEnum):
    """What Eve is."""

    TELEVISION = "a television"
    GUEST = "a guest"
    SITS = "who sits"
    STOOD_UP = "who stood up"
    HOST = "the host"
    SEATED_HOST = "the host, who sits"


class Network:
    """The way in from the network, and what was done to it."""

    def __init__(self) -> None:
        self.done: list[tuple[str, ...]] = []
        self.address, self.others = "", ["192.0.2.7"]
        self.is_lost = False
        self.invitation = self
        self.home = HomeLights()

    def renew(self) -> None:
        self.done.append(("renew",))

    async def open(self, address: str) -> None:
        self.done.append(("open", address))

    async def close(self) -> None:
        self.done.append(("close",))

    async def remove(self, visitor: str, keeping: object = ()) -> None:
        self.done.append(("remove", visitor))


class HomeLights:
    """Lights at home, and what was done to them: one was found, and one is chosen and asked about."""

    def __init__(self) -> None:
        self.done: list[tuple[Any, ...]] = []
        self.found = [Device.made("192.0.2.8", 16, 8)]
        self.chosen = [Chosen(Device.made("192.0.2.9", 16, 8), Any, is_asked=True)]  # type: ignore[arg-type]
        self.is_searching = self.was_searched = False

    def has(self, host: str, port: int) -> bool:
        return False

    async def search(self) -> None:
        self.done.append(("search",))

    async def choose(self, device: Device) -> None:
        self.done.append(("choose", device))

    def see(self, *about: Any) -> bool:
        self.done.append(("see", *about))
        return True

    def __getattr__(self, name: str) -> Any:
        return lambda *about: self.done.append((name, *about))


def table(place: str, game: str) -> Any:
    """The source of a table: a game in its first turn, the lobby before one, and the same at a watched board."""
    return _table(place, game, Trial.is_by_phone)


@cache
def _table(place: str, game: str, is_by_phone: bool) -> Any:
    text = f"{game} players={min(MOST, load(game).SEATS[1])}"
    if place == "game":
        source = (phone_support.begun if is_by_phone else begun)(text, {"ada": 0})
        people, mirror = source.table.virtual_players.people, source.mirror
        run_until(
            source, lambda: people[0].player is not None and mirror.record.game.to_act(mirror.position) != (CHANCE,)
        )
        return source
    if place == "lobby" and is_by_phone:
        return phone_support.awake(text)
    if place == "lobby":
        return awake(text)
    source = WatchSource(Companion())
    source.mirror.in_step = True
    if place == "game at a board":
        mirror = source.mirror
        mirror.record = middle_of(game)
        mirror.seats = tuple(range(mirror.record.setup.players))
    return source


def unfinished(number: int) -> KeptGame:
    """A game that can go on."""
    players = KeptPlayer(0, 1, "Ada"), KeptPlayer(1, 3, "Fabio", "easy")
    about = "kuh-vadis players=2 table", 1e9, None, OPEN, 0, "", "", False, (), (), players
    return KeptGame(number, 1, "kuh-vadis", *about)


class Trial:
    """The people of a table with Eve as a visitor of a kind. `done` is what the table was asked to do.

    What Eve can do is `eve` at the table, `names` with names, `files` with what is kept, `door` about the network, and
    `lights` with lights at home.
    Who is `wanted` is there also in a game for few. The trials of one table have the same roster, so that the page of
    one is a page of the next; that is given their `network`. While they are `is_by_phone`, they play so at a board
    without slots.
    """

    is_by_phone = False
    now: "Trial"  # the last one, for what its table does not know

    def __init__(
        self,
        place: str,
        kind: Kind,
        is_empty: bool = False,
        game: str = DAVID,
        wanted: str = "ada",
        network: Network | None = None,
    ) -> None:
        self.source, self.kind, self.place = table(place, game), kind, place
        self.is_game = place.startswith("game")
        self.visitor = TELEVISION if kind is Kind.TELEVISION else EVE
        self.network, self.done = network or Network(), list[Any]()
        self.network.done.clear()
        self.home = self.network.home
        self._wanted = wanted
        Trial.now = self
        self.seats = self._seats()
        self._renew()
        self._bring_people(is_empty)
        self.presence = Presence(self.roster)
        self.eve = self.commands_of(self.visitor)
        self.names = NameCommands(self.source, self.visitor)
        self.files = FileCommands(self.source, self.visitor)
        self.door = self.door_of(self.visitor)
        home: Any = self.home
        self.lights = LightsCommands(self.source, self.visitor, home)

    def commands_of(self, visitor: str) -> Commands:
        return Commands(self.source, self.presence, visitor)

    def door_of(self, visitor: str) -> NetworkCommands:
        network: Any = self.network
        return NetworkCommands(self.source, self.presence, visitor, network)

    def _seats(self) -> dict[str, int]:
        """Where people sit: Cleo where it is a player's turn. Nobody has ever had the seat of the bot."""
        playing, mirror = [*range(8)], self.source.mirror
        if mirror.game and self.source.roster.has_hands:
            playing = [*mirror.seats]
        others = [self._wanted, *(each for each in OTHERS if each != self._wanted)][: len(playing) - 1]
        if mirror.game and self.source.roster.has_hands and "cleo" in others:
            acting = playing[mirror.game.to_act(mirror.position)[0]]
            playing.remove(acting)
            playing.insert(others.index("cleo"), acting)
        return dict(zip((*others, EVE), playing, strict=False))

    def _renew(self) -> None:
        """Give the table a roster without people, and let it only note what it is asked to do."""
        source, virtual = self.source, self.source.roster.has_hands
        if virtual:
            fresh = vars(PlayingVisitors(source.table.virtual_players))
            vars(source.roster).update(
                fresh | {"rights": source.rights, "level": "easy", "on_leave": source.roster.on_leave}
            )
            source.table.virtual_players.unhurried = 1.0
            for person in source.table.virtual_players.people:
                person.is_visitor = False
        else:
            vars(source.roster).update(vars(Roster(lambda: source.mirror)))
            source._names[:] = [""] * 8
            source.companion.port.chosen = None
            source.companion.port.choice = BOARDS if self.place == "boards" else ()
        source.questions, source.gestures = Questions(source.roster, source.rights), Gestures(source.roster)
        source.start = partial(self._note, "start")
        source.play_on, source.go_on = partial(self._note, "play on"), partial(self._note, "go on")
        source.ask = partial(self._note, "ask")
        source.unfinished = lambda: [unfinished(KEPT), unfinished(KEPT_OF_EVE)]
        source.sat_in = lambda game: ("ada", self.visitor) if game == KEPT_OF_EVE else ("ada",)
        source.evening = lambda: 3
        self.home.done.clear()
        source.own_lights = self.home
        self.roster = source.roster

    def card_of(self, visitor: str) -> int:
        """Return a card of a visitor's hand."""
        return int(self.source.roster.own(visitor).hand[0])

    def other_board(self) -> Choice:
        """Return the button for the second of two boards that answer."""
        return Choice("Board board-8 at COM4", Deed.BOARD, (1,))

    def _note(self, *what: Any) -> None:
        self.done.append(what)

    def _bring_people(self, is_empty: bool) -> None:
        roster, log = self.roster, self.source.mirror.log
        is_host = self.kind in (Kind.HOST, Kind.SEATED_HOST)
        has_sat = self.kind in (Kind.SITS, Kind.STOOD_UP, Kind.SEATED_HOST)
        sitting = [] if is_empty else [*HONEST] if roster.has_hands else ["ada", "cleo"]
        sitting = [each for each in sitting if each in self.seats]
        roster.hosts.update([EVE] if is_host else [])
        for visitor in (*sitting, *([EVE] if has_sat else [])):
            roster.visitor_names.set_name(visitor, visitor.title())
            roster.come(visitor)
            refused = roster.sit(visitor, self.seats[visitor])
            assert refused is None, refused
        standing = [*("ben", "dora") * (self.is_game and bool(sitting)), *[EVE] * (self.kind is Kind.STOOD_UP)]
        for visitor in standing:
            roster.stand(visitor)
        for visitor in {"dora", "cleo"}.intersection(sitting):
            roster.leave(visitor)
        log.now_ms += GONE_MS + 1
        for visitor in {"cleo"}.intersection(sitting):  # who was here until now
            roster._away[visitor] = log.now_ms
        if self.visitor:
            roster.come(EVE)
            roster.visitor_names.set_name(EVE, "Eve")

    def state(self) -> tuple[object, ...]:
        """Everything that a deed can change."""
        roster, source = self.roster, self.source
        about: list[object] = [
            dict(roster.seats),
            [roster.visitor_names.name_of(each) for each in (*HONEST, EVE, TELEVISION)],
            [*self.done],
            sorted(roster.ready),
            source.offered,
        ]
        about += [
            source.gestures.last,
            [*self.network.done],
            [*self.home.done],
            [view.name for view in source.seats()],
            source.companion.port.chosen,
        ]
        if roster.has_hands:
            players = source.table.virtual_players
            about += [players.unhurried, roster.level, [person.is_visitor for person in players.people]]
        return tuple(about)

    def _of_others(self) -> list[object]:
        """What a deed can change for others without their yes; they are to be told."""
        roster, source = self.roster, self.source
        seats = [seat for visitor, seat in self.seats.items() if visitor not in (EVE, "bot")]
        about = [[roster.seats.get(each), roster.visitor_names.name_of(each)] for each in HONEST]
        if not roster.has_hands:
            return [about]
        players = source.table.virtual_players
        about.append([players.people[seat].is_visitor for seat in seats])
        return [about, players.unhurried, roster.level] if self.is_game else [about]

    def outcome(self, deed: "Callable[[Trial], object]", says_no: str = "") -> str:
        """Try a deed; return NOT, AT_ONCE, BY_VOTE, or the initials of those without whose yes it does not take place.

        Eve answers every question first. One who `says_no` does that before the others say yes.
        """
        before, of_others, told = self.state(), self._of_others(), self._told()
        deed(self)
        if self._of_others() != of_others and self._told() == told:
            return "yes, but nobody is told"
        if self.state() != before:
            return BY_VOTE if self.done and self.done[-1][0] == "ask" and not self.done[-1][-1] else AT_ONCE
        questions = self.source.questions
        self._answer_all([self.visitor], True)
        asked = sorted(each for each in HONEST if questions.asked(each))
        assert self.state() == before, "an answer of Eve's was enough"
        for place, each in enumerate(asked):
            assert self.state() == before, f"nobody has asked {asked[place:]}"
            self._answer_all([each], each != says_no)
        return NOT if self.state() == before else "".join(each[0] for each in asked)

    def _told(self) -> int:
        return int(self.source.mirror.log[-1].number)

    def _answer_all(self, people: Iterable[str], agrees: bool) -> None:
        for each in people:
            for number in range(50):
                self.commands_of(each).answer(number, agrees)

    def look(self, seat: int) -> None:
        """Note the cards that Eve sees at her seat."""
        own = self.source.roster.own(self.visitor)
        if own and own.seat == seat and (own.hand or own.in_slot is not None):
            self.done.append(own.hand)


def at_once(made: Coroutine[Any, Any, Any]) -> None:
    """Carry out what has nothing to wait for."""
    try:
        made.send(None)
    except StopIteration:
        return
    raise AssertionError("it waits")


@dataclass(frozen=True)
class About:
    """A deed about a person, "bot" for a bot; some need a game with hands, or one in which players take turns."""

    of: str
    do: Callable[[Trial], object]
    needs_hands: bool = False
    needs_turns: bool = False

    def __call__(self, trial: Trial) -> object:
        """Do it."""
        return self.do(trial)


def at_seat(deed: str, of: str) -> About:
    """A deed of the page about a person's seat."""
    return About(of, lambda trial: getattr(trial.names if deed == "claim" else trial.eve, deed)(trial.seats[of]))


def start(plays: bool) -> Callable[[Trial], object]:
    def deed(trial: Trial) -> object:
        offered = trial.source.offered
        return trial.eve.start(Setup(offered.game, offered.game.SEATS[0]), plays, "instant", "strong")

    return deed


def press(name: str, deed: Deed) -> About:
    """Press a button that a page has while all wait for Cleo who is away."""

    def do(trial: Trial) -> object:
        return trial.eve.choose(Choice(name, deed, seat=trial.seats["cleo"]))

    return About("cleo", do, needs_turns=True)


def start_by_keys(trial: Trial) -> None:
    """Be the first who has joined with Ada's neighbour at the lobby of the table, and press the key that goes on."""
    own, view = trial.roster.seats.get(trial.visitor), trial.source.mirror.view
    view.lobby = Waiting((own, 7))
    trial.eve.key(TAKE, True)
    if own is not None and any(trial.source.table.bodies[own].keys):
        trial.done.append("start")
        trial.presence.take_fingers_off(trial.visitor)
    view.lobby = Waiting()
