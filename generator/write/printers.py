"""Printers in, the user's `printers.yaml` out: whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from generator.model.printer import LIMITS, Printer
from generator.problems import Problems, Refused, Where

HEAD = "# How backs are moved for each printer; written by `cardwright calibrate`.\n"


def write_printers(path: Path, printers: Mapping[str, Printer]) -> None:
    """Write all printers, sorted by name; raises Refused where the disk says no."""
    lines = [HEAD]
    for name in sorted(printers):
        values = ", ".join(f"{key}: {_number(getattr(printers[name], key))}" for key in LIMITS)
        lines.append(f'"{name}": {{{values}}}\n')
    temporary = path.with_name(f".{path.name}.tmp-{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with temporary.open("w", encoding="utf-8", newline="\n") as out:
            out.write("".join(lines))
            out.flush()
            os.fsync(out.fileno())
        temporary.replace(path)
    except OSError as fault:
        problems = Problems()
        says = f"cannot be written: {fault.strerror}"
        problems.add("not-written", Where(str(path)), says, "let the folder be written to")
        raise Refused(problems) from fault
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def _number(value: float) -> str:
    """As the strict reader takes it: no exponent, no superfluous digits."""
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
