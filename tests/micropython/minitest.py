"""A small stand-in for pytest on MicroPython: `minitest.py MODULE...` runs each module's test functions.

It knows plain functions `test_...()` with plain asserts, which is all that tests/rules/README.md allows. Each
test gives a line on standard output, `passed NAME` or `failed NAME` with its traceback below; the last line
counts them. The exit code is 1 when a test failed, a module could not be imported, or a module holds no test.
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


def run_module(name):
    """Run all tests of a module, by name since MicroPython keeps no order of definition: (passed, failed)."""
    try:
        module = imported(name)
    except Exception as error:
        print("failed", name)
        print(traceback_of(error))
        return 0, 1
    tests = [(test, getattr(module, test)) for test in sorted(dir(module)) if test.startswith("test_")]
    if not tests:
        print("failed", name)
        print("the module has no test\n")
        return 0, 1
    outcomes = [run_test(name + "." + test, function) for test, function in tests]
    passed = sum(outcomes)
    return passed, len(outcomes) - passed


def main(names):
    """Run the modules named; the exit code."""
    passed = failed = 0
    for name in names:
        passed_here, failed_here = run_module(name)
        passed += passed_here
        failed += failed_here
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not names else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
