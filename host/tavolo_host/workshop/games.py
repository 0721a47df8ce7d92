"""The command `tavolo games`: lists the games and their options."""

from tavolo.games import load, names
from tavolo.rules.contract import Option
from tavolo_host.texts.options import Kind, meaning_of
from tavolo_host.texts.sentences import same, sentence_case
from tavolo_host.texts.terminal import say


def games() -> None:
    """List the games, their numbers of players, and their options."""
    lines = []
    for name in names():
        game = load(name)
        fewest, most = game.SEATS
        seats = str(fewest) if fewest == most else f"{fewest} to {most}"
        lines.append(f"{name}: {game.TITLE}, for {seats} players")
        for option in game.OPTIONS:
            lines += _listed(name, option) if option.low < option.high or option.is_printed else []
        lines.append("")
    lines.append("Choose options in the lobby with the keys, or by `tavolo play GAME --option NAME=VALUE`.")
    say("\n".join(lines))


def _listed(game_name: str, option: Option) -> list[str]:
    """Return the lines of an option: what it is, and what each of its numbers means, or the usual one of many."""
    meaning = meaning_of(game_name, option.name)
    is_number = meaning.kind is Kind.NUMBER
    title = f"{sentence_case(meaning.title)}, {option.low} to {option.high}" if is_number else meaning.title
    lines = [] if title in meaning.named.values() else [f"    {title}"]
    for value in (option.default,) if is_number else range(option.low, option.high + 1):
        usual = " (usual)" if value == option.default else ""
        lines.append(f"      {option.name}={value}  {meaning.in_words(value, same)}{usual}")
    if option.is_printed:
        lines.append(f"      {option.name}=NAME  {meaning.own} that you have entered on the page, or its text")
    return lines
