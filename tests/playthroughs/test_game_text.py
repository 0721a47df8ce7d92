"""Kept games as text: what is exported comes back, and the rules check what is imported."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavolo.games import load, names, setup_from_text
from tavolo.rules.contract import CHANCE
from tavolo_host.history.history import History
from tavolo_host.history.imported_games import add_game
from tavolo_host.history.kept_game import ABANDONED, OPEN, KeptAction, KeptGame, KeptPlayer
from tavolo_host.people.hidden_hands import HiddenHands
from tavolo_host.playthroughs import game_text
from tavolo_host.playthroughs.game_text import ON_TRUST, games_in, text_of
from tavolo_host.playthroughs.head import ParseError
from tavolo_host.texts.names import clean_name
from tavolo_host.texts.playthrough import Step, steps_in, together
from tests.playthroughs.mutated_texts import GOLDEN, abandoned, golden_game, outcomes

EACH_GAME = pytest.mark.parametrize("name", names())
SHORT = "bambuti"


def read(text: str) -> tuple[KeptGame, list[KeptAction]]:
    (found,) = games_in(text.encode())
    return found


def refusal(text: str | bytes) -> tuple[int, str]:
    with pytest.raises(ParseError) as found:
        list(games_in(text.encode() if isinstance(text, str) else text))
    assert str(found.value) == f"Line {found.value.line}: {found.value.reason}"
    return found.value.line, found.value.reason


@cache
def exported(name: str = SHORT) -> str:
    return text_of(*golden_game(name))


@cache
def left() -> str:
    """The text of a game that was abandoned."""
    return text_of(*abandoned(*golden_game(SHORT), 30))


def line_of(text: str, words: str) -> int:
    return next(number for number, line in enumerate(text.split("\n"), 1) if words in line)


@EACH_GAME
def test_all_golden_playthroughs_come_back_as_the_same_text(name: str) -> None:
    golden = b"\n".join(file.read_bytes() for file in sorted(GOLDEN.glob(f"{name}*.txt")))
    texts = [text_of(kept, actions) for kept, actions in games_in(golden)]
    again = [text_of(kept, actions) for kept, actions in games_in(together(texts).encode())]
    assert again == texts
    below = [line.partition("  # at ")[0] for text in texts for line in below_head(text)]
    assert below == [line for part in golden.decode().split("\n\n") for line in below_head(part)]


def below_head(text: str) -> Iterator[str]:
    """The lines from the setup on, which golden playthroughs have too."""
    lines = text.rstrip("\n").split("\n")
    return iter(lines[next(place for place, line in enumerate(lines) if not line.startswith("#")) :])


clean_names = st.text(st.characters(categories=["L", "N", "P", "S", "M"]), max_size=24).map(clean_name)


@st.composite
def kept_games(draw: st.DrawFn) -> tuple[KeptGame, list[KeptAction]]:
    """Games of all kinds with any names, times and stand-ins, over or left, at virtual and at watched boards."""
    kept, actions = golden_game(draw(st.sampled_from(names())))
    length = draw(st.integers(0, len(actions) - 1)) if draw(st.booleans()) else len(actions)
    times = draw(st.lists(st.integers(0, 10**11), min_size=length, max_size=length)) if length < 40 else range(length)
    actions = [KeptAction(each.action, at) for each, at in zip(actions, times, strict=False)]
    seats = draw(st.permutations(range(8)))
    began = draw(st.integers(0, 10**12))
    players = []
    for player in range(len(kept.players)):
        since = {0, *draw(st.sets(st.integers(0, length), max_size=2))}
        levels = st.sampled_from(("", "easy", "strong"))
        players += [KeptPlayer(player, seats[player], draw(clean_names), draw(levels), each) for each in since]
    is_left = length < len(golden_game(kept.game)[1])
    return kept._replace(
        began=began / 1000.0,
        ended=(began + draw(st.integers(0, 10**8))) / 1000.0,
        ending=ABANDONED if is_left else kept.ending,
        length=length,
        is_taken_back=draw(st.booleans()),
        outcome=() if is_left else kept.outcome,
        points=() if is_left else kept.points,
        players=tuple(sorted(players, key=lambda each: (each.since, each.player))),
    ), actions


@settings(max_examples=16)
@given(kept_games())
def test_import_gives_back_what_export_wrote(game: tuple[KeptGame, list[KeptAction]]) -> None:
    assert read(text_of(*game)) == game


@pytest.mark.parametrize("is_watched", [False, True])
def test_a_game_comes_back_from_the_file_of_one_laptop_to_that_of_another(tmp_path: Path, is_watched: bool) -> None:
    game = kept, actions = abandoned(*golden_game(SHORT), 30)
    if is_watched:
        public = [KeptAction(load(SHORT).public(each.action), each.at) for each in actions]
        game = kept._replace(board="e66058388324af2d", is_taken_back=True), public
    with History(tmp_path / "one.sqlite") as one, History(tmp_path / "other.sqlite") as other:
        number = add_game(one.file, *game)
        found = one.game(number)
        assert found is not None
        assert (found.board, found.is_taken_back) == (game[0].board, game[0].is_taken_back)
        again = other.game(add_game(other.file, *read(text_of(found, one.actions(number)))))
        assert again == found
        assert other.actions(1) == one.actions(number)


def test_a_watched_board_has_only_what_the_table_saw() -> None:
    kept, actions = golden_game(SHORT)
    public = [KeptAction(load(SHORT).public(each.action), each.at) for each in actions]
    watched = kept._replace(board="e66058388324af2d")
    text = text_of(watched, public)
    assert "# board: e66058388324af2d\n" in text
    assert read(text) == (watched, public)
    assert " table  # digest " in text
    number = line_of(text, "lay 1")
    told = text.replace("lay 1  #", "lay 1 red-5  #", 1)
    assert refusal(told) == (number, "This says what was hidden, so the setup has to end in “dealt”.")


def test_of_an_open_game_only_what_is_public_is_in_the_text_which_cannot_be_imported() -> None:
    kept, actions = golden_game(SHORT)
    game = load(SHORT)
    public = [KeptAction(game.public(each.action), each.at) for each in actions[:9]]
    still = kept._replace(ended=None, ending=OPEN, length=0, outcome=(), points=())
    text = text_of(still, public)
    assert "\nlay 1  # " in text
    assert "hands=?/?" in text
    line = line_of(text, "bambuti players")
    assert refusal(text) == (line, "The game had not ended yet, so what is hidden is not in the text.")


def test_an_action_that_a_hand_forbade_and_the_board_accepted_is_marked_and_comes_back() -> None:
    """At the table nobody sees that a player could have followed suit."""
    hands = HiddenHands(setup_from_text("david-goliath players=3 dealt"))
    game, actions = hands.game, golden_game("david-goliath")[1]
    for each in actions:
        actor = game.actor(each.action)
        hand = [] if actor == CHANCE else hands.position.hands[actor]
        others = [(each.action[0], actor, card) for card in hand]
        forbidden = [other for other in others if game.refusal(hands.position, other)]
        if forbidden:
            break
        hands.apply(each.action)
    hands.apply(forbidden[0])
    kept, _ = abandoned(*golden_game("david-goliath"), len(hands.actions))
    played = [KeptAction(action, 5) for action in hands.actions]
    text = text_of(kept, played)
    assert text.count(ON_TRUST) == 1
    assert read(text) == (kept, played)
    number = line_of(text, ON_TRUST)
    assert refusal(text.replace(f"  # {ON_TRUST}", ""))[0] == number
    held = set().union(*hands.position.hands) if hands.position.hands else set()
    assert held
    absurd = text.replace("\ndeal", f"\ndeal  # {ON_TRUST}", 1).split("\n")
    absurd[line_of(text, "deal ") - 1] = f"deal blue-1 blue-1  # {ON_TRUST}"
    assert refusal("\n".join(absurd))[0] == line_of(text, "deal ")


def test_a_game_by_other_rules_is_told_without_what_rules_say() -> None:
    kept, actions = golden_game(SHORT)
    text = text_of(kept._replace(rules="0a0b0c0d"), actions)
    assert "# rules: 0a0b0c0d\n" in text
    assert "digest" not in text
    assert text.split("\n")[-2] == "# 422,1  # Most points: player 1."
    assert "lay 1 red-5  # at 0.000 s\n" in text
    unknown = text_of(kept._replace(rules="0a0b0c0d"), [KeptAction((99, 1), 5)])
    assert "\n99,1  # at 0.005 s\n" in unknown


def test_a_text_by_hand_needs_neither_head_nor_digests() -> None:
    lines = [line.partition("  #")[0] for line in exported().split("\n") if line[:1] not in ("#", " ")]
    kept, actions = read("\n".join(lines))
    golden, wanted = golden_game(SHORT)
    assert (kept.setup, kept.outcome, actions) == (golden.setup, golden.outcome, wanted)
    assert [(each.player, each.seat, each.name) for each in kept.players] == [(0, 0, ""), (1, 4, "")]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("  # digest 5526fdeb", "  # digest 5526fdec", "By the rules the digest is 5526fdeb, not 5526fdec."),
        ("    401,1,1 ", "    401,1,2 ", "By the rules this is 401,1,1, not 401,1,2."),
        ("    401,1,1 ", "    401,1,1\n    401,1,1 ", "By the rules nothing more happens here."),
        ("lay 1 blue-5", "lay 1 blue-6", "Player 1 does not hold blue 6."),
        ("lay 1 blue-5", "play 1 blue-5", "An action reads like one of these: deal cards:/2, lay player card, reveal"),
        ("bambuti players=2", "bambuti players=3", "Bambuti is for 2 to 2 players, not for 3."),
        ("at 1.234 s", "at 1.2 s", "A time reads like “at 12.300 s”, not “at 1.2 s”."),
        ("# began: 2", "# began: x", "A moment reads like “2026-11-26 20:15:03.120+00:00”, not “x026"),
        ("# began: 2026", "# began: 1926", "There were no games before 1970."),
        ("2026-09-21 14:13:20.120+00:00", "9999-12-31 23:59:59-12:00", "This moment has no date."),
        ("seat 3: Ada", "seat 9: Ada", "A player reads like “player 1, seat 5, sensible”, not “player 0, seat 9”."),
        ("seat 3: Ada", f"seat 3: {'Ada' * 9}", "A name has at most 24 letters."),
        ("sensible: Bruno", "godlike: Bruno", "There is no level godlike; there is easy, sensible, strong."),
        ("player 0, seat 3: Ada", "player 2, seat 3: Ada", "The game has 2 players, counted from 0, and 30 actions."),
        ("player 1, seat 6, from", "player 1, seat 5, from", "Player 1 had another seat before."),
        ("player 1, seat 6, from action 15", "player 1, seat 6", "Player 1 is there already."),
    ],
)
def test_a_mistake_is_refused_with_its_line_and_the_reason(old: str, new: str, told: str) -> None:
    line, reason = refusal(left().replace(old, new, 1))
    assert (line, reason[: len(told)]) == (line_of(left(), old) + new.count("\n"), told)


def test_what_cannot_be_seen_of_a_name_is_not_imported_and_not_exported() -> None:
    hidden = "A\u200dd\u202ea\u3164\x1b" + "\u0301" * 9
    kept, _ = read(left().replace("seat 3: Ada", f"seat 3: {hidden}", 1))
    assert kept.players[0].name == "Adá\u0301\u0301"
    game, actions = abandoned(*golden_game(SHORT), 30)
    older = game._replace(players=(game.players[0]._replace(name=hidden), *game.players[1:]))
    assert ", seat 3: Adá\u0301\u0301\n" in text_of(older, actions)


def test_an_event_that_is_missing_among_others_is_refused_at_the_one_before() -> None:
    lines = left().split("\n")
    place = line_of(left(), "    407,7,26") - 1
    text = "\n".join(lines[: place + 1] + lines[place + 2 :])
    assert refusal(text) == (place + 1, "By the rules 408,0,3,9 follows here.")


@pytest.mark.parametrize(
    ("old", "new", "at", "told"),
    [
        ("# began:", "# began at", "bambuti", "The head does not say when the game began."),
        ("# abandoned:", "# left:", "bambuti", "The game had not ended yet, so what is hidden is not in the text."),
        ("seat 3: Ada", "seat 6: Ada", "bambuti", "The head does not name 2 players at seats of their own."),
        ("# abandoned:", "# ended:", "# digest eab6d6fa", "The game is not over here."),
    ],
)
def test_what_does_not_fit_the_head_is_refused_at_the_setup_or_at_the_end(
    old: str, new: str, at: str, told: str
) -> None:
    text = left().replace(old, new, 1)
    assert text != left()
    assert refusal(text) == (line_of(text, at), told)


def test_what_is_no_text_or_has_no_game_is_refused_with_its_line() -> None:
    assert refusal(exported().encode().replace(b"lay 1 red-5", b"lay 1 r\xe9d-5")) == (
        line_of(exported(), "lay 1 red-5"),
        "This is no text in UTF-8.",
    )
    assert refusal(b"\n \n") == (1, "There is no game.")
    assert refusal("# Nothing but words.\n") == (2, "The game has no setup.")
    whole = exported().rstrip("\n") + "\n\n" + exported().replace("# digest 5526fdeb", "# digest 0", 1)
    assert refusal(whole)[0] == exported().count("\n") + 1 + line_of(exported(), "# digest 5526fdeb")


def test_a_game_without_hidden_cards_is_dealt_if_its_setup_says_so() -> None:
    head, _, below = exported("kuh-vadis").partition(" table  # digest")
    lines = f"{head} dealt  # digest{below}".split("\n")
    text = "\n".join([*lines[:-2], lines[-2].replace(" table", " dealt"), ""])
    assert text_of(*read(text)).split("\n")[:-2] == lines[:-2]


def test_texts_of_other_systems_are_read_too() -> None:
    text = together([exported(), left()])
    for end in ("\r\n", "\r"):
        assert list(games_in(b"\xef\xbb\xbf" + text.replace("\n", end).encode())) == [read(exported()), read(left())]


def test_a_file_with_many_games_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    letters = []

    def counted(text: str, *above: int) -> list[Step]:
        letters.append(len(text))
        return steps_in(text, *above)

    monkeypatch.setattr(game_text, "steps_in", counted)
    text = together([exported()] * 9)
    assert len(list(games_in(text.encode()))) == 9
    assert sum(letters) <= len(text)


@pytest.mark.parametrize("count", [100, pytest.param(5000, marks=pytest.mark.slow)])
def test_damaged_texts_are_accepted_by_the_rules_or_refused_with_a_line_and_a_reason(count: int) -> None:
    reasons = list(outcomes(count, 36))
    assert 0 < reasons.count("") < count
    assert len(set(reasons)) > count // 50
