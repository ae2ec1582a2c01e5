"""A standard of print shops in; what a file's catalog, resources and Info need for it out.

Dates are fixed: the same input gives the same bytes, and no shop asks when a card was set.
"""

from __future__ import annotations

import hashlib
import zlib
from functools import lru_cache
from html import escape
from pathlib import Path

from generator.model.standard import OUT, OVER, Standard
from generator.write.file import LEVEL, PdfFile, text

DATE = "2000-01-01T00:00:00Z"
"""Of making, change and metadata."""

_PDF_DATE = b"(D:20000101000000Z)"
_REGISTRY = b"(http://www.color.org)"


@lru_cache(maxsize=8)
def _packed(path: Path) -> tuple[int, bytes]:
    """A profile's number of channels and its bytes, compressed once a process."""
    data = path.read_bytes()
    channels = {b"CMYK": 4, b"RGB ": 3, b"GRAY": 1}.get(data[16:20], 0)
    return channels, zlib.compress(data, LEVEL)


def _profile(file: PdfFile, path: Path) -> int:
    channels, data = _packed(path)
    return file.stream(b"/N %d/Filter/FlateDecode" % channels, data, packed=True)


def resources(file: PdfFile, standard: Standard) -> tuple[bytes, bytes]:
    """Graphics states of overprinting, and the space that plain RGB stands for, as entries."""
    states = b"%b<</OP true/op true/OPM 1>>%b<</OP false/op false/OPM 0>>" % (OVER, OUT)
    spaces = b""
    if standard.screen is not None:
        number = _profile(file, standard.screen)
        spaces = b"/ColorSpace<</DefaultRGB[/ICCBased %d 0 R]>>" % number
    return states if standard.cmyk else b"", spaces


def catalog(file: PdfFile, standard: Standard, title: str, author: str, tool: str) -> bytes:
    """Entries of the catalog: the printing condition, and metadata where they are demanded."""
    if standard.form == "pdf":
        return b""
    name = text(standard.condition)
    held = b""
    if standard.profile is not None:
        held = b"/DestOutputProfile %d 0 R" % _profile(file, standard.profile)
    intent = file.write(
        b"<</Type/OutputIntent/S/GTS_PDFX/OutputConditionIdentifier%b/OutputCondition%b/Info%b"
        b"/RegistryName%b%b>>" % (name, name, name, _REGISTRY, held)
    )
    out = b"/OutputIntents[%d 0 R]" % intent
    if standard.form == "pdf-x4":
        packet = _packet(title, author, tool, file.digest())
        number = file.stream(b"/Type/Metadata/Subtype/XML", packet, packed=True)
        out += b"/Metadata %d 0 R" % number
    return out


def info(standard: Standard) -> bytes:
    """Entries of the Info dictionary beyond title, author, subject, creator and producer."""
    out = b"/CreationDate%b/ModDate%b/Trapped/False" % (_PDF_DATE, _PDF_DATE)
    if standard.form == "pdf-x1a":
        out += b"/GTS_PDFXVersion%b" % text(standard.name)
    return out


def _packet(title: str, author: str, tool: str, seed: str) -> bytes:
    """XMP that says what Info says; its ids come from what the file holds so far."""
    made = hashlib.sha256(f"{seed}{title}".encode()).hexdigest()
    ids = f"uuid:{made[:8]}-{made[8:12]}-{made[12:16]}-{made[16:20]}-{made[20:32]}"
    title, author, tool = (escape(words, quote=False) for words in (title, author, tool))
    return f"""<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
 xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<xmp:CreatorTool>{tool}</xmp:CreatorTool><xmp:CreateDate>{DATE}</xmp:CreateDate>
<xmp:ModifyDate>{DATE}</xmp:ModifyDate><xmp:MetadataDate>{DATE}</xmp:MetadataDate>
<xmpMM:DocumentID>{ids}</xmpMM:DocumentID><xmpMM:VersionID>1</xmpMM:VersionID>
<xmpMM:RenditionClass>default</xmpMM:RenditionClass>
<pdf:Producer>{tool}</pdf:Producer><pdf:Trapped>False</pdf:Trapped>
<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>""".encode()
