"""The wiring pictures: `pictures.svg` draws the parts, where they lie, and where the trunks of the nets run.

A look is a group there, with the words of its part in braces. A shape with `data-pin` marks a pin instead: wires leave
it to the sides in `data-exits`, or run beside a pad or key at the distance `data-lane`. What is wired, and so the wires
themselves, is up to the netlist.
"""

from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from hardware.circuit import rules
from hardware.circuit.netlist import Netlist, Part
from hardware.circuit.wires import SVG, Loom, Terminal

DRAWING = Path(__file__).with_suffix(".svg")


def looms(netlists: dict[str, Netlist]) -> dict[str, Loom]:
    """Return the wiring picture of each size, with its wires drawn, by the name of its file."""
    drawing = ElementTree.parse(DRAWING).getroot()
    looks = {f"#{look.get('id')}": look for look in drawing.iterfind(f"{SVG}defs/{SVG}g")}
    pictures = {picture.attrib["id"]: picture for picture in drawing.iterfind(f"{SVG}svg")}
    return {f"wiring-{size}.svg": _loom(pictures[size], looks, netlist) for size, netlist in netlists.items()}


def _loom(picture: Element, looks: dict[str, Element], netlist: Netlist) -> Loom:
    loom = Loom(picture.attrib["width"], picture.attrib["height"], picture.findtext(f"{SVG}title", ""))
    for drawn in picture.iterfind("*[@x]"):
        if reference := drawn.get("data-part"):
            place = float(drawn.attrib["x"]), float(drawn.attrib["y"])
            _place(loom, netlist.parts[reference], looks[drawn.attrib["href"]], *place)
        else:
            loom.copy(drawn)
    for drawn in picture.iterfind(f"{SVG}polyline"):
        numbers = map(float, drawn.attrib["points"].replace(",", " ").split())
        loom.trunk(drawn.attrib["data-net"], *zip(numbers, numbers, strict=True))
    loom.draw()
    return loom


def _place(loom: Loom, part: Part, look: Element, x: float, y: float) -> None:
    """Draw a part, its words filled in, and note its pins."""
    number = rules.address(part) if part.kind == "mpr121" else None
    words = {"reference": part.reference, "value": part.value, "number": part.reference[-1]}
    words["address"] = "no address" if number is None else f"0x{number:X}"
    for drawn in look:
        name, lane = drawn.get("data-pin"), drawn.get("data-lane")
        if name is None:
            loom.copy(drawn, x, y, words)
            continue
        place, exits = (x + float(drawn.attrib["cx"]), y + float(drawn.attrib["cy"])), drawn.get("data-exits", "")
        end = Terminal(part.reference, part.pin(name), *place, tuple(exits.split()), float(lane or 0))
        (loom.terminals if lane is None else loom.pads).append(end)
