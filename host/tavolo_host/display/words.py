"""Every word of the page passes through here, so that a translation can take its place later.

Use `_("Deal {} of {}").format(1, 3)`: the sentence is looked up whole, the numbers come afterwards.
"""

from gettext import gettext as _

__all__ = ["_"]
