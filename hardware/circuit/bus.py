"""The I2C buses: their capacitance, counted in the netlist, against their pull-ups at 400 kHz.

Only resistors pull an I2C line up: weak ones too slowly, and strong ones draw more than a chip can sink. UM10204 is the
bus's specification: rise time 0.8473 × R × C (section 7.1), table 10 for fast mode.
"""

from dataclasses import dataclass

from hardware.circuit.catalogue import KINDS
from hardware.circuit.levels import BUS_LOW, RAIL_33
from hardware.circuit.netlist import Netlist
from hardware.circuit.tables import Table
from tavolo import wiring

RISE_NS = 300.0  # fast mode, 400 kHz
SINK_MA = 3.0  # what an output must be able to sink at BUS_LOW
MOST_PF = 400.0
RISE_FACTOR = 0.8473  # ln(0.7 / 0.3)

PIN_PF = 10.0  # UM10204, table 9: a pin, at most
BREAKOUT_PF = 5.0  # a breakout's traces and pins: assumed
CABLE_PF_PER_METRE = 60.0  # ribbon cable beside a wire of the supply: 50 by its makers' sheets, and some more
CABLE_METRES = {"full": 2.0, "starter": 0.3, "keys": 0.3}

OURS_OHM = 4700.0
E12_OHM = [value * scale for scale in (100.0, 1000.0) for value in (10, 12, 15, 18, 22, 27, 33, 39, 47, 56, 68, 82)]
NONE = float("inf")


@dataclass(frozen=True)
class Board:
    """The pull-ups on a breakout, in Ω: as they lift the line, and as they load the output that holds it low."""

    what: str
    lifts: float
    loads: float


TYPICAL = Board("10 kΩ each, as most have", 10_000.0, 10_000.0)
BOARDS = (
    TYPICAL,
    Board("10 kΩ on both sides of a level shifter, as Adafruit 1982", 10_000.0, 5_000.0),
    Board("4.7 kΩ each", 4_700.0, 4_700.0),
    Board("2.2 kΩ each", 2_200.0, 2_200.0),
    Board("none", NONE, NONE),
)


def parallel(*ohms: float) -> float:
    """Return the resistance of resistors in parallel, in Ω; NONE is a missing one."""
    conductance = sum(1.0 / ohm for ohm in ohms)
    return 1.0 / conductance if conductance else NONE


def rise_ns(ohm: float, picofarad: float) -> float:
    """Return how long a line takes from 30 to 70 % of its supply."""
    return RISE_FACTOR * ohm * picofarad / 1000


def sink_ma(ohm: float) -> float:
    """Return the current that an output has to sink to hold the line down."""
    return (RAIL_33 - BUS_LOW) / ohm * 1000


@dataclass(frozen=True)
class Line:
    """A bus line of one size: how many breakouts are on it, and its capacitance in pF."""

    size: str
    name: str
    breakouts: int
    picofarad: float

    def figures(self, boards: Board, ours_ohm: float, pulling: int) -> tuple[float, float]:
        """Return rise time in ns and current in mA when so many breakouts keep their pull-ups."""
        lifts, loads = (parallel(*[ohm] * pulling, ours_ohm) for ohm in (boards.lifts, boards.loads))
        return rise_ns(lifts, self.picofarad), sink_ma(loads)

    def fits(self, boards: Board, ours_ohm: float, pulling: int) -> bool:
        """Return whether both keep to the specification."""
        rise, sinks = self.figures(boards, ours_ohm, pulling)
        return rise <= RISE_NS and sinks <= SINK_MA


def lines(size: str, netlist: Netlist) -> list[Line]:
    """Return the bus lines of a size with the load on each: every pin of a chip counts, ADDR too."""
    found = []
    for name in (f"I2C{bus}_{line}" for bus in range(len(wiring.BUSES)) for line in ("SDA", "SCL")):
        parts = [part for part, _ in netlist.on(name) if part.kind in ("pico", "mpr121")]
        breakouts = len({part.reference for part in parts if part.kind == "mpr121"})
        if breakouts:
            cable = CABLE_METRES[size] * CABLE_PF_PER_METRE
            found.append(Line(size, name, breakouts, len(parts) * PIN_PF + breakouts * BREAKOUT_PF + cable))
    return found


def line_table(netlists: dict[str, Netlist]) -> Table:
    """Return each line of all sizes with breakouts of the typical kind and the circuit's own pull-ups."""
    shown, broken = [], []
    for line in (line for size, netlist in netlists.items() for line in lines(size, netlist)):
        ohm, pf = parallel(*[TYPICAL.loads] * line.breakouts, OURS_OHM), line.picofarad
        # How long the cable may be before the line rises too slowly.
        longest = CABLE_METRES[line.size] + (RISE_NS / (RISE_FACTOR * ohm) * 1000 - pf) / CABLE_PF_PER_METRE
        figures = (f"{pf:.0f}", f"{ohm:.0f}", f"{rise_ns(ohm, pf):.0f}", f"{sink_ma(ohm):.2f}", f"{longest:.1f}")
        shown.append((f"{line.size}: {line.name}", str(line.breakouts), *figures))
        if not line.fits(TYPICAL, OURS_OHM, line.breakouts) or pf > MOST_PF:
            broken.append(line.name)
    limits = ("at most", "", f"{MOST_PF:.0f}", "", f"{RISE_NS:.0f}", f"{SINK_MA:.2f}", "")
    head = ("line", "breakouts", "capacitance, pF", "pull-ups together, Ω", "rise, ns", "sinks, mA", "cable up to, m")
    return Table("bus lines", head, (*shown, limits), tuple(broken))


def advice(line: Line, boards: Board) -> tuple[int, float]:
    """Return on how many breakouts to take the pull-ups off, and what to fit on the main board (Ω; NONE: nothing).

    As few as possible come off. The circuit's own value is preferred, then none, then the weakest that is enough.
    """
    for kept in range(line.breakouts, -1, -1):
        for ours in (OURS_OHM, NONE, *reversed(E12_OHM)):
            if (kept or ours != NONE) and line.fits(boards, ours, kept):
                return line.breakouts - kept, ours
    raise ValueError(f"No pull-ups fit {line.name} with {line.picofarad:.0f} pF.")


def advice_table(netlist: Netlist) -> Table:
    """Return what to do with each kind of breakout on the fuller of the full table's lines."""
    line = max(lines("full", netlist), key=lambda line: line.picofarad)
    shown = []
    for boards in BOARDS:
        removed, ours = advice(line, boards)
        rise, sinks = line.figures(boards, ours, line.breakouts - removed)
        alone = "–" if boards.loads == NONE else f"{parallel(*[boards.loads] * line.breakouts):.0f}"
        off = "none" if removed == 0 else f"on {removed} of {line.breakouts}"
        fit = "nothing" if ours == NONE else KINDS["pull_up"].value if ours == OURS_OHM else f"{ours / 1000:.1f} kΩ"
        shown.append((boards.what, alone, off, fit, f"{rise:.0f}", f"{sinks:.2f}"))
    head = ("a breakout's pull-ups", "four together, Ω", "remove", "fit as R4 to R7", "rise, ns", "sinks, mA")
    return Table("pull-ups", head, tuple(shown))
