"""The region "Game": the drawn board, in which each place that a choice is about is a button.

A game draws its places with `data-place`, and says with `GameDisplay.place_of` which of them an action is about.
"""

from collections.abc import Callable

from nicegui import events
from nicegui.element import Element

from tavolo_host.display.aids import Aids
from tavolo_host.display.moment import Moment
from tavolo_host.texts.language import _


class GameBoard(Element, component="game_board.js"):
    """Shows the board with the places that are offered; `on_choose` is told the place that was clicked."""

    def __init__(self, aids: Aids, on_choose: Callable[[str], None]) -> None:
        super().__init__()
        self._aids = aids
        self.props.update(html="", offers={}, hinted="", label=_("Game"))

        def chosen(event: events.GenericEventArguments) -> None:
            on_choose(str(event.args))

        self.on("choose", chosen)

    def show(self, moment: Moment) -> None:
        """Show the board, what each place does that may be clicked, and which of them is advised."""
        names: dict[str, list[str]] = {}
        for choice in moment.what.choices:
            names.setdefault(moment.place_of(choice), []).append(choice.name)
        hinted = self._aids.hinted
        shown = {
            "html": moment.display.panel(moment.mirror, moment.players) if moment.display else _waiting(),
            "offers": {place: " / ".join(found) for place, found in names.items() if place},
            "hinted": moment.place_of(hinted) if hinted else "",
        }
        if any(self.props[name] != value for name, value in shown.items()):
            self.props.update(shown)
            self.update()


def _waiting() -> str:
    words = _("When a game is started at the board, it appears here.")
    return f'<section class="welcome"><h2>{_("Welcome to the table")}</h2><p>{words}</p></section>'
