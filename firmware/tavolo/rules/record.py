"""A game as the list of its actions: the table plays it, the laptop repeats it, and a file stores it.

Everything else follows from start and actions. Undo replays actions: the last position at a `STRIDE` is saved, and
every `LONG_STRIDE` before, so that it replays few, and a long game fits the board. An undone outcome of chance is saved
and returns, so that nobody can roll again.

A list from a journal, which is known to be right, need not be replayed from its beginning: its actions are only listed,
with positions in bytes between them, and the game continues from the last of these that has its digest.

The text form is one line for the setup, then one for each action.
"""

from tavolo.rules.actions import Actions
from tavolo.rules.contract import CHANCE, TABLE, Setup
from tavolo.rules.packing import MOST_NUMBERS, unpacked

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

STRIDE = 32  # actions until a position is saved
LONG_STRIDE = 256  # actions between those that stay


class Record:
    """A game from its setup on.

    `actions` has what was applied, private forms included where they were given. `position` must not be changed by
    others. `takebacks` counts undos; the caller of `rewind` counts them.
    """

    def __init__(self, setup: Setup) -> None:
        self.game = setup.game
        self.setup = setup
        self._verbs: "dict[int, bool]" = {}  # by verb and length of a packed action: whether it is chance's
        self._longest = 0  # of these lengths
        self.restart()

    def restart(self) -> None:
        """Drop everything but the setup."""
        setup = self.setup
        self._list = Actions()
        self.actions: "Sequence[tuple[int, ...]]" = self._list  # type: ignore[assignment]
        self.position = self.game.start(setup)
        # How many actions, and the position after them, or its digest and bytes.
        self._kept: "list[tuple[int, Any]]" = []
        self.takebacks = 0
        self._replayed = 0  # how many actions `position` has behind it
        self._undone_chance = Actions()  # the last one returns next
        self._is_resealed = False
        self._only_public = 0  # how many actions are replayed in their public form only
        self._digest = -1  # of the position, -1 until it is needed

    def apply(self, action: tuple[int, ...]) -> list[tuple[int, ...]]:
        """Apply an action and return its events; raises contract.Refused, changing nothing."""
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
        """Add actions in their packed public form, without replaying them: then `restore` has to be called.

        Raises anything the rules raise for an unknown verb.
        """
        self._learn_verbs(actions)
        if self._longest > MOST_NUMBERS:
            raise ValueError("The rules have to judge what a laptop cannot be told.")
        self._list.extend(actions)
        if self._undone_chance:
            self._undone_chance.cut(max(0, len(self._undone_chance) - len(self._chances(actions))))

    def list_position(self, digest: int, content: bytes) -> None:
        """Add the bytes of the position after what is listed, with its digest; they are checked by `restore`."""
        self._thin()
        self._kept.append((len(self.actions), (digest, content)))  # the one before stays, should this not be right

    def learn(self, action: tuple[int, ...]) -> None:
        """Take the content of a sealed choice again: the position learns it; the actions already have the choice.

        Their private forms may be wrong from now on. So undo uses the public forms, and what is sealed then has to be
        inserted again, as after a power cut. Raises contract.Refused, changing nothing.
        """
        self.game.apply(self.position, action)
        self._is_resealed = True

    def _keep(self) -> None:
        self._kept.append((self._replayed, self.position.copy()))
        self._thin()

    def _thin(self) -> None:
        """Drop the last but one position, unless that leaves too large a gap."""
        kept = self._kept
        if len(kept) > 1 and kept[-1][0] - (kept[-3][0] if len(kept) > 2 else 0) <= LONG_STRIDE:
            del kept[-2]

    def _is_chances(self, action: tuple[int, ...]) -> bool:
        return self.game.actor(action) == CHANCE

    def _learn_verbs(self, actions: "list[bytes]") -> "dict[int, bool]":
        """Find out which verbs of packed actions are chance's; return what is known of all.

        Raises anything the rules raise for an unknown verb, or an action that is too short.
        """
        verbs = self._verbs
        for action in actions:
            if action[0] | len(action) << 8 not in verbs:
                verbs[action[0] | len(action) << 8] = self._is_chances(unpacked(action))
                self._longest = max(self._longest, len(action))
        return verbs

    def _chances(self, actions: "list[bytes]") -> "list[bytes]":
        """Return those packed actions that are chance's; the verb decides."""
        verbs = self._learn_verbs(actions)
        return [action for action in actions if verbs[action[0] | len(action) << 8]]

    def chance(self, below: "Callable[[int], int]") -> "tuple[int, ...] | None":
        """Return what chance does now: the outcome that was undone here, or one drawn with below(n).

        None if a card has to be shown, or a secret is missing: an undone reveal may be outdated.
        """
        if self.game.forgotten(self.position):
            return None
        action: "tuple[int, ...] | None" = self._undone_chance[-1] if self._undone_chance else None
        if action is None or self.game.refusal(self.position, action):
            action = self.game.chance(self.position, below)
        return action

    def before_last_decision(self) -> int:
        """Return how many actions are left when the last one that was not chance's is undone."""
        length = len(self.actions)
        while length and self._is_chances(self.actions[length - 1]):
            length -= 1
        return length - 1 if length else len(self.actions)

    def rewind(self, length: int) -> None:
        """Begin to go back to the first `length` actions; call `replay_one` until it returns False.

        ValueError if there are fewer. So the board can replay one action a tick.
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
        """Set the position after all actions, which is known to be right, instead of `restore`."""
        self._digest = -1
        self._replayed = len(self.actions)
        self.position = position

    def restore(self) -> None:
        """Begin to replay from the last saved position that is right; then `replay_one` as in `rewind`."""
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
        """Return the position of these bytes, None if they are invalid or have another digest."""
        try:
            position = self.game.position_from_bytes(self.game.start(self.setup), content)
            return position if self.game.digest(position) == digest else None
        except Exception:  # anything the rules raise for invalid bytes
            return None

    def replay_one(self) -> bool:
        """Replay one action after `rewind`; return whether there are more."""
        if self._replayed < len(self.actions):
            self._digest = -1
            action = self.actions[self._replayed]
            self.game.apply(self.position, self.game.public(action) if self._replayed < self._only_public else action)
            self._replayed += 1
            if self._replayed % STRIDE == 0:
                self._keep()
        return self._replayed < len(self.actions)

    def replay_or_cut(self) -> bool:
        """Replay one action likewise; cut a listed one that is not allowed, and all after it."""
        try:
            return self.replay_one()
        except MemoryError:
            raise
        except Exception:  # anything the rules raise for an invalid action
            self.rewind(self._replayed)
            return self._replayed < len(self.actions)

    def undo(self, length: int) -> None:
        """Go back to the first `length` actions, at once; ValueError as in `rewind`."""
        self.rewind(length)
        while self.replay_one():
            pass

    def digest(self) -> int:
        """Return the digest of the public position; it is computed once for journal and laptop."""
        if self._digest < 0:
            self._digest = self.game.digest(self.position)
        return self._digest

    def text(self) -> str:
        """Return the record as text, each line ended."""
        lines = [self.setup.text()]
        for action in self.actions:
            lines.append(self.game.action_text(action))
        return "\n".join(lines) + "\n"
