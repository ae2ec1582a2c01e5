"""A shop's files in, a folder of them with reports out; a folder in, what is wrong with it out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from generator.press import Press
from generator.proof.read import Reader
from generator.proof.render import prove_png, rendered
from generator.scene import Sheet
from generator.shop.files import ShopFile, Shopped, ShopPress
from generator.write.manifest import FileEntry
from generator.write.png import write_png

SIDES = {"front": "face", "back": "back"}
"""What the sides of a card are called in names of pictures."""

Listed = Callable[[str, dict[str, int]], bool]
"""Whether a file is listed with these pieces and there to be proved."""


def made(press: Press, folder: Path) -> Shopped:
    """Write and prove everything that the order asks of the shop, until a fault is fatal."""
    shop, out = ShopPress(press), Shopped()
    strict, checked = press.order.strict, press.order.checked
    for file in shop.files(check=checked):
        out.files.append(file.bare)
        if press.problems.fatal(strict):
            continue  # the rest is still composed and checked
        if shop.shop.form == "png":
            _pictures(shop, file, folder, out)
        else:
            _document(shop, file, folder, out)
    if not press.problems.fatal(strict) and out.entries:
        from generator.shop.report import reports  # noqa: PLC0415 - needs the files

        reports(shop, out, folder)
    return out


def checked(press: Press) -> None:
    """Compose and check what would be written."""
    for _ in ShopPress(press).files(check=True):
        pass


def proved(press: Press, folder: Path, listed: Listed) -> None:
    """Prove a folder's files against pages made afresh."""
    shop, out = ShopPress(press), Shopped()
    for file in shop.files():
        out.files.append(file.bare)
        sheets, counts = shop.sheets(file), shop.counts(file)
        if shop.shop.form != "png":
            name = f"{file.stem}.pdf"
            if listed(name, counts):
                measured = shop.proved(file, sheets, folder / name, f"{folder}/{name}")
                out.measured.add(measured)
            continue
        names = _names(file, sheets)
        fine = [listed(name, counts if not at else {}) for at, name in enumerate(names)]
        if all(fine):
            _shown(shop, file, sheets, out, partial(_same, shop, folder))
    from generator.shop.report import proved_reports  # noqa: PLC0415 - needs the files

    proved_reports(shop, out, folder, listed)


def _document(shop: ShopPress, file: ShopFile, folder: Path, out: Shopped) -> None:
    sheets, name = shop.sheets(file), f"{file.stem}.pdf"
    written = shop.written(file, sheets, folder / name)
    if written is None:
        return
    counts = shop.counts(file)
    pages, sha = written
    cards = sum(counts.values())
    out.entries.append(FileEntry(name, file.component.id, pages, cards, counts, sha))
    if shop.press.order.checked:
        out.measured.add(shop.proved(file, sheets, folder / name, name))


def _pictures(shop: ShopPress, file: ShopFile, folder: Path, out: Shopped) -> None:
    sheets, counts = shop.sheets(file), shop.counts(file)

    def keep(name: str, due: bytes, pixels: tuple[int, int]) -> None:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        sha = write_png(path, pixels, due, shop.shop.dpi)
        held = counts if name == _names(file, sheets)[0] else {}
        cards = sum(held.values())
        out.entries.append(FileEntry(name, file.component.id, 1, cards, held, sha))
        if shop.press.order.checked:
            prove_png(path, due, pixels, shop.shop.dpi, name, shop.problems)

    _shown(shop, file, sheets, out, keep)


def _names(file: ShopFile, sheets: list[Sheet]) -> list[str]:
    digits = len(str(len(sheets)))
    return [
        f"{file.stem}-{at:0{digits}}-{SIDES[sheet.side]}.png" for at, sheet in enumerate(sheets, 1)
    ]


def _shown(
    shop: ShopPress,
    file: ShopFile,
    sheets: list[Sheet],
    out: Shopped,
    take: Callable[[str, bytes, tuple[int, int]], None],
) -> None:
    """Write the file's PDF aside, prove it, and hand over each page as pixels."""
    pixels = shop.pixels(shop.plan(file.component))
    with TemporaryDirectory() as aside:
        path = Path(aside) / "pages.pdf"
        if shop.written(file, sheets, path) is None:
            return
        if shop.press.order.checked:
            out.measured.add(shop.proved(file, sheets, path, f"{file.stem} as PDF"))
        with Reader(path) as reader:
            for at, name in enumerate(_names(file, sheets)):
                with reader.page(at) as page:
                    take(name, rendered(page, pixels), pixels)
                out.measured.pictures.append((*pixels, float(shop.shop.dpi)))


def _same(shop: ShopPress, folder: Path, name: str, due: bytes, pixels: tuple[int, int]) -> None:
    prove_png(folder / name, due, pixels, shop.shop.dpi, f"{folder}/{name}", shop.problems)
