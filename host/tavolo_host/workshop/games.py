"""The command `tavolo games`: lists the games and their options."""

import typer

from tavolo.games import load, names
from tavolo_host.texts.sentences import option_words


def games() -> None:
    """List the games, their numbers of players, and their options."""
    lines = []
    for name in names():
        game = load(name)
        fewest, most = game.SEATS
        seats = str(fewest) if fewest == most else f"{fewest} to {most}"
        lines.append(f"{name}: {game.TITLE}, for {seats} players")
        width = max((len(option.name) for option in game.OPTIONS), default=0)
        for option in game.OPTIONS:
            lines.append(f"    {option.name:{width}}  {option_words(name, option.name)}")
            values = "1 for yes, 0 for no" if (option.low, option.high) == (0, 1) else f"{option.low} to {option.high}"
            lines.append(f"    {'':{width}}  {values}; {option.default} by default")
        lines.append("")
    lines.append("Choose options in the lobby with the keys, or by `tavolo play GAME --option NAME=NUMBER`.")
    typer.echo("\n".join(lines))
