"""The commands that show a table in the browser: `tavolo play` and `tavolo watch`."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from tavolo_host.options import BoardId, BoardPort, Virtual, check_one_board
from tavolo_host.players.settings import LEVELS
from tavolo_host.runtime import import_paths
from tavolo_host.simulator.serial_line import LINES
from tavolo_host.texts.terminal import say

if TYPE_CHECKING:
    from tavolo.rules.contract import Setup
    from tavolo.rules.game import Game
    from tavolo_host.board.companion import Companion
    from tavolo_host.board_setup.set_up import SetUp
    from tavolo_host.sources.board_source import WatchSource
    from tavolo_host.sources.phone_source import PhoneSource
    from tavolo_host.sources.virtual_source import BoardLine, VirtualSource

    Level = str
    LineName = str
else:
    Level, LineName = Literal[LEVELS], Literal[tuple(LINES)]

UF2 = Path(__file__).parents[3] / "build" / "tavolo.uf2"

WebPort = Annotated[
    int,
    typer.Option(
        "--web-port", min=1, max=65535, help="Port of the page, which only this machine can reach without --lan."
    ),
]
Browser = Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")]
OnLan = Annotated[
    bool, typer.Option("--lan", help="Let others on the same network join with their phones; it is not encrypted.")
]
LanAddress = Annotated[
    str, typer.Option(metavar="ADDRESS", help="The address of this machine for --lan, if it has several.")
]
Seats = Annotated[int | None, typer.Option(help="Number of players; by default as many as the game seats, at most 4.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", help="An option of the game as NAME=VALUE; `tavolo games` lists them."),
]
LineOption = Annotated[LineName, typer.Option(help="The serial line between the virtual board and the laptop.")]
OnPico = Annotated[
    bool, typer.Option("--pico", help="Run the board's firmware on an emulated Pico, slower than a real one.")
]
Speed = Annotated[
    float,
    typer.Option(min=1, max=100, metavar="FACTOR", help="How much faster players and board run, your keys included."),
]
Lights = Annotated[
    list[str] | None,
    typer.Option(
        metavar="ADDRESS",
        help="Show the table's lights on a device with WLED, or ddp://HOST/16x8; repeat it for several.",
    ),
]
LevelOption = Annotated[
    Level | None,
    typer.Option(help="How good the virtual players are at first; without it, as chosen on the page."),
]


def play(
    game: Annotated[
        str, typer.Argument(help="The game to set up first; without it, the last one that is not over goes on.")
    ] = "",
    seats: Seats = None,
    option: Options = None,
    line: LineOption = "socket",
    pico: OnPico = False,
    speed: Speed = 1,
    level: LevelOption = None,
    web_port: WebPort = 8520,
    browser: Browser = True,
    lan: OnLan = False,
    lan_address: LanAddress = "",
    lights: Lights = None,
) -> None:
    """Play on a virtual table in the browser, against virtual players."""
    from tavolo.games import load, names
    from tavolo.rules.contract import Setup

    rules = load(game or names()[0])
    setup = Setup(rules, min(4, rules.SEATS[1]) if seats is None else seats, option_values(rules, option or []))
    rules.start(setup)  # raises where values do not go together
    try:
        board_line = LINES[line]()
    except OSError as problem:
        raise ValueError(f"The virtual board has no serial line: {problem}") from problem
    source = _source(setup, board_line, pico, speed)
    if level is not None:
        source.visitors.set_level(level)
    keep(source, web_port, game)
    add_lights(source, web_port, lights or [])
    _show(source, web_port, browser, lan_address if lan or lan_address else None)


def keep(source: "VirtualSource", web_port: int, game_name: str) -> None:
    """Go on with the game that was kept for this port, if it has this name, "" for any; and keep everything further.

    An emulated Pico keeps nothing.
    """
    from tavolo_host.history.history_file import history_file
    from tavolo_host.people.table import VirtualTable
    from tavolo_host.sources.keeper import Keeper

    if isinstance(source.table, VirtualTable):
        source.keep(Keeper(source.table, source.visitors, history_file(), web_port), game_name)


def add_lights(source: "VirtualSource", web_port: int, addresses: Sequence[str]) -> None:
    """Let devices show the table's lights: those that were kept for this port, and those at these addresses.

    ValueError if one is no address, or does not answer.
    """
    from tavolo_host.own_lights.own_lights import OwnLights, lights_file
    from tavolo_host.own_lights.search import device_at

    lights = source.own_lights = OwnLights(partial(source.mirror.log.add, "note"))
    lights.keep_at(lights_file(), str(web_port))
    for address in addresses:
        try:
            if not lights.has_typed(address):
                asyncio.run(lights.choose(asyncio.run(device_at(address)), is_asked=False))
        except OSError as problem:
            raise ValueError(f"{address} does not answer: {problem.strerror or problem}.") from problem
        except ValueError as problem:
            raise ValueError(f"No lights that a table can use are at {address}.") from problem


def option_values(game: "Game", typed: Sequence[str]) -> tuple[int, ...]:
    """Return a value for each option of a game from "name=value" texts; ValueError lists what is possible.

    For a sheet or board of one's own the value is its name or its text, for any other a number.
    """
    from tavolo_host.display.model.kept_prints import entered

    known = [option.name for option in game.OPTIONS]
    values = [option.default for option in game.OPTIONS]
    for word in typed:
        name, mark, number = word.partition("=")
        if name not in known or not mark:
            listed = ", ".join(f"{option.name}={option.low} to {option.high}" for option in game.OPTIONS) or "none"
            raise ValueError(f"{game.TITLE} has no option “{word}”; it has {listed}.")
        values[known.index(name)] = entered(game, game.OPTIONS[known.index(name)], number)
    return tuple(values)


def _source(setup: "Setup", line: "BoardLine", pico: bool, speed: float) -> "VirtualSource":
    """Return a virtual table, or one with an emulated Pico; ValueError if that is not or cannot be built."""
    from tavolo_host.people.kept_board import SLOTS
    from tavolo_host.people.pace import Pace
    from tavolo_host.people.table import VirtualTable
    from tavolo_host.players.workers import Engine
    from tavolo_host.sources.virtual_source import VirtualSource

    if not pico:
        pace = Pace("Virtual board", time.monotonic) if speed > 1 else None
        table = VirtualTable(SystemRandom(), line, slots=Random(SLOTS))  # its journal has calibrated these
        return VirtualSource(table, setup, line, pace, speed, Engine())
    firmware = emulated_firmware()
    from tavolo_host.people.pico_table import PicoTable  # few play on one

    emulated = PicoTable(SystemRandom(), firmware, line=line)
    return VirtualSource(emulated, setup, line, Pace("Emulated Pico", time.monotonic), speed, Engine())


def emulated_firmware() -> Path:
    """Return the firmware for an emulated Pico; ValueError if it is not or cannot be built."""
    if import_paths.tree() is None:
        raise ValueError(
            "The emulated Pico is built from Tavolo's sources, which are not installed here:"
            " in the source folder, `make play-pico` builds it and plays on it."
        )
    if not UF2.exists():
        raise ValueError("The emulated Pico has not been built yet: `make play-pico` builds it and plays on it.")
    return UF2


def watch(
    port: BoardPort = None,
    board: BoardId = "",
    virtual: Virtual = False,
    web_port: WebPort = 8520,
    browser: Browser = True,
    lan: OnLan = False,
    lan_address: LanAddress = "",
) -> None:
    """Show in the browser what a board does, and play at its seats by phone.

    With --virtual, a virtual hand tries out the board's first seat, if it has a slot.
    """
    from tavolo_host.board.companion import Companion

    check_one_board(port, board, virtual)
    opened_at = lan_address if lan or lan_address else None
    if not virtual:
        companion = Companion(port, board_id=board)
        companion.connect(may_choose=True)
        if companion.port.choice:
            say("Several boards answer: the page asks which one you want.")
        _show(_at_board(companion, web_port), web_port, browser, opened_at)
        return
    from tavolo_host.people.kept_board import KeptBoard
    from tavolo_host.players.workers import Engine
    from tavolo_host.sources.watched import at_virtual, connected

    kept = KeptBoard()
    say(kept.words)
    _show(at_virtual(kept, connected(kept), Engine()), web_port, browser, opened_at)


def _at_board(companion: "Companion", web_port: int, set_up: "SetUp | None" = None) -> "WatchSource | PhoneSource":
    """Return the table of a board: played here where it has seats by phone, else watched; what happens is kept.

    `set_up` is that of the source whose place it takes, None for the first.
    """
    from tavolo_host.board_setup.set_up import SetUp
    from tavolo_host.history.history_file import history_file
    from tavolo_host.players.workers import Engine
    from tavolo_host.sources.board_source import WatchSource
    from tavolo_host.sources.companion_source import by_phone
    from tavolo_host.sources.phone_source import PhoneSource

    source: WatchSource | PhoneSource
    if by_phone(companion):
        source = PhoneSource(companion, SystemRandom(), Engine())
        source.keep_at(history_file())
    else:
        source = WatchSource(companion)
        source.keep(history_file(), web_port)
    source.set_up = set_up or SetUp(companion)
    source.succeed = partial(_at_board, companion, web_port)
    return source


def _show(source: "VirtualSource | WatchSource", web_port: int, browser: bool, lan_address: str | None) -> None:
    """Serve the page until interrupted."""
    from tavolo_host.display.app import check_port, run

    with closing(source):
        check_port(web_port)
        say(f"The table is at http://127.0.0.1:{web_port}/ (Ctrl-C ends).")
        run(source, port=web_port, open_browser=browser, ended_by=endings(), lan_address=lan_address)


def endings() -> tuple[type[Exception], ...]:
    """Return the exceptions that end a command with a sentence.

    They are imported only for a page, or once something was raised: other commands load no page, port or emulator.
    """
    from tavolo_host.board.serial_port import PortError
    from tavolo_host.display.parts.source import DisplayError
    from tavolo_host.simulator.emulator_pipe import EmulatorError

    return DisplayError, PortError, EmulatorError
