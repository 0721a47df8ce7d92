"""Every deed of the page, and for whom it takes place, as "Who may" has it: written from that page, not from the code.

A row has a column for each kind of visitor: `-` means that it does not take place, `yes` that it does at once, `vote`
that the seats of the game vote on it, and letters by whose yes: a is Ada's, and abc that of Ada, Ben and Cleo.
"""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from tavolo_host.display.what_to_do import Deed
from tests.host.attacker import EVE, KEPT, KEPT_OF_EVE, Kind, Trial, at_once, at_seat, press, start

FILE = Path("games of a test")
PAST: Any = SimpleNamespace(setup_text="a game", seats=(0, 1), actions=((1,), (2,)))

Doing = Callable[[Trial], object]


def read(is_all: bool) -> Doing:
    def deed(trial: Trial) -> None:
        readable = trial.eve.readable()
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


def see(of: str) -> Doing:
    return lambda trial: trial.look(trial.seats[of])


def remove(visitor: str) -> Doing:
    return lambda trial: at_once(trial.eve.remove(trial.roster.number_of(visitor)))


#                                                television guest sits stood-up host seated-host
IN_A_GAME: dict[str, tuple[str, Doing]] = {
    "see one's hand": ("- - yes - - yes", see(EVE)),
    "see the hand of another": ("- - - - - -", see("ada")),
    "sit at a bot's seat": ("- yes abc abc yes abc", at_seat("sit", "bot")),
    "sit at the seat that one had, or a bot has": ("- yes - yes yes -", at_seat("sit", EVE)),
    "sit where one stood up who is here": ("- abc abc abc abc abc", at_seat("sit", "ben")),
    "sit where one stood up who is away": ("- - - - - -", at_seat("sit", "dora")),
    "sit where a visitor sits": ("- - - - - -", at_seat("sit", "ada")),
    "sit where a visitor sits who is away": ("- - - - - -", at_seat("sit", "cleo")),
    "stand": ("- - yes - - yes", lambda trial: trial.eve.stand()),
    "free a seat of an absent visitor": ("- - - - yes yes", at_seat("free", "cleo")),
    "free it by the button of the host": ("- - - - yes yes", press("Free the seat", Deed.RELEASE)),
    "free a seat of a present visitor": ("- - - - a a", at_seat("free", "ada")),
    "claim a seat of a present visitor": ("- a - abc a -", at_seat("claim", "ada")),
    "claim a seat of an absent visitor": ("- ab - ab ab -", at_seat("claim", "cleo")),
    "start another game": ("- - - - - -", start(True)),
    "end the game": ("- - vote - yes yes", lambda trial: trial.eve.ask("abandon")),
    "take back": ("- - vote - - vote", lambda trial: trial.eve.ask("undo")),
    "set the pace": ("- - - - yes yes", lambda trial: trial.eve.set_pace("instant")),
    "set the level": ("- - - - yes yes", lambda trial: trial.eve.set_level("strong")),
    "name a seat": ("- - - - - -", lambda trial: trial.eve.name_seat(trial.seats["ada"], "Mud")),
    "name oneself": ("- yes yes yes yes yes", lambda trial: trial.eve.set_name("Evelyn")),
    "take a name like that of another": ("- - - - - -", lambda trial: trial.eve.set_name("\u200bada")),
    "let a bot stand in": ("- - yes - - yes", press("Let a bot play", Deed.STAND_IN)),
    "play a card of another": ("- - - - - -", lambda trial: trial.eve.play(trial.card_of("ada"))),
    "read the games of all evenings": ("- - - - yes yes", read(True)),
    "read the games of this evening": ("- yes yes yes yes yes", read(False)),
    "delete a game": ("- - - - yes yes", lambda trial: trial.eve.delete_game(FILE, 1)),
    "forget a name": ("- - - - yes yes", lambda trial: trial.eve.forget_name(FILE, "Ada")),
    "rename a person": ("- - - - yes yes", lambda trial: trial.eve.rename_person(FILE, "Ada", "Eva")),
    "download all games": ("- - - - yes yes", lambda trial: trial.eve.copy_file(FILE, FILE)),
    "open the network": ("- - - - yes yes", lambda trial: at_once(trial.eve.open_network())),
    "renew the letters": ("- - - - yes yes", lambda trial: trial.eve.renew_letters()),
    "close the network": ("- - - - yes yes", lambda trial: at_once(trial.eve.close_network())),
    "remove a guest": ("- - - - yes yes", remove("ada")),
    "remove the host": ("- - - - - -", lambda trial: trial.roster.hosts.add("ben") or remove("ben")(trial)),
}
TAKEN_BACK = {"see a hand where another was dealt in": ("- - - - - -", sit_where_another_was_dealt_in)}
IN_THE_LOBBY: dict[str, tuple[str, Doing]] = {
    "sit at a free seat": ("- yes yes yes yes yes", at_seat("sit", "bot")),
    "sit where a visitor sits": ("- - - - - -", at_seat("sit", "ada")),
    "free a seat of an absent visitor": ("- - - - yes yes", at_seat("free", "cleo")),
    "free a seat of a present visitor": ("- - - - a a", at_seat("free", "ada")),
    "claim a seat of a present visitor": ("- a - a a -", at_seat("claim", "ada")),
    "start and play": ("- yes yes yes yes yes", start(True)),
    "start and watch": ("- - yes - yes yes", start(False)),
    "go on with a game of others": ("- - - - yes yes", lambda trial: trial.eve.go_on(KEPT)),
    "go on with a game of one's own": ("- yes yes yes yes yes", lambda trial: trial.eve.go_on(KEPT_OF_EVE)),
    "play on from a moment": ("- yes yes yes yes yes", lambda trial: trial.eve.play_on(PAST, 1, 0)),
    "set the pace": ("- - yes - yes yes", lambda trial: trial.eve.set_pace("instant")),
    "set the level": ("- - yes - yes yes", lambda trial: trial.eve.set_level("strong")),
}
IN_AN_EMPTY_LOBBY: dict[str, tuple[str, Doing]] = {
    "start and play": ("- yes yes yes yes yes", start(True)),
    "start and watch": ("- yes yes yes yes yes", start(False)),
    "set the pace": ("- - yes - yes yes", lambda trial: trial.eve.set_pace("instant")),
    "set the level": ("- - yes - yes yes", lambda trial: trial.eve.set_level("strong")),
}
AT_A_BOARD: dict[str, tuple[str, Doing]] = {
    "see one's hand": ("- - - - - -", see(EVE)),
    "sit at a free seat": ("- yes yes yes yes yes", at_seat("sit", "bot")),
    "end the game": ("- - vote - vote vote", lambda trial: trial.eve.ask("abandon")),
    "take back": ("- - vote - vote vote", lambda trial: trial.eve.ask("undo")),
    "name a seat": ("- - - - yes yes", lambda trial: trial.eve.name_seat(trial.seats["dora"], "Mud")),
    "start another game": ("- - - - - -", start(False)),
    "free a seat of an absent visitor": ("- - - - yes yes", at_seat("free", "cleo")),
}
AT_A_WAITING_BOARD: dict[str, tuple[str, Doing]] = {
    "start": ("- - yes - yes yes", start(False)),
    "name a seat": ("- - - - yes yes", lambda trial: trial.eve.name_seat(trial.seats["dora"], "Mud")),
}
AT_BOARDS: dict[str, tuple[str, Doing]] = {
    "choose a board": ("- - - - yes yes", lambda trial: trial.eve.choose(trial.other_board())),
}
# By where Eve is, and whether nobody else has a seat there.
DEEDS: dict[tuple[str, bool], dict[str, tuple[str, Doing]]] = {
    ("game", False): IN_A_GAME | TAKEN_BACK,
    ("lobby", False): IN_THE_LOBBY,
    ("lobby", True): IN_AN_EMPTY_LOBBY,
    ("game at a board", False): AT_A_BOARD,
    ("board", False): AT_A_WAITING_BOARD,
    ("boards", False): AT_BOARDS,
}


def expected(deed: tuple[str, Doing], kind: Kind) -> str:
    """Return how a deed takes place for a kind of visitor."""
    return deed[0].split()[[*Kind].index(kind)]
