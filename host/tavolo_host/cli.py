"""The command `tavolo`: play on a virtual table, watch, check or set up a board, find boards, compute slots' margins,
print cards, hold tournaments.

Bad input gets one sentence on standard error and exit code 2.
"""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, Protocol

import typer
from typer.exceptions import TyperException

from tavolo_host.extras import needs
from tavolo_host.runtime import import_paths

if TYPE_CHECKING:
    from tavolo.rules.contract import Setup
    from tavolo_host.display.source import TableSource
    from tavolo_host.sources.virtual_source import BoardLine, VirtualSource

    class Source(TableSource, Protocol):
        """A table that the page shows and that has to be closed."""

        def close(self) -> None:
            """Give free what it holds."""


UF2 = Path(__file__).parents[2] / "build" / "tavolo.uf2"

app = typer.Typer(
    help="Tavolo, the table that referees: its laptop side.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

WebPort = Annotated[
    int, typer.Option("--web-port", min=1, max=65535, help="Where the page is served, on this machine only.")
]
Browser = Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")]
BoardPort = Annotated[str | None, typer.Option("--port", help="Port or URL of the board; found by itself if left out.")]
BoardId = Annotated[
    str,
    typer.Option(
        "--board",
        metavar="ID",
        help="Which board, where there are several or another port is busy: its serial number, as in `tavolo ports`.",
    ),
]
Virtual = Annotated[
    bool, typer.Option("--virtual", help="Take a virtual board, which keeps its settings like a real one.")
]


class Line(StrEnum):
    """What the virtual board's serial side is."""

    SOCKET = "socket"
    PTY = "pty"


class Level(StrEnum):
    """How good virtual people are, as `tavolo_host.players.levels.LEVELS` knows them."""

    EASY = "easy"
    SENSIBLE = "sensible"
    STRONG = "strong"


class CardSizeName(StrEnum):
    """The sizes of cards, as `tavolo_host.workshop.printing.command.SIZES` knows them."""

    POKER = "poker"
    BRIDGE = "bridge"


class Cards(StrEnum):
    """The classes of cards, as `tavolo_host.slot.geometry.THICKNESSES` knows them."""

    THIN = "thin"
    GLUED = "glued"
    SLEEVED = "sleeved"


class Language(StrEnum):
    """The languages, as `tavolo_host.texts.language.LANGUAGES` knows them."""

    ENGLISH = "en"
    ITALIAN = "it"


CardsOfSlot = Annotated[Cards, typer.Option("--cards", help="Which cards the slot's spacer is for.")]


def _one_board(port: str | None, board: str, virtual: bool) -> None:
    """Refuse what names two boards."""
    if virtual and port is not None:
        raise ValueError("A virtual board has no port: leave out --port or --virtual.")
    if virtual and board:
        raise ValueError("There is one virtual board: leave out --board or --virtual.")


@contextmanager
def _board(port: str | None, board: str, virtual: bool, acts: bool) -> Iterator[tuple[Any, ...]]:
    """Give what a client of a board begins with: its port and, of a virtual one, how time passes there."""
    from tavolo_host.board.port import Port

    _one_board(port, board, virtual)
    if not virtual:
        yield (Port(port, board_id=board, acts=acts),)
        return
    from tavolo_host.people.kept_board import KeptBoard

    kept = KeptBoard()
    try:
        yield Port(kept.url), kept.pass_time
        typer.echo(kept.words)
    finally:
        kept.close()


def _show(source: "Source", web_port: int, browser: bool) -> None:
    """Serve the page until interrupted."""
    from tavolo_host.display.app import check_port, run

    try:
        check_port(web_port)
        typer.echo(f"The table is at http://127.0.0.1:{web_port}/ (Ctrl-C ends).")
        run(source, port=web_port, open_browser=browser, ended_by=_endings())
    finally:
        source.close()


@app.command()
def play(
    game: Annotated[str, typer.Argument(help="The game that is set up first.")] = "david-goliath",
    seats: Annotated[int | None, typer.Option(help="How many play; as many as the game seats, at most 4.")] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", help="A setting of the game as NAME=NUMBER; `tavolo games` lists them."),
    ] = None,
    line: Annotated[
        Line, typer.Option(help="The serial line between the virtual board and the laptop's side.")
    ] = Line.SOCKET,
    pico: Annotated[
        bool, typer.Option("--pico", help="Run the board's firmware on an emulated Pico, slower than it would be.")
    ] = False,
    speed: Annotated[
        float, typer.Option(min=1, max=100, metavar="FACTOR", help="Quickens people and board, visitors' keys too.")
    ] = 1,
    level: Annotated[
        Level | None,
        typer.Option(help="How good the virtual people are at first; as was chosen on the page, if left out."),
    ] = None,
    web_port: WebPort = 8520,
    browser: Browser = True,
) -> None:
    """Play on a virtual table in the browser, against virtual people."""
    from tavolo.games import load
    from tavolo.rules.contract import Setup
    from tavolo_host.people.pace import Pace
    from tavolo_host.people.table import VirtualTable
    from tavolo_host.players.workers import Thinkers
    from tavolo_host.simulator.serial_line import LoopbackServer, PseudoTerminal
    from tavolo_host.sources.virtual_source import VirtualSource
    from tavolo_host.workshop.game_options import option_values

    rules = load(game)
    setup = Setup(rules, min(4, rules.SEATS[1]) if seats is None else seats, option_values(rules, option or []))
    rules.start(setup)  # says what values do not go together
    try:
        board_line = PseudoTerminal() if line is Line.PTY else LoopbackServer()
    except OSError as problem:
        raise ValueError(f"The virtual board has no serial line: {problem}") from problem
    if pico:
        source = _on_emulated_pico(setup, board_line, speed)
    else:
        pace = Pace("Virtual board", time.monotonic) if speed > 1 else None
        table = VirtualTable(SystemRandom(), board_line)
        source = VirtualSource(table, setup, board_line, pace, speed, Thinkers())
    if level is not None:
        source.visitors.challenge(level.value)
    _show(source, web_port, browser)


def _on_emulated_pico(setup: "Setup", line: "BoardLine", speed: float) -> "VirtualSource":
    """Return a table with an emulated Pico; ValueError where it was not built, or cannot be."""
    from tavolo_host.people.pace import Pace
    from tavolo_host.people.pico_table import PicoTable
    from tavolo_host.players.workers import Thinkers
    from tavolo_host.sources.virtual_source import VirtualSource

    if import_paths.tree() is None:
        raise ValueError(
            "The emulated Pico is built from Tavolo's sources, and the program alone is installed here:"
            " in the folder of the sources, `make play-pico` builds it and plays on it."
        )
    if not UF2.exists():
        raise ValueError("The emulated Pico was not built yet: `make play-pico` builds it and plays on it.")
    table = PicoTable(SystemRandom(), UF2, line=line)
    return VirtualSource(table, setup, line, Pace("Emulated Pico", time.monotonic), speed, Thinkers())


@app.command()
def games() -> None:
    """List the games, for how many they are, and their options."""
    from tavolo_host.workshop.game_options import games_text

    typer.echo(games_text())
    typer.echo("\nAn option is chosen in the lobby with the keys, or by `tavolo play GAME --option NAME=NUMBER`.")


@app.command()
def watch(
    port: BoardPort = None,
    board: BoardId = "",
    virtual: Virtual = False,
    web_port: WebPort = 8520,
    browser: Browser = True,
) -> None:
    """Show in the browser what a board does. At a virtual one a hand tries the first seat."""
    from tavolo_host.sources.board_source import WatchSource, wait_for_board

    _one_board(port, board, virtual)
    if not virtual:
        _show(WatchSource(wait_for_board(port, board)), web_port, browser)
        return
    from tavolo_host.people.kept_board import KeptBoard
    from tavolo_host.sources.watched import VirtualWatch

    kept = KeptBoard()
    typer.echo(kept.words)
    _show(VirtualWatch(kept), web_port, browser)


@app.command()
def ports() -> None:
    """List the ports that have a Raspberry Pi Pico on them."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from tavolo_host.board.serial_port import list_boards

    found = list_boards()
    if not found:
        typer.echo("No port of this machine has a Raspberry Pi Pico on it.")
        return
    table = Table("port", "what it calls itself", "serial number")
    for board in found:
        table.add_row(*(Text(told) for told in (board.device, board.description, board.serial_number)))
    Console().print(table)
    typer.echo(
        "Whether a table answers at one of them, `tavolo watch --port PORT` shows; of several tables,"
        " `--board` with the serial number names one."
    )


@app.command()
def selftest(
    port: BoardPort = None,
    board: BoardId = "",
    virtual: Virtual = False,
    automatic: Annotated[bool, typer.Option("--automatic", help="Ask nobody to touch or to look.")] = False,
    cards: Annotated[bool, typer.Option("--cards", help="Ask for a card in each slot, too.")] = False,
    seats: Annotated[str, typer.Option(help="The seats that are built, as in 1,2,5.")] = "all",
    strips: Annotated[str, typer.Option(help="The pixels that are built: track,field,lamps, or none.")] = "all",
    report: Annotated[Path | None, typer.Option(help="Write what was found into this file, as JSON.")] = None,
) -> None:
    """Check a board: chips, electrodes, pixels, keys. Exit code 1 when something is not as it should be."""
    from tavolo_host.workshop.selftest.command import Wishes, seats_from_text, strips_from_text
    from tavolo_host.workshop.selftest.command import selftest as check

    _one_board(port, board, virtual)
    if automatic and cards:
        raise ValueError("Cards are put in by hand: leave out --automatic or --cards.")
    wishes = Wishes(port, board, virtual, automatic, cards, seats_from_text(seats), strips_from_text(strips), report)
    if not check(wishes):
        raise typer.Exit(1)


@app.command()
def settings(
    wishes: Annotated[
        list[str] | None, typer.Argument(metavar="NAME=VALUE", help="What to change; without any, all are shown.")
    ] = None,
    port: BoardPort = None,
    board: BoardId = "",
    virtual: Virtual = False,
) -> None:
    """Show or change what a board is set to. That is what is built of it, how it is wired, and how bright it is."""
    from tavolo_host.board.settings import SettingsDesk
    from tavolo_host.board.settings import settings as show

    with _board(port, board, virtual, acts=bool(wishes)) as opened:
        show(SettingsDesk(*opened), wishes or ())


@app.command()
def rescue(
    port: BoardPort = None,
    board: BoardId = "",
    virtual: Virtual = False,
    put_aside: Annotated[
        bool,
        typer.Option("--put-aside", help="End the game that a board in safe mode keeps, and begin anew."),
    ] = False,
    clear: Annotated[bool, typer.Option("--clear", help="Empty the crash log, once it is shown.")] = False,
    prompt: Annotated[
        bool,
        typer.Option(
            "--prompt",
            help="Have the board begin anew at MicroPython's prompt, for mpremote, until its next power-on or reset.",
        ),
    ] = False,
) -> None:
    """Show why a board began anew, or is in safe mode, and help it out. Nothing is changed without an option."""
    from tavolo_host.board.rescue import RescueDesk
    from tavolo_host.board.rescue import rescue as help_out

    with _board(port, board, virtual, acts=put_aside or clear or prompt) as opened:
        help_out(RescueDesk(*opened), put_aside, clear, prompt)


@app.command()
def margins(
    plot: Annotated[Path | None, typer.Option(help="Draw them into this file (.svg or .png) too.")] = None,
    measured: Annotated[Path | None, typer.Option(help="Take what this file says was measured (.toml).")] = None,
    cards: CardsOfSlot = Cards.GLUED,
    for_programs: Annotated[bool, typer.Option("--json", help="Print them for programs instead.")] = False,
) -> None:
    """Compute which cards a slot tells apart, and with which margin.

    With --measured, the exit code is 1 when something that must be told apart is not. With --json, each case has a
    name that stays, and its figures: counts below the empty reading, the margin also in deviations of the noise.
    """
    from tavolo_host.slot import margins as computed
    from tavolo_host.slot.geometry import GRID, ROW, THICKNESSES
    from tavolo_host.slot.reading import Charge

    thickness = THICKNESSES[cards.value]

    if measured is not None:
        from tavolo_host.slot.measured import slot_with, values_from_file

        if plot is not None:
            raise ValueError("The picture is of what is assumed: leave out --plot or --measured.")
        values = values_from_file(measured)
        geometry, charge = slot_with(values, GRID.for_cards(thickness))
        rows = computed.margins_report(geometry, charge)
        if for_programs:
            typer.echo(computed.as_json(rows, [geometry], charge, list(values)))
        else:
            computed.print_measured(rows, list(values))
        if not computed.holds(rows):
            raise typer.Exit(1)
        return
    if plot is not None and (plot.suffix not in (".svg", ".png") or not plot.parent.is_dir()):
        raise ValueError(f"{plot} cannot be drawn: name an .svg or .png file in a folder that exists.")
    if plot is not None and for_programs:
        raise ValueError("One at a time: leave out --plot or --json.")
    if plot is not None:
        needs("The picture", "maker", "matplotlib")
    rows = computed.both_arrangements(thickness)
    if for_programs:
        typer.echo(computed.as_json(rows, [GRID.for_cards(thickness), ROW.for_cards(thickness)], Charge()))
    else:
        computed.print_table(rows, cards.value)
        computed.print_cards(computed.cards_rows())
    if plot is not None:
        from tavolo_host.slot.plot import plot as draw

        try:
            draw(plot, rows)
        except OSError as problem:
            raise ValueError(f"{plot} cannot be drawn: {problem.strerror or problem}.") from problem
        typer.echo(f"Drawn into {plot}.")


@app.command()
def measured(
    reports: Annotated[
        list[Path], typer.Argument(metavar="REPORT", help="What `tavolo selftest --report` has written, oldest first.")
    ],
    known: Annotated[Path | None, typer.Option(help="What was measured by hand (.toml): goes before the rest.")] = None,
    cards: CardsOfSlot = Cards.GLUED,
) -> None:
    """Print what selftests say of slots, for `tavolo margins`. It goes into a file, which --measured names there."""
    from tavolo_host.slot.geometry import GRID, THICKNESSES
    from tavolo_host.slot.measured import slot_with, values_from_file
    from tavolo_host.slot.measuring import as_text, is_of_virtual, measured_values, seats_of

    by_hand = values_from_file(known) if known is not None else {}
    geometry, _ = slot_with(by_hand, GRID.for_cards(THICKNESSES[cards.value]))
    found = measured_values([seats_of(report) for report in reports], geometry, by_hand)
    typer.echo(as_text(by_hand | found, any(is_of_virtual(report) for report in reports)), nl=False)


@app.command()
def cards(
    game: Annotated[str | None, typer.Argument(help="The game; all that have cards if left out.")] = None,
    card: Annotated[
        list[str] | None, typer.Option("--card", help="Only this card, by what is printed on it, as in B7.")
    ] = None,
    size: Annotated[CardSizeName, typer.Option(help="How large the cards are.")] = CardSizeName.POKER,
    inserts: Annotated[
        bool, typer.Option("--inserts", help="One insert for every card, to be punched, and faces for sleeves.")
    ] = False,
    output: Annotated[Path, typer.Option(help="The folder to write into.")] = Path("cards"),
) -> None:
    """Make cards to print: fronts, foil, back, and inserts for sleeves, as PDF and for a plotter."""
    needs("Printing cards", "maker", "matplotlib", "reportlab", "fonttools")
    from tavolo_host.workshop.printing.command import print_cards

    for sentence in print_cards(game, card or [], size.value, output, inserts):
        typer.echo(sentence)


@app.command()
def codes(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="Say how many inserts these games need instead.")
    ] = None,
) -> None:
    """Give codes to the cards of games that have none yet, and say how many cards of a game are foreign in another.

    With games: how many inserts they need, each alone and together with faces exchanged, and how long they take.
    """
    if games:
        from tavolo_host.workshop.printing.needs_report import report as needs_report

        inserts, hours, sentences = needs_report(games)
        _print_table("Inserts that are needed", inserts)
        _print_table("Hours of hands, estimated", hours)
        for sentence in sentences:
            typer.echo(sentence)
        return
    from tavolo_host.workshop.codes import give, report

    for file in give():
        typer.echo(f"Written: {file}")
    _print_table("Of the cards of a game, so many are told to be foreign while another is played", report())


@app.command()
def arena(
    results: Annotated[Path, typer.Argument(help="The file that keeps what is planned and played; made if new.")],
    game: Annotated[
        list[str] | None, typer.Option("--game", help="A game that is played, once for each; all if left out.")
    ] = None,
    seats: Annotated[
        list[int] | None, typer.Option("--seats", help="For how many; as many as a game seats, at most 4, if left out.")
    ] = None,
    levels: Annotated[
        str,
        typer.Option(
            help="Who plays, of plain, easy, sensible, strong, and first, which is the sensible one as it was at first;"
            " one level plays against itself."
        ),
    ] = "plain,easy,sensible",
    alone: Annotated[
        str, typer.Option(metavar="LEVEL", help="Of two levels this one sits at one seat, each in turn.")
    ] = "",
    deals: Annotated[
        int, typer.Option(min=1, help="How many deals; in each, every level plays from every seat as often.")
    ] = 100,
    workers: Annotated[int, typer.Option(min=1, help="How many processes of this machine play.")] = 2,
    scheduler: Annotated[
        str | None, typer.Option(metavar="URL", help="A dask scheduler whose workers play instead, as tcp://HOST:8786.")
    ] = None,
    report: Annotated[Path | None, typer.Option(help="Write what came of it into this file, as a page.")] = None,
    language: Annotated[Language, typer.Option(help="The language of that page.")] = Language.ENGLISH,
    plays: Annotated[
        bool, typer.Option("--play/--no-play", help="Only report what the file has, and play nothing.")
    ] = True,
) -> None:
    """Let virtual players play tournaments, and report who is how strong. Stops at Ctrl-C; the same command goes on.

    A file that has games planned goes on with them where no --game is named.
    """
    from tavolo_host.arena.command import Wishes
    from tavolo_host.arena.command import arena as hold

    wishes = Wishes(
        results, game or [], seats or [], levels, alone, deals, workers, scheduler, report, language.value, plays
    )
    hold(wishes)


def _print_table(title: str, lines: list[tuple[str, ...]]) -> None:
    """Print a table whose first line is its heads."""
    from rich.console import Console
    from rich.table import Table

    table = Table(*lines[0], title=title)
    for line in lines[1:]:
        table.add_row(*line)
    Console().print(table)


@app.command()
def golden(game: Annotated[str, typer.Argument(help="The game whose playthroughs are written.")]) -> None:
    """Write the golden playthroughs of a game. One for each number of players: anew from their actions, or first."""
    from tavolo_host.workshop.golden import write

    typer.echo(f"Written: {write(game)}")


@app.command()
def new_game(
    name: Annotated[str, typer.Argument(help="What the game is called, as in highest-card.")],
    title: Annotated[str, typer.Option(help="What players call it; made of the name if left out.")] = "",
    colours: Annotated[bool | None, typer.Option(help="Its cards have colours, or numbers alone.")] = None,
    own_cards: Annotated[bool | None, typer.Option(help="Everybody has a colour from the start, or is dealt.")] = None,
    turned_up: Annotated[bool | None, typer.Option(help="The board draws a prize before each round.")] = None,
    below_zero: Annotated[bool | None, typer.Option(help="Points can go below nothing.")] = None,
) -> None:
    """Make a new game that can be played at once. It is to be changed into what it shall be.

    What kind of game it is, is asked where nothing of it is said, and somebody is there to answer.
    """
    from tavolo_host.workshop.new_game import KINDS, make

    said = dict(zip(KINDS, (colours, own_cards, turned_up, below_zero), strict=True))
    if sys.stdin.isatty() and all(answer is None for answer in said.values()):
        said = {kind: typer.confirm(asked, default=False) for kind, asked in KINDS.items()}
    *written, changed = make(name, title, [kind for kind, answer in said.items() if answer])
    for file in written:
        typer.echo(f"Written: {file}")
    typer.echo(
        f"Changed: {changed}\n\nIt can be played: tavolo play {name}\n"
        "What to read: firmware/tavolo/games/README.md, the game's own rules.py, firmware/tavolo/rules/contract.py.\n"
        "What to change: rules.py with its test, and the words; whatever else serves may stay as it is.\n"
        f"After a change of rules or words: tavolo golden {name}"
    )


def main() -> None:
    """Run the command; what can be foreseen to go wrong is one sentence."""
    import_paths.put_first()
    try:
        code = app(sys.argv[1:] or ["--help"], standalone_mode=False)
    except TyperException as error:
        context = getattr(error, "ctx", None)
        of = f"{context.info_name} " if context and context.parent else ""
        _end(f"{error.format_message().rstrip('.')}; `tavolo {of}--help` lists what there is.")
    except ValueError as error:
        _end(str(error))
    except OSError as error:
        _end(f"{error.filename or 'The system refuses'}: {error.strerror or error}.")
    except (KeyboardInterrupt, typer.Abort):
        sys.exit(130)
    except _endings() as error:
        _end(str(error))
    sys.exit(code)


def _endings() -> tuple[type[Exception], ...]:
    """Return what ends a page, and any command, in a sentence: imported only where a page is, or something was raised.

    Until then a command imports nothing of page, port and emulator that it does not use.
    """
    from tavolo_host.board.serial_port import PortError
    from tavolo_host.display.source import DisplayError
    from tavolo_host.simulator.emulator_pipe import EmulatorError

    return DisplayError, PortError, EmulatorError


def _end(sentence: str) -> NoReturn:
    """Say why, and end with exit code 2."""
    typer.echo(f"tavolo: {sentence}", err=True)
    sys.exit(2)
