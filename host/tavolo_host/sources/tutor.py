"""What helps visitors at a virtual table: lessons, hints, reasons, and the review of a game that is over."""

from collections.abc import Collection

from tavolo_host.board.log import Entry
from tavolo_host.display.live.guide import lessons
from tavolo_host.display.parts.review import Review
from tavolo_host.display.parts.source import LOG_SHOWN, Tutor
from tavolo_host.display.parts.what_to_do import Deed, Hint
from tavolo_host.people.advice import Advice
from tavolo_host.people.people import VirtualPlayers
from tavolo_host.people.reviewing import Reviewing
from tavolo_host.players.reasons import Reason
from tavolo_host.seats.rights import Right
from tavolo_host.sources.visitors import PlayingVisitors


class PlayingTutor(Tutor):
    """Helps `visitors` by what the virtual players know and compute; a visitor learns what their seat may know."""

    def __init__(self, visitors: PlayingVisitors, virtual_players: VirtualPlayers) -> None:
        self._visitors = visitors
        self._virtual_players = virtual_players
        self._advice = Advice(virtual_players, lambda: visitors.rights.may("", Right.SEE_HIDDEN_REASON))
        self._reviewing: dict[tuple[str, int], Reviewing] = {}  # by visitor and player
        visitors.on_leave = self._forget

    def _forget(self, visitor: str) -> None:
        """Drop the hint and the reviews of a visitor who has left a seat."""
        self._advice.forget(visitor)
        self._end_reviews(visitor)

    def lessons(self, visitor: str) -> list[str]:
        """Return the beginner's lessons for this moment."""
        own, told = self._visitors.own_seat(visitor), self._visitors.guided.get(visitor)
        return [] if own is None or told is None else lessons(self._visitors.mirror, own, told)

    def hint(self, visitor: str) -> Hint | None:
        """Return a hint for the visitor's choices; one without a choice is still being computed."""
        visitors, record = self._visitors, self._virtual_players.record
        what, own = visitors.what_to_do(visitor), visitors.own_seat(visitor)
        if own is None or record is None or not any(choice.deed == Deed.ACT for choice in what.choices):
            return None
        return self._advice.hint(visitor, own.player, what.choices, (what, len(record.actions)))

    @property
    def can_review(self) -> bool:
        """Return whether the game is over: then nothing is hidden any more."""
        return bool(self._visitors.mirror.result) and self._virtual_players.follower.tracked_game is not None

    def review(self, visitor: str, player: int | None = None) -> Review | None:
        """Return the review of a player's decisions, by default the visitor's own, a little further at each call."""
        seat, tracked_game = self._visitors.played_at(visitor), self._virtual_players.follower.tracked_game
        own = None if seat is None else self._virtual_players.people[seat].player
        player = own if player is None else player
        if tracked_game is None or player is None or not self.can_review:
            return None
        reviewing = self._reviewing.get((visitor, player))
        is_own = player == own
        if reviewing is None or reviewing.record is not tracked_game.record or reviewing.is_own != is_own:
            self._end_reviews(visitor, player)
            reviewing = Reviewing(tracked_game, self._virtual_players.engine, player, is_own)
            self._reviewing[visitor, player] = reviewing
        return reviewing.look()

    def _end_reviews(self, visitor: str, player: int | None = None) -> None:
        """Stop a visitor's review of a player, by default all of them."""
        for key in [key for key in self._reviewing if key[0] == visitor and player in (None, key[1])]:
            self._reviewing.pop(key).stop()

    def explained(self) -> Collection[int]:
        """Return the numbers of the log entries that virtual players can give reasons for."""
        return {entry.number for entry in self._visitors.mirror.log[-LOG_SHOWN:] if self._is_explained(entry)}

    def _is_explained(self, entry: Entry) -> bool:
        """Return whether an entry is a virtual player's own decision that everybody knows, with a reason to tell."""
        tracked_game, number = self._virtual_players.follower.tracked_game, self._visitors.mirror.game_number
        if tracked_game is None or not entry.action or entry.seat is None or entry.game != number:
            return False
        if entry.place not in tracked_game.thought or not tracked_game.record.is_open(entry.place):
            return False
        game = tracked_game.record.game
        told = game.action_text(game.public(tracked_game.record.actions[entry.place]))
        return told == entry.action and self._advice.has_reason(entry.place)

    def why(self, number: int) -> Reason | None:
        """Return why a virtual player did what an entry says; None while that is being computed."""
        log = self._visitors.mirror.log
        places = [entry.place for entry in log if entry.number == number and self._is_explained(entry)]
        return self._advice.why(places[0]) if places else Reason("")
