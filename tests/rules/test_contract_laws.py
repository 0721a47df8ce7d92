"""What holds for every game and number of players: the two laws of the rules, and the contract's promises.

Random games are played in dealt play, and beside it in table play by the public forms of the same actions.
"""

from tavolo.games import GAMES, load, names, setup_from_text
from tavolo.rules.contract import CHANCE, NO_CARD, TABLE, Setup
from tavolo.rules.record import Record
from tests.rules.play import (
    IS_ROOMY,
    MOST_ACTIONS,
    dealt_setups,
    games_and_players,
    new_record,
    next_action,
    played_out,
    reason_of,
)
from tests.rules.support import Numbers, fields_of, refused


def viewers(setup):
    """All viewers: the table and each player."""
    return [TABLE] + list(range(setup.players))


def moments(games, one_of=1, most=MOST_ACTIONS):
    """Random games of every kind, dealt and public side by side: both records at a number of moments.

    The beginning and the end are always among them. A game is followed for `most` actions. Both have the same events.
    """
    for setup, numbers in dealt_setups(games):
        dealt = Record(setup)
        table = Record(Setup(setup.game, setup.players, setup.options, False))
        chosen = Numbers(len(setup.text()))
        while True:
            action = next_action(dealt, numbers) if len(dealt.actions) < most else None
            if action is None or not dealt.actions or chosen.below(one_of) == 0:
                yield dealt, table
            if action is None:
                break
            assert dealt.apply(action) == table.apply(setup.game.public(action)), (setup.text(), action)


def test_every_game_is_loaded_by_its_name_and_has_possible_seats_and_options():
    assert len(set(names())) == len(GAMES)
    sentence = refused(load, "chess")
    for name in names():
        game = load(name)
        assert name == game.NAME
        assert name in sentence
        fewest, most = game.SEATS
        assert 2 <= fewest <= most <= 8, name
        for option in game.OPTIONS:
            assert option.low <= option.default <= option.high, (name, option.name)


def test_first_law_the_table_view_of_dealt_play_is_the_table_position():
    for dealt, table in moments(5, 3):
        game, name = dealt.game, dealt.setup.text()
        seen = game.view(dealt.position, TABLE)
        assert game.position_text(seen) == game.position_text(table.position), name
        assert dealt.digest() == table.digest() == game.digest(seen), name
        assert game.to_act(dealt.position) == game.to_act(table.position), name
        assert game.may_act(dealt.position) == game.may_act(table.position), name
        assert game.outcome(dealt.position) == game.outcome(table.position), name


def test_second_law_legal_actions_of_dealt_play_are_legal_in_public():
    for dealt, table in moments(5, 2):
        game = dealt.game
        for player in game.to_act(dealt.position) + game.may_act(dealt.position):
            # A sealed choice of the table has its card, which its public form leaves out.
            allowed = [game.public(action) for action in game.legal(table.position, player, NO_CARD)]
            for action in game.legal(dealt.position, player, NO_CARD):
                public = game.public(action)
                assert game.refusal(table.position, public) is None, (dealt.setup.text(), public)
                assert public in allowed, (dealt.setup.text(), public)


def test_legal_lists_each_action_once_in_fixed_order_and_narrows_to_a_card():
    for dealt, table in moments(2, 5):
        game, name = dealt.game, dealt.setup.text()
        for record in (dealt, table):
            for player in [CHANCE] + list(range(record.setup.players)):
                actions = game.legal(record.position, player, NO_CARD)
                assert actions == game.legal(record.position.copy(), player, NO_CARD)
                assert len(set(actions)) == len(actions)
                if player in game.to_act(record.position):
                    assert actions or player == CHANCE, (name, player)
                elif player in game.may_act(record.position):
                    asked = game.forgotten(record.position)
                    assert actions and (player in asked or max(map(game.action_card, actions)) == NO_CARD), name
                else:
                    assert not actions or player in game.forgotten(record.position), (name, player)
                for card in range(len(record.actions) % 3, game.CARDS, 3):
                    narrowed = [action for action in actions if game.action_card(action) == card]
                    assert game.legal(record.position, player, card) == narrowed, (name, card)
                    assert not narrowed or game.why_not(record.position, player, card) is None, (name, card)


def test_whatever_is_legal_is_accepted_is_its_players_and_is_read_back_from_its_text():
    for dealt, table in moments(2, 8):
        game, name = dealt.game, dealt.setup.text()
        for record in (dealt, table):
            for player in game.to_act(record.position) + game.may_act(record.position):
                for action in game.legal(record.position, player, NO_CARD):
                    assert game.refusal(record.position, action) is None, (name, action)
                    game.apply(record.position.copy(), action)
                    assert player == CHANCE or game.actor(action) == player, (name, action)
                    assert game.action_from_text(game.action_text(action)) == action


def test_of_actions_that_differ_from_a_legal_one_by_one_number_only_legal_ones_are_accepted():
    for records in moments(2, 32 if IS_ROOMY else 240, min(300, MOST_ACTIONS)):
        for record in records:
            game, legal, tried = record.game, [], set()
            for player in range(record.setup.players):
                legal += game.legal(record.position, player, NO_CARD)
            for action in legal:
                for place in range(len(action)):
                    others = (place,) + action[:place] + action[place + 1 :]
                    if others in tried:
                        continue
                    tried.add(others)
                    for number in range(-1, max(game.CARDS, 49) + 1 if place > 1 else 9):  # verbs and players are few
                        near = action[:place] + (number,) + action[place + 1 :]
                        if game.refusal(record.position, near) is None and game.actor(near) != CHANCE:
                            assert near in legal, (record.setup.text(), near)


def test_asking_changes_nothing():
    for record, _ in moments(2, 8):
        game, before = record.game, record.game.position_text(record.position)
        for player in viewers(record.setup):
            for action in game.legal(record.position, player, NO_CARD):
                game.refusal(record.position, action)
            game.view(record.position, player)
        game.outcome(record.position)
        game.forgotten(record.position)
        game.digest(record.position)
        assert game.position_text(record.position) == before


def test_the_game_ends_exactly_when_nobody_is_to_act_and_has_an_outcome():
    for record, _ in moments(3):
        outcome = record.game.outcome(record.position)
        assert (outcome is None) == (record.game.to_act(record.position) != ())
        if outcome is not None:
            assert len(outcome) >= 2
            assert all(0 <= winner < record.setup.players for winner in outcome[1:])


def test_every_view_has_the_digest_of_the_public_position_and_is_its_own_view():
    for record, _ in moments(1, 12):
        game = record.game
        public = game.position_text(game.view(record.position, TABLE))
        for player in viewers(record.setup):
            seen = game.view(record.position, player)
            assert game.digest(seen) == record.digest()
            assert game.position_text(game.view(seen, player)) == game.position_text(seen), record.setup.text()
            assert game.position_text(game.view(seen, TABLE)) == public, (record.setup.text(), player)


def test_a_player_sees_enough_to_know_its_own_legal_actions():
    for record, _ in moments(3, 2):
        game = record.game
        for player in game.to_act(record.position) + game.may_act(record.position):
            if player != CHANCE:
                seen = game.view(record.position, player)
                assert game.legal(seen, player, NO_CARD) == game.legal(record.position, player, NO_CARD)


def test_a_copy_or_view_is_independent_and_goes_on_by_what_is_public():
    for record, _ in moments(1, 4 if IS_ROOMY else 12):
        game = record.game
        if not game.to_act(record.position):
            continue
        before = game.position_text(record.position)
        copy, views = record.position.copy(), [game.view(record.position, each) for each in viewers(record.setup)]
        assert game.position_text(copy) == before
        action = next_action(record, Numbers(len(record.actions)))
        game.apply(copy, action)
        for viewer, seen in zip(viewers(record.setup), views):
            game.apply(seen, action if viewer != TABLE and viewer == game.actor(action) else game.public(action))
            assert game.digest(seen) == game.digest(copy), (record.setup.text(), action)
            # A known part of a hand is unknown after an unseen draw.
            known, true = [fields_of(game, each).get("hands", "").split("/") for each in (seen, copy)]
            assert all([hand in ("?", own) for hand, own in zip(known, true)]), (record.setup.text(), action)
        assert game.position_text(record.position) == before, record.setup.text()
        assert game.position_text(copy) != before


def test_positions_are_read_back_from_their_text_and_go_on_alike_and_bytes_tell_what_the_table_knows():
    for dealt, table in moments(2, 16):
        game = dealt.game
        seen = [game.view(dealt.position, player) for player in viewers(dealt.setup)]
        for position in [table.position, dealt.position] + seen:
            text = game.position_text(position)
            again = game.position_from_text(text)
            assert (game.position_text(again), game.digest(again)) == (text, game.digest(position))
        if game.to_act(dealt.position):
            # What follows from the text is there again, too.
            one, other = dealt.position.copy(), game.position_from_text(game.position_text(dealt.position))
            action = next_action(dealt, Numbers(len(dealt.actions)))
            assert game.apply(one, action) == game.apply(other, action), (dealt.setup.text(), action)
            assert game.position_text(one) == game.position_text(other), (dealt.setup.text(), action)
        content = game.position_bytes(table.position)
        assert game.position_bytes(dealt.position) == content
        found = game.position_from_bytes(game.start(table.setup), content)
        assert game.position_text(found) == game.position_text(table.position)


def test_cards_are_read_back_from_their_text():
    for name in names():
        game = load(name)
        for card in range(game.CARDS):
            assert game.card_from_text(game.card_text(card)) == card


def test_public_forms_are_their_own_and_a_verb_alone_tells_whether_an_action_is_chances():
    for setup, numbers in dealt_setups(2):
        game, verbs = setup.game, {}
        for action in played_out(setup, numbers, MOST_ACTIONS).actions:
            public = game.public(action)
            assert game.public(public) == public
            assert verbs.setdefault(action[0], game.actor(action) == CHANCE) == (game.actor(action) == CHANCE)
            for each in (action, public):
                assert game.action_from_text(game.action_text(each)) == each


def test_every_position_of_a_game_has_its_own_digest():
    known = set()
    for record, _ in moments(3):
        if not record.actions:
            known = set()
        assert record.digest() not in known, record.setup.text()
        assert 0 <= record.digest() < 2**32
        known.add(record.digest())


def test_the_digest_tells_numbers_apart_that_take_more_than_a_byte():
    for setup_text, field in (
        ("bambuti players=2 table", "points"),
        ("bambuti players=2 table", "withdrawn"),
        ("david-goliath players=3 table", "totals"),
        ("kuh-vadis players=2 table", "turn"),
        ("yellowstone-park players=2 table", "turn"),
    ):
        record = new_record(setup_text)
        game, position, digests = record.game, record.position, []
        for number in (1, 2, 255, 256, 257, 511, 512, 513, 1023, 1024):
            one_by_one = [number]
            if field in ("points", "totals"):
                one_by_one = [[0] * player + [number] + [0] * (position.players - player - 1) for player in (0, 1)]
            for value in one_by_one:
                setattr(position, field, value)
                digests.append(game.digest(position))
        assert len(set(digests)) == len(digests), (setup_text, field)


def test_an_action_out_of_place_is_refused_with_a_reason_and_changes_nothing():
    for dealt, table in moments(1, 16):
        for record in (dealt, table):
            for action in ((), (99,), (-1,), (99, 0, 0)):
                reason_of(record, action)
            for action in dealt.actions[-3:]:
                if record.game.refusal(record.position, action) is not None:
                    reason_of(record, action)


def test_a_setup_is_read_back_from_its_text_and_has_by_default_what_it_does_not_name():
    for game, players in games_and_players():
        defaults = tuple([option.default for option in game.OPTIONS])
        assert setup_from_text(f"{game.NAME} players={players} table").options == defaults
        for dealt in (True, False):
            lows = tuple([option.low for option in game.OPTIONS])
            highs = tuple([option.high for option in game.OPTIONS])
            for options in (None, lows, highs):
                setup = Setup(game, players, options, dealt)
                again = setup_from_text(setup.text())
                assert again.text() == setup.text()
                found = again.game, again.players, again.options, again.dealt
                assert found == (game, players, setup.options, dealt)


def test_a_setup_that_cannot_be_is_refused_in_a_sentence():
    for game, players in games_and_players():
        name = game.NAME
        for text in (
            "",
            name,
            f"{name} players={players}",
            f"{name} players={players} maybe",
            f"{name} table",
            f"{name} players= table",
            f"{name} players=some table",
            f"{name} players={game.SEATS[0] - 1} table",
            f"{name} players={game.SEATS[1] + 1} table",
            f"{name} players={players} colour=2 table",
            f"chess players={players} table",
        ):
            assert refused(setup_from_text, text).endswith("."), text
        unknown = refused(setup_from_text, f"{name} players={players} colour=2 table")
        assert all(option.name in unknown for option in game.OPTIONS), unknown
        for option in game.OPTIONS:
            for value in (option.low - 1, option.high + 1):
                text = f"{name} players={players} {option.name}={value} table"
                assert option.name in refused(setup_from_text, text), text
        assert refused(Setup, game, players, (0,) * (len(game.OPTIONS) + 1)).endswith(".")
