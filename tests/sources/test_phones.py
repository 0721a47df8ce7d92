"""The page of a board whose seats are played by phone: hands, rights and bots are those of a virtual table."""

from pathlib import Path
from random import Random

import pytest

from tavolo.games import names, setup_from_text
from tavolo.maker.settings import FILE
from tavolo.seat.states import LEFT, RIGHT, TAKE
from tavolo_host.display.parts.what_to_do import Deed, State
from tavolo_host.people.hands import HOLDING_MS
from tests.sources.phone_support import AtBoard, Pausing, begun
from tests.sources.source_support import MINUTE_MS, check_hands, commands_of, run_ms, run_until

MOST_ACTIONS = 100_000
PLAYERS = {"bambuti": 2, "kuh-vadis": 2}


def play_on(source: AtBoard, random: Random, actions: int = MOST_ACTIONS) -> None:
    """Let Ada choose at random until the game has this many actions, or is over; never stuck."""
    for _ in range(5 * MINUTE_MS // 50):
        if source.mirror.result or len(source.mirror.actions) >= actions:
            return
        what = source.what_to_do("ada")
        acts = [choice for choice in what.choices if choice.deed in (Deed.ACT, Deed.AGAIN)]
        if what.state is State.CHOOSE and acts:
            source.do("ada", random.choice(acts))
        run_ms(source, 50)
    raise AssertionError("the game stands still")


def check(source: AtBoard) -> None:
    """Hands are what was dealt less what was played, and laptop and board agree."""
    check_hands(source)
    record, board = source.mirror.record, source.board.board.referee
    assert record is not None
    run_until(source, lambda: record.digest() == board.play.record.digest(), 2000)


@pytest.mark.parametrize("game", names())
def test_a_laptop_that_is_killed_goes_on_with_the_hands_that_it_kept(game: str, tmp_path: Path) -> None:
    random, file = Random(game), tmp_path / "games.sqlite"
    source = begun(f"{game} players={PLAYERS.get(game, 3)}", {"ada": 0}, file)
    for at in (9, 17, 30):
        play_on(source, random, at)
        dealt = source.table.virtual_players.record.actions
        for _ in range(random.randrange(800)):  # the board goes on alone, and a new program may be quick or slow
            source.board.step()
        source.recorder.close()
        source = AtBoard(seed=at, earlier=source)
        source.keep_at(file)
        source.visitors.come("ada")
        run_ms(source, 8000)
        assert source.visitors.seats == {"ada": 0}
        check(source)
        kept = source.table.virtual_players.record.actions
        alike = [one == other for one, other in zip(dealt, kept, strict=False)]
        assert alike.count(False) <= 3, "what was on its way"
    play_on(source, random, 40)
    check(source)


def test_a_laptop_without_the_hands_says_so_and_ends_the_game() -> None:
    source = begun("david-goliath players=3", {"ada": 0})
    play_on(source, Random(1), 8)
    source = AtBoard(seed=9, earlier=source)
    run_until(source, lambda: source.mirror.in_step, 10_000)
    run_ms(source, 3000)
    told = "The board plays a game whose hands this laptop does not have: it can only be ended."
    assert {source.what_to_do(visitor).sentence for visitor in ("ada", "the laptop")} == {told}
    actions = len(source.mirror.actions)
    run_ms(source, 20_000)
    assert len(source.mirror.actions) == actions
    source.visitors.hosts.add("the laptop")
    assert commands_of(source, "the laptop").ask("abandon") is None
    run_until(source, lambda: source.mirror.record is None, 2 * MINUTE_MS)


def test_people_and_bots_sit_where_the_board_has_seats() -> None:
    source = AtBoard("david-goliath players=3", phones="2,5-6")
    assert source.visitors.sit("ada", 0) == "This board does not have that seat."
    assert source.visitors.sit("ada", 4) is None
    run_ms(source, 2000)
    assert source.start(3) is None
    run_until(source, lambda: source.mirror.record is not None, 5000)
    assert source.mirror.seats == (1, 4, 5)


class AtMixedBoard(AtBoard):
    """The same with keys of their own at the first two seats."""

    def __init__(self, text: str = "") -> None:
        super().__init__(text, phones="3-8", built="1-2")
        self.wait = 0

    def press(self, seat: int, *keys: int) -> None:
        """Press keys one after the other."""
        body = self.board.bodies[seat]
        for key in keys:
            body.do(body.press(key))

    def step(self, elapsed_ms: float) -> None:
        for body in self.board.bodies[:2]:
            body.step(int(elapsed_ms))
        super().step(elapsed_ms)


def test_kuh_vadis_is_played_by_phones_and_keys_together() -> None:
    source = AtMixedBoard("kuh-vadis players=2")
    run_ms(source, 5000)
    assert source.visitors.sit("ada", 0) == "This board does not have that seat."
    assert source.visitors.sit("ada", 4) is None
    source.press(1, TAKE)
    run_until(source, lambda: source.visitors.at_keys == [1], 3000)
    assert source.visitors.fewest_players == 2
    line_up = {player.seat: player.name for player in source.line_up("ada", 2)}
    assert line_up == {1: "seat 2", 4: "you"}
    assert source.start(2) is None
    run_until(source, lambda: source.mirror.record is not None, 5000)
    assert {*source.mirror.seats} == {1, 4}
    assert source.visitors.levels() == {}
    player = source.mirror.seats.index(1)
    while len(source.mirror.actions) < 40:
        if player in source.mirror.game.to_act(source.mirror.position) and not source.board.bodies[1].is_moving():
            source.press(1, TAKE)
        what = source.what_to_do("ada")
        acts = [choice for choice in what.choices if choice.deed is Deed.ACT]
        if what.state is State.CHOOSE and acts:
            source.do("ada", acts[0])
        run_ms(source, 500)
    made = [source.mirror.game.actor(action) for action in source.mirror.actions]
    assert made.count(player) > 3
    assert made.count(source.mirror.seats.index(4)) > 3
    check(source)


def test_who_plays_at_keys_may_refuse_to_end_the_game_of_others_by_phone() -> None:
    source = AtMixedBoard("kuh-vadis players=2")
    run_ms(source, 5000)
    assert source.visitors.sit("ada", 4) is None
    source.press(1, TAKE)
    run_until(source, lambda: source.visitors.at_keys == [1], 3000)
    assert source.start(2) is None
    run_until(source, lambda: source.mirror.record is not None, 5000)
    source.roster.hosts.add("host")
    assert commands_of(source, "host").ask("abandon") is None
    run_until(source, lambda: source.mirror.view.question is not None, 5000)
    source.press(1, LEFT)
    run_until(source, lambda: source.mirror.view.question is None, 5000)
    run_ms(source, MINUTE_MS)
    assert source.mirror.view.question is None, "nobody is asked again"
    assert source.mirror.record is not None


@pytest.mark.parametrize("game", ["kuh-vadis", "yellowstone-park"])
def test_what_is_chosen_on_a_phone_is_what_the_board_takes_while_the_laptop_is_busy(game: str) -> None:
    source, random = begun(f"{game} players={PLAYERS.get(game, 3)}", {"ada": 0}, of=Pausing), Random(game)
    taken: list[tuple[tuple[int, ...], tuple[int, ...]]] = []

    def made() -> list[tuple[int, ...]]:
        """Return Ada's actions."""
        mirror = source.mirror
        return [each for each in mirror.actions if mirror.game.actor(each) == mirror.seats.index(0)]

    while len(taken) < 25 and not source.mirror.result:
        acts = [choice for choice in source.what_to_do("ada").choices if choice.deed is Deed.ACT]
        count = len(made())
        if acts and source.do("ada", chosen := random.choice(acts)) is None:
            run_until(source, lambda before=count: len(made()) > before, 20_000)  # type: ignore[misc]
            taken.append((chosen.action, made()[count]))
        run_ms(source, 50)
    assert len(taken) > 20
    assert [one for one in taken if one[0] != one[1]] == []


def test_a_game_with_cards_at_slots_is_only_shown() -> None:
    source = AtMixedBoard("bambuti players=2")
    run_ms(source, 5000)
    source.press(0, TAKE)
    run_until(source, lambda: source.visitors.at_keys == [0], 3000)
    assert source.visitors.sit("ada", 4) is None
    assert source.start(2) is None
    run_ms(source, 2000)
    assert source.mirror.record is None
    refusal = "This game has cards: its players sit all at seats with slots, or all at seats by phone."
    assert source.mirror.log[-1].sentence == refusal
    referee = source.board.board.referee
    referee.begin(setup_from_text("bambuti players=2 table"), (0, 1))
    run_until(source, lambda: source.mirror.in_step and source.mirror.record is not None, 5000)
    run_ms(source, 500)
    assert source.what_to_do("ada").sentence == "This game is played with cards at the board."
    assert source.table.virtual_players.record is None


def with_store(source: AtBoard, file: Path, seed: int) -> AtBoard:
    """Another laptop at the same board, which keeps its games in this file, after half a minute."""
    source.recorder.close()
    other = AtBoard(seed=seed, earlier=source)
    other.keep_at(file)
    run_ms(other, 30_000)
    return other


def test_another_laptop_with_a_store_of_its_own_does_not_make_up_hands(tmp_path: Path) -> None:
    source = begun("bambuti players=2", {"ada": 0}, tmp_path / "one.sqlite")
    play_on(source, Random(1), 8)
    actions = len(source.mirror.actions)
    other = with_store(source, tmp_path / "other.sqlite", 9)
    assert other.table.virtual_players.follower.is_unknown
    assert other.table.virtual_players.record is None
    assert len(other.mirror.actions) == actions
    back = with_store(other, tmp_path / "one.sqlite", 10)
    assert not back.table.virtual_players.follower.is_unknown
    check(back)


def test_a_laptop_does_not_take_another_game_with_the_same_players_for_the_one_that_it_kept(tmp_path: Path) -> None:
    source = begun("david-goliath players=3", {"ada": 0}, tmp_path / "one.sqlite")
    play_on(source, Random(1), 1)
    other = with_store(source, tmp_path / "other.sqlite", 9)
    other.visitors.hosts.add("ada")
    assert commands_of(other, "ada").ask("abandon") is None
    run_until(other, lambda: other.mirror.record is None, 2 * MINUTE_MS)
    assert other.visitors.sit("ada", 0) is None
    assert other.start(3) is None
    run_until(other, lambda: other.mirror.record is not None, 20_000)
    play_on(other, Random(1), 5)
    back = with_store(other, tmp_path / "one.sqlite", 10)
    assert back.table.virtual_players.follower.is_unknown


def test_a_board_offers_no_game_of_a_virtual_table(tmp_path: Path) -> None:
    source = begun("bambuti players=2", {"ada": 0}, tmp_path / "one.sqlite")
    assert source.unfinished() == ()
    assert source.go_on(1) == "This game cannot go on."
    assert not source.has_own_time
    assert not source.can_play_on


def test_after_the_end_was_taken_back_cards_come_from_a_new_deck() -> None:
    source = begun("yellowstone-park players=2", {"ada": 0})
    play_on(source, Random(1))
    record = source.table.virtual_players.record
    opened, length = record.deck, len(record.actions)
    ada = source.table.virtual_players.people[0]
    ada.body.do(ada.body.press(LEFT, RIGHT, hold_ms=HOLDING_MS))
    run_until(source, lambda: source.mirror.view.question is not None, 10_000)
    ada.answer(True)
    run_until(source, lambda: len(record.actions) < length, 30_000)
    assert record.deck.seed != opened.seed
    assert record.deck.since == len(record.actions)
    assert record.deck.commitment in "".join(str(entry.sentence) for entry in source.mirror.log[-8:])


def test_a_board_that_comes_back_with_other_seats_is_played_at_those() -> None:
    source = AtBoard("david-goliath players=3")
    run_ms(source, 2000)
    assert source.visitors.sit("ada", 0) is None
    source.board.hardware.virtual_files.write(FILE, b"seats = none\nphones = 3-6")
    source.board.power_cycle()
    run_until(source, lambda: source.visitors.places == [2, 3, 4, 5], 20_000)
    assert source.visitors.seats == {}
    assert source.visitors.sit("ada", 3) is None
    run_ms(source, 3000)
    assert source.start(3) is None
    run_until(source, lambda: source.mirror.record is not None, 5000)
    play_on(source, Random(1), 12)
    check(source)


def test_each_deck_is_told_once_before_its_game() -> None:
    source = begun("bambuti players=2", {"ada": 0})
    play_on(source, Random(1))
    decks = [source.table.virtual_players.record.deck]
    assert source.start(2) is None
    run_until(source, lambda: not source.mirror.result and len(source.mirror.actions) > 1, 20_000)
    decks.append(source.table.virtual_players.record.deck)
    told = [str(entry.sentence).split()[-1] for entry in source.mirror.log if "SHA-256" in str(entry.sentence)]
    assert told == [deck.commitment for deck in decks]
