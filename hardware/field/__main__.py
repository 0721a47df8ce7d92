"""`python -m hardware.field`: solves the slot as a field anew and keeps the capacitances in solution.json beside this.

Some ten minutes, on one core. With `--only N` the first N cases are solved and compared, and nothing is written.
"""

import argparse
import sys
from pathlib import Path

from hardware.field import solution
from hardware.field.cases import all_cases


def main() -> int:
    """Do it; return the exit code: 1 when what was solved is not what is kept."""
    parser = argparse.ArgumentParser(prog="python -m hardware.field", description=__doc__.splitlines()[0])
    parser.add_argument("--only", type=int, metavar="N", help="solve the first N cases and compare; write nothing")
    parser.add_argument("--output", type=Path, default=solution.KEPT, help="where to write")
    arguments = parser.parse_args()
    cases = list(all_cases())[: arguments.only]
    solved = []
    for case in cases:
        solved.append(solution.solve(case))
        sys.stdout.write(f"{len(solved)} of {len(cases)}: a gap of {case.gap} mm, a film of {case.film} mm\n")
        sys.stdout.flush()
    if arguments.only is None:
        solution.write(solved, arguments.output)
        sys.stdout.write(f"{len(solved)} fields are in {arguments.output}.\n")
        return 0
    worst = solution.farthest(solved, solution.read())
    sys.stdout.write(f"At most {worst:.4f} pF from what is kept.\n")
    return int(worst > solution.ROUNDING_PF)


if __name__ == "__main__":
    sys.exit(main())
