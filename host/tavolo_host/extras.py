"""What some commands run on beyond what every installation has: extras, and the sentence for whoever lacks one.

`maker` has what prints cards, draws for builders and makes new games, `arena` what tournaments are played with.
"""

from importlib.util import find_spec

MODULES = {"pillow": "PIL"}  # packages that are imported by another name than they are installed by


def needs(what: str, extra: str, *packages: str) -> None:
    """Raise ValueError, in a sentence, unless the packages of an extra are there that `what` needs.

    Commands ask before they import them, and before anything is written.
    """
    missing = [package for package in packages if find_spec(MODULES.get(package, package)) is None]
    if missing:
        named = " and ".join(filter(None, (", ".join(missing[:-1]), missing[-1])))
        raise ValueError(
            f"{what} needs packages of its own, and {named} {'is' if len(missing) == 1 else 'are'}"
            f" missing here: `pip install 'tavolo[{extra}]'` brings them, and in the folder of the sources"
            f" `make {extra}-packages`."
        )
