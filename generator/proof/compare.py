"""Something expected and something read in, how they differ out, in words for people."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Literal, NamedTuple

from generator.proof.ink import EVERYWHERE, LIGATURES, Edges, Image, Ink, Rgb, Shape, Words, meet

NEAR = 0.05
"""mm within which a thing stands where it should (DESIGN, Check and proof)."""

TURN = 0.15
"""Degrees: 0.05 mm at the end of a line of 20 mm."""

ANOTHER = "has another outline"

Aspect = Literal["words", "place", "look", "hidden"]


class Difference(NamedTuple):
    """One way in which something read is not what was expected."""

    aspect: Aspect
    says: str


Spelled = Callable[[Words, Words], bool]
"""Whether a line is as expected letter by letter, where the reader may have guessed at blanks."""


def differences(want: Ink, got: Ink, spelled: Spelled) -> list[Difference]:
    """How `got` differs from `want`; both of the same kind. Nothing: they are the same."""
    if isinstance(want, Words):
        assert isinstance(got, Words)
        return [] if _same_line(want, got) else _words(want, got, spelled)
    if isinstance(want, Shape):
        assert isinstance(got, Shape)
        return [] if _same_path(want, got) else _shape(want, got)
    assert isinstance(want, Image)
    assert isinstance(got, Image)
    return _image(want, got)


def _same_line(want: Words, got: Words) -> bool:
    """The quick way for the usual case."""
    return (
        want.text == got.text
        and abs(want.x - got.x) < NEAR
        and abs(want.y - got.y) < NEAR
        and want.font == got.font
        and want.colour == got.colour
        and want.turn == got.turn
        and abs(want.right - got.right) < NEAR
        and abs(want.left - got.left) < NEAR
        and abs(want.size - got.size) < 0.01
        and got.alpha == 255
        and not got.odd
    )


def _words(want: Words, got: Words, spelled: Spelled) -> list[Difference]:
    out: list[Difference] = []
    if want.text != got.text and not _says(want, got, spelled):
        out.append(Difference("words", f"says {got.text!r} instead of {want.text!r}"))
    out += _moved(want.x, want.y, got.x, got.y)
    off = (got.turn - want.turn + 180) % 360 - 180
    if not abs(off) <= TURN:
        out.append(Difference("place", f"is turned by {got.turn:.4g}° instead of {want.turn:.4g}°"))
    if want.font != got.font:
        out.append(Difference("look", f"is set in {got.font} instead of {want.font}"))
    if abs(want.size - got.size) >= 0.01:
        out.append(Difference("look", f"is {got.size:.4g} pt instead of {want.size:.4g} pt"))
    elif not (out or got.odd) and (
        abs(want.right - got.right) >= NEAR or abs(want.left - got.left) >= NEAR
    ):
        says = (
            f"runs from {got.left:.2f} to {got.right:.2f} mm beside its start instead of "
            f"{want.left:.2f} to {want.right:.2f} mm: its letters are spaced otherwise"
        )
        out.append(Difference("place", says))
    out += _coloured("is", want.colour, got.colour)
    if got.alpha != 255:
        says = f"has an opacity of {got.alpha / 2.55:.0f} %"
        out.append(Difference("hidden" if got.alpha < 128 else "look", says))
    if got.odd:
        out.append(Difference("hidden" if "invisible" in got.odd else "look", got.odd))
    return out


def _says(want: Words, got: Words, spelled: Spelled) -> bool:
    """Whether the words are the same once guessed blanks and ways of encoding are put aside."""
    due, read = _plain(want.text), _plain(got.text)
    if due == read:
        return True
    return due.replace(" ", "") == read.replace(" ", "") and spelled(want, got)


def _plain(text: str) -> str:
    """Composed letters; ligatures and soft hyphens as PDFium gives them."""
    for ligature, letters in _LIGATURES:
        text = text.replace(ligature, letters)
    return unicodedata.normalize("NFC", text.replace("\N{SOFT HYPHEN}", "-"))


_LIGATURES = tuple((char, unicodedata.normalize("NFKC", char)) for char in LIGATURES)


def _moved(x: float, y: float, gx: float, gy: float) -> list[Difference]:
    dx, dy = gx - x, gy - y
    if abs(dx) < NEAR and abs(dy) < NEAR:
        return []  # no number at all (NaN) is no place either
    return [Difference("place", f"stands {shift(dx, dy)}")]


def shift(dx: float, dy: float) -> str:
    """`0.20 mm too far right and 1.00 mm too high`."""
    parts = []
    if abs(dx) >= NEAR / 2:
        parts.append(f"{abs(dx):.2f} mm too far {'right' if dx > 0 else 'left'}")
    if abs(dy) >= NEAR / 2:
        parts.append(f"{abs(dy):.2f} mm too {'low' if dy > 0 else 'high'}")
    return " and ".join(parts)


def _same_path(want: Shape, got: Shape) -> bool:
    """The quick way for fills and strokes that are clipped as expected."""
    if not (
        want.points == got.points
        and want.fill == got.fill
        and want.stroke == got.stroke
        and got.alpha == want.alpha
        and not got.odd
        and want.even_odd == got.even_odd
    ):
        return False
    for a, b in zip(want.probes, got.probes, strict=True):
        if not -NEAR < a - b < NEAR:
            return False
    a, b, c, d = want.edges
    e, f, g, h = got.edges
    if want.stroke is not None:
        if abs(want.width - got.width) > 0.005 or want.dash or got.dash or want.round != got.round:
            return False
        if not (e < a + NEAR and f < b + NEAR and g > c - NEAR and h > d - NEAR):
            return False
    elif not (abs(a - e) < NEAR and abs(b - f) < NEAR and abs(c - g) < NEAR and abs(d - h) < NEAR):
        return False
    e, f, g, h = want.clip
    if got.clip is EVERYWHERE:
        return a >= e - NEAR and b >= f - NEAR and c <= g + NEAR and d <= h + NEAR
    return all(abs(one - other) < NEAR for one, other in zip(want.clip, got.clip, strict=True))


def _shape(want: Shape, got: Shape) -> list[Difference]:
    out = _laid(want, got)
    for verb, before, after in (
        ("is filled with", want.fill, got.fill),
        ("is drawn in", want.stroke, got.stroke),
    ):
        if before is None or after is None:
            if before is not after:
                says = f"{verb} {_hex(after)} instead of {_hex(before)}"
                out.append(Difference("look", says))
        else:
            out += _coloured(verb, before, after)
    if want.stroke and got.stroke:
        out += _lined(want, got)
    if want.fill and got.fill and want.even_odd != got.even_odd:
        rule = "even-odd" if got.even_odd else "nonzero"
        out.append(Difference("look", f"is filled by the {rule} rule: its holes differ"))
    if abs(want.alpha - got.alpha) > 1:
        says = f"has an opacity of {got.alpha / 2.55:.0f} % instead of {want.alpha / 2.55:.0f} %"
        out.append(Difference("look", says))
    if got.odd:
        out.append(Difference("look", got.odd))
    return out


def _lined(want: Shape, got: Shape) -> list[Difference]:
    out: list[Difference] = []
    if abs(want.width - got.width) > 0.005:
        says = f"is drawn {got.width:.3f} mm wide instead of {want.width:.3f} mm"
        out.append(Difference("look", says))
    same = len(want.dash) == len(got.dash) and all(
        abs(a - b) < 0.01 for a, b in zip(want.dash, got.dash, strict=True)
    )
    if not same:
        before, after = ("-".join(f"{part:.2f}" for part in d) for d in (want.dash, got.dash))
        says = f"is dashed {after or 'not at all'} instead of {before or 'not at all'}"
        out.append(Difference("look", says))
    if want.round != got.round:
        ends = "round" if got.round else "square"
        out.append(Difference("look", f"has {ends} ends and corners"))
    return out


def _laid(want: Shape, got: Shape) -> list[Difference]:
    """Outline, place and clip of a path."""
    if not want.points - want.slack <= got.points <= want.points:
        return [
            Difference(
                "look", f"has {got.points} points instead of {want.points}: another outline"
            ),
            *_clipped(want.edges, want.clip, got.clip),
        ]
    sides = list(zip(want.edges, got.edges, strict=True))
    loose = want.stroke or got.stroke
    if loose:
        fits = all(s * (a - b) > -NEAR for s, (a, b) in zip((1, 1, -1, -1), sides, strict=True))
    else:
        fits = all(abs(a - b) < NEAR for a, b in sides)
    shifts = [b - a for a, b in zip(want.probes, got.probes, strict=False)]
    if len(want.probes) != len(got.probes) or want.points != got.points:
        shifts = []
    if fits and all(abs(by) < NEAR for by in shifts):
        return _clipped(want.edges, want.clip, got.clip)
    wide, high, got_wide, got_high = (
        e[i + 2] - e[i] for e in (want.edges, got.edges) for i in (0, 1)
    )
    if loose or (abs(wide - got_wide) < NEAR and abs(high - got_high) < NEAR):
        across, down = shifts[::2], shifts[1::2]
        if shifts and max(across) - min(across) < NEAR and max(down) - min(down) < NEAR:
            return _moved(0.0, 0.0, across[0], down[0]) or [Difference("look", ANOTHER)]
        return [Difference("look", ANOTHER)]
    says = f"is {got_wide:.2f} x {got_high:.2f} mm instead of {wide:.2f} x {high:.2f} mm"
    return [Difference("place", says)]


def _clipped(edges: Edges, clip: Edges, got_clip: Edges) -> list[Difference]:
    """Whether the same part of a thing shows."""
    due, seen = meet(edges, clip), meet(edges, got_clip)
    if due is None or due == seen:
        return []
    if seen is None:
        return [Difference("hidden", "is clipped away")]
    if all(abs(a - b) < NEAR for a, b in zip(due, seen, strict=True)):
        return []
    says = (
        f"shows {seen[2] - seen[0]:.2f} x {seen[3] - seen[1]:.2f} mm of itself instead of "
        f"{due[2] - due[0]:.2f} x {due[3] - due[1]:.2f} mm: it is clipped otherwise"
    )
    return [Difference("hidden", says)]


def _image(want: Image, got: Image) -> list[Difference]:
    out: list[Difference] = []
    if got.pixels != want.pixels:
        says = "has {} x {} pixels instead of {} x {}".format(*got.pixels, *want.pixels)
        out.append(Difference("look", says))
    gaps = [abs(a - b) for a, b in zip(want.edges, got.edges, strict=True)]
    if max(gaps) >= NEAR:
        wide, high = want.edges[2] - want.edges[0], want.edges[3] - want.edges[1]
        got_wide, got_high = got.edges[2] - got.edges[0], got.edges[3] - got.edges[1]
        if abs(wide - got_wide) >= NEAR or abs(high - got_high) >= NEAR:
            says = f"is {got_wide:.2f} x {got_high:.2f} mm instead of {wide:.2f} x {high:.2f} mm"
            out.append(Difference("place", says))
        else:
            out += _moved(*want.edges[:2], *got.edges[:2])
    elif any(abs(a - b) >= NEAR for a, b in zip(want.frame, got.frame, strict=True)):
        out.append(Difference("place", "is turned or mirrored"))
    if got.alpha != want.alpha:
        out.append(Difference("look", f"has an opacity of {got.alpha / 2.55:.0f} %"))
    if got.odd:
        out.append(Difference("look", got.odd))
    return out + _clipped(want.edges, want.clip, got.clip)


def _coloured(verb: str, want: Rgb, got: Rgb) -> list[Difference]:
    if want == got or max(abs(a - b) for a, b in zip(want, got, strict=True)) <= 1:
        return []
    return [Difference("look", f"{verb} {_hex(got)} instead of {_hex(want)}")]


def _hex(colour: Rgb | None) -> str:
    if colour is None:
        return "nothing"
    return "no plain colour" if min(colour) < 0 else "#{:02X}{:02X}{:02X}".format(*colour)
