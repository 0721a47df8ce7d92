"""What holds for every game and number of players: the two laws of the rules, and the contract's promises.

Random games are played in dealt play and, by the public forms of the same actions, in table play beside it.
"""

from tavolo.games import GAMES, load, names, setup_from_text
from tavolo.rules.contract import CHANCE, NO_CARD, TABLE, Setup
from tavolo.rules.record import Record
from tests.rules.play import dealt_setups, games_and_players, new_record, next_action, play_on, played_out, reason_of
from tests.rules.support import Numbers, refused


def viewers(setup):
    """Everybody who can look: the table and each player."""
    return [TABLE] + list(range(setup.players))


def side_by_side(setup, numbers):
    """Play a random game twice, dealt and public; give both records before each action and at the end."""
    dealt = Record(setup)
    table = Record(Setup(setup.game, setup.players, setup.options, False))
    while True:
        action = next_action(dealt, numbers)
        yield dealt, table
        if action is None:
            return
        dealt.apply(action)
        table.apply(setup.game.public(action))


def test_every_game_is_loaded_by_its_name_and_has_possible_seats_and_options():
    assert len(set(names())) == len(GAMES)
    for name in names():
        game = load(name)
        assert name == game.NAME
        fewest, most = game.SEATS
        assert 2 <= fewest <= most <= 8, name
        for option in game.OPTIONS:
            assert option.low <= option.default <= option.high, (name, option.name)


def test_an_unknown_game_is_refused_with_the_known_names():
    sentence = refused(load, "chess")
    for name in names():
        assert name in sentence


def test_first_law_what_the_table_sees_of_dealt_play_is_the_table_position():
    for setup, numbers in dealt_setups():
        game = setup.game
        for dealt, table in side_by_side(setup, numbers):
            seen = game.view(dealt.position, TABLE)
            assert game.position_text(seen) == game.position_text(table.position), setup.text()
            assert dealt.digest() == table.digest() == game.digest(seen), setup.text()
            assert game.to_act(dealt.position) == game.to_act(table.position), setup.text()
            assert game.outcome(dealt.position) == game.outcome(table.position), setup.text()


def test_second_law_what_is_legal_in_dealt_play_is_legal_in_public():
    for setup, numbers in dealt_setups():
        game = setup.game
        for dealt, table in side_by_side(setup, numbers):
            for player in game.to_act(dealt.position):
                # A sealed choice of the table has its card, which its public form leaves out.
                allowed = [game.public(action) for action in game.legal(table.position, player, NO_CARD)]
                for action in game.legal(dealt.position, player, NO_CARD):
                    public = game.public(action)
                    assert game.refusal(table.position, public) is None, (setup.text(), public)
                    assert public in allowed, (setup.text(), public)


def test_public_actions_have_the_same_events_in_dealt_and_table_play():
    for setup, numbers in dealt_setups(3):
        dealt = Record(setup)
        table = Record(Setup(setup.game, setup.players, setup.options, False))
        while True:
            action = next_action(dealt, numbers)
            if action is None:
                break
            assert dealt.apply(action) == table.apply(setup.game.public(action)), (setup.text(), action)


def test_legal_lists_each_action_once_in_fixed_order_and_narrows_to_a_card():
    for setup, numbers in dealt_setups(3):
        game = setup.game
        for dealt, table in side_by_side(setup, numbers):
            for record in (dealt, table):
                for player in game.to_act(record.position):
                    actions = game.legal(record.position, player, NO_CARD)
                    assert actions == game.legal(record.position.copy(), player, NO_CARD)
                    assert len(set(actions)) == len(actions)
                    assert actions or player == CHANCE, (setup.text(), player)
                    for card in range(0, game.CARDS, 7):
                        narrowed = [action for action in actions if game.action_card(action) == card]
                        assert game.legal(record.position, player, card) == narrowed, (setup.text(), card)
                    for action in actions:
                        assert game.refusal(record.position, action) is None, (setup.text(), action)


def test_asking_changes_nothing():
    for setup, numbers in dealt_setups(1):
        game = setup.game
        for record, _ in side_by_side(setup, numbers):
            before = game.position_text(record.position)
            for player in viewers(setup):
                for action in game.legal(record.position, player, NO_CARD):
                    game.refusal(record.position, action)
                game.view(record.position, player)
            game.outcome(record.position)
            game.forgotten(record.position)
            game.digest(record.position)
            assert game.position_text(record.position) == before


def test_the_game_ends_exactly_when_nobody_is_to_act_and_has_an_outcome():
    for setup, numbers in dealt_setups(5):
        game = setup.game
        for record, _ in side_by_side(setup, numbers):
            assert (game.outcome(record.position) is None) == (game.to_act(record.position) != ())
        reason_and_winners = game.outcome(record.position)
        assert len(reason_and_winners) >= 2
        assert all(0 <= winner < setup.players for winner in reason_and_winners[1:])


def test_every_view_has_the_digest_of_the_public_position_and_is_its_own_view():
    for setup, numbers in dealt_setups(1):
        game = setup.game
        for record, _ in side_by_side(setup, numbers):
            for player in viewers(setup):
                seen = game.view(record.position, player)
                assert game.digest(seen) == record.digest()
                text = game.position_text(seen)
                assert game.position_text(game.view(seen, player)) == text, (setup.text(), player)
                public = game.position_text(game.view(record.position, TABLE))
                assert game.position_text(game.view(seen, TABLE)) == public, (setup.text(), player)


def test_a_player_sees_enough_to_know_the_own_legal_actions():
    for setup, numbers in dealt_setups(3):
        game = setup.game
        for record, _ in side_by_side(setup, numbers):
            for player in game.to_act(record.position):
                if player != CHANCE:
                    seen = game.view(record.position, player)
                    assert game.legal(seen, player, NO_CARD) == game.legal(record.position, player, NO_CARD)


def test_a_copy_is_independent():
    for setup, numbers in dealt_setups(1):
        game = setup.game
        for record, _ in side_by_side(setup, numbers):
            if not game.to_act(record.position):
                break
            before = game.position_text(record.position)
            copy, seen = record.position.copy(), game.view(record.position, TABLE)
            assert game.position_text(copy) == before
            action = next_action(record, Numbers(len(record.actions)))
            game.apply(copy, action)
            game.apply(seen, game.public(action))
            assert game.position_text(record.position) == before, setup.text()
            assert game.position_text(copy) != before


def test_positions_and_actions_are_read_back_from_their_text():
    for setup, numbers in dealt_setups(1):
        game = setup.game
        for dealt, table in side_by_side(setup, numbers):
            for position in [table.position, dealt.position] + [
                game.view(dealt.position, player) for player in viewers(setup)
            ]:
                text = game.position_text(position)
                assert game.position_text(game.position_from_text(text)) == text
        for action in list(dealt.actions) + list(table.actions):
            assert game.action_from_text(game.action_text(action)) == action
        for card in range(game.CARDS):
            assert game.card_from_text(game.card_text(card)) == card


def test_positions_are_read_back_from_their_bytes_which_tell_what_the_table_knows():
    for setup, numbers in dealt_setups(1):
        game = setup.game
        for dealt, table in side_by_side(setup, numbers):
            content = game.position_bytes(table.position)
            assert game.position_bytes(dealt.position) == content
            found = game.position_from_bytes(game.start(table.setup), content)
            assert game.position_text(found) == game.position_text(table.position)


def test_a_verb_alone_tells_whether_an_action_is_chances():
    for setup, numbers in dealt_setups(2):
        verbs = {}
        for action in played_out(setup, numbers).actions:
            is_chances = setup.game.actor(action) == CHANCE
            assert verbs.setdefault(action[0], is_chances) == is_chances


def test_public_forms_are_their_own_public_forms():
    for setup, numbers in dealt_setups(2):
        for action in played_out(setup, numbers).actions:
            public = setup.game.public(action)
            assert setup.game.public(public) == public


def test_every_position_of_a_game_has_its_own_digest():
    for setup, numbers in dealt_setups(3):
        digests = [record.digest() for record, _ in side_by_side(setup, numbers)]
        assert len(set(digests)) == len(digests), setup.text()
        assert all(0 <= digest < 2**32 for digest in digests)


def test_what_is_out_of_place_is_refused_with_a_reason_and_changes_nothing():
    for setup, numbers in dealt_setups(1):
        game = setup.game
        for dealt, table in side_by_side(setup, numbers):
            for record in (dealt, table):
                for action in ((), (99,), (-1,), (99, 0, 0)):
                    reason_of(record, action)
                for action in dealt.actions[-3:]:
                    if game.refusal(record.position, action) is not None:
                        reason_of(record, action)


def test_a_setup_is_read_back_from_its_text():
    for game, players in games_and_players():
        for dealt in (True, False):
            lows = tuple([option.low for option in game.OPTIONS])
            highs = tuple([option.high for option in game.OPTIONS])
            for options in (None, lows, highs):
                setup = Setup(game, players, options, dealt)
                again = setup_from_text(setup.text())
                assert again.text() == setup.text()
                assert (again.game, again.players, again.options, again.dealt) == (
                    game,
                    players,
                    setup.options,
                    dealt,
                )


def test_options_that_a_setup_does_not_name_have_their_default():
    for game, players in games_and_players():
        setup = setup_from_text(f"{game.NAME} players={players} table")
        assert setup.options == tuple([option.default for option in game.OPTIONS])


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


def test_random_games_are_the_same_again():
    for game, players in games_and_players():
        text = f"{game.NAME} players={players} dealt"
        one, other = new_record(text), new_record(text)
        play_on(one, Numbers(77))
        play_on(other, Numbers(77))
        assert one.text() == other.text()
