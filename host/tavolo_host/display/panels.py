"""The words beside the table, as HTML: whose turn it is, the log, the state of the connection."""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from html import escape

from tavolo_host.board.log import Entry
from tavolo_host.board.mirror import Mirror
from tavolo_host.display.game_display import Player
from tavolo_host.display.source import OwnView, SeatView, TableSource
from tavolo_host.display.theme import SEAT_MARKS, seat_mark_svg, seat_number
from tavolo_host.display.what_to_do import result_in_words
from tavolo_host.texts.deferred import in_language
from tavolo_host.texts.language import _, seats_in_words, speaking, spoken
from tavolo_host.texts.sentences import told

LOG_SHOWN = 80
NAMES_SHOWN = 4  # of those who are to play; of more only the marks


def players_of(source: TableSource) -> list[Player]:
    """Return the players of the game in their order, with seat and name."""
    seats = {view.seat: view for view in source.seats()}
    return [Player(seat, seat_name(seats[seat])) for seat in source.mirror.seats]


def seat_name(view: SeatView) -> str:
    """Return the name at a seat; a seat without one is called by its number."""
    return view.name or _("Seat {}").format(seat_number(view.seat))


def turn_html(mirror: Mirror, players: Sequence[Player], own: OwnView | None) -> str:
    """Return whose turn it is, with the seat's colour, shape and number; the result at the end."""
    if mirror.result:
        return f'<div class="turn over">{escape(result_in_words(mirror, [player.name for player in players]))}</div>'
    if mirror.game is None or mirror.position is None:
        return f'<div class="turn idle">{escape(_("No game is being played."))}</div>'
    acting = [players[player] for player in mirror.game.to_act(mirror.position) if player >= 0]
    if not acting:
        return f'<div class="turn idle">{escape(_("The table goes on."))}</div>'
    if own is not None and any(player.seat == own.seat for player in acting):
        return f'<div class="turn yours">{seat_mark_svg(own.seat, 30)}<b>{escape(_("Your turn"))}</b></div>'
    if len(acting) > NAMES_SHOWN:
        who = "".join(seat_mark_svg(player.seat, 30) for player in acting)
    else:
        who = "".join(f"{seat_mark_svg(player.seat, 30)}<b>{escape(player.name)}</b>" for player in acting)
    words = _("is to play") if len(acting) == 1 else _("are to play")
    return f'<div class="turn">{who}<span>{escape(words)}</span></div>'


def log_html(
    log: Sequence[Entry],
    names: Sequence[str],
    explained: Collection[int] = (),
    reasons: Mapping[int, str] | None = None,
) -> str:
    """Return the last entries of the log, the newest first; what concerns a seat carries its mark.

    `names` are those of who sits at the seats now, "" where nobody has one. Entries that are `explained` have a button
    that asks why; below it stand the `reasons`, by the entry's number.
    """
    reasons = reasons or {}
    rows = []
    for entry in reversed(log[-LOG_SHOWN:]):
        mark = "" if entry.seat is None else seat_mark_svg(entry.seat, 16)
        rows.append(
            f'<li class="log-{escape(entry.kind)}" data-number="{entry.number}">'
            f'<span class="log-mark">{mark}</span><span>{escape(_told(entry, names))}'
            f"{_why(entry, names, reasons.get(entry.number, '')) if entry.number in explained else ''}</span></li>"
        )
    return f'<ol class="log-list">{"".join(rows)}</ol>'


def _why(entry: Entry, names: Sequence[str], reason: str) -> str:
    """Return the button that asks why, and the reason where it was asked for."""
    name = escape(_("Why? {}").format(_told(entry, names)))
    button = (
        f'<button type="button" class="why-button" data-press="{entry.number}" aria-label="{name}" '
        f'aria-expanded="{str(bool(reason)).lower()}">{escape(_("why?"))}</button>'
    )
    return f'{button}<span class="log-reason">{escape(reason)}</span>' if reason else button


def red_html(entry: Entry, names: Sequence[str]) -> str:
    """Return what a red lamp meant, to stand beside the hand."""
    return f"<p>{escape(_told(entry, names))}</p>"


def _told(entry: Entry, names: Sequence[str]) -> str:
    """Return an entry in the language that is spoken now, with people's names."""
    return _told_in(spoken(), entry, seats_in_words(names))


@lru_cache(maxsize=8 * LOG_SHOWN)  # with each new entry all are shown anew
def _told_in(language: str, entry: Entry, seats: tuple[str, ...]) -> str:
    with speaking(language):
        if not entry.numbers:
            return in_language(entry.sentence, _)
        return told(entry.numbers, _, tuple(seats[seat] for seat in entry.seats), entry.game_name, seats)


def status_html(mirror: Mirror, of_board: str) -> str:
    """Return the state of the connection, in a few words and in its details, and what is to be said of the board."""
    more = f'<span class="of-board">{escape(of_board)}</span>' if of_board else ""
    words = _("In step with the board.") if mirror.game else _("The board is there.")
    state, words = {
        True: ("in-step", words),
        False: ("out-of-step", _("Out of step with the board.")),
        None: ("searching", _("Waiting for the board.")),
    }[mirror.in_step]
    return (
        f'<details><summary><span class="dot {state}"></span>{escape(words)}</summary>'
        f"<span>{escape(in_language(mirror.status, _))}</span></details>{more}"
    )


def own_seat_html(own: OwnView, name: str) -> str:
    """Return at which seat the visitor sits."""
    mark = SEAT_MARKS[own.seat]
    words = escape(_("seat {}, {}").format(seat_number(own.seat), _(mark.shape)))
    return f"{seat_mark_svg(own.seat, 34)}<div><b>{escape(name)}</b><br><small>{words}</small></div>"
