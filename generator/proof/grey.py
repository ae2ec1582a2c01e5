"""A written PDF in, everything in it that could print colour out.

PDFium tells colours but not how they were said, so grey said as red, green and blue would pass:
the file's own streams are unpacked and searched for operators and spaces of colour.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from pathlib import Path

from generator.proof.report import Report

LARGEST = 256 * 2**20
"""Bytes of a stream once unpacked; a page of cards has some thousands."""

_OBJECT = re.compile(rb"(?<![0-9])(\d+) \d+ obj\b")
_STREAM = re.compile(rb"\bstream\r?\n")
_LENGTH = re.compile(rb"/Length (\d+)(?! \d+ R)")
_STRINGS = re.compile(rb"\((?:[^()\\]|\\.)*\)|<[0-9A-Fa-f\s]*>", re.DOTALL)
_OPERATORS = re.compile(rb"(?<![^\s\]>)])(rg|RG|k|K|cs|CS|scn|SCN|sc|SC|sh)(?![^\s/\[<(])")
_SPACES = re.compile(
    rb"/(DeviceRGB|DeviceCMYK|CalRGB|Lab|ICCBased|Indexed|Separation|DeviceN|Pattern)\b"
)


def prove_grey(path: Path, report: Report) -> None:
    """Note `proof-colour`, once for each kind, where the file at `path` can print colour."""
    report.page = 0
    for number, head, data in _objects(path.read_bytes()):
        for space in sorted({found.decode() for found in _SPACES.findall(head)}):
            report.once("proof-colour", space, f"object {number} names the colour space {space}")
        if b"/ObjStm" in head:
            says = f"object {number} packs others, which cannot be searched for colour"
            report.once("proof-colour", "ObjStm", says)
        if data is None or b"/Subtype/Image" in head or b"/Length1" in head:
            continue
        for operator in sorted({found.decode() for found in _OPERATORS.findall(data)}):
            says = f"object {number} sets colour by the operator {operator}"
            report.once("proof-colour", operator, says)


def _objects(file: bytes) -> Iterator[tuple[int, bytes, bytes | None]]:
    """Each object's number and dictionary, and its stream without the strings in it."""
    at = 0
    while found := _OBJECT.search(file, at):
        end = file.find(b"endobj", found.end())
        end = len(file) if end < 0 else end
        stream = _STREAM.search(file, found.end(), end)
        head = file[found.end() : stream.start() if stream else end]
        data = None
        if stream:
            length = _LENGTH.search(head)
            at = stream.end() + (int(length[1]) if length else 0)
            data = _STRINGS.sub(b"()", _unpacked(head, file[stream.end() : at]))
            at = max(at, stream.end())
        else:
            at = end
        yield int(found[1]), _STRINGS.sub(b"()", head), data


def _unpacked(head: bytes, data: bytes) -> bytes:
    if b"/FlateDecode" not in head or b"/Subtype/Image" in head:
        return data
    try:
        return zlib.decompressobj().decompress(data, LARGEST)
    except zlib.error:
        return b""  # PDFium could not read it either, which is told elsewhere
