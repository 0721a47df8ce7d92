"""The journal on raw flash: accepted actions survive a power cut at any operation, and are played once."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from tavolo import wiring
from tavolo.games import load
from tavolo.games.cards import code_of
from tavolo.journal import entries, ring
from tavolo.journal.entries import ACTION, BACK, DIGEST_BYTES
from tavolo.journal.journal import BETWEEN_MS, QUIET_MS, Journal
from tavolo.link.messages import PUBLIC_NUMBERS
from tavolo.link.telemetry import UNDO
from tavolo.play import reasons, resuming
from tavolo.rules.contract import Setup
from tavolo.rules.packing import unpacked
from tavolo.seat import states
from tavolo.seat.calibration import Calibration, from_bytes, nominal
from tavolo_host.simulator.clock import Clock
from tavolo_host.simulator.flash import TYPICAL_US, NorFlash, PowerCut
from tests.journal.test_positions import often
from tests.play.playing import Playing
from tests.play.test_play import REVEAL, SEAL, TURN_UP, Heard, SealedGame, code
from tests.players.deciding import actions, by_lot

DAVID = load("david-goliath")
SETUP = Setup(DAVID, 3)
SECTORS = wiring.JOURNAL_BYTES // wiring.SECTOR_BYTES
SEATS = (2, 4, 7)
CALIBRATIONS: list[bytes | None] = [nominal().to_bytes()] * wiring.SEATS


def a_flash(sectors: int = SECTORS, **more: Any) -> NorFlash:
    return NorFlash(Clock(), sectors * wiring.SECTOR_BYTES, **more)


def a_journal(flash: NorFlash) -> Journal:
    return Journal(flash, len(flash.content))


def begun(flash: NorFlash) -> Journal:
    """The journal of a game that begins after a while in the lobby."""
    journal = a_journal(flash)
    rest(journal)
    assert journal.begin(SETUP.text(), SEATS, CALIBRATIONS)
    return journal


def rest(journal: Journal, seconds: int = 60) -> None:
    for _ in range(seconds * 20):
        journal.rest(50, True)


def told(journal: Journal) -> list[tuple[int, tuple[int, ...]]]:
    """The actions of a journal at power-on."""
    return [
        (kind, unpacked(content[DIGEST_BYTES if kind == ACTION else 0 :]))
        for kind, content in journal.reading().entries()
        if kind in (ACTION, BACK)
    ]


# ---- the flash


def test_programming_clears_bits_only_and_erasing_sets_those_of_a_sector() -> None:
    flash = a_flash(2)
    page = bytearray(b"\xff" * 256)
    flash.program(4096, b"\x0f" * 256)
    flash.program(4096, b"\xf1" * 256)
    flash.read_into(4096, page)
    assert page == b"\x01" * 256
    flash.program(0, b"\x00" * 256)
    flash.erase(1)
    flash.read_into(4096, page)
    assert page == b"\xff" * 256
    assert flash.content[:256] == b"\x00" * 256
    assert flash.wear == [0, 1]
    assert flash._clock.now_us == 3 * TYPICAL_US[0] + TYPICAL_US[1]


def test_a_power_cut_leaves_a_program_or_an_erasure_half_done() -> None:
    flash = a_flash(1)
    flash.cut_at = 0
    with pytest.raises(PowerCut):
        flash.program(0, b"\x00" * 256)
    assert 0 < flash.content.count(0xFF) < 4096
    assert flash.content[256:] == b"\xff" * 3840
    with pytest.raises(PowerCut):
        flash.read_into(0, bytearray(1))
    flash.power_on()
    flash.content[:] = b"\x00" * 4096
    flash.cut_at_us = flash._clock.now_us + 40_000
    with pytest.raises(PowerCut):
        flash.erase(0)
    assert 0 < sum(byte.bit_count() for byte in flash.content) < 8 * 4096


# ---- what is stored, and its cost


def test_an_action_costs_one_page_program_and_no_erasing() -> None:
    flash = a_flash()
    journal = begun(flash)
    before, wear = flash._clock.now_us, list(flash.wear)
    for number in range(200):
        operations = flash.operations
        assert journal.acted((1, number % 3, number % 90), 0)
        assert flash.operations == operations + 1
    assert flash.wear == wear
    assert flash._clock.now_us - before == 200 * TYPICAL_US[0]


def test_an_unfinished_game_is_known_at_power_on_with_seats_and_calibrations() -> None:
    flash = a_flash()
    calibrations: list[bytes | None] = [None] * 8
    calibrations[5] = Calibration(list(range(1, 13)), 3, list(range(600, 612)), [300] * 12).to_bytes()
    journal = a_journal(flash)
    assert not journal.is_unfinished
    journal.begin(SETUP.text(), SEATS, calibrations)
    journal.acted((0,), 0)
    again = a_journal(flash)
    assert again.is_unfinished
    assert (again.setup_text, again.seats) == (SETUP.text(), SEATS)
    assert [known is not None for known in again.calibrations] == [seat == 5 for seat in range(8)]
    known = from_bytes(again.calibrations[5] or b"")
    assert known is not None
    assert vars(known) == vars(Calibration(list(range(1, 13)), 3, list(range(600, 612)), [255] * 12))
    assert told(again) == [(ACTION, (0,))]


def test_a_finished_game_does_not_resume_even_while_its_sectors_are_erased() -> None:
    flash = a_flash()
    journal = begun(flash)
    for number in range(900):
        journal.acted((1, 2, number % 90), 0)
    journal.end()
    for sector in range(3):
        flash.cut_at = flash.operations + sector
        with pytest.raises(PowerCut):
            rest(journal)
        flash.power_on()
        journal = a_journal(flash)
        assert not journal.is_unfinished
        assert not journal.is_damaged
    rest(journal)
    assert [sector for sector in range(SECTORS) if journal.ring.states[sector] != ring.ERASED] == [1]


def test_two_thousand_actions_of_any_length_fit_into_the_erased_sectors() -> None:
    flash = a_flash()
    journal = begun(flash)
    journal.end()
    rest(journal)
    wear = list(flash.wear)
    assert journal.begin(SETUP.text(), SEATS, CALIBRATIONS)  # at once
    random = Random(4)
    actions = [tuple(random.randrange(100) for _ in range(PUBLIC_NUMBERS)) for _ in range(2000)]
    for action in actions:
        assert journal.acted(action, 0)
    assert flash.wear == wear
    assert [numbers for _, numbers in told(a_journal(flash))] == actions


def test_a_full_journal_is_reported_once_and_the_game_plays_on() -> None:
    flash = a_flash(1)
    play, heard = a_play(flash, calibrations=[nominal().to_bytes()] * 58)  # which leaves little more than a page
    cards = a_game(Random(1))
    for card in cards:
        put_in(play, card)
    assert play.is_over()
    assert heard.notes == [(reasons.JOURNAL_IS_FULL,)]
    again, _ = resumed(flash)
    kept = len(again.record.actions)
    assert 0 < kept < len(play.record.actions)
    assert again.record.actions == play.record.actions[:kept]
    assert again.journal.is_full


def test_a_power_cut_costs_no_room() -> None:
    def room(cut_after: int) -> int:
        flash = a_flash(4)
        journal = begun(flash)
        journal.acted((0,), 0)
        journal.end()
        rest(journal)
        assert journal.begin(SETUP.text(), SEATS, CALIBRATIONS)
        count = 0
        while journal.acted((1, 2, 3), 0):
            count += 1
            if count == cut_after:
                journal = a_journal(flash)
                reading = journal.reading()
                assert len([kind for kind, _ in reading.entries() if kind == ACTION]) == count
                journal.resume(reading, count)
        return count

    assert 0 <= room(0) - room(5) <= 25  # what a page holds: the next is begun


# ---- wear


def test_all_sectors_wear_alike_and_the_erase_counts_are_those_of_the_flash() -> None:
    flash = a_flash(8)
    journal = a_journal(flash)
    for game in range(80):
        journal.begin(SETUP.text(), SEATS, CALIBRATIONS)
        for number in range(20 if game % 5 else 500):
            journal.acted((1, 2, number % 90), 0)
        journal.end()
        rest(journal, 5)
        if game % 3 == 0:
            journal = a_journal(flash)
    assert journal.ring.erase_counts == flash.wear
    assert sum(flash.wear) > 80
    assert max(flash.wear) - min(flash.wear) <= 0.15 * max(flash.wear)


def test_nothing_is_erased_before_the_lobby_has_been_quiet_and_then_one_sector_at_a_time() -> None:
    flash = a_flash()
    journal = a_journal(flash)
    for _ in range(100):
        journal.rest(50, False)
        journal.rest(QUIET_MS - 1, True)
    assert sum(flash.wear) == 0
    journal.rest(1, True)
    assert sum(flash.wear) == 1
    journal.rest(BETWEEN_MS - 1, True)
    assert sum(flash.wear) == 1
    rest(journal)
    assert flash.wear == [1] * SECTORS  # and never again
    operations = flash.operations
    rest(journal)
    assert flash.operations == operations


def test_a_game_on_a_blank_board_begins_with_two_erasings_and_erases_ahead_in_quiet_moments() -> None:
    flash = a_flash()
    journal = a_journal(flash)
    assert journal.begin(SETUP.text(), SEATS, CALIBRATIONS)
    assert sum(flash.wear) == 2
    assert journal.acted((0,), 0)
    journal.rest(QUIET_MS, False)
    assert sum(flash.wear) == 2
    rest(journal)
    assert sum(flash.wear) == 4
    for number in range(600):
        for _ in range(3):
            wear = sum(flash.wear)
            journal.rest(QUIET_MS, True)
            assert sum(flash.wear) <= wear + 1
        wear = sum(flash.wear)
        assert journal.acted((1, 2, number % 90), 0)
        assert sum(flash.wear) == wear
    assert len(told(a_journal(flash))) == 601


def test_a_game_without_erased_sectors_erases_one_at_a_time_and_is_stored() -> None:
    flash = a_flash()
    journal = a_journal(flash)
    journal.begin(SETUP.text(), SEATS, CALIBRATIONS)
    for number in range(800):
        wear = sum(flash.wear)
        assert journal.acted((1, 2, number % 90), 0)
        assert sum(flash.wear) <= wear + 1
    assert len(told(a_journal(flash))) == 800


def test_a_sector_that_cannot_be_erased_is_skipped() -> None:
    class Worn(NorFlash):
        def erase(self, sector: int) -> None:
            super().erase(sector)
            if sector == 2:
                self.content[sector * wiring.SECTOR_BYTES + 9 * wiring.PAGE_BYTES] = 0xFE

    flash = Worn(Clock(), 4 * wiring.SECTOR_BYTES)
    journal = begun(flash)
    assert journal.ring is not None
    assert journal.ring.states == [ring.WRITTEN, ring.WRITTEN, ring.BROKEN, ring.ERASED]


def test_a_worn_out_sector_is_skipped() -> None:
    flash = a_flash()
    flash.broken = {1, 2, 9}
    journal = begun(flash)
    journal.end()
    rest(journal)
    journal.begin(SETUP.text(), SEATS, CALIBRATIONS)
    flash.broken.add(6)  # in the middle of the game
    actions = [(1, 2, number % 90) for number in range(1500)]
    for action in actions:
        assert journal.acted(action, 0)
    assert [numbers for _, numbers in told(a_journal(flash))] == actions


# ---- interrupted games


def a_play(
    flash: NorFlash,
    setup: Setup = SETUP,
    calibrations: list[bytes | None] = CALIBRATIONS,
    heard: Heard | None = None,
) -> tuple[Playing, Heard]:
    journal = a_journal(flash)
    journal.begin(setup.text() if setup.game is DAVID else "sealed table", SEATS[: setup.players], calibrations)
    heard = heard or Heard()
    play = Playing(setup, SEATS[: setup.players], heard, journal=journal)
    let_chance_act(play)
    return play, heard


def resumed(flash: NorFlash, setup: Setup = SETUP, kind: type[Heard] = Heard) -> tuple[Playing, Heard]:
    journal = a_journal(flash)
    assert journal.is_unfinished
    heard = kind()
    play = Playing(setup, journal.seats, heard, journal=journal, is_resumed=True)
    play.resume()
    let_chance_act(play)
    return play, heard


def let_chance_act(play: Playing) -> None:
    """Run the ticks that chance takes."""
    for _ in range(4):
        play.step(5, lambda: False)


def put_in(play: Playing, card: int) -> None:
    """Insert a card for the player whose turn it is; it must be accepted."""
    player = play.record.game.to_act(play.record.position)[0]
    assert play.card(play.seats[player], code_of(DAVID.NAME, card)) == (None, True)
    let_chance_act(play)


def take_back(play: Playing, count: int = 1) -> None:
    """All agree to take back the last actions, as a laptop asks."""
    play.ask(UNDO, request=1, length=len(play.record.actions) - count)
    for seat in play.seats:
        play.key(seat, states.TAKE)
    while play.step(5, lambda: True):
        pass
    let_chance_act(play)


def a_game(random: Random) -> list[int]:
    """The cards of a random game, in the order in which they are played."""
    return [action[2] for _, _, action in actions("david-goliath players=3 dealt", by_lot, random)][1:]


class Counting(Heard):
    """A publisher that counts the actions that the laptop has."""

    count = 0

    def started(self, record: Any, seats: tuple[int, ...], number: int = 0) -> None:
        self.count = len(record.actions)

    def acted(self, record: Any, action: tuple[int, ...]) -> None:
        self.count = len(record.actions)

    def undone(self, record: Any) -> None:
        self.count = len(record.actions)


class Table:
    """Two games on one flash with a lobby between, undone moves and saved positions; accepted actions are noted.

    `go_on` continues the games from wherever the flash says that they are.
    """

    def __init__(self, seed: int) -> None:
        self.flash = a_flash(4)
        self.random = Random(seed)
        self.games = [a_game(self.random), a_game(self.random)]
        self.game = 0
        self.take_backs = {place for place in range(1, 45) if self.random.random() < 0.1}
        self.accepted = 0  # actions whose lamp was green
        self.heard: Any = Counting()

    def go_on(self) -> None:
        """Resume what is there, and play to the end of the second game."""
        journal = a_journal(self.flash)
        assert not journal.is_damaged
        if journal.is_unfinished:
            before = max(self.accepted, self.heard.count)
            play, self.heard = resumed(self.flash, kind=Counting)
            assert len(play.record.actions) - before in (0, 1), "more or less than was accepted or told"
            played = [action[2] for action in play.record.actions[1:]]
            assert played == self.cards[: len(played)]
            play.step(5, lambda: True)  # the slots are empty
            play.finish()  # chance would wait for a laptop that has what may be missing
            self._to_the_end(play)
        elif self.accepted:
            assert self.accepted == 46  # it was over, and left
            self._next()
        while self.game < 2:
            rest(a_journal(self.flash), 5)
            self.heard = Counting()
            play, _ = a_play(self.flash, heard=self.heard)
            self._to_the_end(play)

    @property
    def cards(self) -> list[int]:
        return self.games[self.game]

    def _to_the_end(self, play: Playing) -> None:
        self.accepted = len(play.record.actions)
        while not play.is_over():
            length = len(play.record.actions)
            if length in self.take_backs:
                self.take_backs.remove(length)
                self.accepted = length - 1  # everybody agreed; only the flash knows whether that was stored
                self.heard.count = 0
                take_back(play)
                length = len(play.record.actions)
            put_in(play, self.cards[length - 1])
            self.accepted = length + 1
            while play.journal.wants_position:
                play.keep_position()
        play.journal.end()
        self._next()

    def _next(self) -> None:
        self.game += 1
        self.accepted = self.heard.count = 0


@pytest.mark.parametrize("seed", range(4))
def test_with_cuts_at_any_flash_operations_nothing_accepted_is_lost_and_nothing_is_played_twice(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    often(monkeypatch)
    table = Table(seed)
    cuts = 0
    while table.game < 2:
        table.flash.cut_at = table.flash.operations + table.random.randrange(4)
        try:
            table.go_on()
        except PowerCut:
            cuts += 1
        table.flash.power_on()
    assert cuts > 30, cuts


@pytest.mark.parametrize("count", [1, 4])
def test_undone_moves_stay_undone_and_outcomes_of_chance_return(count: int) -> None:
    flash = a_flash()
    play, _ = a_play(flash)
    first, second, third, *more = a_game(Random(2))[:6]
    for card in (first, second, third, *more)[: 1 + count]:
        put_in(play, card)
    take_back(play, count)
    again, heard = resumed(flash)
    assert again.record.takebacks == 1
    assert again.record.actions == play.record.actions == [(0,), (1, 0, first)]
    assert again.card(7, code_of(DAVID.NAME, second))[0] == (reasons.EMPTY_THE_SLOTS, 7)
    again.step(5, lambda: True)
    put_in(again, third if DAVID.refusal(again.record.position, (1, 1, third)) is None else second)
    assert heard.notes == []


# ---- damage


def test_flash_full_of_anything_is_no_game() -> None:
    for seed in range(20):
        flash = a_flash(4)
        flash.content[:] = Random(seed).randbytes(len(flash.content))
        journal = a_journal(flash)
        assert not journal.is_unfinished
        assert not journal.is_damaged
        assert journal.begin(SETUP.text(), SEATS, CALIBRATIONS)
        assert journal.acted((0,), 0)
        assert told(a_journal(flash)) == [(ACTION, (0,))]


def test_a_wiped_sector_is_noticed_without_an_index_when_the_one_before_is_full_of_takebacks() -> None:
    flash = a_flash()
    journal = begun(flash)
    while journal.ring.sector == journal._sector:
        journal.undone(0)
    begin = journal.ring.sector * wiring.SECTOR_BYTES
    flash.content[begin : begin + wiring.SECTOR_BYTES] = b"\xff" * wiring.SECTOR_BYTES
    reading = a_journal(flash).reading()
    assert list(reading.entries())
    assert reading.is_torn


def test_a_lost_start_is_read_from_its_copy_and_missing_when_that_is_lost_too() -> None:
    flash = a_flash()
    journal = begun(flash)
    assert (journal._before, journal._sector) == (0, 1)
    journal.acted((0,), 7)
    flash.content[wiring.SECTOR_BYTES + ring.HEAD_BYTES + 10] ^= 4
    again = a_journal(flash)
    assert again.is_unfinished
    assert (again.setup_text, again.seats, told(again)) == (SETUP.text(), SEATS, [(ACTION, (0,))])
    flash.content[ring.HEAD_BYTES + 10] ^= 4
    again = a_journal(flash)
    assert not again.is_unfinished
    assert again.is_damaged
    assert again.lost() == 9
    again.begin(SETUP.text(), SEATS, CALIBRATIONS)
    assert not a_journal(flash).is_damaged


@pytest.mark.parametrize("content", [bytes(wiring.PAGE_BYTES), Random(1).randbytes(wiring.PAGE_BYTES)])
def test_flash_that_no_journal_has_written_is_searched_quickly(content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """The chip takes a millisecond for ten such checks, and its watchdog waits for eight seconds."""
    checks = 0

    def counted(page: bytes, at: int, is_record: Any = entries.is_record) -> bool:
        nonlocal checks
        checks += 1
        return bool(is_record(page, at))

    monkeypatch.setattr(entries, "is_record", counted)
    flash = a_flash()
    flash.content[:] = content * (len(flash.content) // len(content))
    journal = a_journal(flash)
    assert not journal.is_unfinished
    assert checks < 20 * SECTORS * ring.PAGES


def test_without_flash_games_are_played_but_not_stored() -> None:
    journal = Journal(None)
    assert journal.begin(SETUP.text(), SEATS, CALIBRATIONS)
    assert journal.acted((0,), 0)
    journal.rest(10_000, True)
    journal.end()
    assert not journal.is_unfinished


# ---- what is sealed

SEALED = Setup(SealedGame(), 2)


def sealed_once(card: int, flash: NorFlash) -> Playing:
    """A card for the table is turned up, and player 0 has sealed one."""
    play, _ = a_play(flash, SEALED)
    play.card(2, code(40))
    assert play.card(2, code(card)) == (None, True)
    return play


def test_sealed_cards_are_inserted_again_and_stay_secret_until_the_reveal() -> None:
    flash = a_flash()
    sealed_once(7, flash)
    play, heard = resumed(flash, SEALED)
    assert play.players_to_reseal() == (0,)
    assert play.veiled()
    operations = flash.operations
    assert play.card(2, code(7)) == (None, True)
    assert play.players_to_reseal() == ()
    assert flash.operations == operations
    assert heard.acted_on == []
    assert play.card(4, code(3)) == (None, True)
    let_chance_act(play)
    assert heard.acted_on == [(SEAL, 1), (REVEAL, 7, 3)]
    assert [play.record.game.public(action) for action in play.record.actions] == [
        (TURN_UP, 40),
        (SEAL, 0),
        (SEAL, 1),
        (REVEAL, 7, 3),
    ]


def test_all_seal_again_when_power_fails_between_the_last_choice_and_the_reveal() -> None:
    flash = a_flash()
    play = sealed_once(7, flash)
    flash.cut_at = flash.operations + 1
    play.card(4, code(3))
    with pytest.raises(PowerCut):
        let_chance_act(play)
    flash.power_on()
    play, heard = resumed(flash, SEALED)
    assert play.players_to_reseal() == (0, 1)
    assert play.card(2, code(12))[0] is not None  # a card that could not have been chosen
    play.card(4, code(3))
    assert heard.acted_on == []
    play.card(2, code(7))
    let_chance_act(play)
    assert heard.acted_on == [(REVEAL, 7, 3)]
    assert play.is_over()


def test_a_card_for_the_table_may_lie_in_any_slot_and_a_sealed_one_is_lifted_first() -> None:
    flash = a_flash()
    sealed_once(7, flash)
    play, heard = resumed(flash, SEALED)
    assert play.card_that_lay_there(4, code(40)) == (None, True)
    assert play.card_that_lay_there(2, code(7)) == ((reasons.EMPTY_THE_SLOTS, 2), False)
    assert heard.acted_on == []


# ---- everywhere the same


def test_the_journal_is_the_last_whole_sectors_of_the_flash() -> None:
    assert wiring.JOURNAL_ADDRESS + wiring.JOURNAL_BYTES == wiring.INDEX_ADDRESS
    assert wiring.INDEX_ADDRESS + wiring.INDEX_BYTES == wiring.FLASH_BYTES
    assert wiring.JOURNAL_ADDRESS % wiring.SECTOR_BYTES == wiring.JOURNAL_BYTES % wiring.SECTOR_BYTES == 0


PAGE = " ".join((Path(__file__).resolve().parents[2] / "hardware" / "README.md").read_text(encoding="utf-8").split())


def room_for(length: int) -> int:
    """How many actions with this many numbers fit."""
    journal = begun(a_flash())
    journal.end()
    rest(journal)
    journal.begin(SETUP.text(), SEATS, CALIBRATIONS)
    count = 0
    while journal.acted((7,) * length, 0):
        count += 1
    return count


def test_the_page_has_the_journals_real_figures() -> None:
    assert f"0x{wiring.JOURNAL_ADDRESS:X}" in PAGE
    assert f"{room_for(3):,} actions of 3 numbers, {room_for(16):,} of 16 or {room_for(40):,} of 40" in PAGE
    assert f"{resuming.ACTIONS_A_TICK} actions a tick" in PAGE
    journal = begun(a_flash())
    for _ in range(9 * 91):
        journal.acted((1, 2, 3), 0)
    assert journal.ring is not None
    assert sum(used > 0 for used in journal.ring.used) == 4 + 1  # the one before
    erasures = SECTORS * 100_000
    for number in (erasures, erasures // (SECTORS - 1)):
        assert f"{number:,} games" in PAGE
        assert f"{number // 3650}" in PAGE
