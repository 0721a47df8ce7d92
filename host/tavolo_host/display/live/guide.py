"""The guide of a first game: what a beginner needs to know at this moment, and has not been told yet.

It gives the aim of the game, at each decision a lesson for one of its kinds of choices, and a lesson for each event
since the player's last decision. Each lesson stays until the player has decided, and comes once.
"""

from typing import TYPE_CHECKING

from tavolo_host.runtime.game_folders import part_of
from tavolo_host.texts.language import _
from tavolo_host.texts.sentences import choice_key

if TYPE_CHECKING:
    from tavolo_host.board.mirror import Mirror
    from tavolo_host.display.parts.what_to_do import OwnSeat

IN_AN_EARLIER_GAME = -1


def lessons(mirror: "Mirror", own: "OwnSeat", told: dict[str, int]) -> list[str]:
    """Return the lessons for the player at a seat, a few sentences each; [] when there is nothing new.

    `told` has every lesson that was given, with the number of the player's decisions by then; new ones are added to it.
    A decision that is taken back has its lessons again.
    """
    game = mirror.game
    if game is None or mirror.position is None:
        return []
    if mirror.result:
        told.update(dict.fromkeys(told, IN_AN_EARLIER_GAME))
        return []
    words = part_of(game.NAME)
    decided = [place for place, action in enumerate(mirror.actions) if game.actor(action) == own.player]

    def is_new(name: str) -> bool:
        return told.get(name, len(decided)) == len(decided)

    texts = {f"{game.NAME} {key}": text for key, text in words.LESSONS.items()}
    choices = [f"{game.NAME} {key}" for key in _kinds_of_choices(mirror, own)]
    happened = [f"{game.NAME} {code}" for code in _codes_since(mirror, decided[-1] if decided else 0)]
    aim = f"{game.NAME} aim"
    texts[aim] = words.AIM
    found = [aim, *[name for name in choices if name in texts and is_new(name)][:1], *happened]
    found = [name for name in found if name in texts and is_new(name)]
    told.update(dict.fromkeys(found, len(decided)))
    return [_(texts[name]) for name in found]


def _kinds_of_choices(mirror: "Mirror", own: "OwnSeat") -> list[int]:
    """Return the keys in CHOICES of what the player may do now."""
    game = mirror.game
    if game is None or own.player not in game.to_act(own.position):
        return []
    return list(dict.fromkeys(choice_key(game, own.position, each) for each in game.legal(own.position, own.player)))


def _codes_since(mirror: "Mirror", place: int) -> list[int]:
    """Return the codes of this game's events from the action at a place on."""
    log = mirror.log
    events = [entry for entry in log if entry.kind == "event" and entry.game == log.game and entry.place >= place]
    return list(dict.fromkeys(entry.numbers[0] for entry in events if entry.numbers))
