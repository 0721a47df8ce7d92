"""Why a virtual player does something, in words for all games: what is possible, and the second best.

Only the game can say what decided, and what an action is worth in which unit.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple, cast

from tavolo_host.texts.language import _, figure
from tavolo_host.texts.sentences import choice

if TYPE_CHECKING:
    from tavolo.rules.game import Action, Game, P

CLOSE = 0.05  # a smaller difference does not show in the displayed figures
CLEAR = 2.0  # standard errors: what costs less may be noise
LEAST_POINTS, LEAST_SHARE = 0.5, 0.01  # what costs less is below what evaluations can tell


class Figure(NamedTuple):
    """The figures of an action: how often it was tried, and the player's mean share of the win and lead after it."""

    visits: int
    wins: float
    lead: float


class Cost(NamedTuple):
    """What a decision cost (`costs`): the mean lost against the action `better`, its standard error, and the samples.

    Without samples the decision could not be weighed. `better` is the action played if nothing seemed better.
    """

    better: "Action"
    mean: float = 0.0
    error: float = 0.0
    samples: int = 0

    def is_clear(self, has_points: bool) -> bool:
        """Return whether this exceeds the noise, in a game with points or without."""
        return self.mean > max(CLEAR * self.error, LEAST_POINTS if has_points else LEAST_SHARE)


def best(figures: "Mapping[Action, Figure]") -> "Action":
    """Return the action that was tried most often, and of several the one with the larger lead."""
    return max(figures, key=lambda action: (figures[action].visits, figures[action].lead, figures[action].wins))


class Reason(NamedTuple):
    """Why an action: the one thing that decided, in `words` without estimates, and the player's own `figures`.

    `figures` are "" where there are none.
    """

    words: str
    figures: str = ""


def only_one() -> Reason:
    """Return the reason for a decision with a single action."""
    return Reason(_("There is no other choice."))


def names(game: "Game[P]", known: "P") -> "Callable[[Action], str]":
    """Return a function that names actions as their buttons do, capitalized."""
    return lambda action: choice(cast("Game", game), known, action, _)


def compared(values: "Mapping[Action, float]", action: "Action", called: "Callable[[Action], str]") -> str:
    """Return how much more an action is worth than the best of the others, which `called` names."""
    others = {other: value for other, value in values.items() if other != action}
    if not others:
        return only_one().words
    best = max(others, key=lambda other: others[other])
    lead = values[action] - others[best]
    if abs(lead) < CLOSE:
        return _("The next best is worth the same: {}.").format(called(best))
    if lead < 0:
        return _("The best is worth {} more: {}.").format(figure(-lead), called(best))
    return _("The next best is worth {} less: {}.").format(figure(lead), called(best))


def searched(
    figures: "Mapping[Action, Figure]", action: "Action", has_points: bool, called: "Callable[[Action], str]"
) -> str:
    """Return the search's figures of an action, and of the best of the others, which `called` names."""

    def told(found: Figure) -> tuple[int, str]:
        return percent(found.wins), _ahead(found.lead) if has_points else ""

    figure_of, others = figures[action], {other: found for other, found in figures.items() if other != action}
    wins = _("It wins {} % of the time{}.").format(*told(figure_of))
    after = only_one().words
    if others:
        other = best(others)
        after = _("Next best: {}, tried {}×, wins {} % of the time{}.")
        after = after.format(called(other), others[other].visits, *told(others[other]))
    return " ".join([_("Tried {}×.").format(figure_of.visits), wins, after])


def percent(share: float) -> int:
    """Return a share of the win in percent."""
    return round(share * 100)


def _ahead(lead: float) -> str:
    if lead < 0:
        return _(", behind by {} on average").format(figure(-lead))
    return _(", ahead by {} on average").format(figure(lead))
