"""The picture of `tavolo margins`: how far joined and isolated pads are apart, and a card on its way in."""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from tavolo_host.runtime.atomic_file import write_whole
from tavolo_host.slot.capacitance import InsertedCard, Slot
from tavolo_host.slot.geometry import GRID, PADS, Geometry
from tavolo_host.slot.margins import MarginRow, both_arrangements
from tavolo_host.slot.reading import ONE_FROM, ZERO_UP_TO, Charge, drops, read

# Okabe and Ito's colours, which colour-blind people can tell apart.
JOINED, ISOLATED, DOUBT, LOST, EMPTY = "#0072B2", "#E69F00", "#BBBBBB", "#D55E00", "#FBF3E0"
EXAMPLE_CODE = 0b010_101_010  # a diamond


def plot(path: Path, rows: Sequence[MarginRow] = ()) -> None:
    """Draw the margins into `path` (its ending chooses SVG or PNG); `rows` are those of both arrangements."""
    rows = rows or both_arrangements()
    charge = Charge()
    figure = Figure(figsize=(11, 9), layout="constrained")
    grid = figure.add_gridspec(2, 2, height_ratios=(1.15, 1))
    names = list(dict.fromkeys(row.arrangement for row in rows))
    left = figure.add_subplot(grid[0, 0])
    right = figure.add_subplot(grid[0, 1], sharex=left, sharey=left)
    end = max(row.weakest_one or 0.0 for row in rows) + 30  # room for the margins in figures
    for axes, name in zip((left, right), names, strict=True):
        _draw_cases(axes, name, [row for row in rows if row.arrangement == name], charge, end)
    right.tick_params(labelleft=False)
    _draw_insertion(figure.add_subplot(grid[1, :]), GRID, charge)
    figure.suptitle("Can the slot tell the cards? Computed from its geometry, not measured", fontsize=14)
    picture = BytesIO()
    figure.savefig(picture, format=path.suffix[1:], dpi=140)
    write_whole(path, picture.getvalue())


def _draw_cases(axes: Axes, name: str, rows: Sequence[MarginRow], charge: Charge, end: float) -> None:
    """Draw a line per case, up to `end` counts: the strongest isolated and the weakest joined pad, and the doubt."""
    cases = [row for row in rows if row.weakest_one is not None and row.strongest_zero is not None]
    zero_counts, one_counts = ZERO_UP_TO * charge.empty_counts, ONE_FROM * charge.empty_counts
    axes.axvspan(zero_counts, one_counts, color=DOUBT, alpha=0.5, linewidth=0)
    for height, row in enumerate(reversed(cases)):
        zero, one = row.strongest_zero or 0.0, row.weakest_one or 0.0
        colour = "0.6" if row.margin > 0 else LOST
        axes.plot((zero, one), (height, height), color=colour, linewidth=1.2, zorder=1)
        axes.scatter(zero, height, color=ISOLATED, edgecolor="black", linewidth=0.5, s=52, marker="o", zorder=2)
        axes.scatter(one, height, color=JOINED, edgecolor="black", linewidth=0.5, s=52, marker="s", zorder=2)
        ink = "0.3" if row.margin > 0 else LOST
        axes.annotate(f"{row.margin:+.0f}", (end - 2, height), ha="right", va="center", fontsize=9, color=ink)
    top = len(cases) - 0.4
    axes.annotate("reads 0", (zero_counts - 2, top), ha="right", fontsize=9)
    axes.annotate("reads 1", (one_counts + 2, top), ha="left", fontsize=9)
    axes.annotate("margin", (end - 2, top), ha="right", fontsize=9)
    axes.set_yticks(range(len(cases)), [row.case for row in reversed(cases)], fontsize=9)
    axes.set_xlim(-4, end)
    axes.set_ylim(-0.6, len(cases) + 0.2)
    axes.set_xlabel("counts below the empty reading of 650")
    axes.set_title(f"{name}: worst isolated (●) and joined pad (■)", fontsize=10)
    axes.spines[["top", "right"]].set_visible(False)


def _draw_insertion(axes: Axes, geometry: Geometry, charge: Charge) -> None:
    """Draw what the nine pads of one card read, from outside the mouth to the end stop."""
    slot = Slot(geometry)
    empty = slot.capacitances([])
    steps = range(int(geometry.mouth_mm) * 4, -1, -1)
    lanes: list[list[int]] = [[] for _ in range(PADS)]
    read_from_mm = 0.0
    for step in steps:
        card = InsertedCard(EXAMPLE_CODE, short_mm=step / 4)
        reading = read(drops(charge, empty, slot.capacitances([card])))
        if reading.code() == EXAMPLE_CODE:
            read_from_mm = max(read_from_mm, step / 4)
        for pad, lane in enumerate(lanes):
            lane.append(2 if reading.ones >> pad & 1 else reading.doubtful >> pad & 1)
    colours = ListedColormap([EMPTY, DOUBT, JOINED])
    extent = (geometry.mouth_mm, 0.0, PADS - 0.5, -0.5)
    axes.imshow(lanes, cmap=colours, vmin=0, vmax=2, aspect="auto", extent=extent, interpolation="nearest")
    for pad in range(1, PADS):
        axes.axhline(pad - 0.5, color="black" if pad % 3 == 0 else "white", linewidth=1.0)
    axes.axvline(read_from_mm, color=LOST, linewidth=1.5)
    axes.annotate(
        "the code is read\nfrom here on",
        (read_from_mm + 0.8, 1),
        ha="right",
        va="center",
        fontsize=9,
        color=LOST,
    )
    rows = ("deepest", "middle", "nearest the mouth")
    names = [f"{pad}, {'joined' if EXAMPLE_CODE >> pad & 1 else 'isolated'}" for pad in range(PADS)]
    names = [f"{rows[pad // 3]}: pad {name}" if pad % 3 == 0 else f"pad {name}" for pad, name in enumerate(names)]
    axes.set_yticks(range(PADS), names, fontsize=9)
    axes.set_xlabel("mm short of the end stop: the card goes in from left to right")
    row_mm = f"{geometry.row_pitch_mm:.0f}"
    shown = "shows three ones on the wrong pads: no card"
    title = f"{geometry.name}: a card goes in. One row ({row_mm} mm) short it {shown}"
    axes.set_title(title, fontsize=10)
    keys = [Patch(color=JOINED, label="reads 1"), Patch(color=DOUBT, label="in doubt")]
    keys.append(Patch(facecolor=EMPTY, edgecolor="0.6", label="reads 0"))
    axes.legend(handles=keys, fontsize=9, loc="center left")
