"""HTML and the pictures in it as `Markup`, in which all that is not Markup itself is escaped."""

from functools import lru_cache

from markupsafe import Markup, escape

from tavolo_host.vector import rounded


def tag(name: str, /, *content: object, **attributes: object) -> Markup:
    """Return an element; `class_` and `data_place` stand for the attributes `class` and `data-place`."""
    given = "".join(f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"' for key, value in attributes.items())
    return Markup(f"<{name}{given}>{joined(*content)}</{name}>")


# A board is drawn again with each event of a game, and most of it is as before. Words that have to be escaped differ
# from elements by their type.
@lru_cache(maxsize=4096, typed=True)
def drawn(
    shape: str,
    *content: object,
    at: tuple[float, float] | None = None,
    turn: float | None = None,
    scale: float | None = None,
    **attributes: object,
) -> Markup:
    """Return an SVG element, with attributes as in `tag`; those that are None are left out.

    Its 0, 0 lies `at` a point of the picture around it, where it is turned clockwise by `turn` degrees and `scale`
    times as large. The library `svg`, with which files are drawn, takes three times as long.
    """
    moved = [f"translate({rounded(at[0])} {rounded(at[1])})"] if at else []
    moved += [] if turn is None else [f"rotate({turn})"]
    moved += [f"scale({scale})"] if scale else []
    given = f' transform="{" ".join(moved)}"' if moved else ""
    for key, value in attributes.items():
        if value is not None:
            written = rounded(value) if isinstance(value, float) else value
            given += f' {key.rstrip("_").replace("_", "-")}="{escape(written)}"'
    inside = joined(*content)
    return Markup(f"<{shape}{given}>{inside}</{shape}>" if inside else f"<{shape}{given}/>")


def joined(*content: object) -> Markup:
    """Return elements and text, one after the other."""
    return Markup("".join(map(escape, content)))


def heading(words: str, aside: str) -> Markup:
    """Return the heading of a section, with an aside in small letters."""
    return tag("h2", words, tag("span", aside, class_="aside"))
