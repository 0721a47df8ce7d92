"""What the page asks of a game: card faces, the cards on the table, and the panel beside it, as HTML.

A game derives its `Display` from `GameDisplay` and overrides what it wants to draw differently. The default panel has
two sections: the cards in front of the players, and a table of the players with what everybody may know of them.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar, cast

from markupsafe import Markup

from tavolo.rules.contract import CHANCE, NO_CARD
from tavolo_host.board.mirror import Mirror
from tavolo_host.display.parts.cards import CardFace, back_svg, lying_card, no_card, rows_svg
from tavolo_host.display.parts.geometry import places
from tavolo_host.display.parts.tags import joined, tag
from tavolo_host.display.parts.theme import SEAT_MARKS, seat_mark_svg
from tavolo_host.runtime.game_folders import part_of
from tavolo_host.texts.language import _

if TYPE_CHECKING:
    from tavolo.rules.game import Action, Event, Game, Position
    from tavolo.rules.record import Record

P = TypeVar("P", bound="Position")

CARD_WIDTH = 54
MOST_PICTURED = 4  # cards
DIAMOND = "M0-11L9 0L0 11L-9 0Z"
INK = "#5a361e"
ONLY_ON_A_PAGE = re.compile(r' (data-[\w-]+|role|aria-[\w-]+)="[^"]*"|<title>[^<]*</title>')
INKS = {  # one for each seat, for games in which every player has a colour; each has a shape of its own
    "blue": "#2563b0",
    "yellow": "#b98500",
    "green": "#23803f",
    "red": "#c22f2f",
    "violet": "#7a3fa0",
    "orange": "#b85a10",
    "turquoise": "#13797f",
    "grey": "#5d6470",
}


@dataclass(frozen=True)
class Player:
    """A player as the panels show one: seat at the table, and name.

    Everybody waits for who `is_awaited`; who `has_chosen` in secret waits for the others.
    """

    seat: int
    name: str
    is_awaited: bool = False
    has_chosen: bool = False


@dataclass(frozen=True)
class Standing:
    """Each player's number, and in words what it counts; no numbers where there is nothing to compare."""

    numbers: Sequence[float]
    words: str
    more_is_better: bool = True


@dataclass(frozen=True)
class Cost:
    """What an action costs or brings, as far as its player can know: in a few words, and in points of the game.

    Points that are lost are below 0. There is one number, or the least and the most that the player can still make of
    it; none where it is not about points.
    """

    words: str = ""
    points: tuple[int, ...] = ()

    @property
    def sign(self) -> str:
        """The most points that it can be, as a card or a place on the board shows them: "+3", "0" or "−2"."""
        return signed(max(self.points)) if self.points else ""

    @classmethod
    def of_all(cls, costs: "Sequence[Cost]") -> "Cost":
        """Return what one of several actions costs: the words in which they agree, or the least and the most points."""
        if len({*costs}) == 1:
            return costs[0]
        points = [number for cost in costs for number in cost.points]
        return cls(f"{signed(min(points))} … {signed(max(points))}", (min(points), max(points))) if points else cls()


def signed(points: int) -> str:
    """Return points with their sign: "+3", "0" or "−2"."""
    return f"{points:+}".replace("-", "−") if points else "0"


def as_players() -> dict[str, str]:
    """Return the attributes that let screen readers find the players in a panel."""
    return {"role": "region", "aria_label": _("Players")}


class GameMirror(Protocol[P]):
    """The mirror as a display reads it: during a game, with positions of that game's own class."""

    @property
    def game(self) -> "Game[P]":
        """The rules module of the game."""

    @property
    def position(self) -> P:
        """The position; never changed by the page."""

    @property
    def actions(self) -> Sequence[tuple[int, ...]]:
        """All actions so far, in their public form."""

    @property
    def seats(self) -> Sequence[int]:
        """The physical seat of each player."""


@dataclass(frozen=True)
class Step(Generic[P]):
    """A `GameMirror` as it was after `count` actions of a `record`, or in the middle of the last one.

    Where it is shown while the board is further, `ms` says for how long, and `entry` is the number of the log's newest
    entry shown with it.
    """

    record: "Record"
    game: "Game[P]"
    count: int
    position: P
    seats: Sequence[int]
    entry: int = -1
    ms: float = 0.0

    @cached_property
    def actions(self) -> Sequence[tuple[int, ...]]:
        """The actions up to then, in their public form."""
        return self.record.actions[: self.count]


class GameDisplay(Generic[P]):
    """A game's own part of the page. `game` is its rules module, for games whose faces follow from the text of a card.

    `suits` has, by the words of a card's suit, how it is printed and its shape. `event_ms` says for the codes of events
    how long each is to be seen, in ms; others are seen with the next one that is listed, or at the end. A decision
    whose first event is not listed takes `DECISION_MS` of `playback`.
    """

    game: "Game[P]"
    suits: ClassVar[Mapping[str, tuple[str, str]]] = {
        name: (ink, mark.path) for (name, ink), mark in zip(INKS.items(), SEAT_MARKS, strict=True)
    }
    event_ms: ClassVar[Mapping[int, int]] = {}
    overlapping: ClassVar[tuple[str, ...]] = ()  # how the names of places begin that overlap, and are buttons too

    # ---- what most games override

    def numbers(self, position: P) -> Mapping[str, Sequence[int]]:
        """Return the columns of the table: heading to one number for each player. The last one is shown large."""
        return {}

    def covered(self, position: P) -> Collection[int]:
        """Return the players with a face-down card in front of them, as in a sealed round."""
        return ()

    def laid(self, mirror: GameMirror[P]) -> dict[int, int]:
        """Return the face-up card in front of each player: the last one played openly."""
        played = ((mirror.game.actor(action), mirror.game.action_card(action)) for action in mirror.actions)
        return {player: card for player, card in played if player != CHANCE and card != NO_CARD}

    def picture(self, mirror: GameMirror[P]) -> Markup:
        """Return a small drawing of the game as it looks on the table, without words.

        By default it has cards that lie on the table, or else some of the deck.
        """
        cards = [*self.laid(mirror).values()] or range(0, mirror.game.CARDS, mirror.game.CARDS // MOST_PICTURED)
        return rows_svg([self.face(card) for card in cards[:MOST_PICTURED]])

    # ---- defaults

    def face(self, card: int) -> CardFace:
        """Return a card's face from its text: a number, or one of the `suits` and a number such as "green-12"."""
        suit, _between, text = self.game.card_text(card).rpartition("-")
        return CardFace(f"{_(suit)} {text}".strip(), text, *self.suits.get(suit, (INK, DIAMOND)))

    def sorted_hand(self, hand: Sequence[int]) -> list[int]:
        """Return a hand in the order of the cards' numbers."""
        return sorted(hand)

    def advised(self, mirror: GameMirror[P], player: int, hand: Sequence[int]) -> set[int]:
        """Return the cards that the rules let this player play now; none while others are to act."""
        if player not in mirror.game.to_act(mirror.position):
            return set()
        return {card for card in hand if mirror.game.why_not(mirror.position, player, card) is None}

    def headline(self, mirror: GameMirror[P]) -> str:
        """Return in a few words where the game stands."""
        return _("the game is over") if mirror.game.outcome(mirror.position) else self.progress(mirror)

    def progress(self, mirror: GameMirror[P]) -> str:
        """Return in a few words how far the game has come: how many decisions have been made."""
        return _("decisions so far: {}").format(sum(mirror.game.actor(action) != CHANCE for action in mirror.actions))

    def panel(self, mirror: GameMirror[P], players: Sequence[Player]) -> Markup:
        """Return the drawn board and the table of the players.

        Places are named by `data-place`; other attributes describe moving pieces, as `game_board.js` reads them.
        """
        laid, covered = self.laid(mirror), self.covered(mirror.position)
        return joined(self._cards(laid, covered, players) if laid or covered else "", self._standings(mirror, players))

    def unfold(self, before: P, action: "Action", events: "Sequence[Event]", after: P) -> list[P]:
        """Return what the board looks like after each event of an action; the page then goes on to `after`.

        Events of one code for which it returns the same object are seen together.
        """
        return [after] * len(events)

    def about(self, mirror: GameMirror[P]) -> tuple[str, ...]:
        """Return the anchors of the paragraphs about this moment on the game's page (see `rule_pages`)."""
        return ("end",) if mirror.game.outcome(mirror.position) else ("round",)

    def place_of(self, mirror: GameMirror[P], action: "Action") -> str:
        """Return the name of an action's place on the board, "" for none."""
        return ""

    def cost(self, position: P, action: "Action") -> Cost:
        """Return what an action costs or brings in a position as its player knows it, by default nothing.

        What depends on hidden cards or dice is told as far as it is certain.
        """
        return Cost()

    def standing(self, position: P) -> Standing:
        """Return every player's standing as far as it is public: the last column of the table; more is better."""
        columns = list(self.numbers(position).items())
        heading, numbers = columns[-1] if columns else ("", ())
        return Standing(numbers, heading)

    def _cards(self, laid: Mapping[int, int], covered: Collection[int], players: Sequence[Player]) -> Markup:
        places = []
        for player, person in enumerate(players):
            picture = no_card()
            if player in covered:
                picture = back_svg(_("a card, face down"), CARD_WIDTH)
            elif player in laid:
                picture = lying_card(laid[player], self.face(laid[player]), person.seat, CARD_WIDTH)
            places.append(lies_before(person, picture))
        return tag("section", tag("h2", _("On the table")), tag("div", *places, class_="trick-places"), class_="trick")

    def _standings(self, mirror: GameMirror[P], players: Sequence[Player]) -> Markup:
        columns = self.numbers(mirror.position)
        *_small, last = ["", *columns]
        rows = []
        for player, person in enumerate(players):
            cells = [
                tag("td", numbers[player], class_="points total" if heading == last else "points")
                for heading, numbers in columns.items()
            ]
            name = tag("th", named(person), scope="row", data_home=f"seat-{person.seat}")
            rows.append(tag("tr", name, *cells, class_=standing_of(mirror, player, person)))
        head = tag("tr", tag("td"), *(tag("th", heading, class_="points") for heading in columns))
        table = tag("table", tag("thead", head), tag("tbody", *rows))
        return tag("section", tag("h2", _("The players")), table, class_="captures", **as_players())


def named(person: Player, size: int = 18) -> Markup:
    """Return a player's mark, `size` pixels wide, and name."""
    return seat_mark_svg(person.seat, size) + tag("span", person.name, title=person.name)


def lies_before(person: Player, picture: Markup) -> Markup:
    """Return a card that lies in front of a player."""
    return tag("div", picture, tag("div", named(person), class_="trick-player"), class_="trick-place")


def standing_of(mirror: GameMirror[P], player: int, person: Player) -> str:
    """Return the CSS class of a player: "acts", "chosen" in secret, "won" for a winner, "" otherwise."""
    if person.is_awaited or person.has_chosen:
        return "acts" if person.is_awaited else "chosen"
    return "won" if player in (mirror.game.outcome(mirror.position) or ())[1:] else ""


def newest(mirror: GameMirror[P], *verbs: int) -> tuple[int, ...]:
    """Return the last action with one of these verbs, which put something on the board; () without one."""
    return next((action for action in reversed(mirror.actions) if action[0] in verbs), ())


def picture_of(record: "Record") -> str:
    """Return the small drawing of a game at this position, as HTML that refers to nothing on a page."""
    mirror = Mirror()
    mirror.record, mirror.seats = record, places(record.setup.players)
    display = display_of(mirror)
    return ONLY_ON_A_PAGE.sub("", display.picture(cast("GameMirror[Any]", mirror))) if display else ""


def display_of(mirror: Mirror) -> GameDisplay[Any] | None:
    """Return the display of the mirror's game, or None without a game. It reads mirrors of that game only."""
    if mirror.game is None or mirror.position is None:
        return None
    display: GameDisplay[Any] = part_of(mirror.game.NAME, ".display").Display()
    return display
