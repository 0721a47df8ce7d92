"""The server of the page, for this computer alone and without anything from the network.

One loop drives the source in real time; each visitor's page looks at the source by itself.
"""

import asyncio
import errno
import gc
import logging
import os
import socket
import time
from collections.abc import Awaitable, Callable, Sequence
from copy import copy
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from nicegui import app, background_tasks, core, ui
from nicegui.client import Client
from starlette.requests import Request

from tavolo.games import names
from tavolo_host.display.access.browser_secrets import KEY_BYTES, BrowserSecrets, kept_key
from tavolo_host.display.access.browsers import HOST, LONGEST_MESSAGE, is_here
from tavolo_host.display.access.connections import ImpatientProtocol
from tavolo_host.display.access.content_policy import HEADERS
from tavolo_host.display.access.guard import serve_own_alone
from tavolo_host.display.access.joining import WATCH_ADMISSION
from tavolo_host.display.access.lan import Lan
from tavolo_host.display.access.open_pages import OpenPages
from tavolo_host.display.goodbye import goodbye_script, say_goodbye_at_the_end
from tavolo_host.display.live.moved import moved_words
from tavolo_host.display.live.page import Page
from tavolo_host.display.model.file_commands import FileCommands
from tavolo_host.display.own_browser import has_browser
from tavolo_host.display.parts.browser_needs import needs_script
from tavolo_host.display.parts.preferences import THEMES, Preferences
from tavolo_host.display.parts.source import EVENING, HISTORY, SET_UP, STATISTICS, TITLE, DisplayError, TableSource
from tavolo_host.display.past.call_to_table import CallToTable
from tavolo_host.display.past.evening_pages import build_evening
from tavolo_host.display.past.history_page import HistoryPage
from tavolo_host.display.past.replay_page import ReplayPage
from tavolo_host.display.set_up.set_up_page import SetUpPage
from tavolo_host.history.history_file import history_file
from tavolo_host.runtime.game_folders import folder_of
from tavolo_host.seats.presence import Presence
from tavolo_host.texts.deferred import deferred
from tavolo_host.texts.language import ENGLISH, _, speaking
from tavolo_host.texts.server_output import never_waiting
from tavolo_host.texts.terminal import say

if TYPE_CHECKING:
    from nicegui.language import Language

STEP_MS = 10
ALONE_STEP_MS = 100  # while nobody looks at a virtual table, which then stands still
LONGEST_STEP_MS = 200.0  # after the computer has slept, the table does not catch up
SCRIPTS = "".join(
    f'<script src="/display/{name}.js"></script>' for name in ("popovers", "sounds", "gestures", "keyboard", "narrow")
)
STATIC = Path(__file__).parent / "static"
RECONNECT_SECONDS = 10.0
ADMISSIONS_S = 20.0  # between two looks at who is still admitted
ADDRESSES_S = 4.0  # between two looks at this computer's addresses
GARBAGE = 700, 5, 2  # new objects until the youngest are collected, times of that until the older, and until all are
PING_S, PONG_S = 4, 2  # a phone that is locked closes no connection: it only falls silent
GRACE_SECONDS = 0.5  # for requests still being served when the program ends; some clients never read the answer


def run(
    source: TableSource,
    *,
    port: int,
    open_browser: bool,
    ended_by: tuple[type[Exception], ...] = (DisplayError,),
    lan_address: str | None = None,
) -> None:
    """Serve the page on http://127.0.0.1:`port` until interrupted, or until the source raises one of `ended_by`.

    `lan_address` is where it is also open to the network, "" for the default route's; None leaves it closed at first.

    Raises that exception, and DisplayError when the port cannot be used.
    """
    check_port(port)
    drive = Drive(source, Presence(source.roster), ended_by)
    lan, pages = Lan(port, source.roster.invited), OpenPages(lambda visitor: visitor in drive.source.roster.seats)
    lan.invitation.on_guessing, lan.on_lost = partial(_warn_of_guessing, drive), partial(_tell_lost, drive, lan)
    opened_at = lan.invited.address or None if lan_address is None else lan_address  # as in an evening that goes on
    serve_own_alone(app, port, lan, _secrets(drive), pages)
    app.config.quasar_config["loadingBar"]["skipHijack"] = True  # screen readers find no name for it
    app.config.socket_io_js_transports = ["websocket"]
    app.on_startup(lambda: background_tasks.create(drive.run(), name="table"))
    if opened_at is not None:
        app.on_startup(partial(_open_to_network, lan, opened_at))
    app.on_startup(_listen_for_life)
    app.on_startup(collect_garbage_often)
    app.on_startup(say_goodbye_at_the_end)
    app.on_startup(lambda: background_tasks.create(_again_and_again(lan.look, ADMISSIONS_S), name="admissions"))
    app.on_startup(lambda: background_tasks.create(_again_and_again(lan.follow, ADDRESSES_S), name="addresses"))
    with never_waiting():
        _serve(partial(_serve_page, drive, lan, pages, serve_styles()), port, open_browser)
    if drive.failure is not None:
        raise drive.failure


def _serve(build_page: Callable[[], Awaitable[None]], port: int, open_browser: bool) -> None:
    """Serve the page until the server ends."""
    ui.run(
        build_page,
        host=HOST,
        port=port,
        title=TITLE,
        favicon=STATIC / "favicon.svg",
        show=open_browser and has_browser(),
        reload=False,
        dark=None,
        tailwind=False,
        reconnect_timeout=RECONNECT_SECONDS,
        http=ImpatientProtocol,
        headers=HEADERS,
        ws_max_size=LONGEST_MESSAGE,
        timeout_graceful_shutdown=GRACE_SECONDS,
        show_welcome_message=False,
        log_config=None,  # uvicorn's would print a traceback for each error
    )


def _listen_for_life() -> None:
    core.sio.eio.ping_interval, core.sio.eio.ping_timeout = PING_S, PONG_S


def collect_garbage_often() -> None:
    """Take what lives until the end out of the garbage collection, which then runs sooner, and is done sooner.

    Python collects when as much is new as a quarter of what is old, and 70,000 objects at least. So deleted pages would
    stay in memory by hundreds.
    """
    gc.collect()
    gc.freeze()
    gc.collect()
    gc.set_threshold(*GARBAGE)


async def _open_to_network(lan: Lan, address: str) -> None:
    try:
        await lan.open(address)
        ways = f"{lan.url} with the letters {lan.invitation.letters()}, or {lan.link()}"
        say(f"Others on the network: {ways} (not encrypted).")
    except OSError as problem:
        lan.miss(address)
        say(f"The page cannot be opened to the network: {problem.strerror or problem}.")


async def _again_and_again(look: Callable[[], Awaitable[None]], seconds: float) -> None:
    while True:
        await asyncio.sleep(seconds)
        try:
            await look()
        except Exception:  # an unexpected error: the next look may succeed
            logging.getLogger(__name__).exception("The network could not be looked at.")


def _secrets(drive: "Drive") -> BrowserSecrets:
    """Return what makes browsers' secrets; those of earlier versions are known by the visitors that were kept."""
    try:
        key = kept_key(history_file().parent)
    except OSError as problem:
        say(f"Browsers will not be known after a restart: {problem.strerror or problem}.")
        key = os.urandom(KEY_BYTES)

    def is_known(visitor: str) -> bool:
        roster = drive.source.roster
        return visitor in roster.seats or visitor in roster.invited.visitors

    return BrowserSecrets(key, is_known)


def _warn_of_guessing(drive: "Drive") -> None:
    drive.source.mirror.log.add(
        "note", deferred("Someone on the network is guessing the letters; the QR code still lets guests in.")
    )


def _tell_lost(drive: "Drive", lan: Lan) -> None:
    say(moved_words(lan))
    drive.source.mirror.log.add("note", moved_words(lan))


async def _serve_page(drive: "Drive", lan: Lan, pages: OpenPages, styles: Sequence[str]) -> None:
    """Build the page for the current request, once its browser has connected a socket."""
    client = ui.context.client
    request = client.request
    chosen = Preferences.of(request)
    if chosen.language != ENGLISH:  # of NiceGUI's own messages
        client.page = copy(client.page)
        client.page.language = cast("Language", chosen.language)
    theme = ui.dark_mode(THEMES[chosen.theme])
    ui.add_head_html(_head(chosen.language, styles))
    if not await pages.connected(client, is_here(request.scope)):
        return
    visitor = request.state.visitor
    source, presence = drive.source, drive.presence
    if is_here(request.scope):
        source.roster.hosts.add(visitor)
    is_television = request.query_params.get("view") == "television"
    files = FileCommands(source, visitor)
    ui.run_javascript(f"document.documentElement.lang = '{chosen.language}'; {WATCH_ADMISSION}")
    if request.url.path.startswith(HISTORY):
        with speaking(chosen.language, source.roster.has_hands):
            build_side_page(history_file(), source, files, request)
            CallToTable(source, presence, visitor, chosen)
        return
    if request.url.path.startswith((EVENING, STATISTICS)):
        tongue = chosen.language, source.roster.has_hands
        await build_evening(history_file(), files.readable(), tongue, request)
        if not is_television:
            CallToTable(source, presence, visitor, chosen)
        return
    if request.url.path.startswith(SET_UP):
        SetUpPage(source, presence, visitor, chosen)
        return
    # A television is nobody.
    Page(source, presence, "" if is_television else visitor, chosen, theme, lan, is_television)


def _head(language: str, styles: Sequence[str]) -> str:
    """Return what the page's head has: first of all the script that looks for what the page needs."""
    links = [f'<link rel="stylesheet" href="{style}">' for style in styles]
    with speaking(language):
        return "".join([needs_script(), *links, SCRIPTS, goodbye_script()])


def build_side_page(games: Path, source: TableSource, files: FileCommands, request: Request) -> None:
    """Build the page that the path names: all games, or one of them."""
    number = request.url.path.removeprefix(HISTORY).strip("/")
    if number:
        ReplayPage(games, source, files, int(number))
    else:
        HistoryPage(games, files, request.query_params)


def serve_styles() -> list[str]:
    """Serve the style sheets; return their addresses, the page's own first and then those of the games."""
    app.add_static_files("/display", STATIC)
    served = [f"/display/{name}.css" for name in ("page", "history", "evening", "set_up", "narrow")]
    for name in names():
        file = folder_of(name) / "page.css"
        if file.exists():  # a game that looks like the default has none
            served.append(app.add_static_file(local_file=file, url_path=f"/games/{name}.css"))
    return served


def check_port(port: int) -> None:
    """Raise DisplayError when the page cannot be served on this port of this computer."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((HOST, port))
        except OverflowError as error:
            raise DisplayError(_("A port is a number from 0 to 65535, not {}.").format(port)) from error
        except OSError as error:
            reasons = {
                errno.EADDRINUSE: _("Port {} is in use by another program; choose another one."),
                errno.EACCES: _("Port {} is reserved for the system; choose one above 1023."),
            }
            reason = reasons.get(error.errno or 0, _("The page cannot be served on port {}."))
            raise DisplayError(reason.format(port)) from error


class Drive:
    """Runs the source in real time, and then its successors; `failure` is the exception of `ended_by` that stopped it.

    Pages show `source`, whose visitors are looked after by `presence`.
    """

    def __init__(self, source: TableSource, presence: Presence, ended_by: tuple[type[Exception], ...]) -> None:
        self.source = source
        self.presence = presence
        self._ended_by = ended_by
        self.failure: Exception | None = None

    async def run(self) -> None:
        """Step until the server or the source ends; any other exception does not stop it."""
        before = time.monotonic()
        while True:
            await asyncio.sleep((ALONE_STEP_MS if self._rests() else STEP_MS) / 1000)
            now = time.monotonic()
            elapsed_ms, before = min((now - before) * 1000, LONGEST_STEP_MS), now
            if not self.goes_on(elapsed_ms):
                app.shutdown()
                return

    def goes_on(self, elapsed_ms: float) -> bool:
        """Let time pass, whatever is raised; return False when the source has ended."""
        try:
            self.presence.step(elapsed_ms)
            if not self._rests():
                self.source.step(elapsed_ms)
                self._follow()
            self.presence.look(elapsed_ms)
        except self._ended_by as failure:  # a page that stands still must not look alive
            self.failure = failure
        except Exception as failure:  # an unexpected error must not end the game
            self.source.mirror.log.add_bug(failure)
        return self.failure is None

    def _rests(self) -> bool:
        """Return whether the table stands still: a virtual one that nobody has looked at for a while."""
        return self.source.has_own_time and self.presence.is_alone

    def _follow(self) -> None:
        """Go on with the successor of the source, if it has one, for the same visitors; their pages load again."""
        successor = self.source.successor()
        if successor is None:
            return
        before, roster = self.source.roster, successor.roster
        roster.invited, roster.hosts = before.invited, before.hosts
        self.source, self.presence = successor, Presence(roster)
        for client in list(Client.instances.values()):
            client.run_javascript("location.reload()")
