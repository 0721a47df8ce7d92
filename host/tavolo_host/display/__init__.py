"""The page on the laptop: the table as it looks, what happens on it in words, and a seat for a visitor.

`run(source, port=..., open_browser=...)` serves it; a `TableSource` is what it shows.
"""

from tavolo_host.display.app import check_port, run
from tavolo_host.display.source import DisplayError, TableSource

__all__ = ["DisplayError", "TableSource", "check_port", "run"]
