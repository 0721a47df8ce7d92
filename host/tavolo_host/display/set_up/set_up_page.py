"""The page on which a board is set up: a question at a time, in pictures, and what the check has found in the end.

All pages of hosts show the same set-up. Who is no host sees only that the board is being set up.
"""

from collections.abc import Callable, Mapping

from markupsafe import Markup
from nicegui import ui

from tavolo.maker.settings import seats_value
from tavolo_host.board_setup.course import SLOTS
from tavolo_host.board_setup.set_up import SetUp, Stage
from tavolo_host.display.model.set_up_commands import SetUpCommands
from tavolo_host.display.parts.elements import Pressable
from tavolo_host.display.parts.preferences import Preferences
from tavolo_host.display.parts.side_page import side_page
from tavolo_host.display.parts.source import TableSource
from tavolo_host.display.parts.tags import joined, tag
from tavolo_host.display.set_up.pictures import field_with, keys_at, picture, places
from tavolo_host.display.set_up.words import asked, how_to_play, settled
from tavolo_host.seats.presence import Presence
from tavolo_host.seats.rights import AT_THE_COMPUTER, Right
from tavolo_host.selftest.report import Report
from tavolo_host.texts.deferred import in_language
from tavolo_host.texts.language import _, speaking

LOOK_MS = 100
# Arrow keys move in the picture of a panel; a new question is read out, and the keyboard begins there.
SCRIPT = """document.addEventListener("keydown", (event) => {
    const step = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -8, ArrowDown: 8}[event.key];
    const all = [...document.querySelectorAll(".setup-panel button")], at = all.indexOf(document.activeElement);
    if (step && at >= 0 && all[at + step]) { all[at + step].focus(); event.preventDefault(); }
});"""
FOCUS = 'document.querySelector(".setup-question h2")?.focus()'


class SetUpPage:
    """Builds the page of a `visitor` into the current client."""

    def __init__(self, table: TableSource, presence: Presence, visitor: str, chosen: Preferences) -> None:
        self._table, self._presence, self._visitor = table, presence, visitor
        self._commands = SetUpCommands(table, visitor)
        self._tongue = chosen.language, table.roster.has_hands
        self._client = ui.context.client
        self._since_look_ms = 0.0
        self._shown: object = None  # the question whose heading has the keyboard
        self._refusal = ""
        with speaking(*self._tongue):
            with side_page(_("What have you built?"), "setup-page"):
                self._place = Pressable(self._press)
                self._place.classes("setup-main")
            is_at_rest = table.set_up is not None and table.set_up.stage is Stage.RESTS
            self._refusal = (self._commands.begin() or "") if is_at_rest else ""
        presence.pages[self._client.id] = self._glance
        self._client.on_delete(lambda: presence.pages.pop(self._client.id, None))
        ui.run_javascript(SCRIPT)
        self.look()

    def _glance(self, elapsed_ms: float) -> None:
        self._since_look_ms += elapsed_ms
        if self._since_look_ms >= LOOK_MS:
            self._since_look_ms = 0.0
            with self._client:
                self.look()

    def look(self) -> None:
        """Show what is asked now; send only what differs."""
        set_up = self._table.set_up
        with speaking(*self._tongue):
            if self._client.has_socket_connection:
                self._presence.seen(self._visitor)
            if set_up is None or self._refusal or not self._commands.may(Right.SET_UP):
                is_later = bool(set_up) and self._commands.may(Right.SET_UP)
                words = self._refusal or (_("Only a real board is set up here.") if set_up is None else AT_THE_COMPUTER)
                self._place.show(said(in_language(words, _), "", *([begin_html()] if is_later else [])))
                return
            if self._client.has_socket_connection:
                set_up.seen()
            self._place.show(content(set_up, self._table.of_board, in_language(self._port_words(), _)))
        now = set_up.stage, len(set_up.answers)
        if now != self._shown:
            self._shown = now
            ui.run_javascript(FOCUS)

    def _port_words(self) -> str:
        """Return what keeps the board from taking part, "" for nothing."""
        set_up, mirror = self._table.set_up, self._table.mirror
        if not self._table.of_board:
            return mirror.status
        return set_up.refusal if set_up else ""

    def _press(self, value: str) -> None:
        deed, _colon, rest = value.partition(":")
        number, _colon, answer = rest.partition(":")
        deeds: Mapping[str, Callable[[], str | None]] = {
            "answer": lambda: self._commands.tell(int(number), answer) if number.isdecimal() else None,
            "back": self._commands.step_back,
            "check": self._commands.check_again,
            "begin": self._commands.begin,
            "leave": self._commands.leave,
        }
        with speaking(*self._tongue):
            if deed in deeds:
                self._refusal = deeds[deed]() or ""
        if deed == "leave" and not self._refusal:
            ui.navigate.to("/")
            return
        self.look()


def content(set_up: SetUp, board: str, refusal: str) -> Markup:
    """Return what the page shows of a set-up; `refusal` is why the board does not take part."""
    trouble = tag("p", refusal, class_="setup-trouble", role="alert") if refusal else Markup()
    if set_up.stage is Stage.ASKS:
        shown = question_html(set_up)
    elif set_up.stage is Stage.WRITES:
        shown = said(_("The board keeps the settings, and restarts."))
    elif set_up.stage is Stage.CHECKS:
        shown = said(
            _("The board checks itself. Leave slots empty, and touch no keys."),
            _("A light walks over all pixels, in red, in green, and in blue, in the order in which one reads."),
        )
    elif set_up.stage is Stage.DONE:
        shown = result_html(set_up)
    else:
        shown = said(_("Some questions tell the board what you have built."), "", begin_html())
    return joined(trouble, shown, tag("p", board, class_="setup-board"))


def begin_html() -> Markup:
    """Return the button that begins."""
    return tag("button", _("Begin"), type="button", data_press="begin", class_="start-button")


def said(words: str, more: str = "", *content: Markup) -> Markup:
    """Return a moment without a question."""
    heading = tag("h2", words, tabindex="-1")
    return tag("section", heading, tag("p", more) if more else "", *content, class_="setup-question", role="status")


def question_html(set_up: SetUp) -> Markup:
    """Return the question that is at hand, with the ways back and out."""
    question, number = set_up.question, len(set_up.answers)
    if question is None:
        return said("")
    answering = set_up.answering or ()
    seats = seats_value(",".join(str(seat + 1) for seat in sorted(answering))) or ""
    words = asked(question, _("all") if seats == "all" else seats)
    shown = Markup()
    if question.name == "field_place":
        shown = places(question.choices, number)
    elif question.name == "field_sure":
        shown = field_with(question.place, 2 if dict(set_up.answers)["panels"] == "2" else 1)
    elif question.name == "touch":
        shown = keys_at(answering, set_up.touched)
    elif question.name == "write":
        shown = tag("ul", *(tag("li", line) for line in settled(set_up.settings)), class_="setup-settled")
    answers = [
        tag(
            "button",
            picture(question.name, answer),
            tag("span", words.answers[answer]),
            type="button",
            class_="start-button" if len(question.choices) == 1 else "plain-button",
            data_press=f"answer:{number}:{answer}",
        )
        for answer in question.choices
        if answer in words.answers
    ]
    ways = [tag("button", _("Not now"), type="button", class_="plain-button", data_press="leave")]
    if number:
        ways.insert(0, tag("button", _("Back"), type="button", class_="plain-button", data_press="back"))
    return tag(
        "section",
        tag("h2", words.question, tabindex="-1"),
        tag("p", words.help),
        shown,
        tag("div", *answers, class_="setup-answers", role="group", aria_label=words.question) if answers else "",
        tag("nav", *ways, class_="setup-ways", aria_label=_("Set up")),
        class_="setup-question",
    )


def result_html(set_up: SetUp) -> Markup:
    """Return what the check has found, and how to play now."""
    settings = set_up.settings
    play = how_to_play(settings, ("seats", SLOTS) in set_up.answers)
    buttons = [
        tag("button", _("Play"), type="button", data_press="leave", class_="start-button"),
        tag("button", _("Check again"), type="button", data_press="check", class_="plain-button"),
        tag("button", _("Set up again"), type="button", data_press="begin", class_="plain-button"),
    ]
    problem = set_up.check.problem if set_up.check else ""
    return tag(
        "section",
        tag("h2", found_words(set_up.report), tabindex="-1"),
        faults_html([problem] if problem else set_up.report.all_faults if set_up.report else []),
        tag("p", play),
        tag("div", *buttons, class_="setup-answers"),
        class_="setup-question",
        role="status",
    )


def found_words(report: Report | None) -> str:
    """Return what a check has found, in a sentence."""
    if report is None:
        return _("The settings are kept; the check could not be finished.")
    if report.passed:
        return _("The board is set up, and everything that was checked is as it should be.")
    seats = ", ".join(str(each.seat + 1) for each in report.seats if each.faults)
    if seats:
        return _("The board is set up. Something is not as it should be at the seats {}.").format(seats)
    return _("The board is set up. Something is not as it should be.")


def faults_html(faults: list[str]) -> Markup:
    """Return the sentences of the selftest, which are in English."""
    lines = [tag("li", fault) for fault in faults]
    return tag("ul", *lines, class_="setup-faults", lang="en") if lines else Markup()
