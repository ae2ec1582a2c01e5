"""What the kitchen table needs: a press and its bindery in; the kit's files and what a start-here
page says of them out. Counts come from the same plans and components that the sheets are made of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from pathlib import Path
from typing import Any

from generator.bindery import Bindery
from generator.forms import Forms
from generator.impose.grid import Part
from generator.impose.leaflet import LEAVES
from generator.jobs import Job
from generator.model.game import Component
from generator.press import Press
from generator.scene import Sheet
from generator.write.manifest import FileEntry

START = "start-here.pdf"
TEXT = "start-here.md"
TITLE = "Start here"
"""The flow puts the game's name before it."""

LOADS = {
    "1-card-stock.pdf": "card stock of 200 to 300 gsm (what your printer takes)",
    "2-plain-paper.pdf": "plain paper of 80 to 100 gsm",
    "3-boxes.pdf": "card stock of 200 to 250 gsm that folds without cracking",
}
"""What is loaded for each file."""

FOLDED = {
    "box": "glue the side flap inside",
    "wallet": "glue its upper and its lower tab inside the front",
    "dial": "a dial: pierce the middles and pin the cover on the disc",
    "token": "a token: glue its halves back to back",
    "marker": "a tent: tuck its tab up inside its back; without glue it lies flat again",
    "die": "a die: fold every line away from you and glue each tab inside the next face",
    "corner": "a corner: nothing to fold; two of them are slid round the cards from both sides",
    "standee": (
        "a figure: fold the halves of its foot towards you and the sole under both, glue it to "
        "them and the front to the back"
    ),
}
"""What is done with pieces that are not folded as they look, by the kind of their net."""

CUT, FOLD, TRIM, STITCH = 0.25, 2.0, 2.0, 8.0
"""Minutes: a straight cut, a sheet folded and glued, a piece cut out, a booklet folded and
stitched. Measured by nobody yet: a rough guide (gk)."""


class Kit:
    """The files of one order beyond the press's own view: books bound in, and the first page."""

    def __init__(self, press: Press, bindery: Bindery) -> None:
        self._press, self._bindery = press, bindery

    def parts(self, job: Job, check: bool = False) -> list[Part] | None:
        """The file's components as they are laid on sheets; None where one cannot be.

        Where books follow them they are counted with the books' sheets, and each has a back page,
        be it empty: a printer that turns sheets would put the book's first page there.
        """
        parts = self._press.parts(job, check) if job.components else []
        if not parts or not job.books:
            return parts
        of = parts[0].info.of + sum(sheet.side == "front" for sheet in self._bound(job, 0))
        return [
            part._replace(info=part.info._replace(of=of, backs=True), backs=True) for part in parts
        ]

    def sheets(self, job: Job, parts: list[Part]) -> Iterator[Sheet]:
        """The file's sheets: its components, then its books, folded to be stitched."""
        before = sum(part.sheets for part in parts)
        sheets, bound = self._press.imposed(parts), self._bound(job, before)
        if not parts or self._press.target.scheme != "single":
            return chain(sheets, bound)
        fronts, backs = ([s for s in bound if s.side == side] for side in ("front", "back"))
        return chain(islice(sheets, before), fronts, sheets, backs)

    def _bound(self, job: Job, before: int) -> list[Sheet]:
        """The sheets of the file's books, numbered after those `before` them."""
        out: list[Sheet] = []
        for book in job.books:
            sheets = self._bindery.folded(book)
            out += (sheet._replace(number=sheet.number + before) for sheet in sheets)
            before += sum(sheet.side == "front" for sheet in sheets)
        return out

    def printed(self, job: Job, parts: list[Part], folder: Path) -> FileEntry | None:
        """Write the file and prove it; None after a problem."""
        press = self._press
        faces = self._bindery.books.faces if job.books else {}
        entry = press.written(job, self.sheets(job, parts), folder, faces)
        if (
            entry is not None
            and press.order.checked
            and not press.problems.fatal(press.order.strict)
        ):
            self.proved(job, folder / entry.path, entry.path)
        return entry

    def proved(self, job: Job, path: Path, shown: str) -> None:
        """Read the file back and compare it with sheets made afresh."""
        faces = self._bindery.books.faces if job.books else {}
        parts = self.parts(job)
        if parts is not None:
            self._press.proved(job, path, shown, self.sheets(job, parts), faces)

    @property
    def wanted(self) -> bool:
        """Whether the order has a start-here page."""
        return self._press.target.kit and self._press.order.whole

    def checked(self) -> None:
        """Note what is wrong with the files' names and with the page to begin with."""
        if self.wanted:
            self._bindery.check_leaflet(TEXT, TITLE, self.says({}))

    def start(self, folder: Path, files: Iterable[FileEntry]) -> FileEntry | None:
        """Write and prove the page to begin with, beside those `files`; None after a problem."""
        pages = {entry.path: entry.pages for entry in files}
        return self._bindery.leaflet(TEXT, TITLE, START, folder, self.says(pages))

    def prove_start(self, path: Path, shown: str, files: Iterable[FileEntry]) -> None:
        """Read the written page back."""
        pages = {entry.path: entry.pages for entry in files}
        self._bindery.prove_leaflet(TEXT, TITLE, path, shown, self.says(pages))

    def says(self, pages: Mapping[str, int]) -> dict[str, Any]:
        """`kit`: target, printer, files in print order, each with the pieces on it; forms.

        A file has path, load, sides, pages, sheets, minutes; a piece name, count, sheets, cut; a
        form path and name.
        """
        press, files = self._press, []
        for job in press.jobs():
            if not job.component:
                files.append(self._file(job, pages.get(job.path, 0)))
        kit = {
            "target": press.target.name,
            "scheme": press.target.scheme,
            "flip": press.target.flip,
            "backs": press.order.with_backs,
            "printer": press.order.printer or "",
            "files": files,
            "forms": [
                {"path": job.path, "name": job.components[0].spec.name}
                for job in Forms(press).files()
            ],
            "minutes": 5 * max(1, round(sum(file["minutes"] for file in files) / 5)),
            "sheets": sum(file["sheets"] for file in files),
        }
        return {"kit": kit}

    def _file(self, job: Job, pages: int) -> dict[str, Any]:
        parts = self.parts(job) or []
        pieces = [
            self._piece(part, host) for part, host in zip(parts, job.components, strict=False)
        ]
        for book in job.books:
            count = sum(sheet.side == "front" for sheet in self._bindery.folded(book))
            pieces.append(
                {
                    "name": book.spec.name,
                    "count": 1,
                    "sheets": count,
                    "cut": "fold in the middle, two staples in the fold",
                    "minutes": STITCH,
                }
            )
        two_sided = bool(job.books) or any(p.backs and not p.plan.fold for p in parts)
        return {
            "path": job.path,
            "load": LOADS[job.path],
            "sides": self._sides(two_sided),
            "sheets": sum(int(piece["sheets"]) for piece in pieces),
            "pages": pages,
            "pieces": pieces,
            "minutes": round(sum(float(piece["minutes"]) for piece in pieces)),
        }

    def _sides(self, two_sided: bool) -> str:
        target = self._press.target
        if not two_sided:
            return "one side"
        if target.scheme == "single":
            return (
                f"first all fronts, then the same sheets turned on the {target.flip} edge for "
                "all backs: each label names the page it belongs to"
            )
        by_hand = ": by hand, first all odd pages, then the even ones on their backs"
        return (
            f"both sides, turned on the {target.flip} edge"
            f"{by_hand if target.scheme == 'fold' else ''}"
        )

    def _piece(self, part: Part, host: Component) -> dict[str, Any]:
        plan, names = part.plan, [one.spec.name for one in self._press.joined(host)]
        cuts = plan.columns + plan.rows + 2
        count = part.total
        if plan.leaflet:
            count //= len(LEAVES)
            cut = (
                "cut once across the middle, fold both halves on the dashed line, lay the half "
                "with page 3 into that with page 2, one staple in the fold"
            )
            minutes = part.sheets * (CUT * 2 + STITCH / 2)
        elif plan.free:
            kinds = [one.net.kind for one in self._press.joined(host) if one.net]
            flat = bool(kinds) and {*kinds} == {"corner"}
            cut = f"cut along each outline{'' if flat else ', fold the dashed lines'}"
            minutes = TRIM * part.total
            cut = "; ".join([cut, *(how for kind, how in FOLDED.items() if kind in kinds)])
        elif plan.fold:
            cut = "fold on the dashed line, picture outside, glue, press, then cut"
            minutes = part.sheets * (FOLD + CUT * cuts)
        elif plan.columns == plan.rows == 1 and host.on == "plain-paper":
            cut, minutes = "nothing to cut: a whole page", 0.0
        else:
            cut = "first all level lines right through, then all upright ones"
            minutes = part.sheets * CUT * cuts
        return {
            "name": "; ".join(names),
            "count": count,
            "sheets": part.sheets,
            "cut": cut,
            "minutes": minutes,
        }
