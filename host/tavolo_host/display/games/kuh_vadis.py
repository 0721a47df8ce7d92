"""Kuh Vadis on the page: the sheet with its marks, the dice, and the two players."""

from collections.abc import Sequence
from html import escape

from tavolo.rules.kuh_vadis_dice import COW, DICE, ROLLS, kinds
from tavolo.rules.kuh_vadis_lines import FREE
from tavolo.rules.kuh_vadis_position import MARKING, NO_CELL, OVER, Position
from tavolo.rules.kuh_vadis_sheet import CELLS, SIDE, START
from tavolo.rules.kuh_vadis_text import cell_text
from tavolo_host.display.cards import CardFace
from tavolo_host.display.game_display import Player
from tavolo_host.display.source import GameMirror
from tavolo_host.display.theme import SEAT_MARKS, seat_mark_svg
from tavolo_host.display.words import _

CELL, EDGE = 40, 16  # a cell, and the margin with letters and numbers
# Of each face from 1: how its number is printed, in the hues of the lights; a cow has its picture.
INKS = ("#2563b0", "#9a7000", "#23803f", "#c22f2f", "#7a3fa0")
CROSS, CIRCLE = "M-11-11L11 11M11-11L-11 11", "M0-12A12 12 0 1 1 0 12A12 12 0 1 1 0-12Z"
SIGNS = (CROSS, CIRCLE)
DIE = 52  # from die to die
COW_PICTURE = (
    '<g class="cow">'
    '<path d="M-7-7C-12-9-13-14-10-15C-10-11-7-11-4-9M7-7C12-9 13-14 10-15C10-11 7-11 4-9" class="horn"/>'
    '<path d="M-7-6L-14-5L-8-1ZM7-6L14-5L8-1Z"/><path d="M-7-8H7L8 2C8 10 5 13 0 13C-5 13-8 10-8 2Z"/>'
    '<path d="M-7-8H-1C0-4-3 0-8 0Z" class="spot"/><ellipse cy="8" rx="7.5" ry="5" class="muzzle"/>'
    '<path d="M-3 8V8.5M3 8V8.5M-4-1V-.5M4-1V-.5" class="eye"/></g>'
)


class KuhVadisDisplay:
    """The game's own part of the page."""

    def face(self, card: int) -> CardFace:
        """Raise ValueError: there are no cards."""
        raise ValueError("Kuh Vadis has no cards.")

    def sorted_hand(self, hand: Sequence[int]) -> list[int]:
        """Return the hand: nobody has one."""
        return list(hand)

    def advised(self, mirror: GameMirror[Position], player: int, hand: Sequence[int]) -> set[int]:
        """Return no card."""
        return set()

    def laid(self, mirror: GameMirror[Position]) -> dict[int, int]:
        """Return that no card lies on the table."""
        return {}

    def headline(self, mirror: GameMirror[Position]) -> str:
        """Return which turn it is."""
        position = mirror.position
        if position.stage == OVER:
            return _("the game is over")
        return _("turn {}").format(position.turn) if position.turn else _("the lot is drawn")

    def panel(self, mirror: GameMirror[Position], players: Sequence[Player]) -> str:
        """Return the dice, the sheet, and who has which sign."""
        position = mirror.position
        return _dice_panel(position) + _sheet_panel(position, mirror.game.outcome(position), players)


def _dice_panel(position: Position) -> str:
    dice = "".join(_die(position, die) for die in range(DICE))
    words, label = escape(_dice_words(position)), escape(_dice_label(position))
    return (
        f'<section class="dice"><h2>{escape(_("The dice"))}<span class="aside">{words}</span></h2>'
        f'<svg viewBox="0 0 {DIE * DICE} 56" role="img" aria-label="{label}">{dice}</svg></section>'
    )


def _dice_words(position: Position) -> str:
    """Return what the dice are about to do."""
    if position.stage == OVER:
        return ""
    if position.stage == MARKING:
        return _("mark: {}").format(_(" or ").join(_face_words(face) for face in kinds(position.dice)))
    if position.real_dice:
        return _("real dice: {} of {} entered").format(position.rolls, DICE)
    if not position.rolls:
        return _("to be rolled")
    return _("roll {} of {}").format(position.rolls, ROLLS)


def _dice_label(position: Position) -> str:
    if not any(position.dice):
        return _("five dice")
    faces = []
    for die, face in enumerate(position.dice):
        words = _face_words(face)
        faces.append(_("{} (aside)").format(words) if position.held >> die & 1 else words)
    return ", ".join(faces)


def _die(position: Position, die: int) -> str:
    face = position.dice[die]
    is_held = position.held >> die & 1
    counts = position.stage in (MARKING, OVER) and face in kinds(position.dice)
    standing = " held" if is_held else "" if position.rolls else " past"
    standing += " counts" if counts else ""
    inside = _face(face, 1.25) if face else '<text class="unknown" y="8">?</text>'
    return (
        f'<g class="die{standing}" transform="translate({DIE * die + DIE // 2} {31 if is_held else 25})">'
        f'<rect x="-21" y="-21" width="42" height="42" rx="9"/>{inside}</g>'
    )


def _face(face: int, scale: float) -> str:
    """Return a face around 0, 0, as it is printed."""
    if face == COW:
        return f'<g transform="scale({scale})">{COW_PICTURE}</g>'
    return f'<text class="face" y="{8 * scale:g}" font-size="{23 * scale:g}" fill="{INKS[face - 1]}">{face}</text>'


def _face_words(face: int) -> str:
    if not face:
        return _("no face yet")
    return _("cow") if face == COW else str(face)


def _sheet_panel(position: Position, outcome: tuple[int, ...] | None, players: Sequence[Player]) -> str:
    cells = "".join(_cell(position, cell, outcome, players) for cell in range(CELLS))
    letters = "".join(
        f'<text class="edge" x="{EDGE + CELL * place + CELL // 2}" y="12">{cell_text(place)[0]}</text>'
        f'<text class="edge" x="8" y="{EDGE + CELL * place + CELL // 2 + 4}">{place + 1}</text>'
        for place in range(SIDE)
    )
    size = EDGE + CELL * SIDE + 2
    names = "".join(_player(position, player, outcome, players) for player in range(2))
    label = escape(_("the sheet, number {}").format(position.sheet))
    return (
        f'<section class="sheet"><h2>{escape(_("The sheet"))}'
        f'<span class="aside">{escape(_sheet_words(position))}</span></h2>'
        f'<div class="sheet-players">{names}</div>'
        f'<svg class="sheet-cells" viewBox="0 0 {size} {size}" role="img" aria-label="{label}">{letters}{cells}</svg>'
        "</section>"
    )


def _sheet_words(position: Position) -> str:
    if position.stage != OVER and position.last != NO_CELL:
        return _("a mark has to be adjacent to {}").format(cell_text(position.last))
    return _("three own starts connected win")


def _cell(position: Position, cell: int, outcome: tuple[int, ...] | None, players: Sequence[Player]) -> str:
    x, y = EDGE + CELL * (cell % SIDE), EDGE + CELL * (cell // SIDE)
    face, mark = position.cells[cell], position.marks[cell]
    classes = "cell"
    classes += " start" if face >= START else ""
    classes += " open" if is_open(position, cell) else ""
    classes += " last" if cell == position.last else ""
    classes += " won" if outcome and len(outcome) == 2 and mark == outcome[1] + 1 else ""
    printed = "" if face >= START else _face(face, 1.0)
    sign = _sign(mark - 1, players) if mark != FREE else ""
    words = _("start") if face >= START else _face_words(face)
    classes += " marked" if sign else ""
    return (
        f'<g class="{classes}" transform="translate({x + CELL // 2} {y + CELL // 2})">'
        f"<title>{cell_text(cell)}: {escape(words)}</title>"
        f'<rect x="-19" y="-19" width="38" height="38" rx="5"/><g class="printed">{printed}</g>{sign}</g>'
    )


def is_open(position: Position, cell: int) -> bool:
    """Return whether the player in turn may mark this cell now."""
    return position.stage == MARKING and position.cells[cell] in kinds(position.dice) and position.may_mark(cell)


def _sign(player: int, players: Sequence[Player]) -> str:
    """Return a player's cross or circle around 0, 0, in the seat's colour with a dark rim."""
    colour = SEAT_MARKS[players[player].seat].colour
    return f'<path d="{SIGNS[player]}" class="sign-rim"/><path d="{SIGNS[player]}" class="sign" stroke="{colour}"/>'


def _player(position: Position, player: int, outcome: tuple[int, ...] | None, players: Sequence[Player]) -> str:
    person = players[player]
    name = escape(person.name)
    standing = "won" if outcome and player in outcome[1:] else ""
    if position.stage != OVER and position.turn and player == position.player:
        standing = "acts"
    words = _("blocked") if position.blocked >> player & 1 else ""
    return (
        f'<div class="{standing}"><svg width="22" height="22" viewBox="-17 -17 34 34" aria-hidden="true">'
        f"{_sign(player, players)}</svg>{seat_mark_svg(person.seat, 18)}"
        f'<span title="{name}">{name}</span><small>{escape(words)}</small></div>'
    )
