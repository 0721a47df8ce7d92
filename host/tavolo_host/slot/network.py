"""A network of capacitors in which some conductors are grounded or measured and the others float."""

GROUND = -1


class Network:
    """Capacitors, in pF, between conductors: first the `terminals`, which are measured, then the `floating` ones."""

    def __init__(self, terminals: int, floating: int) -> None:
        self._terminals = terminals
        self._matrix = [[0.0] * (terminals + floating) for _ in range(terminals + floating)]

    def join(self, conductor: int, other: int, picofarads: float) -> None:
        """A capacitor from a conductor to another one, or to GROUND."""
        if conductor == other:
            return
        self._matrix[conductor][conductor] += picofarads
        if other != GROUND:
            self._matrix[other][other] += picofarads
            self._matrix[conductor][other] -= picofarads
            self._matrix[other][conductor] -= picofarads

    def to_ground(self) -> list[float]:
        """The capacitance that each terminal shows while all other terminals are grounded, in pF.

        With Maxwell's matrix in blocks (terminals t, floating conductors f) the floating charges are zero, so the
        matrix between the terminals is C_tt − C_tf · C_ff⁻¹ · C_ft; its diagonal is the result. C_ff is symmetric and
        diagonally dominant, so elimination needs no pivoting. A conductor without any capacitor is left out.
        """
        count = self._terminals
        result = [self._matrix[terminal][terminal] for terminal in range(count)]
        left = [list(row) for row in self._matrix[count:]]
        for this, row in enumerate(left):
            pivot = row[count + this]
            if pivot <= 0.0:
                continue
            for terminal in range(count):
                result[terminal] -= row[terminal] ** 2 / pivot
            for later in range(this + 1, len(left)):
                factor = left[later][count + this] / pivot
                if factor:
                    left[later] = [value - factor * other for value, other in zip(left[later], row, strict=True)]
        return result
