"""Pages without the table and without scripts: what has to be said before the table is shown, or instead of it."""

from markupsafe import Markup
from starlette.requests import HTTPConnection

from tavolo_host.display.parts.preferences import Preferences
from tavolo_host.display.parts.tags import joined, tag

STYLE = (
    ":root{color-scheme:light dark;--room:#f1e6d4;--ink:#17100c;--field:#fffaf0}"
    "@media (prefers-color-scheme:dark){:root{--room:#17100c;--ink:#f1e6d4;--field:#2a1e16}}"
    "body{font:18px/1.5 Georgia,serif;max-width:30em;margin:10vh auto;padding:0 1em;"
    "background:var(--room);color:var(--ink)}"
    "label{display:block;margin:1em 0}"
    "input,button{font:inherit;display:block;width:100%;box-sizing:border-box;padding:.5em;border-radius:.4em;"
    "border:1px solid #9d8767;background:var(--field);color:inherit}"
    "button{background:#ffdf9a;color:#17100c;font-weight:bold;margin-top:1.5em}.letters{text-transform:uppercase}"
)


def plain_page(language: str, title: str, *parts: Markup) -> str:
    """Return a page without the table."""
    head = joined(
        tag("meta", charset="utf-8"),
        tag("title", "Tavolo"),
        tag("meta", name="viewport", content="width=device-width"),
        tag("style", Markup(STYLE)),
    )
    return Markup("<!doctype html>") + tag(
        "html", tag("head", head), tag("body", tag("h1", title), *parts), lang=language
    )


def language_of(connection: HTTPConnection) -> str:
    """Return the language of who makes a request."""
    return Preferences.of(connection).language
