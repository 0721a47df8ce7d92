"""The lights of the table as pixels: track, field and lamps, as a game's scene paints them."""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from tavolo.games import scene_of
from tavolo.lights import palette
from tavolo.lights.canvas import Canvas
from tavolo.lights.stage import Stage
from tavolo_host.display import geometry
from tavolo_host.display.theme import glow, hexadecimal

if TYPE_CHECKING:
    from tavolo.rules.game import Action, Position

FINER = 2  # it is drawn this much larger and then reduced, for smooth circles
GROOVE_WIDTH = 28.0  # of the track
WOOD, GROOVE, RIM = "#3a2618", "#1f140d", "#1b120c"


def lights(game_name: str, known: "Position", actions: "Sequence[Action]") -> NDArray[np.uint8]:
    """Return the lights of a public position, as rows of pixels of red, green and blue.

    `actions` are those so far in their public forms, as some scenes show the last one.
    """
    stage = Stage(known)
    stage.actions = actions
    stage.seats = geometry.places(known.players)
    canvas = Canvas()
    scene_of(game_name).paint(canvas, stage)
    image = _dark_table().copy()
    draw = ImageDraw.Draw(image)
    strips = (
        (canvas.track, geometry.track_points(), geometry.TRACK_RADIUS),
        (canvas.field, geometry.field_points(), geometry.FIELD_RADIUS),
        (canvas.lamps, geometry.lamp_points(), geometry.LAMP_RADIUS),
    )
    for indices, points, radius in strips:
        for index, point in zip(indices, points, strict=True):
            draw.circle(_place(point), radius * FINER, hexadecimal(glow(*palette.RGB[index])))
    return np.asarray(image.reduce(FINER))


@cache
def _dark_table() -> Image.Image:
    width, height = geometry.LIGHTS[2:]
    image = Image.new("RGB", (width * FINER, height * FINER), WOOD)
    draw = ImageDraw.Draw(image)
    left, top, _, _ = geometry.field_frame()
    track = [
        geometry.CENTRE[axis] - size / 2 for axis, size in enumerate((geometry.TRACK_WIDTH, geometry.TRACK_HEIGHT))
    ]
    for grow, colour in ((GROOVE_WIDTH / 2, GROOVE), (-GROOVE_WIDTH / 2, WOOD)):
        _rounded(draw, track[0] - grow, track[1] - grow, geometry.TRACK_CORNER + grow, colour)
    _rounded(draw, left, top, 16, RIM)
    return image


def _rounded(draw: ImageDraw.ImageDraw, left: float, top: float, corner: float, colour: str) -> None:
    """Draw a rectangle centred on the table."""
    right, bottom = (2 * middle - edge for middle, edge in zip(geometry.CENTRE, (left, top), strict=True))
    draw.rounded_rectangle((*_place((left, top)), *_place((right, bottom))), corner * FINER, colour)


def _place(point: geometry.Point) -> geometry.Point:
    """Return a point of the table's drawing in the enlarged picture."""
    return (point[0] - geometry.LIGHTS[0]) * FINER, (point[1] - geometry.LIGHTS[1]) * FINER
