"""Every game has a golden playthrough for each number of players, and it comes out as it is written."""

from tavolo_host.texts.playthrough import (
    DIGEST,
    INDENT,
    check,
    comments_of,
    playthrough,
    record_of,
    text_for,
    texts_in,
    together,
)
from tests.rules.play import games_and_players, new_record, play_on
from tests.rules.support import Numbers, read_text


def golden_texts():
    """The golden playthroughs there are, each (game, players, text), and which required ones are missing."""
    found, missing = [], []
    for game, players in games_and_players():
        try:
            text = text_for(read_text(f"golden/{game.NAME}.txt"), players)
        except OSError:
            text = ""
        if text:
            found.append((game, players, text))
        else:
            missing.append(f"{game.NAME} for {players} players: `tavolo golden {game.NAME}` writes it")
    return found, missing


def test_every_number_of_players_of_every_game_has_a_golden_playthrough():
    found, missing = golden_texts()
    assert missing == [], missing
    assert len(found) == len(games_and_players()) > 0


def test_a_file_has_one_playthrough_for_each_number_of_players_and_the_fewest_come_first():
    by_game = {}
    for game, _, text in golden_texts()[0]:
        by_game[game.NAME] = by_game.get(game.NAME, []) + [text]
    for name, texts in by_game.items():
        file = read_text(f"golden/{name}.txt")
        assert texts_in(file) == texts, name
        assert together(texts) == file, name


def test_every_golden_playthrough_comes_out_as_it_is_written_and_goes_to_the_end():
    for game, players, text in golden_texts()[0]:
        check(text)
        record = record_of(text)
        assert (record.game, record.setup.players) == (game, players)
        assert game.outcome(record.position) is not None, (game.NAME, players)
        assert comments_of(text), (game.NAME, players)


def test_a_changed_or_missing_line_is_noticed_and_named():
    record = new_record("bambuti players=2 dealt")
    play_on(record, Numbers(2), 4)
    text = playthrough(record, ["A game that begins."])
    check(text)
    lines = text.split("\n")
    assert [line.partition(DIGEST)[1] for line in lines[1:3]] == [DIGEST, DIGEST]
    events = [place for place in range(len(lines)) if lines[place].startswith(INDENT)]
    for place in (1, len(lines) - 2, events[0], events[-1]):
        # The last sign of the setup's line is one of its digest.
        other = "0" if lines[place][-1] != "0" else "1"
        changed = lines[:place] + [lines[place][:-1] + other] + lines[place + 1 :]
        assert fault_of("\n".join(changed)).startswith(f"line {place + 1} "), lines[place]
    for changed in (lines[: events[0]] + lines[events[0] + 1 :], lines[:-2] + [""]):
        assert fault_of("\n".join(changed)).startswith("line ")


def fault_of(text):
    """What `check` says of a golden text, "" if it comes out as it is written."""
    try:
        check(text)
    except AssertionError as fault:
        return str(fault)
    return ""
