"""The guide of a first game: what a beginner needs to know at this moment.

It gives the aim of the game until the player's first action, a lesson for each kind of decision, and one for each event
that has just happened for the first time. It follows from the game so far, so it survives undo and reloading.
"""

from typing import TYPE_CHECKING

from tavolo_host.runtime.game_folders import part_of
from tavolo_host.texts.language import _
from tavolo_host.texts.sentences import choice_key

if TYPE_CHECKING:
    from tavolo_host.board.mirror import Mirror
    from tavolo_host.display.parts.what_to_do import OwnSeat

RECENT = 20  # entries of the log


def lessons(mirror: "Mirror", own: "OwnSeat") -> list[str]:
    """Return the lessons for the player at a seat, a few sentences each; [] when all have been given."""
    game = mirror.game
    if game is None or mirror.position is None or mirror.result:
        return []
    words = part_of(game.NAME)
    of_all = words.LESSONS
    verbs = [action[0] for action in mirror.actions if game.actor(action) == own.player]
    found = [] if verbs else [words.AIM]
    found += [of_all[code] for code in _new_codes(mirror) if code in of_all]
    if own.player in game.to_act(own.position):
        offered = game.legal(own.position, own.player)
        keys = list(dict.fromkeys(choice_key(game, own.position, action) for action in offered))
        known = [key for key in keys if key in of_all]
        # A new lesson each time: for the first kind of action that is possible, then for the next kind.
        turn = len([verb for verb in verbs if verb in {action[0] for action in offered}])
        if turn < len(known):
            found.append(of_all[known[turn]])
    return [_(text) for text in found]


def _new_codes(mirror: "Mirror") -> list[int]:
    """Return the codes of recent events that had not happened before."""
    codes = [entry.numbers[0] for entry in mirror.log if entry.kind == "event" and entry.numbers]
    before = set(codes[:-RECENT])
    return [code for code in dict.fromkeys(codes[-RECENT:]) if code not in before]
