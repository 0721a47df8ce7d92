"""A game that has ended, to be gone through: the board after any action, by slider, step by step, or played."""

from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Any

from nicegui import ui

from tavolo_host.display.live.page import ASK_REDUCED
from tavolo_host.display.model.past_game import PastGame
from tavolo_host.display.parts.elements import Button, DrawnBoard, OneOf, html, mark
from tavolo_host.display.parts.game_display import Step
from tavolo_host.display.parts.preferences import in_words
from tavolo_host.display.parts.tags import tag
from tavolo_host.display.past.replay_side import ReplaySide
from tavolo_host.players.settings import PACES, USUAL_PACE
from tavolo_host.texts.language import _, speaking, tongue

LOOK_S = 0.1
SLIDER_S = 0.06  # between two positions of a slider that is dragged
KEYS = """document.addEventListener("keydown", (event) => {
    const at = event.target, isSpace = event.key === " ";
    if (!["ArrowLeft", "ArrowRight", "Home", "End", " "].includes(event.key)) return;
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (at.closest("select, summary, input:not([type=range])") || (isSpace && at.closest("button, a"))) return;
    event.preventDefault();
    emitEvent("replay-key", event.key);
})"""


class ReplayView:
    """Builds the replay of `past` into the current element, with the panel that `side` builds beside the board."""

    def __init__(self, past: PastGame, side: Callable[[Callable[[int, int], None]], ReplaySide]) -> None:
        self._past = past
        self._tongue = tongue()
        self._length = len(past.actions)
        self._count = self._length  # actions that are shown
        self._about = 0  # the number of the action that is the moment shown, which follows; 0 for none
        self._waiting: deque[Step[Any]] = deque()  # of an action that is played
        self._due_s = 0.0
        self._is_reduced = False
        self._pace = USUAL_PACE
        with ui.element("div").classes("middle game-first tab-game"):
            self._board = DrawnBoard()
            self._side = side(self._jump)
        with ui.element("section").classes("replay-bar").props(f'aria-label="{_("Actions")}"'):
            self._said = html("replay-said", 'role="status" tabindex="0"')
            self._build_controls()
        self._timer = ui.timer(LOOK_S, self._go_on, active=False)
        self._show(self._past.replay.step(self._count))
        ui.on("reduced", self._reduce)
        ui.on("replay-key", lambda event: self._key(str(event.args)))
        ui.run_javascript(f"{ASK_REDUCED}; {KEYS}")

    def _build_controls(self) -> None:
        with ui.element("div").classes("replay-controls"):
            first, self._back = (
                self._control("|◀", _("The beginning"), 0),
                self._control("◀", _("The action before"), -1),
            )
            self._play = Button("start-button", "", self._toggle)
            self._next = self._control("▶", _("The next action"), 1)
            self._last = self._control("▶|", _("The end"), self._length)
            self._first = first
            # The attribute, not the property: every redraw would reset the property while the visitor drags it.
            self._slider = ui.element("input").classes("replay-slider")
            self._slider.props(f'type="range" min="0" max="{self._length}" step="1" aria-label="{_("Action")}"')
            self._slider.props["^value"] = str(self._count)
            drag = "(event) => emit(event.target.value)"
            self._slider.on("input", lambda event: self._drag(str(event.args)), js_handler=drag, throttle=SLIDER_S)
            self._where = ui.label("").classes("replay-where")
            paces = {pace: words for pace, words in in_words("pace")[1].items() if PACES[pace]}
            self._paces = OneOf(_("Pace"), paces, self._set_pace)
            self._paces.show(self._pace)

    def _control(self, sign: str, words: str, to: int) -> Button:
        """Build a button that goes one action on or back, or to the first or the last."""
        button = Button("plain-button", sign, lambda: self._step(to) if abs(to) == 1 else self._go_to(to))
        button.props(f'aria-label="{words}" title="{words}"')
        return button

    # ---- what the visitor does

    def _key(self, key: str) -> None:
        if key == " ":
            self._toggle()
        elif key in ("ArrowLeft", "ArrowRight"):
            self._step(1 if key == "ArrowRight" else -1)
        else:
            self._go_to(0 if key == "Home" else self._length)

    def _drag(self, value: str) -> None:
        if value.isdecimal():
            self._go_to(int(value), is_dragged=True)

    def _step(self, by: int) -> None:
        self._go_to(self._count + by)

    def _jump(self, after: int, player: int) -> None:
        """Show the board before an action, which is a moment, as that player knew it."""
        self._about = after
        self._side.look_as(player)
        self._go_to(after - 1, about=after)

    def _go_to(self, count: int, is_dragged: bool = False, about: int = 0) -> None:
        """Show the game after so many actions, and stop playing it."""
        self._stop()
        self._about = about
        self._count = max(0, min(count, self._length))
        self._show(self._past.replay.step(self._count), is_dragged)

    def _set_pace(self, pace: str) -> None:
        self._pace = pace
        self._paces.show(pace)

    def _reduce(self) -> None:
        self._is_reduced = True

    def _toggle(self) -> None:
        """Play the game from here, from its beginning after the end; or stop."""
        if self._timer.active:
            self._go_to(self._count)
            return
        if self._count == self._length:
            self._count = 0
        self._about, self._due_s = 0, 0.0
        self._timer.active = True
        self._show(self._past.replay.step(self._count))

    def _stop(self) -> None:
        self._timer.active = False
        self._waiting.clear()

    def _go_on(self) -> None:
        """Show what is due of the action that is played, or begin with the next one."""
        if monotonic() < self._due_s:
            return
        if not self._waiting:
            if self._count == self._length:
                self._go_to(self._count)
                return
            self._count += 1
            self._waiting += self._past.steps(self._count)
            if self._is_reduced:
                self._waiting = deque([self._waiting[-1]])
        step = self._waiting.popleft()
        self._due_s = monotonic() + step.ms * PACES[self._pace] / 1000
        self._show(step)

    # ---- what is shown

    def _show(self, step: Step[Any], is_dragged: bool = False) -> None:
        past, count = self._past, self._count
        with speaking(*self._tongue):
            self._board.draw(html=past.display.panel(step, past.players))
            done = past.happened(count) if count else _("The game begins.")
            self._said.set_content(tag("p", done))
            self._side.show(step, self._about)
            where = _("Action {} of {}").format(count, self._length)
            self._where.set_text(where)
            self._play.label.set_text(_("Stop") if self._timer.active else _("Play it"))
        mark(self._slider, "aria-valuetext", where)
        for buttons, is_off in (
            ((self._first, self._back), not count),
            ((self._next, self._last), count == self._length),
        ):
            for button in buttons:
                if button.props.get("disabled", False) != is_off:
                    button.props["disabled"] = is_off
        if not is_dragged:
            ui.run_javascript(f"const slider = getHtmlElement({self._slider.id}); if (slider) slider.value = {count}")
