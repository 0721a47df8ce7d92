"""The protocol: every message on the link, its sender, its fields, and the values that each field allows.

Only `encode` and `decode` convert values to the letters on the line and back; each end refuses values that do not fit.
The table has a line for each kind: its sender, then its fields in order, each with its name, form and limits
(`codecs`); a word in capitals is a number of `_LIMITS`. The table is a text, of which the board parses what it uses: as
tuples it would take as much memory as a game.

A game in it: "start" says how it starts, "past" what the laptop has missed, a few actions a line, and "whole" that this
was all, with the digest to compare. From then on each action is sent as it happens, in its public form.

Different major versions of the protocol refuse each other (`hello`). A later minor version may add kinds of messages,
and names to pairs: an end answers a kind that it does not know with "unknown", and a field that does not fit with
"unfit"; these two get no answer.
"""

from tavolo.link.codecs import read, written
from tavolo.link.frames import LONGEST_PAYLOAD
from tavolo.rules.packing import MOST_NUMBERS
from tavolo.seat.states import KEYS, STATES
from tavolo.wiring import FIELD_PIN, LAMPS_PIN, PADS, SEATS, TRACK_PIN, TRACK_PIXELS

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from typing import Any

BOARD, LAPTOP = 1, 2  # senders, a bit each
_SENDERS = ("", "board", "laptop", "both")

MOST_ACTIONS = 99_999  # of a game; the journal has room for 16384, and the longest games have about 1700
PUBLIC_NUMBERS = MOST_NUMBERS  # of an action at most
LETTERS = 0x10FFFF  # the highest number in a reason: some carry a text that was typed, letter by letter
REASON_NUMBERS = 32
MOST = 999_999_999
LONGEST_KIND = 40
THE_WHOLE = "-"  # instead of a field's name: the message as a whole does not fit
STRIPS = len((TRACK_PIN, FIELD_PIN, LAMPS_PIN))  # of pixels, in this order
MOST_GAMES = 64  # that the lobby can offer
COLOURS = 3  # of a walk: red, green, blue
LONGEST_WALK_MS = 1000  # at a pixel
WIRE_BYTES = 576  # of a strip at most: 144 pixels of four bytes
LIT_BYTES, MOST_GLOW = 12, 60  # that a set-up lights at once, and how brightly: 14 mA at most
ELECTRODES = PADS + KEYS

_LIMITS = {
    "ACTIONS": MOST_ACTIONS,
    "COLOUR": COLOURS - 1,
    "ELECTRODES": ELECTRODES,
    "GAME": MOST_GAMES - 1,
    "GLOW": MOST_GLOW,
    "KEYS": (1 << KEYS) - 1,
    "KIND": LONGEST_KIND,
    "LETTERS": LETTERS,
    "LIT": LIT_BYTES,
    "MASK": SEATS // 4,  # hexadecimal digits with a bit for each seat, seat 0 the lowest
    "MOST": MOST,
    "PADS": (1 << PADS) - 1,
    "PUBLIC": PUBLIC_NUMBERS,
    "REASON": REASON_NUMBERS,
    "SEAT": SEATS - 1,
    "SEATS": SEATS,
    "STATE": STATES - 1,
    "STRIP": STRIPS - 1,
    "TRACK": TRACK_PIXELS,
    "WALK": LONGEST_WALK_MS,
    "WIRE": WIRE_BYTES - 1,
}

# In pieces, so that they fit into a memory that is full of a long game: the whole would be 2 kB in one.
_TABLE = (
    # ---- from both
    # The identity: protocol, firmware, rules, board, boot, seats and calibration of a board (see `hello`); protocol and
    # rules of a laptop. The board answers the laptop's, and sends its own again when seats or calibration change.
    "\nhello both ends:pairs:16:protocol"
    # This kind of message is unknown.
    "\nunknown both kind:word:KIND"
    # In a message of this kind this field does not fit, or the whole message does not ("-").
    "\nunfit both kind:word:KIND field:word:KIND"
    # ---- from the board: the game
    # The laptop's protocol is not supported, but this one; the board sends nothing more.
    "\nrefused board protocol:word:16"
    # The board's own number of the game that "start" begins: the same people may play the same game again.
    "\ngame board number:whole:1:MOST"
    # A game from its beginning; this many actions follow. The setup may name a sheet or board of one's own: the longest
    # has 153 characters.
    "\nstart board actions:whole:0:ACTIONS seats:numbers:0:SEAT:1:SEATS setup:text:160"
    # Actions that the laptop has missed, from this index on.
    "\npast board index:whole:0:ACTIONS past:past:-8:999:1:PUBLIC"
    # The laptop now has everything; how many takebacks there were.
    "\nwhole board actions:whole:0:ACTIONS digest:hex:8 takebacks:whole:0:MOST"
    # The journal has lost what came next; whether it has a later record that a repair must lead to.
    "\ngap board actions:whole:0:ACTIONS closed:choice:yes:no"
    # An action, and the digest after it.
    "\nact board index:whole:0:ACTIONS digest:hex:8 action:numbers:-8:999:1:PUBLIC",
    # Something was undone, and this many actions are left.
    "\nundone board actions:whole:0:ACTIONS digest:hex:8"
    "\nover board outcome:numbers:-9999:LETTERS:1:REASON"
    # There is no game, or no longer.
    "\nabandoned board"
    # For the log: a seat's action, or the card in its slot, is refused; its slot or chip is in trouble; or something
    # about the whole table (seat -1).
    "\nnote board about:choice:refused:trouble:table seat:whole:-1:SEAT reason:numbers:-9999:LETTERS:1:REASON"
    # The answer to a request.
    "\nanswer board request:whole:1:MOST accepted:choice:yes:no reason:numbers:-9999:LETTERS:1:REASON",
    # ---- from the board, telemetry: sent when the line is free, may get lost, and is repeated now and then. With the
    # position it is all that a watching laptop needs to paint what the board's lights show.
    # The state of each slot (`tavolo.seat.states`); the seats that preview something, that have something unreadable in
    # their slot, that must insert their sealed card again, and whose cards go back into the hand because they are lost
    # in the journal; and while that is shown, the lost actions: the track's length at most, -1 if unknown.
    "\nslots board slots:numbers:0:STATE:SEATS:SEATS choosing:hex:MASK troubled:hex:MASK wanted:hex:MASK"
    " going_back:hex:MASK lost:whole:-1:TRACK"
    # A seat previews this option of this many. A secret one is never sent.
    "\nchoosing board seat:whole:0:SEAT option:whole:0:9998 options:whole:1:9999 action:numbers:-8:999:1:PUBLIC"
    # The question that seats are asked, and which of them have agreed; the seat that asks, -1 for the laptop; how many
    # actions would be undone or repaired. Or that there is none.
    "\nquestion board question:choice:undo:abandon:fill:- asked:hex:MASK agreed:hex:MASK asker:whole:-1:SEAT"
    " actions:whole:0:ACTIONS"
    # The lobby is shown: who has joined, in their order, the game (an index of `tavolo.games.GAMES`), and the option
    # that is chosen (-1 for none) with its value.
    "\nlobby board joined:numbers:0:SEAT:0:SEATS game:whole:0:GAME option:whole:-1:15 value:whole:-999:9999",
    # The only seat of a table is tried out: the pads that its card joins, a bit each (-1 for no card), the keys down.
    "\ntrial board pads:whole:-1:PADS keys:whole:0:KEYS"
    # ---- from the board during a selftest (see `tavolo.maker.selftest`)
    # Why a seat's chip failed (`tavolo.seat.touch`, 0 if it did not); bytes that were compared, and came back wrong;
    # the first register with a wrong one (-1 for none).
    "\nchip board seat:whole:0:SEAT failure:whole:0:99 compared:whole:0:9999 wrong:whole:0:9999"
    " first_wrong:whole:-1:255"
    # Whether these are from the seat's calibration, the code of the charge time, the charge of each electrode.
    "\ncharges board seat:whole:0:SEAT calibrated:whole:0:1 charge_time:whole:0:255"
    " charges:numbers:0:255:ELECTRODES:ELECTRODES"
    # The chip's touch status, whenever it has changed.
    "\ntouched board seat:whole:0:SEAT status:hex:4"
    # The light has arrived at the end of the strip.
    "\nwalked board strip:whole:0:STRIP colour:whole:0:COLOUR",
    # Telemetry: the counts of each electrode.
    "\nreading board seat:whole:0:SEAT counts:numbers:0:65535:ELECTRODES:ELECTRODES"
    # Telemetry: ticks since the start, how long all and the longest took, bytes of free memory (-1 if unknown).
    "\npace board passes:whole:0:MOST milliseconds:whole:0:MOST longest:whole:0:MOST free:whole:-1:MOST"
    # ---- from the board after a request of its settings, before the answer: all settings, in several lines; notes say
    # what is wrong with their file.
    "\nsettings board settings:pairs:40"
    # ---- from the board after a rescue's request to tell: a crash of its log (`tavolo.maker.crashes`), the newest
    # first.
    "\ncrash board number:whole:1:MOST how:choice:raised:secret:hung what:text:160"
    # ---- from the laptop
    # Send everything from the start.
    "\nresync laptop"
    # Some of a game's actions, to replace those that the journal has lost; all of them come, a few a line. The laptop
    # knows of this many takebacks.
    "\nfill laptop index:whole:0:ACTIONS actions:whole:1:ACTIONS takebacks:whole:0:MOST past:past:-8:999:1:PUBLIC"
    # ---- requests from the laptop: each is answered
    "\nnew laptop request:whole:1:MOST seats:numbers:0:SEAT:1:SEATS setup:text:160"
    # Everybody has to agree to these two first. How many actions are to be left; the seat whose owner asks for it
    # through the laptop and so agrees, or -1.
    "\nundo laptop request:whole:1:MOST actions:whole:0:ACTIONS asker:whole:-1:SEAT"
    "\nabandon laptop request:whole:1:MOST asker:whole:-1:SEAT",
    # At a seat by phone: a card with this code takes the place of the one before, or 0 lifts it; a key goes down or up.
    # 0x200 more is a sealed card that is put in again: while one is asked for, no other is taken, nor the other way.
    # The card may be a secret: neither this line's length nor the time of its answer depends on it.
    "\nhand laptop request:whole:1:MOST seat:whole:0:SEAT card:hex:3"
    "\npress laptop request:whole:1:MOST seat:whole:0:SEAT key:whole:0:2 down:choice:yes:no"
    "\nselftest laptop request:whole:1:MOST wish:choice:begin:end"
    # During a selftest: light walks along a strip.
    "\nwalk laptop request:whole:1:MOST strip:whole:0:STRIP colour:whole:0:COLOUR milliseconds:whole:1:WALK"
    # During a selftest, for a set-up (from 4.4 on): on this strip's wire the bytes from this one on have these levels,
    # and all others none, whatever the settings say. From the first on also seats are probed that are not built.
    "\nlight laptop request:whole:1:MOST strip:whole:0:STRIP first:whole:0:WIRE levels:numbers:0:GLOW:1:LIT"
    "\nask_settings laptop request:whole:1:MOST"
    # The board then restarts with these.
    "\nchange_settings laptop request:whole:1:MOST settings:pairs:40"
    # Send the crash log, or clear it; put the game in the journal aside, or restart at MicroPython's prompt.
    "\nrescue laptop request:whole:1:MOST wish:choice:tell:clear:put_aside:prompt",
)
_parsed: "dict[str, tuple[Any, ...]]" = {}  # the parsed lines, by kind


class InvalidMessage(ValueError):
    """A message of this `kind` is invalid: in the field named `field`, or as a whole (THE_WHOLE).

    `tavolo_host.texts.messages` says what values the field allows.
    """

    def __init__(self, kind: str, field: str) -> None:
        super().__init__(kind, field)
        self.kind = kind
        self.field = field


def kinds() -> "list[str]":
    """Return all kinds of messages, in the order of the table."""
    return [line.split(" ", 1)[0] for piece in _TABLE for line in piece[1:].split("\n")]


def fields_of(kind: str) -> "tuple[Any, ...]":
    """Return the fields of a kind as (name, form, ...), and then its senders. Raises InvalidMessage."""
    if kind not in _parsed:
        words = _line_of(kind)
        fields = [tuple([_value(word) for word in field.split(":")]) for field in words[1:]]
        _parsed[kind] = tuple(fields + [_SENDERS.index(words[0])])
    return _parsed[kind]


def _line_of(kind: str) -> "list[str]":
    """Return the words after a kind in the table; raises InvalidMessage."""
    for piece in _TABLE:
        begin = piece.find("\n" + kind + " ")
        if begin >= 0:
            end = piece.find("\n", begin + 1)
            return piece[begin + len(kind) + 2 : end if end > 0 else len(piece)].split(" ")
    raise InvalidMessage(kind, THE_WHOLE)


def _value(word: str) -> "Any":
    if word in _LIMITS:
        return _LIMITS[word]
    return int(word) if word[-1:].isdigit() else word


def is_from(sender: int, kind: str) -> bool:
    """Return whether BOARD or LAPTOP sends messages of this kind."""
    try:
        return bool(fields_of(kind)[-1] & sender)
    except InvalidMessage:
        return False


def encode(kind: str, *values: "Any") -> str:
    """Return the payload of a message; raises InvalidMessage."""
    fields = fields_of(kind)
    if len(values) != len(fields) - 1:
        raise InvalidMessage(kind, THE_WHOLE)
    texts: "list[str]" = []
    for value in values:
        field = fields[len(texts)]
        text = written(field, value)
        if text is None:
            raise InvalidMessage(kind, field[0])
        texts.append(text)
    payload = " ".join(texts)
    if len(kind) + len(payload) > LONGEST_PAYLOAD:
        raise InvalidMessage(kind, THE_WHOLE)
    return payload


def decode(kind: str, payload: str) -> "tuple[Any, ...]":
    """Return the values of a message; raises InvalidMessage."""
    fields = fields_of(kind)
    count = len(fields) - 1
    if len(kind) + len(payload) > LONGEST_PAYLOAD:
        raise InvalidMessage(kind, THE_WHOLE)
    texts = payload.split(" ", count - 1) if count else [payload] if payload else []
    if len(texts) != count:
        raise InvalidMessage(kind, THE_WHOLE)
    values: "list[Any]" = []
    for text in texts:
        field = fields[len(values)]
        value = read(field, text)
        if value is None:
            raise InvalidMessage(kind, field[0])
        values.append(value)
    return tuple(values)
