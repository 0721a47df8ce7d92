"""The table of the bench: each row, what it is measured of, its budget, and the function that measures it.

A function yields `Values`, and the rows of its subject ask for these by their name. It gets the words of a case and the
sizes of the subject, and runs in a process that has imported nothing yet of what it measures.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pkgutil import resolve_name
from time import monotonic
from typing import Any

from host.tools.bench.report import Budget, Figure, Row, figures_of
from tavolo_host.runtime import compiled, import_paths


@dataclass(frozen=True)
class Subject:
    """Rows that are measured together, once for each case, by `measure`: "module:function" of this folder.

    `sizes` are those of the usual and of the quick form. The rules are what `make fast` compiles if it `is_compiled`.
    """

    name: str
    measure: str
    sizes: Mapping[str, tuple[Any, Any]]
    rows: Sequence[Row]
    cases: Sequence[Mapping[str, Any]] = ({},)
    is_compiled: bool = False

    def measured(self, case: Mapping[str, Any], is_quick: bool) -> tuple[list[Figure], float]:
        """Measure a case; return its figures, and the seconds that they took."""
        import_paths.prepend()
        if self.is_compiled:
            compiled.prepend()
        began = monotonic()
        measure = resolve_name(f"{__package__}.{self.measure}")
        sizes = {name: both[is_quick] for name, both in self.sizes.items()}
        return figures_of(self.rows, measure(**case, **sizes), case), monotonic() - began


def at_most(limit: float, unit: str = "ms", floor: str = "") -> Budget:
    return Budget(unit, most=limit, floor=floor)


def at_least(limit: float, unit: str) -> Budget:
    return Budget(unit, least=limit)


IDLE_TICK = at_most(
    5.0,
    floor="idle tick: between the beats of the lights a tick takes 3 to 4 ms. The slowest hundredth: with a laptop a"
    " line that comes or goes each second, and eight seats that check their chips.",
)
LONGEST_TICK = at_most(
    25.0,
    floor="longest tick: a card that is read, judged, written to flash and sent takes 12 to 24 ms; a tick with a"
    " garbage collection takes 14 ms.",
)
KEY_TO_PIXEL, CARD_TO_LAMP, READY_FROZEN = at_most(20.0), at_most(120.0), at_most(600.0)
TIME, RATE = Budget("ms"), Budget("a second")  # for scale
P99, P95, MEDIAN, LONGEST, SINGLE = ("99th percentile",), ("95th percentile",), ("median",), ("longest",), ()
OF_A_GAME = 99  # cards of Tanz der Hornochsen
GAMES = ("bambuti", "david-goliath", "kuh-vadis", "tanz-der-hornochsen", "yellowstone-park")
VARIANTS = ({"variant": "frozen"}, {"variant": "ROMFS"})

# In simulated time, which is the same on every machine.
SIMULATED = (
    Subject(
        "keys",
        "keys:idle_and_answers",
        {"samples": (100, 25), "idle_ms": (6000, 3000)},
        (
            Row("idle", "idle tick in the lobby, between the beats of the lights, {variant}", IDLE_TICK),
            Row("key", "key touched until first changed pixel, in the lobby, {variant}", KEY_TO_PIXEL),
        ),
        VARIANTS,
    ),
    Subject(
        "start",
        "starting:ready",
        {"precision_ms": (5, 20)},
        (
            Row("ready, frozen", "power on until ready, {variant}", READY_FROZEN, SINGLE),
            Row("ready, ROMFS", "power on until ready, {variant}", at_most(1000.0), SINGLE),
            Row("first", "the same before the first game ever, {variant}", TIME, SINGLE),
        ),
        VARIANTS,
    ),
    Subject(
        "chip",
        "chip:costs",
        {"actions": (1000, 200)},
        (
            Row("actions", "action (legal, apply, digest) in {games} random games of {game}", at_most(40.0), P99),
            Row("actions", "action (legal, apply, digest) in {games} random games of {game}", at_most(40.0), LONGEST),
            Row("lobby", "whole repaint in the lobby", at_most(12.0), LONGEST),
            Row("game", "whole repaint in {game}'s longest game", at_most(12.0), LONGEST),
            Row(
                "heap, frozen", "free heap in {game}'s longest game, {actions}, {variant}", at_least(140, "kB"), SINGLE
            ),
            Row("heap, ROMFS", "free heap in {game}'s longest game, {actions}, {variant}", at_least(100, "kB"), SINGLE),
        ),
    ),
    Subject(
        "resume",
        "starting:resumed",
        {"precision_ms": (5, 20)},
        (
            Row(
                "shown", "resume of {records} of {game} from ready on, {variant}, {times} flash", at_most(1000), SINGLE
            ),
            Row("playable", "and until it can be played", TIME, SINGLE),
        ),
        VARIANTS,
    ),
    Subject(
        "play",
        "playing:evenings",
        # The longest ticks come late in a game, and not in every evening.
        {"decisions": (50, 50), "seeds": ((21, 22), (21, 22)), "flash_times": (("typical", "maximum"), ("maximum",))},
        (
            Row("lamp", "card lying still until lamp green, {how}", CARD_TO_LAMP),
            Row("mirror", "card lying still until the mirror has it, digest equal, {how}", at_most(150.0)),
            Row("idle", "idle tick in a game of {game}, between the beats of the lights, {how}", IDLE_TICK),
            Row("ticks", "tick while {game} is played, {how}", LONGEST_TICK, LONGEST),
        ),
        VARIANTS,
    ),
    Subject(
        "phones",
        "by_phone:evenings",
        {"decisions": (1000, 25), "cards": (OF_A_GAME, 4)},  # whole games
        (
            Row("lamp", "card played on a phone until its lamp is green, {variant}", CARD_TO_LAMP),
            Row("answer", "answer to a card told by a laptop, {variant}", TIME, LONGEST),
            Row("spread", "the longest of these answers more than the shortest, {variant}", at_most(0.02), SINGLE),
        ),
        VARIANTS,
    ),
)
AGAINST = "{game}, {how}, against OpenSpiel's {other}"
RULES = Subject(
    "rules",
    "rules:decisions",
    {"rounds": (20, 4)},
    (
        Row("our rate", "decisions a second, {game}, random dealt play, {how}", RATE, MEDIAN),
        Row("their rate", "decisions a second, OpenSpiel's {other}, in turn with it", RATE, MEDIAN),
        Row("against liar's poker, CPython", f"decisions a second, {AGAINST}", at_least(1.8, "times"), MEDIAN),
        Row("against liar's poker, compiled", f"decisions a second, {AGAINST}", at_least(4.0, "times"), MEDIAN),
        Row("against hearts, compiled", f"decisions a second, {AGAINST}", at_least(1.0, "times"), MEDIAN),
        Row("actions", f"actions a second, chance's among them, {AGAINST}", Budget("times"), MEDIAN),
    ),
    ({"how": "CPython"},),
)
TOGETHER = "{visitors} at the table together: "
ANSWERED = TOGETHER + "click until it is answered"
SPREAD = TOGETHER + "a new round on the first page until on the last"

# In this machine's own time.
HERE = (
    RULES,
    replace(RULES, name="compiled", cases=({"how": "compiled"},), is_compiled=True),
    Subject(
        "page",
        "page:clicks_and_messages",
        {"moves": (100, 25)},
        (
            Row("clicks", "click until the picture has changed, {title}", at_most(50.0), MEDIAN),
            Row("clicks", "click until the picture has changed, {title}", at_most(120.0), P95),
            Row("messages", "message until it is in the picture, {title}", at_most(100.0), (*P95, *MEDIAN)),
        ),
        ({"name": "bambuti"}, {"name": "kuh-vadis"}),
    ),
    Subject(
        "pace",
        "pace:waits",
        {"decisions": (60, 20)},
        (
            Row("instant", "Instant: from a decision until the next, {title}, {players} players", at_most(1000.0), P95),
            Row(
                "quick",
                "Quick: the same for an action of the game, against Normal, {title}, {players} players",
                at_most(50.0, "%"),
                SINGLE,
            ),
            Row("turn", "Normal: a bot's turn in Kuh Vadis, as it is seen", at_most(4000.0), LONGEST),
        ),
        tuple({"name": name} for name in GAMES),
    ),
    Subject(
        "history",
        "history:pages_and_steps",
        {"games": (10_000, 1000), "different": (10, 3)},
        (
            Row("page", "the page of {games:,} games, filtered or not", at_most(300.0), P95),
            Row(
                "statistics", "the statistics of {games:,} games, of one game or player or of all", at_most(300.0), P95
            ),
            Row("step", "a step of a replay of {title}, {actions} actions", at_most(50.0), P95),
        ),
    ),
    Subject(
        "visitors",
        "visitors:costs",
        {"seconds": (40.0, 10.0)},
        (
            Row("answers", ANSWERED, TIME, P95),
            Row("spread", SPREAD, TIME, P95),
            Row("processor", TOGETHER + "processor of the server", Budget("%"), SINGLE),
            Row("memory", TOGETHER + "memory of the server", Budget("MB"), SINGLE),
            Row("answers of nine", ANSWERED, at_most(100.0), P95),
            Row("spread of nine", SPREAD, at_most(100.0), P95),
            Row("processor of nine", TOGETHER + "processor of the server", at_most(20.0, "%"), SINGLE),
            Row("memory of nine", TOGETHER + "memory of the server", at_most(200.0, "MB"), SINGLE),
            Row("growth", "processor of {most}, against {most} times that of one", at_most(100.0, "%"), SINGLE),
        ),
    ),
    Subject(
        "arena",
        "arena:speed",
        {"deals": (160, 60), "rounds": (3, 1)},
        (
            Row(
                "ratio",
                "an arena of {games:,} games of {game}, two workers against one",
                at_least(1.7, "times"),
                MEDIAN,
            ),
            Row("rate", "games a second of {games:,} games of {game}, two workers", RATE, MEDIAN),
        ),
    ),
)
EMULATED = "emulated"  # in place of a rig's port: board and rig are two emulated Picos
AT_PINS = Subject(
    "pins",
    "at_pins:board_and_emulated_table",
    {"touches": (100, 8), "cards": (40, 5)},
    (
        Row("key", "key shown by its chip until first changed pixel, in the lobby, {where}", KEY_TO_PIXEL),
        Row("card", "card shown still by its chip until lamp green, {where}", CARD_TO_LAMP),
        Row("ready", "reset until ready, frozen, {where}", READY_FROZEN, SINGLE),
        Row("tick in the lobby", "tick in the lobby, {where}", TIME),
        Row("tick in play", "tick while {game} is played, {where}", TIME),
        Row("tick in play", "tick while {game} is played, {where}", LONGEST_TICK, LONGEST),
    ),
)
