"""A written PDF and the sheets it was made from in, every way in which it differs out.

A foreign reader (PDFium) opens the file and walks each page; it must show each line, path and
picture of its sheet as that says, in the same order and to be seen, and nothing else. Sheets are
taken as they come and pages closed when done, so any number of cards is proved in bounded memory.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from generator.geometry import IDENTITY
from generator.model.printer import PLAIN, Manner
from generator.model.target import Flip
from generator.problems import Problems
from generator.proof import preflight
from generator.proof.backs import FOLDS, Landed, axis_of, prove_backs
from generator.proof.codes import prove_codes
from generator.proof.compare import NEAR, Difference, differences
from generator.proof.explain import explain, field, name, trim
from generator.proof.faces import Faces
from generator.proof.fields import prove_fields
from generator.proof.glyphs import Glyphs
from generator.proof.grey import prove_grey
from generator.proof.ink import Ink, Shape, Words
from generator.proof.inked import inked
from generator.proof.match import Compare, Matched, anchor, least, match, place
from generator.proof.read import Page, Reader, Unreadable
from generator.proof.report import EnoughError, Report
from generator.proof.rings import Rings, of_points, of_segments
from generator.proof.show import Shown
from generator.proof.typein import Typing
from generator.proof.visible import Ground
from generator.proof.want import SHEET, Due, Wants, grey, matrix_of, plain
from generator.scene import Path as Outline
from generator.scene import Run, Scene, Sheet

AHEAD = 4
"""Sheets or pages looked ahead when one does not fit, to find one that is missing or too much."""

RECENT = 64
"""Scenes remembered, to say which card stands in another's place."""


def prove_pdf(
    path: Path,
    sheets: Iterable[Sheet],
    *,
    shown: str,
    faces: Mapping[str, Path],
    problems: Problems,
    title: str | None = None,
    flip: Flip | None = None,
    manner: Manner = PLAIN,
    eye: Eye | None = None,
) -> None:
    """Read the file at `path` back and note every way in which it is not `sheets`.

    `shown` names the file in problems, `faces` gives the font file of each face. `title` is what
    the document must be called, `flip` the edge its sheets were laid out for; where None, any title
    will do, and the file's own wish is believed. `manner` says how it is to be printed: a shift of
    backs is taken back before anything is compared. Damaged and hostile files are problems, too.
    `eye` is one that has proved files of the same faces and manner: what it knows is not worked out
    again.
    """
    report = Report(shown, problems)
    eye = eye or Eye(faces, manner)
    try:
        with Reader(path) as reader:
            proof = _Proof(reader, eye, report, flip, manner)
            proof.run(sheets, title)
        if proof.typing.wanted:
            proof.typing.prove(path)
        if manner.grey:
            prove_grey(path, report)
    except Unreadable as fault:
        report.page = 0
        report.last("proof-unreadable", str(fault))
    except EnoughError:
        return


class Eye:
    """What proof knows of faces and of scenes that it has met, for as many files as one likes."""

    def __init__(self, faces: Mapping[str, Path], manner: Manner) -> None:
        self.faces = Faces(faces)
        self.wants = Wants(self.faces, inked if manner.inks else grey if manner.grey else plain)


class _Fit(NamedTuple):
    """How well a page shows a sheet."""

    found: Matched
    faults: int


class _Proof:
    """One file being proved."""

    def __init__(
        self, reader: Reader, eye: Eye, report: Report, flip: Flip | None, manner: Manner
    ) -> None:
        self._reader, self._faces, self._report = reader, eye.faces, report
        self._manner = manner
        self._wants = eye.wants
        self._flip = flip or preflight.flip_of(reader) or "long"
        self._asked = flip
        convert = manner.standard.convert if manner.standard else None
        self._shown, self._glyphs = Shown(report, inks=convert), Glyphs(eye.faces, report)
        self._recent: OrderedDict[int, Scene] = OrderedDict()
        self._fronts: dict[int, list[Landed]] = {}
        self._two_sided = False
        self.typing = Typing(eye.faces, report)

    def run(self, sheets: Iterable[Sheet], title: str | None) -> None:
        """Prove page after page, then what holds for the file."""
        preflight.document(self._reader, title, self._report)
        coming = _Coming(iter(sheets), self._wants)
        index = 0
        while (due := coming.next()) is not None:
            if index >= self._reader.pages:
                self._missing_pages(due, coming)
                break
            index = self._page(index, due, coming) + 1
        self._report.page = 0
        if index < self._reader.pages:
            count = self._reader.pages - index
            says = f"{_pages(count)} too many, from page {index + 1} on"
            self._report.add("proof-pages", says)
        if index == 0 and self._reader.pages == 0:
            self._report.add("proof-pages", "it has no pages")
        if self._reader.form is not None and not self.typing.wanted:
            self._report.add("proof-form", "it is a form, but none of its fields is due")
        by_hand = not self._manner.duplex
        preflight.duplex(self._reader, self._asked, self._two_sided, self._report, by_hand=by_hand)

    def _compare(self, page: Page) -> Compare:
        """How to compare things with those of that page."""

        def spelled(want: Words, got: Words) -> bool:
            run = want.run
            face = self._faces.get(run.font) if run else None
            if run is None or face is None:
                return False
            due, read = face.letters(run.text, run.size, run.kerns), page.letters(got)
            return len(due) == len(read) and all(
                a == b and abs(x - y) < NEAR for (a, x), (b, y) in zip(due, read, strict=True)
            )

        def compare(want: Ink, got: Ink) -> list[Difference]:
            return differences(want, got, spelled)

        return compare

    def _fit(self, due: Due, page: Page) -> _Fit:
        sheet = due.sheet
        page.read(self._manner.printer.back(sheet.paper) if sheet.side == "back" else IDENTITY)
        found = match(due.inks, page.things, self._compare(page))
        count = len(found.changed) + len(found.missing) + len(found.extra) + len(found.early)
        return _Fit(found, count)

    def _page(self, index: int, due: Due, coming: _Coming) -> int:
        """Prove a page, finding back where a page is missing or too much; returns its index."""
        with self._reader.page(index) as page:
            fit = self._fit(due, page)
            if not fit.faults:
                self._proved(page, due, fit)
                return index
            skipped = self._later_sheet(page, coming, fit)
            if skipped:
                self._report.page = index + 1
                for _ in range(skipped):
                    says = f"the {_sheet(due)} is missing before this page"
                    self._report.add("proof-pages", says)
                    self._two_sided = self._two_sided or due.sheet.side == "back"
                    due = coming.take()
                if self._manner.duplex:
                    self._fronts.clear()
                self._proved(page, due, self._fit(due, page))
                return index
            later = self._later_page(index, due, fit)
            if later is None:
                self._proved(page, due, fit)
                return index
        for extra in range(index, later):
            self._report.page = extra + 1
            self._report.add("proof-pages", f"this page is too much: the {_sheet(due)} comes later")
        with self._reader.page(later) as page:
            self._proved(page, due, self._fit(due, page))
        return later

    def _better(self, due: Due, page: Page, fit: _Fit) -> bool:
        """Whether a page shows a sheet with a quarter of the faults of `fit`."""
        most = fit.faults // 4
        return least(due.inks, page.things) <= most and self._fit(due, page).faults <= most

    def _later_sheet(self, page: Page, coming: _Coming, fit: _Fit) -> int:
        """How many sheets to skip so that the page fits; 0: it does not."""
        for count, due in enumerate(coming.ahead(AHEAD), 1):
            if self._better(due, page, fit):
                return count
        return 0

    def _later_page(self, index: int, due: Due, fit: _Fit) -> int | None:
        """The index of the page that fits the sheet instead, within reach."""
        for later in range(index + 1, min(self._reader.pages, index + 1 + AHEAD)):
            with self._reader.page(later) as page:
                if self._better(due, page, fit):
                    return later
        return None

    def _proved(self, page: Page, due: Due, fit: _Fit) -> None:
        """Everything about a page that has found its sheet."""
        report, sheet, found = self._report, due.sheet, fit.found
        report.page = page.index + 1
        preflight.page(page, sheet, report)
        for placed in sheet.placed:
            self._recent[id(placed.scene.items)] = placed.scene
            self._recent.move_to_end(id(placed.scene.items))
        while len(self._recent) > RECENT:
            self._recent.popitem(last=False)
        strangers: set[int] = set()
        if fit.faults:
            strangers = explain(
                due,
                page.things,
                found,
                report,
                self._compare(page),
                self._recent.values(),
                self._wants.of,
            )
        if page.widgets or sheet.fields:
            card = sheet.placed[0].scene.of if sheet.placed else None
            prove_fields(page.widgets, sheet.fields, card, report, self._manner.grey)
            self.typing.page(page.index, page.widgets, sheet.fields)
        self._visible(page, due, found)
        self._shown.pictures(page, due, found)
        prove_codes(page, due, found, report)
        self._glyphs.prove(page, due, found)
        self._backs(sheet, _landed(page.things, due, found, strangers))

    def _backs(self, sheet: Sheet, landed: list[Landed]) -> None:
        """Prove backs once the fronts that they belong to have been read."""
        if sheet.fold:
            sides = [placed.scene.side for placed in sheet.placed]
            fronts, backs = (
                [card for card, side in zip(landed, sides, strict=True) if side == wanted]
                for wanted in ("front", "back")
            )
            axis = FOLDS[sheet.fold]
            prove_backs(fronts, backs, sheet.paper, axis, self._report, fold=True)
        elif sheet.side == "front":
            if self._manner.duplex:
                self._fronts.clear()
            self._fronts[sheet.number] = landed
        else:
            self._two_sided = True
            known = self._fronts.pop(sheet.number, None)
            if known is not None:
                axis = axis_of(self._flip, sheet.paper)
                prove_backs(known, landed, sheet.paper, axis, self._report)

    def _visible(self, page: Page, due: Due, found: Matched) -> None:
        """Note the lines that are there but cannot be read."""
        both = {j: i for i, j in found.pairs}
        outlines = dict(both)
        both.update((change.got, change.want) for change in found.changed)
        lines = []
        for j, i in both.items():
            item = due.items[i]
            if isinstance(item, Run) and item.use != "decor":
                lines.append(j)

        def rings_of(j: int) -> Rings:
            """A shape that was found as expected has the expected outline; others are read."""
            shape = page.things[j]
            item = due.items[outlines[j]] if j in outlines else None
            if isinstance(item, Outline):
                owner = due.owners[outlines[j]]
                matrix = IDENTITY if owner == SHEET else matrix_of(due.sheet.placed[owner])
                return of_segments(item.segments, matrix)
            return of_points(page.outline(shape)) if isinstance(shape, Shape) else []

        for lost in Ground(page.things, page.size, rings_of).lost(sorted(lines)):
            want = both[lost.line]
            owner = due.owners[want]
            item = due.items[want]
            self._report.add(
                "proof-hidden",
                f"{name(item, due.inks[want])} cannot be read: {lost.words!r} {lost.why}",
                card=due.sheet.placed[owner].scene.of if owner != SHEET else None,
                field=field(item),
                at=place(page.things[lost.line]),
            )

    def _missing_pages(self, due: Due, coming: _Coming) -> None:
        """The file ends before its sheets do."""
        count, first = 1, due
        while (due_next := coming.next_sheet()) is not None:
            count += 1
            self._two_sided = self._two_sided or due_next.side == "back"
        self._two_sided = self._two_sided or first.sheet.side == "back"
        self._report.page = 0
        says = f"{_pages(count)} too few: the file ends before the {_sheet(first)}"
        self._report.add("proof-pages", says)


class _Coming:
    """The sheets to come, a few of them looked at ahead."""

    def __init__(self, sheets: Iterator[Sheet], wants: Wants) -> None:
        self._sheets, self._wants = sheets, wants
        self._waiting: deque[Due] = deque()

    def next(self) -> Due | None:
        """The next sheet's page, None after the last."""
        if self._waiting:
            return self._waiting.popleft()
        sheet = next(self._sheets, None)
        return None if sheet is None else self._wants.due(sheet)

    def take(self) -> Due:
        """The next one, which has been looked at."""
        return self._waiting.popleft()

    def next_sheet(self) -> Sheet | None:
        """The next sheet as it is, for counting."""
        return self._waiting.popleft().sheet if self._waiting else next(self._sheets, None)

    def ahead(self, count: int) -> Iterator[Due]:
        """Up to `count` of the sheets to come, which stay to come."""
        for k in range(count):
            if k == len(self._waiting):
                sheet = next(self._sheets, None)
                if sheet is None:
                    return
                self._waiting.append(self._wants.due(sheet))
            yield self._waiting[k]


def _landed(things: Sequence[Ink], due: Due, found: Matched, strangers: set[int]) -> list[Landed]:
    """Where each card was read: its expected place moved as far as its first thing is off."""
    first: dict[int, tuple[float, float]] = {}
    for i, j in found.pairs:
        owner = due.owners[i]
        if owner >= 0 and owner not in first:
            (x, y), (gx, gy) = anchor(due.inks[i]), anchor(things[j])
            first[owner] = (gx - x, gy - y)
    landed = []
    for owner, placed in enumerate(due.sheet.placed):
        dx, dy = first.get(owner, (0.0, 0.0))
        box = trim(placed)
        box = box._replace(x=box.x + dx, y=box.y + dy)
        known = owner in first and owner not in strangers
        landed.append(Landed(placed.scene.of if known else "", box, placed.turn))
    return landed


def _sheet(due: Due) -> str:
    return f"{due.sheet.side} of sheet {due.sheet.number}"


def _pages(count: int) -> str:
    return f"{count} page{'' if count == 1 else 's'}"
