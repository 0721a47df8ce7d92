"""The pictures of a set-up: what may be built, and the lights as one sees them."""

from collections.abc import Callable, Collection, Mapping, Sequence

from markupsafe import Markup

from tavolo.wiring import FIELD_COLUMNS, FIELD_ROWS
from tavolo_host.board_setup.course import KEYS, NO, NONE, ON_FIELD, SLOTS, STRIP, SUPPLY, USB, YES
from tavolo_host.board_setup.wires import GOES_ON, LAST, NOTHING
from tavolo_host.display.parts.tags import drawn, tag
from tavolo_host.texts.language import _

WIDTH, HEIGHT = 96, 64
PANEL = FIELD_ROWS
LIGHTS = {"red": "#f04a3a", "green": "#3fc25a", "blue": "#4a7df0", "white": "#fff8e6"}
GLYPHS = ("◀", "▶", "✓")
FIRST = "first"


def picture(name: str, answer: str) -> Markup:
    """Return the picture of an answer; an empty one where words say it better."""
    if name.endswith("_colour") and answer == NOTHING:
        return _svg(*_absent())
    if name.endswith("_colour"):
        return _svg(_dot(WIDTH / 2, HEIGHT / 2, 18, LIGHTS[answer]))
    shapes = _SHAPES.get((name, answer))
    return _svg(*shapes()) if shapes else Markup()


def places(choices: Sequence[str], number: int) -> Markup:
    """Return a panel whose pixels are buttons, with values for `Pressable`; `choices` are the places of the field."""
    buttons = []
    for choice in choices:
        row, column = divmod(int(choice), FIELD_COLUMNS)
        named = _("Row {}, column {}").format(row + 1, column % PANEL + 1)
        value = f"answer:{number}:{choice}"
        buttons.append(tag("button", "", type="button", data_press=value, data_key=choice, aria_label=named))
    return tag("div", *buttons, class_="setup-panel")


def field_with(place: int, panels: int) -> Markup:
    """Return the whole field, with the light at one place."""
    columns = PANEL * panels
    row, column = divmod(place, FIELD_COLUMNS)
    cells = [
        tag("i", class_="lit" if (at_row, at_column) == (row, column) else "dark")
        for at_row in range(FIELD_ROWS)
        for at_column in range(columns)
    ]
    named = _("Row {}, column {}").format(row + 1, column + 1)
    return tag("div", *cells, class_=f"setup-field panels-{panels}", role="img", aria_label=named)


def keys_at(answering: Collection[int], touched: Collection[tuple[int, int]]) -> Markup:
    """Return the keys of each seat whose chip answers, and of others at which something is felt."""
    rows = []
    for seat in sorted({*answering, *(seat for seat, _key in touched)}):
        felt = [(seat, key) in touched for key in range(len(GLYPHS))]
        keys = [tag("b", glyph, class_="felt" if is_felt else "") for glyph, is_felt in zip(GLYPHS, felt, strict=True)]
        told = " ".join(glyph for glyph, is_felt in zip(GLYPHS, felt, strict=True) if is_felt)
        words = _("Seat {}").format(seat + 1)
        rows.append(tag("li", tag("span", words), *keys, aria_label=f"{words}: {told}"))
    return tag("ul", *rows, class_="setup-keys")


def _svg(*shapes: Markup) -> Markup:
    return tag("svg", *shapes, viewBox=f"0 0 {WIDTH} {HEIGHT}", aria_hidden="true")


def _dot(x: float, y: float, radius: float, fill: str = "var(--ink-faint)") -> Markup:
    return drawn("circle", cx=x, cy=y, r=radius, fill=fill, stroke="var(--line)")


def _box(x: float, y: float, width: float, height: float, fill: str = "var(--well)") -> Markup:
    return drawn("rect", x=x, y=y, width=width, height=height, rx=4, fill=fill, stroke="var(--ink-faint)")


def _panels(count: int, lit_row: int = -1, lit_panel: int = -1) -> list[Markup]:
    shapes = []
    left = (WIDTH - 44 * count) / 2
    for panel in range(count):
        shapes.append(_box(left + 44 * panel + 1, 11, 42, 42))
        for row in range(4):
            for column in range(4):
                is_lit = row == lit_row or (panel == lit_panel and (row, column) == (1, 2))
                shapes.append(_pixel(left + 44 * panel + 7 + 10 * column, 17 + 10 * row, is_lit))
    return shapes


def _strip(lit: int = -1, count: int = 7) -> list[Markup]:
    return [_box(3, 22, WIDTH - 6, 20), *(_pixel(12 + 12 * at, 32, at == lit) for at in range(count))]


def _pixel(x: float, y: float, is_lit: bool) -> Markup:
    halo = drawn("circle", cx=x, cy=y, r=8, fill="var(--warm)", opacity=0.45) if is_lit else Markup()
    return halo + _dot(x, y, 3.5 if is_lit else 2.5, "var(--warm)" if is_lit else "var(--ink-faint)")


def _absent() -> list[Markup]:
    line = drawn("path", d="M34 18 L62 46 M62 18 L34 46", stroke="var(--ink-faint)", stroke_width=3, fill="none")
    return [line]


def _keys() -> list[Markup]:
    return [_box(12 + 26 * at, 22, 20, 20, "var(--brass)") for at in range(3)]


def _slot() -> list[Markup]:
    return [_box(30, 6, 36, 30, "var(--raised)"), _box(22, 28, 52, 8), *(_dot(34 + 14 * at, 50, 5) for at in range(3))]


def _phone() -> list[Markup]:
    return [_box(36, 6, 24, 52, "var(--raised)"), _box(39, 12, 18, 36), _dot(48, 53, 2)]


def _plug(is_usb: bool) -> list[Markup]:
    if is_usb:
        return [_box(14, 18, 40, 28, "var(--raised)"), _box(54, 24, 22, 16), _dot(62, 29, 1.5), _dot(62, 35, 1.5)]
    pins = [_box(62, 20, 16, 5, "var(--brass)"), _box(62, 39, 16, 5, "var(--brass)")]
    return [_box(18, 12, 44, 40, "var(--raised)"), *pins]


_SHAPES: Mapping[tuple[str, str], Callable[[], list[Markup]]] = {
    ("panels", "0"): _absent,
    ("panels", "1"): lambda: _panels(1),
    ("panels", "2"): lambda: _panels(2),
    ("field_side", "left"): lambda: _panels(2, lit_panel=0),
    ("field_side", "right"): lambda: _panels(2, lit_panel=1),
    ("track", NONE): _absent,
    ("track", STRIP): _strip,
    ("track_length", LAST): lambda: _strip(6),
    ("track_length", GOES_ON): lambda: _strip(3),
    ("track_length", NOTHING): _strip,
    ("track_begins", FIRST): lambda: _strip(0),
    ("track_begins", LAST): lambda: _strip(6),
    ("lamps", STRIP): lambda: _strip(2),
    ("lamps", ON_FIELD): lambda: _panels(1, 3),
    ("lamps", NONE): _absent,
    ("seats", SLOTS): _slot,
    ("seats", KEYS): _keys,
    ("seats", NONE): _absent,
    ("phones", YES): _phone,
    ("phones", NO): _absent,
    ("power", USB): lambda: _plug(True),
    ("power", SUPPLY): lambda: _plug(False),
}
