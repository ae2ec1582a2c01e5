"""Cards found on a front and its back in, backs that lie under no or a wrong front out.

On a fold sheet both stand on one page, and the fold is what they are mirrored about.

The mirror rule (PRINT_FACTS): a sheet turned about an upright axis keeps y, x' = W - x - w, and a
front turned by t has its back turned by -t; about a level axis x stays, y' = H - y - h, 180 - t.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from generator.geometry import Box
from generator.model.target import Flip
from generator.proof.report import Report

Axis = Literal["upright", "level", "none"]

FOLDS: dict[str, Axis] = {"vertical": "upright", "horizontal": "level"}
"""A sheet's fold as the line it is."""

NEAR = 0.1
"""mm: front and back may each be 0.05 mm off."""


class Landed(NamedTuple):
    """A card where it was read on a page: its trim and turn (clockwise).

    `of` is empty where another card than expected stands, which is a fault told elsewhere.
    """

    of: str
    box: Box
    turn: int


def axis_of(flip: Flip, paper: tuple[float, float]) -> Axis:
    """The line a sheet is turned about, as it is read."""
    portrait = paper[0] <= paper[1]
    return "upright" if (flip == "long") == portrait else "level"


def behind(box: Box, turn: int, axis: Axis, paper: tuple[float, float]) -> tuple[Box, int]:
    """Where a thing on one side is seen from the other, and its turn there."""
    if axis == "upright":
        return box._replace(x=paper[0] - box.right), -turn % 360
    if axis == "level":
        return box._replace(y=paper[1] - box.bottom), (180 - turn) % 360
    return box, turn


def prove_backs(
    fronts: Sequence[Landed],
    backs: Sequence[Landed],
    paper: tuple[float, float],
    axis: Axis,
    report: Report,
    fold: bool = False,
) -> None:
    """Note `proof-back` for each back that is not under its front, once where all are off."""
    faults = _faults(fronts, backs, paper, axis)
    if len(faults) > 2 or len(faults) == len(backs) > 0:
        edge = "fold" if fold else "flip edge"
        other: Axis
        for other, says in (
            ("none", "are not mirrored"),
            ("level" if axis == "upright" else "upright", f"are laid out for the other {edge}"),
        ):
            if not _faults(fronts, backs, paper, other):
                asked = f"the sheet is {'folded' if fold else 'turned'} about its {axis} axis"
                report.add("proof-back", f"the backs {says}: {asked}", card=backs[0].of)
                return
    for back, says in faults:
        report.add("proof-back", says, card=back.of, at=(back.box.x, back.box.y))


def _faults(
    fronts: Sequence[Landed], backs: Sequence[Landed], paper: tuple[float, float], axis: Axis
) -> list[tuple[Landed, str]]:
    out: list[tuple[Landed, str]] = []
    for back in backs:
        if not back.of:
            continue
        box, turn = behind(back.box, back.turn, axis, paper)
        near = min(fronts, key=lambda front: _away(front.box, box), default=None)
        if near is None or _away(near.box, box) > NEAR:
            away = f", the nearest being {_away(near.box, box):.2f} mm off" if near else ""
            out.append((back, f"the back of {back.of} lies under no front{away}"))
        elif near.of and near.of != back.of:
            out.append((back, f"the back of {back.of} lies under the front of {near.of}"))
        elif near.turn != turn:
            out.append(
                (back, f"the back of {back.of} is turned {(turn - near.turn) % 360}° too far")
            )
    return out


def _away(a: Box, b: Box) -> float:
    """The largest gap between the edges of two boxes."""
    return max(abs(a.x - b.x), abs(a.y - b.y), abs(a.right - b.right), abs(a.bottom - b.bottom))
