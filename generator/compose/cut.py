"""A chunk wider than its line in, chunks that fit out: the last resort, at the least size only."""

from __future__ import annotations

from bisect import bisect_right
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from generator.compose.chunks import Chunk, Odd, compound
from generator.compose.fonts import Fonts


class _Atom(NamedTuple):
    """One character (or icon) of a chunk: which part, its place there, where it begins and ends."""

    part: int
    place: int
    char: str
    start: float
    end: float


_part = attrgetter("part")


def cut(chunk: Chunk, limit: float, fonts: Fonts) -> tuple[list[Chunk], str]:
    """`chunk` cut so that no piece is wider than `limit` (1/1000 em), if its characters allow.

    It is cut at its soft hyphens where they serve, else where a line is full, with a hyphen between
    letters or digits; at least two characters go on. The text is the word's, "" where it was cut at
    soft hyphens only.
    """
    parts = chunk.parts
    places = chunk.odd.places if chunk.odd else ()
    atoms = _atoms(parts, fonts)
    ends = [atom.end for atom in atoms]
    hyphens = {name: fonts.face(name) for name in {part.face for part in parts if part.face}}
    widest = max((sum(f.widths(f.hyphen)) for f in hyphens.values()), default=0.0)
    pieces: list[Chunk] = []
    at, rough = 0, False
    while at < len(atoms):
        begin = atoms[at].start
        if ends[-1] + chunk.soft - begin <= limit:
            break
        stop = bisect_right(ends, begin + limit - widest, at, len(atoms))
        stop = _better(atoms, at, max(stop, at + 1), places)
        if stop >= len(atoms):
            break
        rough = rough or stop not in places
        before, after = atoms[stop - 1], atoms[stop]
        piece = _piece(parts, atoms[at:stop])
        if before.char.isalnum() and after.char.isalnum():
            face = hyphens[parts[before.part].face]
            odd = (piece.odd or Odd())._replace(hyphen=face.hyphen)
            piece = piece._replace(soft=sum(face.widths(face.hyphen)), odd=odd)
        pieces.append(piece)
        at = stop
    rest = _piece(parts, atoms[at:], whole=True)
    if chunk.odd and chunk.odd.hyphen:
        odd = (rest.odd or Odd())._replace(hyphen=chunk.odd.hyphen, join=chunk.odd.join)
        rest = rest._replace(soft=chunk.soft, odd=odd)
    pieces.append(rest)
    return pieces, "".join(atom.char for atom in atoms) if rough else ""


def _atoms(parts: tuple[Chunk, ...], fonts: Fonts) -> list[_Atom]:
    atoms: list[_Atom] = []
    x = 0.0
    for n, part in enumerate(parts):
        if part.icon is not None:
            atoms.append(_Atom(n, 0, "", x, x + part.width))
            x += part.step
            continue
        ink = len(part.text) - (part.end if n == len(parts) - 1 else 0)
        widths = fonts.face(part.face).widths(part.text)
        for i in range(ink):
            atoms.append(_Atom(n, i, part.text[i], x, x + widths[i]))
            x += widths[i] + part.kerns[i]
    return atoms


def _better(atoms: list[_Atom], at: int, stop: int, places: tuple[int, ...]) -> int:
    """`stop`, or a nicer place shortly before it."""
    inside = range(min(stop, len(atoms) - 1), at, -1)
    space = next((n for n in inside if atoms[n].char == " "), 0)
    if space:
        return next((n for n in range(space, len(atoms)) if atoms[n].char != " "), len(atoms))
    soft = bisect_right(places, stop)
    if soft and places[soft - 1] > at:
        return places[soft - 1]
    last = min(stop, len(atoms) - 2)  # two characters go on
    for nicer in range(last, max(at + 1, last - 3), -1):
        if atoms[nicer].char.isalnum() and atoms[nicer - 1].char.isalnum():
            return nicer
    return stop


def _piece(parts: tuple[Chunk, ...], atoms: list[_Atom], whole: bool = False) -> Chunk:
    """The chunk of some neighbouring atoms; `whole`: with what follows the last part."""
    made: list[Chunk] = []
    for n, group in groupby(atoms, _part):
        part = parts[n]
        if part.icon is not None:
            made.append(part)
            continue
        mine = [*group]
        first, last = mine[0], mine[-1]
        stop = last.place + 1
        space = part.end if whole and n == len(parts) - 1 else 0
        text = part.text[first.place : stop + space]
        kerns = part.kerns[first.place : stop + space]
        width, step = last.end - first.start, last.end - first.start + part.kerns[stop - 1]
        if space:
            step = width + part.step - part.width
        elif text[-1] == " ":  # a space that no line should have ended in
            ink = text.rstrip(" ")
            space = len(text) - len(ink)
            width = mine[len(ink) - 1].end - first.start if ink else 0.0
        made.append(Chunk(width, step, 0.0, text, kerns, part.face, space))
    return made[0] if len(made) == 1 else compound(tuple(made))
