"""An opened file and the standard it is to keep in, every way in which its structure is unlike out.

ISO 15930-4 (PDF/X-1a:2003) and 15930-7 (PDF/X-4) as far as a structure can be looked at: versions,
keys, boxes, output intent, metadata, spaces of colour, fonts. No independent validator stands
behind it: files are "structure-checked", never certified.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any

from generator.model.standard import Standard
from generator.proof.objects import File, Name, Stream
from generator.proof.report import Report

INFO = ("Title", "Creator", "Producer", "CreationDate", "ModDate")
"""Keys that both standards want in Info."""

BARRED = ("AA", "AcroForm", "OpenAction", "Collection", "Perms")
"""Keys of a catalog that no file for print has."""

_DATE = re.compile(rb"D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z\Z")
_COLOURS = frozenset({"DeviceRGB", "CalRGB", "CalGray", "Lab", "ICCBased", "Pattern"})
Note = Callable[[str], None]


def prove_structure(file: File, standard: Standard, report: Report) -> None:
    """Note `proof-structure` for each fault of the file; raises Broken where it cannot be read."""

    def note(says: str) -> None:
        report.add("proof-structure", says)

    if file.version != standard.version:
        note(f"it is PDF {file.version}; {standard.name} is written as {standard.version}")
    catalog, info = (file.get(file.trailer.get(key)) for key in ("Root", "Info"))
    if not isinstance(catalog, dict) or not isinstance(info, dict):
        note("it has no catalog or no Info")
        return
    _document(file, catalog, note)
    _info(info, standard, note)
    if standard.form != "pdf":
        _intent(file, catalog, standard, note)
    if standard.form == "pdf-x4":
        _metadata(file, catalog, info, note)
    for number, value in file.objects():
        for says in _object(file, value, standard):
            note(f"object {number} {says}")
    for at, page in enumerate(pages(file), 1):
        report.page = at
        _boxes(file, page, note)
    report.page = 0


def _document(file: File, catalog: dict[str, Any], note: Note) -> None:
    ids = file.trailer.get("ID")
    if not (isinstance(ids, list) and len(ids) == 2 and all(isinstance(i, bytes) for i in ids)):
        note("its trailer has no ID of two strings")
    if "Encrypt" in file.trailer:
        note("it is encrypted")
    for key in BARRED:
        if key in catalog:
            note(f"its catalog has /{key}")
    names = file.get(catalog.get("Names")) or {}
    for key in ("JavaScript", "EmbeddedFiles"):
        if key in names:
            note(f"it holds {key}")


def pages(file: File) -> list[dict[str, Any]]:
    """The pages in order."""
    catalog = file.get(file.trailer.get("Root"))
    root = file.get(catalog.get("Pages")) if isinstance(catalog, dict) else None
    kids = file.get(root.get("Kids")) if isinstance(root, dict) else None
    found = [file.get(kid) for kid in kids or ()]
    return [page for page in found if isinstance(page, dict)]


def _info(info: dict[str, Any], standard: Standard, note: Note) -> None:
    for key in INFO:
        if not isinstance(info.get(key), bytes) or not info[key]:
            note(f"Info has no /{key}")
    for key in ("CreationDate", "ModDate"):
        value = info.get(key)
        if isinstance(value, bytes) and not _DATE.match(value):
            note(f"Info's /{key} is no date")
    trapped = info.get("Trapped")
    if not isinstance(trapped, Name) or trapped not in ("True", "False"):
        note("Info's /Trapped says neither True nor False")
    version = info.get("GTS_PDFXVersion")
    if standard.form == "pdf-x1a":
        if version != standard.name.encode():
            note(f"Info's /GTS_PDFXVersion is not {standard.name}")
    elif version is not None:
        note("Info has a /GTS_PDFXVersion that does not belong there")


def _intent(file: File, catalog: dict[str, Any], standard: Standard, note: Note) -> None:
    found = [file.get(one) for one in file.get(catalog.get("OutputIntents")) or ()]
    intents = [one for one in found if isinstance(one, dict) and one.get("S") == "GTS_PDFX"]
    if len(intents) != 1:
        note(f"it has {len(intents)} output intents for PDF/X; one is wanted")
        return
    intent = intents[0]
    if intent.get("OutputConditionIdentifier") != standard.condition.encode():
        note(f"its output intent does not name {standard.condition}")
    if not isinstance(intent.get("RegistryName"), bytes):
        note("its output intent names no registry")
    held = file.get(intent.get("DestOutputProfile"))
    if standard.profile is None:
        if held is not None:
            note("its output intent holds a profile, which it should not")
        elif standard.form == "pdf-x4":
            note("its output intent holds no profile")
    elif not isinstance(held, Stream):
        note("its output intent holds no profile")
    elif not _same(held, standard.profile):
        note(f"the profile in it is not {standard.profile.name}")
    elif held.entries.get("N") != 4 or _head(standard.profile) != b"prtrCMYK":
        note("its profile is not that of a press with four inks")


def _same(held: Stream, profile: Path) -> bool:
    """Whether a stream holds that file; a megabyte is unpacked once for all files alike."""
    about = profile.stat()
    known = _SAME.get(str(profile))
    if known and known[0] == (about.st_mtime_ns, about.st_size) and known[1] == held.raw:
        return True
    if held.data != profile.read_bytes():
        return False
    _SAME[str(profile)] = (about.st_mtime_ns, about.st_size), held.raw
    return True


def _head(profile: Path) -> bytes:
    """Class and space of an ICC profile."""
    with profile.open("rb") as file:
        return file.read(20)[12:]


_SAME: dict[str, tuple[tuple[int, int], bytes]] = {}


def _metadata(file: File, catalog: dict[str, Any], info: dict[str, Any], note: Note) -> None:
    stream = file.get(catalog.get("Metadata"))
    if not isinstance(stream, Stream) or stream.entries.get("Subtype") != "XML":
        note("it has no metadata")
        return
    if "Filter" in stream.entries:
        note("its metadata are packed")
    packet = stream.data.decode("utf-8", "replace")

    def said(tag: str) -> str:
        found = re.search(rf"<{tag}>(?:\s*<rdf:\w+>\s*<rdf:li[^>]*>)?([^<]*)<", packet)
        return unescape(found[1]) if found else ""

    if said("pdfxid:GTS_PDFXVersion") != "PDF/X-4":
        note("its metadata do not say PDF/X-4")
    pairs = (
        ("dc:title", "Title"),
        ("xmp:CreatorTool", "Creator"),
        ("pdf:Producer", "Producer"),
        ("dc:creator", "Author"),
    )
    for tag, key in pairs:
        if said(tag) != words(info.get(key)):
            note(f"its metadata and Info do not say the same {key}")
    if said("pdf:Trapped") != info.get("Trapped"):
        note("its metadata and Info do not say the same of Trapped")
    for tag, key in (("xmp:CreateDate", "CreationDate"), ("xmp:ModifyDate", "ModDate")):
        found = _DATE.match(info.get(key) or b"")
        plain = found and "{}-{}-{}T{}:{}:{}Z".format(*(part.decode() for part in found.groups()))
        if said(tag) != plain:
            note(f"its metadata and Info do not say the same {key}")
    for tag in ("xmp:MetadataDate", "xmpMM:DocumentID", "xmpMM:VersionID", "xmpMM:RenditionClass"):
        if not said(tag):
            note(f"its metadata have no {tag}")


def words(value: Any) -> str:
    """A text string of the document."""
    if not isinstance(value, bytes):
        return ""
    plain = re.sub(rb"\\([\\()])", rb"\1", value).replace(rb"\r", b"\r")
    if plain.startswith(b"\xfe\xff"):
        return plain[2:].decode("utf-16-be", "replace")
    return plain.decode("latin-1")


def _object(file: File, value: Any, standard: Standard) -> Iterator[str]:
    """What one object holds that it may not."""
    entries = value.entries if isinstance(value, Stream) else value
    if isinstance(value, Stream):
        filters = file.get(value.entries.get("Filter")) or []
        if "LZWDecode" in (filters if isinstance(filters, list) else [filters]):
            yield "is packed by LZW"
        if value.entries.get("Type") in ("ObjStm", "XRef"):
            yield f"is a {value.entries['Type']}: objects may not be packed"
        if "F" in value.entries or "EF" in value.entries:
            yield "lies in another file"
    if not isinstance(entries, dict):
        return
    kind = entries.get("Type")
    if kind == "Font" and not _embedded(file, entries):
        yield f"is the font {entries.get('BaseFont')}, which is not embedded"
    if kind == "Annot" or "JS" in entries or entries.get("S") in ("JavaScript", "Launch"):
        yield "is a note or an action"
    if kind == "OCG" and standard.form == "pdf-x1a":
        yield "is a layer"
    for key in ("TR", "TR2", "HTP"):
        if key in entries and kind != "Annot" and isinstance(entries[key], dict | Stream):
            yield f"has a transfer function (/{key})"
    if standard.form == "pdf-x1a":
        yield from _flat(entries)


def _flat(entries: Any, depth: int = 0) -> Iterator[str]:
    """What PDF/X-1a may not hold: transparency, and colours that are no inks."""
    if isinstance(entries, list):
        for value in entries:
            yield from _flat(value, depth + 1)
    elif isinstance(entries, Name) and entries in _COLOURS and depth:
        yield f"names the space of colour {entries}"
    elif isinstance(entries, dict) and depth < 8:
        if entries.get("S") == "Transparency":
            yield "is a group with transparency"
        if "SMask" in entries and entries["SMask"] != "None":
            yield "has a soft mask"
        for key in ("ca", "CA"):
            if isinstance(entries.get(key), int | float) and entries[key] != 1:
                yield f"has an opacity (/{key} {entries[key]})"
        if entries.get("BM", "Normal") not in ("Normal", "Compatible"):
            yield f"has the blend mode {entries['BM']}"
        for value in entries.values():
            yield from _flat(value, depth + 1)


def _embedded(file: File, font: dict[str, Any]) -> bool:
    inner = [file.get(one) for one in file.get(font.get("DescendantFonts")) or ()] or [font]
    for one in inner:
        about = file.get(one.get("FontDescriptor")) or {}
        if not any(
            isinstance(file.get(about.get(key)), Stream)
            for key in ("FontFile", "FontFile2", "FontFile3")
        ):
            return False
    return True


def _boxes(file: File, page: dict[str, Any], note: Note) -> None:
    """MediaBox >= BleedBox >= TrimBox, to the last digit; nothing cut off, turned or noted."""
    boxes = {key: file.get(page.get(key)) for key in ("MediaBox", "BleedBox", "TrimBox")}
    for key, box in boxes.items():
        if not isinstance(box, list) or len(box) != 4:
            note(f"has no {key}")
            return
    for outer, inner in (("MediaBox", "BleedBox"), ("BleedBox", "TrimBox")):
        a, b = boxes[outer], boxes[inner]
        if a[0] > b[0] or a[1] > b[1] or a[2] < b[2] or a[3] < b[3]:
            note(f"its {inner} {b} pokes out of its {outer} {a}")
    if "ArtBox" in page or page.get("CropBox", page["MediaBox"]) != page["MediaBox"]:
        note("has an ArtBox or a CropBox of its own")
    if page.get("Annots"):
        note("holds links or notes")
    if page.get("Rotate", 0):
        note("is turned")
