"""Tanz der Hornochsen on the page: the board with its tiles, and how far everybody is."""

from collections.abc import Sequence
from html import escape

from tavolo.games.tanz_der_hornochsen.board import HEAP
from tavolo.games.tanz_der_hornochsen.choices import next_in_open_round
from tavolo.games.tanz_der_hornochsen.position import CHOOSE, CHOOSING, KEEP, KEEPING, OVER, SHOW, TURNING, Position
from tavolo.games.tanz_der_hornochsen.scene import newest
from tavolo_host.display.cards import CardFace
from tavolo_host.display.game_display import GameDisplay, GameMirror, Player, Standing, as_players, standing_of
from tavolo_host.display.theme import seat_mark_svg
from tavolo_host.games.tanz_der_hornochsen.board_picture import board_svg
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


class Display(GameDisplay[Position]):
    """The game's part of the page."""

    def face(self, card: int) -> CardFace:
        """Return a tile's face."""
        number = card + 1
        return CardFace(str(number), str(number), "", SHADES[number // 10], BULL_SHAPE)

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

    def headline(self, mirror: GameMirror[Position]) -> str:
        """Return the round and its kind."""
        position = mirror.position
        if position.phase == OVER:
            return _("the game is over")
        if position.phase == TURNING:
            return _("put the first tiles of the rows into any slot")
        kinds = [_("round {}").format(position.round)]
        kinds += [_("open")] if position.is_open else []
        kinds += [_("double")] if position.is_double else []
        return " · ".join(kinds)

    def panel(self, mirror: GameMirror[Position], players: Sequence[Player]) -> str:
        """Return the board, and everybody's points and tiles."""
        return _board(mirror, players) + _standings(mirror, players)

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

    def place_of(self, mirror: GameMirror[Position], action: tuple[int, ...]) -> str:
        """Return the tile to keep, or the row into which a chosen tile would go now."""
        if action[0] == KEEP and len(action) > 2:
            return f"tile-{action[2]}"
        return f"row-{row_of(mirror.position, action[2])}" if action[0] in (CHOOSE, SHOW) else ""

    def standing(self, position: Position) -> Standing:
        """Return the penalty points."""
        return Standing(position.pawns, _("penalty points"), more_is_better=False)


def row_of(position: Position, tile: int) -> int:
    """Return the row of a tile: the one with the highest lower end, else the one with the highest end."""
    last = {position.row(row)[-1]: row for row in position.active}
    return last[max([number for number in last if number < tile] or last)]


def _board(mirror: GameMirror[Position], players: Sequence[Player]) -> str:
    position = mirror.position
    owners = {tile: players[player].seat for player, tile in newest(list(mirror.actions))}
    left = [_("reserve {}").format(position.reserve), _("box {}").format(position.box)]
    signs = ""
    if position.shows_cow():
        signs = f'<span class="bonus">{escape(_("points are bonuses"))}</span>'
    return (
        f'<section class="horn-board"><h2>{escape(_("The board"))}{signs}'
        f'<span class="aside">{escape(" · ".join(left))}</span></h2>{board_svg(position, owners)}'
        f"{_waiting(mirror, players)}</section>"
    )


def _waiting(mirror: GameMirror[Position], players: Sequence[Player]) -> str:
    """Return the open tiles to be placed, and the row from which a player keeps tiles."""
    position = mirror.position
    lines = []
    if position.queue:
        tiles = "".join(
            f'<span class="horn-waiting" data-piece="tile-{entry >> 3}" data-origin="seat-{players[entry & 7].seat}">'
            f"{seat_mark_svg(players[entry & 7].seat, 16)}<b>{(entry >> 3) + 1}</b></span>"
            for entry in position.queue
        )
        lines.append(f"<p><i>{escape(_('to be placed'))}</i>{tiles}</p>")
    if position.phase == KEEPING:
        numbers = " ".join(
            f'<b data-place="tile-{tile}" data-piece="tile-{tile}">{tile + 1}</b>' for tile in position.taken
        )
        words = _("{} keeps one or two of").format(players[position.actor].name)
        lines.append(f"<p><i>{escape(words)}</i>{numbers}</p>")
    turn = next_in_open_round(position) if position.is_open and position.phase == CHOOSING else []
    if turn:
        names = ", ".join(players[player].name for player in turn)
        lines.append(f"<p><i>{escape(_('{} to choose; the others may buy').format(names))}</i></p>")
    if position.opens and position.phase != OVER:
        lines.append(f"<p><i>{escape(_('a bull’s eye was reached: the next round is open'))}</i></p>")
    return f'<div class="horn-lines">{"".join(lines)}</div>' if lines else ""


def _standings(mirror: GameMirror[Position], players: Sequence[Player]) -> str:
    position = mirror.position
    places = sorted(range(position.players), key=lambda player: (position.pawns[player], player))
    rows = []
    for player in places:
        person = players[player]
        name = escape(person.name)
        rows.append(
            f'<li class="{standing_of(mirror, player)}" title="{name}" '
            f'data-home="seat-{person.seat}" data-piece="player-{player}">'
            f'{seat_mark_svg(person.seat, 20)}<span class="name">{name}</span>'
            f'<small>{_doing(position, player)}</small><span class="held">{position.held[player]}</span>'
            f'<b data-count="points-{player}">{position.pawns[player]}</b></li>'
        )
    return (
        f'<section class="horn-standings" {as_players()}><h2>{escape(_("Penalty points"))}'
        f'<span class="aside">{escape(_("tiles in hand · points"))}</span></h2><ol>{"".join(rows)}</ol></section>'
    )


def _doing(position: Position, player: int) -> str:
    """Return a player's public state in this round: a sign for each tile, with words."""
    if position.phase in (TURNING, OVER):
        return ""
    chosen, left = position.chosen[player], position.left[player]
    made = "sealed" if position.sealed[player] else "shown"
    words = {"sealed": _("sealed"), "shown": _("shown"), "open": _("to be chosen"), "bought": _("has bought")}
    signs = [made] * chosen + ["open"] * left + (["bought"] if position.bought[player] else [])
    return "".join(f'<i class="horn-{sign}" title="{escape(words[sign])}"></i>' for sign in signs)
