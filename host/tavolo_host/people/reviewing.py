"""Reviews the decisions of a finished game, a few at a time: each against the best that a search finds.

A visitor's own decisions are judged by what that player knew. Other players' are reviewed only where they knew no more
than everybody.
"""

from tavolo.rules.contract import CHANCE
from tavolo_host.display.parts.review import LETTERS, Regret, Review
from tavolo_host.people.tracked_game import TrackedGame
from tavolo_host.players.of_game import knows_more
from tavolo_host.players.settings import STRONG
from tavolo_host.players.thinking import Answer, Engine, Thinking

ITERATIONS = 100  # for each decision at first
CLOSER = 6  # decisions that seem to have lost most are searched again, with the game's full iterations
UNDER_WAY = 2  # searches at the same time
LOOKED_AT = 10  # actions per look: the page waits for it
LEAST = 0.05  # of the win: a smaller loss does not count
TRIED = 5  # visits that an action needs before its figures count


class Reviewing:
    """The review of a game for `player`, or for a spectator (None); `look` continues it.

    Who `knows_all` after the end sees all players' decisions reviewed, each by what that player knew.
    """

    def __init__(self, tracked_game: TrackedGame, engine: Engine, player: int | None, knows_all: bool = False) -> None:
        self._thought, self._hinted = tracked_game.thought, tracked_game.hinted
        self._engine = engine
        self.record = tracked_game.record
        self.player = player
        self._knows_all = knows_all
        self._next = 0  # the next action
        self._under_way: dict[int, Thinking] = {}  # by the action's number
        self._found: dict[int, Regret] = {}
        self._closer: list[int] | None = None  # decisions still to be searched again; None before that
        self._closely: dict[int, Regret] = {}
        self._has_weighed = False

    def look(self) -> Review | None:
        """Collect results, start more searches, and return the progress; None if there was nothing to search."""
        self._collect()
        for place in range(self._next, min(self._next + LOOKED_AT, len(self.record.actions))):
            if len(self._under_way) >= UNDER_WAY:
                break
            self._next = place + 1
            if self._is_weighed(place):
                self._begin(place, ITERATIONS)
        if self._closer is None and self._next == len(self.record.actions) and not self._under_way:
            lost = sorted(self._found, key=lambda place: self._found[place].wins - self._found[place].could)
            self._closer = lost[:CLOSER]
        while self._closer and len(self._under_way) < UNDER_WAY:
            self._begin(self._closer.pop(), None)
        if not self._has_weighed:
            is_done = not self._knows_all or self._next == len(self.record.actions)
            return None if is_done else Review(0.0)
        if self._closer is None or self._under_way:
            return Review((self._next + len(self._closely)) / (len(self.record.actions) + CLOSER))
        worst = sorted(self._closely.values(), key=lambda regret: (regret.is_hinted, regret.wins - regret.could))
        return Review(1.0, tuple(sorted(worst[: len(LETTERS)], key=lambda regret: regret.after)))

    def stop(self) -> None:
        """Cancel running searches."""
        for thinking in self._under_way.values():
            thinking.forget()

    def _is_weighed(self, place: int) -> bool:
        """Return whether an action was a decision that this visitor may see reviewed."""
        record = self.record
        game, player = record.game, record.game.actor(record.actions[place])
        if player == CHANCE:
            return False
        before = record.before(place)
        is_others = player != self.player or place in self._thought
        if is_others and not self._knows_all and knows_more(game, before, player):
            return False
        return len(game.legal(game.view(before, player), player)) > 1

    def _begin(self, place: int, iterations: int | None) -> None:
        """Start the search of a decision, if the engine has searches."""
        record = self.record
        player = record.game.actor(record.actions[place])
        moment = record.moment(player, STRONG, place)
        thinking = self._engine.weigh(moment, iterations, record.actions[place])
        if thinking is not None:
            self._under_way[place] = thinking
            self._has_weighed = True

    def _collect(self) -> None:
        for place, thinking in list(self._under_way.items()):
            answer = thinking.answer()
            if answer is None:
                continue
            del self._under_way[place]
            regret = self._regret(place, answer)
            if regret is not None:
                (self._found if self._closer is None else self._closely)[place] = regret

    def _regret(self, place: int, answer: Answer) -> Regret | None:
        """Return what an action lost against the best one; None if that is little or unknown."""
        record, figures = self.record, answer.figures or {}
        action, better = record.actions[place], answer.action
        if action not in figures or better not in figures or figures[action].visits < TRIED:
            return None
        wins, could = figures[action].wins, figures[better].wins
        if could - wins < LEAST:
            return None
        player = record.game.actor(action)
        known = record.game.view(record.before(place), player)
        is_own = player == self.player
        return Regret(place + 1, player, is_own, is_own and self._is_hinted(place), known, action, better, wins, could)

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
