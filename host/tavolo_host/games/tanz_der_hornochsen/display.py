"""Tanz der Hornochsen on the page: the board with its tiles, and how far everybody is."""

from collections.abc import Sequence
from typing import ClassVar

from markupsafe import Markup

from tavolo.games.tanz_der_hornochsen import events as code
from tavolo.games.tanz_der_hornochsen.board import HEAP
from tavolo.games.tanz_der_hornochsen.choices import next_in_open_round
from tavolo.games.tanz_der_hornochsen.position import (
    CHOOSE,
    CHOOSING,
    KEEP,
    KEEPING,
    OVER,
    SHOW,
    SHOWN,
    TURNING,
    Position,
)
from tavolo.games.tanz_der_hornochsen.scene import newest
from tavolo_host.display.parts.cards import CardFace
from tavolo_host.display.parts.game_display import (
    Cost,
    GameDisplay,
    GameMirror,
    Player,
    Standing,
    as_players,
    standing_of,
)
from tavolo_host.display.parts.tags import heading, joined, tag
from tavolo_host.display.parts.theme import SEAT_MARKS, seat_mark_svg
from tavolo_host.games.tanz_der_hornochsen import row_words
from tavolo_host.games.tanz_der_hornochsen.board_picture import board_svg, half_svg
from tavolo_host.games.tanz_der_hornochsen.rows import Rows
from tavolo_host.texts.language import _

# The picture on every tile beside its number: a bull's head with horns.
BULL_SHAPE = (
    "M-12-9C-10-3-7-2-5-3C-3-5 3-5 5-3C7-2 10-3 12-9C13 0 9 3 6 3C5 6 4 10 0 11C-4 10-5 6-6 3C-9 3-13 0-12-9Z"
    "M-3.2 1.2A1.2 1.2 0 1 0-3.2 3.6A1.2 1.2 0 1 0-3.2 1.2ZM3.2 1.2A1.2 1.2 0 1 0 3.2 3.6A1.2 1.2 0 1 0 3.2 1.2Z"
)
# A tile's colour: ten shades, by tens, so that near numbers look alike.
SHADES = (
    "#8a5a12",
    "#8f4a1c",
    "#963a2a",
    "#94324a",
    "#7f3568",
    "#663d82",
    "#474a92",
    "#2c5a8c",
    "#20687a",
    "#276a52",
)
# Events that say into which row a tile goes, and those that end with the space to which a pawn moves.
PLACED = {code.ONLY_LOWER: 2, code.SMALLEST_DIFFERENCE: 2, code.LOWER_THAN_ALL: 3}  # and the row's place after the code
MOVED = (code.FORWARD, code.WENT_FURTHER, code.BACK, code.WENT_FURTHER_BACK)


class Display(GameDisplay[Position]):
    """The game's part of the page."""

    event_ms: ClassVar = (
        {code.CHOSE: 0, code.BOUGHT: 0, code.BOUGHT_BONUS: 0, code.SHOWED: 900, code.TURNED: 300}
        | dict.fromkeys(PLACED, 450)
        | {code.PAT: 250, code.PAT_BONUS: 250, code.BULL: 700, code.BULL_BONUS: 700, code.OPENED_ROW: 600}
        | dict.fromkeys((*MOVED, code.BACK_TO_START), 450)
        | {code.EYE: 700, code.EYE_TOGETHER: 700, code.REACHED_HEAP: 700}
    )

    def face(self, card: int) -> CardFace:
        """Return a tile's face."""
        number = card + 1
        return CardFace(str(number), str(number), SHADES[number // 10], BULL_SHAPE)

    def advised(self, mirror: GameMirror[Position], player: int, hand: Sequence[int]) -> set[int]:
        """Return the tiles that may be chosen now (in an open round, only on one's turn), or kept."""
        position = mirror.position
        if position.phase == KEEPING and position.actor == player:
            return set(hand) & set(position.taken)
        if position.phase != CHOOSING or not position.left[player]:
            return set()
        return {card for card in hand if mirror.game.why_not(position, player, card) is None}

    def laid(self, mirror: GameMirror[Position]) -> dict[int, int]:
        """Return the tile that each player showed last, until the next ones are chosen."""
        shown = newest(list(mirror.actions))
        if mirror.position.phase == CHOOSING and not mirror.position.queue:
            return {}
        return dict(reversed(shown))

    def progress(self, mirror: GameMirror[Position]) -> str:
        """Return the round and its kind."""
        position = mirror.position
        if position.phase == TURNING:
            return _("put the first tiles of the rows into any slot")
        kinds = [_("round {}").format(position.round)]
        kinds += [_("open")] if position.is_open else []
        kinds += [_("double")] if position.is_double else []
        return " · ".join([*kinds, _until_the_end(position)])

    def panel(self, mirror: GameMirror[Position], players: Sequence[Player]) -> Markup:
        """Return the board, and everybody's points and tiles."""
        return _board(mirror, players) + _standings(mirror, players)

    def unfold(
        self, before: Position, action: tuple[int, ...], events: Sequence[tuple[int, ...]], after: Position
    ) -> list[Position]:
        """Return what the board looks like when tiles have come out, then while each is placed, scores, and pawns move.

        A tile on a bull's head still waits, though its place is that row.
        """
        shown, positions = before.copy(), []
        for event in events:
            if event[0] != code.SHOWED:  # all tiles come out together
                shown = shown.copy()
            _happen(shown, event)
            positions.append(shown)
        return positions

    def about(self, mirror: GameMirror[Position]) -> tuple[str, ...]:
        """Return the anchors of the paragraphs about this moment."""
        position = mirror.position
        if position.phase == OVER:
            return ("end",)
        if position.phase == KEEPING:
            return ("keeping", "placing")
        doubled, opened = ("double",) * position.is_double, ("open",) * bool(position.is_open or position.opens)
        empties = any(held <= left for held, left in zip(position.held, position.left, strict=True))
        ends = max(position.pawns) + max(position.board.bulls) >= HEAP
        return (*doubled, *opened, "placing", "points", "buying", *("refill",) * empties, *("end",) * ends)

    def picture(self, mirror: GameMirror[Position]) -> Markup:
        """Return the left half of the board."""
        return half_svg(mirror.position)

    def place_of(self, mirror: GameMirror[Position], action: tuple[int, ...]) -> str:
        """Return the tile to keep, or the row into which a chosen tile would go now."""
        if action[0] == KEEP and len(action) > 2:
            return f"tile-{action[2]}"
        return f"row-{row_of(mirror.position, action[2])}" if action[0] in (CHOOSE, SHOW) else ""

    def cost(self, position: Position, action: tuple[int, ...]) -> Cost:
        """Return into which row a tile would go as the rows lie now, and for how many points."""
        if action[0] not in (CHOOSE, SHOW, KEEP) or len(action) < 3:
            return Cost()
        tile, row = action[2], row_of(position, action[2])
        is_full = position.lengths[row] == position.board.spaces[row]
        points = -Rows.of(position).place(tile)
        if abs(points) == 1:
            words = _("1 bonus point") if points > 0 else _("1 point")
        elif points:
            words = (_("{} bonus points") if points > 0 else _("{} points")).format(abs(points))
        else:
            words = _("no points")
        place = _("row {} now: {}")
        if is_full:
            place = _("row {} now, its bull’s head: {}")
        elif tile < min(position.row(other)[-1] for other in position.active):
            place = _("row {} now, lower than all: {}")
        return Cost(place.format(row_words(row, _), words), (points,))

    def standing(self, position: Position) -> Standing:
        """Return the penalty points."""
        return Standing(position.pawns, _("penalty points"), more_is_better=False)


def _happen(position: Position, event: tuple[int, ...]) -> None:
    """Change what everybody sees on the board by one event of placing tiles."""
    kind, *numbers = event
    if kind == code.SHOWED:
        player, tile = numbers
        position.queue = sorted([*position.queue, tile << 3 | player])
        position.where[tile] = SHOWN
        if not position.sealed[player]:  # it was chosen openly
            position.held[player] -= 1
            position.chosen[player] += 1
            position.left[player] -= 1
        position.sealed[player] = position.sealed[player][1:]
        position.phase = CHOOSING
    elif kind in PLACED:
        tile, row = numbers[1], numbers[PLACED[kind]]
        position.where[tile] = row + 1
        if position.lengths[row] < position.board.spaces[row]:
            position.queue.pop(0)
            position.lay(tile, row)
    elif kind in MOVED:
        position.pawns[numbers[0]] = numbers[-1]
    elif kind == code.BACK_TO_START:
        position.pawns[numbers[0]] = 0
    elif kind == code.OPENED_ROW:
        tile, row, new = numbers
        position.queue.pop(0)
        position.taken = position.row(row)
        position.lengths[row] = 0
        position.lay(tile, new)
        position.active = sorted({*position.active, new} - {row})
    elif kind == code.KEPT:
        position.held[numbers[0]] += 1
    elif kind in (code.KEEPS_NO_MORE, code.KEEPS_NONE):
        position.box += numbers[2]
        position.taken = []
        position.phase = CHOOSING
    elif kind in (code.EYE, code.EYE_TOGETHER):
        position.opens = True


def row_of(position: Position, tile: int) -> int:
    """Return the row of a tile: the one with the highest lower end, else the one with the highest end."""
    last = {position.row(row)[-1]: row for row in position.active}
    return last[max([number for number in last if number < tile] or last)]


def _until_the_end(position: Position) -> str:
    if position.reached:
        return _("the last round")
    return _("farthest pawn: {} of {}").format(max(position.pawns), HEAP)


def _board(mirror: GameMirror[Position], players: Sequence[Player]) -> Markup:
    position = mirror.position
    owners = {tile: players[player].seat for player, tile in newest(list(mirror.actions))}
    left = [_until_the_end(position), _("reserve {}").format(position.reserve), _("box {}").format(position.box)]
    signs = tag("span", _("points are bonuses"), class_="bonus") if position.shows_cow() else ""
    title = heading(joined(_("The board"), signs), " · ".join(left))
    return tag("section", title, board_svg(position, owners), _waiting(mirror, players), class_="horn-board")


def _waiting(mirror: GameMirror[Position], players: Sequence[Player]) -> Markup:
    """Return the open tiles to be placed, and the row from which a player keeps tiles."""
    position = mirror.position
    lines = []
    waiting = [entry for entry in position.queue if position.where[entry >> 3] == SHOWN]
    if waiting:
        tiles = (_waiting_tile(entry >> 3, players[entry & 7].seat) for entry in waiting)
        lines.append(tag("p", tag("i", _("to be placed")), *tiles))
    if position.phase == KEEPING:
        numbers = Markup(" ").join(
            tag("b", tile + 1, data_place=f"tile-{tile}", data_piece=f"tile-{tile}") for tile in position.taken
        )
        words = _("{} keeps one or two of").format(players[position.actor].name)
        lines.append(tag("p", tag("i", words), numbers))
    turn = next_in_open_round(position) if position.is_open and position.phase == CHOOSING else []
    if turn:
        names = ", ".join(players[player].name for player in turn)
        lines.append(tag("p", tag("i", _("{} to choose; the others may buy").format(names))))
    if position.opens and position.phase != OVER:
        lines.append(tag("p", tag("i", _("a bull’s eye was reached: the next round is open"))))
    return tag("div", *lines, class_="horn-lines")


def _waiting_tile(tile: int, seat: int) -> Markup:
    parts = seat_mark_svg(seat, 16), tag("b", tile + 1, style=f"border-color:{SEAT_MARKS[seat].colour}")
    return tag("span", *parts, class_="horn-waiting", data_piece=f"tile-{tile}", data_origin=f"seat-{seat}")


def _standings(mirror: GameMirror[Position], players: Sequence[Player]) -> Markup:
    position = mirror.position
    places = sorted(range(position.players), key=lambda player: (position.pawns[player], player))
    rows = []
    for player in places:
        person = players[player]
        row = tag(
            "li",
            seat_mark_svg(person.seat, 20),
            tag("span", person.name, class_="name"),
            tag("small", *_doing(position, player, person.has_chosen)),
            tag("span", position.held[player], class_="held"),
            tag("b", position.pawns[player], data_count=f"points-{player}"),
            class_=standing_of(mirror, player, person),
            title=person.name,
            data_home=f"seat-{person.seat}",
            data_piece=f"player-{player}",
        )
        rows.append(row)
    title = heading(_("Penalty points"), _("tiles in hand · points"))
    return tag("section", title, tag("ol", *rows), class_="horn-standings", **as_players())


def _doing(position: Position, player: int, has_chosen: bool) -> list[Markup]:
    """Return a player's public state in this round: a sign for each tile, with words; one may still be in the slot."""
    if position.phase in (TURNING, OVER):
        return []
    chosen, left = position.chosen[player], position.left[player]
    made = "sealed" if position.sealed[player] else "shown"
    words = {"sealed": _("sealed"), "shown": _("shown"), "open": _("to be chosen"), "bought": _("has bought")}
    signs = (
        [made] * chosen + ["sealed" if has_chosen else "open"] * left + (["bought"] if position.bought[player] else [])
    )
    return [tag("i", class_=f"horn-{sign}", title=words[sign]) for sign in signs]
