"""A game that was kept in words of the current language: who played, when, and how it ended."""

from datetime import datetime
from math import inf

from tavolo.games import load, names
from tavolo_host.history.kept_game import ABANDONED, OVER, KeptGame, KeptPlayer
from tavolo_host.texts.dates import day_and_time
from tavolo_host.texts.language import _
from tavolo_host.texts.sentences import listed, safe_sentence, sentence_case


def title_of(game_name: str) -> str:
    """Return what a game is called; one that this program does not know, by its name."""
    return load(game_name).TITLE if game_name in names() else game_name


def names_of(kept: KeptGame, place: float = inf) -> tuple[str, ...]:
    """Return what sentences call the players, in their order: who makes action number `place`, by default the last."""
    playing = {each.player: each for each in kept.players if each.since <= place}
    return tuple(_called(playing[player]) for player in sorted(playing))


def who(kept: KeptGame) -> str:
    """Return who played: "Ada and Bruno (bot)"; for a player whom others replaced "Ada / Bruno (bot)"."""
    at_places: dict[int, dict[str, None]] = {}
    for each in sorted(kept.players, key=lambda each: (each.player, each.since)):
        name = _("{} (bot)").format(_called(each)) if each.level else _called(each)
        at_places.setdefault(each.player, {})[name] = None
    return sentence_case(listed([" / ".join(names) for names in at_places.values()], _))


def _called(player: KeptPlayer) -> str:
    """Return a player's name, or the seat."""
    return player.name or _("seat {}").format(player.seat + 1)


def when(kept: KeptGame) -> str:
    """Return when a game began, in local time: "Yesterday 21:40"."""
    return sentence_case(began_in_words(kept.began))


def began_in_words(began: float) -> str:
    """Return when something began, in local time: "yesterday 21:40"."""
    return day_and_time(datetime.fromtimestamp(began), datetime.now())


def dealt(kept: KeptGame) -> str:
    """Return to which deck the laptop committed itself, and what opens it; "" for a game that was dealt by hand."""
    if kept.deck is None:
        return ""
    sealed = _("Dealt by a laptop; SHA-256 of the deck's seed: {}.").format(kept.deck.commitment)
    seed = f"{kept.deck.seed} {kept.deck.since}"
    return f"{sealed} {_('The seed: {}.').format(seed)}" if kept.deck.seed else sealed


def result(kept: KeptGame) -> str:
    """Return how a game ended, or that it has not."""
    if kept.ending == OVER:
        return safe_sentence(kept.outcome, _, names_of(kept), kept.game)
    if kept.ending == ABANDONED:
        return _("Abandoned after {} actions.").format(kept.length)
    return _("Not over yet.")
