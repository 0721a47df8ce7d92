"""Who sits and who watches when a visitor of the page starts a game."""

from typing import TYPE_CHECKING

from tavolo import wiring
from tavolo_host.display.geometry import places
from tavolo_host.display.source import TableSource, TakenBy

if TYPE_CHECKING:
    from tavolo.rules.game import Game


def begin(
    source: TableSource,
    visitor: str,
    plays: bool,
    players: int,
    game: "Game | None" = None,
    options: tuple[int, ...] | None = None,
) -> str | None:
    """Start a game, the one that is offered unless another is named; return None, or why it is refused.

    A visitor who `plays` keeps the own seat, or gets the nearest that no other visitor has; where others have all that
    the game is for, the game begins without this visitor. One who only watches stands up. The offered game is played
    by more than `players` when so many visitors sit. A game that is refused leaves everybody where they were.
    """
    visitors = source.visitors
    if visitors is None:
        return source.start(players, game, options)
    own = visitors.own(visitor)
    others = sum(view.taken_by is TakenBy.VISITOR for view in source.seats()) - (own is not None)
    if not plays:
        visitors.stand(visitor)
    elif own is None and others < (game or source.offered.game).SEATS[1]:
        nearest = (*places(players), *range(wiring.SEATS))
        next((seat for seat in nearest if visitors.sit(visitor, seat) is None), None)
        if game is None:
            players = max(players, others + 1)
    refusal = source.start(players, game, options)
    if refusal and own is None:
        visitors.stand(visitor)
    elif refusal and own is not None and not plays:
        visitors.sit(visitor, own.seat)
    return refusal


def free_seats(source: TableSource) -> list[int]:
    """Return the seats that a visitor may take: those that no other visitor has, in a game of its players alone."""
    is_played = source.mirror.game is not None and not source.mirror.result
    return [
        view.seat
        for view in source.seats()
        if source.visitors and view.taken_by is not TakenBy.VISITOR and (view.player is not None or not is_played)
    ]
