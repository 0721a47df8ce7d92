"""The report's words for levels and figures, in the current language."""

from babel.numbers import format_decimal, format_percent

from tavolo.games import manifest
from tavolo_host.arena.schedule import Contest
from tavolo_host.players.levels import RANDOM
from tavolo_host.players.settings import EASY, SENSIBLE, STRONG
from tavolo_host.texts.language import _, spoken

MINUTE_S, HOUR_S = 60, 3600
MANY, MILLION, MACHINES = 10_000, 1_000_000, 10  # so many games on so many machines: how long they take


def level_words(level: str) -> tuple[str, str]:
    """Return the name of a level, and how it plays, in a few words."""
    return {
        RANDOM: (_("random"), _("plays any legal action")),
        EASY: (_("easy"), _("plays like sensible, but makes some decisions without a thought")),
        SENSIBLE: (_("sensible"), _("weighs its actions by the game's figures")),
        STRONG: (_("strong"), _("searches: plays on many times in positions that agree with what it knows")),
    }.get(level, (level, level))


def contest_words(contest: Contest) -> str:
    """Return the game, its number of players, and the level that is alone against another, if any."""
    words = _("{}, {} players").format(manifest(contest.game).TITLE, contest.seats)
    if not contest.alone:
        return words
    return _("{}: {} against {}").format(words, *(level_words(level)[0] for level in (contest.alone, contest.others)))


def number(value: float) -> str:
    """Return a number with no more decimals than are useful."""
    return str(format_decimal(value, "#,##0.#" if abs(value) < 1000 else "#,##0", locale=spoken()))


def signed(value: float) -> str:
    """Return a number with its sign."""
    return str(format_decimal(value, "+#,##0.#;-#,##0.#" if value else "0", locale=spoken()))


def percent(value: float) -> str:
    """Return a share in percent."""
    return str(format_percent(value, "0.#%", locale=spoken()))


def duration(seconds: float) -> str:
    """Return a duration, as precisely as is useful."""
    if seconds < MINUTE_S:
        return _("{} seconds").format(number(seconds))
    if seconds < 2 * HOUR_S:
        return _("{} minutes").format(number(seconds / MINUTE_S))
    return _("{} hours").format(number(seconds / HOUR_S))


def costs(seconds: float, workers: int) -> list[str]:
    """Return what games of so many processor seconds cost: a game, games a second, MANY of them, and a MILLION.

    The latter two are durations on MACHINES with so many `workers` each.
    """
    long = (duration(seconds * games / (MACHINES * workers)) for games in (MANY, MILLION))
    return [_("{} ms").format(number(seconds * 1000)), number(1 / seconds), *long]
