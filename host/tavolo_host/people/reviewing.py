"""Weighs the decisions of a game that is over, a few at a time: what was done against what a search finds better.

A visitor's own are weighed by what that one knew. Of others only those are in which they knew no more than everybody.
"""

from tavolo.rules.contract import CHANCE, TABLE
from tavolo_host.display.review import LETTERS, Regret, Review
from tavolo_host.people.tracked_game import TrackedGame
from tavolo_host.players.settings import STRONG
from tavolo_host.players.thinking import Answer, Engine, Thinking

VISITS = 100  # of each decision at first
CLOSER = 6  # of those that seem to have lost most are weighed again, with as many visits as the game wants
UNDER_WAY = 2  # at the same time
LOOKED_AT = 10  # actions in one look: the page waits for it
LEAST = 0.05  # shares of the win: less is no loss
TRIED = 5  # times an action was tried, so that its figures say something


class Reviewing:
    """The review of a game for who plays as `player`, or for who looks on (None); `look` goes on with it."""

    def __init__(self, tracked_game: TrackedGame, engine: Engine, player: int | None) -> None:
        self._thought = tracked_game.thought
        self._engine = engine
        self.record = tracked_game.record
        self.player = player
        self._next = 0  # the action to be looked at
        self._under_way: dict[int, Thinking] = {}  # by the action's number
        self._found: dict[int, Regret] = {}
        self._closer: list[int] | None = None  # what is still to be weighed again; None before that
        self._closely: dict[int, Regret] = {}
        self._has_weighed = False

    def look(self) -> Review | None:
        """Collect what was found, have more weighed, and return how far that is.

        None as long as there was nothing to be weighed, and where nobody searches.
        """
        self._collect()
        for place in range(self._next, min(self._next + LOOKED_AT, len(self.record.actions))):
            if len(self._under_way) >= UNDER_WAY:
                break
            self._next = place + 1
            if self._is_weighed(place):
                self._begin(place, VISITS)
        if self._closer is None and self._next == len(self.record.actions) and not self._under_way:
            lost = sorted(self._found, key=lambda place: self._found[place].wins - self._found[place].could)
            self._closer = lost[:CLOSER]
        while self._closer and len(self._under_way) < UNDER_WAY:
            self._begin(self._closer.pop(), None)
        if not self._has_weighed:
            return None
        if self._closer is None or self._under_way:
            return Review((self._next + len(self._closely)) / (len(self.record.actions) + CLOSER))
        most = sorted(self._closely.values(), key=lambda regret: regret.wins - regret.could)[: len(LETTERS)]
        return Review(1.0, tuple(sorted(most, key=lambda regret: regret.after)))

    def stop(self) -> None:
        """Give up what is under way."""
        for thinking in self._under_way.values():
            thinking.forget()

    def _is_weighed(self, place: int) -> bool:
        """Return whether an action was a decision that may be spoken of to this visitor."""
        record = self.record
        game, player = record.game, record.game.actor(record.actions[place])
        if player == CHANCE:
            return False
        known = game.view(record.before(place), player)
        if player != self.player or place in self._thought:
            everybodys = game.view(record.before(place), TABLE)
            if game.position_text(known) != game.position_text(everybodys):
                return False
        return len(game.legal(known, player)) > 1

    def _begin(self, place: int, iterations: int | None) -> None:
        """Have a decision weighed, if there is anybody who does that."""
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
        """Return what an action has lost against the best one; None where that is little, or not known."""
        record, figures = self.record, answer.figures or {}
        action, better = record.actions[place], answer.action
        if action not in figures or better not in figures or figures[action].visits < TRIED:
            return None
        wins, could = figures[action].wins, figures[better].wins
        if could - wins < LEAST:
            return None
        player = record.game.actor(action)
        known = record.game.view(record.before(place), player)
        return Regret(place + 1, player, player == self.player, known, action, better, wins, could)
