"""`python -m hardware.field` solves every case and keeps the capacitances in solution.json: ten minutes on one core."""

from rich.progress import track

from hardware.field import solution
from hardware.field.cases import all_cases


def main() -> None:
    """Solve every case and write solution.json."""
    solution.write([solution.solve(case) for case in track(list(all_cases()), "Solving the slot's fields")])


if __name__ == "__main__":
    main()
