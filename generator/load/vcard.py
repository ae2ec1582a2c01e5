"""A vCard file in, what it says of its person out, by the fields that a game may declare.

Versions 2.1, 3.0 and 4.0 (RFC 2426, 6350, and 9554 for social profiles): folded lines, groups,
quoted parameters, quoted-printable and the charsets of old telephones. A file may hold one card.
"""

from __future__ import annotations

import quopri
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from generator.load.plain import BAD, read_bytes
from generator.problems import Problems, Where

FIELDS = ("name", "role", "company", "phone", "mobile", "mail", "web", "social", "address")
"""What can be taken; pairs and lists as data, everything else as text."""

MOST = 4 * 1024 * 1024
"""Bytes; photographs make them large."""

MOST_LINES = 5_000
"""Lines, folded ones counted once; each is a property."""

_HEAD_LONGEST = 2000
"""Bytes before the colon: names and parameters."""

_CHARSETS = {
    "utf-8": "utf-8",
    "utf8": "utf-8",
    "us-ascii": "ascii",
    "iso-8859-1": "latin-1",
    "iso-8859-15": "iso-8859-15",
    "windows-1252": "cp1252",
}
_SILENT = frozenset(
    [
        "BEGIN",
        "END",
        "VERSION",
        "PRODID",
        "REV",
        "UID",
        "KIND",
        "SORT-STRING",
        "X-ABLABEL",
        "X-ABADR",
        "X-ABUID",
        "MAILER",
        "CLASS",
        "SOURCE",
        "PROFILE",
        "CATEGORIES",
        "LANG",
        "TZ",
        "GENDER",
        "CLIENTPIDMAP",
        "X-ABSHOWAS",
        "N",
        "FN",
        "NICKNAME",
    ]
)
_HEAD = re.compile(r"(?:[A-Za-z0-9-]+\.)?([A-Za-z0-9-]+)\Z")
_BARE = frozenset(("QUOTED-PRINTABLE", "BASE64", "8BIT", "7BIT"))


class Taken(NamedTuple):
    """A value of the card and the line that it stands in."""

    value: Any
    line: int


class _Property(NamedTuple):
    """One line, unfolded: upper-case name, parameters by upper-case name, the value as text."""

    name: str
    params: dict[str, list[str]]
    value: str
    line: int

    def types(self) -> set[str]:
        """What kind it is: `work`, `cell`, `pref` …"""
        return {
            kind.strip().lower()
            for value in self.params.get("TYPE", ())
            for kind in value.split(",")
        }

    def rank(self) -> int:
        """How much it is preferred: 1 the most."""
        stated = self.params.get("PREF", [""])[0]
        if stated.isascii() and stated.isdigit():
            return min(int(stated), 100)
        return 1 if "pref" in self.types() else 101


def read_vcard(path: Path, shown: str, problems: Problems) -> dict[str, Taken]:
    """What the file's only card says, by field; nothing where a fault was noted."""
    data = read_bytes(path, shown, problems, MOST)
    if data is None:
        return {}
    found = Problems()
    card = _card(data, shown, found)
    problems.extend(found)
    if card is None or found.fatal():
        return {}
    taken = _taken(card)
    for field, one in taken.items():
        if BAD.search(str(one.value)):
            says = f"the {field} holds a control character"
            found.add("vcard-format", Where(shown, one.line), says, "export the card again")
    left = sorted({p.name for p in card if p.name not in _USED and p.name not in _SILENT})
    if left and not found.fatal():
        says = f"what is not taken from it: {', '.join(left)[:300]}"
        found.add("vcard-left", Where(shown), says)
    problems.extend(found)
    return {} if found.fatal() else taken


def _card(data: bytes, shown: str, problems: Problems) -> list[_Property] | None:
    """The properties of the file's only card."""
    where, export = Where(shown), "export the person as a vCard 3.0 or 4.0 (.vcf)"
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        problems.add("file-encoding", where, "is UTF-16", "save it as UTF-8")
        return None
    data = data.removeprefix(b"\xef\xbb\xbf")
    if b"\0" in data or not re.match(rb"\s*BEGIN\s*:\s*VCARD\s*[\r\n]", data[:200], re.IGNORECASE):
        problems.add(
            "vcard-format", where, "is no vCard: it does not begin with BEGIN:VCARD", export
        )
        return None
    lines = list(islice(_unfolded(data), MOST_LINES + 1))
    if len(lines) > MOST_LINES:
        says = f"has more than {MOST_LINES:,} lines"
        problems.add("vcard-format", Where(shown, lines[-1][0]), says, export)
        return None
    heads = [n for n, line in lines if re.match(rb"BEGIN\s*:\s*VCARD\s*\Z", line, re.IGNORECASE)]
    if len(heads) > 1:
        says = f"holds {len(heads)} cards, the second from line {heads[1]} on; one person is wanted"
        fix = "export that person alone, or list many people in a table for --people"
        problems.add("vcard-many", where, says, fix)
        return None
    if not re.match(rb"END\s*:\s*VCARD\s*\Z", lines[-1][1], re.IGNORECASE):
        says = "does not end with END:VCARD, so a part of it is missing"
        problems.add("vcard-format", Where(shown, lines[-1][0]), says, export)
        return None
    card = [p for number, line in lines if (p := _property(line, number, shown, problems))]
    version = next((p for p in card if p.name == "VERSION"), None)
    if version is None or version.value.strip() not in ("2.1", "3.0", "4.0"):
        said = "no version" if version is None else f"the version {version.value.strip()[:20]!r}"
        says = f"has {said}; 2.1, 3.0 and 4.0 are read"
        problems.add("vcard-format", Where(shown, version.line if version else 1), says, export)
        return None
    return card


def _unfolded(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Lines with the numbers they start at: folded ones joined, those of quoted-printable too."""
    number, soft = 0, False
    parts: list[bytes] = []
    for at, line in enumerate(re.split(rb"\r\n|\n|\r", data), 1):
        if soft:
            parts[-1] = parts[-1][:-1]
            parts.append(line)
            soft = line.endswith(b"=")
        elif line[:1] in (b" ", b"\t") and parts:
            parts.append(line[1:])
        else:
            if any(part.strip() for part in parts):
                yield number, b"".join(parts)
            number, parts = at, [line]
            head = line[:_HEAD_LONGEST].partition(b":")[0].upper()
            soft = b"QUOTED-PRINTABLE" in head and line.endswith(b"=")
    if any(part.strip() for part in parts):
        yield number, b"".join(parts)


def _property(line: bytes, number: int, shown: str, problems: Problems) -> _Property | None:
    """A line as a property; noted and None where it is none or cannot be decoded."""
    head, value = _parted(line)
    where = Where(shown, number)
    if value is None:
        says = f"the line {head[:40].decode('latin-1')!r} has no ':'"
        problems.add("vcard-format", where, says, "export the card again")
        return None
    name, *rest = _split(head.decode("utf-8", "replace"), ";")
    found = _HEAD.match(name.strip())
    if found is None:
        says = f"{name[:40]!r} is no property's name"
        problems.add("vcard-format", where, says, "export the card again")
        return None
    params: dict[str, list[str]] = {}
    for part in rest:
        key, equals, said = part.partition("=")
        if not equals:  # 2.1 writes TEL;WORK;VOICE
            key, said = ("ENCODING" if key.upper() in _BARE else "TYPE"), key
        params.setdefault(key.strip().upper(), []).append(said.strip().strip('"'))
    coding = params.get("ENCODING", [""])[0].upper()
    if coding == "QUOTED-PRINTABLE":
        value = quopri.decodestring(value)
    elif coding in ("B", "BASE64"):  # a picture or a key
        return _Property(found[1].upper(), params, "", number)
    charset = params.get("CHARSET", ["utf-8"])[0].lower()
    try:
        text = value.decode(_CHARSETS[charset])
    except KeyError:
        problems.add("file-encoding", where, f"the charset {charset[:20]!r} is not read", "UTF-8")
        return None
    except UnicodeDecodeError as error:
        says = f"byte 0x{value[error.start]:02X} is not {charset.upper()}"
        problems.add("file-encoding", where, says, "export the card as UTF-8")
        return None
    return _Property(found[1].upper(), params, text, number)


def _parted(line: bytes) -> tuple[bytes, bytes | None]:
    """What stands before and after the first ':' outside quotes."""
    quoted = False
    for at, byte in enumerate(line[:_HEAD_LONGEST]):
        if byte == 0x22:
            quoted = not quoted
        elif byte == 0x3A and not quoted:
            return line[:at], line[at + 1 :]
    return line, None


def _split(text: str, at: str) -> list[str]:
    """Parts between `at` outside quotes."""
    parts, quoted = [""], False
    for char in text:
        quoted ^= char == '"'
        if char == at and not quoted:
            parts.append("")
        else:
            parts[-1] += char
    return parts


def _fields(value: str) -> list[str]:
    """The parts of a structured value between unescaped ';', unescaped."""
    parts: list[list[str]] = [[]]
    for piece in re.findall(r"\\.|;|[^;\\]+|\\", value, re.DOTALL):
        if piece == ";":
            parts.append([])
        else:
            parts[-1].append(piece)
    return [plain("".join(part)) for part in parts]


def plain(value: str) -> str:
    """A value without its escapes; blanks at its ends go."""
    said = re.sub(r"\\(.)", lambda m: "\n" if m[1] in "nN" else m[1], value, flags=re.DOTALL)
    return said.strip()


# What stands where.


def _taken(card: list[_Property]) -> dict[str, Taken]:
    out: dict[str, Taken] = {}

    def take(field: str, value: Any, line: int) -> None:
        if value and field not in out:
            out[field] = Taken(value, line)

    ranked = sorted(card, key=_Property.rank)
    for one in (p for p in ranked if p.name == "FN"):
        take("name", plain(one.value), one.line)
    for one in (p for p in ranked if p.name == "N"):
        family, given, *_ = [*_fields(one.value), "", ""]
        take("name", f"{given} {family}".strip(), one.line)
    for name, field in (("TITLE", "role"), ("ROLE", "role"), ("EMAIL", "mail"), ("URL", "web")):
        for one in (p for p in ranked if p.name == name):
            take(
                field, _address(plain(one.value)) if field != "role" else plain(one.value), one.line
            )
    for one in (p for p in ranked if p.name == "ORG"):
        take("company", _fields(one.value)[0], one.line)
    for one in (p for p in ranked if p.name == "TEL"):
        kinds = one.types()
        if not kinds & {"fax", "pager", "modem"}:
            number = re.sub(r"\Atel:", "", plain(one.value), flags=re.IGNORECASE).partition(";")[0]
            take("mobile" if "cell" in kinds else "phone", number, one.line)
    for one in (p for p in ranked if p.name == "ADR"):
        take("address", _lines(one), one.line)
    social: dict[str, str] = {}
    lines = []
    for one in (p for p in card if p.name in ("SOCIALPROFILE", "X-SOCIALPROFILE")):
        network, handle = _profile(one)
        if network and handle and network not in social:
            social[network] = handle
            lines.append(one.line)
    if social:
        take("social", social, lines[0])
    return out


_USED = frozenset(
    [
        "FN",
        "N",
        "TITLE",
        "ROLE",
        "EMAIL",
        "URL",
        "ORG",
        "TEL",
        "ADR",
        "SOCIALPROFILE",
        "X-SOCIALPROFILE",
    ]
)


def _address(value: str) -> str:
    """A mail or web address as it is printed: without its scheme."""
    bare = re.sub(r"\A(mailto:|https?://)", "", value, flags=re.IGNORECASE)
    return bare.removesuffix("/") if bare.count("/") == 1 else bare


def _lines(adr: _Property) -> list[str]:
    """The lines of an address: its label where it has one, else as it is written at home."""
    label = adr.params.get("LABEL", [""])[0]
    if label:
        return [
            line.strip() for line in plain(label).replace("^n", "\n").split("\n") if line.strip()
        ]
    box, extended, street, town, region, code, country, *_ = [*_fields(adr.value), *[""] * 7]
    place = f"{town}, {region} {code}" if region and town else f"{code} {town or region}"
    lines = [*street.split("\n"), extended, box, place, country]
    return [" ".join(line.split()) for line in lines if line.strip()]


def _profile(one: _Property) -> tuple[str, str]:
    """The network and the person's name there."""
    service = one.params.get("SERVICE-TYPE", [""])[0] or next(
        iter(sorted(one.types() - {"pref"})), ""
    )
    value = plain(one.value)
    user = next((one.params[key][0] for key in ("USERNAME", "X-USER") if key in one.params), "")
    address = re.match(
        r"(?:x-apple:|https?://)?(?:www\.)?([^/?#\s]+)?/?(.*)\Z", value, re.IGNORECASE
    )
    host, path = (address[1] or "", address[2]) if address else ("", "")
    if not service:
        service = host.split(".")[-2] if host.count(".") else ""
    service = {"twitter": "x"}.get(service.lower(), service.lower())
    handle = user or path.strip("/") or ("" if "." in host else host)
    if service == "mastodon" and handle.startswith("@") and handle.count("@") == 1 and host:
        handle = f"{handle}@{host}"
    return service, handle
