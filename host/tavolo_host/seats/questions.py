"""Questions to people on their own screens: what a visitor may do only with the yes of others.

Nothing at the table waits for them. Who asks waits at most for ANSWERED_MS, and after a no for PAUSED_MS.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from tavolo_host.seats.rights import Right, Rights
from tavolo_host.seats.roster import Roster
from tavolo_host.texts.deferred import deferred
from tavolo_host.texts.language import _

ANSWERED_MS = 60_000
PAUSED_MS = 30_000
TOLD_MS = 15_000
SILENT_MS = 15_000  # after which others are asked in the place of a first browser that does not answer


@dataclass
class Question:
    """What `asker` wants to do about a seat, which belongs to `owner` or, if that is "", to a bot."""

    number: int
    right: Right
    asker: str
    seat: int
    owner: str
    do: Callable[[], str | None]
    until_ms: float
    game: int  # the number of the game in which it is asked
    agreed: set[str] = field(default_factory=set)


class Questions:
    """The open questions at the table of `roster`."""

    def __init__(self, roster: Roster, rights: Rights) -> None:
        self._roster = roster
        self._rights = rights
        self._open: list[Question] = []
        self._paused: dict[str, float] = {}  # until when, by who asked
        self._ended: dict[str, tuple[str, float]] = {}  # in words, and until when that is told, by who asked
        self._last = 0  # number

    def ask(self, right: Right, asker: str, seat: int, do: Callable[[], str | None]) -> str | None:
        """Ask those whom it concerns; `do` it once all have said yes. Return why not, or None."""
        if any(each.asker == asker for each in self._open):
            return _("Your last question is still open.")
        now_ms = self._roster.mirror.log.now_ms
        if now_ms < self._paused.get(asker, 0.0):
            return _("Your last question was not agreed to. You can ask again in a moment.")
        self._last += 1
        owner = self._roster.owner_of(seat)
        question = Question(self._last, right, asker, seat, owner, do, now_ms + ANSWERED_MS, self._game())
        if not self._concerned(question):
            return _("Nobody who plays is here and could say yes.")
        self._open.append(question)
        self._roster.tell(_asking(right, self._roster.called(asker), self._roster.called(owner)))
        return None

    def asked(self, visitor: str) -> list[Question]:
        """Return the questions that a visitor has to answer."""
        return [each for each in self._open if visitor in self._asked(each) - each.agreed]

    def waits_for_oneself(self, visitor: str) -> bool:
        """Return whether this visitor waits for the yes of their own first browser."""
        owners = [
            question.owner for question in self._open if question.asker == visitor and question.right is Right.CLAIM
        ]
        return bool(owners) and self.waits(visitor) == owners

    def waits(self, visitor: str) -> list[str]:
        """Return the visitors for whose yes this one waits."""
        own = [question for question in self._open if question.asker == visitor]
        return [each for question in own for each in self._concerned(question) - question.agreed]

    def ended(self, visitor: str) -> str:
        """Return how the visitor's last question has ended a moment ago without being agreed to, "" otherwise."""
        told, until_ms = self._ended.get(visitor, ("", 0.0))
        return told if self._roster.mirror.log.now_ms < until_ms else ""

    def answer(self, visitor: str, number: int, agrees: bool) -> None:
        """Answer a question; one that is no longer open is passed over."""
        self.look()
        for question in [each for each in self.asked(visitor) if each.number == number]:
            if agrees:
                question.agreed.add(visitor)
            else:
                self._end(question, deferred("{} does not agree.", self._roster.called(visitor)))
        self.look()

    def look(self) -> None:
        """Do what all have agreed to; end what nobody has answered in time, and what has become pointless."""
        for question in list(self._open):
            if question.right is Right.CLAIM and not self._roster.is_here(question.owner):
                question.right = self._rights.to_claim(question.asker, question.seat)
            concerned = self._concerned(question)
            is_of_another_game = question.game != self._game() or self._roster.owner_of(question.seat) != question.owner
            asker = self._roster.called(question.asker)
            if is_of_another_game:
                words = deferred("The seat that {} asked about has changed hands.", asker)
                over = deferred("The game was over before {} had an answer.", asker)
                self._end(question, over if question.game != self._game() else words)
            elif not self._roster.is_here(question.asker):
                self._end(question, deferred("{} has left before there was an answer.", asker))
            elif question.right is Right.FREE_PRESENT and not self._roster.is_here(question.owner):
                owner = self._roster.called(question.owner)
                self._end(question, deferred("{} is away and cannot answer the question of {}.", owner, asker), 0)
            elif self._roster.mirror.log.now_ms > question.until_ms or not (concerned or self._may(question)):
                self._end(question, deferred("There was no answer."))
            elif concerned <= question.agreed:
                self._open.remove(question)
                refusal = question.do()
                if refusal:
                    self._roster.tell(refusal)

    def _game(self) -> int:
        """Return the number of the game that is played, 0 for none."""
        return self._roster.mirror.game_number if self._roster.is_played else 0

    def _end(self, question: Question, told: str, paused_ms: int = PAUSED_MS) -> None:
        now_ms = self._roster.mirror.log.now_ms
        self._open.remove(question)
        self._paused[question.asker] = now_ms + paused_ms
        self._ended[question.asker] = told, now_ms + TOLD_MS
        self._roster.tell(told)

    def _concerned(self, question: Question) -> set[str]:
        """Return the visitors without whose yes it cannot be done.

        The first browser agrees alone to a claim of its seat; where it stays silent, the others do.
        """
        owner = question.owner
        if self._may(question):
            return set()
        if question.right is not Right.CLAIM or owner in question.agreed or not self._is_silent(question):
            return self._rights.concerned(question.asker, question.right, owner)
        return self._rights.concerned(question.asker, Right.CLAIM_BY_ALL, owner, is_silent=True) or {owner}

    def _asked(self, question: Question) -> set[str]:
        """Return the visitors who can answer it."""
        return self._concerned(question) | ({question.owner} if question.right is Right.CLAIM else set())

    def _may(self, question: Question) -> bool:
        """Return whether the asker needs nobody's yes any more, because the seat's owner has left."""
        return self._rights.may(question.asker, question.right)

    def _is_silent(self, question: Question) -> bool:
        return self._roster.mirror.log.now_ms > question.until_ms - ANSWERED_MS + SILENT_MS


def _asking(right: Right, asker: str, owner: str) -> str:
    """Return what everybody hears when a visitor asks; `owner` is whom it concerns."""
    return {
        Right.SIT_ELSEWHERE: deferred("{} asks to play at another seat.", asker),
        Right.CLAIM: deferred("{} asks to go on in another browser.", asker),
        Right.CLAIM_BY_ALL: deferred("{} asks to go on in another browser.", asker),
        Right.FREE_PRESENT: deferred("{} asks {} to free the seat.", asker, owner),
    }[right]


def in_words(question: Question, asker: str, seat: str, to: str) -> str:
    """Return the question in words `to` a visitor; `asker` and `seat` are the words for those."""
    is_others = question.right is Right.CLAIM and to != question.owner
    return {
        Right.SIT_ELSEWHERE: _("{} asks to play in the place of {}, and will see those cards."),
        Right.CLAIM: _("A visitor says that they are you, in another browser, and asks for your seat. Is that you?"),
        Right.CLAIM_BY_ALL: _(
            "A visitor says that they are {1}, in another browser, and asks for that seat. Is that true?"
        ),
        Right.FREE_PRESENT: _("{} asks you to give up your seat. A bot will play on in your place."),
    }[Right.CLAIM_BY_ALL if is_others else question.right].format(asker, seat)
