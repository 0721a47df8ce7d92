"""The list of actions of a record: it reads like a list, however much of it is packed."""

from tavolo.rules.actions import Actions
from tavolo.rules.packing import actions_of, piece_of


def some_actions(count):
    """Short ones, long ones, and numbers that take one byte or five."""
    made = []
    for number in range(count):
        made.append((number % 7, -1 - number % 12, number * number * 7919))
        if number % 5 == 0:
            made[-1] = (number % 3,)
        elif number % 11 == 0:
            made[-1] = (6,) + tuple(range(200)) + (1 << 30, -(1 << 31))
    return made


def filled(actions):
    kept = Actions()
    for action in actions:
        kept.append(action)
    return kept


def test_actions_are_read_like_a_list():
    wanted = some_actions(200)
    for count in (0, 1, 15, 16, 32, 47, 48, 49, 96, 200):
        kept = filled(wanted[:count])
        assert len(kept) == count
        assert list(kept) == wanted[:count]
        assert [kept[place] for place in range(count)] == wanted[:count]
        assert [kept[-1 - place] for place in range(count)] == list(reversed(wanted[:count]))
        assert list(reversed(kept)) == list(reversed(wanted[:count]))
        assert kept[3:count:7] == wanted[3:count:7]
        assert kept[-20:] == wanted[:count][-20:]
        assert kept == wanted[:count]


def test_a_place_that_is_not_there_is_refused():
    kept = filled(some_actions(60))
    for place in (60, -61, 1000):
        try:
            kept[place]
        except IndexError:
            continue
        raise AssertionError(place)


def test_actions_are_cut_at_any_point_and_go_on_from_there():
    wanted, others = some_actions(120), [(9, number) for number in range(60)]
    for length in range(121):
        kept = filled(wanted)
        assert kept[5] == wanted[5]  # so that an early piece was opened
        kept.cut(length)
        assert list(kept) == wanted[:length]
        for action in others:
            kept.append(action)
        assert [kept[place] for place in range(len(kept))] == wanted[:length] + others


def test_the_last_action_is_taken_away_again_and_again_until_none_is_left():
    wanted = some_actions(200)
    kept = filled(wanted)
    for count in range(200, 0, -1):
        assert kept.pop() == wanted[count - 1]
        assert list(kept) == wanted[: count - 1]
        if count % 30 == 0:
            kept.append((9, count))
            assert kept.pop() == (9, count)
    assert not kept


def test_verbs_and_actions_too_large_for_half_a_byte_are_unpacked_too():
    for verb in (-9, -8, -1, 0, 15, 16, 246, 247, 1 << 20):
        for length in (0, 1, 13, 14, 15, 16, 99, 300):
            wanted = [(verb,) + tuple(range(length)), (1, 2), (verb,)]
            assert actions_of(piece_of(wanted)) == wanted
    assert actions_of(piece_of([(), (3, 1)])) == [(), (3, 1)]
