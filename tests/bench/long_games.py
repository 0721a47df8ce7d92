"""The longest game of each kind, as the board keeps it: a journal of all its actions, written on CPython."""

from functools import cache
from typing import Any

from tavolo import wiring
from tavolo.games import load, names
from tavolo.journal.journal import Journal
from tavolo.rules.contract import Setup
from tavolo.rules.record import Record
from tavolo_host.display.geometry import places
from tavolo_host.own_rules import firmware_digests
from tavolo_host.virtual.clock import Clock
from tavolo_host.virtual.flash import NorFlash
from tests.bench.watched_table import FROZEN, WatchedTable, erased_journal
from tests.rules.play import played_out
from tests.rules.support import Numbers

SEED = 31  # of the table whose calibrations are in the journal
TRIES = 3  # random games of each setup
LOOK_MS, LONGEST_LOBBY_MS = 500, 30_000


def possible_setups(game: Any) -> list[Setup]:
    """Dealt setups: fewest and most players, options as usual, one at an end, all at the high end."""
    usual = tuple(option.default for option in game.OPTIONS)
    choices = {usual, tuple(option.high for option in game.OPTIONS)}
    for place, option in enumerate(game.OPTIONS):
        for value in (option.low, option.high):
            choices.add((*usual[:place], value, *usual[place + 1 :]))
    found = []
    for players in sorted({*game.SEATS}):
        for options in sorted(choices):
            setup = Setup(game, players, options, dealt=True)
            try:
                game.start(setup)
            except ValueError:
                continue
            found.append(setup)
    return found


@cache
def longest_game(game: Any) -> Record:
    """The random game with the most actions, of all possible setups."""
    games = [played_out(setup, Numbers(number)) for setup in possible_setups(game) for number in range(TRIES)]
    return max(games, key=lambda record: len(record.actions))


@cache
def calibrations() -> tuple[bytes | None, ...]:
    """What the board has found of the seats of a table with that SEED, read from its own journal."""
    with WatchedTable(FROZEN, SEED) as table:
        table.wake()
        game = load(names()[0])
        table.company.start(Setup(game, game.SEATS[0]))
        for _ in range(LONGEST_LOBBY_MS // LOOK_MS):
            table.run_ms(LOOK_MS)
            flash = NorFlash(Clock(), wiring.JOURNAL_BYTES)
            flash.content[:] = table.pico.read_flash(wiring.JOURNAL_ADDRESS, wiring.JOURNAL_BYTES)
            journal = Journal(flash, rules=firmware_digests()[1])
            if journal.is_unfinished:
                return tuple(journal.calibrations)
    raise AssertionError("The people have not begun a game.")


def journal_of(record: Record, actions: int | None = None) -> bytes:
    """The journal's flash with a game that is not over: without its last action, or with so many `actions`.

    What is more than the game has is played by taking all of it back, and beginning anew.
    """
    flash = erased_journal()
    journal = Journal(flash, rules=firmware_digests()[1])
    setup = Setup(record.game, record.setup.players, record.setup.options)
    assert journal.begin(setup.text(), places(setup.players), list(calibrations()))
    told = record.actions[:-1]
    left = len(told) if actions is None else actions
    while left:
        again = Record(setup)
        for action in told[:left]:
            again.apply(record.game.public(action))
            assert journal.acted(record.game.public(action), again.digest())
            if journal.wants_position:
                journal.keep_position(len(again.actions), record.game.position_bytes(again.position))
        left -= min(left, len(told))
        if left:
            assert journal.went_back(0)
    return bytes(flash.content)
