"""Help for one visitor: the guide of a first game, hints, and the paragraphs of the rules about the moment."""

from collections.abc import Callable, Sequence

from markupsafe import Markup
from nicegui import ui

from tavolo_host.display.parts.elements import Button, html, mark, reason_html
from tavolo_host.display.parts.moment import Moment
from tavolo_host.display.parts.rule_pages import paragraphs, whole
from tavolo_host.display.parts.source import Tutor
from tavolo_host.display.parts.tags import tag
from tavolo_host.display.parts.what_to_do import Choice, Hint, WhatToDo
from tavolo_host.players.reasons import Reason
from tavolo_host.texts.language import _

# Of advice and lessons, which scroll where there is room for one, to the next, and from the last to the first.
TO_THE_NEXT = """({currentTarget}) => {
    const words = currentTarget.closest(".guide").querySelector(".guide-words");
    const isLast = words.scrollLeft + words.clientWidth > words.scrollWidth - 2;
    words.scrollTo({left: isLast ? 0 : words.scrollLeft + words.clientWidth});
}"""
TO_THE_ADVICE = "() => document.querySelector('.guide-words').scrollTo({left: 0, top: 0})"
# Scrolls what is advised into sight, in that part of the page alone, in the frame in which it is drawn.
TO_THE_ADVISED = """requestAnimationFrame(() => {
    for (const part of document.querySelectorAll(".choice-button.hinted, .hand-card.hinted, .offered.pointed")) {
        const scroller = part.closest(".what-choices, .hand-cards, .game-panel");
        const [here, sight] = [part, scroller].map(each => each.getBoundingClientRect());
        const by = (from, to) => Math.min(0, here[from] - sight[from]) || Math.max(0, here[to] - sight[to]);
        scroller.scrollBy(by("left", "right"), by("top", "bottom"));
    }
})"""


class Aids:
    """The help on one page. Its three parts are built where they stand; `on_change` is called when one is asked for.

    `guided` has the visitors with a guide, as in `Roster`.
    """

    def __init__(
        self, tutor: Tutor, visitor: str, guided: dict[str, dict[str, int]], on_change: Callable[[], None]
    ) -> None:
        self._tutor = tutor
        self._visitor = visitor
        self._guided = guided
        self._on_change = on_change
        self._what: WhatToDo | None = None
        self._wants_hint = False
        self._wants_rules = False
        self._hint: Hint | None = None
        self._lessons: Sequence[str] = ()

    @property
    def hinted(self) -> Choice | None:
        """The choice that the hint advises, while the hint is shown."""
        return self._hint.choice if self._hint else None

    def build_rules(self) -> None:
        """Build the place for the rules, which cover the log while they are shown, into the current element."""
        self._place = ui.element("section").classes("rules-panel").props(f'aria-label="{_("Rules")}" tabindex="0"')
        with self._place:
            Button("plain-button", _("Close the rules"), self._turn_rules)
            self._paragraphs, self._whole = ui.markdown(""), ui.markdown("")

    def build_guide(self) -> None:
        """Build the hint and the lessons for a beginner, and the button that closes them, in place of the log.

        On a narrow screen they are one after the other, below the board, where the log is while they are silent.
        """
        self._guide = ui.element("section").classes("guide").props(f'aria-label="{_("Guide")}"')
        with self._guide:
            with ui.element("div").classes("guide-words").props('tabindex="0"'):
                self._sentence = html("hint-sentence", 'role="status"')
                self._words = ui.element("div").classes("guide-lessons").props('role="status"')
            with ui.element("div").classes("guide-buttons"):
                self._close = Button("plain-button", "✕", self._leave_guide)
                Button("plain-button guide-next", _("Next")).on("click", js_handler=TO_THE_NEXT)

    def build_buttons(self) -> None:
        """Build the buttons, outside the region in which every button is a choice."""
        with ui.element("section").classes("aids").props(f'aria-label="{_("Help")}"'):
            self._ask_hint = Button("aid-button", _("Hint"), self._turn_hint)
            self._ask_hint.on("click", js_handler=TO_THE_ADVICE)
            self._ask_rules = Button("aid-button", _("Rules"), self._turn_rules)

    def show(self, moment: Moment) -> None:
        """Offer a hint when the visitor has a choice, and the rules during a game; show what was asked for."""
        is_guided = self._visitor in self._guided
        self._take_hint(moment, is_guided)
        self._show_lessons(self._lessons_of(moment) if is_guided else [])
        is_guided = is_guided and moment.mirror.game is not None and not moment.is_over
        self._guide.set_visibility(is_guided or self._wants_hint)
        mark(self._guide, "data-guided", is_guided)
        mark(self._guide, "data-silent", not self._wants_hint and not self._lessons)
        mark(self._close, "aria-label", _("Close the guide") if is_guided else _("Close the hint"))
        words = _advice_html(self._hint) if self._wants_hint else ""
        if words not in ("", self._sentence.content):
            ui.run_javascript(f"({TO_THE_ADVICE})(); {TO_THE_ADVISED}")
        self._sentence.set_content(words)
        self._sentence.set_visibility(bool(words))
        self._ask_hint.set_visibility(moment.may_act)
        mark(self._ask_hint, "aria-expanded", bool(words))
        self._show_rules(moment)

    def _show_rules(self, moment: Moment) -> None:
        """Show the rules if they are wanted: the paragraphs about this moment, then all."""
        mirror, display = moment.mirror, moment.display
        is_open = self._wants_rules and display is not None
        if is_open and display and mirror.game and mirror.position:
            name, options = mirror.game.NAME, mirror.position.options
            now = paragraphs(name, display.about(moment.shown), options)
            self._paragraphs.set_content(f"## {mirror.game.TITLE}\n\n### {_('Now')}\n\n{now}")
            self._whole.set_content(f"### {_('All the rules')}\n\n{whole(name, options)}")
        self._place.set_visibility(is_open)
        self._ask_rules.set_visibility(display is not None)
        mark(self._ask_rules, "aria-expanded", is_open)

    def _take_hint(self, moment: Moment, is_guided: bool) -> None:
        """Get the hint if it is wanted; while it is being computed, ask again at each look."""
        if moment.what != self._what:
            self._what, self._wants_hint = moment.what, is_guided and moment.may_act
            self._hint = None
        if self._wants_hint and not (self._hint and self._hint.choice):
            self._hint = self._tutor.hint(self._visitor)

    def _show_lessons(self, lessons: Sequence[str]) -> None:
        if lessons != self._lessons:
            self._lessons = lessons
            self._words.clear()
            with self._words:
                for lesson in lessons:
                    ui.label(lesson).classes("guide-lesson")

    def _lessons_of(self, moment: Moment) -> Sequence[str]:
        """Return the lessons for this moment."""
        return self._lessons if moment.is_held_back else self._tutor.lessons(self._visitor)

    def _turn_hint(self) -> None:
        """Show the hint, or hide it again; with a guide it stays."""
        self._wants_hint = not self._wants_hint or self._visitor in self._guided
        self._hint = None
        self._on_change()

    def _turn_rules(self) -> None:
        self._wants_rules = not self._wants_rules
        self._on_change()

    def _leave_guide(self) -> None:
        """Close the guide, and the hint: it would stay in place of the log."""
        self._guided.pop(self._visitor, None)
        self._wants_hint = False
        self._on_change()


def _advice_html(hint: Hint | None) -> Markup:
    """Return what a hint advises and why, as HTML; that waiting is best where there is none."""
    if hint is None:
        return reason_html(Reason(_("It is best to wait now.")))
    advised, reason = hint.choice.name if hint.choice else "", reason_html(hint.reason)
    is_named = hint.reason.words.lower().startswith(advised.lower())
    return reason if is_named else tag("b", f"{advised}. ") + reason
