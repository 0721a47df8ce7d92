"""Notices about problems at the table: each says what to do, and keeps details for an engineer apart.

They follow from the connection, the state of the slots and the log. This module also shows the state of the connection
and why a visitor's card or request was refused.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from time import monotonic

from markupsafe import Markup
from nicegui import ui

from tavolo import wiring
from tavolo.play import reasons
from tavolo_host.board.log import Entry
from tavolo_host.board.mirror import Mirror
from tavolo_host.display.live.log_panel import entry_in_words
from tavolo_host.display.parts.elements import html
from tavolo_host.display.parts.moment import Moment
from tavolo_host.display.parts.source import SlotState, SlotView
from tavolo_host.display.parts.tags import joined, tag
from tavolo_host.display.parts.theme import seat_mark_svg
from tavolo_host.display.parts.what_to_do import State, told_to_oneself
from tavolo_host.texts.deferred import in_language
from tavolo_host.texts.language import _, seats_in_words
from tavolo_host.texts.sentences import safe_sentence, sentence_case

OF_A_CARD = [
    (code,) for code in (reasons.HAND_IN_SLOT, reasons.TWO_CARDS, reasons.CARD_NOT_CLEAR, reasons.LIFTED_EARLY)
]
# Why the laptop may not put a visitor's question to the table.
OF_A_REQUEST = [(code,) for code in (reasons.ASKED_JUST_NOW, reasons.NOTHING_TO_UNDO, reasons.EVERYBODY_IS_ASKED)]
DOUBTFUL_S = 0.5  # at the start of a game the laptop knows less for a moment
STAYS_S = 10.0  # a refusal, while nothing happens: long enough to read the longest one twice
SEARCHED = 100  # of the newest log entries, for the last event
OUT_OF_ORDER = (SlotState.ABSENT, SlotState.NOT_BUILT, SlotState.CALIBRATING)


class Notices:
    """Three places on a page, built where they stand; `veiled` is dimmed while it may be out of date."""

    def __init__(self, veiled: ui.element) -> None:
        self._veiled = veiled
        self._in_step = monotonic()  # when the laptop last knew the board's position
        self._refusal = ""  # of the visitor's last request
        self._told: tuple[str, int] = "", -1  # the refusal that was shown last, or the log entry of a red lamp
        self._told_since = 0.0
        self._is_new = False  # and it has not been shown yet
        self._red_seen = -1  # the last log entry whose meaning the visitor has seen
        self._newest = -1  # log entry that was there at the last look
        self._state = 0, State.LOBBY  # of the moment then, with its game by its number
        self._acting: Collection[int] = ()  # whose turn it was

    def build_faults(self) -> None:
        """Build the place for the notices."""
        self._faults = html("faults", f'role="alert" aria-label="{_("Problems")}"')

    def build_red(self) -> None:
        """Build the place for refusals, beside the hand."""
        self._red = html("red", 'role="status"')

    def build_status(self) -> None:
        """Build the place for the state of the connection."""
        self._status = html("status", 'role="status"')

    def show(self, moment: Moment) -> None:
        """Show the notices and what a red lamp at the visitor's seat meant; veil what may be out of date."""
        mirror, own = moment.mirror, moment.own
        self._status.set_content(status_html(mirror, moment.of_board))
        # Choosing among several boards is no fault, and nothing is out of date.
        if mirror.in_step or (mirror.in_step is None and moment.what.state == State.CHOOSE):
            self._in_step = monotonic()
        is_doubtful = monotonic() - self._in_step > DOUBTFUL_S
        faults = faults_of(mirror, moment.slots, moment.names) if mirror.in_step or is_doubtful else []
        self._faults.set_content(faults_html(faults))
        self._veiled.classes(add="veiled" if is_doubtful else "", remove="" if is_doubtful else "veiled")
        self._forget_what_has_passed(moment)
        red = meaning_of_red(mirror.log, own.seat) if own else None
        red = red if red and red.number > self._red_seen else None
        told = self._refusal, red.number if red else -1
        if told != self._told:
            self._told, self._told_since = told, monotonic()
        is_told = monotonic() - self._told_since < STAYS_S
        meaning = tag("p", self._refusal) if self._refusal else red_html(red, moment.names) if red else ""
        self._red.set_content(meaning if is_told else "")

    def refuse(self, refusal: str) -> None:
        """Show why a request was refused until the next turn or state, but not for ever; "" clears it."""
        self._refusal, self._told = refusal, ("", -1)
        self._is_new = True

    def forget(self, log: Sequence[Entry]) -> None:
        """Clear the refusal: the visitor has gone on to something else."""
        self._refusal = ""
        self._red_seen = _newest_number(log)

    def _forget_what_has_passed(self, moment: Moment) -> None:
        """Clear what was refused in another state or turn; the turn is the same while fewer are left to act."""
        mirror, log = moment.mirror, moment.mirror.log
        state = log.game, moment.what.state
        acting = mirror.game.to_act(mirror.position) if mirror.game and mirror.position else ()
        if state != self._state or not set(acting) <= set(self._acting):
            if not self._is_new:
                self._refusal = ""
            events = _newest_number([entry for entry in log[-SEARCHED:] if entry.kind == "event"])
            self._red_seen = max(self._red_seen, self._newest, events)
        self._is_new = False
        self._state, self._acting, self._newest = state, acting, _newest_number(log)


def _newest_number(log: Sequence[Entry]) -> int:
    """Return the number of the newest entry, -1 without one."""
    return log[-1].number if log else -1


@dataclass(frozen=True)
class Fault:
    """One problem, at a seat or at none: what it is and what to do; `details` are for an engineer."""

    seat: int | None
    sentence: str
    details: str


def faults_of(mirror: Mirror, slots: Sequence[SlotView], names: Sequence[str]) -> list[Fault]:
    """Return the current problems, that of the connection first; `names` are the names at the seats."""
    status = in_language(mirror.status, _)
    if mirror.in_step is None:
        words = _("The board does not answer, so you see its last known state: check its cable and its power.")
        return [Fault(None, f"{words} {_('As soon as the board answers, the game continues from its state.')}", status)]
    if not mirror.in_step:
        words = _("This page may differ from the table: the laptop is asking the board for the whole game again.")
        restart = _("If this message stays, restart the program; the board loses nothing.")
        return [Fault(None, f"{words} {restart}", status)]
    seats = seats_in_words(names)
    # Most seats are in order: the log is not searched for them.
    odd = [seat for seat, slot in enumerate(slots) if slot.state in OUT_OF_ORDER or mirror.view.troubled[seat]]
    return [fault for seat in odd if (fault := _fault_at(mirror, seat, slots[seat].state, seats))]


def _fault_at(mirror: Mirror, seat: int, state: SlotState, seats: Sequence[str]) -> Fault | None:
    """Return the problem at a seat; None while it calibrates, or if it is not built and not in the game."""
    newest = _newest(mirror.log, seat)
    told_words = safe_sentence(newest.numbers, _, None, "", tuple(seats)) if newest and newest.numbers else ""
    if state is SlotState.ABSENT:
        words = _("{} does not answer: check its cable. The others play on until it is its turn.")
    elif state is SlotState.NOT_BUILT and seat in mirror.seats:
        words = _("{} plays, but the board's settings say that it is not built: change them, or abandon the game.")
    elif state is SlotState.CALIBRATING and newest and newest.numbers[:1] == (reasons.SEAT_NOT_CALIBRATED,):
        words = _("{} is not ready: take everything out of its slot and your fingers off its keys for a moment.")
    elif mirror.view.troubled[seat]:
        unreadable = _("{}: the slot cannot be read. Take out what is in it, and push one card in to the stop.")
        words = told_words or unreadable
    else:
        return None
    details = "I2C {}, 0x{:02X}, {}".format(*wiring.seat_place(seat), state.name)
    if newest and told_words:
        details += f": {told_words} {newest.numbers}"
    return Fault(seat, sentence_case(words.format(seats[seat])), details)


def _newest(log: Sequence[Entry], seat: int) -> Entry | None:
    """Return the newest problem that the board reported at a seat."""
    return next((entry for entry in reversed(log) if entry.seat == seat and entry.kind == "trouble"), None)


def meaning_of_red(log: Sequence[Entry], seat: int) -> Entry | None:
    """Return why a seat's lamp was red, or why a question was not put, until something else happens there."""
    newest = next((entry for entry in reversed(log) if entry.seat == seat or _is_no(entry)), None)
    is_red = newest is not None and (newest.kind == "refusal" or newest.numbers[:1] in OF_A_CARD or _is_no(newest))
    return newest if newest and is_red and newest.game == log[-1].game else None


def _is_no(entry: Entry) -> bool:
    """Return whether an entry says why a visitor's question was not put to the table."""
    return entry.seat is None and entry.numbers[:1] in OF_A_REQUEST


def faults_html(faults: Sequence[Fault]) -> Markup:
    """Return the notices as HTML."""
    notices = []
    for fault in faults:
        mark = "" if fault.seat is None else seat_mark_svg(fault.seat, 22)
        details = tag("details", tag("summary", _("Details")), fault.details)
        notices.append(tag("div", mark, tag("p", fault.sentence), details, class_="fault"))
    return joined(*notices)


def red_html(entry: Entry, names: Sequence[str]) -> Markup:
    """Return what a red lamp meant, as HTML beside the hand."""
    return tag("p", told_to_oneself(entry.numbers, entry_in_words(entry, names)))


def status_html(mirror: Mirror, of_board: str) -> Markup:
    """Return the state of the connection in a few words and in detail, and a remark about the board."""
    more = joined(tag("span", of_board, class_="of-board") if of_board else "")
    words = _("In step with the board.") if mirror.game else _("The board is connected.")
    if mirror.in_step and not words:
        return more
    state, words = {
        True: ("in-step", words),
        False: ("out-of-step", _("Out of step with the board.")),
        None: ("searching", _("Waiting for the board.")),
    }[mirror.in_step]
    summary = tag("summary", tag("span", class_=f"dot {state}"), words)
    return joined(tag("details", summary, tag("span", in_language(mirror.status, _))), more)
