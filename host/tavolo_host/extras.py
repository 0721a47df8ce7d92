"""Optional packages of some commands, and the sentence that says how to install them.

The extra `maker` prints cards, draws for builders and makes new games; `arena` plays tournaments.
"""

from importlib.util import find_spec

MODULES = {"pillow": "PIL"}  # packages that are imported by another name than they are installed by


def needs(what: str, extra: str, *packages: str) -> None:
    """Raise ValueError, in a sentence, unless the packages of an extra that `what` needs are installed.

    Commands call this before they import them, and before anything is written.
    """
    missing = [package for package in packages if find_spec(MODULES.get(package, package)) is None]
    if missing:
        named = " and ".join(filter(None, (", ".join(missing[:-1]), missing[-1])))
        raise ValueError(
            f"{what} needs {named}, which {'is' if len(missing) == 1 else 'are'} not installed:"
            f" in the folder of the sources, `make {extra}-packages` or `pip install '.[{extra}]'` installs"
            f" {'it' if len(missing) == 1 else 'them'}; without the sources, `pip install 'FILE.whl[{extra}]'` does."
        )
