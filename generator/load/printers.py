"""The user's `printers.yaml` in, each printer's shift of backs out.

It lies in the user's own folder for settings: `$XDG_CONFIG_HOME` (`~/.config` where that is not
set), `~/Library/Application Support` on macOS, `%APPDATA%` on Windows; in `cardwright/` there.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from generator.load.fill import fill, mapping_of
from generator.load.near import hint
from generator.load.nodes import Map, Node
from generator.load.read import read_yaml
from generator.model.printer import LIMITS, Printer
from generator.model.scalars import Number, Strict
from generator.problems import Problems, Where

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,39}\Z", re.ASCII)
"""What a printer may be called: it becomes part of a folder's name."""


class PrinterSpec(Strict):
    """A printer as `printers.yaml` has it; see `model.printer`."""

    dx: Number = 0.0
    """mm that backs are moved to the right, as seen on the back."""
    dy: Number = 0.0
    """mm that backs are moved down."""
    rotation: Number = 0.0
    """Degrees that backs are turned clockwise."""
    scale: Number = 0.0
    """Factor less 1 that backs are enlarged by."""


def printers_file(
    environment: Mapping[str, str] = os.environ,
    platform: str = sys.platform,
    home: Path | None = None,
) -> Path:
    """Where the user's printers are kept, whether or not the file is there."""
    home = Path.home() if home is None else home
    if platform == "win32":
        given, base = environment.get("APPDATA", ""), home / "AppData" / "Roaming"
    elif platform == "darwin":
        given, base = "", home / "Library" / "Application Support"
    else:
        given, base = environment.get("XDG_CONFIG_HOME", ""), home / ".config"
    if given and Path(given).is_absolute():  # a relative one is to be ignored (XDG base directory)
        base = Path(given)
    return base / "cardwright" / "printers.yaml"


def load_printers(path: Path, problems: Problems) -> dict[str, Printer] | None:
    """All printers of the file, none where it is not there; None after noting problems."""
    if not path.exists():
        return {}
    found = Problems()
    node = read_yaml(path, str(path), found)
    if node is not None and not isinstance(node, Map):
        says = "is a list; printers are wanted"
        found.add("field-value", node.where(), says, "write 'name: {dx: 0.3, dy: -0.2}' lines")
    printers = _all(node, found) if isinstance(node, Map) else {}
    empty = [problem.code for problem in found] == ["yaml-empty"]
    if not empty:
        problems.extend(found)
    return printers if empty or not found.fatal() else None


def load_printer(path: Path, name: str, problems: Problems) -> Printer | None:
    """The printer of that name, None after noting that there is none and who there is."""
    printers = load_printers(path, problems)
    if printers is None:
        return None
    if name not in printers:
        known = hint(name, printers, "printers") if printers else "none is saved yet"
        says = f"there is no printer {name[:80]!r}"
        fix = f"{known}; save it: cardwright calibrate --printer NAME --dx MM --dy MM"
        problems.add("printer-unknown", Where(str(path)), says, fix)
        return None
    return printers[name]


def _all(node: Map, problems: Problems) -> dict[str, Printer]:
    whole = Map(node.file, node.line)
    whole.put("printers", node, node.line)

    def printer(name: str, value: Node, where: Where) -> Printer | None:
        if not NAME.match(name):
            says = f"{name[:80]!r} cannot name a printer"
            problems.add("printer-value", where, says, "take letters, digits, '-', '_' and '.'")
            return None
        spec = fill(PrinterSpec, value, problems, where=where)
        if spec is None:
            return None
        made = Printer(spec.dx, spec.dy, spec.rotation, spec.scale)
        return made if within(made, name, where, problems) else None

    return mapping_of(whole, "printers", printer, problems)


def within(printer: Printer, name: str, where: Where, problems: Problems) -> bool:
    """Whether no value is larger than a printer can be off; notes each that is."""
    wrong = [key for key, most in LIMITS.items() if not abs(getattr(printer, key)) <= most]
    for key in wrong:
        says = f"{key} is {getattr(printer, key):g}"
        fix = f"from {-LIMITS[key]:g} to {LIMITS[key]:g}; measure again"
        problems.add("printer-value", where._replace(field=f"{name}.{key}"), says, fix)
    return not wrong
