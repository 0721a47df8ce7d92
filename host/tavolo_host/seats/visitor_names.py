"""What the visitors of a table are called: by people a name that no other person there has, by pages a number."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache

from tavolo import wiring
from tavolo_host.texts.deferred import deferred
from tavolo_host.texts.language import LANGUAGES, _, seats_in_words, speaking
from tavolo_host.texts.look_alikes import looks_like, mixes_scripts
from tavolo_host.texts.names import name_key


def refusal_of_name(name: str, taken: Iterable[str]) -> str | None:
    """Return why nobody can take a name at a table where others have these names, or None."""
    if any(looks_like(name, each) for each in taken):
        return _("{} is the name of another person at this table, or looks like it. Choose another one.").format(name)
    if mixes_scripts(name):
        return _("{} mixes letters of several scripts. Choose another name.").format(name)
    if any(looks_like(name, each) for each in names_of_nobody()):
        return _("{} is what the table calls people without a name. Choose another one.").format(name)
    return None


@cache
def names_of_nobody() -> frozenset[str]:
    """Return what people without a name are called, in all languages."""
    found: set[str] = set()
    for language in LANGUAGES:
        with speaking(language):
            found |= {_("A visitor"), *seats_in_words([""] * wiring.SEATS)}
    return frozenset(found)


class VisitorNames:
    """The names and numbers of visitors, at seats or not.

    `is_at_table` returns whether a visitor is here or has a seat, and so needs the name; `tell` logs a sentence.
    """

    def __init__(self, is_at_table: Callable[[str], bool], tell: Callable[[str], None]) -> None:
        self._is_at_table = is_at_table
        self._tell = tell
        self._names: dict[str, str] = {}
        self._renamed: dict[str, str] = {}  # the names of persons who were renamed, by the key of the name before
        self._numbers: dict[str, int] = {}

    def name_of(self, visitor: str) -> str:
        """Return a visitor's name, "" for none."""
        return self._names.get(visitor, "")

    def set_name(self, visitor: str, name: str) -> str | None:
        """Set a visitor's name, "" for none; refuse one that looks like that of another person at the table."""
        others = [each for each in self._names if each != visitor and self._is_at_table(each)]
        taken = [self._names[each] for each in others if self._names[each]]
        refusal = name and refusal_of_name(name, taken)
        if refusal:
            if any(looks_like(self.name_of(visitor), each) for each in taken):
                self._names[visitor] = ""  # which another person took meanwhile
            return refusal
        self._names[visitor] = name
        return None

    def rename(self, name: str, new: str) -> None:
        """Give the visitors who have a name another one, "" for none, and tell them."""
        person = name_key(name)
        self._renamed.pop(name_key(new), None)
        self._renamed[person] = new
        if person in map(name_key, self._names.values()):
            gone = deferred("A name was taken out of all games: who had it can enter one in the menu.")
            self._tell(deferred("{} is called {} now.", name, new) if new else gone)
        self._names = {visitor: new if name_key(each) == person else each for visitor, each in self._names.items()}

    def name_now(self, visitor: str, name: str) -> str:
        """Return what a person is called whose browser has kept a name: it may have been asleep at the renaming.

        A name that the visitor has chosen again since is theirs.
        """
        while visitor and name != self.name_of(visitor) and name_key(name) in self._renamed:
            before, name = name, self._renamed[name_key(name)]
            if name_key(before) == name_key(name):
                break
        return name

    def hand_over(self, owner: str, visitor: str) -> None:
        """Let another browser have a visitor's name."""
        self._names[visitor] = self._names.pop(owner, "")

    def resume(self, names: Mapping[str, str]) -> None:
        """Let visitors have the names that they had before a restart."""
        self._names.update(names)

    def number_of(self, visitor: str) -> int:
        """Return a visitor's number for pages, which tells nothing of the browser's secret."""
        return self._numbers.setdefault(visitor, len(self._numbers) + 1)

    def with_number(self, number: int) -> str:
        """Return the visitor with a number, "" for none."""
        return next((visitor for visitor, other in self._numbers.items() if other == number), "")
