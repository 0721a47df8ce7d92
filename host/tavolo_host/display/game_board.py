"""The region "Game": the drawn board, in which each place that a choice is about is a button.

A game draws its places with `data-place`, and says with `GameDisplay.place_of` which of them an action is about.
"""

from collections.abc import Callable, Mapping

from nicegui import events
from nicegui.element import Element

from tavolo_host.texts.language import _


class GameBoard(Element, component="game_board.js"):
    """Shows `html` with the places that are offered; `on_choose` is told the place that was clicked."""

    def __init__(self, on_choose: Callable[[str], None]) -> None:
        super().__init__()
        self.props.update(html="", offers={}, hinted="", label=_("Game"))

        def chosen(event: events.GenericEventArguments) -> None:
            on_choose(str(event.args))

        self.on("choose", chosen)

    def show(self, html: str, offers: Mapping[str, str], hinted: str) -> None:
        """Show a board; `offers` has for each place that may be clicked what it does, `hinted` is advised of them."""
        if (html, offers, hinted) != (self.props["html"], self.props["offers"], self.props["hinted"]):
            self.props.update(html=html, offers=dict(offers), hinted=hinted)
            self.update()
