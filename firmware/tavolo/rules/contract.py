"""What the games share: the meaning of their functions, called verbs where an action has one, and common codes.

A game is a folder of `tavolo.games` whose `rules` implement `Game` of `game.pyi`, which lists their data and functions.
The table, the laptop and the tests know games by these alone.

The same code serves *dealt* play, where the position knows every card, and *table* play, where it knows what it has
been shown: unknown cards are absent from the position (a hand is None), and only their number is kept. `view`
removes what a viewer may not know. Hence two laws (`tests/rules/test_contract_laws.py`): view(dealt, TABLE) equals
the position that the public forms of the same actions reach, and what is legal in one is legal in the other.

How the five games use this:

- *Cards that are dealt*: an action of chance, (DEAL, every card in order). Its public form is (DEAL,), and that
  is what `chance` returns in table play, where people deal. Draws are the same: (DRAW, player, cards...), publicly
  (DRAW, player, number). Where a player chooses to draw, the player's own action comes first.
- *Cards that the table turns up* (Hornochsen's first four, Yellowstone's first): to_act is (CHANCE,), `chance` is
  None in table play, and legal(position, CHANCE, card) has the action for the card that a slot reads. In dealt
  play `chance` gives it from the deck.
- *What the board itself draws* (a prize, dice): `chance` draws it with `below` in table play as in dealt play, and its
  action is public. The scene has to show it: without a laptop players read it on the field.
- *Sealed choices* (Hornochsen's tiles, Bambuti's rows), as `sealed` has them: (CHOOSE, player, card), publicly (CHOOSE,
  player), of several players in `to_act` at once; when all have chosen, chance's (REVEAL, cards in players' order). For
  players in `forgotten` the private form is legal again, and applying it changes nothing public.
- *A secret set-up* (Bambuti): five sealed choices a player, checked against those already laid; the reveal has all ten.
- *A choice of several cards* is one action a card: a double round is two CHOOSE of each player.
- *Purchases* (Hornochsen): (BUY, player, number) of a player until choices are shown, followed by chance's DRAW. A
  player who has chosen, or waits for a turn, is in `may_act`: the game goes on without waiting for that player.
  `waits` is True for purchases, so the table collects simultaneous ones, orders them with `in_order` and serves them
  before any action that would make them impossible; the rules apply them in that order, and refuse those that have
  become impossible.
- *Confirming twice* (Bambuti's pass on trust) is two actions: offering to pass, then confirming or withdrawing.
- *Decisions in mid-resolution* (tiles kept from a completed row, the frame that is kept, one of two marks): the
  position stores how far the resolution is, to_act is the player who decides, and the next action continues it.
  A secret one is publicly a number: (KEEP, player, card), publicly (KEEP, player).
- *Dice* (Kuh Vadis): (HOLD, player, die), (ROLL, player), then chance's (ROLLED, faces...); of real dice the player's.
- *Options* are whole numbers with a range; a yes is 1. Boards and sheets are data, chosen by number; the number of one
  that is not built in says all that is printed on it.
- *Penalty piles, decks, reserves* are public as far as they were seen; the position marks each card with where it was
  last seen, "in one of these places" once an open pile was shuffled into a closed one.
- *Passing and stopping* are actions like others, and `legal` lists them last.

A game without sealed choices and simultaneous actions imports those functions from `parts`. The codes of events,
reasons and outcomes are unique: each game has a hundred of its own, those below a hundred are common to all.
"""

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from tavolo.rules.game import Game

CHANCE = -1  # in to_act: chance, or the table itself
TABLE = -1  # in view: public knowledge
NO_CARD = -1

# The refusals of every game. The comment lists the numbers after the code.
NOT_YOUR_TURN = 1  # player
GAME_IS_OVER = 2
NO_SUCH_ACTION = 3
NOT_IN_THE_DECK = 4  # card
CARD_WAS_PLAYED = 5  # card
CARD_NOT_IN_HAND = 6  # player, card
WRONG_DEAL = 7  # cards that must be dealt
CHANCE_IS_NEXT = 8


class Refused(Exception):
    """An action that the rules do not allow. Nothing has changed.

    `reason` is a tuple of numbers, its code first; the laptop turns it into a sentence.
    """

    def __init__(self, reason: tuple[int, ...]) -> None:
        super().__init__(reason)
        self.reason = reason


class Unprintable(ValueError):
    """A sheet or board that no game can have. `template`, with `values` for its braces, is the sentence."""

    def __init__(self, template: str, *values: "int | str") -> None:
        super().__init__(template.format(*values))
        self.template = template
        self.values = values


OWN = "own:"  # in a text, before the digits of an own sheet or board
LEAST_OWN = 1 << 64  # the number of an own sheet or board is larger
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Option:
    """A setting of a game: a whole number from `low` to `high`.

    If it `is_printed`, the numbers are sheets or boards that are built in, and a larger one is what is printed on a
    sheet or board of one's own; only the game knows how (`start` refuses a wrong one).
    """

    def __init__(self, name: str, default: int, low: int, high: int, is_printed: bool = False) -> None:
        self.name = name
        self.default = default
        self.low = low
        self.high = high
        self.is_printed = is_printed

    def value(self, text: str) -> int:
        """Return the value of a text; ValueError, in a sentence with the limits, if it is invalid."""
        digits = text[len(OWN) :] if self.is_printed and text.startswith(OWN) else ""
        try:
            value = int(digits, len(_DIGITS)) if digits else int(text)
        except ValueError:
            value = self.low - 1
        if digits:
            is_one = value >= LEAST_OWN and digits[0] != "0" and all([digit in _DIGITS for digit in digits])
        else:
            is_one = self.low <= value <= self.high
        if not is_one:
            raise ValueError(f"The option {self.name} goes from {self.low} to {self.high}, not to {text or 'nothing'}.")
        return value

    def can_be(self, value: int) -> bool:
        """Return whether it can have a value, as far as the option knows."""
        return self.low <= value <= self.high or (self.is_printed and value >= LEAST_OWN)

    def text(self, value: int) -> str:
        """Return the text of a value: "3", or "own:" and digits to the base 36."""
        if not self.is_printed or value < LEAST_OWN:
            return str(value)
        digits = ""
        while value:
            digits = _DIGITS[value % len(_DIGITS)] + digits
            value //= len(_DIGITS)
        return OWN + digits


class Setup:
    """How a game starts: game, number of players, options, and whether the cards are known.

    `options` has a value for each of the game's OPTIONS, in that order. `dealt` is True if the program
    shuffles and knows every hand, False at the table. Raises ValueError, in a sentence, for an impossible setup.
    """

    def __init__(self, game: "Game", players: int, options: tuple[int, ...] | None = None, dealt: bool = False) -> None:
        fewest, most = game.SEATS
        if not fewest <= players <= most:
            raise ValueError(f"{game.TITLE} is for {fewest} to {most} players, not for {players}.")
        if options is None:
            options = tuple([option.default for option in game.OPTIONS])
        if len(options) != len(game.OPTIONS):
            raise ValueError(f"{game.TITLE} has {len(game.OPTIONS)} options, not {len(options)}.")
        for option, value in zip(game.OPTIONS, options):
            if not option.can_be(value):
                option.value(str(value))  # says why not
        self.game = game
        self.players = players
        self.options = options
        self.dealt = dealt

    def text(self) -> str:
        """Return the text form: "david-goliath players=4 deals=1 dealer=-1 table"."""
        words = [self.game.NAME, f"players={self.players}"]
        for option, value in zip(self.game.OPTIONS, self.options):
            words.append(f"{option.name}={option.text(value)}")
        words.append("dealt" if self.dealt else "table")
        return " ".join(words)


def whole_number(text: str) -> int:
    """Return the whole number that `text` is; ValueError, in a sentence, if it is none."""
    try:
        return int(text)
    except ValueError:
        raise ValueError("{} is not a whole number.".format(text or "Nothing"))
