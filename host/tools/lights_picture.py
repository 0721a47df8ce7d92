"""Pictures of a game in the middle of its golden playthrough: its lights, as its scene paints them, and its board.

python -m host.tools.lights_picture GAME writes both into the game's folder. The front door shows the board.
"""

import sys
from pathlib import Path

import svg

from tavolo.games import scene_of
from tavolo.lights import palette
from tavolo.lights.canvas import Canvas
from tavolo.lights.stage import Stage
from tavolo.rules.contract import CHANCE
from tavolo.rules.record import Record
from tavolo_host.display.parts import geometry
from tavolo_host.display.parts.game_display import picture_of as picture_of_board
from tavolo_host.display.parts.theme import glow, hexadecimal, seat_number
from tavolo_host.runtime.atomic_file import write_whole
from tavolo_host.runtime.game_folders import folder_of
from tavolo_host.texts.playthrough import record_of, texts_in
from tavolo_host.vector import document
from tavolo_host.workshop import golden

LABEL_BEYOND_LAMP = 26.0


def game_svg(game_name: str) -> str:
    """Return the picture of a game: track, field and lamps as SVG, in their places on the table."""
    record = middle_of(game_name)
    stage, canvas = Stage(record.position), Canvas()
    stage.actions = record.actions
    stage.seats = geometry.places(record.setup.players)
    scene_of(game_name).paint(canvas, stage)
    left, top, width, height = geometry.LIGHTS
    x, y, wide, high = geometry.field_frame()
    elements: list[svg.Element] = [
        svg.Rect(x=left, y=top, width=width, height=height, rx=24, fill="#3a2618"),
        svg.Path(d=geometry.ring_outline(), fill="none", stroke="#1f140d", stroke_width=28),
        svg.Rect(x=x, y=y, width=wide, height=high, rx=16, fill="#1b120c"),
    ]
    strips = (
        (canvas.track, geometry.track_points(), geometry.TRACK_RADIUS),
        (canvas.field, geometry.field_points(), geometry.FIELD_RADIUS),
        (canvas.lamps, geometry.lamp_points(), geometry.LAMP_RADIUS),
    )
    for indices, points, radius in strips:
        colours = (hexadecimal(glow(*palette.RGB[index])) for index in indices)
        for (x, y), colour in zip(points, colours, strict=True):
            elements.append(svg.Circle(cx=x, cy=y, r=radius, fill=colour))
    for number, (x, y) in enumerate(geometry.track_number_points()):
        if number % 5 == 0:
            elements.append(_text(x, y + 4.5, str(number), 13))
    for seat in stage.seats:
        x, y = geometry.SEAT_PLACES[seat].point(geometry.LAMP_PLACE[0] + LABEL_BEYOND_LAMP, geometry.LAMP_PLACE[1])
        elements.append(_text(x, y + 6, str(seat_number(seat)), 17))
    words = {"role": "img", "font-family": "sans-serif", "font-weight": "600", "text-anchor": "middle"}
    title = f"{record.game.TITLE}: the lights in the middle of a game"
    return document(svg.SVG(viewBox=svg.ViewBoxSpec(*geometry.LIGHTS), extra=words, elements=elements), title)


def _text(x: float, y: float, text: str, size: int) -> svg.Text:
    return svg.Text(x=x, y=y, font_size=size, fill="#c9a877", text=text)


def golden_of(game_name: str) -> Record:
    """Return a game's golden playthrough with the most players; ValueError when there is none."""
    file, text = golden.kept(game_name)
    if not text:
        raise ValueError(f"There is no {file}.")
    return record_of(texts_in(text)[-1])


def middle_of(game_name: str) -> Record:
    """Return the same up to the first decision after its middle."""
    whole = golden_of(game_name)
    record = Record(whole.setup)
    for action in whole.actions:
        if len(record.actions) >= len(whole.actions) // 2 and record.game.to_act(record.position) != (CHANCE,):
            break
        record.apply(action)
    return record


def picture_of(game_name: str, name: str = "lights.svg") -> Path:
    """Return the path of a game's picture."""
    return folder_of(game_name) / name


def tile_svg(game_name: str) -> str:
    """Return the picture of a game's board, after the middle, when most is to be seen on it."""
    record, pictures = middle_of(game_name), []
    for action in golden_of(game_name).actions[len(record.actions) :]:
        pictures.append(picture_of_board(record))
        record.apply(action)
    return max(pictures, key=len) + "\n"


def main() -> None:
    """Write the pictures of the game on the command line."""
    if len(sys.argv) != 2:
        sys.exit("python -m host.tools.lights_picture GAME")
    write_whole(picture_of(sys.argv[1], "tile.svg"), tile_svg(sys.argv[1]))
    write_whole(picture_of(sys.argv[1]), game_svg(sys.argv[1]))


if __name__ == "__main__":
    main()
