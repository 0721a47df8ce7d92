"""Positions that the journal saves now and then: a game resumed from one equals the game of all its actions."""

from functools import cache, partial
from typing import Any

import pytest

from tavolo import wiring
from tavolo.games import load, names
from tavolo.journal import entries, reading
from tavolo.journal import journal as journals
from tavolo.journal.journal import Journal
from tavolo.play import resuming
from tavolo.play.resuming import Replay
from tavolo.rules.contract import CHANCE, NO_CARD, Setup
from tavolo.rules.record import Record
from tavolo_host.simulator.clock import Clock
from tavolo_host.simulator.flash import NorFlash, PowerCut
from tests.rules.play import played_out
from tests.rules.support import Numbers
from tests.table.evening import DAVID, Evening
from tests.table.test_secrets_taken_back import OTHER_ROWS, laying

ACTIONS = 400
EVERY = pytest.mark.parametrize("name", names())
PAGE, SECTOR = wiring.PAGE_BYTES, wiring.SECTOR_BYTES


class Keeper:
    """A game at the table, with its journal: `record` knows every card, `table` what everybody knows."""

    def __init__(self, setup: Setup, flash: NorFlash, keeps: bool = True) -> None:
        self.flash = flash
        self.keeps = keeps
        self.kept: list[int] = []  # the numbers of actions at which positions were saved
        self.sizes: list[int] = []
        self.journal = Journal(flash, len(flash.content))
        self.rest()
        assert self.journal.begin(setup.text(), tuple(range(setup.players)), [None] * wiring.SEATS)
        self.table = Record(setup)

    def rest(self) -> None:
        while self.journal.needs_rest():
            self.journal.rest(1000, True)

    def act(self, action: tuple[int, ...]) -> bool:
        """Whether that was stored."""
        self.table.apply(self.table.game.public(action))
        is_kept = self.journal.acted(self.table.game.public(action), self.table.digest())
        if self.keeps and self.journal.wants_position:
            content = self.table.game.position_bytes(self.table.position)
            self.kept.append(len(self.table.actions))
            self.sizes.append(len(content))
            self.journal.keep_position(len(self.table.actions), content)
        return is_kept

    def take_back(self, length: int) -> None:
        self.table.undo(length)
        assert self.journal.undone(length)


def a_flash(sectors: int = wiring.JOURNAL_BYTES // SECTOR, seed: int = 1) -> NorFlash:
    return NorFlash(Clock(), sectors * SECTOR, seed=seed)


@cache
def longest(name: str) -> Record:
    """The longest of a few random games with the most players."""
    game = load(name)
    options = tuple(option.high for option in game.OPTIONS)
    setups = [Setup(game, game.SEATS[1], None, True)]
    try:
        setups.append(Setup(game, game.SEATS[1], options, True))
        game.start(setups[-1])
    except ValueError:
        setups.pop()
    games = [played_out(setup, Numbers(seed)) for setup in setups for seed in range(3)]
    return max(games, key=lambda record: len(record.actions))


def at_the_table(dealt: Record) -> Setup:
    """The setup of the same game, whose hands nobody knows."""
    return Setup(dealt.game, dealt.setup.players, dealt.setup.options)


def played(name: str, actions: int = ACTIONS, keeps: bool = True) -> Keeper:
    """This many actions of a game; for more than it has, much of it is undone and played again."""
    dealt = longest(name)
    public = [dealt.game.public(action) for action in dealt.actions[:-1]]
    keeper = Keeper(at_the_table(dealt), a_flash(), keeps)
    left = actions
    for place in range(10_000):
        for action in public[len(keeper.table.actions) :][:left]:
            assert keeper.act(action)
            left -= 1
        if not left:
            return keeper
        keeper.take_back(len(public) // (2 + place % 3))
    raise AssertionError("the game is too short")


def replayed(flash: NorFlash, setup: Setup, replay: type[Replay] = Replay) -> tuple[Record, Replay, int]:
    """The record that a board resumes, and how many actions the rules have replayed for it."""
    record = Record(Setup(setup.game, setup.players, setup.options))
    counted = Counted(setup.game)
    record.game = counted  # type: ignore[assignment]
    told = replay(Journal(flash, len(flash.content)), record)
    told.resume_preview, told._is_previewing = None, False  # it would save some of the counted replays
    while told.step():
        pass
    record.game = setup.game
    return record, told, counted.count


class Counted:
    """A game that counts its actions."""

    def __init__(self, game: Any) -> None:
        self._game = game
        self.count = 0

    def apply(self, position: Any, action: tuple[int, ...]) -> Any:
        self.count += 1
        return self._game.apply(position, action)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)


class Slow(Replay):
    """Replays every action."""

    def _begin(self, is_listing: bool) -> None:
        super()._begin(False)


def assert_same(found: Record, wanted: Record) -> None:
    """All that a record knows, without the positions that it saves."""
    game = wanted.game
    assert list(found.actions) == list(wanted.actions)
    assert vars(found.position).keys() == vars(wanted.position).keys()
    assert game.position_text(found.position) == game.position_text(wanted.position)
    assert found.digest() == wanted.digest()
    assert list(found._undone_chance) == list(wanted._undone_chance)
    assert (found._is_resealed, found._only_public) == (wanted._is_resealed, wanted._only_public)
    assert found._replayed == wanted._replayed == len(wanted.actions)
    for player in game.to_act(wanted.position):
        assert game.legal(found.position, player, NO_CARD) == game.legal(wanted.position, player, NO_CARD)
    assert game.forgotten(found.position) == game.forgotten(wanted.position)
    if game.to_act(wanted.position) == (CHANCE,):
        numbers = Numbers(len(wanted.actions)), Numbers(len(wanted.actions))
        assert found.chance(numbers[0].below) == wanted.chance(numbers[1].below)


@EVERY
def test_a_long_game_resumes_as_if_all_actions_had_been_replayed(name: str) -> None:
    keeper = played(name)
    assert len(keeper.kept) > 3
    found, told, count = replayed(keeper.flash, keeper.table.setup)
    wanted, slowly, all_count = replayed(keeper.flash, keeper.table.setup, Slow)
    assert_same(found, wanted)
    assert_same(found, keeper.table)
    assert (told.cards_go_back, told.gone) == (slowly.cards_go_back, slowly.gone)
    assert count <= 200 < ACTIONS <= all_count
    while found.actions:
        length = found.before_last_decision()
        if length == len(found.actions):
            break
        found.undo(length)
        wanted.undo(length)
        if length % 5 == 0:
            assert_same(found, wanted)


def test_actions_without_a_position_are_listed_and_replayed_a_few_a_tick() -> None:
    keeper = played("david-goliath", keeps=False)
    record = Record(keeper.table.setup)
    replay, passes = Replay(Journal(keeper.flash, len(keeper.flash.content)), record), 1
    while replay.go_on():
        passes += 1
    assert_same(record, keeper.table)
    assert passes <= 2 + ACTIONS // resuming.LISTINGS_A_TICK + len(record.actions) // resuming.ACTIONS_A_TICK, passes


# ---- the content and the size of positions


@EVERY
def test_the_bytes_of_a_position_are_its_public_knowledge_and_are_read_back_whole(name: str) -> None:
    dealt = longest(name)
    private, table = Record(dealt.setup), Record(at_the_table(dealt))
    for place, action in enumerate(dealt.actions):
        private.apply(action)
        table.apply(dealt.game.public(action))
        if place % 7 and dealt.game.to_act(table.position):
            continue
        content = dealt.game.position_bytes(table.position)
        assert dealt.game.position_bytes(private.position) == content
        found = dealt.game.position_from_bytes(dealt.game.start(table.setup), content)
        assert dealt.game.position_text(found) == dealt.game.position_text(table.position)
        assert dealt.game.digest(found) == table.digest()


@EVERY
def test_every_position_fits_into_one_record_and_all_of_them_into_a_quarter_of_the_journal(name: str) -> None:
    counts = []
    for keeps in (True, False):
        dealt = longest(name)
        keeper = Keeper(at_the_table(dealt), a_flash(5), keeps)
        public = [dealt.game.public(action) for action in dealt.actions[:-1]]
        count = 0
        while not keeper.journal.is_full:
            for action in public[len(keeper.table.actions) :]:
                count += keeper.act(action)
            if not keeper.journal.is_full:
                keeper.take_back(0)
        counts.append(count)
        for length, kept in zip(keeper.kept, keeper.sizes, strict=True):
            assert kept + 2 <= entries.LONGEST, (length, kept)
    with_positions, without = counts
    assert 0.75 * without <= with_positions < without


# ---- damage


def positions(flash: NorFlash) -> list[tuple[int, int]]:
    """Where a record of a position begins and ends."""
    found = []
    for at in (
        place - 1 for place, byte in enumerate(flash.content) if byte == entries.POSITION << 4 | entries.VERSION
    ):
        page = bytes(flash.content[at // PAGE * PAGE : (at // PAGE + 1) * PAGE])
        if entries.is_record(page, at % PAGE):
            found.append((at, at - at % PAGE + entries.behind(page, at % PAGE)))
    return sorted(found, key=lambda place: reading.number_at(bytes(flash.content), place[0]))


def rewritten(flash: NorFlash, at: int, end: int, change: Any) -> None:
    """Change the content of a record, with a right CRC."""
    data = bytearray(flash.content[at : end - 4])
    change(data)
    flash.content[at:end] = bytes(data) + entries.crc32(data).to_bytes(4, "little")


def flip(data: bytearray, at: int) -> None:
    data[at] ^= 1


WAYS = {
    "a bit of it has flipped": lambda flash, at, end: flash.content.__setitem__(at + 11, flash.content[at + 11] ^ 4),
    "its end was never written": lambda flash, at, end: flash.content.__setitem__(slice(end - 20, end), b"\xff" * 20),
    "it is of another count": lambda flash, at, end: rewritten(flash, at, end, lambda data: flip(data, 7)),
    "it is another position": lambda flash, at, end: rewritten(flash, at, end, lambda data: flip(data, len(data) - 13)),
    "it is of another form": lambda flash, at, end: rewritten(
        flash, at, end, lambda data: data.__setitem__(slice(9, len(data)), b"\x55" * (len(data) - 9))
    ),
    "it says nothing": lambda flash, at, end: rewritten(
        flash, at, end, lambda data: data.__setitem__(slice(9, len(data)), b"\xff" * (len(data) - 9))
    ),
    "it is of a record before": lambda flash, at, end: rewritten(
        flash, at, end, lambda data: data.__setitem__(slice(3, 5), (data[3] + 256 * data[4] - 1).to_bytes(2, "little"))
    ),
}


@pytest.mark.parametrize("name", ["david-goliath", "yellowstone-park", "tanz-der-hornochsen"])
def test_a_wrong_position_is_skipped_for_the_one_before(name: str) -> None:
    keeper = played(name, 260)
    places = positions(keeper.flash)
    assert len(places) == len(keeper.kept) >= 2
    whole = bytes(keeper.flash.content)
    _, _, count = replayed(keeper.flash, keeper.table.setup)
    for way, spoil in WAYS.items():
        counts = [count]
        for spoiled in (1, 2):
            spoil(keeper.flash, *places[-spoiled])
            found, told, count = replayed(keeper.flash, keeper.table.setup)
            assert_same(found, keeper.table)
            assert not told.reading.gap
            assert not told.reading.unknown
            counts.append(count)
        assert counts == sorted(set(counts)), (way, counts)
        keeper.flash.content[:] = whole
        count = counts[0]


def test_positions_of_another_version_are_skipped_and_reported() -> None:
    keeper = played("david-goliath", 300)
    at, end = positions(keeper.flash)[-1]
    rewritten(keeper.flash, at, end, lambda data: data.__setitem__(1, entries.POSITION << 4 | entries.VERSION + 1))
    found, told, _ = replayed(keeper.flash, keeper.table.setup)
    assert_same(found, keeper.table)
    assert not told.reading.has_lost()


@EVERY
@pytest.mark.parametrize("behind", [-40, 0, 5])
def test_a_position_of_undone_actions_is_void(name: str, behind: int) -> None:
    dealt = longest(name)
    keeper = Keeper(at_the_table(dealt), a_flash())
    public = [dealt.game.public(action) for action in dealt.actions[:-1]]
    while len(keeper.kept) < 2 or len(keeper.table.actions) < keeper.kept[1] + 8:
        if len(keeper.table.actions) == len(public):
            keeper.take_back(len(public) // 3)
        keeper.act(public[len(keeper.table.actions)])
    last = keeper.kept[-1]
    keeper.take_back(min(last + behind, len(keeper.table.actions)))
    for more in (0, 1, 30):
        for action in public[len(keeper.table.actions) :][:more]:
            keeper.act(action)
        found, told, _ = replayed(keeper.flash, keeper.table.setup)
        wanted, slowly, _ = replayed(keeper.flash, keeper.table.setup, Slow)
        assert_same(found, wanted)
        assert_same(found, keeper.table)
        assert told.cards_go_back == slowly.cards_go_back


def test_undone_outcomes_before_a_position_return() -> None:
    keeper = played("kuh-vadis", 700)
    last = keeper.kept[-1]
    keeper.take_back(last - 20)
    assert len(keeper.table._undone_chance)
    found, _, _ = replayed(keeper.flash, keeper.table.setup)
    assert_same(found, keeper.table)


@pytest.mark.parametrize("is_legal", [True, False])
def test_a_wrong_action_behind_a_position_is_found_as_without_one(is_legal: bool) -> None:
    keeper = played("david-goliath", 200)
    rules, position = keeper.table.game, keeper.table.position
    legal = rules.legal(position, rules.to_act(position)[0])[0]
    assert keeper.journal.acted(legal if is_legal else (1, 99, 99), 5)
    if not is_legal:
        assert keeper.journal.acted((1, 0, 0), 7)
    found, told, _ = replayed(keeper.flash, keeper.table.setup)
    wanted, slowly, _ = replayed(keeper.flash, keeper.table.setup, Slow)
    assert_same(found, wanted)
    assert_same(found, keeper.table)
    assert told.reading.gap
    assert (told.reading.unreadable, told.reading.readable, told.gone) == (
        slowly.reading.unreadable,
        slowly.reading.readable,
        slowly.gone,
    )
    journal = Journal(keeper.flash, len(keeper.flash.content))
    journal.resume(told.reading, len(found.actions))
    keeper.journal, keeper.table = journal, found
    game = found.game
    for _ in range(3):
        assert keeper.act(game.legal(found.position, game.to_act(found.position)[0])[0])
    again, told, _ = replayed(keeper.flash, keeper.table.setup)
    assert_same(again, keeper.table)
    assert not told.reading.has_lost()


SEEDS = 20


def torn(is_position: bool) -> list[tuple[bool, int, bool]]:
    """Cut the power at each stage of writing the first position, or an action behind it.

    Return whether anything was written, how many actions the board resumes, and whether it reports that the last is
    missing.
    """
    dealt = longest("david-goliath")
    public = [dealt.game.public(action) for action in dealt.actions]
    found = []
    for seed in range(SEEDS):
        keeper = Keeper(at_the_table(dealt), a_flash(6, seed), keeps=False)
        while not keeper.journal.wants_position:
            keeper.act(public[len(keeper.table.actions)])
        before = bytes(keeper.flash.content)
        keeper.flash.cut_at = keeper.flash.operations
        count, content = len(keeper.table.actions), dealt.game.position_bytes(keeper.table.position)
        keep = (
            partial(keeper.journal.keep_position, count, content) if is_position else partial(keeper.act, public[count])
        )
        with pytest.raises(PowerCut):
            keep()
        keeper.flash.power_on()
        again, told, _ = replayed(keeper.flash, keeper.table.setup)
        assert not told.reading.gap
        is_any = bytes(keeper.flash.content) != before
        found.append((is_any, len(again.actions) - len(keeper.table.actions), told.reading.is_torn))
    return found


def test_where_a_power_cut_has_torn_a_position_no_action_is_missing() -> None:
    assert {actions for _, actions, _ in torn(True)} == {0}


def test_an_action_that_a_power_cut_has_torn_is_always_reported() -> None:
    assert {is_torn for is_any, actions, is_torn in torn(False) if is_any and actions} == {True}


# ---- the table saves them


def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the journal want a position every few actions."""
    monkeypatch.setattr(journals, "LEAST_BETWEEN", 40)
    monkeypatch.setattr(journals, "TIMES_BETWEEN", 0)


def test_a_table_saves_positions_in_ticks_of_their_own_and_resumes_from_the_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    often(monkeypatch)
    evening = Evening(seed=3, laptop=False)
    evening.run_ms(12_000)  # in which sectors are erased ahead
    evening.start(3)
    flash = evening.table.hardware.journal_flash
    made: list[Any] = []
    make = DAVID.position_bytes

    def counted(position: Any) -> bytes:
        made.append(position)
        return make(position)

    monkeypatch.setattr(DAVID, "position_bytes", counted)
    operations, lengths, had_acted = flash.operations, 0, False
    while lengths < 20:
        made.clear()
        evening.step()
        now = len(evening.board.referee.play.record.actions) if evening.board.referee.play else 0
        if flash.operations > operations and now > 1:
            assert not made, "one tick has made a position's bytes and written"
            assert flash.operations == operations + 1, "one tick has written an action and a position"
            assert now > lengths or not had_acted, "the lights had to wait for a position"
        had_acted = now > lengths
        operations, lengths = flash.operations, now
    assert len(positions(flash)) > 4
    before = evening.board.referee.play.record
    evening.table.power_cycle()
    while evening.board.referee.replay:
        evening.table.step()
    after = evening.board.referee.play.record
    assert after._kept
    assert_same(after, before)


def test_a_position_that_does_not_fit_stops_no_game_and_is_reported_once(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(seed=3)
    evening.start(3)

    def refuse(position: Any) -> bytes:
        raise ValueError("The field totals cannot be kept.")

    monkeypatch.setattr(DAVID, "position_bytes", refuse)
    for _ in range(4):
        evening.board.referee.play.keep_position()
        evening.run_ms(500)
    told = [sentence for sentence in evening.sentences("note") if "does not fit the journal" in sentence]
    assert len(told) == 1


def test_a_position_encoded_before_an_action_is_not_stored_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(seed=3, laptop=False)
    evening.run_ms(12_000)
    evening.start(3)
    play = evening.board.referee.play
    kept = []

    def keep(count: int, content: bytes) -> None:
        assert (count, content) == (len(play.record.actions), DAVID.position_bytes(play.record.position))
        kept.append(count)

    monkeypatch.setattr(evening.board.journal, "keep_position", keep)
    for _ in range(5):
        play.keep_position()
        now = len(play.record.actions)
        evening.run_until(lambda now=now: len(play.record.actions) > now)
        play.keep_position()
        play.keep_position()
        assert kept.pop() == len(play.record.actions)


def test_no_position_in_flash_reveals_masks_that_are_laid_in_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    often(monkeypatch)
    tables = laying(4, 3), laying(4, 3, rows=OTHER_ROWS)
    flashes = [each.evening.table.hardware.journal_flash for each in tables]
    assert len(positions(flashes[0])) >= 2
    assert flashes[0].content == flashes[1].content
