"""Words for the possible contents of the link's messages (`tavolo.link.messages`)."""

from typing import Any

from tavolo.link.codecs import CHOICE, HEX, NUMBERS, PAIRS, PAST, WHOLE, WORD
from tavolo.link.frames import LONGEST_PAYLOAD
from tavolo.link.messages import InvalidMessage, fields_of


def what_may_be(kind: str, name: str) -> str:
    """Return the possible values of a message's field, or its fields if it has no such field."""
    try:
        fields = fields_of(kind)[:-1]
    except InvalidMessage:
        return f"There is no message “{kind}”."
    for field in fields:
        if field[0] == name:
            return f"For “{name.replace('_', ' ')}” the link takes only {_possible(field)}."
    names = ", ".join(field[0].replace("_", " ") for field in fields) or "none"
    return f"A message “{kind}” has these fields: {names}; it has at most {LONGEST_PAYLOAD} characters."


def _possible(field: tuple[Any, ...]) -> str:
    form = field[1]
    if form == WHOLE:
        return f"a whole number from {field[2]} to {field[3]}"
    if form == HEX:
        return f"a number in {field[2]} hexadecimal digits"
    if form in (NUMBERS, PAST):
        _, _, low, high, fewest, most = field
        count = str(most) if fewest == most else f"{fewest} to {most}"
        text = f"{count} whole numbers from {low} to {high} with commas between them"
        return text if form == NUMBERS else f"lists of {text}, and semicolons between the lists"
    if form == CHOICE:
        return ", ".join(field[2:-1]) + " or " + str(field[-1])
    if form == PAIRS:
        wanted = " and ".join(field[3:])
        return f"1 to {field[2]} NAME=VALUE, each name once" + (f", {wanted} among them" if wanted else "")
    return f"1 to {field[2]} printable characters" + (" without a space" if form == WORD else "")
