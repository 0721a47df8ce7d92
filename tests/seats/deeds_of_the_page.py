"""Every deed of the page, and for whom it takes place, as "Who may" has it: written from that page, not from the code.

A row has a column for each kind of visitor: `-` means that it does not take place, `yes` that it does at once, `vote`
that the seats of the game vote on it, and letters by whose yes: a is Ada's, and abc that of Ada, Ben and Cleo. In a
game for few, that of those who are there: without them one plays at any bot's seat, and nobody can say who a person is.
"""

from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

from tavolo.rules.contract import Setup
from tavolo_host.display.model.set_up_commands import SetUpCommands
from tavolo_host.display.parts.what_to_do import Deed
from tavolo_host.seats.gestures import Reaction
from tests.seats.attacker import (
    AT_ONCE,
    BY_VOTE,
    DAVID,
    EVE,
    HONEST,
    KEPT,
    KEPT_OF_EVE,
    NOT,
    About,
    Kind,
    Network,
    Trial,
    at_once,
    at_seat,
    press,
    start,
    start_by_keys,
    table,
)

FILE = Path("games of a test")
PAST: Any = SimpleNamespace(kept=SimpleNamespace(setup="a game"), seats=(0, 1), actions=((1,), (2,)))

Doing = Callable[[Trial], object]


def read(is_all: bool) -> Doing:
    def deed(trial: Trial) -> None:
        readable = trial.files.readable()
        if readable is None or (not is_all and readable.evening):
            trial.done.append("read")

    return deed


def sit_where_another_was_dealt_in(trial: Trial) -> None:
    """Sit down while the game is over, at the seat of one who has gone, have the end taken back, and look."""
    seat, seats = trial.seats["dora"], trial.roster.seats
    before = dict(seats)
    seats[trial.visitor] = seat
    trial.look(seat)
    seats.clear()
    seats.update(before)


def see(of: str) -> About:
    return About(of, lambda trial: trial.look(trial.seats[of]), needs_hands=True)


def remove(visitor: str) -> About:
    return About(visitor, lambda trial: at_once(trial.door.remove(trial.roster.visitor_names.number_of(visitor))))


def remove_another_host(trial: Trial) -> None:
    trial.roster.hosts.add("ben")
    at_once(trial.door.remove(trial.roster.visitor_names.number_of("ben")))


def claim_at_the_same_computer(trial: Trial) -> None:
    """Ask for the seat of another browser at the table's computer that has gone; nobody else is there."""
    roster, own = trial.roster, "another browser"
    roster.hosts.add(own)
    roster.sit(own, trial.seats["bot"])
    roster.leave(own)
    trial.names.claim(trial.seats["bot"])
    if own in roster.seats:
        roster.stand(own)
        roster.owners.seats.pop(own)
        roster.tell("It was as if nothing had been.")


def while_all_wait_for_cleo(trial: Trial, do: Doing) -> None:
    """Do something while Cleo is back and has to act; at a board she sits where it is a player's turn."""
    roster, mirror = trial.roster, trial.source.mirror
    roster.come("cleo")
    before, acting = dict(roster.seats), mirror.seats[mirror.game.to_act(mirror.position)[0]]
    roster.seats |= {each: before["cleo"] for each, seat in before.items() if seat == acting} | {"cleo": acting}
    do(trial)
    roster.seats |= before


def nudge(trial: Trial) -> None:
    while_all_wait_for_cleo(trial, lambda trial: trial.eve.nudge())


def choose_next(trial: Trial) -> object:
    game = trial.source.offered.game
    return trial.eve.offer(Setup(game, game.SEATS[0]))


def set_up(do: Callable[[SetUpCommands], object]) -> Doing:
    """Do something in the set-up of the board, which notes it."""

    def deed(trial: Trial) -> object:
        def noted(*_about: object) -> None:
            trial.done.append("set up")

        names = ("begin", "answer", "back", "check_again", "leave")
        trial.source.set_up = SimpleNamespace(**dict.fromkeys(names, noted))
        try:
            return do(SetUpCommands(trial.source, trial.visitor))
        finally:
            trial.source.set_up = None

    return deed


def play_a_card_of_another(trial: Trial) -> object:
    return trial.eve.play(trial.card_of("ada"))


#                                                television guest sits stood-up host seated-host
EVERYWHERE: dict[str, tuple[str, Doing]] = {
    "name oneself": ("- yes yes yes yes yes", lambda trial: trial.names.set_name("Evelyn")),
    "take a name like that of another": ("- - - - - -", lambda trial: trial.names.set_name("\u200bada")),
    "let a bot play for who is away": ("- - yes - - yes", press("Let a bot play", Deed.STAND_IN)),
    "read the games of all evenings": ("- - - - yes yes", read(True)),
    "read the games of this evening": ("- yes yes yes yes yes", read(False)),
    "keep a review": ("- yes yes yes yes yes", lambda trial: trial.files.keep_review(FILE, 1, "")),
    "delete a game": ("- - - - yes yes", lambda trial: trial.files.delete_game(FILE, 1)),
    "forget a name": ("- - - - yes yes", lambda trial: trial.files.forget_name(FILE, "Ada")),
    "rename a person": ("- - - - yes yes", lambda trial: trial.files.rename_person(FILE, "Ada", "Eva")),
    "download all games": ("- - - - yes yes", lambda trial: trial.files.copy_file(FILE, FILE)),
    "keep a sheet": ("- - - - yes yes", lambda trial: trial.files.keep_print("kuh-vadis", "Mud", "own:1")),
    "open the network": ("- - - - yes yes", lambda trial: at_once(trial.door.open())),
    "renew the letters": ("- - - - yes yes", lambda trial: trial.door.renew_letters()),
    "close the network": ("- - - - yes yes", lambda trial: at_once(trial.door.close())),
    "remove a guest": ("- - - - yes yes", remove("ada")),
    "remove the host": ("- - - - - -", About("ben", remove_another_host)),
    "stand": ("- - yes - - yes", lambda trial: trial.eve.stand()),
    "sit where a visitor sits": ("- - - - - -", at_seat("sit", "ada")),
    "sit where a visitor sits who is away": ("- - - - - -", at_seat("sit", "cleo")),
    "free a seat of an absent visitor": ("- - - - yes yes", at_seat("free", "cleo")),
    "free a seat of a present visitor": ("- - - - a a", at_seat("free", "ada")),
    "start another game": ("- - - - - -", start(True)),
    "react": ("- - yes - - yes", lambda trial: trial.eve.react(Reaction.HA_HA)),
    "nudge": ("- - yes - - yes", About("cleo", nudge, needs_turns=True)),
}
IN_A_GAME: dict[str, tuple[str, Doing]] = EVERYWHERE | {
    "search for lights": ("- - - - yes yes", lambda trial: at_once(trial.lights.search())),
    "choose lights": ("- - - - yes yes", lambda trial: at_once(trial.lights.choose(0))),
    "choose lights by their address": (
        "- - - - yes yes",
        lambda trial: at_once(trial.lights.add("ddp://192.0.2.7/64")),
    ),
    "say what shape lights have": ("- - - - yes yes", lambda trial: trial.lights.shape(0, 8, 16)),
    "say what lights show": ("- - - - yes yes", lambda trial: trial.lights.show(0, "field")),
    "say where a light is": ("- - - - yes yes", lambda trial: trial.lights.see(0, 15)),
    "take back where a light is": ("- - - - yes yes", lambda trial: trial.lights.forget(0)),
    "not say where lights are": ("- - - - yes yes", lambda trial: trial.lights.skip(0)),
    "stop lights": ("- - - - yes yes", lambda trial: trial.lights.stop(0)),
    "stop lights that are not there": ("- - - - - -", lambda trial: trial.lights.stop(1)),
    "see one's hand": ("- - yes - - yes", see(EVE)),
    "see the hand of another": ("- - - - - -", see("ada")),
    "sit at a bot's seat": ("- yes abc abc yes abc", at_seat("sit", "bot")),
    "sit at the seat that one had, or a bot has": ("- yes - yes yes -", at_seat("sit", EVE)),
    "sit where one stood up who is here": ("- abc abc abc abc abc", at_seat("sit", "ben")),
    "sit where one stood up who is away": ("- - - - - -", at_seat("sit", "dora")),
    "free it by the button of the host": ("- - - - yes yes", press("Free the seat", Deed.RELEASE)),
    "claim a seat of a present visitor": ("- a - abc a -", at_seat("claim", "ada")),
    "claim a seat of an absent visitor": ("- ab - ab ab -", at_seat("claim", "cleo")),
    "end the game": ("- - vote - yes yes", lambda trial: trial.eve.ask("abandon")),
    "take back": ("- - vote - - vote", lambda trial: trial.eve.ask("undo")),
    "set the pace": ("- - - - yes yes", lambda trial: trial.eve.set_pace("instant")),
    "set the level": ("- - - - yes yes", lambda trial: trial.eve.set_level("strong")),
    "name a seat": ("- - - - - -", lambda trial: trial.names.name_seat(trial.seats["ada"], "Mud")),
    "play a card of another": ("- - - - - -", About("ada", play_a_card_of_another, needs_hands=True)),
    "see a hand where another was dealt in": (
        "- - - - - -",
        About("dora", sit_where_another_was_dealt_in, needs_hands=True),
    ),
}
IN_A_GAME_OF_BOTS: dict[str, tuple[str, Doing]] = {
    "sit at a bot's seat": ("- yes yes yes yes yes", at_seat("sit", "bot")),
    "claim a seat at the table's own computer": ("- - - - yes -", About("bot", claim_at_the_same_computer)),
}
IN_THE_LOBBY: dict[str, tuple[str, Doing]] = {
    "sit at a free seat": ("- yes yes yes yes yes", at_seat("sit", "bot")),
    "take the next free seat": ("- yes - yes yes -", lambda trial: trial.eve.take_a_seat()),
    "sit where a visitor sits": ("- - - - - -", at_seat("sit", "ada")),
    "free a seat of an absent visitor": ("- - - - yes yes", at_seat("free", "cleo")),
    "free a seat of a present visitor": ("- - - - a a", at_seat("free", "ada")),
    "claim a seat of a present visitor": ("- a a a a a", at_seat("claim", "ada")),
    "say that one is ready": ("- - yes - - yes", lambda trial: trial.eve.set_ready(True)),
    "start and play": ("- yes yes yes yes yes", start(True)),
    "start and watch": ("- - yes - yes yes", start(False)),
    "start by keys without others": ("- - - - - -", start_by_keys),
    "go on with a game of others": ("- - - - yes yes", lambda trial: trial.files.go_on(KEPT)),
    "go on with a game of one's own": ("- yes yes yes yes yes", lambda trial: trial.files.go_on(KEPT_OF_EVE)),
    "play on from a moment": ("- - - - - -", lambda trial: trial.files.play_on(PAST, 1, 0)),
    "choose the next game": ("- - yes - yes yes", choose_next),
    "set the pace": ("- - yes - yes yes", lambda trial: trial.eve.set_pace("instant")),
    "set the level": ("- - yes - yes yes", lambda trial: trial.eve.set_level("strong")),
}
IN_AN_EMPTY_LOBBY: dict[str, tuple[str, Doing]] = {
    "start and play": ("- yes yes yes yes yes", start(True)),
    "start and watch": ("- yes yes yes yes yes", start(False)),
    "start by keys": ("- - yes - - yes", start_by_keys),
    "play on from a moment": ("- yes yes yes yes yes", lambda trial: trial.files.play_on(PAST, 1, 0)),
    "choose the next game": ("- yes yes yes yes yes", choose_next),
    "set the pace": ("- - yes - yes yes", lambda trial: trial.eve.set_pace("instant")),
    "set the level": ("- - yes - yes yes", lambda trial: trial.eve.set_level("strong")),
}
AT_A_BOARD: dict[str, tuple[str, Doing]] = EVERYWHERE | {
    "see one's hand": ("- - - - - -", see(EVE)),
    "see the hand of another": ("- - - - - -", see("ada")),
    "sit at a free seat": ("- yes yes yes yes yes", at_seat("sit", "bot")),
    "let a bot play for who is away": ("- - - - - -", press("Let a bot play", Deed.STAND_IN)),
    "claim a seat of a present visitor": ("- a - a a -", at_seat("claim", "ada")),
    "claim a seat of an absent visitor": ("- a - a a -", at_seat("claim", "cleo")),
    "end the game": ("- - vote - vote vote", lambda trial: trial.eve.ask("abandon")),
    "take back": ("- - vote - vote vote", lambda trial: trial.eve.ask("undo")),
    "name a seat": ("- - - - yes yes", lambda trial: trial.names.name_seat(trial.seats["dora"], "Mud")),
}
AT_A_WAITING_BOARD: dict[str, tuple[str, Doing]] = {
    "start": ("- - yes - yes yes", start(False)),
    "name a seat": ("- - - - yes yes", lambda trial: trial.names.name_seat(trial.seats["dora"], "Mud")),
    "set the board up": ("- - - - yes yes", set_up(lambda commands: commands.begin())),
    "answer what is built": ("- - - - yes yes", set_up(lambda commands: commands.tell(0, "1"))),
    "go back in the set-up": ("- - - - yes yes", set_up(lambda commands: commands.step_back())),
    "check the board": ("- - - - yes yes", set_up(lambda commands: commands.check_again())),
    "put the set-up off": ("- - - - yes yes", set_up(lambda commands: commands.leave())),
}
AT_BOARDS: dict[str, tuple[str, Doing]] = {
    "choose a board": ("- - - - yes yes", lambda trial: trial.eve.choose(trial.other_board())),
}
# By where Eve is, and whether nobody else has a seat there.
DEEDS: dict[tuple[str, bool], dict[str, tuple[str, Doing]]] = {
    ("game", False): IN_A_GAME,
    ("game", True): IN_A_GAME_OF_BOTS,
    ("lobby", False): IN_THE_LOBBY,
    ("lobby", True): IN_AN_EMPTY_LOBBY,
    ("game at a board", False): AT_A_BOARD,
    ("board", False): AT_A_WAITING_BOARD,
    ("boards", False): AT_BOARDS,
}
IN_EACH_GAME = ("game", "game at a board")  # the others do not depend on the game


class Tried(NamedTuple):
    """A deed, where Eve tries it, whether nobody else has a seat there, what she is, and the game."""

    place: str
    is_empty: bool
    name: str
    kind: Kind
    game: str = DAVID

    @property
    def doing(self) -> Doing:
        """What she does."""
        return DEEDS[self.place, self.is_empty][self.name][1]

    @property
    def _answer(self) -> str:
        return DEEDS[self.place, self.is_empty][self.name][0].split()[[*Kind].index(self.kind)]

    def asked(self) -> list[str]:
        """Return those by whose yes it takes place, if they are there."""
        return [each for each in HONEST if each[0] in self._answer and self._answer not in (NOT, AT_ONCE, BY_VOTE)]

    def trial(self, network: Network | None = None) -> Trial:
        """Bring the people of the table."""
        wanted = getattr(self.doing, "of", "ada")
        return Trial(self.place, self.kind, self.is_empty, self.game, "ada" if wanted == EVE else wanted, network)

    def expected(self, trial: Trial) -> str:
        """Return how it takes place, with those who are there."""
        asked = self.asked()
        if not asked:
            return self._answer
        those = "".join(visitor[0] for visitor in asked if visitor in trial.seats)
        return those or (AT_ONCE if self.name.startswith("sit") else NOT)


def tries(game: str = DAVID, places: Collection[str] = tuple(place for place, _empty in DEEDS)) -> Iterator[Tried]:
    """Return what can be tried in a game."""
    mirror = table("game", game).mirror
    missing = {"needs_hands"} if not hasattr(mirror.position, "hands") else set()
    missing |= {"needs_turns"} if len(mirror.game.to_act(mirror.position)) > 1 else set()
    for (place, is_empty), deeds in DEEDS.items():
        for name, (_answers, doing) in deeds.items():
            if place in places and not any(getattr(doing, need, False) for need in missing):
                yield from (Tried(place, is_empty, name, kind, game) for kind in Kind)
