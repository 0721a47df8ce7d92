"""Reviews a player's decisions in a finished game, a few at a time: what each cost, by what that player knew."""

from tavolo_host.display.parts.review import Mistake, Review
from tavolo_host.people.tracked_game import TrackedGame
from tavolo_host.players import of_game
from tavolo_host.players.reasons import Cost
from tavolo_host.players.settings import STRONG
from tavolo_host.players.thinking import Engine, Pending

UNDER_WAY = 4  # decisions that are weighed at the same time
LOOKED_AT = 10  # actions per look: the page waits for it


class Reviewing:
    """The review of the decisions of `player`; `look` continues it.

    If they are those of the visitor (`is_own`), what a virtual player decided in the visitor's place is left out, and
    what a hint advised is marked.
    """

    def __init__(self, tracked_game: TrackedGame, engine: Engine, player: int, is_own: bool) -> None:
        self._thought = tracked_game.thought if is_own else {}
        self._hinted = tracked_game.hinted if is_own else {}
        self._engine, self.is_own = engine, is_own
        self.record = tracked_game.record
        self.player = player
        self._next = 0  # the next action
        self._under_way: dict[int, Pending[Cost]] = {}  # by the action's number
        self._costs: dict[int, Cost] = {}
        self._whole: Review | None = None

    def look(self) -> Review | None:
        """Collect costs, have more decisions weighed, and return the progress; None if there was nothing to weigh."""
        self._collect()
        count = len(self.record.actions)
        for place in range(self._next, min(self._next + LOOKED_AT, count)):
            if len(self._under_way) >= UNDER_WAY:
                break
            self._next = place + 1
            if self._is_weighed(place):
                self._begin(place)
        if self._next < count or self._under_way:
            return Review(self.player, (self._next - len(self._under_way)) / (count + 1))
        if self._whole is None and any(cost.samples for cost in self._costs.values()):
            self._whole = self._made()
        return self._whole

    def stop(self) -> None:
        """Cancel what is under way."""
        for pending in self._under_way.values():
            pending.forget()

    def _is_weighed(self, place: int) -> bool:
        """Return whether an action was a decision of the player."""
        record, player = self.record, self.player
        if record.game.actor(record.actions[place]) != player or place in self._thought:
            return False
        return len(record.game.legal(record.game.view(record.before(place), player), player)) > 1

    def _begin(self, place: int) -> None:
        """Have a decision weighed, if the engine can."""
        played = self.record.actions[place]
        pending = self._engine.cost(self.record.moment(self.player, STRONG, place), played)
        self._under_way[place] = pending or Pending(lambda: Cost(played))

    def _collect(self) -> None:
        for place, pending in list(self._under_way.items()):
            cost = pending.answer()
            if cost is not None:
                del self._under_way[place]
                self._costs[place] = cost

    def _made(self) -> Review:
        record, player = self.record, self.player
        game, has_points = record.game, of_game.has_points(record.game)
        mistakes = [
            Mistake(
                after=place + 1,
                is_hinted=self._is_hinted(place),
                known=game.view(record.before(place), player),
                action=record.actions[place],
                cost=cost,
            )
            for place, cost in self._costs.items()
            if cost.is_clear(has_points)
        ]
        return Review(
            player,
            1.0,
            tuple(sorted(mistakes, key=lambda mistake: -mistake.cost.mean)),
            unweighed=sum(not cost.samples for cost in self._costs.values()),
            points=of_game.points(game, record.position)[player],
            is_own=self.is_own,
        )

    def _is_hinted(self, place: int) -> bool:
        """Return whether an action was what the last hint before it advised."""
        game, actions = self.record.game, self.record.actions
        player = game.actor(actions[place])
        for length in range(place, -1, -1):
            if (length, player) in self._hinted:
                return self._hinted[length, player] == actions[place]
            if length and game.actor(actions[length - 1]) == player:
                break
        return False
