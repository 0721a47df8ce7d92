"""A small stand-in for pytest on MicroPython: `minitest.py MODULE...` runs each module's test functions.

It knows plain functions `test_...()` with plain asserts, which is all that tests/rules/README.md allows. Each
test gives a line on standard output, `passed NAME` or `failed NAME` with its traceback below; the last line
counts them. The exit code is 1 when a test failed, a module could not be imported, or a module holds no test.

The program that runs it calls `go_on` again and again, a test each time (see run.mjs).
"""

import io
import sys


def traceback_of(error):
    """The traceback of `error` as text."""
    text = io.StringIO()
    sys.print_exception(error, text)
    return text.getvalue()


def imported(name):
    """The module of that dotted name; `__import__` itself gives the outermost package."""
    __import__(name)
    return sys.modules[name]


def run_test(name, function):
    """Run one test, print its line, and say whether it passed."""
    try:
        function()
    except Exception as error:
        print("failed", name)
        print(traceback_of(error))
        return False
    print("passed", name)
    return True


def tests_of(name):
    """The tests of a module, by name since MicroPython keeps no order of definition: (name, function) of each.

    A module that cannot be imported or holds no test gives one that says so, which fails.
    """
    try:
        module = imported(name)
    except Exception as error:
        return [(name, lambda error=error: fail_with(error))]
    tests = [(name + "." + test, getattr(module, test)) for test in sorted(dir(module)) if test.startswith("test_")]
    return tests or [(name, lambda: fail_with(AssertionError("the module has no test")))]


def fail_with(error):
    """Fail as `error` says."""
    raise error


def outcomes_of(names):
    """Run the tests of the modules named, one at a time: whether each passed."""
    for name in names:
        for test, function in tests_of(name):
            yield run_test(test, function)


class Run:
    """A run of the modules named, a test a `step`: memory is freed only between the calls from outside."""

    def __init__(self, names):
        self._outcomes = outcomes_of(names)
        self._counts = [0, 0]  # failed, passed

    def step(self):
        """Run the next test and return True; after the last one count them and end the program."""
        for passed in self._outcomes:
            self._counts[passed] += 1
            return True
        failed, passed = self._counts
        print(f"{passed} passed, {failed} failed")
        sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    go_on = Run(sys.argv[1:]).step
