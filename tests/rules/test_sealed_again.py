"""The reveal shows what lies there, whatever was undone, lost with the power, or put in again otherwise."""

from tavolo.games.bambuti import rules as bambuti
from tavolo.games.tanz_der_hornochsen import rules as hornochsen
from tavolo.rules.contract import CARD_WAS_PLAYED, Setup
from tavolo.rules.record import Record
from tests.rules.bambuti_play import cards
from tests.rules.play import IS_ROOMY, next_action, play_on
from tests.rules.sealed_table import SealedTable
from tests.rules.support import Numbers, refused

TABLES_OF_EACH_SETUP = 2 if IS_ROOMY else 1
STEPS = 250 if IS_ROOMY else 120
SEALING = {bambuti.NAME: bambuti.LAY, hornochsen.NAME: hornochsen.CHOOSE}


def secret_setups(dealt):
    """The games with secrets at each number of players."""
    setups = [Setup(bambuti, 2, None, dealt)]
    for players in (2, 3, 5, 8) if IS_ROOMY else (2, 8):
        setups.append(Setup(hornochsen, players, None, dealt))
    return setups


def test_at_the_table_the_reveal_shows_the_cards_that_lie_there_and_the_mirror_agrees_at_every_step():
    for setup in secret_setups(False):
        happened = [0, 0, 0, 0]
        for start in range(TABLES_OF_EACH_SETUP):
            table = SealedTable(setup, Numbers(4000 * setup.players + start))
            for step in range(STEPS):
                if table.is_over():
                    break
                table.step()
                assert table.agrees(), (setup.text(), start, step)
            happened = [one + other for one, other in zip(happened, table.happened)]
        assert min(happened) > 0, (setup.text(), happened)


def sealed_since_the_last_reveal(game, actions, players):
    """The cards that were sealed, player by player."""
    cards = []
    for player in range(players):
        own = []
        for action in actions:
            if action[0] == game.REVEAL:
                own = []
            elif action[0] == SEALING[game.NAME] and action[1] == player:
                own.append(action[2])
        cards += own
    return cards


def test_in_dealt_play_other_secrets_after_an_undo_are_revealed_as_they_were_sealed():
    for setup in secret_setups(True):
        game = setup.game
        record, mirror = Record(setup), Record(Setup(game, setup.players, setup.options, False))
        reveals = 0
        for start in range(12 if IS_ROOMY else 4):
            numbers = Numbers(900 + start)
            length = numbers.below(len(record.actions) + 1)
            record.undo(length)
            mirror.undo(length)
            for _ in range(60):
                action = next_action(record, numbers)
                if action is None:
                    break
                if action[0] == game.REVEAL:
                    sealed = sealed_since_the_last_reveal(game, record.actions, setup.players)
                    assert list(action[1:]) == sealed, (setup.text(), start)
                    reveals += 1
                record.apply(action)
                mirror.apply(game.public(action))
                assert record.digest() == mirror.digest(), (setup.text(), start)
        assert reveals > 0, setup.text()


def test_only_doubtful_cards_are_asked_for_again():
    record = Record(Setup(bambuti, 2))
    for action in ((bambuti.DEAL,), (bambuti.LAY, 0), (bambuti.LAY, 0)):  # as the journal has it
        record.apply(action)
    assert bambuti.forgotten(record.position) == (0,)
    for mask in cards("red-1 red-2"):
        record.learn((bambuti.LAY, 0, mask))
    assert bambuti.forgotten(record.position) == ()
    record.apply((bambuti.LAY, 0, cards("red-3")[0]))
    record.undo(3)
    assert bambuti.forgotten(record.position) == (0,)
    record.undo(1)
    for mask in cards("green-1 green-2 green-3"):
        record.apply((bambuti.LAY, 0, mask))
    record.undo(3)
    assert bambuti.forgotten(record.position) == ()
    assert record.position.sealed[0] == cards("green-1 green-2")


def test_an_action_that_a_record_has_already_is_refused_and_changes_nothing():
    record = Record(Setup(bambuti, 2))
    play_on(record, Numbers(3), 1)
    record.apply((bambuti.LAY, 0))
    record.learn((bambuti.LAY, 0, 7))
    before = bambuti.position_text(record.position), list(record.actions)
    assert refused(record.learn, (bambuti.LAY, 0, 7)) == (CARD_WAS_PLAYED, 7)
    assert (bambuti.position_text(record.position), list(record.actions)) == before
