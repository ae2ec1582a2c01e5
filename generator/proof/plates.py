"""A page of a PDF in, what it paints in order out: which inks, whether laid over others, how thin.

PDFium tells colours as it would show them; here they are as the file says them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

from generator.geometry import Matrix, after
from generator.proof.objects import Broken, File, Name, Stream, operations

Kind = str
Ink = tuple[str, tuple[float, ...]]
"""A device's space (`Gray`, `RGB`, `CMYK`) and the shares of its colours; other spaces by name."""

DEEPEST = 12
"""Forms within forms."""

BLACK: Ink = ("Gray", (0.0,))

_SPACES = {"g": "Gray", "rg": "RGB", "k": "CMYK"}
_PAINT = {
    "f": "f", "F": "f", "f*": "f", "S": "s", "s": "s", "B": "fs", "B*": "fs", "b": "fs", "b*": "fs",
}  # fmt: skip


class Painted(NamedTuple):
    """One thing painted: `text`, `path` or `image`; `fill` and `stroke` None where not used.

    `over`: overprinting of fill, of stroke, and its mode. `width` of a line and `size` of letters
    in pt on the page; `image` its stream; `opaque` whether nothing shows through.
    """

    kind: str
    fill: Ink | None
    stroke: Ink | None
    over: tuple[bool, bool, int]
    width: float
    size: float
    opaque: bool
    image: Stream | None = None
    place: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class _State(NamedTuple):
    place: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    fill: Ink = BLACK
    stroke: Ink = BLACK
    over: tuple[bool, bool, int] = (False, False, 0)
    width: float = 1.0
    size: float = 0.0
    opaque: bool = True
    mode: int = 0

    def inked(self, filling: bool, ink: Ink) -> _State:
        return self._replace(fill=ink) if filling else self._replace(stroke=ink)

    @property
    def scale(self) -> float:
        a, b, c, d, _, _ = self.place
        return math.sqrt(abs(a * d - b * c))


def painted(file: File, page: dict[str, Any]) -> Iterator[Painted]:
    """Everything that a page paints, into its forms. Raises Broken."""
    contents = file.get(page.get("Contents"))
    parts = contents if isinstance(contents, list) else [contents]
    code = b"\n".join(_stream(file, part).data for part in parts)
    resources = file.get(page.get("Resources")) or {}
    yield from _Plates(file).run(code, resources, _State(), 0)


def _stream(file: File, value: Any) -> Stream:
    found = file.get(value)
    if not isinstance(found, Stream):
        raise Broken("a page or form has no stream")
    return found


class _Plates:
    def __init__(self, file: File) -> None:
        self._file = file

    def run(
        self, code: bytes, resources: dict[str, Any], state: _State, depth: int
    ) -> Iterator[Painted]:
        """What a content stream paints."""
        if depth > DEEPEST:
            raise Broken(f"forms are nested over {DEEPEST} deep")
        stack: list[_State] = []
        for operator, held in operations(code):
            if operator == "q":
                stack.append(state)
            elif operator == "Q":
                if not stack:
                    raise Broken("a content stream closes what it has not opened")
                state = stack.pop()
            elif operator == "Do":
                yield from self._external(held, resources, state, depth)
            elif operator in ("Tj", "TJ", "'", '"'):
                if state.mode != 3:
                    yield self._thing("text", state, "f")
            elif operator in _PAINT:
                yield self._thing("path", state, _PAINT[operator])
            elif operator in ("sh", "BI"):
                raise Broken(f"a page paints by the operator {operator}")
            else:
                state = self._changed(operator, held, resources, state)
        if stack:
            raise Broken("a content stream leaves something open")

    def _thing(self, kind: str, state: _State, ways: str) -> Painted:
        return Painted(
            kind,
            state.fill if "f" in ways else None,
            state.stroke if "s" in ways else None,
            state.over,
            state.width * state.scale if "s" in ways else 0.0,
            state.size * state.scale if kind == "text" else 0.0,
            state.opaque,
        )

    def _changed(
        self, operator: str, held: list[Any], resources: dict[str, Any], state: _State
    ) -> _State:
        """The state after an operator that paints nothing."""
        if operator.lower() in _SPACES:
            ink = _SPACES[operator.lower()], tuple(map(float, held))
            return state.inked(operator.islower(), ink)
        if operator in ("cs", "CS"):
            return state.inked(operator == "cs", (str(self._space(held, resources)), ()))
        if operator in ("sc", "scn", "SC", "SCN"):
            before = state.fill if operator.islower() else state.stroke
            values = tuple(float(v) for v in held if isinstance(v, int | float))
            return state.inked(operator.islower(), (before[0], values))
        if operator == "cm":
            a, b, c, d, e, f = map(float, held)
            return state._replace(place=after((a, b, c, d, e, f), state.place))
        if operator == "w":
            return state._replace(width=float(held[0]))
        if operator == "Tf":
            return state._replace(size=float(held[1]))
        if operator == "Tr":
            return state._replace(mode=int(held[0]))
        if operator == "gs":
            return self._graphics(held, resources, state)
        return state

    def _space(self, held: list[Any], resources: dict[str, Any]) -> Any:
        spaces = self._file.get(resources.get("ColorSpace")) or {}
        found = self._file.get(spaces.get(held[0], held[0]))
        return found[0] if isinstance(found, list) else found

    def _graphics(self, held: list[Any], resources: dict[str, Any], state: _State) -> _State:
        states = self._file.get(resources.get("ExtGState")) or {}
        found = self._file.get(states.get(held[0]))
        if not isinstance(found, dict):
            raise Broken(f"there is no graphics state /{held[0]}")
        fill, stroke, mode = state.over
        stroke = bool(found.get("OP", stroke))
        fill = bool(found.get("op", found.get("OP", fill)))
        mode = int(found.get("OPM", mode))
        opaque = state.opaque
        if {"ca", "CA", "SMask", "BM"} & found.keys():
            plain = found.get("BM", Name("Normal")) in ("Normal", "Compatible")
            opaque = (
                float(found.get("ca", 1)) >= 1
                and float(found.get("CA", 1)) >= 1
                and found.get("SMask", Name("None")) == "None"
                and plain
            )
        return state._replace(over=(fill, stroke, mode), opaque=opaque)

    def _external(
        self, held: list[Any], resources: dict[str, Any], state: _State, depth: int
    ) -> Iterator[Painted]:
        things = self._file.get(resources.get("XObject")) or {}
        found = _stream(self._file, things.get(held[0]))
        kind = found.entries.get("Subtype")
        if kind == "Image":
            yield Painted(
                "image", None, None, state.over, 0.0, 0.0, state.opaque, found, state.place
            )
        elif kind == "Form":
            own = self._file.get(found.entries.get("Resources")) or resources
            matrix = found.entries.get("Matrix") or [1, 0, 0, 1, 0, 0]
            a, b, c, d, e, f = map(float, matrix)
            inner = state._replace(place=after((a, b, c, d, e, f), state.place))
            yield from self.run(found.data, own, inner, depth + 1)
        else:
            raise Broken(f"a page shows an object of kind {kind}")
