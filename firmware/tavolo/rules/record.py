"""A game as the list of its actions: what the table holds, the laptop repeats, and a file keeps.

Everything else follows from start and actions. Undo goes back action by action; the last position at a `STRIDE` is
kept, and every `LONG_STRIDE` before: going back replays few, and a long game fits the board. An outcome of chance that
was undone is kept and returns, so that nobody can roll again.

A list that is known to be right, from a journal, need not be repeated from its beginning: its actions are listed alone,
with positions in bytes between them, and it is gone on from the last of these that leads to its digest.

The text form is one line for the setup, then one for each action.
"""

from tavolo.rules.actions import Actions
from tavolo.rules.contract import CHANCE, TABLE, Setup
from tavolo.rules.packing import MOST_NUMBERS, unpacked

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

STRIDE = 32  # actions until a position is kept
LONG_STRIDE = 256  # actions between those that stay kept


class Record:
    """A game from its setup on.

    `actions` holds what was applied, private forms included where they were given. `position` must not be changed
    by others. `takebacks` is how often something was taken back: whoever has one counts that.
    """

    def __init__(self, setup: Setup) -> None:
        self.game = setup.game
        self.setup = setup
        self._verbs: "dict[int, bool]" = {}  # packed, with the length of an action: whether it is chance that has it
        self._longest = 0  # of those
        self.restart()

    def restart(self) -> None:
        """Forget all but the setup."""
        setup = self.setup
        self._list = Actions()
        self.actions: "Sequence[tuple[int, ...]]" = self._list  # type: ignore[assignment]
        self.position = self.game.start(setup)
        # How many actions, the position after them, or its digest and bytes.
        self._kept: "list[tuple[int, Any]]" = []
        self.takebacks = 0
        self._replayed = 0  # actions that `position` has behind it
        self._undone_chance = Actions()  # the next to return is the last
        self._is_resealed = False
        self._only_public = 0  # of so many actions the public form alone is repeated
        self._digest = -1  # of the position, -1 until somebody asks

    def apply(self, action: tuple[int, ...]) -> list[tuple[int, ...]]:
        """Carry an action out and return its events; raises contract.Refused, changing nothing."""
        self._digest = -1
        events = self.game.apply(self.position, action)
        self._list.append(action)
        self._replayed = len(self.actions)
        if self._undone_chance and self._is_chances(action):
            self._undone_chance.pop()
        if self._replayed % STRIDE == 0:
            self._keep()
        return events

    def list_some(self, actions: "list[bytes]") -> None:
        """Add actions in their packed public form, not repeated yet: `restore` has to be called behind the last.

        Raises whatever the rules raise for a verb that there is not.
        """
        self._learn_verbs(actions)
        if self._longest > MOST_NUMBERS:
            raise ValueError("The rules have to judge what a laptop cannot be told.")
        self._list.extend(actions)
        if self._undone_chance:
            self._undone_chance.cut(max(0, len(self._undone_chance) - len(self._chances(actions))))

    def list_position(self, digest: int, content: bytes) -> None:
        """Take the bytes of the position after what is listed, which has that digest, if they are right."""
        self._thin()
        self._kept.append((len(self.actions), (digest, content)))  # and the one before, should it not be right

    def learn(self, action: tuple[int, ...]) -> None:
        """Take the content of a sealed choice once more: the position learns it, the actions have the choice already.

        What they hold of sealed choices may be wrong from now on. So going back goes by their public forms, and what is
        sealed there has to be asked for again, as after a power cut. Raises contract.Refused, changing nothing.
        """
        self.game.apply(self.position, action)
        self._is_resealed = True

    def _keep(self) -> None:
        """Keep the position, and give one up that has become old."""
        self._kept.append((self._replayed, self.position.copy()))
        self._thin()

    def _thin(self) -> None:
        """Give up the last but one position, where that leaves none too far from the next."""
        kept = self._kept
        if len(kept) > 1 and kept[-1][0] - (kept[-3][0] if len(kept) > 2 else 0) <= LONG_STRIDE:
            del kept[-2]

    def _is_chances(self, action: tuple[int, ...]) -> bool:
        return self.game.actor(action) == CHANCE

    def _learn_verbs(self, actions: "list[bytes]") -> "dict[int, bool]":
        """Find out which verbs are chance's, of those that packed actions have; return what is known of all.

        Raises whatever the rules raise for a verb that there is not, or an action that is too short for its own.
        """
        verbs = self._verbs
        for action in actions:
            if action[0] | len(action) << 8 not in verbs:
                verbs[action[0] | len(action) << 8] = self._is_chances(unpacked(action))
                self._longest = max(self._longest, len(action))
        return verbs

    def _chances(self, actions: "list[bytes]") -> "list[bytes]":
        """Return which of some packed actions are chance's; of those with a verb all are, or none."""
        verbs = self._learn_verbs(actions)
        return [action for action in actions if verbs[action[0] | len(action) << 8]]

    def chance(self, below: "Callable[[int], int]") -> "tuple[int, ...] | None":
        """Return what chance does now: the outcome that was undone here, or one drawn with below(n).

        None where a card has to be shown, or a secret is missing: an undone reveal may be stale.
        """
        if self.game.forgotten(self.position):
            return None
        action: "tuple[int, ...] | None" = self._undone_chance[-1] if self._undone_chance else None
        if action is None or self.game.refusal(self.position, action):
            action = self.game.chance(self.position, below)
        return action

    def before_last_decision(self) -> int:
        """Return how many actions are left when the last one that was not chance's is taken back."""
        length = len(self.actions)
        while length and self._is_chances(self.actions[length - 1]):
            length -= 1
        return length - 1 if length else len(self.actions)

    def rewind(self, length: int) -> None:
        """Begin to go back to the first `length` actions; `replay_one` has to be called until it returns False.

        ValueError when there were never so many. So the board can replay one action a pass.
        """
        self.cut(length)
        self.restore()

    def cut(self, length: int) -> None:
        """Keep only the first `length` actions, before `restore`; ValueError as in `rewind`."""
        if not 0 <= length <= len(self.actions):
            raise ValueError(f"There are {len(self.actions)} actions, so {length} cannot be kept.")
        for actions in self._list.backwards(length):
            self._undone_chance.extend(self._chances(actions))
        self._list.cut(length)
        self._only_public = length if self._is_resealed else min(self._only_public, length)
        if self._is_resealed:
            self._kept = [
                (count, kept if isinstance(kept, tuple) else self.game.view(kept, TABLE)) for count, kept in self._kept
            ]
            self._is_resealed = False
        while self._kept and self._kept[-1][0] > length:
            self._kept.pop()

    def take_over(self, position: "Any") -> None:
        """Take a position for that after all actions, which is known to be right, in place of `restore`."""
        self._digest = -1
        self._replayed = len(self.actions)
        self.position = position

    def restore(self) -> None:
        """Begin to go on from the last position that was kept and is right; then `replay_one` as in `rewind`."""
        self._digest = -1
        self._replayed, position = 0, None
        while self._kept and position is None:
            self._replayed, kept = self._kept[-1]
            position = self._opened(*kept) if isinstance(kept, tuple) else kept.copy()
            if position is None:
                self._kept.pop()
                self._replayed = 0
        self.position = self.game.start(self.setup) if position is None else position

    def _opened(self, digest: int, content: bytes) -> "Any":
        """Return the position of these bytes, None when they are none or another's."""
        try:
            position = self.game.position_from_bytes(self.game.start(self.setup), content)
            return position if self.game.digest(position) == digest else None
        except Exception:  # whatever the rules raise for what nobody has written
            return None

    def replay_one(self) -> bool:
        """Repeat one action after `rewind`; return whether there are more."""
        if self._replayed < len(self.actions):
            self._digest = -1
            action = self.actions[self._replayed]
            self.game.apply(self.position, self.game.public(action) if self._replayed < self._only_public else action)
            self._replayed += 1
            if self._replayed % STRIDE == 0:
                self._keep()
        return self._replayed < len(self.actions)

    def replay_or_cut(self) -> bool:
        """Repeat one action likewise; one that was only listed, and is not allowed, is cut, and the rest."""
        try:
            return self.replay_one()
        except MemoryError:
            raise
        except Exception:  # whatever the rules raise for what nobody wrote
            self.rewind(self._replayed)
            return self._replayed < len(self.actions)

    def undo(self, length: int) -> None:
        """Go back to the position after the first `length` actions, at once; ValueError as in `rewind`."""
        self.rewind(length)
        while self.replay_one():
            pass

    def digest(self) -> int:
        """Return the digest of the public position. Journal and laptop are told the same one: it is made once."""
        if self._digest < 0:
            self._digest = self.game.digest(self.position)
        return self._digest

    def text(self) -> str:
        """Return the record as text, each line ended."""
        lines = [self.setup.text()]
        for action in self.actions:
            lines.append(self.game.action_text(action))
        return "\n".join(lines) + "\n"
