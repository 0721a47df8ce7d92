"""The mutants of firmware and laptop, and a random sample of them.

A mutation is another comparison, operator or number, `and` for `or`, a condition that always or never holds, a `not`
added or removed, a statement left out, `break` for `continue`. Code that no test on a computer could notice is left
alone: docstrings, annotations, code for type checkers, assertions for them, and f-strings.
"""

import ast
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HOUSE = Path(__file__).resolve().parents[3]
PARTS = {
    "rules": ("firmware/tavolo", ("rules/*.py", "games/*.py", "games/*/*.py")),
    "board": ("firmware/tavolo", ("seat/*.py", "link/*.py", "journal/*.py", "play/*.py")),
    "host": ("host/tavolo_host", ("**/*.py",)),
}
LEFT_OUT = (
    # What is painted, and what `tavolo codes` writes.
    "firmware/tavolo/games/**/scene.py",
    "firmware/tavolo/games/**/codes.py",
    # Places in drawings: pictures show them, and figures of paper that tests of the hardware measure.
    "host/tavolo_host/display/parts/drawing.py",
    "host/tavolo_host/display/parts/geometry.py",
    "host/tavolo_host/workshop/drawings/*.py",
    "host/tavolo_host/workshop/printing/*.py",
    # What runs on an emulated Pico, in OpenSpiel or PettingZoo, for which no test is quick.
    "host/tavolo_host/people/pico_table.py",
    "host/tavolo_host/people/rig_table.py",
    "host/tavolo_host/simulator/emulator_pipe.py",
    "host/tavolo_host/simulator/joined_picos.py",
    "host/tavolo_host/simulator/pico*.py",
    "host/tavolo_host/research/*.py",
)

_PAIRS: tuple[tuple[Any, Any], ...] = (
    *((ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.Is, ast.IsNot), (ast.In, ast.NotIn)),
    *((ast.Add, ast.Sub), (ast.Mult, ast.FloorDiv), (ast.LShift, ast.RShift), (ast.BitAnd, ast.BitOr)),
    (ast.And, ast.Or),
)
_OTHER = dict(_PAIRS) | {other: one for one, other in _PAIRS} | {ast.Mod: ast.FloorDiv}
_NOTHING = "pass"
_UNREAD = ("annotation", "returns", "decorator_list", "pattern")


@dataclass(frozen=True, order=True)
class Mutant:
    """One mutation: in the file at `path`, the bytes from `start` to `end` change from `before` to `after`."""

    path: str
    start: int
    end: int
    line: int
    before: str
    after: str
    around: tuple[str, str]  # the rest of its lines, before and behind it

    def __str__(self) -> str:
        mutation = f"{self.around[0]}[{self.before} -> {self.after}]{self.around[1]}"
        return f"{self.path}:{self.line}  {' '.join(mutation.split())}"

    @property
    def package(self) -> str:
        """The game or package that it is in."""
        return Path(self.path).parent.name

    @property
    def module(self) -> str:
        return ".".join(Path(self.path).with_suffix("").parts[1:]).removesuffix(".__init__")

    def planted_in(self, source: bytes) -> bytes:
        return source[: self.start] + self.after.encode() + source[self.end :]


def sample(part: str, count: int, seed: int, house: Path = HOUSE) -> list[Mutant]:
    """Return `count` mutants of a part in the order of the files, each as likely as any other; all if there are fewer.

    The same seed takes the same mutants of the same files.
    """
    folder, patterns = PARTS[part]
    files = {file for pattern in patterns for file in (house / folder).glob(pattern)}
    files -= {file for pattern in LEFT_OUT for file in house.glob(pattern)}
    found = [
        mutant for file in sorted(files) for mutant in mutants_of(file.read_bytes(), file.relative_to(house).as_posix())
    ]
    return sorted(random.Random(seed).sample(found, min(count, len(found))))


def mutants_of(source: bytes, path: str) -> list[Mutant]:
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    for node, after in _mutations_below(ast.parse(source), None):
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        around = source[starts[node.lineno - 1] : start].decode(), source[end : starts[node.end_lineno]].decode()
        found.append(Mutant(path, start, end, node.lineno, source[start:end].decode(), after, around))
    return sorted(found)


def with_probes(source: bytes, mutants: Iterable[tuple[int, Mutant]], probe: str) -> bytes:
    """Return the source of a file that calls `probe` with a mutant's number whenever its place is evaluated."""
    texts = []  # each with its place, and what orders those of one place: an outer one begins first and ends last
    for number, mutant in mutants:
        length, call = mutant.end - mutant.start, f"{probe}({number})"
        if isinstance(ast.parse(mutant.after).body[0], ast.Expr):
            texts.append(((mutant.start, 1, -length, 1, number), f"({call} or ("))
            texts.append(((mutant.end, 0, length, 0, number), "))"))
        else:
            texts.append(((mutant.start, 1, -length, 0, number), f"{call}; "))
    for (place, *_), text in sorted(texts, reverse=True):
        source = source[:place] + text.encode() + source[place:]
    return source


def _mutations_below(node: ast.AST, function: ast.FunctionDef | None) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Yield the nodes below a node that a mutation replaces, each with its replacement; `function` is around them."""
    if isinstance(node, ast.FunctionDef):
        function = node
    for field, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or field in _UNREAD or _is_no_code(child):
                continue
            if isinstance(child, ast.expr | ast.stmt):
                yield from _mutations(child, function)
            yield from _mutations_below(child, function)


def _is_no_code(node: ast.AST) -> bool:
    """Return whether a node is for type checkers, or an f-string, whose parts have no positions before Python 3.12."""
    told = node.targets[0] if isinstance(node, ast.Assign) else node.test if isinstance(node, ast.If) else node
    return isinstance(node, ast.Assert | ast.JoinedStr) or (isinstance(told, ast.Name) and told.id == "TYPE_CHECKING")


def _may_be_number(node: ast.expr) -> bool:
    return not isinstance(node, ast.List | ast.Tuple | ast.ListComp | ast.JoinedStr | ast.Constant) or (
        isinstance(node, ast.Constant) and isinstance(node.value, int)
    )


def _is_yes_or_no(function: ast.FunctionDef | None) -> bool:
    return function is not None and isinstance(function.returns, ast.Name) and function.returns.id == "bool"


def _mutations(
    node: ast.expr | ast.stmt, function: ast.FunctionDef | None
) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    match node:
        case ast.Compare():
            for place, told in enumerate(node.ops):
                others = [*node.ops[:place], _OTHER[type(told)](), *node.ops[place + 1 :]]
                yield node, ast.unparse(ast.Compare(node.left, others, node.comparators))
        case ast.BoolOp():
            yield node, ast.unparse(ast.BoolOp(_OTHER[type(node.op)](), node.values))
        case ast.UnaryOp(op=ast.Not()):
            after = ast.unparse(node.operand)
            yield node, f"({after})" if isinstance(node.operand, ast.BoolOp | ast.IfExp) else after
        # Lists and strings know hardly any operator but +: another one fails wherever it runs.
        case ast.BinOp() if type(node.op) in _OTHER and _may_be_number(node.left) and _may_be_number(node.right):
            sign = _OTHER[type(node.op)]()
            after = ast.unparse(ast.BinOp(node.left, sign, node.right))
            yield (
                node,
                f"({after})" if isinstance(sign, ast.BitOr) else after,
            )  # it binds less tightly than the original
        case ast.Constant(value=bool() as value):
            yield node, str(not value)
        case ast.Constant(value=int() as value):
            yield node, str(value + 1)
            yield node, str(value - 1)
        case ast.AugAssign():
            if type(node.op) in _OTHER and _may_be_number(node.value):
                yield node, ast.unparse(ast.AugAssign(node.target, _OTHER[type(node.op)](), node.value))
            yield node, _NOTHING
        case ast.Assign() if all(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets):
            if function is None or function.name != "__init__":  # there the first read would fail
                yield node, _NOTHING
        case ast.Expr() if not isinstance(node.value, ast.Constant):
            yield node, _NOTHING
        case ast.Break():
            yield node, "continue"
        case ast.Continue():
            yield node, "break"
        case ast.If() | ast.IfExp():
            yield node.test, "True"
            yield node.test, "False"
        case ast.While() if not isinstance(node.test, ast.Constant):
            yield node.test, "False"
        # Negating the others would be the same mutation as that of their own node.
        case ast.Return(value=ast.Name() | ast.Attribute() | ast.Subscript() | ast.Call() | ast.BoolOp() as answer):
            if _is_yes_or_no(function):
                yield answer, f"not ({ast.unparse(answer)})"
