"""Building blocks of the page: buttons, and HTML with buttons in it."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Generic, TypeVar

from markupsafe import Markup
from nicegui import events, ui
from nicegui.element import Element

from tavolo_host.display.parts.tags import tag
from tavolo_host.players.reasons import Reason
from tavolo_host.texts.language import _
from tavolo_host.texts.sentences import sentence_case

V = TypeVar("V", int, str)
MOVE_MS = 400.0  # in which the pieces of a drawn board move, unless everything is quicker
LEAST_SHARE = 0.4  # of that: a move that is to be seen


class Pressable(Element, component="pressable.js"):
    """HTML in which elements with `data-press` are buttons; `on_press` gets the attribute's value.

    It is cheaper to change than one element for each button. With `lifts`, a finger lifts what is too narrow for it
    before it presses it.
    """

    def __init__(self, on_press: Callable[[str], object], lifts: bool = False) -> None:
        super().__init__()
        self.props.update(html="", lifts=lifts)

        def pressed(event: events.GenericEventArguments) -> object:
            return on_press(str(event.args))  # may be a coroutine

        self.on("press", pressed)

    def show(self, html: str) -> None:
        """Show this HTML if it differs."""
        if html != self.props["html"]:
            self.props["html"] = html
            self.update()


def moved_ms(unhurried: float) -> float:
    """Return how long pieces move where everything takes `unhurried` times as long as usual; 0 is at once."""
    return MOVE_MS * max(LEAST_SHARE, min(unhurried, 1.0)) if unhurried else 0.0


class DrawnBoard(Element, component="game_board.js"):
    """The drawn board of a game; its pieces move when it changes, for `moveMs`."""

    def __init__(self) -> None:
        super().__init__()
        self.props.update(html="", offers={}, costs={}, hinted="", behind=False, label=_("Game"), moveMs=MOVE_MS)

    def draw(self, **shown: object) -> None:
        """Show these properties if they differ."""
        if any(self.props[name] != value for name, value in shown.items()):
            self.props.update(shown)
            self.update()


class Button(Element):
    """A button with a class of the style sheet and words on it."""

    def __init__(self, style: str, words: str, on_click: Callable[[], object] | None = None) -> None:
        super().__init__("button")
        self.classes(style).props('type="button"')
        if on_click:
            self.on("click", lambda: on_click())
        with self:
            self.label = ui.label(words)


def link(words: str, address: str) -> Element:
    """Build a link that looks like a button."""
    with ui.element("a").classes("plain-button").props(f'href="{address}"') as built:
        ui.label(words)
    return built


def popover(name: str, style: str) -> Element:
    """Build what buttons with the attribute `popovertarget` of its id (`name`) show over the page.

    Where a browser has no popovers, `popovers.js` does the same for the class.
    """
    return ui.element("div").classes(f"popover {style}").props(f'id="{name}" popover="auto"')


def confirmation(name: str, style: str, question: str, words: str, on_confirm: Callable[[], None]) -> ui.label:
    """Build a question in a popover of this id (`name`), with a button that says `words` and confirms; return it."""
    with popover(name, f"menu confirmation {style}"):
        asked = ui.label(question)
        Button("plain-button", words, on_confirm).props(f'popovertarget="{name}" popovertargetaction="hide"')
    return asked


class OneOf(Generic[V]):
    """Values as buttons below a title, one of them pressed; `on_press` gets the value of the one pressed now.

    `pictures` are shown above the words of their values.
    """

    def __init__(
        self, title: str, words: Mapping[V, str], on_press: Callable[[V], None], pictures: Mapping[V, str] | None = None
    ) -> None:
        self.buttons: dict[V, Button] = {}
        with ui.element("div").classes("menu-row").props(f'role="group" aria-label="{title}"'):
            ui.label(title).classes("menu-title")
            for value, named in words.items():
                self.buttons[value] = Button("plain-button", named, partial(on_press, value))
                if pictures:
                    with self.buttons[value].classes("with-picture"):
                        picture = html("", 'aria-hidden="true"')
                    picture.set_content(pictures[value])
                    picture.move(target_index=0)

    def show(self, chosen: V) -> None:
        """Mark the chosen value."""
        for value, button in self.buttons.items():
            mark(button, "aria-pressed", value == chosen)


def html(style: str, attributes: str = "") -> ui.html:
    """Build a place for HTML into the current element."""
    return ui.html("", sanitize=False).classes(style).props(attributes)


def reason_html(reason: Reason, key: int = 0) -> Markup:
    """Return a reason's words, with its figures behind *more*, which stays open in a `Pressable` by its `key`."""
    more = tag("details", tag("summary", _("more")), reason.figures, data_key=key) if reason.figures else ""
    return tag("span", sentence_case(reason.words)) + more


def mark(element: Element, attribute: str, value: str | bool) -> None:
    """Set an attribute of an element if it differs; a bool becomes "true" or "false"."""
    text = str(value).lower() if isinstance(value, bool) else value
    if element.props.get(attribute) != text:
        element.props[attribute] = text
