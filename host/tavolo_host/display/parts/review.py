"""The review of a finished game: the few decisions that lost most, judged by what their players knew.

A search weighs the decisions one by one after the end; until it is done, the page shows the progress.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from random import Random
from typing import TYPE_CHECKING

from markupsafe import Markup

from tavolo_host.display.parts.game_display import Player
from tavolo_host.display.parts.tags import tag
from tavolo_host.display.parts.theme import seat_mark_svg
from tavolo_host.players import of_game
from tavolo_host.players.reasons import Reason
from tavolo_host.texts.language import _
from tavolo_host.texts.sentences import choice

if TYPE_CHECKING:
    from tavolo.rules.game import Action, Game, Position

LETTERS = "ABC"  # of these moments, in order; the turning points have numbers


@dataclass(frozen=True)
class Regret:
    """A decision and a better one: the number of the action, counted from 1, its player, and what that player knew.

    `is_hinted` if the visitor did what a hint, a quick look, had advised: that is no mistake of the visitor.
    `wins` is the action's share of the win, `could` the better one's, 0 to 1.
    """

    after: int
    player: int
    is_own: bool
    is_hinted: bool
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


def review_html(review: Review, game: "Game", players: Sequence[Player]) -> Markup:
    """Return the moments as buttons, which show the board as it was; before that, the progress."""
    if review.share < 1:
        share = int(review.share * 20) * 5  # the browser redraws all of it at each new value
        words = tag("p", _("Reviewing every decision: {} %").format(share), id="reviewing")
        words += tag("progress", max=100, value=share, aria_labelledby="reviewing")
    elif not review.regrets:
        words = tag("p", _("Nothing else would have been clearly better."))
    else:
        moments = []
        for letter, regret in zip(LETTERS, review.regrets, strict=False):
            called = tag("b", letter, class_="review-letter"), seat_mark_svg(players[regret.player].seat, 18)
            sentence = tag("span", told(regret, game, players))
            moments.append(tag("li", tag("button", *called, sentence, type="button", data_press=regret.after)))
        words = tag("ol", *moments)
    return tag("section", tag("h3", _("What would have been better")), words, class_="end-review")


def told(regret: Regret, game: "Game", players: Sequence[Player]) -> str:
    """Return what was chosen, and what would have been better."""
    called = [choice(game, regret.known, action, _) for action in (regret.action, regret.better)]
    if regret.is_hinted:
        return _("You did as the hint said, “{}”; a longer look prefers “{}”.").format(*called)
    if regret.is_own:
        return _("You chose “{}”; “{}” would have been better.").format(*called)
    return _("{} chose “{}”; “{}” would have been better.").format(players[regret.player].name, *called)


def review_text(review: Review, game: "Game") -> str:
    """Return a whole review as text, to be kept."""
    return json.dumps(
        [
            asdict(replace(regret, known=None))  # type: ignore[arg-type]
            | {"known": game.position_text(regret.known)}
            for regret in review.regrets
        ]
    )


def review_of_text(text: str, game: "Game") -> Review:
    """Return the review that was kept; ValueError, KeyError or TypeError if that is none of this game."""
    regrets = []
    for each in json.loads(text):
        each |= {name: tuple(each[name]) for name in ("action", "better")}
        regrets.append(Regret(**each | {"known": game.position_from_text(each["known"])}))
    return Review(1.0, tuple(regrets))


def reason_to_regret(regret: Regret, game: "Game") -> Reason:
    """Return what speaks for the better choice, with the figures of the search."""
    wins, could = round(regret.wins * 100), round(regret.could * 100)
    figures = _("It would have won {} % more often ({} % instead of {} %).").format(could - wins, could, wins)
    reason = of_game.why(game, regret.known, regret.player, regret.better, Random(regret.after))
    return Reason(reason.words, figures)
