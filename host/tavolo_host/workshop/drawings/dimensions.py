"""Sizes beside the slot's geometry: stock, screws, pixels and the places on the table, in mm.

Sizes of bought parts are typical: measure yours before you cut, and change them here.
"""

from dataclasses import dataclass, field

from tavolo import wiring


@dataclass(frozen=True)
class Stock:
    """A sheet as it is sold, in mm; `name` is its material, without the thickness."""

    name: str
    width: float
    depth: float
    price_euro: float
    alternatives: str = ""


PLYWOOD = Stock("plywood", 600.0, 400.0, 7.0, "MDF; acrylic")
OPAL = Stock("opal acrylic", 500.0, 300.0, 12.0, "clear acrylic with tracing paper below")
PLATE = Stock("acrylic, clear or black", 300.0, 200.0, 5.0, "printed plates")
CARD = Stock("polystyrene or thin card", 300.0, 200.0, 2.5, "several layers of paper card, glued")
FILM = Stock("polyester film, A4", 297.0, 210.0, 0.6, "overhead film")
BOARD = Stock("plywood for the top", 800.0, 600.0, 18.0, "glued board of 18 mm, with longer screws")
STOCKS = (PLYWOOD, OPAL, PLATE, CARD, FILM, BOARD)


@dataclass(frozen=True)
class Piece:
    """`count` pieces of one outline, in mm; `part` is its name on its drawing."""

    part: str
    stock: Stock
    thick: float
    width: float
    depth: float
    count: int = 1
    drawing: str = ""


@dataclass(frozen=True)
class SlotParts:
    """The parts of a slot, around the pocket that `Geometry` describes."""

    outer_width: float = 80.0  # the same for every size of card, so that only the spacer is exchanged
    sheet: float = 3.0  # plywood or acrylic, as sold for lasers: base, hood, cheeks
    end_stop: float = 8.0  # below the end of the card
    lead_in: float = 8.0  # of the base beyond the hood: it guides a card
    finger_notch_width: float = 24.0
    finger_notch_depth: float = 7.0
    tape: float = 0.06  # copper tape with its glue, typical
    tail_width: float = 6.0  # of the tape, through a slit to the back, where its wire is soldered
    slit: float = 1.2
    spacer_glue: float = 0.1  # transfer tape, typical: the spacer's sheet is thinner by as much
    screw: float = 3.2  # a hole for M3
    screw_across: float = 37.0  # from the centre line
    screw_rows: tuple[float, ...] = (-4.0, 34.0, 66.0)
    tenon_rows: tuple[float, ...] = (16.0, 52.0)  # centres, on both edges of the base
    tenon_length: float = 16.0
    lean_deg: float = 45.0  # of the base against the table: a card slides to the stop by its own weight
    cheek_above: float = 88.0  # cheeks reach to the card's end, so that a neighbour does not look in
    breakout_width: float = 31.0  # an MPR121 breakout, typical: on the back, behind the ground strip
    breakout_depth: float = 19.0
    back_inset: float = 11.0  # from the cheeks' heels to the foot of the plate behind wires and breakout
    back_play: float = 0.5  # between that plate and each cheek, and in its slits, in which it leans
    printed_clearance: float = 0.15  # of a printed hole, all round
    hood_chamfer: float = 1.5  # at the printed hood's mouth: it guides a card

    @property
    def printed_recess(self) -> float:
        """The depth of copper tape in a printed base: two layers are flush."""
        return 2 * self.tape


@dataclass(frozen=True)
class KeyParts:
    """The three keys of a seat: copper discs under a plate that a finger touches from above."""

    diameter: float = 14.0
    pitch: float = 24.0
    cover: float = 2.0  # acrylic or printed plate over the copper
    plate_width: float = 78.0
    plate_depth: float = 30.0
    corner: float = 4.0
    wire: float = 4.0  # a hole for each wire
    printed_recess: float = 1.0  # of the copper in a printed plate, from below
    printed_slack: float = 0.5  # of that recess, beyond the copper's diameter
    engraved: float = 0.4  # the signs on a printed plate


@dataclass(frozen=True)
class SeatParts:
    """The panel of a seat, seen from above: x to its player's right, y away from the player, 0 in the middle."""

    width: float = 190.0
    depth: float = 104.0
    slot_x: float = -41.0
    slot_y: float = -27.5  # of the point below the end stop's edge, from which the cheeks are drawn
    keys_x: float = 46.0
    keys_y: float = -26.0
    lamp_x: float = 46.0
    lamp_y: float = 20.0
    lamp: float = 10.0  # the hole over the pixel; a disc of diffuser lies in it
    cable: float = 12.0
    screw_inset: float = 5.0


@dataclass(frozen=True)
class Pixels:
    """Pixels as they are sold: a strip, by its width, or an 8×8 panel, by its side."""

    name: str
    size: float
    pitch: float

    @property
    def joint(self) -> float:
        """From centre to centre of two pixels across the joint of two panels: each is half as far from the edge."""
        return self.size - 7 * self.pitch


STRIP_60 = Pixels("strip, 60 pixels a metre", 10.0, 1000 / 60)  # 60 a metre is what is sold; width typical
PANEL_RIGID = Pixels("rigid 8×8 panel", 65.0, 8.0)  # typical of boards sold as 8×8 WS2812B, 65 × 65 mm
PANEL_FLEXIBLE = Pixels("flexible 8×8 panel", 80.0, 10.0)  # typical of flexible panels, 80 × 80 mm


@dataclass(frozen=True)
class LightParts:
    """Track and field, as seen from seat 1's side: the track runs clockwise from the corner on the top left."""

    strip: Pixels = STRIP_60
    panel: Pixels = PANEL_RIGID
    track_columns: int = 22  # pixels on a long side, both corners included
    track_well: float = 12.0  # each pixel shines through a square well
    field_web: float = 1.6  # between the wells of the field
    well_depth: float = 6.0  # two sheets of 3 mm, the same drawing cut twice
    diffuser: float = 3.0  # opal acrylic
    border: float = 25.0  # from the track's pixels to the edge of the sheets
    lip: float = 12.0  # over the edge of the table's opening, all round
    screw: float = 3.2
    screw_inset: float = 6.0
    number_every: int = 5

    @property
    def field_well(self) -> float:
        """The side of a pixel's well in the field."""
        return self.panel.pitch - self.field_web

    @property
    def track_between(self) -> int:
        """How many of the track's pixels on a short side are no corners, as those belong to the long sides."""
        return wiring.TRACK_PIXELS // 2 - self.track_columns

    @property
    def width(self) -> float:
        """Of the sheets."""
        return (self.track_columns - 1) * self.strip.pitch + 2 * self.border

    @property
    def depth(self) -> float:
        """Of the sheets."""
        return (self.track_between + 1) * self.strip.pitch + 2 * self.border

    def track(self) -> list[tuple[float, float]]:
        """Return the centres of the track's pixels, in their order; 0, 0 is the centre of the table, y upwards."""
        right, up = self.track_columns - 1, self.track_between + 1
        steps = [(column, up) for column in range(right)] + [(right, up - row) for row in range(up)]
        steps += [(right - column, 0) for column in range(right)] + [(0, row) for row in range(up)]
        pitch = self.strip.pitch
        return [((column - right / 2) * pitch, (row - up / 2) * pitch) for column, row in steps]

    def field(self) -> list[tuple[float, float]]:
        """Return the centres of the field's pixels in reading order, whatever their order on the wire."""
        panel, columns, rows = self.panel, wiring.FIELD_COLUMNS, wiring.FIELD_ROWS

        def place(pixel: int, pixels: int) -> float:
            return (pixel // 8 - pixels / 16) * panel.size + panel.joint / 2 + pixel % 8 * panel.pitch

        return [(place(column, columns), -place(row, rows)) for row in range(rows) for column in range(columns)]


@dataclass(frozen=True)
class BoxParts:
    """The box of the carrier board below the middle, its sockets towards one end; the middle's carrier is its lid."""

    board_width: float = 100.0  # with the Pico's and the supply's sockets at its left end
    board_depth: float = 70.0
    board_thickness: float = 1.6
    board_screw_inset: float = 4.0  # from the edges to the centres of its holes
    play: float = 2.0  # around the board
    spacer: float = 10.0  # below the board, for the solder joints
    height: float = 35.0  # inside: spacer, board, the Pico on its sockets, the capacitor
    ear: float = 12.0  # of the bottom beyond the long walls, for the screws beside them
    rim: float = 4.0  # of the bottom beyond the short walls
    screw: float = 3.2
    finger: float = 7.0  # of the joints at the corners
    tab: float = 14.0  # of the walls in the bottom
    notch: float = 62.0  # for plugs in the wall at the sockets' end, and for wires in all others
    wire_notch: float = 6.0  # how high

    @property
    def width(self) -> float:
        """Inside."""
        return self.board_width + 2 * self.play

    @property
    def depth(self) -> float:
        """Inside."""
        return self.board_depth + 2 * self.play


@dataclass(frozen=True)
class SocketParts:
    """The bracket below the table's edge, with the supply's socket and the laptop's."""

    x: float = -380.0  # of its face, at the edge on the left
    y: float = 150.0
    width: float = 80.0
    height: float = 34.0
    foot: float = 30.0
    tab: float = 14.0
    supply: float = 8.0  # hole of a panel socket 5.5 × 2.1 mm, typical
    laptop_width: float = 13.0  # opening of a USB panel socket, typical, and its two screws
    laptop_height: float = 8.0
    laptop_screws: float = 28.0
    screw: float = 3.2


@dataclass(frozen=True)
class Place:
    """The centre of a seat's panel, and the turn of its player's side from the near side, clockwise."""

    x: float
    y: float
    turn_deg: int


@dataclass(frozen=True)
class TableParts:
    """The table top; 0, 0 is its centre, y upwards, seat 1 at the middle of the near side, then clockwise."""

    width: float = 760.0
    depth: float = 500.0
    sheet: float = 6.0
    rim: float = 10.0  # from the edge to a seat's panel
    beside: float = 20.0  # between the panels of a long side
    seat_lip: float = 10.0  # of a seat's panel over the edge of its opening, all round
    corner: float = 30.0
    slot: SlotParts = field(default_factory=SlotParts)
    keys: KeyParts = field(default_factory=KeyParts)
    seat: SeatParts = field(default_factory=SeatParts)
    lights: LightParts = field(default_factory=LightParts)
    box: BoxParts = field(default_factory=BoxParts)
    sockets: SocketParts = field(default_factory=SocketParts)

    def places(self) -> list[Place]:
        """Return the places of the seats."""
        across = self.seat.width + self.beside
        near = self.depth / 2 - self.rim - self.seat.depth / 2
        end = self.width / 2 - self.rim - self.seat.depth / 2
        return [
            Place(0.0, -near, 0),
            Place(-across, -near, 0),
            Place(-end, 0.0, 90),
            Place(-across, near, 180),
            Place(0.0, near, 180),
            Place(across, near, 180),
            Place(end, 0.0, 270),
            Place(across, -near, 0),
        ]


TABLE = TableParts()
