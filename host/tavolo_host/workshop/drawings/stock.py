"""Sheets as they are sold, and the pieces that are cut from them."""

from dataclasses import dataclass


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
