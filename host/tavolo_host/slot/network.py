"""A network of capacitors in which some conductors are grounded or measured and the others float."""

from collections.abc import Sequence


class Network:
    """Capacitors, in pF, between `terminals` electrodes, any number of floating conductors, and ground."""

    def __init__(self, terminals: int, floating: int) -> None:
        self._own = [0.0] * terminals
        self._coupling = [[0.0] * terminals for _ in range(floating)]
        self._matrix = [[0.0] * floating for _ in range(floating)]

    def ground_terminal(self, terminal: int, picofarads: float) -> None:
        """A capacitor from a terminal to ground."""
        self._own[terminal] += picofarads

    def ground(self, conductor: int, picofarads: float) -> None:
        """A capacitor from a floating conductor to ground."""
        self._matrix[conductor][conductor] += picofarads

    def join_terminal(self, conductor: int, terminal: int, picofarads: float) -> None:
        """A capacitor from a floating conductor to a terminal."""
        self._own[terminal] += picofarads
        self._coupling[conductor][terminal] += picofarads
        self._matrix[conductor][conductor] += picofarads

    def join(self, conductor: int, other: int, picofarads: float) -> None:
        """A capacitor between two floating conductors."""
        if conductor == other:
            return
        self._matrix[conductor][conductor] += picofarads
        self._matrix[other][other] += picofarads
        self._matrix[conductor][other] -= picofarads
        self._matrix[other][conductor] -= picofarads

    def to_ground(self) -> list[float]:
        """The capacitance that each terminal shows while all other terminals are grounded, in pF.

        With Maxwell's matrix in blocks (terminals t, floating conductors f) the floating charges are zero, so the
        matrix between the terminals is C_tt − C_tf · C_ff⁻¹ · C_ft; its diagonal is the result. C_ff is symmetric and
        diagonally dominant, so elimination needs no pivoting. A conductor without any capacitor is left out.
        """
        matrix = [list(row) for row in self._matrix]
        coupling = [list(row) for row in self._coupling]
        result = list(self._own)
        for this, row in enumerate(matrix):
            pivot = row[this]
            if pivot <= 0.0:
                continue
            for terminal, value in enumerate(coupling[this]):
                result[terminal] -= value * value / pivot
            for later in range(this + 1, len(matrix)):
                factor = matrix[later][this] / pivot
                if factor:
                    _subtract(matrix[later], row, factor)
                    _subtract(coupling[later], coupling[this], factor)
        return result


def _subtract(row: list[float], other: Sequence[float], factor: float) -> None:
    for place, value in enumerate(other):
        row[place] -= factor * value
