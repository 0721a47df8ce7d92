"""Every game has a golden playthrough for each number of players, and it comes out as it is written."""

from tavolo.rules.record import Record
from tests.rules.golden_text import DIGEST, INDENT, check, comments_of, golden, record_of, text_for, texts_in, together
from tests.rules.play import games_and_players, new_record, play_on
from tests.rules.support import Numbers, read_text


def golden_texts():
    """The golden playthroughs there are, each (game, players, text), and which of those that have to be are missing."""
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


def test_every_golden_playthrough_comes_out_as_it_is_written():
    for _, _, text in golden_texts()[0]:
        check(text)


def test_every_golden_playthrough_is_of_its_game_and_players_and_goes_to_the_end():
    for game, players, text in golden_texts()[0]:
        record = record_of(text)
        assert (record.game, record.setup.players) == (game, players)
        assert game.outcome(record.position) is not None, (game.NAME, players)
        assert comments_of(text), (game.NAME, players)


def test_every_line_of_a_golden_playthrough_has_its_part():
    for game, _, text in golden_texts()[0]:
        record = record_of(text)
        lines = text.split("\n")[:-1]
        acts = [line for line in lines if not line.startswith(("#", INDENT))]
        assert len(acts) == len(record.actions) + 1
        for line in acts:
            before, mark, digest = line.partition(DIGEST)
            assert before.strip() == before, line
            assert mark, line
            assert len(digest) == 8, line
        replay = Record(record.setup)
        for line, action in zip(acts[1:], record.actions):
            assert game.action_from_text(line.partition(DIGEST)[0]) == action
            replay.apply(action)
            assert int(line.partition(DIGEST)[2], 16) == replay.digest()


def test_a_changed_line_is_noticed_and_named():
    for game, players in games_and_players():
        record = new_record(f"{game.NAME} players={players} dealt")
        play_on(record, Numbers(players), 4)
        text = golden(record, ["A game that begins."])
        check(text)
        lines = text.split("\n")
        events = [place for place in range(len(lines)) if lines[place].startswith(INDENT)]
        for place in (1, len(lines) - 2, events[0], events[-1]):
            # The last sign of the setup's line is one of its digest.
            other = "0" if lines[place][-1] != "0" else "1"
            changed = lines[:place] + [lines[place][:-1] + other] + lines[place + 1 :]
            try:
                check("\n".join(changed))
            except AssertionError as fault:
                assert f"line {place + 1} " in str(fault), str(fault)
            except ValueError:
                raise AssertionError(lines[place])
            else:
                raise AssertionError("not noticed: " + lines[place])


def test_a_missing_line_is_noticed():
    for _, _, text in golden_texts()[0]:
        lines = text.split("\n")
        for place in range(len(lines)):
            if lines[place].startswith(INDENT):
                break
        for changed in (lines[:place] + lines[place + 1 :], lines[:-2] + [""]):
            try:
                check("\n".join(changed))
            except AssertionError:
                continue
            raise AssertionError("not noticed")
