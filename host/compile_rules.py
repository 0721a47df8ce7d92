"""Compiles the rules for this computer: `python host/compile_rules.py FOLDER`; `make fast` does it into build/fast.

FOLDER gets the package `tavolo` as it is and, beside each module of the rules, the machine code that mypyc and a C
compiler make of it, which Python prefers. `tavolo_host.runtime.compiled` checks that it still belongs to the sources.
"""

import ast
import os
import re
import shutil
import sys
from pathlib import Path

from mypyc.build import mypycify
from setuptools import Distribution  # type: ignore[import-untyped]

from tavolo_host.runtime.compiled import STAMP
from tavolo_host.runtime.source_digests import digest_of_folder

SOURCES = Path(__file__).resolve().parents[1] / "firmware" / "tavolo"
# Lights; a class that is read like a list, which mypyc only half supports; and one that the board extends.
LEFT_OUT = ("scene.py", "actions.py", "record.py")
CONSTANT = re.compile("(?!TYPE_CHECKING)_?[A-Z][A-Z0-9_]*")
CHECKERS = ["--config-file=", "--follow-imports", "silent", "--ignore-missing-imports"]
OPTIMISATION = "2"  # 3 takes longer, and makes nothing faster


def modules_in(package: Path) -> list[Path]:
    """Return the modules of the rules that contain functions or classes, not only constants."""
    found = [*package.glob("rules/*.py"), *package.glob("games/*/*.py")]
    return sorted(
        path
        for path in found
        if path.name not in LEFT_OUT and re.search("^(def|class) ", path.read_text(encoding="utf-8"), re.M)
    )


def with_constants(text: str) -> str:
    """Return a module's text with its constants, the upper-case names, declared Final.

    MicroPython cannot say so, and without it the compiler looks them up by name each time. Lines stay where they are.
    """
    body = ast.parse(text).body
    lines = text.split("\n")
    for statement in body:
        row = statement.lineno - 1
        if isinstance(statement, ast.Assign) and all(CONSTANT.fullmatch(name) for name in _names(statement.targets[0])):
            names, values = _names(statement.targets[0]), _values(statement.value)
            if len(names) == 1:
                lines[row] = lines[row].replace(" = ", ": Final = ", 1)
            elif len(names) == len(values):
                output = "; ".join(f"{name}: Final = {value}" for name, value in zip(names, values, strict=True))
                lines[row] = output + lines[row][statement.value.end_col_offset :]
        elif isinstance(statement, ast.AnnAssign) and CONSTANT.fullmatch(ast.unparse(statement.target)):
            begin, end = statement.annotation.col_offset, statement.annotation.end_col_offset
            lines[row] = f"{lines[row][:begin]}Final[{lines[row][begin:end]}]{lines[row][end:]}"
    lines[(body[0].end_lineno or 1) - 1] += "; from typing import Final"  # after the docstring
    return "\n".join(lines)


def _names(target: ast.expr) -> list[str]:
    return [ast.unparse(each) for each in (target.elts if isinstance(target, ast.Tuple) else [target])]


def _values(value: ast.expr) -> list[str]:
    """Return the values assigned to several names: those listed, or counted by range."""
    if isinstance(value, ast.Tuple):
        return [ast.unparse(each) for each in value.elts]
    counted = re.fullmatch(r"range\((\d+)\)", ast.unparse(value))
    return [str(number) for number in range(int(counted[1]))] if counted else []


def compile_into(folder: Path) -> None:
    """Compile the rules, and put them with everything else into `folder`; SystemExit when a compiler fails."""
    new, work = (folder.with_name(folder.name + end) for end in (".new", ".work"))
    for made in (new, work):
        shutil.rmtree(made, ignore_errors=True)
        shutil.copytree(SOURCES, made / "tavolo", ignore=shutil.ignore_patterns("__pycache__"))
    digest = digest_of_folder(new / "tavolo")
    for path in [*SOURCES.glob("rules/*.py"), *SOURCES.glob("games/*/*.py")]:
        copy = work / "tavolo" / path.relative_to(SOURCES)
        copy.write_text(with_constants(path.read_text(encoding="utf-8")), encoding="utf-8")
    os.chdir(work)
    _make_machine_code(modules_in(Path("tavolo")), new)
    (new / STAMP).write_text(digest, encoding="utf-8")
    shutil.rmtree(folder, ignore_errors=True)
    new.rename(folder)
    shutil.rmtree(work)


def _make_machine_code(modules: list[Path], folder: Path) -> None:
    parts = mypycify([*CHECKERS, *map(str, modules)], opt_level=OPTIMISATION, target_dir="c", group_name="tavolo")
    command = Distribution({"name": "tavolo", "ext_modules": parts}).get_command_obj("build_ext")
    command.build_lib, command.build_temp, command.parallel = str(folder), "objects", True
    command.ensure_finalized()
    command.run()


if __name__ == "__main__":
    compile_into(Path(sys.argv[1]).resolve())
