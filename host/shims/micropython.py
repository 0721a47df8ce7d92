"""MicroPython's module `micropython` for CPython, as far as the firmware and Adafruit's drivers use it.

On the board it is built in: `const` folds a number into the compiled code, `native` and `viper` compile a function to
machine code. None of this changes what a program does, so each returns its argument here.
"""

from collections.abc import Callable
from typing import Any, TypeVar

Value = TypeVar("Value")
Function = TypeVar("Function", bound=Callable[..., Any])


def const(value: Value) -> Value:
    """Return the value; MicroPython writes it into the code instead of looking the name up."""
    return value


def native(function: Function) -> Function:
    """Return the function; MicroPython compiles it to machine code."""
    return function


def viper(function: Function) -> Function:
    """Return the function; MicroPython compiles it to machine code with machine integers."""
    return function
