"""Which encoding a text file is in: ours are UTF-8, and shells of Windows write what they read as UTF-16."""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE


def decoded(content: bytes) -> str:
    """Return the text in a file of UTF-8 or UTF-16, with or without a byte order mark; UnicodeDecodeError if it is not.

    Its ends of lines become "\\n".
    """
    text = content.decode(_encoding_of(content)).removeprefix("\ufeff")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _encoding_of(content: bytes) -> str:
    if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return "utf-16"
    # A text begins with a letter or a mark of ASCII, of which UTF-16 has one byte that is zero.
    if content[:1] == b"\0":
        return "utf-16-be"
    return "utf-16-le" if content[1:2] == b"\0" else "utf-8"
