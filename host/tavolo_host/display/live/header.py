"""The header of the page with the requests to the table, and the line about the newest event and whose turn it is."""

from collections.abc import Callable, Collection, Sequence
from functools import partial

from markupsafe import Markup
from nicegui import ui

from tavolo_host.display.live.log_panel import last_event_html
from tavolo_host.display.model.commands import Commands
from tavolo_host.display.parts.elements import Button, confirmation, html, mark
from tavolo_host.display.parts.moment import Moment, seat_name
from tavolo_host.display.parts.source import TITLE, OwnView, TakenBy
from tavolo_host.display.parts.tags import tag
from tavolo_host.display.parts.theme import seat_mark_svg
from tavolo_host.display.parts.what_to_do import State, awaited_in_words
from tavolo_host.seats.roster import Roster
from tavolo_host.texts.deferred import in_language
from tavolo_host.texts.language import _, seats_in_words
from tavolo_host.texts.sentences import listed

ABANDONING = "abandoning"  # the id of the question before it
TO_WHAT_TO_DO = "() => document.querySelector('.what-choices button, .hand-card')?.focus()"


class Header:
    """Built into `element`; `on_ask` gets a request to all players. `swap` is a button for the page's middle."""

    def __init__(self, commands: Commands, on_ask: Callable[[str], None]) -> None:
        self._commands = commands
        self._asked: tuple[list[str], bool] | None = None  # what the question before the end names
        self.element = ui.element("header").classes("top")
        with self.element:
            Button("plain-button skip", _("Skip to what to do")).on("click", js_handler=TO_WHAT_TO_DO)
            with ui.element("h1").classes("title"):
                ui.label(TITLE)
            self._headline = ui.label("").classes("headline")
            self._requests = ui.element("div").classes("controls")
            with self._requests:
                self.swap = Button("plain-button swap", "")
                self._take_back = Button("plain-button", "", partial(on_ask, "undo"))
                self._abandon = Button("plain-button", _("Abandon")).props(f'popovertarget="{ABANDONING}"')
            abandon = partial(on_ask, "abandon")
            self._question = confirmation(ABANDONING, "", "", _("Abandon the game"), abandon)

    def show(self, moment: Moment) -> None:
        """Show where the game stands, and offer requests to all players while one is played."""
        mirror, display = moment.mirror, moment.display
        where = ""
        if display:  # the end is told when it has been seen
            where = display.headline(moment.shown) if moment.is_over else display.progress(moment.shown)
        self._headline.set_text(f"{mirror.game.TITLE}: {where}" if mirror.game and display else "")
        self._requests.set_visibility(mirror.position is not None and not moment.is_over)
        self._abandon.set_visibility(self._commands.may_ask("abandon"))
        self._take_back.set_visibility(self._commands.may_ask("undo"))
        asked = others_in_game(moment), self._commands.ends_alone()
        if asked != self._asked:
            self._asked = asked
            self._question.set_text(abandon_words(*asked, moment.can_play))
        self._take_back.label.set_text(_("Take back my move") if moment.can_play else _("Take back the last move"))
        may_not = moment.taken_back_to is None
        mark(self._take_back, "title", _("You have no move to take back yet.") if may_not else "")
        if self._take_back.props.get("disabled") != may_not:
            self._take_back.props["disabled"] = may_not


def others_in_game(moment: Moment) -> list[str]:
    """Return the names of the other people in the visitor's game."""
    own = moment.own and moment.own.seat
    return [
        seat_name(view)
        for view in moment.seats
        if view.taken_by is TakenBy.VISITOR and view.player is not None and view.seat != own
    ]


def abandon_words(others: Sequence[str], is_alone: bool, can_play: bool) -> str:
    """Return the question before a game is abandoned, which names those whom it concerns."""
    question = _("Abandon this game? It ends without a result.")
    if not can_play:
        return " ".join([question, _("Every seat at the board is asked first.")])
    if not others:
        return question
    said = _("It ends for {} too.") if is_alone else _("First {} will be asked.")
    return " ".join([question, said.format(listed(others, _))])


class StatusLine:
    """Whose turn it is, and what happened last, on one line that stays where it is."""

    def __init__(self, roster: Roster, visitor: str) -> None:
        self._roster, self._visitor = roster, visitor
        self._seen = roster.news  # before this page, or in the game that it was about
        self._turn = html("turn-place", 'role="status"')
        self._last = html("last-event")

    def show(self, moment: Moment) -> None:
        """Show the players to act by their marks, and the newest event; a result is told by the sentence."""
        by, words = self._roster.news
        news = in_language(words, _) if by != self._visitor and self._roster.news != self._seen else ""
        is_playing = moment.display is not None and not moment.is_over
        if is_playing and self._roster.is_played:
            self._seen = self._roster.news
            if news:
                ui.notify(news, position="top", color="brown-9", timeout=4000)
        asked = moment.own if moment.what.state is State.CHOOSE else None  # who has chosen waits for the others
        self._turn.set_content(turn_html(moment.awaited, asked))
        self._last.set_content(news_html(moment) if is_playing else tag("span", news) if news else "")


def turn_html(awaited: Collection[int], own: OwnView | None) -> Markup:
    """Return the marks of the seats that everybody waits for, or that it is the turn of who has `own`."""
    if own is not None and own.seat in awaited:
        return tag("div", seat_mark_svg(own.seat, 24), tag("b", _("Your turn")), class_="turn yours")
    return tag("div", *(seat_mark_svg(seat, 24) for seat in awaited), class_="turn") if awaited else Markup()


def news_html(moment: Moment) -> Markup:
    """Return the newest event of a game; to who holds a choice, which is in the sentence, whom everybody waits for."""
    if moment.is_over:
        return Markup()
    if moment.own and moment.seats[moment.own.seat].is_holding and moment.awaited:
        away = [view.seat for view in moment.seats if view.is_away]
        return tag("span", awaited_in_words(moment.awaited, seats_in_words(moment.names), away), class_="awaited")
    return last_event_html(moment.log, moment.names_in_log, len(moment.mirror.actions), moment.mirror.log.now_ms)
