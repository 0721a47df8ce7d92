"""The declared fields of a position: their text both ways, what a viewer sees, and damaged texts."""

from array import array

from tavolo.rules.contract import TABLE, Option
from tavolo.rules.fields import Fields
from tavolo.rules.kinds import one_of, suits
from tavolo.rules.sealed import UNKNOWN
from tests.rules.support import assert_damage_is_told, refused

LINES = (
    "phase phase",
    "is_last, best card, trick cards",
    "voids:2",
    "where place by cards",
    "twins:2 place by cards",
    "points, great",
    "hands cards own",
    "sealed cards sealed",
    "pile cards closed",
)
KINDS = {
    "card": suits("A card reads like red-2", ("red", "blue"), 2),
    "place": one_of("A place", ("hand", "table")),
    "phase": one_of("A phase", ("deal", "play")),
}
FIELDS = Fields(LINES, KINDS, (2, 3), (Option("deals", 1, 1, 4), Option("dealer", -1, -1, 2)))
TEXT = (
    "players=2 options=3,-1 play=dealt phase=play is_last=1 best=- trick=blue-1,red-2 voids=0,7/255,0"
    " where=hand:red-1,blue-2/table:red-2,blue-1 twins=hand:red-2,blue-1,blue-1,blue-2,blue-2/table:red-1,red-1,red-2"
    " points=4,-5 great=300,0 hands=red-1/- sealed=?,red-2/- pile=blue-2"
)


class Position:
    """A position with a field of each kind."""

    def __init__(self, players, options, dealt):
        self.players, self.options, self.dealt = players, options, dealt
        self.phase, self.is_last, self.best, self.trick = 0, False, -1, []
        self.voids, self.where, self.twins = bytearray(2 * players), bytearray(4), bytearray(8)
        self.points, self.great = [0] * players, array("H", [0] * players)
        self.hands = [[] for _ in range(players)] if dealt else [None] * players
        self.sealed = [[] for _ in range(players)]
        self.pile = [0, 1, 2, 3] if dealt else None

    def copy(self):
        """The same position once more."""
        return FIELDS.read(Position, FIELDS.text(self))


def middle():
    """The position of TEXT."""
    position = Position(2, (3, -1), True)
    position.phase, position.is_last, position.trick = 1, True, [2, 1]
    position.voids, position.where = bytearray((0, 7, 255, 0)), bytearray((0, 1, 1, 0))
    position.twins, position.points = bytearray((1, 1, 0, 1, 0, 0, 0, 0)), [4, -5]
    position.great, position.hands = array("H", (300, 0)), [[0], []]
    position.sealed, position.pile = [[UNKNOWN, 1], []], [3]
    return position


def test_a_text_has_what_a_position_was_made_of_and_each_field_in_its_line():
    assert FIELDS.text(middle()) == TEXT


def test_a_position_is_read_back_with_every_field_as_it_was():
    for wanted in (middle(), Position(3, (1, 2), True), Position(2, (4, 0), False)):
        found = FIELDS.read(Position, FIELDS.text(wanted))
        for line in ["players", "options", "dealt"] + ", ".join(LINES).split(", "):
            name = line.split()[0].partition(":")[0]
            there, here = getattr(found, name), getattr(wanted, name)
            assert (type(there), there) == (type(here), here), name


def test_a_secret_is_seen_only_by_its_owner_or_by_nobody():
    for viewer, hands, sealed in ((TABLE, "?/?", "?,?/-"), (0, "red-1/?", "?,red-2/-"), (1, "?/-", "?,?/-")):
        seen = FIELDS.view(middle(), viewer)
        text = TEXT.replace("dealt", "table").replace("hands=red-1/-", "hands=" + hands)
        text = text.replace("sealed=?,red-2/-", "sealed=" + sealed).replace("pile=blue-2", "pile=?")
        assert FIELDS.text(seen) == text, viewer
        assert FIELDS.text(FIELDS.view(seen, viewer)) == text, viewer


def test_numbers_of_any_sign_survive_packing_and_one_out_of_bounds_is_named_with_its_field():
    for points in ([0, -1], [-2, 7], [-2097151, 2097151], [-40] * 250 + [3] * 5):
        wanted, begun = middle(), Position(2, (3, -1), False)
        wanted.points, wanted.best = points, points[0]
        found = FIELDS.unpacked(begun, FIELDS.packed(wanted))
        assert (found.points, found.best, found.trick) == (points, points[0], [2, 1]), points
    for field, value, told in (
        (
            "points",
            [0, 5000000],
            "The field points cannot be kept: it has 5000000, and values go from -2097151 to 2097151.",
        ),
        ("best", -5000000, "The field best cannot be kept: it has -5000000, and values go from -2097151 to 2097151."),
        ("trick", [0] * 256, "The field trick cannot be kept: it has 256 values, and there is room for 255."),
    ):
        wanted = middle()
        setattr(wanted, field, value)
        assert refused(FIELDS.packed, wanted) == told


def test_a_damaged_text_is_refused_with_its_field_or_the_value_that_is_none():
    changes = (
        ("players=2", "players=4", "field players "),
        ("players=2", "players=two", "two is not a whole number"),
        ("options=3,-1", "options=5,-1", "option deals goes from 1 to 4"),
        ("dealt", "open", "field play "),
        ("phase=play", "phase=sing", "A phase is one of deal play, not sing"),
        ("is_last=1", "is_last=2", "field is_last "),
        ("trick=blue-1", "trick=blue-3", "A card reads like red-2, not blue-3"),
        ("voids=0,7", "voids=0", "field voids "),
        ("voids=0,7", "voids=0,256", "field voids "),
        ("where=hand:red-1,", "where=hand:", "field where "),
        ("where=hand:red-1", "where=hand:red-2", "field where "),
        ("where=hand:red-1", "where=box:red-1", "A place is one of hand table, not box"),
        ("red-1,red-1", "red-1,red-1,red-1", "field twins "),
        ("great=300", "great=65536", "field great "),
        ("sealed=?,red-2/-", "sealed=?/-/-", "field sealed "),
        (" pile=blue-2", "", "A position has the fields players options play phase"),
    )
    assert_damage_is_told(lambda text: FIELDS.read(Position, text), TEXT, changes)
