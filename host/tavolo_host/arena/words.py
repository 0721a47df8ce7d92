"""What the report calls levels and figures, in the language that is spoken now."""

from babel.numbers import format_decimal, format_percent

from tavolo.games import manifest
from tavolo_host.arena.schedule import Contest
from tavolo_host.players.levels import FIRST, RANDOM
from tavolo_host.players.settings import EASY, SENSIBLE, STRONG
from tavolo_host.texts.language import _, spoken

MINUTE_S, HOUR_S = 60, 3600


def level_word(level: str) -> str:
    """Return what a level is called."""
    return _level(level)[0]


def level_meaning(level: str) -> str:
    """Return how a level plays, in a few words."""
    return _level(level)[1]


def _level(level: str) -> tuple[str, str]:
    return {
        RANDOM: (_("plain"), _("plays whatever the rules let it")),
        EASY: (_("easy"), _("plays like the sensible one, but makes some of its decisions without a thought")),
        FIRST: (
            _("first edition"),
            _("the sensible one as it was at first, and as it stays: a measure for those that are made better"),
        ),
        SENSIBLE: (_("sensible"), _("weighs what it does by the figures of the game")),
        STRONG: (_("strong"), _("plays on in thought, in games that agree with what it knows")),
    }.get(level, (level, level))


def contest_words(contest: Contest) -> str:
    """Return which game it is, for how many, and who is alone there against whom."""
    words = _("{}, {} players").format(manifest(contest.game).TITLE, contest.seats)
    if not contest.alone:
        return words
    return _("{}: {} against {}").format(words, level_word(contest.alone), level_word(contest.others))


def number(value: float) -> str:
    """Return a number as it is written, with no more decimals than one reads."""
    return str(format_decimal(value, "#,##0.#" if abs(value) < 1000 else "#,##0", locale=spoken()))


def signed(value: float) -> str:
    """Return a number with its sign."""
    return str(format_decimal(value, "+#,##0.#;-#,##0.#" if value else "0", locale=spoken()))


def percent(value: float) -> str:
    """Return a share of 1 in hundredths."""
    return str(format_percent(value, "0.#%", locale=spoken()))


def duration(seconds: float) -> str:
    """Return how long something takes, as precisely as one wants to know it."""
    if seconds < MINUTE_S:
        return _("{} seconds").format(number(seconds))
    if seconds < 2 * HOUR_S:
        return _("{} minutes").format(number(seconds / MINUTE_S))
    return _("{} hours").format(number(seconds / HOUR_S))
