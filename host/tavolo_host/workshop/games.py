"""The command `tavolo games`: the games that there are, and their options."""

import typer

from tavolo.games import load, names
from tavolo_host.texts.sentences import option_words


def games() -> None:
    """List the games, for how many they are, and their options."""
    lines = []
    for name in names():
        game = load(name)
        fewest, most = game.SEATS
        seats = str(fewest) if fewest == most else f"{fewest} to {most}"
        lines.append(f"{name}: {game.TITLE}, for {seats} players")
        width = max((len(option.name) for option in game.OPTIONS), default=0)
        for option in game.OPTIONS:
            lines.append(f"    {option.name:{width}}  {option_words(name, option.name)}")
            values = (
                "1 if so, 0 if not" if (option.low, option.high) == (0, 1) else f"from {option.low} to {option.high}"
            )
            lines.append(f"    {'':{width}}  {values}; {option.default} if not named")
        lines.append("")
    lines.append("An option is chosen in the lobby with the keys, or by `tavolo play GAME --option NAME=NUMBER`.")
    typer.echo("\n".join(lines))
