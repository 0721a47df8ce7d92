"""The protocol: every message on the link, who sends it, what its fields are, and what each of them may be.

`encode` and `decode` are the only way from values to the letters on the line and back; what does not fit is refused
there, at either end. `MESSAGES` is a message's kind -> who sends it, and its fields in order, as `forms` has them; with
a space between any two.

A game in it: "start" tells from where, "past" what the laptop has missed, a few actions a line, and "whole" that this
was all, with the digest to compare. From then on each action comes as it is made, in the form that everybody may know.

Different major versions of the protocol refuse each other (`hello`). A later minor version may add kinds of messages,
and names to pairs: a kind that an end does not know it answers with "unknown", and a field that does not fit with
"unfit"; to those two nobody answers.
"""

from tavolo.link.forms import CHOICE, HEX, NUMBERS, PAIRS, PAST, TEXT, WHOLE, WORD, read, written
from tavolo.link.frames import LONGEST_PAYLOAD
from tavolo.rules import GAMES
from tavolo.seat.states import KEYS, STATES
from tavolo.wiring import FIELD_PIN, LAMPS_PIN, PADS, SEATS, TRACK_PIN

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from typing import Any

BOARD, LAPTOP = 1, 2  # who sends: bits

MOST_ACTIONS = 99_999  # of a game; the journal has room for 16384, and the longest games have about 1700
PUBLIC_NUMBERS = 20  # of an action at most
LETTERS = 0x10FFFF  # how high a number in a reason goes: some carry what somebody wrote, letter by letter
REASON_NUMBERS = 32
MOST = 999_999_999
LONGEST_KIND = 40
THE_WHOLE = "-"  # in the place of a field's name: it is the message as a whole that does not fit
QUESTIONS = ("undo", "abandon")  # counted as `tavolo.play.council` does
NOTHING_ASKED = "-"
STRIPS = len((TRACK_PIN, FIELD_PIN, LAMPS_PIN))  # of pixels, in this order
COLOURS = 3  # of a walk: red, green, blue
LONGEST_WALK_MS = 1000  # at a pixel
ELECTRODES = PADS + KEYS

_REQUEST = ("request", WHOLE, 1, MOST)  # the laptop counts what it asks for; the answer has the same number
_INDEX = ("index", WHOLE, 0, MOST_ACTIONS)
_ACTIONS = ("actions", WHOLE, 0, MOST_ACTIONS)  # how many there are
_DIGEST = ("digest", HEX, 8)  # of the public position
_ACTION = ("action", NUMBERS, -8, 999, 1, PUBLIC_NUMBERS)
_REASON = ("reason", NUMBERS, -9999, LETTERS, 1, REASON_NUMBERS)
_SEAT = ("seat", WHOLE, 0, SEATS - 1)
_PLAYERS = ("seats", NUMBERS, 0, SEATS - 1, 1, SEATS)  # the seat of each player
_SETUP = ("setup", TEXT, 160)  # as `tavolo.rules.contract.Setup` has it
_STRIP = ("strip", WHOLE, 0, STRIPS - 1)
_COLOUR = ("colour", WHOLE, 0, COLOURS - 1)
_KIND = ("kind", WORD, LONGEST_KIND)
_MASK = SEATS // 4  # hexadecimal digits with a bit for each seat, seat 0 the lowest

MESSAGES: "dict[str, tuple[Any, ...]]" = {
    # ---- from both
    # Who is there: protocol, firmware, rules, board, boot, seats and calibration of a board (see `hello`); protocol and
    # rules of a laptop. The board answers the laptop's, and says it anew when seats or calibration change.
    "hello": (BOARD | LAPTOP, ("ends", PAIRS, 16, "protocol")),
    # A message of this kind is not known.
    "unknown": (BOARD | LAPTOP, _KIND),
    # In a message of this kind that field does not fit, or the whole does not ("-").
    "unfit": (BOARD | LAPTOP, _KIND, ("field", WORD, LONGEST_KIND)),
    # ---- from the board: the game
    # The laptop's protocol is not spoken here, but this one; it hears nothing more.
    "refused": (BOARD, ("protocol", WORD, 16)),
    # A game from its beginning; so many actions follow.
    "start": (BOARD, _ACTIONS, _PLAYERS, _SETUP),
    # Actions that the laptop has missed, the first of them with this index.
    "past": (BOARD, _INDEX, ("past", PAST, -8, 999, 1, PUBLIC_NUMBERS)),
    # The laptop has all now.
    "whole": (BOARD, _ACTIONS, _DIGEST),
    # An action, and the digest after it.
    "act": (BOARD, _INDEX, _DIGEST, _ACTION),
    # So many actions are left.
    "undone": (BOARD, _ACTIONS, _DIGEST),
    "over": (BOARD, ("outcome", NUMBERS, -9999, LETTERS, 1, REASON_NUMBERS)),
    # There is no game (any more).
    "abandoned": (BOARD,),
    # For the log: a seat's action, or what lies in its slot, is refused; its slot or chip is in trouble; or something
    # about the whole table (seat -1).
    "note": (BOARD, ("about", CHOICE, "refused", "trouble", "table"), ("seat", WHOLE, -1, SEATS - 1), _REASON),
    # What the laptop has asked for is accepted or not.
    "answer": (BOARD, _REQUEST, ("accepted", CHOICE, "yes", "no"), _REASON),
    # ---- from the board, telemetry: sent when the line is free, may get lost, and is repeated now and then. With the
    # position it is all that a watching laptop needs to paint what the board's lights show.
    # The state of each slot (`tavolo.seat.states`); which seats preview something, have something in their slot that
    # cannot be read, and have a sealed card that is wanted again.
    "slots": (
        BOARD,
        ("slots", NUMBERS, 0, STATES - 1, SEATS, SEATS),
        ("choosing", HEX, _MASK),
        ("troubled", HEX, _MASK),
        ("wanted", HEX, _MASK),
    ),
    # A seat previews this option of so many. None that is secret is ever told.
    "choosing": (BOARD, _SEAT, ("option", WHOLE, 0, 9998), ("options", WHOLE, 1, 9999), _ACTION),
    # The question that seats are asked, and which of them have agreed; or that none is (any more).
    "question": (
        BOARD,
        ("question", CHOICE, QUESTIONS[0], QUESTIONS[1], NOTHING_ASKED),
        ("asked", HEX, _MASK),
        ("agreed", HEX, _MASK),
    ),
    # The lobby is shown: who has joined, in their order, the game (an index of `tavolo.rules.GAMES`), and the option
    # that is looked at (-1 for none) with its value.
    "lobby": (
        BOARD,
        ("joined", NUMBERS, 0, SEATS - 1, 0, SEATS),
        ("game", WHOLE, 0, len(GAMES) - 1),
        ("option", WHOLE, -1, 15),
        ("value", WHOLE, -999, 9999),
    ),
    # The only seat of a table is tried: the pads that its card joins, a bit each (-1 for no card), and the keys down.
    "trial": (BOARD, ("pads", WHOLE, -1, (1 << PADS) - 1), ("keys", WHOLE, 0, (1 << KEYS) - 1)),
    # ---- from the board while it checks itself (see `tavolo.maker.selftest`)
    # Why a seat's chip failed (`tavolo.seat.touch`, 0 when it did not); bytes that were compared, and came back wrong;
    # the first register that did (-1 for none).
    "chip": (
        BOARD,
        _SEAT,
        ("failure", WHOLE, 0, 99),
        ("compared", WHOLE, 0, 9999),
        ("wrong", WHOLE, 0, 9999),
        ("first_wrong", WHOLE, -1, 255),
    ),
    # Whether these are of its own calibration, the chip's code of their time, the charge of each electrode.
    "charges": (
        BOARD,
        _SEAT,
        ("calibrated", WHOLE, 0, 1),
        ("charge_time", WHOLE, 0, 255),
        ("charges", NUMBERS, 0, 255, ELECTRODES, ELECTRODES),
    ),
    # The chip's touch status, whenever it has changed.
    "touched": (BOARD, _SEAT, ("status", HEX, 4)),
    # The light has arrived, and what it left stays.
    "walked": (BOARD, _STRIP, _COLOUR),
    # Telemetry: the counts of each electrode.
    "reading": (BOARD, _SEAT, ("counts", NUMBERS, 0, 0xFFFF, ELECTRODES, ELECTRODES)),
    # Telemetry: passes since the start, how long all and the longest took, bytes of free memory (-1 when not known).
    "pace": (
        BOARD,
        ("passes", WHOLE, 0, MOST),
        ("milliseconds", WHOLE, 0, MOST),
        ("longest", WHOLE, 0, MOST),
        ("free", WHOLE, -1, MOST),
    ),
    # ---- from the board when its settings were asked for, before the answer: some of them, in several lines all; notes
    # say what is wrong with their file.
    "settings": (BOARD, ("settings", PAIRS, 40)),
    # ---- from the laptop
    # Tell everything from the start.
    "resync": (LAPTOP,),
    # ---- from the laptop, requests: each is answered
    "new": (LAPTOP, _REQUEST, _PLAYERS, _SETUP),
    # To these two everybody has to agree first.
    "undo": (LAPTOP, _REQUEST),
    "abandon": (LAPTOP, _REQUEST),
    "selftest": (LAPTOP, _REQUEST, ("wish", CHOICE, "begin", "end")),
    # While the board checks itself: light walks along a strip.
    "walk": (LAPTOP, _REQUEST, _STRIP, _COLOUR, ("milliseconds", WHOLE, 1, LONGEST_WALK_MS)),
    "ask_settings": (LAPTOP, _REQUEST),
    # The board then begins anew with them.
    "change_settings": (LAPTOP, _REQUEST, ("settings", PAIRS, 40)),
}


class Unfit(ValueError):
    """A message of this `kind` cannot be: its `field` of that name, or THE_WHOLE, does not fit.

    str() is a sentence that says what it may be.
    """

    def __init__(self, kind: str, field: str) -> None:
        super().__init__(kind, field)
        self.kind = kind
        self.field = field

    def __str__(self) -> str:
        from tavolo.link.sentences import what_may_be  # here, because the board itself never needs it

        return what_may_be(self.kind, self.field)


def is_from(sender: int, kind: str) -> bool:
    """Return whether there is a message of this kind that BOARD or LAPTOP sends."""
    return kind in MESSAGES and MESSAGES[kind][0] & sender != 0


def encode(kind: str, *values: "Any") -> str:
    """Return the letters of a message; raises Unfit."""
    fields = MESSAGES.get(kind)
    if fields is None or len(values) != len(fields) - 1:
        raise Unfit(kind, THE_WHOLE)
    payload = ""
    for place in range(1, len(fields)):
        text = written(fields[place], values[place - 1])
        if text is None:
            raise Unfit(kind, fields[place][0])
        payload = payload + " " + text if payload else text
    if len(kind) + len(payload) > LONGEST_PAYLOAD:
        raise Unfit(kind, THE_WHOLE)
    return payload


def decode(kind: str, payload: str) -> "tuple[Any, ...]":
    """Return the values of a message; raises Unfit."""
    fields = MESSAGES.get(kind)
    if fields is None or len(kind) + len(payload) > LONGEST_PAYLOAD:
        raise Unfit(kind, THE_WHOLE)
    texts = payload.split(" ", len(fields) - 2) if len(fields) > 1 else [payload] if payload else []
    if len(texts) != len(fields) - 1:
        raise Unfit(kind, THE_WHOLE)
    values: "list[Any]" = []
    for text in texts:
        field = fields[len(values) + 1]
        value = read(field, text)
        if value is None:
            raise Unfit(kind, field[0])
        values.append(value)
    return tuple(values)
