"""What was made for a shop in, its reports to people out: preflight, job sheet, proof to sign."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from generator.impose.contact import Form, Shown, contact_sheets
from generator.inks.scenes import used
from generator.model.printer import Manner
from generator.problems import Refused, Where
from generator.proof.pdf import prove_pdf
from generator.proof.shop import SMALL, THINNEST, Measured, inks_of
from generator.scene import Scene, Sheet
from generator.shop.files import ShopFile, Shopped, ShopPress
from generator.units import INCH, PT
from generator.write.manifest import FileEntry
from generator.write.pdf import write_pdf
from generator.write.preflight import Line, Section, as_html, as_text

PREFLIGHT, PAGE, JOB, PROOF = (
    "preflight.txt",
    "preflight.html",
    "job-sheet.txt",
    "proof-to-sign.pdf",
)
SIGN = ("Read and approved: name", "date", "signature")
MOST = 40
"""Colours listed; beyond them only how many there are."""


def reports(shop: ShopPress, out: Shopped, folder: Path) -> None:
    """Write the reports beside the files and add their entries and sentences."""
    for name, text in texts(shop, out).items():
        data = text.encode()
        (folder / name).write_bytes(data)
        out.entries.append(FileEntry(name, "", 0, 0, {}, hashlib.sha256(data).hexdigest()))
    if shop.press.order.copies is not None:
        entry = _proof(shop, out, folder)
        if entry is not None:
            out.entries.append(entry)
    out.says += summary(shop, out)


def proved_reports(
    shop: ShopPress, out: Shopped, folder: Path, listed: Callable[[str, dict[str, int]], bool]
) -> None:
    """Compare the reports of a folder with what its files say now."""
    for name, text in texts(shop, out).items():
        if listed(name, {}) and (folder / name).read_bytes() != text.encode():
            says = "does not say what was read in the files"
            shop.problems.add("file-changed", Where(f"{folder}/{name}"), says, "build again")
    if shop.press.order.copies is not None and listed(PROOF, {}):
        _prove(shop, out, folder / PROOF, f"{folder}/{PROOF}")


def texts(shop: ShopPress, out: Shopped) -> dict[str, str]:
    """The reports in words by their files' names."""
    press = shop.press
    title = f"Preflight: {press.game.file.name} for {press.target.name}"
    sections = preflight(shop, out)
    found = {PREFLIGHT: as_text(title, sections), PAGE: as_html(title, sections)}
    if press.order.copies is not None:
        job = f"Job sheet: {press.game.file.name} for {press.target.name}"
        found[JOB] = as_text(job, job_sheet(shop, out))
    return found


def preflight(shop: ShopPress, out: Shopped) -> list[Section]:
    """What was checked, with its numbers."""
    found, standard = out.measured, shop.standard
    return [
        Section("Made for", list(_shop(shop))),
        Section("Files", list(_files(shop, out))),
        Section("Pages", list(_boxes(shop, found))),
        Section("Text", list(_text(shop, found))),
        Section("Colours" if not standard.cmyk else "Inks", list(_inks(shop, found))),
        Section("Lines and pictures", list(_rest(found))),
        Section("Found", [Line("problems", "none: whatever fails stops the build")]),
    ]


def job_sheet(shop: ShopPress, out: Shopped) -> list[Section]:
    """What is ordered, for whoever prints it."""
    person = shop.press.game.person
    lots = [Line(_named(shop, file), _lot(file)) for file in out.files]
    total = sum(file.lot or 1 for file in out.files)
    size = "; ".join(dict.fromkeys(_trim(shop, file) for file in out.files))
    two = "first page the back, second the face" if shop.shop.sides == ("back", "front") else ""
    return [
        Section("Shop", list(_shop(shop))),
        Section(
            "Cards",
            [
                *([Line("for", person.name)] if person else []),
                Line("artworks", str(len(out.files))),
                Line("cards in all", str(total)),
                Line("trim", size),
                Line("printed", f"both sides; {two}" if two else ", ".join(shop.shop.sides)),
                Line("colour", _colour(shop)),
                Line("board", "about 300 gsm, uncoated takes a pen: ____________________"),
                Line("corners", "square unless ticked here: [ ] rounded"),
            ],
        ),
        Section("Lots, each of one artwork, none split", lots),
        Section(
            "Order",
            [
                Line("proof", f"{PROOF}, signed before anything is printed"),
                Line("ordered by", "______________________________"),
                Line("date, signature", "______________________________"),
            ],
        ),
        Section("Made with", list(_made_with(shop))),
    ]


def _made_with(shop: ShopPress) -> Iterator[Line]:
    file, edition = shop.press.game.file, shop.press.order.edition
    yield Line("game", f"{file.name} {file.version}")
    if edition:
        yield Line("edition", ", ".join(edition))


def summary(shop: ShopPress, out: Shopped) -> Iterator[str]:
    """Sentences of the build's output."""
    found = out.measured
    pages = f"{len(out.files)} files" if len(out.files) != 1 else "1 file"
    reasons = dict.fromkeys(shop.plan(file.component).reason for file in out.files)
    yield f"{pages}, {found.pages} pages: {'; '.join(reasons)}"
    yield f"form: {_form(shop)}"
    if shop.standard.cmyk:
        yield (
            f"inks: {found.most_ink:.0f} % at most, the press takes {shop.standard.limit} %; "
            f"{found.over} things overprint in black"
        )
    fonts = f"{len(found.fonts)} fonts embedded" if found.fonts else "letters are outlines"
    if shop.shop.form == "png":
        fonts = "no fonts needed"
    line = f"{found.line:.2f} pt" if found.line is not None else "none"
    yield f"{fonts}; thinnest line {line}, smallest text {_pt(found.text)}"
    unsure = shop.shop.unsure
    if unsure:
        yield f"general knowledge, look it up before you order (gk): {', '.join(unsure)}"
    known = shop.components()
    left = [one.spec.name for one in shop.ordered() if one not in known]
    if left:
        yield f"left out, since the shop does not cut them: {', '.join(left)}"
    yield f"{PREFLIGHT}, {PAGE}: what was checked"
    if shop.press.order.copies is not None:
        yield f"{JOB}, {PROOF}: for the shop, and to sign before it prints"


def _shop(shop: ShopPress) -> Iterator[Line]:
    target, unsure = shop.press.target, shop.shop.unsure or ()
    yield Line("shop", f"{target.name} ({target.id})")
    yield Line("figures from", target.source)
    yield Line("looked up", target.checked)
    if unsure:
        yield Line("not confirmed (gk)", ", ".join(unsure))


def _files(shop: ShopPress, out: Shopped) -> Iterator[Line]:
    found = out.measured
    yield Line("files", f"{len(out.files)}, {found.pages} pages in all")
    yield Line("form", _form(shop))
    if shop.standard.form != "pdf":
        held = "embedded" if shop.standard.profile else "named, not embedded"
        yield Line("output intent", f"{shop.standard.condition}, profile {held}")
    if shop.shop.form == "png":
        sizes = sorted({(wide, high) for wide, high, _ in found.pictures})
        shown = ", ".join(f"{wide} x {high}" for wide, high in sizes)
        yield Line("pixels", f"{shown}, {shop.shop.dpi} an inch, sRGB")
    for file in out.files[:MOST]:
        yield Line(_named(shop, file), f"{file.card.name}{_times(file)}")
    if len(out.files) > MOST:
        yield Line("", f"and {len(out.files) - MOST} more")


def _boxes(shop: ShopPress, found: Measured) -> Iterator[Line]:
    for boxes, count in sorted(found.boxes.items()):
        for what, size in zip(("page with bleed", "bleed", "trim"), boxes, strict=True):
            inches = " x ".join(f"{side / INCH:.3f}" for side in size)
            said = f"{size[0]:.2f} x {size[1]:.2f} mm ({inches} in)"
            yield Line(what, f"{said}{_gk(shop, 'page') if what != 'trim' else ''}")
        beyond = (boxes[0][0] - boxes[2][0]) / 2
        yield Line("bleed width", f"{beyond:.2f} mm; {count} pages")
    safe = f"texts stay {shop.shop.safe:g} mm and more inside the trim" if shop.shop.safe else ""
    if safe:
        yield Line("safe area", f"{safe}{_gk(shop, 'safe')}")
    yield Line("marks", "none")


def _text(shop: ShopPress, found: Measured) -> Iterator[Line]:
    if shop.shop.form == "png":
        yield Line("fonts", f"none needed; set in {', '.join(sorted(found.fonts))}")
    elif found.fonts:
        yield Line("fonts embedded", ", ".join(sorted(found.fonts)))
    else:
        yield Line("fonts", "none: letters are outlines")
    yield Line("smallest text", _pt(found.text))
    if shop.standard.cmyk and found.fonts:
        yield Line(f"under {SMALL:g} pt", "two inks at most")


def _inks(shop: ShopPress, found: Measured) -> Iterator[Line]:
    yield Line("printed in", _colour(shop))
    if shop.standard.cmyk:
        yield Line("most ink", f"{found.most_ink:.0f} %; the press takes {shop.standard.limit} %")
        yield Line("overprinting", f"{found.over} things in black alone")
    listed = sorted(found.inks.items(), key=lambda one: (-one[1], one[0]))
    for (_, parts), count in listed[:MOST]:
        many = f"{count} times" if count > 1 else "once"
        if shop.standard.cmyk:
            inks = tuple(round(100 * part) for part in parts)
            four = inks[0], inks[1], inks[2], inks[3]
            yield Line(inks_of(parts), f"{many}, {sum(inks)} % in {used(four)}", _screen(parts))
        else:
            name = "#" + "".join(f"{round(255 * part):02X}" for part in parts)
            yield Line(name, many, name)
    if len(listed) > MOST:
        yield Line("", f"and {len(listed) - MOST} more")


def _rest(found: Measured) -> Iterator[Line]:
    if found.line is None:
        yield Line("thinnest line", "there are none")
    else:
        mm = f"{found.line / PT:.3f} mm"
        yield Line("thinnest line", f"{found.line:.2f} pt ({mm}); presses hold {THINNEST} pt")
    if found.pictures:
        least = min(ppi for _, _, ppi in found.pictures)
        yield Line("pictures", f"{len(found.pictures)}, {least:.0f} pixels an inch and more")
    else:
        yield Line("pictures", "none: everything is drawn")


def _form(shop: ShopPress) -> str:
    if shop.shop.form == "png":
        return "PNG, a picture a side"
    name = f"{shop.standard.name}, version {shop.standard.version}"
    return name if shop.standard.form == "pdf" else f"{name}, structure-checked (not certified)"


def _colour(shop: ShopPress) -> str:
    gk = _gk(shop, "colour")
    if shop.standard.cmyk:
        return f"CMYK for {shop.standard.condition}{gk}; black text, arrows and rules in K alone"
    return f"RGB (sRGB){gk}"


def _gk(shop: ShopPress, key: str) -> str:
    return " (gk)" if key in (shop.shop.unsure or ()) else ""


def _named(shop: ShopPress, file: ShopFile) -> str:
    """A file's name; of pictures, a side each, what they share."""
    return f"{file.stem}{'-*.png' if shop.shop.form == 'png' else '.pdf'}"


def _trim(shop: ShopPress, file: ShopFile) -> str:
    w, h = shop.plan(file.component).trim[2:]
    return f"{w:g} x {h:g} mm ({w / INCH:.3g} x {h / INCH:.3g} in)"


def _lot(file: ShopFile) -> str:
    return f"{file.lot or 1} cards of {file.card.name}"


def _times(file: ShopFile) -> str:
    return f", {file.lot} cards" if file.lot else ""


def _pt(size: float | None) -> str:
    return "none" if size is None else f"{size:g} pt"


def _screen(parts: tuple[float, ...]) -> str:
    """A colour for the eye alone: what the inks leave of white."""
    c, m, y, k = parts
    rgb = (round(255 * (1 - part) * (1 - k)) for part in (c, m, y))
    return "#" + "".join(f"{part:02X}" for part in rgb)


def _contact(shop: ShopPress, out: Shopped) -> Iterator[Sheet]:
    """The pages of the proof: of each component its different backs, then its faces."""
    press = shop.press
    paper = press.sizes.papers[press.target.paper]
    title = f"{press.game.file.name}: proof to sign for {press.target.name}"
    about: dict[str, Any] = {"margin": press.target.margin, "title": title, "sign": SIGN}
    about["about"] = _order(shop, out)
    form = Form((paper.width, paper.height), label=press.composer.label, **about)
    components = shop.components()
    before = 0
    for component in components:
        shown = list(_sides(shop, out, component.id))
        last = component is components[-1]
        for sheet in contact_sheets(form, shown, len(shown) if last else len(shown) + 1):
            before += 1
            yield sheet._replace(number=before)


def _order(shop: ShopPress, out: Shopped) -> str:
    """What is ordered, in a line."""
    person, sizes = shop.press.game.person, dict.fromkeys(_trim(shop, file) for file in out.files)
    artworks = "1 artwork" if len(out.files) == 1 else f"{len(out.files)} artworks"
    cards = sum(file.lot or 1 for file in out.files)
    told = [f"for {person.name}"] if person else []
    return "; ".join([*told, f"{artworks}, {cards} cards", *sizes, "shown as they are cut"])


def _sides(shop: ShopPress, out: Shopped, wanted: str) -> Iterator[Shown]:
    backs: dict[int, Scene] = {}
    faces: list[Shown] = []
    names: dict[str, None] = {}
    (component,) = (one for one in shop.components() if one.id == wanted)
    mine = [file for file in out.files if file.component.id == wanted]
    files = {file.card.id: _named(shop, file) for file in mine if shop.shop.files == "card"}
    for one in shop.press.composed(component):
        if one.component.id == wanted and one.card.id not in names:
            names[one.card.id] = None
            lot, file = f"{one.card.count} cards", files.get(one.card.id)
            name = f"{one.card.name}, {lot}"
            faces.append(Shown(one.front, f"{file}: {name}" if file else name, f"{file}, {lot}"))
            if one.back is not None:
                backs[id(one.back.items)] = one.back
    whole = "back of all cards" if len(backs) == 1 else "a back"
    yield from (Shown(back, whole) for back in backs.values())
    yield from faces


def _proof(shop: ShopPress, out: Shopped, folder: Path) -> FileEntry | None:
    press = shop.press
    try:
        written = write_pdf(
            folder / PROOF,
            _contact(shop, out),
            faces=press.game.styles.faces,
            title=f"{press.game.file.name}: proof to sign",
            author=press.game.file.credits.author,
            subject=press.target.name,
            flip=press.target.flip,
            manner=Manner(duplex=False),
        )
    except Refused as refused:
        press.problems.extend(refused.problems)
        return None
    if press.order.checked:
        _prove(shop, out, folder / PROOF, PROOF)
    return FileEntry(PROOF, "", written.pages, 0, {}, written.sha256)


def _prove(shop: ShopPress, out: Shopped, path: Path, shown: str) -> None:
    press = shop.press
    prove_pdf(
        path,
        _contact(shop, out),
        shown=shown,
        faces=press.game.styles.faces,
        problems=press.problems,
        title=f"{press.game.file.name}: proof to sign",
        flip=press.target.flip,
        manner=Manner(duplex=False),
    )
