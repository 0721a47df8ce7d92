"""Helpers for tests of the rules that work on CPython and on MicroPython alike (see README.md here)."""

from tavolo.rules.contract import Refused

_FOLDER = __file__.replace("\\", "/").rpartition("/")[0]


def refused(call, *arguments, **named):
    """Why `call(*arguments)` refuses; an assertion error if it does not.

    The rules refuse an action by `Refused`, which has numbers, and a text or a setting by `ValueError`, which has a
    sentence; any other exception is an error of the program and goes through.
    """
    try:
        answer = call(*arguments, **named)
    except Refused as refusal:
        reason = refusal.reason
    except ValueError as refusal:
        reason = str(refusal)
    else:
        raise AssertionError(f"nothing was refused; the answer was {answer!r}")
    assert reason, "the refusal gives no reason"
    return reason


def assert_damage_is_told(read, text, changes):
    """Assert that `read(text)` is refused after each change (old, new, told), in a sentence that contains `told`."""
    for old, new, told in changes:
        assert old in text, old
        sentence = refused(read, text.replace(old, new, 1))
        assert told in sentence and sentence.endswith("."), (old, new, sentence)


def read_text(name):
    """The text of the file `name` in this folder."""
    with open(_FOLDER + "/" + name, encoding="utf-8") as file:
        return file.read()


class Numbers:
    """Pseudo-random numbers that are the same on every Python: a linear congruence modulo 2**32.

    `random` would differ between CPython and MicroPython, and digests are compared between the two.
    """

    def __init__(self, start):
        self._state = start & 0xFFFFFFFF

    def below(self, limit):
        """A whole number from 0 to `limit` - 1."""
        self._state = (self._state * 1664525 + 1013904223) & 0xFFFFFFFF
        # The low bits of such a congruence repeat after a few numbers; the high ones do not.
        return (self._state >> 8) % limit

    def shuffled(self, values):
        """A new list of `values` in another order."""
        order = list(values)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def fields_of(game, position):
    """The fields of a position's text by name."""
    found = {}
    for word in game.position_text(position).split():
        name, _, value = word.partition("=")
        found[name] = value
    return found
