"""Yellowstone Park on the page: the board, and each player's marker, penalty pile and number of cards."""

from collections.abc import Iterable, Sequence
from itertools import product
from typing import ClassVar

from markupsafe import Markup

from tavolo.games.yellowstone_park import events as code
from tavolo.games.yellowstone_park import rules
from tavolo.games.yellowstone_park.frames import EDGE, FRAMES, SIDE, WINDOWS, kept_by
from tavolo.games.yellowstone_park.position import (
    COLOURS,
    COLUMNS,
    COPIES,
    FIRST_CARD,
    HAND,
    KEEP,
    KEEPING,
    NUMBERS,
    OVER,
    PENALTY,
    PLACE,
    PLACING,
    REFILL,
    SHUFFLE,
    TURN_UP,
    Position,
)
from tavolo.rules.contract import NO_CARD
from tavolo_host.display.parts.cards import CardFace
from tavolo_host.display.parts.game_display import (
    Cost,
    GameDisplay,
    GameMirror,
    Player,
    Standing,
    as_players,
    newest,
    standing_of,
)
from tavolo_host.display.parts.tags import drawn, heading, tag
from tavolo_host.display.parts.theme import seat_mark_svg
from tavolo_host.games.yellowstone_park.player import Board
from tavolo_host.texts.language import _
from tavolo_host.vector import inline_svg

# Of each colour: how it is printed, and its shape (mountain, sun, fir, flame) as a path.
SUITS = {
    "blue": ("#2563b0", "M-11 9L-3.5-9L0-2.5L3-6L11 9Z"),
    "yellow": (
        "#b98500",
        "M0-11L2.4-5.8L7.8-7.8L5.8-2.4L11 0L5.8 2.4L7.8 7.8L2.4 5.8L0 11L-2.4 5.8L-7.8 7.8L-5.8 2.4L-11 0"
        "L-5.8-2.4L-7.8-7.8L-2.4-5.8Z",
    ),
    "green": ("#23803f", "M0-11L5.5-4H3L8 4H2V10H-2V4H-8L-3-4H-5.5Z"),
    "red": (
        "#c22f2f",
        "M1-11C7-5 9 0 7.5 5C6 9 3 11 0 11C-4 11-7.5 8.5-7.5 4C-7.5 0-4-2-4-6C-1.5-5 0-3 0-0.5C2-3 2.5-7 1-11Z",
    ),
}

CELL = 30  # the size of a cell in the drawing
MARGIN = 20  # for the names of rows and columns


class Display(GameDisplay[Position]):
    """The game's part of the page."""

    game = rules
    suits = SUITS
    overlapping = ("frame-",)

    event_ms: ClassVar = {
        code.TURNED_UP: 400,
        code.KEPT: 700,
        code.TOOK: 700,
        code.ONE_MISSING: 900,
        code.ALL_COVERED: 900,
        code.SCORED: 900,
    }

    def advised(self, mirror: GameMirror[Position], player: int, hand: Sequence[int]) -> set[int]:
        """Return the whole hand while this player is to place a card: any may be."""
        position = mirror.position
        places = position.phase == PLACING and player in mirror.game.to_act(position)
        return set(hand) if places else set()

    def laid(self, mirror: GameMirror[Position]) -> dict[int, int]:
        """Return nothing: all cards go onto the board."""
        return {}

    def progress(self, mirror: GameMirror[Position]) -> str:
        """Return what the player to act does next."""
        position = mirror.position
        if position.phase == FIRST_CARD:
            return _("put the first card of the draw pile into any slot")
        if position.phase == KEEPING:
            return _("choosing a frame")
        if position.phase == PLACING:
            return _("first card") if not position.placed else _("second card, or stop")
        return _("filling up the hand")

    def panel(self, mirror: GameMirror[Position], players: Sequence[Player]) -> Markup:
        """Return the board, and beside it the standings."""
        position = mirror.position
        title = heading(_("The park"), _until_the_end(position))
        frames = position.frames if position.phase == KEEPING else ()
        parts = _board(self, mirror, frames), _standings(self, mirror, players)
        return tag("section", title, tag("div", *parts, class_="park-parts"), class_="park")

    def unfold(
        self, before: Position, action: tuple[int, ...], events: Sequence[tuple[int, ...]], after: Position
    ) -> list[Position]:
        """Return the card on the board, then the frame that is kept, the cards taken, and where markers move."""
        laid = (before if action[0] in (PLACE, KEEP) else after).copy()
        laid.markers, laid.penalty_counts, laid.phase = before.markers[:], before.penalty_counts[:], before.phase
        if action[0] == PLACE:
            _lay(laid, *action[1:])
        framed, taken = laid.copy(), after.copy()
        framed.phase, taken.markers = KEEPING, laid.markers
        shown, positions = laid, []
        for event in events:
            if event[0] == code.KEPT:
                framed.frames = [event[2]]
                shown = framed
            elif event[0] == code.TOOK:
                shown = taken
            elif event[0] in (code.ONE_MISSING, code.ALL_COVERED, code.SCORED):
                shown = after
            positions.append(shown)
        return positions

    def about(self, mirror: GameMirror[Position]) -> tuple[str, ...]:
        """Return the anchors of the paragraphs about this moment."""
        phases = {PLACING: ("placing", "frame", "bonus"), KEEPING: ("frame", "bonus"), OVER: ("scoring",)}
        more = ("turn",) * bool(mirror.position.placed)  # before a second card there is a choice whether to end it
        return phases.get(mirror.position.phase, ()) + more or ("placing",)

    def picture(self, mirror: GameMirror[Position]) -> Markup:
        """Return the board."""
        return _board(self, mirror, ())

    def place_of(self, mirror: GameMirror[Position], action: tuple[int, ...]) -> str:
        """Return the cell in which a card is placed, or the frame that is kept."""
        if action[0] == PLACE:
            return f"cell-{action[2] % NUMBERS}-{action[3]}"
        return f"frame-{action[2]}" if action[0] == KEEP else ""

    def cost(self, position: Position, action: tuple[int, ...]) -> Cost:
        """Return how many cards are taken or drawn, and how far the marker goes back."""
        board = Board(position.board, position.doubles, tuple(position.columns), position.edge_frame)
        verb, player = action[:2]
        if verb == PLACE:
            return _taking(board.placing(*action[2:]), position.markers[player])
        if verb == KEEP:
            kept = board.keeping(kept_by(position, action[2]), position.card)
            return _taking([kept], position.markers[player])
        if verb == SHUFFLE:
            return Cost(_("penalty cards: {} fewer").format(HAND), (HAND,))
        if verb == REFILL:
            number = min(HAND - position.hand_counts[player], position.pile_count)
            words = _("cards: {}, then scoring") if number == position.pile_count else _("cards: {}")
            return Cost(words.format(number))
        return Cost()

    def standing(self, position: Position) -> Standing:
        """Return where each marker would be after a scoring now."""
        numbers = [marker + pile for marker, pile in zip(position.markers, position.penalty_counts, strict=True)]
        return Standing(numbers, _("marker and penalty pile"), more_is_better=False)


def _taking(ways: Iterable[tuple[Board, int, int]], marker: int) -> Cost:
    """Return what one of several frames costs, by the cards taken and the bonus of each: a card is a point."""
    outcomes = [(taken, min(bonus, marker)) for _after, taken, bonus in ways]
    taken, back = ({outcome[part] for outcome in outcomes} for part in range(2))
    parts = []
    if len(taken) > 1:
        parts.append(_("takes {} to {} cards").format(min(taken), max(taken)))
    elif max(taken):
        parts.append(_("takes 1 card") if taken == {1} else _("takes {} cards").format(*taken))
    if max(back):
        parts.append((_("marker back {}") if len(back) == 1 else _("marker back up to {}")).format(max(back)))
    points = [spaces - cards for cards, spaces in outcomes]
    return Cost(", ".join(parts) or _("takes nothing"), (min(points), max(points)))


def _until_the_end(position: Position) -> str:
    end = position.end_after + (not position.reaching)
    return _("cards to scoring: {} · end at {}").format(position.pile_count, end)


def _lay(position: Position, player: int, card: int, column: int) -> None:
    """Lay a card from a hand on the board."""
    position.doubles |= position.board & 1 << card
    position.board |= 1 << card
    position.columns[card // NUMBERS] = column
    position.hand_counts[player] -= 1


def _board(display: Display, mirror: GameMirror[Position], frames: Sequence[int]) -> Markup:
    """Return the board; one of the `frames` is to be kept."""
    position = mirror.position
    last = newest(mirror, PLACE, TURN_UP)
    newest_card = mirror.game.action_card(last) if last else NO_CARD
    origin = f"seat-{mirror.seats[last[1]]}" if len(last) > 2 else None  # the first card has no player
    elements, cards = [], {}
    for number in range(NUMBERS):
        at = MARGIN + number * CELL + CELL / 2
        elements += [drawn("text", COLUMNS[number], x=at, y=14), drawn("text", number + 1, x=10, y=at + 4.5)]
    on_top = Markup()  # so that nothing covers it on its way
    for card in [card for card in range(len(COLOURS) * NUMBERS) if position.board >> card & 1]:
        row, column = card % NUMBERS, position.columns[card // NUMBERS]
        face, is_double = display.face(card), position.doubles >> card & 1
        if card == newest_card:
            lying = _card(face, is_double, "park-card newest", f"card-{card}-{is_double}", origin)
            on_top = drawn("g", lying, at=_corner(row, column), class_="park-newest")
        else:
            cards[row, column] = _card(face, is_double, "park-card", f"card-{card}-{is_double}")
    free = _takes_nothing(position)
    for row, column in product(range(NUMBERS), repeat=2):
        classes = "park-cell free" if (row, column) in free else "park-cell"
        cell = drawn("rect", class_=classes, x=1.5, y=1.5, width=27, height=27, rx=5) + cards.get((row, column), "")
        elements.append(drawn("g", cell, at=_corner(row, column), data_place=f"cell-{row}-{column}"))
    size = MARGIN + NUMBERS * CELL + 4
    player = position.turn % position.players
    signs = [display.cost(position, (KEEP, player, frame)).sign for frame in frames] if len(frames) > 1 else [""]
    elements += [on_top, *map(_frame, frames, signs)]
    return inline_svg(elements, (0, 0, size, size), "park-board", _("the board"), "group")


def _corner(row: int, column: int) -> tuple[int, int]:
    return MARGIN + column * CELL, MARGIN + row * CELL


def _frame(frame: int, sign: str) -> Markup:
    """Return the outline of a frame, and in its middle what it costs; that of the edge has two rows that lie apart."""
    first, column = divmod(frame, WINDOWS)
    outlines = []
    for row, count in [(0, 1), (NUMBERS - 1, 1)] if first == EDGE else [(first, SIDE)]:
        left, top = _corner(row, column)
        outlines.append(drawn("rect", x=left, y=top, width=SIDE * CELL, height=count * CELL, rx=6))
    middle = _corner(NUMBERS - 1 if first == EDGE else first + 1, column + 1)
    circle, text = drawn("circle", cx=15, cy=15, r=11), drawn("text", sign, x=15, y=19.5)
    told = drawn("g", circle, text, at=middle, class_="park-cost", data_alone="true") if sign else ""
    return drawn("g", *outlines, told, class_="park-frame", data_place=f"frame-{frame}")


def _card(face: CardFace, is_double: int, classes: str, piece: str, origin: str | None = None) -> Markup:
    """Return a card on the board; the upper one of two lies a little lower, and is another piece."""
    left, top = (2, 4) if is_double else (3, 3)
    return drawn(
        "g",
        drawn("title", _("{}, twice").format(face.name) if is_double else face.name),
        drawn("rect", class_="card-paper", x=5, y=1, width=24, height=25, rx=5) if is_double else "",
        drawn("rect", class_="card-paper", x=left, y=top, width=24, height=24, rx=5),
        drawn("path", at=(9.5, top + 7), scale=0.5, d=face.shape),
        drawn("text", face.text, x=19, y=top + 21),
        class_=classes,
        fill=face.colour,
        data_piece=piece,
        data_origin=origin,
    )


def _takes_nothing(position: Position) -> set[tuple[int, int]]:
    """Return the cells, by row and column from 0, where a card takes nothing: those of frames that hold all cards."""
    cells: set[tuple[int, int]] = set()
    for frame in range(FRAMES if position.edge_frame else FRAMES - WINDOWS):
        if position.board and kept_by(position, frame) == position.board:
            first, left = divmod(frame, WINDOWS)
            rows = (0, NUMBERS - 1) if first == EDGE else range(first, first + SIDE)
            cells |= {(row, column) for row in rows for column in range(left, left + SIDE)}
    return cells


def _standings(display: Display, mirror: GameMirror[Position], players: Sequence[Player]) -> Markup:
    position = mirror.position
    rows = []
    for player, person in enumerate(players):
        pile, hand = position.penalty_counts[player], position.hand_counts[player]
        taken = [copy // COPIES for copy, mark in enumerate(position.marks) if mark == PENALTY << player]
        cards = ", ".join(display.face(card).name for card in taken)
        held = tag("small", f"{_('pile {}').format(pile)} · {_('hand {}').format(hand)}", title=cards)
        row = tag(
            "li",
            seat_mark_svg(person.seat, 20),
            tag("div", tag("span", person.name, title=person.name), held),
            tag("b", position.markers[player], data_count=f"marker-{player}"),
            class_=standing_of(mirror, player, person),
            data_home=f"seat-{person.seat}",
        )
        rows.append(row)
    if position.neutral_marker:
        words = tag("div", tag("span", _("neutral marker")))
        rows.append(tag("li", tag("i"), words, tag("b", position.neutral)))
    return tag("div", tag("ol", *rows, class_="park-players"), class_="park-standings", **as_players())
