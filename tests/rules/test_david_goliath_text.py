"""David & Goliath: the text forms of cards, actions and positions, and the events' whole story."""

from tavolo.games.david_goliath import events as code
from tavolo.games.david_goliath import rules as game
from tavolo.rules.contract import CHANCE, NO_CARD, TABLE
from tests.rules.david_goliath_play import COLOURS, captures_of, card, codes, play, points_of, table, words
from tests.rules.play import new_record, next_action, play_on
from tests.rules.support import Numbers, refused


def test_every_card_has_its_own_text():
    texts = [game.card_text(each) for each in range(game.CARDS)]
    assert game.CARDS == 90
    assert sorted(texts) == sorted([f"{colour}-{number}" for colour in COLOURS for number in range(1, 19)])
    assert [game.card_from_text(text) for text in texts] == list(range(90))


def test_what_is_no_card_is_refused_with_its_text():
    for text in ("", "blue", "blue-", "blue-0", "blue-19", "blue--1", "pink-3", "3-blue", "blue-x", "blue 3"):
        assert refused(game.card_from_text, text)


def test_an_action_reads_as_it_is_spoken():
    assert game.action_text((game.PLAY, 3, card("green-12"))) == "play 3 green-12"
    assert game.action_from_text("play 3 green-12") == (game.PLAY, 3, card("green-12"))
    assert game.action_text((game.DEAL,)) == "deal"
    assert game.action_from_text("deal") == (game.DEAL,)


def test_what_is_no_action_is_refused_in_a_sentence():
    for text in ("", "play", "play 0", "play green-12", "play x blue-1", "play 0 blue-19",
                 "play 0 blue-1 blue-2", "roll 3", "lift 0 blue-1", "deal pink-3"):  # fmt: skip
        assert refused(game.action_from_text, text).endswith("."), text


def test_what_is_no_position_is_refused_in_a_sentence():
    text = game.position_text(table(3).position)
    for bad in ("", "position", text[:-1], text + " more=1", text.replace("leader=0", "leader=x"), text[20:]):
        assert refused(game.position_from_text, bad), bad


def test_a_card_captured_by_nobody_who_plays_is_refused_in_a_sentence():
    record = table(3)
    play(record, "blue-1 blue-2 blue-3")
    text = game.position_text(record.position)
    assert "field where " in refused(game.position_from_text, text.replace("where=0:", "where=3:"))


def test_a_position_is_read_back_at_every_step_and_plays_on_alike():
    for kind in ("dealt", "table"):
        record = new_record(f"david-goliath players=4 deals=2 {kind}")
        numbers = Numbers(21)
        while game.to_act(record.position):
            text = game.position_text(record.position)
            again = game.position_from_text(text)
            assert game.position_text(again) == text
            assert game.digest(again) == record.digest()
            assert game.to_act(again) == game.to_act(record.position)
            action = next_action(record, numbers)
            events = record.apply(action)
            assert game.apply(again, action) == events
            assert game.position_text(again) == game.position_text(record.position)


def test_only_chance_may_not_be_undone_freely():
    assert game.actor((game.DEAL,)) == CHANCE
    assert game.actor((game.PLAY, 0, card("blue-1"))) != CHANCE


def test_a_slot_reads_the_card_of_a_play_and_none_of_a_deal():
    assert game.action_card((game.PLAY, 2, card("red-7"))) == card("red-7")
    assert game.action_card((game.DEAL,)) == NO_CARD
    assert game.action_card(new_record("david-goliath players=3 dealt").chance(Numbers(1).below)) == NO_CARD


def test_the_public_form_of_a_deal_has_no_cards_and_a_play_is_public():
    deal = new_record("david-goliath players=3 dealt").chance(Numbers(1).below)
    assert game.public(deal) == (game.DEAL,)
    assert game.public((game.PLAY, 2, 7)) == (game.PLAY, 2, 7)


def test_no_choice_is_sealed():
    record = table(3)
    assert tuple(game.forgotten(record.position)) == ()
    play(record, "blue-1 blue-2 blue-3")
    assert tuple(game.forgotten(record.position)) == ()


def test_the_events_alone_tell_every_capture_point_and_leader():
    for players in (3, 4, 5, 6):
        for kind in ("dealt", "table"):
            record = new_record(f"david-goliath players={players} deals=2 {kind}")
            numbers = Numbers(players)
            captured = []
            totals = [0] * players
            points = []
            while game.to_act(record.position):
                for event in record.apply(next_action(record, numbers)):
                    if event[0] == code.DEALT:
                        captured = [[] for _ in range(players)]
                        points = [0] * players
                        leader = event[3]
                    elif event[0] == code.LED:
                        assert event[1] == leader
                        trick = [event[2]]
                    elif event[0] in (code.FOLLOWED, code.WENT_OFF):
                        trick.append(event[2])
                    elif event[0] == code.LOW_TAKES_HIGH:
                        assert event[2] in trick
                        assert event[3] in trick
                        captured[event[1]].append(event[3])
                        trick.remove(event[3])
                    elif event[0] == code.HIGH_TAKES_REST:
                        leader = event[1]
                        assert list(event[3:]) == trick
                        captured[leader] += list(event[3:])
                    elif event[0] == code.ALL_EQUAL:
                        leader = event[2]
                        assert list(event[3:]) == trick
                        captured[leader] += list(event[3:])
                    elif event[0] in (code.COLOUR_SUM, code.COLOUR_COUNT):
                        points[event[1]] += event[4]
                    elif event[0] == code.DEAL_SCORED:
                        totals[event[1]] += points[event[1]]
                        assert event[2:] == (points[event[1]], totals[event[1]])
                        assert points_of(captured[event[1]]) == event[2]
                    else:
                        assert event[0] in (code.REVOKED, code.LATER_HIGH, code.LATER_LOW), event
                assert [words(each) for each in captured] == captures_of(record)
                assert list(record.position.totals) == totals
                if game.to_act(record.position) not in ((), (CHANCE,)):
                    assert record.position.leader == leader


def test_events_do_not_tell_hidden_cards():
    record = new_record("david-goliath players=3 dealt")
    deal = record.chance(Numbers(1).below)
    assert record.apply(deal) == [(code.DEALT, 1, 2, 0)]


def test_the_public_digest_does_not_depend_on_hidden_hands():
    compared = 0
    for start in range(10):
        record = new_record("david-goliath players=4 dealt")
        numbers = Numbers(start)
        play_on(record, numbers, 22)
        other = _with_two_cards_exchanged(record, numbers)
        if other is None:
            continue
        compared += 1
        assert game.position_text(other.position) != game.position_text(record.position)
        assert other.digest() == record.digest()
        one, two = [game.view(each.position, TABLE) for each in (record, other)]
        assert game.position_text(one) == game.position_text(two)
    assert compared >= 5


def _with_two_cards_exchanged(record, numbers):
    """The same public game from a deal where two players exchanged unplayed cards of a colour; or None."""
    deal = list(record.actions[0])
    played = [action[2] for action in record.actions[1:]]
    for _ in range(200):
        one, two = 1 + numbers.below(15), 16 + numbers.below(45)
        if deal[one] // 18 == deal[two] // 18 and deal[one] not in played and deal[two] not in played:
            deal[one], deal[two] = deal[two], deal[one]
            other = new_record(record.setup.text())
            for action in [tuple(deal)] + list(record.actions[1:]):
                other.apply(action)
            return other
    return None


def test_the_digest_tells_public_positions_apart():
    digests = []
    for line in ("", "blue-1", "blue-2", "red-1", "blue-1 blue-2", "blue-2 blue-1",
                 "blue-1 blue-2 blue-3", "blue-1 red-2 blue-3",
                 "blue-1 red-2 blue-3 red-1", "blue-1 blue-2 blue-3 red-1"):  # fmt: skip
        record = table(3)
        play(record, line)
        digests.append(record.digest())
    for options in ("dealer=0", "dealer=1", "deals=2", "deals=3"):
        digests.append(table(3, options).digest())
    digests.append(table(4).digest())
    digests.append(new_record("david-goliath players=3 table").digest())
    assert len(set(digests)) == len(digests)
    assert all(0 <= digest < 2**32 for digest in digests)


def test_the_digest_tells_totals_apart_however_high_they_are():
    position = table(3).position
    digests = [game.digest(position)]
    for total in (1, 2, 255, 256, 257, 511, 512, 513, 1023, 1024):
        for player in range(3):
            position.totals = [0, 0, 0]
            position.totals[player] = total
            digests.append(game.digest(position))
    assert len(set(digests)) == len(digests)


def test_a_revoke_is_told_beside_the_card_that_makes_it():
    record = table(3)
    play(record, "green-4 red-2 green-1")
    events = play(record, "green-5 green-2")
    assert codes(events) == [code.LED, code.FOLLOWED, code.REVOKED]
