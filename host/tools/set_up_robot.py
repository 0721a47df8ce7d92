"""Sets up virtual boards, wired at random, as impatient people do: `python -m host.tools.set_up_robot --runs 100`.

Each run builds something, looks at the decoded pixels of its wires, and answers by them. Meanwhile it pulls the cable,
cuts the power, closes the page, answers in a second browser what is no longer asked, gives wrong answers, goes back,
puts the set-up off and begins again. It ends with the board's file of settings, which has to be true of the wiring.
"""

import argparse
import sys
from collections import Counter
from random import Random
from time import monotonic

from rich.console import Console

from tavolo_host.runtime import import_paths

import_paths.prepend()

from tavolo_host.board_setup.set_up import Stage  # noqa: E402
from tests.board_setup.evening import Bench  # noqa: E402
from tests.board_setup.maker import built  # noqa: E402

DISTURBANCES = ("cable", "power", "closed", "stale", "wrong", "back", "left")
MOST_DISTURBED = 12


class Robot:
    """One run, of this seed; `counts` says what it did to the set-up."""

    def __init__(self, seed: int) -> None:
        random = self.random = Random(seed)
        panels = random.choice((0, 1, 1, 2))
        lamps = random.choice(("strip", "field", "none") if panels else ("strip", "none"))
        seats = tuple(sorted(random.sample(range(8), random.choice((0, 0, 1, 2, 4, 8)))))
        board = built(random, panels, random.choice((0, 64, 144, random.randint(64, 144))), lamps, seats)
        self.bench = Bench(board, random)
        self.counts: Counter[str] = Counter()

    def run(self) -> list[str]:
        """Return what is wrong at the end; nothing, if all is as it should be."""
        bench, set_up = self.bench, self.bench.set_up
        bench.until(lambda: set_up.is_wanted)
        set_up.begin()
        for _ in range(1000):
            if set_up.stage is Stage.DONE:
                break
            if self.random.random() < 0.15 and self.counts.total() < MOST_DISTURBED:
                self._disturb(self.random.choice(DISTURBANCES))
            self._go_on()
        else:
            return [f"stuck: {set_up.stage} {set_up.question} {set_up.refusal}"]
        wanted, kept = bench.board.settings(), bench.kept
        wrong = [f"{name} is {kept[name]}, not {value}" for name, value in wanted.items() if kept[name] != value]
        if set_up.report is None and not set_up.check.problem:  # type: ignore[union-attr]
            wrong.append("the check has neither ended nor said why")
        return wrong

    def _go_on(self) -> None:
        """Answer what is asked, or wait; before the settings are written, see that they are what was built."""
        bench, set_up = self.bench, self.bench.set_up
        if set_up.stage is Stage.RESTS:
            set_up.begin()
        elif set_up.stage is not Stage.ASKS:
            bench.run_ms(250)
        elif set_up.question and set_up.question.name == "write" and set_up.settings != bench.board.settings():
            while set_up.answers:
                set_up.back()
            self.counts["corrected"] += 1
        elif set_up.question and not set_up.question.choices:
            bench.run_ms(250)
        else:
            bench.answer()

    def _disturb(self, what: str) -> None:
        bench, set_up, random = self.bench, self.bench.set_up, self.random
        self.counts[what] += 1
        if what == "cable":
            for _ in range(random.randrange(1, 30)):
                bench.cable.pull()
                bench.run_ms(100)
        elif what == "power":
            bench.table.power_cycle()
        elif what == "closed":
            bench.is_seen = False
            bench.run_ms(random.choice((1000, 20_000)))
            bench.is_seen = True
        elif what == "stale" and set_up.question and set_up.question.choices:
            asked = set_up.question
            number, answers = len(set_up.answers), list(set_up.answers)
            if set_up.answer(number - 1, asked.choices[0]) or set_up.answer(number, "nonsense"):
                raise AssertionError("an answer to another question was taken")
            if answers != set_up.answers:
                raise AssertionError("an answer to another question has changed something")
        elif what == "wrong" and set_up.question and set_up.question.name != "write" and set_up.question.choices:
            set_up.answer(len(set_up.answers), random.choice(list(set_up.question.choices)))
        elif what == "back":
            set_up.back()
        elif what == "left":
            set_up.leave()
            bench.run_ms(random.randrange(20, 2000))


def main() -> int:
    """Do the runs, and print what they found; return 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    console, began = Console(), monotonic()
    counts: Counter[str] = Counter()
    answers: list[int] = []
    failed = 0
    for seed in range(asked.seed, asked.seed + asked.runs):
        robot = Robot(seed)
        try:
            wrong = robot.run()
        except Exception as problem:  # a run that fails is one finding of many
            wrong = [repr(problem)]
        counts += robot.counts
        answers.append(len(robot.bench.set_up.answers))
        failed += bool(wrong)
        for each in wrong:
            console.print(f"seed {seed}: {each}", highlight=False)
    told = ", ".join(f"{what} {count}" for what, count in sorted(counts.items()))
    console.print(
        f"{asked.runs} set-ups in {monotonic() - began:.0f} s, {failed} of them wrong; {min(answers)} to {max(answers)}"
        f" answers each, {sum(answers) / len(answers):.1f} in the mean; {told}.",
        highlight=False,
        soft_wrap=True,
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
