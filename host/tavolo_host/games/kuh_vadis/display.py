"""Kuh Vadis on the page: the sheet with its marks, the dice, and the two players."""

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar

from markupsafe import Markup

from tavolo.games.kuh_vadis import events as code
from tavolo.games.kuh_vadis import rules
from tavolo.games.kuh_vadis.position import (
    DONE,
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
from tavolo.games.kuh_vadis.sheet import COW, DICE, FREE, ROLLS, SIDE, START, cell_text
from tavolo.games.kuh_vadis.turn import kinds
from tavolo.rules.contract import LEAST_OWN
from tavolo_host.display.parts.game_display import (
    Cost,
    GameDisplay,
    GameMirror,
    Player,
    Standing,
    as_players,
    named,
    newest,
    standing_of,
)
from tavolo_host.display.parts.tags import drawn, heading, tag
from tavolo_host.display.parts.theme import SEAT_MARKS
from tavolo_host.games.kuh_vadis.ways import to_go
from tavolo_host.texts.language import _
from tavolo_host.vector import inline_svg

CELL, EDGE = 40, 16  # a cell, and the margin with letters and numbers
# Of each face from 1: how its number is printed, in the hues of the lights; a cow has its picture.
INKS = ("#2563b0", "#9a7000", "#23803f", "#c22f2f", "#7a3fa0")
CROSS, CIRCLE = "M-11-11L11 11M11-11L-11 11", "M0-12A12 12 0 1 1 0 12A12 12 0 1 1 0-12Z"
SIGNS = (CROSS, CIRCLE)
DIE = 52  # from die to die
SMALL = 19  # the same, of the dice of an earlier turn
FARTHEST = 20  # the distance of a blocked player: more than any on a sheet
# A cow's head.
COW_DRAWN = Markup(
    '<g class="cow">'
    '<path class="horn" d="M-7-7C-12-9-13-14-10-15C-10-11-7-11-4-9M7-7C12-9 13-14 10-15C10-11 7-11 4-9"/>'
    '<path d="M-7-6L-14-5L-8-1ZM7-6L14-5L8-1Z"/><path d="M-7-8H7L8 2C8 10 5 13 0 13C-5 13-8 10-8 2Z"/>'
    '<path class="spot" d="M-7-8H-1C0-4-3 0-8 0Z"/><ellipse class="muzzle" cy="8" rx="7.5" ry="5"/>'
    '<path class="eye" d="M-3 8V8.5M3 8V8.5M-4-1V-.5M4-1V-.5"/></g>'
)


class Display(GameDisplay[Position]):
    """The game's part of the page."""

    event_ms: ClassVar = {  # a turn with three rolls and eight steps between them is seen in four seconds
        code.ROLLED_ALL: 600,
        code.ROLLED_AGAIN: 600,
        code.PUT_ASIDE: 150,
        code.TAKEN_BACK: 150,
        code.NOTHING_ROLLED: 700,
        code.NONE_FREE: 700,
        code.NONE_ADJACENT: 700,
        code.BLOCKED: 700,
        code.ANOTHER_TURN: 300,
        code.NEXT_TURN: 300,
    }

    def progress(self, mirror: GameMirror[Position]) -> str:
        """Return which turn it is."""
        turn = mirror.position.turn
        return _("turn {}").format(turn) if turn else _("drawing lots")

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
        side = CELL * SIDE + 2
        group = drawn("g", *_cells(mirror.position, [Player(seat, "") for seat in mirror.seats]), class_="sheet")
        return inline_svg([group], (EDGE - 1, EDGE - 1, side, side))

    def place_of(self, mirror: GameMirror[Position], action: tuple[int, ...]) -> str:
        """Return the die that is put aside or taken back, or the cell that is marked."""
        names = {HOLD: "die", MARK: "cell"}
        return f"{names[action[0]]}-{action[2]}" if action[0] in names else ""

    def cost(self, position: Position, action: tuple[int, ...]) -> Cost:
        """Return how a mark changes both distances, which dice are rolled, or what stopping lets mark."""
        if action[0] == MARK:
            return _cost_of_mark(position, action)
        if action[0] == ROLL:
            dice = DICE - position.held.bit_count() if position.rolls else DICE
            return Cost(_("dice: {}, roll {} of {}").format(dice, position.rolls + 1, ROLLS))
        if action[0] == DONE:
            found = [_face_words(face) for face in kinds(position.dice) if position.has_cell_of(face)]
            return Cost(_("to mark: {}").format(_(" or ").join(found)) if found else _("no mark with these dice"))
        return Cost()

    def standing(self, position: Position) -> Standing:
        """Return each player's distance to connected starts."""
        cells, marks = bytes(position.cells), bytes(position.marks)
        numbers = [_distance(cells, marks, player) for player in range(position.players)]
        return Standing(numbers, _("distance to go (a cow 1, a number 2)"), more_is_better=False)


def _cost_of_mark(position: Position, action: tuple[int, ...]) -> Cost:
    after, player = position.copy(), action[1]
    rules.apply(after, action)
    distances = [_distance(bytes(position.cells), bytes(each.marks), player) for each in (position, after)]
    points = (distances[0] - distances[1],)
    outcome = rules.outcome(after)
    if outcome:
        return Cost(_("a draw") if len(outcome) > 2 else _("wins"), points)
    parts = []
    if points != (0,):
        parts.append(_("distance {} → {}").format(*distances))
    others = [_distance(bytes(position.cells), bytes(each.marks), 1 - player) for each in (position, after)]
    if after.blocked != position.blocked:
        parts.append(_("blocks the opponent"))
    elif others[0] != others[1]:
        parts.append(_("opponent’s {} → {}").format(*others))
    if after.player == player:
        parts.append(_("another turn"))
    return Cost(", ".join(parts) or _("brings nobody nearer"), points)


@lru_cache(maxsize=256)
def _distance(cells: bytes, marks: bytes, player: int) -> int:
    return min(FARTHEST, to_go(cells, marks, player))


def _dice_panel(mirror: GameMirror[Position], players: Sequence[Player]) -> Markup:
    position = mirror.position
    dice = [_die(position, die) for die in range(DICE)]
    picture = inline_svg(dice, (0, 0, DIE * DICE, 56), "", _dice_label(position), "group")
    title = heading(_("The dice"), _dice_words(position))
    earlier = _earlier_roll(mirror.actions, players)
    return tag("section", title, picture, earlier, class_="dice")


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
    small = [
        drawn("g", _box(8.5, 4), face_drawn(face, 0.61), at=(SMALL * (die + 0.5), SMALL / 2), class_="die")
        for die, face in enumerate(dice[other])
    ]
    size, words = (SMALL * DICE, SMALL), ", ".join(map(_face_words, dice[other]))
    picture = inline_svg(small, (0, 0, *size), "", words, size=size)
    return tag("p", named(players[other]), _("rolled"), picture, marked[other], class_="earlier-roll")


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


def _die(position: Position, die: int) -> Markup:
    face, name = position.dice[die], f"die-{die}"
    is_held = position.held >> die & 1
    counts = position.phase in (MARKING, OVER) and face in kinds(position.dice)
    shown = face_drawn(face, 1.25) if face else drawn("text", "?", class_="unknown", y=8)
    scale = 0.8 if is_held else None
    itself = drawn("g", _box(21, 9), shown, scale=scale, class_="face-up", data_roll=name, data_face=face)
    return drawn(
        "g",
        _box(25, 11, "tray") if is_held else "",
        itself,
        at=(DIE * die + DIE // 2, 30 if is_held else 23),
        class_=_classes("die", held=is_held, past=not is_held and not position.rolls, counts=counts),
        data_place=name,
        data_piece=name,
    )


def _box(half: float, corner: int, style: str | None = None) -> Markup:
    """Return a square around 0, 0, with round corners."""
    return drawn("rect", class_=style, x=-half, y=-half, width=2 * half, height=2 * half, rx=corner)


def _classes(first: str, **others: object) -> str:
    """Return the first name and those that hold."""
    return " ".join([first, *(name for name, holds in others.items() if holds)])


def face_drawn(face: int, scale: float) -> Markup:
    """Return a face around 0, 0, as it is printed."""
    if face == COW:
        return drawn("g", COW_DRAWN, scale=scale)
    return drawn("text", face, font_size=23 * scale, class_="face", fill=INKS[face - 1], y=8 * scale)


def _face_words(face: int) -> str:
    if not face:
        return _("no face yet")
    return _("cow") if face == COW else str(face)


def _sheet_panel(mirror: GameMirror[Position], players: Sequence[Player]) -> Markup:
    position, outcome = mirror.position, mirror.game.outcome(mirror.position) or ()
    edges: list[Markup] = []
    for place in range(SIDE):
        middle = EDGE + CELL * place + CELL // 2
        edges.append(drawn("text", cell_text(place)[0], class_="edge", x=middle, y=12))
        edges.append(drawn("text", place + 1, class_="edge", x=8, y=middle + 4))
    names = (_player(mirror, player, players) for player in range(2))
    cells = _cells(position, players, newest(mirror, MARK)[2:], outcome[1:])
    size = EDGE + CELL * SIDE + 2
    sheet = position.options[0]
    label = _("the sheet, number {}").format(sheet) if sheet < LEAST_OWN else _("a sheet of your own")
    return tag(
        "section",
        heading(_("The sheet"), _sheet_words(position)),
        tag("div", *names, class_="sheet-players", **as_players()),
        inline_svg([*edges, *cells], (0, 0, size, size), "sheet-cells", label, "group"),
        class_="sheet",
    )


def _sheet_words(position: Position) -> str:
    if position.phase != OVER and position.last != NO_CELL:
        return _("a mark has to be adjacent to {}").format(cell_text(position.last))
    return _("connect your starts to win")


def _cells(
    position: Position, players: Sequence[Player], newest_cell: Sequence[int] = (), winners: Sequence[int] = ()
) -> list[Markup]:
    """Return all cells: what is printed, and the mark on it."""
    cells = []
    for cell, (face, mark) in enumerate(zip(position.cells, position.marks, strict=True)):
        is_start = face >= START
        signs = _classes(
            "cell",
            start=is_start,
            open=is_open(position, cell),
            last=cell == position.last,
            newest=cell in newest_cell,
            won=len(winners) == 1 and mark == winners[0] + 1,
            marked=mark != FREE,
        )
        parts = [
            drawn("title", f"{cell_text(cell)}: {_('start') if is_start else _face_words(face)}"),
            _box(19, 5),
            drawn("g", "" if is_start else face_drawn(face, 1), class_="printed"),
        ]
        if mark != FREE:
            seat = players[mark - 1].seat
            parts.append(drawn("g", _sign(mark - 1, seat), data_piece=f"mark-{cell}", data_origin=f"seat-{seat}"))
        x, y = EDGE + CELL * (cell % SIDE) + CELL // 2, EDGE + CELL * (cell // SIDE) + CELL // 2
        cells.append(drawn("g", *parts, at=(x, y), class_=signs, data_place=f"cell-{cell}"))
    return cells


def is_open(position: Position, cell: int) -> bool:
    """Return whether the player in turn may mark this cell now."""
    return position.phase == MARKING and position.cells[cell] in kinds(position.dice) and position.may_mark(cell)


def _sign(player: int, seat: int) -> Markup:
    """Return a player's cross or circle around 0, 0, in the seat's colour with a dark rim."""
    outline, colour = SIGNS[player], SEAT_MARKS[seat].colour
    rim = drawn("path", class_="sign-rim", d=outline)
    return rim + drawn("path", stroke=colour, class_="sign", d=outline)


def _player(mirror: GameMirror[Position], player: int, players: Sequence[Player]) -> Markup:
    position, person = mirror.position, players[player]
    words = _("blocked") if position.blocked >> player & 1 else ""
    sign = inline_svg([_sign(player, person.seat)], (-17, -17, 34, 34), size=(22, 22))
    return tag(
        "div",
        sign,
        named(person),
        tag("small", words),
        class_=standing_of(mirror, player, person),
        data_home=f"seat-{person.seat}",
    )
