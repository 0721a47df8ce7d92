"""HTML as `Markup`, in which all that is not Markup itself is escaped."""

from markupsafe import Markup, escape


def tag(name: str, /, *content: object, **attributes: object) -> Markup:
    """Return an element; `class_` and `data_place` stand for the attributes `class` and `data-place`."""
    given = "".join(f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"' for key, value in attributes.items())
    return Markup(f"<{name}{given}>{joined(*content)}</{name}>")


def joined(*content: object) -> Markup:
    """Return elements and text, one after the other."""
    return Markup("".join(map(escape, content)))


def heading(words: str, aside: str) -> Markup:
    """Return the heading of a section, with an aside in small letters."""
    return tag("h2", words, tag("span", aside, class_="aside"))
