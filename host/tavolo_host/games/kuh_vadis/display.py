"""Kuh Vadis on the page: the sheet with its marks, the dice, and the two players."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import ClassVar, NamedTuple

import svg
from markupsafe import Markup

from tavolo.games.kuh_vadis import events as code
from tavolo.games.kuh_vadis.position import (
    FACE,
    HOLD,
    MARK,
    MARKING,
    NO_CELL,
    OVER,
    ROLL,
    ROLLED,
    THROW,
    Position,
)
from tavolo.games.kuh_vadis.sheet import CELLS, COW, DICE, FREE, ROLLS, SIDE, START, cell_text
from tavolo.games.kuh_vadis.turn import kinds
from tavolo_host.display.game_display import GameDisplay, GameMirror, Player, Standing, as_players, named, newest
from tavolo_host.display.tags import heading, tag
from tavolo_host.display.theme import SEAT_MARKS
from tavolo_host.games.kuh_vadis.ways import to_go
from tavolo_host.texts.language import _, by_language
from tavolo_host.vector import Outline, inline_svg

CELL, EDGE = 40, 16  # a cell, and the margin with letters and numbers
# Of each face from 1: how its number is printed, in the hues of the lights; a cow has its picture.
INKS = ("#2563b0", "#9a7000", "#23803f", "#c22f2f", "#7a3fa0")
CROSS, CIRCLE = "M-11-11L11 11M11-11L-11 11", "M0-12A12 12 0 1 1 0 12A12 12 0 1 1 0-12Z"
SIGNS = (CROSS, CIRCLE)
DIE = 52  # from die to die
SMALL = 19  # the same, of the dice of an earlier turn
FARTHEST = 20  # the distance of a blocked player: more than any on a sheet
# A cow's head.
COW_HORNS = "M-7-7C-12-9-13-14-10-15C-10-11-7-11-4-9M7-7C12-9 13-14 10-15C10-11 7-11 4-9"
COW_EARS = "M-7-6L-14-5L-8-1ZM7-6L14-5L8-1Z"
COW_HEAD = "M-7-8H7L8 2C8 10 5 13 0 13C-5 13-8 10-8 2Z"
COW_SPOT = "M-7-8H-1C0-4-3 0-8 0Z"
COW_EYES = "M-3 8V8.5M3 8V8.5M-4-1V-.5M4-1V-.5"


class Die(NamedTuple):
    """A die as it is drawn."""

    face: int
    is_held: bool
    classes: tuple[str, ...]


class Cell(NamedTuple):
    """A cell as it is drawn; `sign` is the player who marked it, and the seat."""

    face: int
    sign: tuple[int, int] | None
    classes: tuple[str, ...]


class Display(GameDisplay[Position]):
    """The game's part of the page."""

    event_ms: ClassVar = {
        code.ROLLED_ALL: 900,
        code.ROLLED_AGAIN: 900,
        code.PUT_ASIDE: 300,
        code.TAKEN_BACK: 300,
        code.NOTHING_ROLLED: 900,
        code.NONE_FREE: 900,
        code.NONE_ADJACENT: 900,
        code.BLOCKED: 900,
        code.ANOTHER_TURN: 300,
        code.NEXT_TURN: 300,
    }

    def laid(self, mirror: GameMirror[Position]) -> dict[int, int]:
        """Return no cards."""
        return {}

    def headline(self, mirror: GameMirror[Position]) -> str:
        """Return which turn it is."""
        position = mirror.position
        if position.phase == OVER:
            return _("the game is over")
        return _("turn {}").format(position.turn) if position.turn else _("drawing lots")

    def panel(self, mirror: GameMirror[Position], players: Sequence[Player]) -> Markup:
        """Return the dice, the sheet, and who has which sign."""
        return _dice_panel(mirror, players) + _sheet_panel(mirror, players)

    def unfold(
        self, before: Position, action: tuple[int, ...], events: Sequence[tuple[int, ...]], after: Position
    ) -> list[Position]:
        """Return dice and marks as they are after the action, and the turn as before until another one begins."""
        if before.turn == after.turn:
            return [after] * len(events)
        lying = after.copy()
        lying.turn, lying.player, lying.last, lying.held = before.turn, before.player, before.last, before.held
        lying.phase, lying.rolls = THROW, before.rolls + (action[0] in (ROLLED, FACE))
        return [lying] * (len(events) - 1) + [after]

    def about(self, mirror: GameMirror[Position]) -> tuple[str, ...]:
        """Return the anchors of the paragraphs about this moment."""
        if mirror.position.phase == OVER:
            return ("end",)
        return ("marks", "again") if mirror.position.phase == MARKING else ("rolls", "marks")

    def picture(self, mirror: GameMirror[Position]) -> Markup:
        """Return the sheet."""
        players = [Player(seat, "") for seat in mirror.seats]
        cells: list[svg.Element] = [
            _cell_group(cell, _cell(mirror.position, cell, None, players, ())) for cell in range(CELLS)
        ]
        side = CELL * SIDE + 2
        return inline_svg([svg.G(class_=["sheet"], elements=cells)], (EDGE - 1, EDGE - 1, side, side))

    def place_of(self, mirror: GameMirror[Position], action: tuple[int, ...]) -> str:
        """Return the die that is put aside or taken back, or the cell that is marked."""
        names = {HOLD: "die", MARK: "cell"}
        return f"{names[action[0]]}-{action[2]}" if action[0] in names else ""

    def standing(self, position: Position) -> Standing:
        """Return each player's distance to connected starts."""
        cells, marks = bytes(position.cells), bytes(position.marks)
        numbers = [_distance(cells, marks, player) for player in range(position.players)]
        return Standing(numbers, _("distance to go (a cow 1, a number 2)"), more_is_better=False)


@lru_cache(maxsize=256)
def _distance(cells: bytes, marks: bytes, player: int) -> int:
    return min(FARTHEST, to_go(cells, marks, player))


def _dice_panel(mirror: GameMirror[Position], players: Sequence[Player]) -> Markup:
    position = mirror.position
    dice = tuple(_die(position, die) for die in range(DICE))
    title = heading(_("The dice"), _dice_words(position))
    earlier = _earlier_roll(mirror.actions, players)
    return tag("section", title, _dice_svg(dice, _dice_label(position)), earlier, class_="dice")


def _earlier_roll(actions: Sequence[tuple[int, ...]], players: Sequence[Player]) -> Markup:
    """Return the last roll of the player who did not roll last, and what it marked: at a quick pace it is soon gone."""
    roller, held = 0, 0
    dice: dict[int, list[int]] = {}
    marked: dict[int, str] = {}
    for verb, *numbers in actions:
        if verb == ROLL:
            roller = numbers[0]
        elif verb == HOLD:
            held ^= 1 << numbers[1]
        elif verb == ROLLED:
            held *= len(numbers) < DICE  # a turn begins with all dice
            faces, before = iter(numbers), dice.get(roller, numbers)
            dice[roller] = [before[die] if held >> die & 1 else next(faces) for die in range(DICE)]
            marked[roller] = _("no mark")
        elif verb == MARK:
            marked[numbers[0]] = _("marked {}").format(cell_text(numbers[1]))
    other = 1 - roller
    if other not in dice:
        return tag("p", class_="earlier-roll")
    small = _small_dice(tuple(dice[other]), ", ".join(map(_face_words, dice[other])))
    return tag("p", named(players[other]), _("rolled"), small, marked[other], class_="earlier-roll")


@lru_cache(maxsize=32)
def _small_dice(dice: tuple[int, ...], label: str) -> Markup:
    groups: list[svg.Element] = [
        svg.G(
            class_=["die"],
            transform=[svg.Translate(SMALL * die + SMALL / 2, SMALL / 2)],
            elements=[svg.Rect(x=-8.5, y=-8.5, width=17, height=17, rx=4), _face(face, 0.61)],
        )
        for die, face in enumerate(dice)
    ]
    return inline_svg(groups, (0, 0, SMALL * DICE, SMALL), "", label, size=(SMALL * DICE, SMALL))


def _dice_words(position: Position) -> str:
    """Return in words what happens next with the dice."""
    if position.phase == OVER:
        return ""
    if position.phase == MARKING:
        return _("mark: {}").format(_(" or ").join(_face_words(face) for face in kinds(position.dice)))
    if position.real_dice:
        return _("real dice: {} of {} entered").format(position.rolls, DICE)
    if not position.rolls:
        return _("to roll")
    return _("roll {} of {}").format(position.rolls, ROLLS)


def _dice_label(position: Position) -> str:
    if not any(position.dice):
        return _("five dice")
    faces = []
    for die, face in enumerate(position.dice):
        words = _face_words(face)
        faces.append(_("{} (aside)").format(words) if position.held >> die & 1 else words)
    return ", ".join(faces)


def _die(position: Position, die: int) -> Die:
    face = position.dice[die]
    is_held = bool(position.held >> die & 1)
    counts = position.phase in (MARKING, OVER) and face in kinds(position.dice)
    standing = "held" if is_held else "" if position.rolls else "past"
    return Die(face, is_held, _classes("die", (standing, standing), ("counts", counts)))


def _classes(first: str, *others: tuple[str, object]) -> tuple[str, ...]:
    """Return the first name and those whose condition is true."""
    return (first, *(name for name, holds in others if holds))


# The page asks for both pictures many times a second, while they change with every roll and mark.
@lru_cache(maxsize=32)
def _dice_svg(dice: tuple[Die, ...], label: str) -> Markup:
    groups: list[svg.Element] = []
    for number, die in enumerate(dice):
        face = _face(die.face, 1.25) if die.face else svg.Text(class_=["unknown"], y=8, text="?")
        die_itself: list[svg.Element] = [svg.Rect(x=-21, y=-21, width=42, height=42, rx=9), face]
        tray: list[svg.Element] = [svg.Rect(class_=["tray"], x=-25, y=-25, width=50, height=50, rx=11)]
        groups.append(
            svg.G(
                class_=[*die.classes],
                data={"place": f"die-{number}", "piece": f"die-{number}"},
                transform=[svg.Translate(DIE * number + DIE // 2, 30 if die.is_held else 23)],
                elements=[
                    *(tray if die.is_held else ()),
                    svg.G(
                        class_=["face-up"],
                        data={"roll": f"die-{number}", "face": str(die.face)},
                        transform=[svg.Scale(0.8)] if die.is_held else None,
                        elements=die_itself,
                    ),
                ],
            )
        )
    return inline_svg(groups, (0, 0, DIE * DICE, 56), "", label, "group")


def _face(face: int, scale: float) -> svg.Element:
    """Return a face around 0, 0, as it is printed."""
    if face == COW:
        return svg.G(transform=[svg.Scale(scale)], elements=[_cow()])
    return svg.Text(class_=["face"], y=8 * scale, font_size=23 * scale, fill=INKS[face - 1], text=str(face))


def _cow() -> svg.G:
    return svg.G(
        class_=["cow"],
        elements=[
            svg.Path(d=[Outline(COW_HORNS)], class_=["horn"]),
            svg.Path(d=[Outline(COW_EARS)]),
            svg.Path(d=[Outline(COW_HEAD)]),
            svg.Path(d=[Outline(COW_SPOT)], class_=["spot"]),
            svg.Ellipse(cy=8, rx=7.5, ry=5, class_=["muzzle"]),
            svg.Path(d=[Outline(COW_EYES)], class_=["eye"]),
        ],
    )


def _face_words(face: int) -> str:
    if not face:
        return _("no face yet")
    return _("cow") if face == COW else str(face)


def _sheet_panel(mirror: GameMirror[Position], players: Sequence[Player]) -> Markup:
    position, outcome, last = mirror.position, mirror.game.outcome(mirror.position), newest(mirror, MARK)
    cells = tuple(_cell(position, cell, outcome, players, last[2:]) for cell in range(CELLS))
    names = (_player(position, player, outcome, players) for player in range(2))
    label = _("the sheet, number {}").format(position.options[0])
    return tag(
        "section",
        heading(_("The sheet"), _sheet_words(position)),
        tag("div", *names, class_="sheet-players", **as_players()),
        _sheet_svg(cells, label),
        class_="sheet",
    )


def _sheet_words(position: Position) -> str:
    if position.phase != OVER and position.last != NO_CELL:
        return _("a mark has to be adjacent to {}").format(cell_text(position.last))
    return _("connect your starts to win")


def _cell(
    position: Position,
    cell: int,
    outcome: tuple[int, ...] | None,
    players: Sequence[Player],
    newest_cell: tuple[int, ...],
) -> Cell:
    face, mark = position.cells[cell], position.marks[cell]
    classes = _classes(
        "cell",
        ("start", face >= START),
        ("open", is_open(position, cell)),
        ("last", cell == position.last),
        ("newest", (cell,) == newest_cell),
        ("won", outcome and len(outcome) == 2 and mark == outcome[1] + 1),
        ("marked", mark != FREE),
    )
    return Cell(face, None if mark == FREE else (mark - 1, players[mark - 1].seat), classes)


@by_language
def _sheet_svg(cells: tuple[Cell, ...], label: str) -> Markup:
    elements: list[svg.Element] = []
    for place in range(SIDE):
        middle = EDGE + CELL * place + CELL // 2
        elements.append(svg.Text(class_=["edge"], x=middle, y=12, text=cell_text(place)[0]))
        elements.append(svg.Text(class_=["edge"], x=8, y=middle + 4, text=str(place + 1)))
    elements += [_cell_group(number, cell) for number, cell in enumerate(cells)]
    size = EDGE + CELL * SIDE + 2
    return inline_svg(elements, (0, 0, size, size), "sheet-cells", label, "group")


def _cell_group(number: int, cell: Cell) -> svg.G:
    x, y = EDGE + CELL * (number % SIDE) + CELL // 2, EDGE + CELL * (number // SIDE) + CELL // 2
    is_start = cell.face >= START
    words = _("start") if is_start else _face_words(cell.face)
    return svg.G(
        class_=[*cell.classes],
        data={"place": f"cell-{number}"},
        transform=[svg.Translate(x, y)],
        elements=[
            svg.Title(text=f"{cell_text(number)}: {words}"),
            svg.Rect(x=-19, y=-19, width=38, height=38, rx=5),
            svg.G(class_=["printed"], elements=[] if is_start else [_face(cell.face, 1.0)]),
            *_mark(number, cell),
        ],
    )


def _mark(number: int, cell: Cell) -> list[svg.Element]:
    """Return the mark on a cell, if there is one."""
    if cell.sign is None:
        return []
    _player, seat = cell.sign
    return [svg.G(data={"piece": f"mark-{number}", "origin": f"seat-{seat}"}, elements=_sign(*cell.sign))]


def is_open(position: Position, cell: int) -> bool:
    """Return whether the player in turn may mark this cell now."""
    return position.phase == MARKING and position.cells[cell] in kinds(position.dice) and position.may_mark(cell)


def _sign(player: int, seat: int) -> list[svg.Element]:
    """Return a player's cross or circle around 0, 0, in the seat's colour with a dark rim."""
    outline = Outline(SIGNS[player])
    return [
        svg.Path(d=[outline], class_=["sign-rim"]),
        svg.Path(d=[outline], class_=["sign"], stroke=SEAT_MARKS[seat].colour),
    ]


@cache
def _sign_svg(player: int, seat: int) -> Markup:
    return inline_svg(_sign(player, seat), (-17, -17, 34, 34), size=(22, 22))


def _player(position: Position, player: int, outcome: tuple[int, ...] | None, players: Sequence[Player]) -> Markup:
    person = players[player]
    standing = "won" if outcome and player in outcome[1:] else ""
    if position.phase != OVER and position.turn and player == position.player:
        standing = "acts"
    words = _("blocked") if position.blocked >> player & 1 else ""
    parts = _sign_svg(player, person.seat), named(person), tag("small", words)
    return tag("div", *parts, class_=standing, data_home=f"seat-{person.seat}")
