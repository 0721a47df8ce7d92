"""Bambuti on the page: the two rows of masks with their indicators between them, drums, points, and the pile."""

from collections.abc import Sequence
from typing import ClassVar

from markupsafe import Markup

from tavolo.games.bambuti import events as code
from tavolo.games.bambuti import rules
from tavolo.games.bambuti.position import (
    DRAW,
    DRAWING,
    DRUM,
    DRUMMING,
    DRUMS,
    LAYING,
    LEFT_AT_END,
    NUMBERS,
    OVER,
    PASS,
    PLACES,
    PLAY,
    PLAYING,
    WISHING,
    Position,
    indicator,
    indicator_sums,
)
from tavolo.games.bambuti.scene import upper_player
from tavolo_host.display.parts.cards import back_svg, lying_card, no_card, rows_svg
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
from tavolo_host.display.parts.tags import heading, tag
from tavolo_host.display.parts.theme import seat_mark_svg
from tavolo_host.texts.language import _

# Two eyes and a mouth, drawn against the outline's direction, so that they are holes.
EYES = "M-4.5-4A2 2 0 1 0-4.5 0A2 2 0 1 0-4.5-4ZM4.5-4A2 2 0 1 0 4.5 0A2 2 0 1 0 4.5-4ZM-4 4L0 7L4 4Z"
# Of each colour: how it is printed, and the outline of its mask (round, horned, long, square, crowned).
SUITS = {
    "blue": ("#2563b0", "M0-10.5A10.5 10.5 0 0 1 0 10.5A10.5 10.5 0 0 1 0-10.5Z" + EYES),
    "yellow": ("#b98500", "M-11-11L-5-7H5L11-11L9.5 2L0 11L-9.5 2Z" + EYES),
    "green": ("#23803f", "M0-12C5-12 8-8 8-2C8 6 4 12 0 12C-4 12-8 6-8-2C-8-8-5-12 0-12Z" + EYES),
    "red": ("#c22f2f", "M-9.5-9.5H9.5V9.5H-9.5Z" + EYES),
    "violet": ("#7a3fa0", "M-10-11L-5-7.5L0-12L5-7.5L10-11L9 9L0 11L-9 9Z" + EYES),
}
DRUM_DRAWN = Markup(
    '<path class="drum-body" d="M3 6C3 3.5 17 3.5 17 6L15 15C15 17 5 17 5 15Z"/>'
    '<ellipse class="drum-skin" cx="10" cy="6" rx="7" ry="2.6"/>'
)
MASK_WIDTH = 58


class Display(GameDisplay[Position]):
    """The game's part of the page."""

    game = rules
    suits = SUITS
    event_ms: ClassVar = {
        code.LAID: 0,
        code.ROW_SHOWN: 1200,
        code.SYMMETRY: 900,
        code.SCORED: 900,
        code.PASSES_END: 700,
    }

    def sorted_hand(self, hand: Sequence[int]) -> list[int]:
        """Return a hand sorted by number, which decides where a mask fits, then by colour."""
        return sorted(hand, key=lambda card: (card % NUMBERS, card))

    def advised(self, mirror: GameMirror[Position], player: int, hand: Sequence[int]) -> set[int]:
        """Return the masks that fit somewhere, or that can continue the row."""
        position = mirror.position
        if position.phase == LAYING and player in mirror.game.to_act(position):
            return _may_be_next(len(position.sealed[player]), hand)
        return super().advised(mirror, player, hand) if position.phase == PLAYING else set()

    def laid(self, mirror: GameMirror[Position]) -> dict[int, int]:
        """Return the mask played last, in front of its player."""
        last = newest(mirror, PLAY)
        return {last[1]: last[2]} if last else {}

    def progress(self, mirror: GameMirror[Position]) -> str:
        """Return how many plays are left."""
        position = mirror.position
        if not position.rows:
            return _("laying the rows in secret")
        left = position.pile_count + sum(max(0, held - LEFT_AT_END) for held in position.held)
        return _("plays left: {} · pile: {}").format(left, position.pile_count)

    def panel(self, mirror: GameMirror[Position], players: Sequence[Player]) -> Markup:
        """Return both rows with the indicators, arranged like the lights, with the players' drums and points."""
        position = mirror.position
        upper = upper_player(tuple(mirror.seats))
        lower = 1 - upper
        is_shown = bool(position.rows)
        aside = self.headline(mirror) if is_shown else _("r1 to r5, the highest in the centre")
        lines = (_player_line(mirror, players, player) for player in (upper, lower))
        return tag(
            "section",
            heading(_("The masks"), aside),
            tag("div", *lines, class_="mask-players", **as_players()),
            self._row(mirror, upper),
            _indicators(position, upper) if is_shown else tag("div", class_="indicators"),
            self._row(mirror, lower),
            class_="masks",
        )

    def unfold(
        self, before: Position, action: tuple[int, ...], events: Sequence[tuple[int, ...]], after: Position
    ) -> list[Position]:
        """Return the masks and drums as they are after the action, and the points as before until they are scored."""
        shown = after.copy()
        shown.points, shown.phase, shown.turn = before.points[:], before.phase, before.turn
        return [after if event[0] == code.SCORED else shown for event in events]

    def about(self, mirror: GameMirror[Position]) -> tuple[str, ...]:
        """Return the anchors of the paragraphs about this moment."""
        phases = {
            LAYING: ("rows", "indicators"),
            DRUMMING: ("scoring",),
            WISHING: ("passing",),
            OVER: ("scoring", "end"),
        }
        return phases.get(mirror.position.phase, ("masks", "indicators", "scoring"))

    def picture(self, mirror: GameMirror[Position]) -> Markup:
        """Return both rows."""
        faces = [self.face(mask) for mask in mirror.position.rows]
        return rows_svg(faces[:PLACES], faces[PLACES:]) if faces else Markup()

    def place_of(self, mirror: GameMirror[Position], action: tuple[int, ...]) -> str:
        """Return the mask to be covered."""
        return f"mask-{action[3]}-{action[4]}" if action[0] == PLAY else ""

    def cost(self, position: Position, action: tuple[int, ...]) -> Cost:
        """Return what is scored, or else the indicators on both sides after a mask, and how they change the lead."""
        verb, player = action[:2]
        if verb not in (PLAY, DRUM, PASS):
            return Cost()
        after = position.copy()
        rules.apply(after, action)
        if after.phase == DRAWING:
            after.pile = None  # what is drawn is not known
            rules.apply(after, (DRAW, player))
        own, other = indicator_sums(after.rows)[player], indicator_sums(after.rows)[1 - player]
        if verb == DRUM or after.points != position.points or after.phase == OVER:
            words = _("the game ends, scored: you {}, they {}") if after.phase == OVER else _("scored: you {}, they {}")
            return Cost(words.format(own, other), (own - other,))
        if verb != PLAY:
            return Cost()
        before = indicator_sums(position.rows)
        gained = own - other - before[player] + before[1 - player]
        return Cost(_("indicators: you {}, they {}").format(own, other), (gained,))

    def standing(self, position: Position) -> Standing:
        """Return the points."""
        return Standing(position.points, _("points"))

    def _row(self, mirror: GameMirror[Position], player: int) -> Markup:
        position, seats = mirror.position, mirror.seats
        row = position.rows[player * PLACES : (player + 1) * PLACES]
        last = newest(mirror, PLAY)
        cells = []
        for place in range(PLACES):
            if row:
                classes = "newest" if last[3:] == (player, place) else ""
                seat = seats[last[1] if classes else player]
                picture = lying_card(row[place], self.face(row[place]), seat, MASK_WIDTH)
            else:
                lies = position.phase == LAYING and place < len(position.sealed[player])
                classes = ""
                picture = back_svg(_("a mask, face down"), MASK_WIDTH) if lies else no_card()
            cells.append(tag("div", picture, class_=f"mask {classes}", data_place=f"mask-{player}-{place}"))
        return tag("div", *cells, class_="mask-row")


def _may_be_next(place: int, hand: Sequence[int]) -> set[int]:
    """Return the masks after which the row can still rise to the centre and fall afterwards."""
    numbers = sorted(card % NUMBERS for card in hand)
    if place < PLACES // 2:
        above = PLACES // 2 - place  # masks still needed up to the centre, none lower than this one
        return {card for card in hand if sum(number >= card % NUMBERS for number in numbers) > above}
    return {card for card in hand if card % NUMBERS == numbers[-1]}


def _indicators(position: Position, upper: int) -> Markup:
    """Return the five indicators, each on the side of the leading mask."""
    cells = []
    for place in range(PLACES):
        shown = indicator(position.rows[place], position.rows[PLACES + place])
        side = "above" if (shown > 0) == (upper == 0) else "below"
        coin = tag("i", "·", class_="indicator none")
        if shown:
            coin = tag("b", abs(shown), class_=f"indicator {side}", data_piece=f"indicator-{place}")
        cells.append(tag("div", coin))
    return tag("div", *cells, class_="indicators")


def _player_line(mirror: GameMirror[Position], players: Sequence[Player], player: int) -> Markup:
    """Return name, masks held, drums, points, and with open rows the points of a scoring now."""
    position = mirror.position
    person = players[player]
    left = position.drums[player]
    looks = ["drum spent" if number >= left else "drum" for number in range(DRUMS)]
    drums = (tag("svg", DRUM_DRAWN, width=20, height=20, class_=look, aria_hidden="true") for look in looks)
    wishes = tag("em", _("wants to pass")) if position.phase == WISHING and position.turn == player else ""
    scoring: Markup | str = ""
    if position.rows and position.phase != OVER:
        scoring = tag("small", _("if scored: +{}").format(indicator_sums(position.rows)[player]))
    return tag(
        "div",
        seat_mark_svg(person.seat, 20),
        tag("span", person.name, class_="who"),
        wishes,
        tag("span", *drums, class_="drums", role="img", aria_label=_("drums left: {}").format(left)),
        tag("small", _("in hand: {}").format(position.held[player])),
        scoring,
        tag("b", position.points[player], class_="mask-points", data_count=f"points-{player}"),
        class_=f"mask-player {standing_of(mirror, player, person)}",
        title=person.name,
        data_home=f"seat-{person.seat}",
    )
