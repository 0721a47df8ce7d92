"""The region "What to do": one sentence, and a button for each choice, or for each card where choices are many."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from html import escape

from nicegui import ui

from tavolo_host.display.pressable import Pressable
from tavolo_host.display.what_to_do import Choice
from tavolo_host.texts.language import _

Shown = tuple[str, str, Sequence[Choice], Mapping[str, str], bool, Choice | str]


class ChoiceBar:
    """Changes with the moment.

    A choice that is clicked goes to `on_choose`; the name of a group of choices to `on_narrow`, "" for all.
    """

    def __init__(self, on_choose: Callable[[Choice], None], on_narrow: Callable[[str], None]) -> None:
        self._on_choose = on_choose
        self._on_narrow = on_narrow
        self._shown: Shown | None = None
        self._pressed: dict[str, Callable[[], None]] = {}  # what each button does, by what it is, not by its place
        self._bar = ui.element("section").classes("what-to-do").props(f'aria-label="{_("What to do")}"')
        with self._bar:
            self._sentence = ui.label("").classes("what-sentence").props('role="status"')
            self._choices = Pressable(self._press).classes("what-choices")

    def show(
        self,
        state: str,
        sentence: str,
        choices: Sequence[Choice],
        groups: Mapping[str, str],
        is_part: bool,
        place_of: Callable[[Choice], str],
        hinted: Choice | str = "",
    ) -> None:
        """Show what may be done: `groups` by their names, and `choices`, which may be only a part of all.

        The one that is `hinted`, a choice or a group, is marked.
        """
        shown = state, sentence, choices, groups, is_part, hinted
        if shown == self._shown:
            return
        self._shown = shown
        self._pressed.clear()
        buttons = [
            self._button(words, "", partial(self._on_narrow, group), group == hinted, group)
            for group, words in groups.items()
        ]
        buttons += [
            self._button(
                choice.name,
                place_of(choice),
                partial(self._on_choose, choice),
                choice == hinted,
                f"{choice.deed} {choice.action}",
            )
            for choice in choices
        ]
        if is_part:
            buttons.append(self._button(_("Other choices"), "", partial(self._on_narrow, ""), False, ""))
        self._choices.show("".join(buttons))
        self._bar.props(f'data-state="{state}"')
        self._sentence.set_text(sentence)

    def _button(self, name: str, about: str, on_press: Callable[[], None], is_hinted: bool, what: str) -> str:
        self._pressed[what] = on_press
        return (
            f'<button type="button" class="choice-button{" hinted" if is_hinted else ""}" '
            f'data-about="{escape(about)}" data-press="{escape(what)}">{escape(name)}</button>'
        )

    def _press(self, what: str) -> None:
        if what in self._pressed:  # otherwise the moment has passed
            self._pressed[what]()
