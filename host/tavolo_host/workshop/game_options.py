"""The games for the command line: their list, and options as they are typed."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tavolo.games import load, names
from tavolo_host.texts.sentences import option_words

if TYPE_CHECKING:
    from tavolo.rules.game import Game


def games_text() -> str:
    """Return games, seats and options for a terminal, a paragraph a game."""
    paragraphs = []
    for name in names():
        game = load(name)
        fewest, most = game.SEATS
        seats = str(fewest) if fewest == most else f"{fewest} to {most}"
        lines = [f"{name}: {game.TITLE}, for {seats} players"]
        width = max((len(option.name) for option in game.OPTIONS), default=0)
        for option in game.OPTIONS:
            lines.append(f"    {option.name:{width}}  {option_words(name, option.name)}")
            values = (
                "1 if so, 0 if not" if (option.low, option.high) == (0, 1) else f"from {option.low} to {option.high}"
            )
            lines.append(f"    {'':{width}}  {values}; {option.default} if not named")
        paragraphs.append("\n".join(lines))
    return "\n\n".join(paragraphs)


def option_values(game: "Game", typed: Sequence[str]) -> tuple[int, ...]:
    """Return a value for each option of a game, from "name=number" each; ValueError, naming what is possible."""
    known = [option.name for option in game.OPTIONS]
    values = [option.default for option in game.OPTIONS]
    for word in typed:
        name, mark, number = word.partition("=")
        if name not in known or not mark:
            listed = ", ".join(f"{option.name}={option.low} to {option.high}" for option in game.OPTIONS) or "none"
            raise ValueError(f"{game.TITLE} has no option “{word}”; it has {listed}.")
        values[known.index(name)] = game.OPTIONS[known.index(name)].value(number)
    return tuple(values)
