"""The log: what has happened, newest first, and why virtual players did what they did."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache

from markupsafe import Markup
from nicegui import ui

from tavolo_host.board.companion import OF_A_VOTE
from tavolo_host.board.log import Entry
from tavolo_host.display.parts.elements import Pressable, reason_html
from tavolo_host.display.parts.moment import Moment
from tavolo_host.display.parts.source import LOG_SHOWN, Tutor
from tavolo_host.display.parts.tags import tag
from tavolo_host.display.parts.theme import seat_mark_svg
from tavolo_host.players.reasons import Reason
from tavolo_host.seats.questions import TOLD_MS
from tavolo_host.texts.deferred import in_language
from tavolo_host.texts.language import Tongue, _, seats_in_words, speaking, tongue
from tavolo_host.texts.sentences import safe_sentence


class LogPanel:
    """Redrawn when something has happened; `on_change` is called when a reason is asked for."""

    def __init__(self, tutor: Tutor, on_change: Callable[[], None]) -> None:
        self._tutor = tutor
        self._on_change = on_change
        self._shown: tuple[int, int, list[str], Mapping[int, Reason | None]] | None = None
        # The reasons asked for, by entry number; None while being computed.
        self._reasons: dict[int, Reason | None] = {}
        self._is_over = False
        with ui.element("section").classes("log").props(f'aria-label="{_("Log")}"'):
            ui.html(tag("h2", _("What happened")), sanitize=False)
            self._log = Pressable(lambda number: self._ask_why(int(number))).classes("log-body")
            self._log.props(f'role="log" tabindex="0" aria-label="{_("what happened")}"')

    def show(self, moment: Moment) -> None:
        """Show the log and the reasons asked for."""
        log = moment.log
        if self._is_over != bool(moment.mirror.result):  # then everything may be told
            self._is_over, self._reasons = not self._is_over, dict.fromkeys(self._reasons)
        for number in [number for number, reason in self._reasons.items() if reason is None]:
            self._reasons[number] = self._tutor.why(number)
        shown = (len(log), log[-1].number if log else -1, moment.names_in_log, {**self._reasons})
        if shown != self._shown:
            self._shown = shown
            reasons = {each: reason or Reason(_("Thinking …")) for each, reason in self._reasons.items()}
            self._log.show(log_html(log, moment.names_in_log, self._tutor.explained(), reasons))

    def _ask_why(self, number: int) -> None:
        """Show or hide the reason below an entry."""
        if number in self._reasons:
            del self._reasons[number]
        else:
            self._reasons[number] = None
        self._on_change()


def log_html(
    log: Sequence[Entry],
    names: Sequence[str],
    explained: Collection[int] = (),
    reasons: Mapping[int, Reason] | None = None,
) -> Markup:
    """Return the last entries of the log, newest first; entries about a seat carry its mark.

    `names` are the current names at the seats, "" for none, for entries without names of their own. An entry for which
    there are no words at this table is left out. Entries whose number is in `explained` have a button that
    asks why; `reasons` are shown below it, by entry number.
    """
    reasons = reasons or {}
    rows = []
    seats: dict[tuple[str, ...], tuple[str, ...]] = {}  # in words, by the names that entries have
    for entry in reversed(log[-LOG_SHOWN:]):
        if entry.names not in seats:
            seats[entry.names] = _seats_of(entry, names)
        asked = entry.number in explained, reasons.get(entry.number)
        rows.append(_row(tongue(), entry, seats[entry.names], *asked))
    return tag("ol", *rows, class_="log-list")


@lru_cache(maxsize=16 * LOG_SHOWN)  # each new entry redraws them all, on every page
def _row(how: Tongue, entry: Entry, seats: tuple[str, ...], is_explained: bool, reason: Reason | None) -> Markup:
    """Return an entry as HTML, with the button that asks why if it `is_explained`."""
    with speaking(*how):
        words = _in_words(entry, seats)
        if not words:
            return Markup()
        mark = "" if entry.seat is None else seat_mark_svg(entry.seat, 16)
        why = _why(entry, words, reason) if is_explained else ""
        parts = tag("span", mark, class_="log-mark"), tag("span", words, why)
        return tag("li", *parts, class_=f"log-{entry.kind}", data_number=entry.number)


def last_event_html(log: Sequence[Entry], names: Sequence[str], actions: int, now_ms: int = 0) -> Markup:
    """Return the newest event of the current game with its seat's mark, or how a vote has just failed.

    Events of actions that were taken back are passed over: `actions` are left.
    """
    told = (
        entry
        for entry in reversed(log)
        if (entry.kind == "event" and entry.place < actions)
        or (entry.numbers[:1] in OF_A_VOTE and now_ms - entry.time_ms < TOLD_MS)
    )
    newest = next(told, None)
    if newest is None or newest.game != log[-1].game:
        return Markup()
    mark = "" if newest.seat is None else seat_mark_svg(newest.seat, 16)
    return tag("span", mark, entry_in_words(newest, names))


def _why(entry: Entry, words: str, reason: Reason | None) -> Markup:
    """Return the button that asks why, and the reason once it was asked for."""
    button = tag(
        "button",
        _("why?"),
        type="button",
        class_="why-button",
        data_press=entry.number,
        aria_label=_("Why? {}").format(words),
        aria_expanded=str(bool(reason)).lower(),
    )
    return button + tag("span", reason_html(reason, entry.number), class_="log-reason") if reason else button


def entry_in_words(entry: Entry, names: Sequence[str]) -> str:
    """Return an entry in the current language, with the players' names."""
    return _in_words(entry, _seats_of(entry, names))


def _seats_of(entry: Entry, names: Sequence[str]) -> tuple[str, ...]:
    """Return the seats in words, by their names when the entry came, else by the current ones."""
    return seats_in_words([then or now for then, now in zip(entry.names or names, names, strict=True)])


def _in_words(entry: Entry, seats: tuple[str, ...]) -> str:
    if not entry.numbers:
        return in_language(entry.sentence, _)
    return safe_sentence(entry.numbers, _, tuple(seats[seat] for seat in entry.seats), entry.game_name, seats)
