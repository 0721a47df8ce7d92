"""The regions "Game" and "What to do": the current choices, on the drawn board and as buttons.

A game marks the places of its board with `data-place`; `GameDisplay.place_of` names the place of an action. Where there
are many choices, each card has a button instead. What hand or board offer is out of sight here, for screen readers and
the keyboard.
"""

from collections import Counter
from collections.abc import Callable
from functools import partial

from markupsafe import Markup
from nicegui import events, ui

from tavolo.rules.contract import NO_CARD
from tavolo_host.display.live.aids import Aids
from tavolo_host.display.parts.elements import DrawnBoard, Pressable, mark, moved_ms
from tavolo_host.display.parts.game_display import Cost
from tavolo_host.display.parts.moment import Moment
from tavolo_host.display.parts.tags import joined, tag
from tavolo_host.display.parts.what_to_do import Choice, Deed, State
from tavolo_host.texts.language import _

MOST_CHOICES = 9  # shown at once; beyond that, the player picks a card first
MOST_OVERLAPPING = 4  # places that overlap are buttons too, unless there are more: the board says what each costs


class GameBoard(DrawnBoard):
    """The board with the places that can be clicked; `on_choose` gets the place that was, and whether by a pointer.

    While it shows what has happened, a click that does nothing else calls `on_hurry`.
    """

    def __init__(self, aids: Aids, on_choose: Callable[[str, bool], None], on_hurry: Callable[[], None]) -> None:
        super().__init__()
        self._aids = aids
        self._drawn: tuple[object, ...] = ()  # what the HTML follows from

        def chosen(is_pointed: bool, event: events.GenericEventArguments) -> None:
            on_choose(str(event.args), is_pointed)

        self.on("choose", partial(chosen, False))
        self.on("point", partial(chosen, True))
        self.on("hurry", on_hurry, args=[])

    def show(self, moment: Moment) -> None:
        """Show the board, what each clickable place does, and which one the hint advises."""
        choices: dict[str, list[Choice]] = {}
        for choice in moment.what.choices:
            choices.setdefault(moment.place_of(choice), []).append(choice)
        choices.pop("", None)
        cards = {moment.card_of(choice) for found in choices.values() for choice in found}
        costs = {place: moment.cost_of(found) for place, found in choices.items()} if len(cards) == 1 else {}
        hinted, html, drawn = self._aids.hinted, self.props["html"], moment.drawn
        if drawn != self._drawn:
            self._drawn = drawn
            html = moment.display.panel(moment.shown, moment.players) if moment.display else _waiting()
        self.draw(
            html=html,
            offers={place: " / ".join(choice.name for choice in found) for place, found in choices.items()},
            costs={place: [cost.sign, cost.words] for place, cost in costs.items()},
            hinted=moment.place_of(hinted) if hinted else "",
            behind=bool(moment.behind or moment.is_held_back),
            moveMs=moved_ms(moment.unhurried),
        )


class ChoiceBar:
    """Buttons for the current choices, or for one group of them: those about one card or one place of the board.

    A clicked choice goes to `on_choose`; `on_change` is called when another group is wanted.
    """

    def __init__(self, aids: Aids, on_choose: Callable[[Choice], None], on_change: Callable[[], None]) -> None:
        self._aids = aids
        self._on_choose = on_choose
        self._on_change = on_change
        self._moment: Moment | None = None
        self._group = ""
        self._pressed: dict[str, Callable[[], object]] = {}  # by choice, not by position
        self._bar = ui.element("section").classes("what-to-do").props(f'aria-label="{_("What to do")}"')
        with self._bar:
            self._sentence = ui.label("").classes("what-sentence").props('role="status"')
            self._choices = Pressable(self._press).classes("what-choices")

    def show(self, moment: Moment) -> None:
        """Show the choices, and which one the hint advises."""
        what = moment.what
        if self._moment is None or what != self._moment.what:
            self._group = ""
        self._moment = moment
        self._pressed.clear()
        self._choices.show(joined(*self._buttons(moment)))
        mark(self._bar, "data-state", what.state.value)
        self._sentence.set_text(what.sentence)

    def narrow(self, group: str, is_pointed: bool = False) -> str:
        """Do the only choice at a place of the board or with a card; if there are several, show only those.

        A group is also several places with a space between them, which overlap where the board was clicked. Who has
        pointed at a place for the first time, without a card, has picked none: its only choice is shown then too.

        Return why there is none, "" if there are any or it is not the visitor's turn.
        """
        moment = self._moment
        choices = _about(group, moment) if group and moment else ()
        is_seen = group == self._group or not is_pointed
        if moment and len(choices) == 1 and (is_seen or not _shows_from_hand(moment, choices[0])):
            self._on_choose(choices[0])
            return ""
        self._group = group if choices else ""
        self._on_change()
        is_refused = group and not choices and moment and moment.what.state is State.CHOOSE
        return moment.why_not(group) if is_refused and moment else ""

    def _buttons(self, moment: Moment) -> list[Markup]:
        choices = _about(self._group, moment) if self._group else moment.what.choices
        groups: list[tuple[int, str]] = []
        if moment.display and len(choices) > MOST_CHOICES:
            cards = {moment.card_of(choice) for choice in choices} - {NO_CARD}
            faces = {card: moment.display.face(card) for card in moment.display.sorted_hand(tuple(cards))}
            groups = [(card, f"{face.name.capitalize()} …") for card, face in faces.items()]
            choices = tuple(choice for choice in choices if moment.card_of(choice) == NO_CARD)
        hinted = self._aids.hinted
        marked = _of_card(moment, hinted) if hinted and hinted not in choices else ""
        hand = () if self._group else moment.hand
        is_named_too = len(choices) <= MOST_OVERLAPPING
        with_card = Counter(moment.card_of(choice) for choice in choices)
        buttons = []
        for card, words in groups:
            group = f"card-{card}"
            style = _style(group == marked, card in hand)
            cost = moment.cost_of(_about(group, moment))
            buttons.append(self._button(group, words, partial(self.narrow, group), style, cost))
        for choice in choices:
            about, card = moment.place_of(choice), moment.card_of(choice)
            is_place = bool(about) and not (
                is_named_too and moment.display and about.startswith(moment.display.overlapping)
            )
            in_hand = moment.picked != NO_CARD if choice.deed is Deed.LIFT else card in hand and with_card[card] == 1
            is_doubled = not self._group and (is_place or in_hand)
            style = _style(choice == hinted, is_doubled)
            what = f"{choice.deed} {choice.action} {choice.seat} {choice.asked}"
            cost = moment.cost_of([choice])
            buttons.append(self._button(what, choice.name, partial(self._on_choose, choice), style, cost, about))
        if self._group:
            buttons.append(self._button("", _("Other choices"), partial(self.narrow, ""), "choice-button", Cost()))
        return buttons

    def _button(
        self,
        what: str,
        name: str,
        on_press: Callable[[], object],
        style: str,
        cost: Cost,
        about: str = "",
    ) -> Markup:
        self._pressed[what] = on_press
        content = joined(tag("span", name), " ", tag("small", cost.words)) if cost.words else name
        names = {"data_about": about, "data_signs": cost.sign, "data_press": what}
        return tag("button", content, type="button", class_=style, **names)

    def _press(self, what: str) -> None:
        if what in self._pressed:  # otherwise the moment has passed
            self._pressed[what]()


def _style(is_hinted: bool, is_doubled: bool) -> str:
    """Return the classes of a choice's button; what hand or board offer too is shown only while it has the focus."""
    return "choice-button" + " hinted" * is_hinted + " doubled" * is_doubled


def _about(group: str, moment: Moment) -> tuple[Choice, ...]:
    """Return the choices of a group."""
    groups = group.split()
    return tuple(
        each for each in moment.what.choices if moment.place_of(each) in groups or _of_card(moment, each) in groups
    )


def _shows_from_hand(moment: Moment, choice: Choice) -> bool:
    """Return whether a choice shows everybody a card of the visitor's hand, which is not in the slot yet."""
    game, card = moment.mirror.game, moment.card_of(choice)
    return bool(
        game and moment.own and card in moment.own.hand and game.action_card(game.public(choice.action)) == card
    )


def _of_card(moment: Moment, choice: Choice) -> str:
    """Return the group of a choice's card."""
    return f"card-{moment.card_of(choice)}"


def _waiting() -> Markup:
    words = _("When a game starts at the board, it appears here.")
    return tag("section", tag("h2", _("Welcome to the table")), tag("p", words), class_="welcome")
