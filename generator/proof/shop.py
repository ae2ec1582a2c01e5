"""A print shop's file and the pages it was made from in, what differs and what was measured out.

Every thing painted is compared with the scene's: its inks to the tenth of a per cent, whether it
overprints, how thin a line is; then nothing may go over the press's limits. What was read is kept
for the report to people.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.model.standard import Standard
from generator.problems import Problems
from generator.proof.objects import Broken, File, Stream
from generator.proof.plates import Ink, Painted, painted
from generator.proof.report import EnoughError, Report
from generator.proof.structure import pages, prove_structure
from generator.scene import Colour, Item, Picture, Run, Sheet
from generator.scene import Path as Outline
from generator.units import PT

SAME = 0.0015
"""Shares of an ink within which two are the same: files hold four digits."""

THINNEST = 0.25
"""pt of the thinnest line that presses hold."""

SMALL = 10.0
"""pt under which letters take two inks at most."""

Box = tuple[float, float, float, float]


@dataclass(slots=True)
class Measured:
    """What was read of one or many files; lengths in mm, sizes in pt, inks in per cent."""

    files: int = 0
    pages: int = 0
    bytes: int = 0
    boxes: dict[tuple[tuple[float, float], ...], int] = field(default_factory=dict)
    fonts: set[str] = field(default_factory=set)
    inks: dict[Ink, int] = field(default_factory=dict)
    most_ink: float = 0.0
    over: int = 0
    line: float | None = None
    text: float | None = None
    pictures: list[tuple[int, int, float]] = field(default_factory=list)

    def add(self, other: Measured) -> None:
        """Take in what was read of other files."""
        self.files += other.files
        self.pages += other.pages
        self.bytes += other.bytes
        self.over += other.over
        self.fonts |= other.fonts
        self.most_ink = max(self.most_ink, other.most_ink)
        for key in ("boxes", "inks"):
            mine: dict[Any, int] = getattr(self, key)
            for name, count in getattr(other, key).items():
                mine[name] = mine.get(name, 0) + count
        self.line = _least(self.line, other.line)
        self.text = _least(self.text, other.text)
        if len(self.pictures) < 1000:
            self.pictures += other.pictures


def prove_shop(
    path: Path, sheets: Iterable[Sheet], standard: Standard, shown: str, problems: Problems
) -> Measured:
    """Note every way in which the file at `path` is not what a print shop was promised.

    That it shows its sheets is `prove_pdf`'s; here it is how. `shown` names it in problems.
    """
    report, found = Report(shown, problems), Measured(files=1)
    try:
        found.bytes = path.stat().st_size
        file = File(path)
        prove_structure(file, standard, report)
        leaves, due = pages(file), list(sheets)
        if len(leaves) != len(due):
            report.add("proof-structure", f"it has {len(leaves)} pages instead of {len(due)}")
        plates = _Plates(file, standard, report, found)
        for at, (page, sheet) in enumerate(zip(leaves, due, strict=False), 1):
            report.page = at
            plates.page(page, sheet)
    except (Broken, OSError, TypeError, ValueError, KeyError, IndexError) as fault:
        report.page = 0
        report.last("proof-structure", f"its structure cannot be followed: {fault}")
    except EnoughError:
        pass
    return found


class _Plates:
    """The pages of one file against their sheets."""

    def __init__(self, file: File, standard: Standard, report: Report, found: Measured) -> None:
        self._file, self._standard = file, standard
        self._report, self._found = report, found
        self._space = "CMYK" if standard.cmyk else "RGB"
        self._sums: dict[int, float] = {}

    def page(self, page: dict[str, Any], sheet: Sheet) -> None:
        """Compare what the page paints with what its sheet says, one by one, and measure it."""
        self._found.pages += 1
        self._boxes(page)
        self._fonts(page)
        due = [item for placed in sheet.placed for item in placed.scene.items if _paints(item)]
        got = list(painted(self._file, page))
        if len(due) != len(got):
            says = f"paints {len(got)} things instead of {len(due)}"
            self._report.add("proof-inks", says)
            return
        for item, thing in zip(due, got, strict=True):
            self._thing(item, thing)

    def _thing(self, item: Item, thing: Painted) -> None:
        kind = "text" if isinstance(item, Run) else "path" if isinstance(item, Outline) else "image"
        if thing.kind != kind:
            self._report.add("proof-inks", f"paints {thing.kind} where {kind} is due")
            return
        if isinstance(item, Picture):
            self._picture(item, thing)
            return
        fill, stroke = _colours(item)
        for verb, want, got in (("filled", fill, thing.fill), ("drawn", stroke, thing.stroke)):
            self._colour(item, verb, want, got)
        self._over(item, fill or stroke, thing)
        if self._standard.form == "pdf-x1a" and not thing.opaque:
            self._note(item, "lets through what lies beneath")
        if thing.stroke is not None:
            self._found.line = _least(self._found.line, thing.width)
            if thing.width < THINNEST - 0.001:
                self._note(item, f"is a line of {thing.width:.3f} pt; presses hold {THINNEST} pt")
        if thing.kind == "text":
            self._found.text = _least(self._found.text, thing.size)
            inks = sum(part > 0 for part in thing.fill[1]) if thing.fill else 0
            if self._standard.cmyk and thing.size < SMALL - 0.01 and inks > 2:
                self._note(item, f"is text of {thing.size:.3g} pt in {inks} inks; two keep sharp")

    def _colour(self, item: Item, verb: str, want: Colour | None, got: Ink | None) -> None:
        if want is None or got is None:
            if want is not None:
                self._note(item, f"is not {verb}, which it should be")
            elif got is not None:
                self._note(item, f"is {verb}, which it should not be")
            return
        space, parts = got
        due = want.cmyk if self._standard.cmyk else tuple(part / 255 for part in want[:3])
        if space != self._space:
            self._note(item, f"is {verb} in Device{space} instead of Device{self._space}")
        elif (
            due is None
            or len(due) != len(parts)
            or any(abs(a - b) > SAME for a, b in zip(due, parts, strict=True))
        ):
            self._note(item, f"is {verb} in {inks_of(parts)} instead of {inks_of(due or ())}")
        if space == "CMYK":
            self._sum(item, sum(parts))
        self._found.inks[got] = self._found.inks.get(got, 0) + 1

    def _sum(self, item: Item, share: float) -> None:
        self._found.most_ink = max(self._found.most_ink, 100 * share)
        if 100 * share > self._standard.limit + 0.5:
            says = f"takes {100 * share:.0f} % of ink; the press takes {self._standard.limit} %"
            self._note(item, says)

    def _over(self, item: Item, colour: Colour | None, thing: Painted) -> None:
        """Whether a thing overprints exactly where its scene says so, and leaves zeros alone."""
        fill, stroke, mode = thing.over
        lies = (fill or thing.fill is None) and (stroke or thing.stroke is None)
        some = (fill and thing.fill is not None) or (stroke and thing.stroke is not None)
        want = self._standard.cmyk and colour is not None and colour.over
        if want and not (lies and mode == 1):
            self._note(item, "does not overprint, so that a gap may show round it")
        elif some and not want:
            self._note(item, "overprints, so that what lies beneath shows through")
        self._found.over += bool(want)

    def _picture(self, item: Picture, thing: Painted) -> None:
        stream = thing.image
        assert stream is not None
        wide, high = (int(self._file.get(stream.entries[key])) for key in ("Width", "Height"))
        a, b, c, d, _, _ = thing.place
        across, down = (a * a + b * b) ** 0.5, (c * c + d * d) ** 0.5
        ppi = min(wide / across, high / down) * 72 if across and down else 0.0
        if len(self._found.pictures) < 1000:
            self._found.pictures.append((wide, high, ppi))
        space = self._file.get(stream.entries.get("ColorSpace"))
        if self._standard.cmyk and space not in ("DeviceCMYK", "DeviceGray"):
            self._note(item, "is a picture that is not in inks")
        if space == "DeviceCMYK":
            self._sum(item, self._most(stream))

    def _most(self, stream: Stream) -> float:
        """The most ink of any pixel; a JPEG is taken to be at the profile's own limit."""
        known = self._sums.get(id(stream))
        if known is None:
            data = stream.data
            if data is stream.raw:
                known = 3.0
            else:
                sums = (a + b + c + d for a, b, c, d in zip(*(data[i::4] for i in range(4))))  # noqa: B905
                known = max(sums, default=0) / 255
            self._sums[id(stream)] = known
        return known

    def _boxes(self, page: dict[str, Any]) -> None:
        key = tuple(
            (
                round((box[2] - box[0]) / PT, 2),
                round((box[3] - box[1]) / PT, 2),
            )
            for box in (page["MediaBox"], page["BleedBox"], page["TrimBox"])
        )
        self._found.boxes[key] = self._found.boxes.get(key, 0) + 1

    def _fonts(self, page: dict[str, Any]) -> None:
        resources = self._file.get(page.get("Resources")) or {}
        for font in (self._file.get(resources.get("Font")) or {}).values():
            name = str(self._file.get(font).get("BaseFont", ""))
            self._found.fonts.add(name.rpartition("+")[2])

    def _note(self, item: Item, says: str) -> None:
        named = repr(item.text[:40]) if isinstance(item, Run) else item.fact or "a shape"
        self._report.add("proof-inks", f"{named} {says}", field=item.fact)


def inks_of(parts: Iterable[float]) -> str:
    """`C 0 M 98 Y 78 K 28`, or the shares of red, green and blue."""
    values = [f"{100 * part:.3g}" for part in parts]
    names = {4: "CMYK", 3: "RGB", 1: "K"}.get(len(values), "?" * len(values))
    return " ".join(f"{name} {value}" for name, value in zip(names, values, strict=False))


def _paints(item: Item) -> bool:
    if isinstance(item, Run):
        return bool(item.text)
    if isinstance(item, Outline):
        stroke = item.stroke if item.width > 0 else None
        return (item.fill is not None or stroke is not None) and item.opacity > 0
    return True


def _colours(item: Run | Outline) -> tuple[Colour | None, Colour | None]:
    if isinstance(item, Run):
        return item.colour, None
    return item.fill, item.stroke if item.width > 0 else None


def _least(one: float | None, other: float | None) -> float | None:
    known = [value for value in (one, other) if value is not None]
    return min(known) if known else None
