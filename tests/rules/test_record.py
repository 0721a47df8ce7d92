"""A record: replay, undo to any point, chance that returns, and the text of a game."""

from tavolo.games import record_from_text
from tavolo.rules.contract import CHANCE, GAME_IS_OVER, Setup
from tavolo.rules.record import LONG_STRIDE, STRIDE, Record
from tests.rules import coin_game
from tests.rules.play import (
    MOST_ACTIONS,
    dealt_setups,
    games_and_players,
    next_action,
    play_on,
    played_out,
)
from tests.rules.support import Numbers, refused

LONGEST = LONG_STRIDE + STRIDE + 7  # actions of a game that are tried here


def played(setup, numbers):
    """The record of a random game of `setup`, which is broken off when it has crossed every stride."""
    return played_out(setup, numbers, min(LONGEST, MOST_ACTIONS))


def digests_of(setup, actions):
    """The digest before the first action and after each, and the positions' texts."""
    record = Record(setup)
    found = [now(record)]
    for action in actions:
        record.apply(action)
        found.append(now(record))
    return found


def now(record):
    """The digest and the position's text."""
    return record.digest(), record.game.position_text(record.position)


def test_games_are_long_enough_to_cross_every_stride():
    lengths = [len(played(setup, numbers).actions) for setup, numbers in dealt_setups(1)]
    assert max(lengths) == min(LONGEST, MOST_ACTIONS) > STRIDE


def test_undo_goes_back_to_any_point_and_the_game_goes_on_from_there():
    for setup, numbers in dealt_setups(1):
        record = played(setup, numbers)
        actions = list(record.actions)
        wanted = digests_of(setup, actions)
        assert now(record) == wanted[-1]
        stops = [each + more for each in (0, STRIDE, LONG_STRIDE, len(actions)) for more in (-1, 0, 1)]
        # And between them at some ten points, whose distance is no multiple of the stride.
        stops += list(range(0, len(actions), len(actions) // 10 | 1))
        stops = [each for each in stops if 0 <= each <= len(actions)]
        # Each is reached from another length, on this side or on that of a kept position.
        for back, forth in list(zip(stops, reversed(stops))) + [(min(STRIDE, len(actions)), len(actions))]:
            record.undo(min(back, len(record.actions)))
            assert now(record) == wanted[len(record.actions)], (setup.text(), back)
            for action in actions[len(record.actions) : forth]:
                record.apply(action)
            assert record.actions == actions[: max(len(record.actions), forth)]
            assert now(record) == wanted[len(record.actions)], (setup.text(), back, forth)


def test_another_way_after_undo_does_not_remember_the_first():
    for setup, numbers in dealt_setups(1):
        record = played(setup, numbers)
        record.undo(min(40, len(record.actions)))
        play_on(record, Numbers(5), 2 * STRIDE)
        wanted = digests_of(setup, record.actions)
        for length in (len(record.actions), STRIDE + 1, STRIDE, STRIDE - 1, 1):
            if length < len(wanted):
                record.undo(length)
                assert now(record) == wanted[length], (setup.text(), length)


def kept_before(length, count):
    """After how many actions the position is kept from which a record of `count` goes back to `length`."""
    last = count // STRIDE * STRIDE
    return last if last <= length else length // LONG_STRIDE * LONG_STRIDE


def test_going_back_repeats_one_action_at_a_time_from_the_last_kept_position():
    for setup, numbers in dealt_setups(1):
        actions = played(setup, numbers).actions
        wanted = digests_of(setup, actions)
        for length in (0, min(STRIDE + 1, len(actions)), len(actions) - 1):
            record = Record(setup)
            for action in actions:
                record.apply(action)
            record.rewind(length)
            repeated = 0
            while now(record) != wanted[length]:
                assert now(record) == wanted[kept_before(length, len(actions)) + repeated], (setup.text(), length)
                more = record.replay_one()
                repeated += 1
                assert more == (repeated < length - kept_before(length, len(actions))), (setup.text(), length, repeated)
            assert repeated == length - kept_before(length, len(actions)), (setup.text(), length)
            assert not record.replay_one()
            assert now(record) == wanted[length]
            for action in actions[length:]:
                record.apply(action)
            assert now(record) == wanted[-1], (setup.text(), length)


def test_the_last_decision_is_the_last_action_that_was_not_chances():
    for setup, numbers in dealt_setups(1):
        record = Record(setup)
        assert record.before_last_decision() == 0
        last = None
        while len(record.actions) < MOST_ACTIONS:
            action = next_action(record, numbers)
            if action is None:
                break
            if record.game.to_act(record.position) != (CHANCE,):
                last = len(record.actions)
            record.apply(action)
            wanted = len(record.actions) if last is None else last
            assert record.before_last_decision() == wanted, setup.text()
        record.undo(record.before_last_decision())
        assert len(record.actions) == last


def tossed_twice():
    """A record in which the coin was asked for and tossed twice."""
    record = Record(Setup(coin_game, 1))
    for action in ((coin_game.ASK,), (coin_game.TOSS, 7), (coin_game.ASK,), (coin_game.TOSS, 8)):
        record.apply(action)
    return record


def test_the_last_decision_is_found_on_another_way_after_undo():
    record = tossed_twice()
    assert record.before_last_decision() == 2
    record.undo(0)
    record.apply((coin_game.PASS,))
    record.apply((coin_game.PASS,))
    assert record.before_last_decision() == 1


def test_undone_chance_returns_where_it_is_chances_turn_again_and_then_new_ones_come():
    record = tossed_twice()
    record.undo(0)
    # Passing first is no way to another toss.
    record.apply((coin_game.PASS,))
    for face in (7, 8):
        record.apply((coin_game.ASK,))
        assert record.chance(Numbers(1).below) == (coin_game.TOSS, face)
        record.apply((coin_game.TOSS, face))
    record.apply((coin_game.ASK,))
    assert record.chance(lambda limit: 500) == (coin_game.TOSS, 500)


def test_undo_by_a_number_that_cannot_be_is_refused_and_changes_nothing():
    for setup, numbers in dealt_setups(1):
        record = Record(setup)
        play_on(record, numbers, 5)
        before = now(record)
        for length in (-1, len(record.actions) + 1, 1000):
            assert refused(record.undo, length).endswith(".")
            assert now(record) == before
        record.undo(len(record.actions))
        assert now(record) == before


def test_an_undone_outcome_of_chance_returns_however_often_it_is_undone():
    for setup, numbers in dealt_setups(2):
        record = played(setup, numbers)
        actions = list(record.actions)
        for start in (7, 4711):
            record.undo(start % len(actions))
            record.undo(0)
            for place, action in enumerate(actions):
                if setup.game.actor(action) == CHANCE:
                    assert setup.game.to_act(record.position) == (CHANCE,)
                    assert record.chance(Numbers(place + start).below) == action, (setup.text(), place)
                record.apply(action)


def test_new_outcomes_of_chance_are_drawn_with_the_numbers_given():
    for setup, _ in dealt_setups(1):
        record = Record(setup)
        while setup.game.to_act(record.position) == (CHANCE,):
            drawn = [record.chance(Numbers(start).below) for start in range(20)]
            assert drawn == [record.chance(Numbers(start).below) for start in range(20)], setup.text()
            # The first chance may be a lot with only two known outcomes, or just the word that hands were dealt.
            if len(set(drawn)) > 1:
                break
            assert len(drawn[0]) == 1, setup.text()
            record.apply(drawn[0])


def test_memory_that_runs_out_while_a_game_is_replayed_cuts_nothing():
    for setup, numbers in dealt_setups(1):
        record = played(setup, numbers)
        length = len(record.actions) // STRIDE * STRIDE + 1 if len(record.actions) > STRIDE else 1
        record.rewind(length)
        record.game = OutOfMemory()
        try:
            record.replay_or_cut()
        except MemoryError:
            assert len(record.actions) == length
        else:
            raise AssertionError("the board does not restart")


class OutOfMemory:
    """In place of a game's rules."""

    def apply(self, position, action):
        raise MemoryError


def test_a_record_is_read_back_from_its_text():
    for setup, numbers in dealt_setups(1):
        for record in (played(setup, numbers), _in_public(setup, numbers), Record(setup)):
            text = record.text()
            again = record_from_text(text)
            assert again.text() == text
            assert now(again) == now(record)
            assert again.actions == record.actions
            assert text.endswith("\n")
            assert text.split("\n")[0] == record.setup.text()
            assert len(text.split("\n")) == len(record.actions) + 2


def test_a_text_that_is_no_record_is_refused():
    for game, players in games_and_players():
        start = f"{game.NAME} players={players} table\n"
        for text in ("", "\n", "chess players=2 table\n", start + "fly 0\n", start + "deal\nfly\n"):
            assert refused(record_from_text, text), text


def test_a_text_with_an_action_that_is_not_allowed_is_refused():
    for setup, numbers in dealt_setups(1):
        record = played_out(setup, numbers)
        lines = record.text().strip().split("\n")
        assert refused(record_from_text, "\n".join(lines + [lines[-1]])) == (GAME_IS_OVER,), setup.text()


def _in_public(setup, numbers):
    dealt = played(setup, numbers)
    table = Record(Setup(setup.game, setup.players, setup.options, False))
    for action in dealt.actions:
        table.apply(setup.game.public(action))
    return table


def test_a_long_game_keeps_few_positions_and_undo_still_finds_each():
    record = Record(Setup(coin_game, 1))
    for count in range(1000):
        record.apply((coin_game.PASS, count))
    assert len(record._kept) <= 1 + 1000 // LONG_STRIDE
    for length in (999, 960, 900, 700, 256, 255, 3, 0):
        record.undo(length)
        assert len(record.position.done) == length, length
        assert len(record._kept) <= 1 + 1000 // LONG_STRIDE, length
