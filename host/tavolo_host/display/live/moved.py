"""The notice that phones cannot reach the table: this computer has another address now, or is on no network."""

from collections.abc import Callable

from markupsafe import Markup

from tavolo_host.display.access.lan import Lan
from tavolo_host.display.model.network_commands import NetworkCommands
from tavolo_host.display.parts.elements import Pressable
from tavolo_host.display.parts.moment import Moment
from tavolo_host.display.parts.tags import tag
from tavolo_host.seats.rights import Right
from tavolo_host.texts.deferred import DeferredText, deferred, in_language
from tavolo_host.texts.language import _

CLOSE = "close"


class MovedNotice:
    """Built where it stands, for who may open the network; `on_say` gets refusals."""

    def __init__(self, lan: Lan, commands: NetworkCommands, on_say: Callable[[str | None], None]) -> None:
        self._lan = lan
        self._commands = commands
        self._on_say = on_say
        self._notice = Pressable(self._press)
        self._notice.classes("moved").props(f'role="alert" aria-label="{_("Problems")}"')

    def show(self, moment: Moment) -> None:
        """Show the notice, with this computer's addresses as buttons, while phones cannot reach the table."""
        is_told = self._lan.is_lost and self._commands.may(Right.OPEN_NETWORK)
        self._notice.show(moved_html(self._lan) if is_told else "")

    async def _press(self, value: str) -> None:
        self._on_say(await (self._commands.close() if value == CLOSE else self._commands.open(value)))


def moved_html(lan: Lan) -> Markup:
    """Return the notice, and how to open the table at another address."""
    ways = [tag("button", _("Open at {}").format(each), **_as_button(each)) for each in lan.others]
    ways.append(tag("button", _("Close the network"), **_as_button(CLOSE)))
    return tag("div", tag("p", in_language(moved_words(lan), _)), tag("div", *ways, class_="controls"), class_="fault")


def moved_words(lan: Lan) -> DeferredText:
    """Return why phones cannot reach the table."""
    if not lan.others:
        return deferred("Phones cannot reach the table: this computer is on no network now.")
    where = lan.invited.address
    if not where:
        return deferred("Phones cannot reach the table yet: open it at an address of this computer.")
    if lan.is_taken:
        return deferred("Phones cannot reach the table at {}: another program uses its port there.", where)
    return deferred("Phones cannot reach the table at {}: this computer has another address now.", where)


def _as_button(value: str) -> dict[str, str]:
    return {"type": "button", "class_": "plain-button", "data_press": value}
