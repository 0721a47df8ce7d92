"""Every field of a position is copied, and every public one is part of the digest, in every game.

Fields are found automatically. A field that is the same in all positions (a board, options) may be shared and left out;
a field that is not in the table's view is secret, and has to be left out; a game names fields that follow from others.
"""

from array import array
from copy import deepcopy
from functools import cache
from importlib import import_module
from typing import Any

import pytest

from tavolo.games import load, names
from tavolo.rules.contract import TABLE, Setup
from tavolo.rules.record import Record
from tests.rules.play import next_action
from tests.rules.support import Numbers

GAMES_EACH = 8  # of a number of players, dealt and at the table by turns
EVERY = 7  # positions, of which one is tried
PLAIN = (
    int,
    list,
    tuple,
    bytearray,
    array,
    type(None),
)  # all other attributes of a position are a board that never changes
EVERYTHING = pytest.mark.parametrize("name", names())


@cache
def games_of(name: str) -> list[tuple[Any, list[Any]]]:
    """Random games for each number of players, dealt and at the table: the start, and positions of the game."""
    game = load(name)
    found = []
    for players in range(game.SEATS[0], game.SEATS[1] + 1):
        for seed in range(GAMES_EACH):
            record, numbers = Record(Setup(game, players, None, seed % 2 > 0)), Numbers(10 * players + seed)
            start, positions = deepcopy(record.position), []
            while (action := next_action(record, numbers, rare=seed % 4 > 1)) is not None:
                record.apply(action)
                if len(record.actions) % EVERY == 0 or not game.to_act(record.position):
                    positions.append(deepcopy(record.position))  # even where its own copy forgets something
            found.append((start, positions))
    return found


def positions_of(name: str) -> list[Any]:
    """Return the positions of all those games."""
    return [position for _, positions in games_of(name) for position in positions]


def changing(name: str) -> set[str]:
    """Return the fields that differ from the start in any position."""
    fields = set()
    for start, positions in games_of(name):
        for position in positions:
            plain = {field: value for field, value in vars(position).items() if isinstance(value, PLAIN)}
            fields |= {field for field, value in plain.items() if value != getattr(start, field)}
    return fields


def following(name: str) -> set[str]:
    """Return the fields that a game says follow from others."""
    rules: Any = load(name)
    return set(getattr(import_module(rules.Position.__module__), "FOLLOWING", ()))


def secret(name: str) -> set[str]:
    """Return the fields that a position knows and the table does not."""
    fields = set()
    for position in positions_of(name):
        seen = vars(load(name).view(position, TABLE))
        fields |= {field for field, value in vars(position).items() if value != seen[field]}
    return fields


def parts_of(value: Any) -> list[Any]:
    """Return a value and its parts that can be changed."""
    return [value, *[part for part in value if isinstance(part, list)]] if isinstance(value, list) else [value]


def other_than(value: Any) -> Any:
    """Return another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value ^ 1 if value >= 0 else 0
    if isinstance(value, list | bytearray | array) and len(value):
        changed = value[:]
        changed[-1] = other_than(value[-1])
        return changed
    if isinstance(value, list | bytearray | array):
        return type(value)([0]) if not isinstance(value, array) else array(value.typecode, [0])
    return (0,) if value is None else None


@EVERYTHING
def test_a_copy_has_every_field_and_shares_none_that_changes(name: str) -> None:
    changes = changing(name)
    assert changes, "nothing happens in this game"
    for position in positions_of(name):
        copy = position.copy()
        assert vars(copy).keys() == vars(position).keys()
        for field, value in vars(position).items():
            assert getattr(copy, field) == value or not isinstance(value, PLAIN), f"copy of {name} forgets {field}"
            for own, others in zip(parts_of(value), parts_of(getattr(copy, field)), strict=True):
                if field in changes - following(name) and isinstance(own, list | bytearray | array):
                    assert own is not others, f"copy of {name} shares {field}"


@EVERYTHING
def test_the_digest_notices_every_public_field_that_changes_and_no_secret_one(name: str) -> None:
    game = load(name)
    hidden = secret(name)
    unnoticed = changing(name) - hidden - following(name) - {"dealt"}
    for position in positions_of(name):
        digest = game.digest(position)
        assert digest == game.digest(game.view(position, TABLE))
        for field in list(unnoticed):
            changed = position.copy()
            setattr(changed, field, other_than(getattr(position, field)))
            if game.digest(changed) != digest:
                unnoticed.remove(field)
    assert not unnoticed, f"digest of {name} leaves out {', '.join(sorted(unnoticed))}"
    assert following(name) <= set(vars(positions_of(name)[0])) - hidden, "FOLLOWING names public fields"


@EVERYTHING
def test_fields_of_held_and_sealed_cards_have_the_names_that_the_laptop_looks_for(name: str) -> None:
    rules: Any = load(name)
    fields = [field.split() for line in rules.FIELDS for field in line.split(", ")]
    for secret, called in (("own", "hands"), ("sealed", "sealed")):
        found = [words[0] for words in fields if words[-1] == secret and len(words) > 1]
        assert not found or called in found, f"FIELDS of {name}: what is {secret} is called {called}, not {found[0]}"


@EVERYTHING
def test_whatever_differs_from_its_public_form_is_secret_at_that_moment(name: str) -> None:
    game = load(name)
    for players in range(game.SEATS[0], game.SEATS[1] + 1):
        for seed in range(3):
            record, numbers = Record(Setup(game, players, None, True)), Numbers(100 * seed + players)
            while (action := next_action(record, numbers)) is not None:
                actor = game.actor(action)
                if actor >= 0 and game.public(action) != action:
                    is_false = f"secret({actor}) of {name} is False for {game.action_text(action)}"
                    assert game.secret(record.position, actor), is_false
                record.apply(action)
