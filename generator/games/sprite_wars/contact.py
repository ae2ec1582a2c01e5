"""The person whose cards are printed in; lines of contact, vCards for codes and facts out.

vCards are version 3.0 (RFC 2426), which every telephone reads: UTF-8, `\\`, `,`, `;` and newlines
escaped. Lines in a code are not folded and end in LF: both only cost modules (RFC 6350, 3.2, says
"should"), and readers of codes take lines as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from generator.model.card import Entry
from generator.model.game import Game
from generator.scene import Fact

HERE = "\u200b"
"""Where a line may be broken without a hyphen (U+200B)."""

APART = " \u00b7 "
"""Stands between two short things on one line."""

SHORT = 40
"""Characters of two numbers, or of two handles, that share a line."""

NETWORKS = {
    "linkedin": "linkedin.com/in/",
    "xing": "xing.com/profile/",
    "github": "github.com/",
    "instagram": "instagram.com/",
    "facebook": "facebook.com/",
    "youtube": "youtube.com/@",
    "x": "x.com/",
    "telegram": "t.me/",
}
"""Networks whose names are paths of an address; of the others the name is told with the network."""

_SMALL = (
    "af al bin da das de del della den der des di dos du el la le les ten ter van vom von zu zum"
)
_BREAKS = re.compile(r"(?<=.[@/_])(?=.)|(?<=.)(?=\.)")
"""Between characters where an address may be broken: after `@`, `/`, `_`, before dots."""

PARTICLES = frozenset(_SMALL.split())
"""Words with which a family name begins, where they stand in small letters."""


def side_one(game: Game, narrow: bool) -> list[Fact]:
    """What side one must show, `narrow` where it stands upright.

    Keys: `name`, `role`, `company`, `motto`, `reach`, `place`, `logo` (a picture) and `code`.
    """
    person = game.person
    if person is None:
        return []
    said = {key: _of(person, key) for key in ("role", "company", "motto")}
    said |= {
        "name": person.name,
        "reach": reach(person, paired=not narrow),
        "place": place(person, not narrow),
    }
    facts = [Fact(key, shows=text.replace(HERE, "")) for key, text in said.items() if text]
    if logo := _of(person, "logo"):
        facts.append(Fact("logo", shows=logo))
    if _of(person, "code") != "none":
        facts.append(Fact("code"))
    return facts


def reach(person: Entry, paired: bool = True) -> str:
    """Lines of how to reach somebody: telephones, mail, web, networks; short ones `paired`."""
    phones = [_kept(text) for key in ("phone", "mobile") if (text := _of(person, key))]
    lines = _paired(phones) if paired else phones
    found = _of(person, "mail"), bare(_of(person, "web"))
    lines += [_breakable(text) for text in found if text]
    handles = [_breakable(_handle(*pair)) for pair in _pairs(person)]
    lines += _paired(handles) if paired else handles
    return "\n".join(lines)


def place(person: Entry, paired: bool = True) -> str:
    """The lines of the address; one, if `paired`, where that is short."""
    lines = _address_lines(person)
    together = ", ".join(lines)
    return together if paired and len(together) <= SHORT else "\n".join(lines)


def vcard(person: Entry) -> str:
    """Everything that a telephone's book of contacts takes."""
    lines = [*_names(person)]
    lines += _given(person, {"ORG": "company", "TITLE": "role"})
    lines += _given(person, {"TEL": "phone", "TEL;TYPE=CELL": "mobile", "EMAIL": "mail"})
    if web := _of(person, "web"):
        lines.append(f"URL:{_address(web)}")
    handles = [_handle(*pair) for pair in _pairs(person)]
    lines += [f"URL:{_address(handle)}" for handle in handles if "/" in handle]
    if address := _address_lines(person):
        lines.append(f"ADR:;;{_escaped(chr(10).join(address))};;;;")
    return _card(lines)


def short(person: Entry) -> str:
    """A vCard of name, one number and mail."""
    phone = "mobile" if _of(person, "mobile") else "phone"
    return _card([*_names(person), *_given(person, {"TEL": phone, "EMAIL": "mail"})])


def link(person: Entry) -> str:
    """One address at which somebody is found: the web's, else mail, telephone, the rules'."""
    for key, start in (("web", "https://"), ("mail", "mailto:"), ("mobile", "tel:")):
        if text := _of(person, key):
            return _address(text) if key == "web" else start + text.replace(" ", "")
    if phone := _of(person, "phone"):
        return f"tel:{phone.replace(' ', '')}"
    return _address(_of(person, "rules_at"))


def bare(address: str) -> str:
    """An address as it is printed: without its scheme and a slash that ends it."""
    for scheme in ("https://", "http://"):
        if address.casefold().startswith(scheme):
            address = address[len(scheme) :]
    return address.removesuffix("/")


def rules_at(person: Entry) -> str:
    """Where the rules can be read, as it is printed."""
    return bare(_of(person, "rules_at"))


def rules_link(person: Entry) -> str:
    """The same for a code, with its scheme."""
    return _address(_of(person, "rules_at"))


def _for(make: Callable[[Entry], str]) -> Callable[[Game], str]:
    return lambda game: make(game.person) if game.person else ""


TEXTS: Mapping[str, Callable[[Game], str]] = {
    "reach": _for(reach),
    "reach-narrow": _for(lambda person: reach(person, paired=False)),
    "place": _for(place),
    "place-narrow": _for(lambda person: place(person, paired=False)),
    "vcard": _for(vcard),
    "vcard-short": _for(short),
    "link": _for(link),
    "rules-at": _for(rules_at),
    "rules-link": _for(rules_link),
}
"""What templates may ask for with `text("…")`."""


def _of(person: Entry, key: str) -> str:
    value = person.fields.get(key)
    return value.strip() if isinstance(value, str) else ""


def _many(person: Entry, key: str) -> tuple[object, ...]:
    value = person.fields.get(key)
    return tuple(value) if isinstance(value, tuple) else ()


def _address_lines(person: Entry) -> list[str]:
    return [line for one in _many(person, "address") if (line := str(one).strip())]


def _pairs(person: Entry) -> list[tuple[str, str]]:
    """Networks with the names there, those left out that are empty."""
    found = [pair for pair in _many(person, "social") if isinstance(pair, tuple)]
    return [(str(pair[0]), name) for pair in found if (name := str(pair[1]).strip())]


def _paired(texts: list[str]) -> list[str]:
    """Texts as lines, the first two on one where both are short."""
    lines: list[str] = []
    for text in texts:
        room = SHORT - len(text.replace(HERE, "")) - len(APART)
        alone = lines and APART not in lines[-1]
        if alone and len(lines[-1].replace(HERE, "")) <= room:
            lines[-1] += APART + text
        else:
            lines.append(text)
    return lines


def _handle(network: str, name: str) -> str:
    """How a network's handle is printed, so that everybody knows where to look."""
    bare = name.removeprefix("https://").removeprefix("http://").removeprefix("www.")
    if "/" in bare or network == "mastodon":
        return bare
    if network in NETWORKS:
        return NETWORKS[network] + bare.removeprefix("@")
    if network == "bluesky":
        return f"@{bare.removeprefix('@')}"
    return f"{network.capitalize()}: {bare}"


def _breakable(text: str) -> str:
    """An address with the places at which it may be broken."""
    return _BREAKS.sub(HERE, text)


def _kept(number: str) -> str:
    """A telephone number that stays on one line."""
    return number.replace(" ", "\u00a0").replace("-", "-\u2060")


def _address(text: str) -> str:
    return text if "://" in text else f"https://{text}"


def _card(lines: Iterable[str]) -> str:
    return "\n".join(["BEGIN:VCARD", "VERSION:3.0", *lines, "END:VCARD"])


def _names(person: Entry) -> list[str]:
    """N and FN: what comes first is given, the last word and its particles are the family's."""
    words = person.name.split()
    at = next((n for n, word in enumerate(words) if n and word in PARTICLES), len(words) - 1)
    family, given = " ".join(words[at:]), " ".join(words[:at])
    return [f"N:{_escaped(family)};{_escaped(given)};;;", f"FN:{_escaped(person.name)}"]


def _given(person: Entry, keys: Mapping[str, str]) -> list[str]:
    return [f"{name}:{_escaped(text)}" for name, key in keys.items() if (text := _of(person, key))]


def _escaped(text: str) -> str:
    """A value as RFC 2426 writes it."""
    for char in ("\\", ";", ","):
        text = text.replace(char, f"\\{char}")
    return text.replace("\r\n", "\n").replace("\n", "\\n")
