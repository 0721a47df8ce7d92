"""What the page needs of a browser, and the sentence that a browser shows in its place where something is missing."""

from markupsafe import Markup

from tavolo_host.display.parts.tags import tag
from tavolo_host.texts.language import _


def without_cookies() -> str:
    """Return what a visitor has to do whose browser keeps no cookies."""
    return _("This browser keeps no cookies, so the table cannot know you again: allow them, and load this page again.")


def too_old() -> str:
    """Return which browsers the page needs; `browser.js` tries by their features whether this is one of them."""
    return _("Tavolo needs a newer browser: at least Chrome or Edge 105, Firefox 121, or Safari 16.4.")


def needs_script() -> Markup:
    """Return the script that looks for what the page needs before anything else is loaded."""
    return tag("script", src="/display/browser.js", data_old=too_old(), data_cookies=without_cookies())
