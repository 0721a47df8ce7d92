"""Games of virtual people in a file, to look at the pages about them: the same games every time."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

from tavolo.games import setup_from_text
from tavolo.rules.record import Record
from tavolo_host.history.history import History
from tavolo_host.history.imported_games import add_game
from tavolo_host.history.kept_game import OVER, KeptAction, KeptGame, KeptPlayer
from tavolo_host.players.of_game import choose, final_points
from tavolo_host.players.playout import playout
from tavolo_host.players.random_player import choose as choose_any
from tavolo_host.runtime.source_digests import firmware_digests

FRIDAY_S = 1_794_592_800  # 13 November 2026, 18:00 UTC
WEEK_S = 7 * 86_400
ACTION_MS = 9_000
EVENING = ("tanz-der-hornochsen players=4", "bambuti players=2", "david-goliath players=4")
WEEKLY = ("bambuti players=2", "bambuti players=2", "kuh-vadis players=2")
# Each with the share of decisions that are made by chance.
AT_TABLE = {"Ada": 0.0, "Bruno": 0.15, "Carla": 0.05, "Dario": 0.3}


def keep_evening(folder: Path, weeks: int = 0) -> None:
    """Keep an evening of three games, and the games of so many weeks before it, as `XDG_DATA_HOME` has them."""
    random = Random(7)
    with History(folder / "tavolo" / "tavolo.sqlite") as history:
        for week in range(weeks, 0, -1):
            pair = random.sample(sorted(AT_TABLE), 2)
            _play(history, WEEKLY, pair, FRIDAY_S - week * WEEK_S, random)
        _play(history, EVENING, tuple(AT_TABLE), FRIDAY_S, random)


def _play(history: History, games: Sequence[str], people: Sequence[str], at_s: float, random: Random) -> None:
    for text in games:
        at_s = _keep(history, text, people, at_s, random) + 300


def _keep(history: History, text: str, people: Sequence[str], began: float, random: Random) -> float:
    """Keep a game that these people have played from then on; return when it ended."""
    record = played(text, [AT_TABLE[name] for name in people], random)
    seated = tuple(KeptPlayer(seat, 2 * seat % 7, name) for seat, name in enumerate(people[: record.setup.players]))
    return keep(history, record, seated, began, "port 8520")


def played(text: str, shares: Sequence[float], random: Random) -> Record:
    """A whole game of easy players, who each decide a share by chance."""
    record = Record(setup_from_text(f"{text} dealt"))
    game = record.game

    def decided(position: object, player: int) -> tuple[int, ...]:
        if random.random() < shares[player]:
            return choose_any(game, position, player, random)  # type: ignore[arg-type]
        return choose(game, game.view(position, player), player, random)  # type: ignore[arg-type]

    for action in playout(game, game.start(record.setup), decided, random.randrange):
        record.apply(action)
    return record


def kept_game(record: Record, players: tuple[KeptPlayer, ...], began: float) -> KeptGame:
    """A game as it is kept, which began then and took its time."""
    game, actions = record.game, len(record.actions)
    return KeptGame(
        id=0,
        evening=0,
        game=game.NAME,
        setup=record.setup.text(),
        began=began,
        ended=began + actions * ACTION_MS / 1000,
        ending=OVER,
        length=actions,
        rules=firmware_digests()[1],
        board="",
        is_taken_back=False,
        outcome=game.outcome(record.position) or (),
        points=final_points(game, record.position),
        players=players,
    )


def keep(history: History, record: Record, players: tuple[KeptPlayer, ...], began: float, place: str = "") -> float:
    """Keep a game that these have played from then on; return when it ended."""
    kept = kept_game(record, players, began)
    actions = [KeptAction(action, number * ACTION_MS) for number, action in enumerate(record.actions, 1)]
    add_game(history.file, kept, actions, place)
    assert kept.ended is not None
    return kept.ended
