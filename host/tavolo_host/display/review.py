"""What would have been better in a game that is over: the few decisions that lost most, as their own players saw them.

They are weighed after the end, one after the other, by whoever searches; until all are, there is only how far that is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from tavolo_host.display.game_display import Player
from tavolo_host.display.theme import seat_mark_svg
from tavolo_host.texts.language import _
from tavolo_host.texts.sentences import choice

if TYPE_CHECKING:
    from tavolo.rules.game import Action, Game, Position

LETTERS = "ABC"  # by which these moments are called, in their order; those that decided have numbers


@dataclass(frozen=True)
class Regret:
    """A decision and a better one: how many actions there were with it, whose it was, and what that player knew.

    `wins` is what share of the win the action brings, `could` what the better one brings, 0 to 1.
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
    """What share of a game's decisions is weighed, 0 to 1, and which lost most, in their order, once all are."""

    share: float
    regrets: tuple[Regret, ...] = ()


def letter_of(review: Review | None, after: int) -> str:
    """Return by which letter a moment is called, "" when it is none of the review."""
    afters = [regret.after for regret in review.regrets] if review else []
    return LETTERS[afters.index(after)] if after in afters else ""


def review_html(review: Review, game: "Game", players: Sequence[Player], marked: int) -> str:
    """Return the moments as buttons, of which one is `marked` in the chart; before that, how far it is."""
    if review.share < 1:
        share = int(review.share * 20) * 5  # each new one has the browser draw it all anew
        words = f"<p>{escape(_('Reviewing every decision: {} %').format(share))}</p>"
    elif not review.regrets:
        words = f"<p>{escape(_('Nothing else would have been clearly better.'))}</p>"
    else:
        moments = "".join(
            f'<li><button type="button" data-press="{regret.after}"'
            f' aria-pressed="{str(regret.after == marked).lower()}">'
            f'<b class="review-letter">{letter}</b>{seat_mark_svg(players[regret.player].seat, 18)}'
            f"<span>{escape(_told(regret, game, players))}</span></button></li>"
            for letter, regret in zip(LETTERS, review.regrets, strict=False)
        )
        words = f"<ol>{moments}</ol>"
    return f'<section class="end-review"><h3>{escape(_("What would have been better"))}</h3>{words}</section>'


def _told(regret: Regret, game: "Game", players: Sequence[Player]) -> str:
    wins, could = round(regret.wins * 100), round(regret.could * 100)
    called = [choice(game, regret.known, action, _) for action in (regret.action, regret.better)]
    figures = *called, could - wins, could, wins
    if regret.is_own:
        sentence = _("Move {}: you chose “{}”. “{}” would have won {} % more often ({} % instead of {} %).")
        return sentence.format(regret.after, *figures)
    sentence = _("Move {}: {} chose “{}”. “{}” would have won {} % more often ({} % instead of {} %).")
    return sentence.format(regret.after, players[regret.player].name, *figures)
