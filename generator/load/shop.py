"""What a target says of a print shop in; whether all of it can be, faults noted, out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.load.nodes import Map
from generator.model.target import Shop, Target
from generator.problems import Problems
from generator.units import INCH

KEYS = ("number", "id", "lot")
"""What a file's name may be made of."""

_NAME = re.compile(r"(?:\w|\{(?:number|id)\})(?:[\w.+-]|\{(?:number|id|lot)\})*\Z", re.ASCII)
_CONDITION = re.compile(r"[\w .,:;()/+*&-]*\Z", re.ASCII)
_LONGEST = 100
"""Characters of a file's name and of a condition, which registries keep short."""

_FILE = re.compile(r"[\w+-][\w.+-]*\Z", re.ASCII)
_PAGE = (5.0, 1000.0)
_MOST_PIXELS = 100_000_000
"""Of a page as a picture: what is drawn is held in memory."""

_RANGES: dict[str, tuple[float, float]] = {
    "safe": (0, 50),
    "ink_limit": (100, 400),
    "dpi": (72, 1200),
    "designs": (1, 10_000),
}


def laid_over(over: Map, under: Map) -> Map:
    """A target's shop over that of the target it extends; keys keep their places."""
    out = Map(over.file, over.line)
    for part in (under, over):
        for key, value, where in part.entries():
            out.lay(key, value, where)
    return out


def shop_sound(target: Target, node: Map, problems: Problems) -> bool:
    """Whether scheme, colour and the shop's own keys can be, and go together."""
    if (target.scheme == "shop") != (target.shop is not None):
        says = f"is {target.scheme}, with{'out' if target.shop is None else ''} a 'shop:'"
        fix = "a scheme 'shop' and a 'shop:' go together"
        problems.add("field-value", node.where("scheme"), says, fix)
        return False
    if target.shop is None:
        if target.colour == "rgb":
            return True
        says = "is cmyk: sheets for printers at home are in RGB"
        problems.add("field-value", node.where("colour"), says, "write 'colour: rgb'")
        return False
    inner = node.get("shop")
    place = inner if isinstance(inner, Map) else node
    fine = True
    for key, says, fix in (*_measures(target.shop), *_names(target.shop), *_inks(target)):
        problems.add("field-value", place.where(key), says, fix)
        fine = False
    return fine


Fault = tuple[str, str, str]
"""Key, what is wrong with it and what would mend it."""


def _measures(shop: Shop) -> Iterator[Fault]:
    for key, (least, most) in _RANGES.items():
        value = getattr(shop, key)
        if value is not None and not least <= value <= most:
            yield key, f"is {value:g}", f"write {least:g} to {most:g}"
    if shop.page is not None:
        if shop.card is None:
            yield "page", "is given without the card it belongs to", "write 'card: …'"
        if not all(_PAGE[0] <= side <= _PAGE[1] for side in shop.page):
            yield "page", "is no page", f"write two sides of {_PAGE[0]:g} to {_PAGE[1]:g} mm"
    if shop.pixels is not None and not all(1 <= side <= 20_000 for side in shop.pixels):
        yield "pixels", "is no picture's size", "write two numbers of 1 to 20000"
    elif shop.form == "png":
        key, count = _pixels(shop)
        if count > _MOST_PIXELS:
            fix = f"{_MOST_PIXELS // 10**6} million at most"
            yield key, f"makes pages of {count / 1e6:,.0f} million pixels", fix
    if any(not 1 <= lot <= 100_000 for lot in shop.lots):
        yield "lots", "holds a number of cards that nobody sells", "write numbers of 1 to 100000"


def _pixels(shop: Shop) -> tuple[str, float]:
    """The key that says how large pictures of pages are, and how many pixels one has."""
    if shop.pixels is not None:
        return "pixels", shop.pixels[0] * shop.pixels[1]
    page = shop.page or (0.0, 0.0)  # without, it is a card with its bleed
    return "dpi", page[0] * page[1] * (shop.dpi / INCH) ** 2


def _names(shop: Shop) -> Iterator[Fault]:
    if not shop.sides or len(set(shop.sides)) < len(shop.sides):
        yield "sides", "names no side, or one twice", "write [back, front]"
    twice = any(shop.file.count(f"{{{key}}}") > 1 for key in KEYS)
    fits = bool(_NAME.match(shop.file)) and not twice and len(shop.file) <= _LONGEST
    if not fits or (shop.files == "card" and "{" not in shop.file):
        fix = f"letters, digits and {', '.join('{' + key + '}' for key in KEYS)}, each once"
        yield "file", f"is {shop.file[:60]!r}, which cannot name a file of each card", fix
    if not _CONDITION.match(shop.condition) or len(shop.condition) > _LONGEST:
        fix = f"letters and digits of English, {_LONGEST} characters at most, such as FOGRA39"
        yield "condition", f"is {shop.condition[:60]!r}, no condition's name", fix
    if shop.profile is not None and not _FILE.match(shop.profile):
        yield "profile", f"is {shop.profile[:60]!r}, no file's name", "a file of templates/profiles"
    strange = [key for key in shop.unsure or () if key not in (*shop.plain(), "colour")]
    if strange:
        yield "unsure", f"names {strange[0][:60]!r}, which is no key here", "name keys of 'shop:'"


def _inks(target: Target) -> Iterator[Fault]:
    shop = target.shop
    assert shop is not None
    if shop.form in ("pdf-x4", "pdf-x1a"):
        for key, given in (("profile", shop.profile), ("condition", shop.condition)):
            if not given:
                yield key, f"is not given, and {shop.form} needs it", "name the press"
        if shop.form == "pdf-x1a" and target.colour != "cmyk":
            yield "form", "is pdf-x1a, which holds no RGB", "write 'colour: cmyk'"
    if target.colour == "cmyk" and (shop.profile is None or shop.form == "png"):
        yield "form", "cannot be CMYK without a 'profile', nor as PNG", "write 'colour: rgb'"
