"""The review of a finished game: the few decisions that lost most, judged by what their players knew.

A search weighs the decisions one by one after the end; until it is done, the page shows the progress.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from tavolo_host.display.game_display import Player
from tavolo_host.display.tags import tag
from tavolo_host.display.theme import seat_mark_svg
from tavolo_host.texts.language import _
from tavolo_host.texts.sentences import choice

if TYPE_CHECKING:
    from tavolo.rules.game import Action, Game, Position

LETTERS = "ABC"  # of these moments, in order; the deciding moments have numbers


@dataclass(frozen=True)
class Regret:
    """A decision and a better one: the number of the action, counted from 1, its player, and what that player knew.

    `wins` is the action's share of the win, `could` the better one's, 0 to 1.
    """

    after: int
    player: int
    is_own: bool
    known: "Position"
    action: "Action"
    better: "Action"
    wins: float
    could: float


@dataclass(frozen=True)
class Review:
    """The share of decisions weighed so far, 0 to 1; once it is 1, the decisions that lost most, in order."""

    share: float
    regrets: tuple[Regret, ...] = ()


def letter_of(review: Review | None, after: int) -> str:
    """Return the letter of a moment of the review, "" for any other."""
    afters = [regret.after for regret in review.regrets] if review else []
    return LETTERS[afters.index(after)] if after in afters else ""


def review_html(review: Review, game: "Game", players: Sequence[Player], marked: int) -> Markup:
    """Return the moments as buttons, the one `marked` in the chart pressed; before that, the progress."""
    if review.share < 1:
        share = int(review.share * 20) * 5  # the browser redraws all of it at each new value
        words = tag("p", _("Reviewing every decision: {} %").format(share))
    elif not review.regrets:
        words = tag("p", _("Nothing else would have been clearly better."))
    else:
        moments = []
        for letter, regret in zip(LETTERS, review.regrets, strict=False):
            called = tag("b", letter, class_="review-letter"), seat_mark_svg(players[regret.player].seat, 18)
            pressed = {"data_press": regret.after, "aria_pressed": str(regret.after == marked).lower()}
            sentence = tag("span", _told(regret, game, players))
            moments.append(tag("li", tag("button", *called, sentence, type="button", **pressed)))
        words = tag("ol", *moments)
    return tag("section", tag("h3", _("What would have been better")), words, class_="end-review")


def _told(regret: Regret, game: "Game", players: Sequence[Player]) -> str:
    wins, could = round(regret.wins * 100), round(regret.could * 100)
    called = [choice(game, regret.known, action, _) for action in (regret.action, regret.better)]
    figures = *called, could - wins, could, wins
    if regret.is_own:
        sentence = _("Move {}: you chose “{}”. “{}” would have won {} % more often ({} % instead of {} %).")
        return sentence.format(regret.after, *figures)
    sentence = _("Move {}: {} chose “{}”. “{}” would have won {} % more often ({} % instead of {} %).")
    return sentence.format(regret.after, players[regret.player].name, *figures)
