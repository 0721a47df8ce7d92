"""What the page says at a virtual table, where nobody needs to hear of slots, keys, boards and cables."""

from pathlib import Path

from babel.messages.pofile import read_po

CATALOGUES = Path(__file__).parents[1] / "languages"


def messages_of(path: Path) -> dict[str, str]:
    """Return the texts of a catalogue with what replaces them, "" for nothing."""
    with path.open("rb") as file:
        return {str(message.id): str(message.string) for message in read_po(file) if message.id}


VIRTUAL_WORDS = messages_of(CATALOGUES / "virtual.po")
