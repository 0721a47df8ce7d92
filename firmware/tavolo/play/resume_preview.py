"""A preview of the game from the end of the journal: shown at once, while the rest is read and nobody can act.

It applies the few actions behind a saved position, and must reach the digest of the last. If anything there is unclear,
there is no preview, and the lights wait. Whether everything before can be read is judged later, when all is read
(`tavolo.play.resuming`).
"""

from tavolo.journal.entries import ACTION, BACK, DIGEST_BYTES, GOES_ON, POSITION, int_at
from tavolo.rules.packing import unpacked

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from typing import Any

    from tavolo.journal.reading import Reading
    from tavolo.rules.contract import Setup

MOST_PAGES = 16  # that are read for it


class ResumePreview:
    """The `position` after all `count` actions, whose `digest` is known, once `step` has returned False.

    Then `is_right` says whether the position has that digest.
    """

    def __init__(self, setup: "Setup", count: int, content: bytes, actions: "list[bytes]", digest: int) -> None:
        self._game = setup.game
        self._actions = actions  # with the digest after each
        self._done = 0
        self.position: "Any" = setup.game.position_from_bytes(setup.game.start(setup), content)
        self.count = count + len(actions)
        self.digest = digest
        self.is_right = False

    def step(self) -> bool:
        """Apply an action; return whether there is more to do."""
        try:
            if self._done < len(self._actions):
                self._game.apply(self.position, unpacked(self._actions[self._done][DIGEST_BYTES:]))
                self._done += 1
                return True
            self.is_right = self._game.digest(self.position) == self.digest
        except Exception:  # anything the rules raise for an invalid record
            self.is_right = False
        return False


def resume_preview_of(reading: "Reading", setup: "Setup") -> "ResumePreview | None":
    """Return the preview from the end of the journal, None if it is unclear."""
    records: "list[tuple[int, int, bytes]]" = []
    try:
        for number, page in enumerate(reading.backwards()):
            if number == MOST_PAGES:
                return None
            records = page + records
            for place in range(len(records) - 1, 0, -1):
                if records[place][0] == POSITION:
                    found = _behind(records, place)
                    if found:
                        count, actions, digest = found
                        return ResumePreview(setup, count, records[place][2][2:], actions, digest)
    except Exception:  # anything the rules raise for an invalid record
        return None
    return None


def _behind(records: "list[tuple[int, int, bytes]]", place: int) -> "tuple[int, list[bytes], int] | None":
    """Return the number of actions of a position, the actions behind it, and the last digest."""
    _, number, content = records[place]
    kind, its_number, action = records[place - 1]
    if kind != ACTION or its_number != number:
        return None
    count = int_at(content, 0, 2)
    actions: "list[bytes]" = []
    for kind, its_number, content in records[place + 1 :]:
        if kind in (POSITION, GOES_ON):
            continue
        number += 1
        if its_number != number:
            return None
        if kind == ACTION:
            actions.append(content)
        elif kind == BACK and unpacked(content)[0] >= count:
            del actions[unpacked(content)[0] - count :]
        else:
            return None
    return count, actions, int_at(actions[-1] if actions else action)
