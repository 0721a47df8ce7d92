"""The longest random game of each kind, as the board's journal keeps it; written on CPython."""

from contextlib import suppress
from functools import cache
from typing import Any

from host.tools.bench.watched_table import WatchedTable, erased_journal
from tavolo.games import load
from tavolo.journal.journal import Journal
from tavolo.rules.contract import Setup
from tavolo.rules.record import Record
from tavolo_host.display.parts.geometry import places
from tavolo_host.runtime.source_digests import firmware_digests
from tavolo_host.simulator.flash import NorFlash
from tests.rules.play import played_out
from tests.rules.support import Numbers
from tests.table.without_laptop import WithoutLaptop

SEED = 31  # of the table whose calibrations are in the journal
TRIES = 3  # random games of each setup
STRETCH = 24  # actions that are undone together
BEGINNING_MS = 6000  # until people have started a game


def possible_setups(game: Any) -> list[Setup]:
    """Return dealt setups: fewest and most players; options at their defaults, one at an end, or all high."""
    usual = tuple(option.default for option in game.OPTIONS)
    choices = {usual, tuple(option.high for option in game.OPTIONS)}
    for place, option in enumerate(game.OPTIONS):
        for value in (option.low, option.high):
            choices.add((*usual[:place], value, *usual[place + 1 :]))
    found = []
    for players in sorted({*game.SEATS}):
        for options in sorted(choices):
            setup = Setup(game, players, options, dealt=True)
            with suppress(ValueError):  # options that do not fit each other
                game.start(setup)
                found.append(setup)
    return found


@cache
def longest_game(game: Any) -> Record:
    """Return the longest random game of all possible setups, without optional moves, which would only shorten it."""
    games = [
        played_out(setup, Numbers(number), unasked=False) for setup in possible_setups(game) for number in range(TRIES)
    ]
    return max(games, key=lambda record: len(record.actions))


def journal_of_a_start(table: WatchedTable) -> NorFlash:
    """Start a game by keys, which stores the calibrations; return the journal's flash then."""
    table.wake()
    WithoutLaptop(table).start(Setup(load("david-goliath"), 3))
    table.run_ms(BEGINNING_MS)
    flash = table.journal_flash()
    assert all(Journal(flash).calibrations)
    return flash


@cache
def calibrations() -> tuple[bytes | None, ...]:
    """Return the calibrations of a table with that SEED, read from its own journal."""
    with WatchedTable("frozen", SEED) as table:
        return tuple(Journal(journal_of_a_start(table)).calibrations)


def journal_of(record: Record) -> bytes:
    """Return the journal's flash with an unfinished game: without its last action."""
    return journal_and_length(record, len(record.actions) - 1)[0]


@cache
def journal_and_length(record: Record, records: int) -> tuple[bytes, int]:
    """Return the journal's flash after that many records, and how many actions the game then has.

    If the game has fewer actions, stretches of it are undone and repeated all along it.
    """
    flash = erased_journal()
    journal = Journal(flash, rules=firmware_digests()[1])
    setup = Setup(record.game, record.setup.players, record.setup.options)
    assert journal.begin(setup.text(), places(setup.players), list(calibrations()))
    told = [record.game.public(action) for action in record.actions[:-1]]
    stretch = min(STRETCH, len(told) // 2)
    times = max(0, records - len(told) + stretch) // (stretch + 1)
    back_at = [stretch + (len(told) - stretch) * place // times for place in range(1, times + 1)]
    again = Record(setup)
    for _ in range(records):
        if back_at and len(again.actions) == back_at[0]:
            again.undo(back_at.pop(0) - stretch)
            assert journal.undone(len(again.actions))
            continue
        action = told[len(again.actions)]
        again.apply(action)
        assert journal.acted(action, again.digest())
        if journal.wants_position:
            journal.keep_position(len(again.actions), record.game.position_bytes(again.position))
    return bytes(flash.content), len(again.actions)
