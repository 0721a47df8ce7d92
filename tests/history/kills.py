"""Disasters while games are kept, of which each kind is a function of a folder, chance, and how many there are.

The power fails, and the disk has lost what was not synced; or the disk is full for a while; or a program that plays at
a virtual table is killed, and another one goes on. Each time nothing may be lost that a page has shown or the board has
answered, the file must be sound, and the games in it must be the board's; otherwise AssertionError is raised.
"""

import os
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

from tavolo.games import setup_from_text
from tavolo.rules.packing import unpacked
from tavolo.rules.record import Record
from tavolo_host.history.history import History
from tavolo_host.history.history_file import Unusable
from tavolo_host.history.imported_games import add_game
from tavolo_host.history.kept_game import OVER, Action, KeptAction, KeptGame, KeptPlayer, Standing
from tavolo_host.history.recorder import Recorder
from tavolo_host.people.hidden_hands import HiddenHands
from tavolo_host.players.playout import playout
from tavolo_host.players.random_player import choose
from tavolo_host.sources.keeper import Keeper
from tavolo_host.sources.virtual_source import VirtualSource
from tests.history.losing_disk import LosingDisk
from tests.sources.source_support import SHORT, check_hands, run_until, source_of

FILE, PORT, RULES = "tavolo.sqlite", 8520, "0123abcd"
FORKED = get_context("fork" if hasattr(os, "fork") else None)  # what is planted is in the programs too
SEATS = {"ada": 3, "ben": 5}
PEOPLE = ((("Ada", ""), ("Bruno", "normal")), (("Ada", ""), ("Ben", "")))
People = tuple[tuple[str, str], ...]  # as in a Standing: names and levels
SETUPS = tuple(f"{name} players=2 {SHORT[name]}" for name in sorted(SHORT) if name != "david-goliath")


def played(text: str, random: Random) -> Record:
    """A game of random players, with all that is hidden."""
    record = Record(setup_from_text(f"{text} dealt"))
    game, start = record.game, record.game.start(record.setup)
    for action in playout(game, start, lambda known, player: choose(game, known, player, random), random.randrange):
        record.apply(action)
    return record


def standing_of(record: Record, length: int, people: People, visitors: tuple[str, ...] = ()) -> Standing:
    """A game at the table after so many actions; it is over after the last."""
    setup, actions = record.setup.text().replace("dealt", "table"), list(record.actions)
    outcome = (record.game.outcome(record.position) or ()) if length >= len(actions) else ()
    return Standing(setup, (1, 5), people, actions[:length], False, outcome, visitors=visitors)


def whole(path: Path) -> list[Any]:
    """What is in a file that a disaster has left; it must be sound."""
    with History(path) as history:
        assert history.file.rows("PRAGMA integrity_check") == [("ok",)], "The file is damaged."
        return content(history)


def content(history: History) -> list[Any]:
    """Everything in the file, hidden actions included."""
    actions = "SELECT place, action FROM action WHERE game = ? ORDER BY place"
    return [(game, history.file.rows(actions, (game.id,))) for game in history.games()]


class Evening:
    """Games that are kept by a recorder on a disk that may fail; some are imported meanwhile."""

    def __init__(self, folder: Path, random: Random) -> None:
        self.random = random
        self.path = folder / FILE
        self.told: list[str] = []
        self.now_s = 1e9
        self.recorder = Recorder(self.path, "port 1", RULES, self.told.append, now=lambda: self.now_s)
        self._steps = self._played()
        self.actions: list[Action] = []  # of the game at the table

    def close(self) -> None:
        """Close the file, while its disk is still there."""
        self.recorder.close()

    def _played(self) -> Iterator[tuple[Record, int]]:
        while True:
            record, length = played(self.random.choice(SETUPS), self.random), 0
            while length < len(record.actions) and self.random.random() > 0.02:
                length += 1 if self.random.random() < 0.9 else -self.random.randrange(min(5, length + 1))
                yield record, length

    def step(self) -> None:
        """Play one action, take some back, or import a game."""
        self.now_s += 1
        if self.random.random() < 0.05:
            with suppress(Unusable), History(self.path) as history:
                self._import(history)
            return
        record, length = next(self._steps)
        standing = standing_of(record, length, self.random.choice(PEOPLE))
        self.actions = list(standing.actions)
        self.recorder.keep(record, standing, "{}", bytes(9000))

    def _import(self, history: History) -> None:
        record = played(self.random.choice(SETUPS), self.random)
        players = KeptPlayer(0, 0, "Carl"), KeptPlayer(1, 4, "Dora")
        about = record.game.NAME, record.setup.text(), 1e9, 1e9, OVER, 0, RULES, "", False, (1, 0), (), players
        add_game(history.file, KeptGame(0, 0, *about), [KeptAction(action, 0) for action in record.actions])

    def content(self) -> list[Any]:
        with History(self.path) as history:
            return content(history)

    def is_kept(self) -> bool:
        """Whether the actions of the game at the table are in the file."""
        with History(self.path) as history:
            ((game,),) = history.file.rows("SELECT game FROM at_place") or [(None,)]
            rows = history.file.rows("SELECT action FROM action WHERE game = ? ORDER BY place", (game,))
        return game is None or [unpacked(action) for (action,) in rows] == self.actions


def power_failures(folder: Path, random: Random, times: int) -> None:
    """Let the power fail while something is being written, and after that."""
    with LosingDisk(folder) as disk, closing(Evening(folder, random)) as evening:
        left, until = [], 0

        def lose() -> None:
            nonlocal until
            until -= 1
            if until < 0:
                until = random.randrange(40)
                left.append(disk.left(random))

        evening.step()
        assert disk.files, "Python's sqlite3 does not use the machine's library."
        shown = evening.content()
        disk.before_write = lose
        while times > 0:
            evening.step()
            before, shown = shown, evening.content()
            left.append(disk.left(random))
            for files in left:
                found = _found(files)
                assert found == shown or (found == before and files is not left[-1]), "What was shown is lost."
            times -= len(left)
            left.clear()
        assert evening.is_kept()
        assert evening.told == [], evening.told


def _found(files: dict[str, bytes]) -> list[Any]:
    with tempfile.TemporaryDirectory() as folder:
        for name, written in files.items():
            (Path(folder) / name).write_bytes(written)
        return whole(Path(folder) / FILE)


def full_disks(folder: Path, random: Random, times: int) -> None:
    """Let the disk become full while something is being written, and free again."""
    with LosingDisk(folder) as disk, closing(Evening(folder, random)) as evening:
        until = 0

        def fill() -> None:
            nonlocal until
            until -= 1
            disk.is_full = until < 0

        evening.step()
        disk.before_write = fill
        for _ in range(times):
            evening.told.clear()
            until = random.randrange(60)
            while not evening.recorder.is_behind:
                before = evening.content()
                evening.step()
            assert [words.split(": ")[0].split("/")[0] for words in evening.told] == ["The disk with "], evening.told
            for _ in range(random.randrange(3)):
                evening.step()
            assert whole(evening.path) == before, "What cannot be kept has changed the file."
            until = 1 << 30
            while evening.recorder.is_behind:
                evening.step()
            assert evening.is_kept(), "The disk is free again, and the game is not kept."
            assert evening.told[1:] == ["What is played is kept again."], evening.told


class Sight:
    """What a page and the people at a table have seen: the game, and all that is in their hands."""

    def __init__(self, source: VirtualSource) -> None:
        mirror, tracked_game = source.mirror, source.table.virtual_players.follower.tracked_game
        self.text = mirror.setup.text() if mirror.setup else ""
        self.public = list(mirror.actions)
        self.private = list(tracked_game.record.actions) if tracked_game else []
        self.is_over = bool(mirror.result)
        self.is_asked = mirror.view.question is not None  # a move may be taken back, or the game abandoned
        self.seats = dict(source.visitors.seats)

    def lost_in(self, later: "Sight") -> str:
        """What is missing in what is seen later, "" for nothing."""
        if self.seats != later.seats:
            return f"The seats were {self.seats}, and are {later.seats}."
        if self.is_asked or self.is_over or not self.text:
            return ""
        if self.text != later.text or later.public[: len(self.public)] != self.public:
            return f"{self.text} {self.public}\nhas become {later.text} {later.public}"
        if later.private[: len(self.private)] != self.private:
            return f"The hidden actions were\n{self.private}, and are\n{later.private}"
        return ""


def play(path: Path, seed: str, last: Sight | None, tell: Callable[[object], None]) -> None:
    """Go on at a table until the program is killed, and tell what is shown; tell a text if something is lost."""
    random = Random(seed)
    source = source_of(setup_from_text(f"{random.choice(SETUPS)} table"))
    keeper = Keeper(source.table, source.visitors, path, PORT)  # type: ignore[arg-type]
    source.keep(keeper)
    goes_on = source.table.virtual_players.follower.tracked_game is not None
    for visitor, seat in SEATS.items():
        source.visitors.come(visitor)
        if last is None:
            source.visitors.visitor_names.set_name(visitor, visitor.title())
            source.visitors.sit(visitor, seat)
    source.visitors.set_pace("instant")
    source.visitors.set_level("easy")
    if goes_on:
        follower = source.table.virtual_players.follower  # the game may have been abandoned
        run_until(source, lambda: bool(source.mirror.in_step and (source.mirror.record or not follower.tracked_game)))
        check_hands(source)
    shown = Sight(source)
    lost = last.lost_in(shown) if last else ""
    if lost:
        tell(lost)
        return
    while True:
        if source.mirror.result or (source.mirror.game is None and random.random() < 0.1):
            setup = setup_from_text(f"{random.choice(SETUPS)} table")
            source.start(2, setup.game, setup.options)
        for visitor in SEATS:
            if random.random() < 0.03:
                what = source.what_to_do(visitor)
                if what.choices:
                    source.do(visitor, random.choice(what.choices))
            elif random.random() < 0.0005:
                source.ask(visitor, random.choice(("undo", "undo", "undo", "undo", "abandon")), False)
        source.step(10)
        seen = Sight(source)
        if vars(seen) != vars(shown):
            shown = seen
            tell(seen)


def kills(folder: Path, random: Random, times: int) -> None:
    """Kill a program that plays, again and again; another one goes on."""
    path = folder / FILE
    last: Sight | None = None
    for _ in range(times):
        reading, writing = FORKED.Pipe(duplex=False)
        child = FORKED.Process(target=_tell_all, args=(path, str(random.random()), last, writing))
        child.start()
        writing.close()
        with reading:
            messages = random.randrange(1, 40)
            while messages and isinstance(seen := _received(reading), Sight):
                last, messages = seen, messages - 1
            assert not messages, seen
            time.sleep(random.random() * 0.01)
            child.kill()
            child.join()
            while isinstance(seen := _received(reading), Sight):
                last = seen
            assert seen is None, seen
        _check_games(path, last)


def _tell_all(path: Path, seed: str, last: Sight | None, pipe: Connection) -> None:
    """Play in a process of its own, and tell also why it cannot go on."""
    try:
        play(path, seed, last, pipe.send)
    except BaseException:
        pipe.send(traceback.format_exc())


def _received(pipe: Connection) -> object:
    """What was sent, None if the program was killed before it was complete."""
    try:
        return pipe.recv()
    except (EOFError, OSError):
        return None


def _check_games(path: Path, last: Sight | None) -> None:
    """Check that the file is sound, that its games obey the rules, and that it has the end that was shown.

    It may be one step ahead: the end of a game may be kept before anybody has seen it.
    """
    whole(path)
    with History(path) as history:
        for game in history.games(limit=2):
            record = HiddenHands(setup_from_text(game.setup))
            actions = [each.action for each in history.actions(game.id)]
            for action in actions if game.ending == OVER else ():
                record.apply(action)
            if game.ending == OVER:
                assert record.game.outcome(record.position) == game.outcome, (game, actions)
            public = [record.game.public(action) for action in actions]
            if last and game.ending == OVER and game.setup == last.text and public[: len(last.public)] == last.public:
                last.is_over = True
                return
    assert not last or not last.is_over or last.is_asked, "The end is lost."
