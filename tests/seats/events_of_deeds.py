"""By which events of a visitor's page each deed is done: those that its buttons send, whether it shows them or not."""

from collections.abc import Callable

from tavolo_host.display.parts.what_to_do import Deed
from tests.seats.attacker import EVE, Trial
from tests.seats.deeds_of_the_page import while_all_wait_for_cleo
from tests.seats.forged_events import OpenPage

Sending = Callable[[OpenPage, Trial], object]
TABLE_PICTURE, FREE_SEATS, CHOICES, HAND = "", "free-seats", "what-choices", "hand-cards"


def press(*words: str) -> Sending:
    """Press buttons."""

    def sent(opened: OpenPage, _trial: Trial) -> None:
        for each in words:
            opened.press(each)

    return sent


def sit(of: str) -> Sending:
    """Sit at a person's seat, at the table and by the button beside the hand."""

    def sent(opened: OpenPage, trial: Trial) -> None:
        seat = trial.seats[of]
        opened.fire("sit", {"seat": seat}, TABLE_PICTURE)
        opened.fire("press", str(seat), FREE_SEATS)

    return sent


def about_seat(verb: str, of: str) -> Sending:
    """Press the button of this verb about a person's seat."""
    return lambda opened, trial: opened.fire("press", f"{verb}:{trial.seats[of]}")


def remove(opened: OpenPage, trial: Trial) -> None:
    """Press the button that removes Ada."""
    opened.fire("press", f"remove:{trial.roster.visitor_names.number_of('ada')}")


def call(name: str) -> Sending:
    """Write a name into the field for one's own."""
    return lambda opened, _trial: opened.fire("change", name, within=opened.page._preferences.fields[0]._field)


def choose(deed: Deed, of: str) -> Sending:
    """Press the button of a choice about a visitor's seat, also one that is not there."""
    return lambda opened, trial: opened.fire("press", f"{deed} () {trial.seats[of]} None", CHOICES)


def play(opened: OpenPage, trial: Trial) -> None:
    """Press a card of Ada's hand."""
    opened.fire("press", str(trial.card_of("ada")), HAND)


def choose_next(opened: OpenPage, trial: Trial) -> None:
    """Press the tile of another game, whether it is shown or not."""
    game = "Bambuti" if trial.source.offered.game.NAME == "kuh-vadis" else "Kuh Vadis"
    opened.press(game)


def close(opened: OpenPage, trial: Trial) -> None:
    """Press the button that opens the network, while it is open."""
    trial.network.address = "192.0.2.1"
    opened.press("Open to the network")
    trial.network.address = ""


def nudge(opened: OpenPage, trial: Trial) -> None:
    """Press the button that nudges, whether it is shown or not, while all wait for Cleo."""
    while_all_wait_for_cleo(trial, lambda _trial: opened.fire("click", None, "nudge"))


def about_lights(pressed: str) -> Sending:
    """Press a button about lights at home."""
    return lambda opened, _trial: opened.fire("press", pressed)


def choose_lights_by_address(opened: OpenPage, _trial: Trial) -> None:
    """Write an address and press the button beside it."""
    if opened.page._lights:
        opened.fire("change", "ddp://192.0.2.7/64", within=opened.page._lights.field)
    opened.press("Use these")


EVENTS: dict[str, Sending] = {
    "sit at a bot's seat": sit("bot"),
    "sit at a free seat": sit("bot"),
    "sit at the seat that one had, or a bot has": sit(EVE),
    "sit where one stood up who is here": sit("ben"),
    "sit where one stood up who is away": sit("dora"),
    "sit where a visitor sits": sit("ada"),
    "sit where a visitor sits who is away": sit("cleo"),
    "stand": press("Let a bot play"),
    "free a seat of an absent visitor": about_seat("free", "cleo"),
    "free a seat of a present visitor": about_seat("free", "ada"),
    "claim a seat of a present visitor": about_seat("claim", "ada"),
    "claim a seat of an absent visitor": about_seat("claim", "cleo"),
    "free it by the button of the host": choose(Deed.RELEASE, "cleo"),
    "let a bot play for who is away": choose(Deed.STAND_IN, "cleo"),
    "start another game": press("Play", "Start", "Watch bots", "Play again"),
    "end the game": press("Abandon the game"),
    "take back": press("Take back my move", "Take back the last move"),
    "choose the next game": choose_next,
    "set the pace": press("Instant"),
    "set the level": press("Strong"),
    "name oneself": call("Evelyn"),
    "take a name like that of another": call("\u200bada"),
    "play a card of another": play,
    "open the network": press("Open to the network"),
    "renew the letters": press("New letters"),
    "close the network": close,
    "remove a guest": remove,
    "search for lights": press("Search the network"),
    "choose lights": about_lights("choose:0"),
    "choose lights by their address": choose_lights_by_address,
    "say what shape lights have": about_lights("shape:0:8:16"),
    "say what lights show": about_lights("show:0:field"),
    "say where a light is": about_lights("see:0:15"),
    "take back where a light is": about_lights("forget:0"),
    "not say where lights are": about_lights("skip:0"),
    "stop lights": about_lights("stop:0"),
    "stop lights that are not there": about_lights("stop:1"),
    "react": press("Ha ha"),
    "nudge": nudge,
}
