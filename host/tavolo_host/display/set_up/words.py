"""The words of a set-up: each question, its answers, and the settings that follow."""

from collections.abc import Mapping
from typing import NamedTuple

from tavolo.wiring import FIELD_PIN, LAMPS_PIN, TRACK_PIN
from tavolo_host.board_setup.course import AGAIN, COLOURS_AGAIN, LEAVE, STRIP_NAMES, Question
from tavolo_host.texts.language import _

PINS = (TRACK_PIN, FIELD_PIN, LAMPS_PIN)


class Asked(NamedTuple):
    """A question in words: what is asked, what helps to answer it, and the words of the answers."""

    question: str
    help: str
    answers: Mapping[str, str]


def colours() -> dict[str, str]:
    """Return the words for what is seen of a lit byte."""
    return {
        "red": _("Red"),
        "green": _("Green"),
        "blue": _("Blue"),
        "white": _("White"),
        "nothing": _("Nothing lights up"),
    }


def asked(question: Question, seats: str) -> Asked:
    """Return the words of a question; `seats` are those whose chips answer."""
    strip, _underline, what = question.name.partition("_")
    if strip in STRIP_NAMES and what in ("colour", "dark", "unclear"):
        return _of_strip(STRIP_NAMES.index(strip), what)
    return _of_field(question) or _of_track(question) or _of_hands(question, seats)


def _of_strip(strip: int, what: str) -> Asked:
    again = {AGAIN: _("Look again"), LEAVE: _("It is not there")}
    if what == "colour":
        questions = (
            _("Which colour lights up on the strip of the track?"),
            _("Which colour lights up on the panel?"),
            _("Which colour lights up on the lamps?"),
        )
        return Asked(questions[strip], _("One pixel at the beginning of the wire is lit."), colours())
    if what == "dark":
        words = _("Check its 5 V and its ground, and that its data go into DIN, from GP{}.").format(PINS[strip])
        return Asked(_("Nothing lights up?"), words, again)
    words = _("No pixels take their colours in such an order. Look once more at each.")
    return Asked(_("These colours do not go together"), words, again)


def _of_field(question: Question) -> Asked | None:
    name = question.name
    yes_no = {"yes": _("Yes"), "no": _("No")}
    if name == "panels":
        answers = {"0": _("None"), "1": _("One"), "2": _("Two, side by side")}
        return Asked(_("How many panels of 8×8 lights are there?"), _("They are the field of the games."), answers)
    if name == "field_side":
        side = _("Look at the field from the side from which its picture is to be upright.")
        return Asked(_("On which panel does a pixel light up?"), side, {"left": _("Left"), "right": _("Right")})
    if name == "field_place":
        where = _("Look at the panel from where its picture is to be upright, and touch the same place here.")
        return Asked(_("Where does a pixel light up?"), where, {})
    if name == "field_nowhere":
        words = _("No wiring lights pixels like that. Was it the neighbour, or a colour that was not what it seemed?")
        again = {AGAIN: _("Look again where it is"), COLOURS_AGAIN: _("Look at the colours again")}
        return Asked(_("Look once more"), words, again)
    if name == "field_sure":
        return Asked(_("Is a pixel lit here now?"), _("To make sure, another one is lit."), yes_no)
    return None


def _of_track(question: Question) -> Asked | None:
    name = question.name
    if name == "track":
        answers = {"none": _("No"), "strip": _("Yes, a strip")}
        words = _("It takes 64 to 144 pixels in a row, around the field or beside it.")
        return Asked(_("Is there a score track?"), words, answers)
    if name == "track_length":
        answers = {
            "last": _("At its very end"),
            "goes on": _("Somewhere before its end"),
            "nothing": _("Nothing lights up"),
        }
        words = _("Pixel {} is lit, so that its length is known.").format(question.pixels)
        return Asked(_("Where on the strip does a pixel light up?"), words, answers)
    if name == "track_short":
        words = _("A score track takes 64 to 144 pixels.")
        again = {AGAIN: _("Look again"), COLOURS_AGAIN: _("Look at the colours again")}
        return Asked(_("This strip does not fit"), words, {**again, LEAVE: _("Do without the track")})
    if name == "track_begins":
        answers = {"first": _("Where the track begins"), "last": _("Where the track ends")}
        words = _("Pawns run from the beginning to the end.")
        return Asked(_("At which end does a pixel light up?"), words, answers)
    if name == "lamps":
        answers = {
            "strip": _("Eight pixels of their own"),
            "field": _("In the bottom row of the panel"),
            "none": _("There are none"),
        }
        return Asked(_("Where are the lamps of the seats?"), _("A lamp says whose turn it is."), answers)
    return None


def _of_hands(question: Question, seats: str) -> Asked:
    name = question.name
    if name == "looking":
        return Asked(_("Looking for chips…"), _("Touch nothing for a moment."), {})
    if name == "seats":
        answers = {
            "slots": _("Slots and keys"),
            "keys": _("Keys alone"),
            "none": _("Nothing yet"),
        }
        return Asked(_("What is at the chips?"), _("These seats answer: {}.").format(seats), answers)
    if name == "touch":
        words = _("What is felt lights up here. A key that lights up elsewhere is wired elsewhere.")
        return Asked(_("Touch each key once"), words, {"done": _("Go on")})
    if name == "phones":
        answers = {"yes": _("Yes, on phones"), "no": _("No")}
        return Asked(_("Do people play at the other seats?"), _("A phone needs no slot and no keys."), answers)
    if name == "power":
        answers = {"usb": _("USB, with the Pico"), "supply": _("A supply of their own")}
        words = _("A computer's USB gives little: the lights stay dimmer.")
        if "usb" not in question.choices:
            words = _("{} pixels need more than USB gives.").format(question.pixels)
        return Asked(_("What feeds the lights?"), words, answers)
    return Asked(
        _("This is what you have built"), _("The board keeps it, and restarts."), {"write": _("Write and check")}
    )


def settled(settings: Mapping[str, str]) -> list[str]:
    """Return a sentence for each thing that is written."""
    panels = {
        "0": _("No panel."),
        "1": _("One panel, turned by {}°, its rows {}, in the order {}."),
        "2": _("Two panels, turned by {}°, their rows {}, in the order {}."),
    }[settings["panels"]]
    rows = _("to and fro") if settings.get("panel_rows") == "serpentine" else _("all the same way")
    lines = [panels.format(settings.get("panel_turn"), rows, settings.get("field_order"))]
    if settings.get("panel_begins") == "right":
        lines.append(_("The wire begins at the right panel."))
    if settings["track_pixels"] == "0":
        lines.append(_("No score track."))
    else:
        words = _("A score track of {} pixels, in the order {}.")
        lines.append(words.format(settings["track_pixels"], settings["track_order"]))
        if settings["track_begins"] == "last":
            lines.append(_("The wire begins at the end of the track."))
    lamps = {"strip": _("Lamps of their own."), "field": _("Lamps in the bottom row."), "none": _("No lamps.")}
    lines.append(lamps[settings["lamps"]])
    words = _("No seats with slots or keys.")
    lines.append(
        words if settings["seats"] == "none" else _("Seats with slots or keys: {}.").format(seats_of(settings, "seats"))
    )
    if settings["phones"] != "none":
        lines.append(_("Seats by phone: {}.").format(seats_of(settings, "phones")))
    lines.append(_("All lights together draw {} mA at most.").format(settings["limit_ma"]))
    return lines


def seats_of(settings: Mapping[str, str], name: str) -> str:
    """Return a list of seats in words."""
    return _("all") if settings[name] == "all" else settings[name].replace("-", "–").replace(",", ", ")


def how_to_play(settings: Mapping[str, str], has_slots: bool) -> str:
    """Return how one plays at a board with these settings."""
    keys = settings["seats"] not in ("none", "")
    is_alone = keys and settings["seats"].isdigit()
    if settings["phones"] != "none" and not keys:
        return _("Everybody plays on phones: press Play, then Invite.")
    if settings["phones"] != "none":
        return _("Phones join by Invite; at seats with keys ✓ joins, in Kuh Vadis along with the phones.")
    if is_alone:
        return _("One seat alone cannot play: the panel shows what it reads. Set up phones, or a second seat.")
    if has_slots:
        return _("At each seat ✓ joins; the first seat chooses the game with ◀ ▶, and ✓ starts it.")
    return _("With keys alone you play Kuh Vadis: ✓ joins at two seats, ◀ ▶ choose the game, ✓ starts it.")
