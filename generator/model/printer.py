"""One printer's way of putting backs down, as its owner measured it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from generator.geometry import IDENTITY, Matrix, after, scaled, shifted, turned
from generator.model.standard import Standard

LIMITS = {"dx": 20.0, "dy": 20.0, "rotation": 5.0, "scale": 0.05}
"""The most that each may be, either way; more is a fault of the printer or of measuring."""


@dataclass(frozen=True, slots=True)
class Printer:
    """How backs are moved for one printer, as seen on the back page.

    `dx` mm to the right, `dy` mm down, `rotation` degrees clockwise, `scale` a factor less 1; turn
    and scale are about the middle of the page.
    """

    dx: float = 0.0
    dy: float = 0.0
    rotation: float = 0.0
    scale: float = 0.0

    def __bool__(self) -> bool:
        """Whether anything is moved."""
        return any((self.dx, self.dy, self.rotation, self.scale))

    def matrix(self, paper: tuple[float, float]) -> Matrix:
        """What takes a point of a back page (mm, y down) to where it is printed."""
        if not self:
            return IDENTITY
        cx, cy = paper[0] / 2, paper[1] / 2
        grown = after(shifted(-cx, -cy), scaled(1 + self.scale, 1 + self.scale))
        return after(after(grown, turned(self.rotation)), shifted(cx + self.dx, cy + self.dy))

    def back(self, paper: tuple[float, float]) -> Matrix:
        """What takes a printed point back to where it stood: the inverse of `matrix`."""
        a, b, c, d, e, f = self.matrix(paper)
        det = a * d - b * c
        a, b, c, d = d / det, -b / det, -c / det, a / det
        return (a, b, c, d, -a * e - c * f, -b * e - d * f)


UNMOVED = Printer()
"""A printer that puts backs where they belong."""


class Manner(NamedTuple):
    """How a file is printed, beyond its sheets.

    `duplex`: a printer that can is to print backs; else they are fed by hand. `printer` moves the
    backs, `grey` allows no colour. `standard` is what a print shop demands of it.
    """

    duplex: bool = True
    printer: Printer = UNMOVED
    grey: bool = False
    standard: Standard | None = None

    @property
    def inks(self) -> bool:
        """Whether colours are printed as the inks that they carry."""
        return self.standard is not None and self.standard.cmyk


PLAIN = Manner()
"""Duplex, in colour, nothing moved."""
