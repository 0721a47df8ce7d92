"""Actions as a game declares them: text, parsing, public form, actor and card follow from a line each.

A line is the verb's word, then the fields of the action behind the verb's number. Fields behind "/" are secret: they
are left out of the public form. Every game has the fields

    player            who acts, always first; without it chance acts
    receiver, number  plain numbers
    card              the card that is put into a slot
    cards             any number of cards to the end; "cards:6" writes a "|" after every six, "cards:/2" between halves

and those whose kinds it names; an "s" behind a kind takes any number to the end. A word in quotes is only text.
"draw receiver number / cards" is (DRAW, player, number, card, card...), publicly (DRAW, player, number), and is written
"draw 2 3 14 15 16" or "draw 2 3".
"""

from tavolo.rules.contract import CHANCE, NO_CARD
from tavolo.rules.kinds import NUMBER

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from tavolo.rules.kinds import Kind

_BETWEEN = "|"
_SECRET = "/"


class Verb:
    """A declared line: its `word`, its `fields`, and how many values are `public`, -1 for all."""

    def __init__(self, line: str) -> None:
        self.line = line
        words = line.split()
        self.word = words[0]
        self.fields = [word for word in words[1:] if word != _SECRET]
        values = [word for word in words[1:] if word[0] != "'"]
        self.public = 1 + values.index(_SECRET) if _SECRET in values else -1
        values = [word for word in values if word != _SECRET]
        self.has_actor = values[:1] == ["player"]
        self.card_at = 1 + values.index("card") if "card" in values else -1


class Actions:
    """The actions of a game: a line each, in the order of the verbs' numbers, and the kinds of its fields."""

    def __init__(self, lines: tuple[str, ...], kinds: "dict[str, Kind]") -> None:
        self._verbs = [Verb(line) for line in lines]
        self._kinds: "dict[str, Kind]" = dict(kinds)
        for name in ("player", "receiver", "number"):
            self._kinds[name] = NUMBER

    def public(self, action: tuple[int, ...]) -> tuple[int, ...]:
        """Return the public form of an action."""
        length = self._verbs[action[0]].public
        return action if length < 0 else action[:length]

    def actor(self, action: tuple[int, ...]) -> int:
        """Return the player of an action, or CHANCE."""
        return action[1] if self._verbs[action[0]].has_actor else CHANCE

    def card(self, action: tuple[int, ...]) -> int:
        """Return the card that an action puts into a slot, or NO_CARD."""
        place = self._verbs[action[0]].card_at
        return action[place] if 0 < place < len(action) else NO_CARD

    def text(self, action: tuple[int, ...]) -> str:
        """Return the text form of an action."""
        verb = self._verbs[action[0]]
        words = [verb.word]
        place = 1
        for field in verb.fields:
            if place >= len(action):
                break
            if field[0] == "'":
                words.append(field[1:-1])
                continue
            name, _, groups = field.partition(":")
            if name in self._kinds:
                words.append(self._kinds[name][0](action[place]))
                place += 1
                continue
            write = self._kinds[name[:-1]][0]
            size = len(action[place:]) // 2 if groups == "/2" else int(groups or len(action))
            for count, value in enumerate(action[place:]):
                words += [_BETWEEN, write(value)] if count and count % size == 0 else [write(value)]
            place = len(action)
        return " ".join(words)

    def from_text(self, text: str) -> tuple[int, ...]:
        """Return the action of a text form; ValueError, in a sentence, if it is invalid."""
        words = text.split()
        for number, verb in enumerate(self._verbs):
            if words and words[0] == verb.word:
                action = self._values(verb, words[1:])
                if action is not None:
                    return (number,) + tuple(action)
        forms = ", ".join([verb.line.replace("/ ", "").replace("'", "") for verb in self._verbs])
        raise ValueError(f"An action reads like one of these: {forms}; not “{text}”.")

    def _values(self, verb: Verb, words: "list[str]") -> "list[int] | None":
        """Return the values of an action's fields; None if there are too many or too few words."""
        values: "list[int]" = []
        for field in verb.fields:
            if not words and len(values) + 1 == verb.public:
                return values
            if field[0] == "'":
                if not words or words.pop(0) != field[1:-1]:
                    return None
                continue
            name = field.partition(":")[0]
            if name not in self._kinds:
                read = self._kinds[name[:-1]][1]
                return values + [read(word) for word in words if word != _BETWEEN]
            if not words:
                return None
            values.append(self._kinds[name][1](words.pop(0)))
        return None if words else values
