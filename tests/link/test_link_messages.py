"""The protocol's table: all valid values pass in both directions, and all others are refused at either end."""

from pathlib import Path
from typing import Any

import pytest

from tavolo.games import load, names
from tavolo.link import codecs
from tavolo.link.channel import Channel
from tavolo.link.frames import LONGEST_PAYLOAD
from tavolo.link.messages import (
    BOARD,
    LAPTOP,
    PUBLIC_NUMBERS,
    THE_WHOLE,
    InvalidMessage,
    decode,
    encode,
    fields_of,
    is_from,
    kinds,
)
from tavolo.link.publisher import PAST_CHARACTERS
from tavolo.rules.contract import Setup
from tavolo_host.board.port import Port
from tavolo_host.texts.messages import what_may_be
from tests.link import messages_sample
from tests.link.link_support import Board, Cable, identity
from tests.link.messages_sample import fitting, limits, misfits, misspellings, payload_with, values_with
from tests.micropython.node import run_on_micropython
from tests.rules.play import played_out
from tests.rules.support import Numbers

NEVER_ANSWERED = ("unknown", "unfit")
FIELDS = [(kind, place) for kind in kinds() for place in range(len(fields_of(kind)) - 1)]


class Ends:
    """A board's publisher and a laptop's port, each with a bare channel for the other end of its cable."""

    def __init__(self) -> None:
        cable = Cable()
        self.board = Board(cable.board)
        self.to_board = Channel(cable.open(""), 7)
        other = Cable()
        self.port = Port("cable", opener=other.open, first_session=8)
        self.to_port = Channel(other.board)
        self.from_board: list[tuple[str, str]] = []
        self.from_port: list[tuple[str, str]] = []
        self.at_owner: list[tuple[str, tuple[Any, ...]]] = []
        self.told: list[str] = []
        self.run()
        self.to_board.send("hello", "protocol=4.0 rules=-")
        self.to_port.send("hello", encode("hello", identity().pairs()))
        self.run()

    def run(self) -> None:
        for _ in range(8):
            self.board.step(10)
            self.from_board += self.to_board.step(10)
            self.from_port += self.to_port.step(10)
            self.at_owner += self.port.step(10)
            self.told += self.port.not_understood

    def answers(self, kind: str, payload: str) -> list[list[tuple[str, str]]]:
        """The answers of each end that accepts such a message to this payload."""
        found = []
        self.told.clear()
        for sender, channel, heard in (
            (LAPTOP, self.to_board, self.from_board),
            (BOARD, self.to_port, self.from_port),
        ):
            if is_from(sender, kind):
                heard.clear()
                assert channel.send(kind, payload)
                self.run()
                found.append([message for message in heard if message[0] in NEVER_ANSWERED])
        return found


@pytest.mark.parametrize("kind", kinds())
def test_all_valid_values_arrive_unchanged(kind: str) -> None:
    numbers = Numbers(len(kind))
    fields = fields_of(kind)[:-1]
    several = [tuple(fitting(field, numbers.below) for field in fields) for _ in range(10)]
    for place, field in enumerate(fields):
        several += [tuple(values_with(kind, place, value)) for value in limits(field)]
    for values in several:
        assert decode(kind, encode(kind, *values)) == values


def test_values_that_fit_are_refused_when_all_of_them_are_too_long_for_a_line() -> None:
    pairs = tuple((f"name{number}", "x" * 40) for number in range(12))
    with pytest.raises(InvalidMessage) as refusal:
        encode("settings", pairs)
    assert what_may_be("settings", refusal.value.field).endswith(f"it has at most {LONGEST_PAYLOAD} characters.")


@pytest.mark.parametrize(("kind", "place"), FIELDS)
def test_the_sender_refuses_a_value_that_the_field_cannot_have(kind: str, place: int) -> None:
    field = fields_of(kind)[place]
    for value in misfits(field):
        with pytest.raises(InvalidMessage) as refusal:
            encode(kind, *values_with(kind, place, value))
        assert (refusal.value.kind, refusal.value.field) == (kind, field[0]), value


@pytest.mark.parametrize("kind", [kind for kind in kinds() if len(fields_of(kind)) > 1])
def test_either_end_answers_invalid_text_with_the_fields_name(kind: str) -> None:
    ends = Ends()
    for place, field in enumerate(fields_of(kind)[:-1]):
        for text in misspellings(field):
            payload = payload_with(kind, place, text)
            with pytest.raises(InvalidMessage) as refusal:
                decode(kind, payload)
            name = refusal.value.field
            is_long = len(kind) + len(payload) > LONGEST_PAYLOAD
            assert name == (THE_WHOLE if is_long else field[0]), payload
            if is_long:
                continue
            wanted = [] if kind in NEVER_ANSWERED else [("unfit", f"{kind} {name}")]
            assert all(answer == wanted for answer in ends.answers(kind, payload)), payload
            if is_from(BOARD, kind):
                reason = what_may_be(kind, name)
                assert ends.told == [
                    f"The board sent a message “{kind}” that this program does not understand. {reason}"
                ]
    assert ends.board.asked == []
    assert ends.at_owner == []


@pytest.mark.parametrize("kind", kinds())
def test_too_few_and_too_many_values_are_refused_whole(kind: str) -> None:
    fields = fields_of(kind)[:-1]
    fit = values_with(kind, 0, fitting(fields[0], Numbers(1).below)) if fields else []
    for values in (fit[:-1], [*fit, 1]):
        if values != fit:
            with pytest.raises(InvalidMessage) as refusal:
                encode(kind, *values)
            assert refusal.value.field == THE_WHOLE
    if not fields:
        with pytest.raises(InvalidMessage):
            decode(kind, "1")
    elif len(fields) > 1:
        with pytest.raises(InvalidMessage) as refusal:
            decode(kind, encode(kind, *fit).split(" ", 1)[0])
        assert refusal.value.field == THE_WHOLE
        assert what_may_be(kind, THE_WHOLE).startswith(f"A message “{kind}” has these fields: {fields[0][0]}, ")


def test_a_number_of_absurd_length_is_refused_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> int:
        raise AssertionError("it was read")

    monkeypatch.setattr(codecs, "int", never, raising=False)
    for kind, payload in (
        ("undo", "9" * 200 + " 0 0"),
        ("over", "1" * 12),
        ("touched", "0" * 12 + " 0000"),
        ("walked", "2" * 12 + " 0"),
    ):
        with pytest.raises(InvalidMessage):
            decode(kind, payload)


def test_a_message_of_the_wrong_side_is_unknown() -> None:
    ends = Ends()
    for kind in [*kinds(), "dance", "x" * 60]:
        for sender, channel, heard in (
            (LAPTOP, ends.to_board, ends.from_board),
            (BOARD, ends.to_port, ends.from_port),
        ):
            if not is_from(sender, kind):
                heard.clear()
                ends.told.clear()
                channel.send(kind, "")
                ends.run()
                assert ("unknown", kind[:40]) in heard
                if sender == BOARD:
                    assert ends.told == [f"The board sent a message “{kind}”, which this program does not know."]
    with pytest.raises(InvalidMessage):
        encode("dance")
    assert what_may_be("dance", THE_WHOLE) == "There is no message “dance”."


def test_a_kind_without_letters_is_answered_too() -> None:
    ends = Ends()
    for channel in (ends.to_board, ends.to_port):
        channel.send("", "x")
    ends.run()
    assert ("unknown", "-") in ends.from_board
    assert ("unknown", "-") in ends.from_port


def test_a_message_that_the_board_does_not_understand_becomes_a_sentence() -> None:
    ends = Ends()
    ends.to_port.send("unfit", "walk colour")
    ends.to_port.send("unfit", "dance step")
    ends.to_port.send("unknown", "walk")
    ends.run()
    assert ends.told == [
        "The board does not understand the message “walk”."
        " For “colour” the link takes only a whole number from 0 to 2.",
        "The board does not understand the message “dance”. There is no message “dance”.",
        "The board does not know the message “walk”.",
    ]
    assert ends.at_owner == [("unfit", ("walk", "colour")), ("unfit", ("dance", "step")), ("unknown", ("walk",))]


def test_each_sentence_says_what_is_valid() -> None:
    for kind, name, wanted in (
        ("act", "digest", "a number in 8 hexadecimal digits"),
        ("start", "seats", "1 to 8 whole numbers from 0 to 7 with commas between them"),
        ("slots", "slots", "8 whole numbers from 0 to 7 with commas between them"),
        ("note", "about", "refused, trouble or table"),
        ("answer", "accepted", "yes or no"),
        ("unknown", "kind", "1 to 40 printable characters without a space"),
        ("new", "setup", "1 to 160 printable characters"),
        ("hello", "ends", "1 to 16 NAME=VALUE, each name once, protocol among them"),
        ("charges", "charge_time", "a whole number from 0 to 255"),
    ):
        assert what_may_be(kind, name) == f"For “{name.replace('_', ' ')}” the link takes only {wanted}."


def test_every_line_of_missed_actions_fits_however_long_its_numbers_are() -> None:
    longest = (100,) * PUBLIC_NUMBERS
    before = "1," * (PAST_CHARACTERS // 2)  # the longest line that takes one more action
    count = len(before[:-1].split(",")) - 1
    lists = [(1,) * PUBLIC_NUMBERS] * (count // PUBLIC_NUMBERS) + [(1,) * (count % PUBLIC_NUMBERS)]
    assert len(encode("past", 99_999, [each for each in lists if each] + [longest])) > PAST_CHARACTERS


@pytest.mark.parametrize("name", names())
def test_the_messages_have_room_for_every_game(name: str) -> None:
    game = load(name)
    for option in range(len(game.OPTIONS)):
        for value in (game.OPTIONS[option].low, game.OPTIONS[option].high):
            assert encode("lobby", (), 0, option, value)
    for players in game.SEATS:
        record = played_out(Setup(game, players, None, dealt=True), Numbers(players))
        encode("start", len(record.actions), tuple(range(players)), record.setup.text())
        for index, action in enumerate(record.actions):
            encode("act", index, 0xFFFFFFFF, game.public(action))
        encode("over", game.outcome(record.position))


@pytest.mark.slow
def test_both_pythons_write_and_refuse_the_same() -> None:
    here = list(messages_sample.lines())
    assert "taken" not in here
    assert len(here) > 800
    there = run_on_micropython(Path(messages_sample.__file__))
    assert (there.stdout.splitlines(), there.stderr) == (here, "")
