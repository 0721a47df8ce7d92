"""What others ask this visitor, and what the visitor may ask them for; nothing at the table waits for an answer.

One thing after the other is asked, what was asked first before the rest.
"""

from collections.abc import Callable

from markupsafe import Markup
from nicegui import ui

from tavolo_host.display.model.commands import Commands
from tavolo_host.display.model.name_commands import NameCommands
from tavolo_host.display.parts.elements import Pressable
from tavolo_host.display.parts.moment import Moment
from tavolo_host.display.parts.source import TableSource
from tavolo_host.display.parts.tags import joined, tag
from tavolo_host.display.parts.what_to_do import State
from tavolo_host.seats.questions import Question, in_words
from tavolo_host.texts.deferred import in_language
from tavolo_host.texts.language import _, seats_in_words
from tavolo_host.texts.sentences import listed, sentence_case

AGREE, REFUSE, CLAIM = "agree", "refuse", "claim"


class AskedBar:
    """Built where it stands; `on_claim` gets the seat that a visitor has in another browser.

    `on_change` is called after an answer.
    """

    def __init__(
        self,
        table: TableSource,
        commands: Commands,
        names: NameCommands,
        on_claim: Callable[[int], None],
        on_change: Callable[[], None],
    ) -> None:
        self._table = table
        self._on_claim = on_claim
        self._commands, self._names = commands, names
        self._on_change = on_change
        self._number = 0  # of the question that is shown
        with ui.element("section").classes("questions").props(f'aria-label="{_("Questions to you")}"') as self._bar:
            self._shown = Pressable(self._answer)
            self._shown.props('role="alert"')

    def show(self, moment: Moment) -> None:
        """Show the oldest open question, and while the table asks the visitor something, none that came after that."""
        visitor, questions, roster = self._commands.visitor, self._table.questions, self._table.roster
        asked = questions.asked(visitor)[:1]
        if moment.what.state is State.ASKED and [each.number for each in asked] != [self._number]:
            asked = []
        self._number = asked[0].number if asked else 0
        waits = [
            # Of those without name and seat only a host is asked.
            str(roster.called(each)) if name or each in roster.seats else _("who is at the table's computer")
            for each, name in ((each, roster.visitor_names.name_of(each)) for each in questions.waits(visitor))
        ]
        ended = "" if waits else questions.ended(visitor)
        claims = [] if waits or ended else self._names.claims()
        words = seats_in_words(moment.names) if asked or claims else []
        rows = [_question_html(each, roster.called(each.asker), words[each.seat], visitor) for each in asked]
        if questions.waits_for_oneself(visitor):
            rows.append(
                tag("p", _("Now agree on the page where you sit, or close it. If it stays silent, others are asked."))
            )
        elif waits:
            rows.append(tag("p", sentence_case(_("You have asked. Waiting for {}.").format(listed(waits, _)))))
        if ended:
            rows.append(tag("p", in_language(ended, _)))
        rows += [_claim_html(seat, words[seat]) for seat in claims]
        self._bar.set_visibility(bool(rows))
        self._shown.show(joined(*rows))

    def _answer(self, value: str) -> None:
        kind, _colon, number = value.partition(":")
        if not number.isdecimal():
            return
        if kind == CLAIM:
            self._on_claim(int(number))
            return
        self._commands.answer(int(number), kind == AGREE)
        self._on_change()


def _claim_html(seat: int, name: str) -> Markup:
    words = _("{} has a seat here. Is that you, in another browser? If not, choose another name in the menu.")
    button = tag("button", _("That is me"), type="button", class_="plain-button", data_press=f"{CLAIM}:{seat}")
    return tag("div", tag("p", words.format(name)), button, class_="question")


def _question_html(question: Question, asker: str, seat: str, visitor: str) -> Markup:
    buttons = [
        tag("button", words, type="button", class_="plain-button", data_press=f"{kind}:{question.number}")
        for kind, words in ((AGREE, _("Agree")), (REFUSE, _("Do not agree")))
    ]
    return tag("div", tag("p", sentence_case(in_words(question, asker, seat, visitor))), *buttons, class_="question")
