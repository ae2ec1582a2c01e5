"""Sheets in, one PDF file out, written while they come; the same sheets give the same bytes."""

from __future__ import annotations

import os
from collections import Counter, OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from generator import __version__
from generator.geometry import Box, Matrix
from generator.model.printer import PLAIN, Manner
from generator.model.target import Flip
from generator.problems import Problems, Refused, Where
from generator.scene import Bookmark, Item, Link, Placed, Sheet
from generator.units import PT
from generator.write.content import TURNED, Shown, operators
from generator.write.file import PdfFile, name, text
from generator.write.lead import write_links, write_outline

KEPT = 512
"""Scenes remembered, so that one used again becomes a form; more would cost memory."""

ROOM = 12.0
"""mm a form's box reaches beyond the trim; a box equal to the card shows as a hairline."""


class Written(NamedTuple):
    """What was written: the number of pages and the file's sha256 in hex."""

    pages: int
    sha256: str


def write_pdf(
    path: Path,
    sheets: Iterable[Sheet],
    *,
    faces: Mapping[str, Path],
    title: str,
    author: str,
    subject: str,
    flip: Flip,
    bookmarks: Sequence[Bookmark] = (),
    language: str = "",
    manner: Manner = PLAIN,
    lasting: bool = True,
) -> Written:
    """Write `sheets` to `path`, each side a page, through a temporary file beside it.

    `faces` gives the font file of each face id, `flip` the edge that a duplex printer is asked to
    turn about; `bookmarks` make its outline, `language` is that of its words. Raises Refused where
    there is no sheet, a font or picture cannot be embedded, or the disk says no; `path` is then as
    it was. Not `lasting`: one of very many files, which the disk may take its time with.
    """
    temporary = path.with_name(f".{path.name}.tmp-{os.getpid()}")
    try:
        with temporary.open("wb", buffering=1 << 18) as out:
            version = manner.standard.version if manner.standard else "1.7"
            page_by_page = _Document(PdfFile(out, version), faces, path, manner)
            for sheet in sheets:
                page_by_page.add(sheet)
            written = page_by_page.close(title, author, subject, flip, bookmarks, language)
            out.flush()
            if lasting:
                os.fsync(out.fileno())
        temporary.replace(path)
    except OSError as fault:
        raise _refused("not-written", path, f"cannot be written: {fault.strerror}") from fault
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
    return written


def _refused(code: str, path: Path, says: str, fix: str = "") -> Refused:
    problems = Problems()
    problems.add(code, Where(path.name), says, fix)
    return Refused(problems)


def page_boxes(sheet: Sheet) -> bytes:
    """The boxes of a page: of a sheet one for all; those of a single card its bleed and trim.

    A bleed that pokes out of its page by a trace is refused by some readers: it is rounded inward.
    """
    width, height = (round(side * PT, 4) for side in sheet.paper)
    media = b"[0 0 %.7g %.7g]" % (width, height)
    if sheet.trim is None:
        return b"/MediaBox%b/TrimBox%b" % (media, media)
    bleed, trim = (
        b"[%.7g %.7g %.7g %.7g]"
        % (
            max(0.0, round(box.x * PT, 4)),
            max(0.0, round(height - box.bottom * PT, 4)),
            min(width, round(box.right * PT, 4)),
            min(height, round(height - box.y * PT, 4)),
        )
        for box in (sheet.bleed or sheet.trim, sheet.trim)
    )
    return b"/MediaBox%b/BleedBox%b/TrimBox%b" % (media, bleed, trim)


class _Document:
    """A file being written; it is the `Ink` of its contents."""

    def __init__(
        self, file: PdfFile, faces: Mapping[str, Path], path: Path, manner: Manner
    ) -> None:
        self._file, self._faces, self._path = file, faces, path
        self._manner = manner
        self._tree, self._page_inks, self._form_inks = (file.reserve() for _ in range(3))
        self._pages: list[tuple[int, float]] = []
        self._notes: list[tuple[int, tuple[Link, ...], list[int], tuple[int, float]]] = []
        self._fillable: Any = None
        self._backs = False
        self._fonts: dict[str, Any] = {}
        self._pictures: dict[str, tuple[bytes, Matrix]] = {}
        self._images: list[bytes] = []
        self._opacities: dict[float, bytes] = {}
        self._forms: list[bytes] = []
        self._seen: OrderedDict[int, tuple[tuple[Item, ...], bytes | None]] = OrderedDict()

    def font(self, face: str) -> Shown:
        """The face's font, known to the file from now on."""
        font = self._fonts.get(face)
        if font is None:
            from generator.write.fonts import Face  # noqa: PLC0415 - ReportLab, when text comes

            font = Face(face, self._faces[face], len(self._fonts), self._file.reserve())
            self._fonts[face] = font
        return font

    def picture(self, source: str) -> tuple[bytes, Matrix]:
        """The picture's name; its pixels are written when it is first met."""
        known = self._pictures.get(source)
        if known is None:
            from generator.write.pictures import PictureFault, write_picture  # noqa: PLC0415

            try:
                standard = self._manner.standard
                inks = standard.convert if standard else None
                image = write_picture(self._file, Path(source), self._manner.grey, inks)
            except PictureFault as fault:
                raise _refused("picture-unwritable", Path(source), str(fault)) from fault
            except OSError as fault:
                raise _refused("picture-unwritable", Path(source), str(fault.strerror)) from fault
            title = b"/I%d" % len(self._pictures)
            self._images.append(b"%b %d 0 R" % (title, image.number))
            known = self._pictures[source] = (title, image.upright)
        return known

    def opacity(self, share: float) -> bytes:
        """The graphics state of an opacity."""
        share = round(share, 4)
        return self._opacities.setdefault(share, b"/G%d" % len(self._opacities))

    def add(self, sheet: Sheet) -> None:
        """Write one side of a sheet as a page."""
        height = sheet.paper[1]
        used = Counter(id(placed.scene.items) for placed in sheet.placed)
        parts = [
            self._placed(placed, height, used[id(placed.scene.items)] > 1)
            for placed in sheet.placed
        ]
        origin = b"q 1 0 0 1 0 %.4f cm\n" % (height * PT)
        if sheet.marks:
            parts.append(origin + self._drawn(sheet.marks, sheet.paper, False) + b"\nQ")
        if sheet.labels or sheet.label_paths:
            parts.append(origin + self._operators((*sheet.labels, *sheet.label_paths)) + b"\nQ")
        code = b"\n".join(parts)
        if sheet.side == "back" and self._manner.printer:
            code = self._shifted(code, sheet.paper)
        content = self._file.stream(b"", code)
        more, notes = b"", self._file.reserve() if sheet.links or sheet.fields else 0
        if notes:
            more = b"/Annots %d 0 R%b" % (notes, b"/Tabs/R" if sheet.fields else b"")
        page = self._file.reserve()
        self._file.write(
            b"<</Type/Page/Parent %d 0 R%b/Resources %d 0 R/Contents %d 0 R%b>>"
            % (self._tree, page_boxes(sheet), self._page_inks, content, more),
            page,
        )
        self._pages.append((page, height))
        if notes:
            fields = self._fields(sheet, page) if sheet.fields else []
            self._notes.append((notes, sheet.links, fields, (page, height)))
        self._backs = self._backs or sheet.side == "back"

    def _fields(self, sheet: Sheet, page: int) -> list[int]:
        """Write a page's fields; their objects' numbers."""
        if self._fillable is None:
            from generator.write.forms import Form  # noqa: PLC0415 - few files are forms

            self._fillable = Form(self._file, self, self._faces, self._manner.grey)
        numbers: list[int] = self._fillable.page(sheet.fields, page, sheet.paper[1])
        return numbers

    def close(
        self,
        title: str,
        author: str,
        subject: str,
        flip: Flip,
        bookmarks: Sequence[Bookmark],
        language: str,
    ) -> Written:
        """Write what all pages share and the end of the file."""
        file = self._file
        if not self._pages:
            raise _refused("nothing-to-print", self._path, "has no sheets", "choose some cards")
        for face, font in self._fonts.items():
            self._write_font(face, font)
        standard, (states, spaces) = self._manner.standard, (b"", b"")
        if standard:
            from generator.write import standard as shop  # noqa: PLC0415 - print shops alone

            states, spaces = shop.resources(file, standard)
        fonts = b"".join(b"%b %d 0 R" % (one.name, one.number) for one in self._fonts.values())
        shared = b"/Font<<%b>>/ExtGState<<%b%b>>%b" % (
            fonts,
            b"".join(b"%b<</ca %.4g/CA %.4g>>" % (n, s, s) for s, n in self._opacities.items()),
            states,
            spaces,
        )
        images = b"".join(self._images)
        file.write(b"<<%b/XObject<<%b>>>>" % (shared, images), self._form_inks)
        forms = b"".join(self._forms)
        file.write(b"<<%b/XObject<<%b%b>>>>" % (shared, images, forms), self._page_inks)
        for number, links, fields, page in self._notes:
            listed = write_links(links, page, self._pages)
            kept = b" ".join(b"%d 0 R" % field for field in fields)
            file.write(b"%b%b]" % (listed[:-1], kept), number)
        more = b"/Lang%b" % text(language) if language else b""
        if self._fillable is not None:
            for face, font in self._fillable.fonts.items():
                self._write_font(face, font)
            more += b"/AcroForm %d 0 R" % self._fillable.close(fonts)
        if bookmarks:
            outline = write_outline(file, bookmarks, self._pages)
            more += b"/Outlines %d 0 R/PageMode/UseOutlines" % outline
        kids = b" ".join(b"%d 0 R" % page for page, _ in self._pages)
        file.write(b"<</Type/Pages/Count %d/Kids[%b]>>" % (len(self._pages), kids), self._tree)
        duplex = {"long": b"DuplexFlipLongEdge", "short": b"DuplexFlipShortEdge"}[flip]
        made, told = f"cardwright {__version__}", b""
        if standard:
            more += shop.catalog(file, standard, title, author, made)
            told = shop.info(standard)
        catalog = file.write(
            b"<</Type/Catalog/Pages %d 0 R/ViewerPreferences<</Duplex/%b/PrintScaling/None"
            b"/PickTrayByPDFSize true/DisplayDocTitle true>>%b>>"
            % (self._tree, duplex if self._backs and self._manner.duplex else b"Simplex", more)
        )
        info = file.write(
            b"<</Title%b/Author%b/Subject%b/Creator%b/Producer%b%b>>"
            % (*map(text, (title, author, subject, made, made)), told)
        )
        return Written(len(self._pages), file.close(catalog, info))

    def _write_font(self, face: str, font: Any) -> None:
        from generator.write.fonts import FontFault  # noqa: PLC0415

        try:
            font.write(self._file)
        except FontFault as fault:
            raise _refused("font-unwritable", font.path, f"face {face}: {fault}") from fault

    def _placed(self, placed: Placed, height: float, often: bool) -> bytes:
        scene, x, y, turn, clip = placed.scene, placed.x, placed.y, placed.turn, placed.clip
        code = self._drawn(scene.items, scene.size, often)
        return b"%b%b\nQ" % (_moved(x, y, turn, clip, scene.size, height), code)

    def _operators(self, items: Iterable[Item]) -> bytes:
        return operators(items, self, self._manner.grey, self._manner.inks)

    def _drawn(self, items: tuple[Item, ...], size: tuple[float, float], often: bool) -> bytes:
        """The items' operators, or the call of a form where they are met more than once."""
        key = id(items)
        known = self._seen.pop(key, None)
        form = known[1] if known else None
        code = b"" if form else self._operators(items)
        if form is None and (often or known):
            form = self._form(code, size)
        self._seen[key] = (items, form)
        if len(self._seen) > KEPT:
            self._seen.popitem(last=False)
        return b"%b Do" % form if form else code

    def _shifted(self, code: bytes, paper: tuple[float, float]) -> bytes:
        """A whole back page moved as the printer needs it: its code becomes a form."""
        high = paper[1]
        a, b, c, d, e, f = self._manner.printer.matrix(paper)
        form = self._form(code, paper, (0.0, high), self._page_inks)
        return b"q %.9f %.9f %.9f %.9f %.4f %.4f cm %b Do Q" % (
            *(a, -b, -c, d),
            (c * high + e) * PT,
            (high - d * high - f) * PT,
            form,
        )

    def _form(
        self,
        code: bytes,
        size: tuple[float, float],
        origin: tuple[float, float] = (0.0, 0.0),
        inks: int = 0,
    ) -> bytes:
        """A form of `size` mm whose top left is at `origin` (mm, y up); returns its name."""
        around = Box(0.0, 0.0, *size).grow(ROOM)
        x, y = origin
        number = self._file.stream(
            b"/Type/XObject/Subtype/Form/BBox[%.4f %.4f %.4f %.4f]/Resources %d 0 R"
            % (
                (x + around.x) * PT,
                (y - around.bottom) * PT,
                (x + around.right) * PT,
                (y - around.y) * PT,
                inks or self._form_inks,
            ),
            code,
        )
        title = name(f"X{len(self._forms)}")
        self._forms.append(b"%b %d 0 R" % (title, number))
        return title


@lru_cache(maxsize=256)
def _moved(
    x: float, y: float, turn: int, clip: Box, size: tuple[float, float], height: float
) -> bytes:
    """What takes a scene to its place on a page, nothing of it showing beyond `clip`."""
    w, h = size
    right, down = {0: (0.0, 0.0), 90: (h, 0.0), 180: (w, h), 270: (0.0, w)}[turn]
    return b"q %.4f %.4f %.4f %.4f re W n %d %d %d %d %.4f %.4f cm\n" % (
        clip.x * PT,
        (height - clip.y - clip.h) * PT,
        clip.w * PT,
        clip.h * PT,
        *TURNED[turn],
        (x + right) * PT,
        (height - y - down) * PT,
    )
