"""The review of a player's decisions in a finished game: what each of them cost, the largest first.

They are weighed one by one after the end, each by what its player knew; until it is done, the page shows the progress.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from math import sqrt
from random import Random
from typing import TYPE_CHECKING

from markupsafe import Markup

from tavolo_host.display.parts.game_display import Player
from tavolo_host.display.parts.tags import joined, tag
from tavolo_host.display.parts.theme import seat_mark_svg
from tavolo_host.players import of_game
from tavolo_host.players.ismcts import Heuristics
from tavolo_host.players.reasons import Cost, Reason
from tavolo_host.texts.language import _, figure
from tavolo_host.texts.sentences import chosen, quoted

if TYPE_CHECKING:
    from tavolo.rules.game import Action, Game, Position

SHOWN = 5  # mistakes; the smaller ones behind *more*
EXACT = 3.0  # points: a larger number is rounded
OF = "of "  # in what is pressed: before the player whose review is wanted


@dataclass(frozen=True)
class Mistake:
    """A decision that cost something: the number of the action, counted from 1, what its player knew, and the cost.

    `is_hinted` if the visitor did what a hint, a quick look, had advised: that is no mistake of the visitor.
    """

    after: int
    is_hinted: bool
    known: "Position"
    action: "Action"
    cost: Cost


@dataclass(frozen=True)
class Review:
    """The share of a player's decisions weighed so far, 0 to 1; once it is 1, those that cost most first.

    `unweighed` is the number of decisions that could not be weighed, `points` are the player's at the end, more being
    better. `is_own` if the player is the visitor.
    """

    player: int
    share: float
    mistakes: tuple[Mistake, ...] = ()
    unweighed: int = 0
    points: float = 0.0
    is_own: bool = False


def review_html(review: Review | None, game: "Game", players: Sequence[Player], own: int | None = None) -> Markup:
    """Return a review, the buttons that ask for those of other players, and each mistake as a button.

    A mistake's button shows the board as it was. `own` is the visitor's player.
    """
    buttons = [
        tag(
            "button",
            seat_mark_svg(each.seat, 18),
            _("You") if player == own else each.name,
            type="button",
            class_="plain-button",
            data_press=f"{OF}{player}",
            data_key=f"review-{player}",
            aria_pressed=str(review is not None and review.player == player).lower(),
        )
        for player, each in enumerate(players)
    ]
    asked = _("Whose decisions?")
    nav = tag("nav", "" if review else asked, *buttons, class_="review-of", aria_label=asked)
    words = _review(review, game, players) if review else ""
    return tag("section", tag("h3", _("What would have been better")), nav, words, class_="end-review")


def _review(review: Review, game: "Game", players: Sequence[Player]) -> Markup:
    if review.share < 1:
        share = int(review.share * 20) * 5  # the browser redraws all of it at each new value
        progress = tag("p", _("Weighing every decision: {} %").format(share), id="reviewing")
        return progress + tag("progress", max=100, value=share, aria_labelledby="reviewing")
    own = [mistake for mistake in review.mistakes if not mistake.is_hinted]
    hinted = [mistake for mistake in review.mistakes if mistake.is_hinted]
    largest, smaller = own[:SHOWN], own[SHOWN:]
    parts: list[Markup] = []
    if largest:
        give = _("Give or take {}. Each move was compared with the best one by what was known then, in trial games.")
        parts.append(tag("p", tag("b", sum_in_words(review, game, players[review.player].name, largest))))
        parts.append(tag("p", give.format(_amount(total_of(largest)[1], game)), class_="review-error"))
    elif not hinted and not review.unweighed:
        parts.append(tag("p", _("Nothing would have been clearly better.")))
    if review.unweighed == 1:
        parts.append(tag("p", _("One decision could not be weighed.")))
    elif review.unweighed:
        parts.append(tag("p", _("{} decisions could not be weighed.").format(review.unweighed)))
    parts.append(_list([*largest, *hinted], review, game, players))
    if smaller:
        named = _("One smaller mistake") if len(smaller) == 1 else _("{} smaller mistakes").format(len(smaller))
        rest = _list(smaller, review, game, players)
        parts.append(tag("details", tag("summary", named), rest, data_key="review-smaller"))
    return joined(*parts)


def _list(mistakes: Sequence[Mistake], review: Review, game: "Game", players: Sequence[Player]) -> Markup:
    items = []
    for mistake in mistakes:
        cost = tag("b", _("cost {}").format(_amount(mistake.cost.mean, game)), class_="review-cost")
        sentence = tag("span", told(mistake, review, game, players))
        items.append(tag("li", tag("button", cost, sentence, type="button", data_press=mistake.after)))
    return tag("ol", *items) if items else Markup()


def total_of(mistakes: Sequence[Mistake]) -> tuple[float, float]:
    """Return what mistakes cost together, and the uncertainty of that: two standard errors."""
    errors = [mistake.cost.error for mistake in mistakes]
    return sum(mistake.cost.mean for mistake in mistakes), 2 * sqrt(sum(error * error for error in errors))


def sum_in_words(review: Review, game: "Game", name: str, mistakes: Sequence[Mistake]) -> str:
    """Return what mistakes cost the visitor, or the player of that name, together."""
    total, had = total_of(mistakes)[0], -review.points
    cost = _amount(total, game)
    if not of_game.has_points(game):
        cost = _("{} of a win").format(cost)
    elif Heuristics(game).lead:
        cost = _("{} points against the other player").format(cost)
    elif total < had:
        of = _("{} of your {} points") if review.is_own else _("{} of their {} points")
        cost = of.format(cost, figure(had))
    else:
        cost = _("{} points").format(cost)
    count = len(mistakes)
    if review.is_own:
        return (
            _("One move cost you about {}.").format(cost)
            if count == 1
            else _("These {} moves cost you about {}.").format(count, cost)
        )
    if count == 1:
        return _("One move cost {} about {}.").format(name, cost)
    return _("These {} moves cost {} about {}.").format(count, name, cost)


def _amount(cost: float, game: "Game") -> str:
    """Return a cost as a number: of points, or of hundredths of the win."""
    if not of_game.has_points(game):
        return f"{100 * cost:.0f} %"
    return figure(round(cost) if cost >= EXACT else cost)


def told(mistake: Mistake, review: Review, game: "Game", players: Sequence[Player]) -> str:
    """Return what was chosen, and what would have been better."""
    called = [
        chosen(game, mistake.known, action, _) if action else quoted(_("Wait"), _)
        for action in (mistake.action, mistake.cost.better)
    ]
    if mistake.is_hinted:
        return _("You did as the hint said: {}; a longer look prefers {}.").format(*called)
    if review.is_own:
        return _("You chose {}; {} would have been better.").format(*called)
    return _("{} chose {}; {} would have been better.").format(players[review.player].name, *called)


def reason_to_mistake(mistake: Mistake, player: int, game: "Game") -> Reason:
    """Return what speaks for the better choice, with the figures of the comparison."""
    cost = mistake.cost
    amounts = _amount(cost.mean, game), _amount(2 * cost.error, game), cost.samples
    figures = _("Better by {} on average, give or take {}, in {} pairs of trial games.").format(*amounts)
    if not cost.better:
        return Reason("", figures)
    reason = of_game.why(game, mistake.known, player, cost.better, Random(mistake.after))
    return Reason(reason.words, figures)


def reviews_text(reviews: Sequence[Review], game: "Game") -> str:
    """Return whole reviews of one game as text, to be kept."""
    return json.dumps(
        [
            asdict(replace(review, mistakes=()))
            | {
                "mistakes": [
                    asdict(replace(mistake, known=None, cost=None))  # type: ignore[arg-type]
                    | {"known": game.position_text(mistake.known), "cost": mistake.cost}
                    for mistake in review.mistakes
                ]
            }
            for review in reviews
        ]
    )


def reviews_of_text(text: str, game: "Game") -> list[Review]:
    """Return the reviews that were kept; ValueError, KeyError or TypeError if these are none of this game."""
    reviews = []
    for each in json.loads(text):
        mistakes = []
        for made in each["mistakes"]:
            better, *numbers = made["cost"]
            known, cost = game.position_from_text(made["known"]), Cost(tuple(better), *numbers)
            mistakes.append(Mistake(**made | {"action": tuple(made["action"]), "known": known, "cost": cost}))
        reviews.append(Review(**each | {"mistakes": tuple(mistakes)}))
    return reviews
