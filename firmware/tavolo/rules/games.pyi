"""That each game fits `Game`: to whoever checks types, a verb that is missing or takes something else is an error here.

Nothing of this runs, and the board does not have it.
"""

from tavolo.rules import (
    bambuti,
    bambuti_position,
    david_goliath,
    david_goliath_position,
    hornochsen,
    hornochsen_position,
    kuh_vadis,
    kuh_vadis_position,
    yellowstone,
    yellowstone_position,
)
from tavolo.rules.game import Game

_david_goliath: Game[david_goliath_position.Position] = david_goliath
_bambuti: Game[bambuti_position.Position] = bambuti
_yellowstone: Game[yellowstone_position.Position] = yellowstone
_kuh_vadis: Game[kuh_vadis_position.Position] = kuh_vadis
_hornochsen: Game[hornochsen_position.Position] = hornochsen
