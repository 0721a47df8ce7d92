"""David & Goliath on the page: the trick, what everybody has captured by colour, and the points."""

from collections.abc import Sequence
from typing import ClassVar

from markupsafe import Markup

from tavolo.games.david_goliath import events as code
from tavolo.games.david_goliath import rules
from tavolo.games.david_goliath.position import COLOURS, HAND, IN_TRICK, NUMBERS, PLAY, Position, colour_points
from tavolo.games.david_goliath.scene import last_trick, running_total
from tavolo_host.display.parts.cards import lying_card, no_card
from tavolo_host.display.parts.game_display import (
    Cost,
    GameDisplay,
    GameMirror,
    Player,
    Standing,
    as_players,
    lies_before,
    named,
    signed,
    standing_of,
)
from tavolo_host.display.parts.tags import drawn, heading, tag
from tavolo_host.texts.language import _
from tavolo_host.vector import inline_svg

# Of each colour: how it is printed, and its shape (drop, sun, leaf, heart, flower) as a path.
SUITS = {
    "blue": ("#2563b0", "M0-11C4-5 8-1 8 4A8 7.5 0 0 1-8 4C-8-1-4-5 0-11Z"),
    "yellow": (
        "#b98500",
        "M0-11L2.4-6.6L7-8.4L6.2-3.5L11-2L7.4 1.4L9.8 5.8L4.9 6L3.4 10.8L0 7.2L-3.4 10.8L-4.9 6L-9.8 5.8"
        "L-7.4 1.4L-11-2L-6.2-3.5L-7-8.4L-2.4-6.6Z",
    ),
    "green": ("#23803f", "M0-11C9-6 10 3 1.2 8V11H-1.2V8C-10 3-9-6 0-11Z"),
    "red": ("#c22f2f", "M0 10C-14 0-10-10-4-9C-1.5-8.6 0-6 0-5C0-6 1.5-8.6 4-9C10-10 14 0 0 10Z"),
    "violet": (
        "#7a3fa0",
        "M-4.5-9A4 4 0 0 1 0-5A4 4 0 0 1 4.5-9A4 4 0 0 1 8-3A4 4 0 0 1 4.6 3A4 4 0 0 1 0 10A4 4 0 0 1-4.6 3"
        "A4 4 0 0 1-8-3A4 4 0 0 1-4.5-9Z",
    ),
}


class Display(GameDisplay[Position]):
    """The game's part of the page."""

    game = rules
    suits = SUITS
    event_ms: ClassVar = {
        code.FOLLOWED: 900,
        code.WENT_OFF: 900,
        code.LOW_TAKES_HIGH: 1500,  # the whole trick lies there
        code.HIGH_TAKES_REST: 700,
        code.ALL_EQUAL: 700,
    }

    def advised(self, mirror: GameMirror[Position], player: int, hand: Sequence[int]) -> set[int]:
        """Return the cards that follow the led colour; all when none does or the player leads."""
        position = mirror.position
        if player not in mirror.game.to_act(position):
            return set()
        led = position.trick[0] // NUMBERS if position.trick else None
        return {card for card in hand if card // NUMBERS == led} or set(hand)

    def laid(self, mirror: GameMirror[Position]) -> dict[int, int]:
        """Return the cards of the trick; after its last card they stay until the next lead."""
        return dict(_trick(mirror)[0])

    def progress(self, mirror: GameMirror[Position]) -> str:
        """Return which deal and which trick it is."""
        position = mirror.position
        deal = _("deal {} of {}").format(position.deal + 1, position.deals)
        if not position.remaining:
            return deal
        trick = _("trick {} of {}").format(position.trick_number(), HAND)
        return f"{deal} · {trick}" if position.deals > 1 else trick

    def panel(self, mirror: GameMirror[Position], players: Sequence[Player]) -> Markup:
        """Return the trick, and the table of captures and points."""
        return _trick_panel(self, mirror, players) + _captures(mirror, players)

    def unfold(
        self, before: Position, action: tuple[int, ...], events: Sequence[tuple[int, ...]], after: Position
    ) -> list[Position]:
        """Return the whole trick until it has been told who takes what."""
        if action[0] != PLAY or after.trick:
            return [after] * len(events)
        lying, card = before.copy(), action[2]
        lying.trick.append(card)  # and `remaining` as before: the deal is not over yet
        lying.where[card] = IN_TRICK
        takes = [event[0] in (code.HIGH_TAKES_REST, code.ALL_EQUAL) for event in events].index(True)
        return [lying] * takes + [after] * (len(events) - takes)

    def about(self, mirror: GameMirror[Position]) -> tuple[str, ...]:
        """Return the anchors about tricks and captures, and before a trick about points too."""
        position = mirror.position
        if position.is_over():
            return ("points",)
        return ("trick", "taking") if position.trick else ("trick", "taking", "points")

    def cost(self, position: Position, action: tuple[int, ...]) -> Cost:
        """Return what the last card of a trick takes; before that, whether it is the highest or lowest so far."""
        _play, player, card = action
        trick = [*position.trick, card]
        high, low = rules.extremes(trick)
        if len(trick) < position.players:
            if len(trick) == 1:
                return Cost()
            if high == len(trick) - 1:
                return Cost(_("the highest so far"))
            if low == len(trick) - 1:
                return Cost(_("the lowest so far, against {}").format(self.face(trick[high]).name))
            return Cost(_("takes nothing"), (0,))
        after = position.copy()
        rules.apply(after, action)
        taken = [each for each in trick if after.where[each] == player]
        points = after.deal_points(player) - position.deal_points(player)
        if not taken:
            return Cost(_("takes nothing"), (0,))
        cards = self.face(taken[0]).name if len(taken) == 1 else _("{} cards").format(len(taken))
        words = _("takes {}: 1 point") if points == 1 else _("takes {}: {} points")
        return Cost(words.format(cards, signed(points)), (points,))

    def standing(self, position: Position) -> Standing:
        """Return the points, including those of the current deal."""
        return Standing([running_total(position, player) for player in range(position.players)], _("points"))


def _trick(mirror: GameMirror[Position]) -> tuple[list[tuple[int, int]], bool]:
    """Return (player, card) in playing order of the current trick (True) or of the one just finished."""
    position = mirror.position
    if position.trick:
        order = [(position.leader + place) % position.players for place in range(len(position.trick))]
        return list(zip(order, position.trick, strict=True)), True
    last = last_trick(mirror.actions, position.players)
    return [(player, card) for _play, player, card in last], not last


def _trick_panel(display: Display, mirror: GameMirror[Position], players: Sequence[Player]) -> Markup:
    position = mirror.position
    played, present = _trick(mirror)
    first = played[0][0] if played else position.leader
    cards = dict(played)
    places = []
    for place in range(position.players):
        player = (first + place) % position.players
        card, person = cards.get(player), players[player]
        picture = no_card() if card is None else lying_card(card, display.face(card), person.seat, 54)
        places.append(lies_before(person, picture))
    title = _("The trick") if present else _("The last trick")
    aside = display.headline(mirror)
    if not position.is_over():
        aside = f"{aside}: {_('{} leads').format(players[position.leader].name)}"
    classes = "trick" if present else "trick past"
    return tag("section", heading(title, aside), tag("div", *places, class_="trick-places"), class_=classes)


def _captures(mirror: GameMirror[Position], players: Sequence[Player]) -> Markup:
    position = mirror.position
    headings = [tag("th", _suit(colour)) for colour in range(len(COLOURS))]
    headings += [tag("th", words, class_="points") for words in (_("deal"), _("total"))]
    rows = []
    for player, person in enumerate(players):
        cells = [
            tag("th", named(person), scope="row", data_home=f"seat-{person.seat}"),
            *(_captured_cell(position, player, colour) for colour in range(len(COLOURS))),
            tag("td", position.deal_points(player), class_="points", data_count=f"deal-{player}"),
            tag("td", running_total(position, player), class_="points total", data_count=f"total-{player}"),
        ]
        rows.append(tag("tr", *cells, class_=standing_of(mirror, player, person)))
    title = heading(_("Captured"), _("1-2 cards: their numbers · 3+: one each"))
    table = tag("table", tag("thead", tag("tr", tag("td"), *headings)), tag("tbody", *rows))
    return tag("section", title, table, class_="captures", **as_players())


def _suit(colour: int) -> Markup:
    name = COLOURS[colour]
    printed, shape = SUITS[name]
    elements = [
        drawn("title", _(name)),
        drawn("rect", class_="card-paper", x=-12, y=-12, width=24, height=24, rx=6),
        drawn("path", d=shape, fill=printed),
    ]
    return inline_svg(elements, (-12, -12, 24, 24), "suit", _(name), size=(18, 18))


def _captured_cell(position: Position, player: int, colour: int) -> Markup:
    """Return a cell: the colour's points, below them how they come about, and all its numbers as a tooltip."""
    first = colour * NUMBERS
    numbers = [number + 1 for number in range(NUMBERS) if position.where[first + number] == player]
    if not numbers:
        return tag("td", "·", class_="none")
    points = colour_points(len(numbers), sum(numbers))
    made_of = _("of {}").format(len(numbers)) if len(numbers) > 1 else ""
    if len(numbers) == 2:
        made_of = Markup("+<wbr>").join(map(str, numbers))
    every = ", ".join(map(str, numbers))
    return tag("td", tag("b", points), tag("small", made_of), title=every)
