"""Whether this computer has a browser in which the page can be opened."""

import webbrowser
from pathlib import PurePath

# What Python starts where there is no display; it would take the terminal, and has no scripts for the page.
OF_TERMINALS = ("www-browser", "links", "links2", "elinks", "lynx", "w3m")


def has_browser() -> bool:
    """Return whether the browser that would be started has a window."""
    try:
        found = webbrowser.get()
    except webbrowser.Error:
        return False
    return PurePath(getattr(found, "name", "")).name not in OF_TERMINALS
