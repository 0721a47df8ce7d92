"""The evening's standing at the end of a game, with the way to its end card."""

from collections.abc import Callable, Sequence

from markupsafe import Markup

from tavolo_host.board.mirror import Mirror
from tavolo_host.display.parts.tags import tag
from tavolo_host.display.parts.theme import seat_mark_svg
from tavolo_host.history.analysis.evening_score import Score, scores
from tavolo_host.history.game_rows import readable_of
from tavolo_host.history.history import History
from tavolo_host.history.history_file import Unusable, history_file
from tavolo_host.history.kept_game import KeptGame
from tavolo_host.texts.language import _

FEWEST_GAMES = 2  # that are an evening


class EveningSoFar:
    """Reads the file once for each end of a game; `evening` returns the number of the evening that is played."""

    def __init__(self, evening: Callable[[], int]) -> None:
        self._evening = evening
        self._games: Sequence[KeptGame] = ()
        self._record: object = None  # the game after which they were read
        self._count = 0  # its actions: some may be taken back

    def html(self, mirror: Mirror) -> Markup:
        """Return the standing after a game that is over; nothing after the first game."""
        if mirror.record is not self._record or len(mirror.actions) != self._count:
            self._record, self._count = mirror.record, len(mirror.actions)
            self._games = _games_of(self._evening())
        over = [game for game in self._games if game.outcome]
        if len(over) < FEWEST_GAMES:
            return Markup()
        title = tag("h3", _("The evening after {} games").format(len(over)))
        lines = tag("ol", *map(_line, scores(over)))
        card = tag("a", _("The evening's card"), href=f"/evening/{over[0].evening}", class_="plain-button")
        how = tag("small", _("An opponent behind you counts 1, one who is level ½."))
        return tag("section", title, lines, card, how, class_="end-evening")


def player_name(score: Score) -> str:
    """Return the name of who has a score, or the seat."""
    return score.name or _("Seat {}").format(score.seat + 1)


def counted_words(number: float) -> str:
    """Return a score with its half, if it has one: "4½"."""
    whole = int(number)
    return f"{whole or ''}½" if number != whole else str(whole)


def _line(score: Score) -> Markup:
    return tag("li", seat_mark_svg(score.seat, 20), player_name(score), tag("b", counted_words(score.counted)))


def _games_of(evening: int) -> Sequence[KeptGame]:
    if not evening:
        return ()
    try:
        with History(history_file()) as history:
            return readable_of(history.evening(evening))
    except Unusable:  # the log says why, where the game is kept
        return ()
