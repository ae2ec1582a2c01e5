"""A scene that goes to a print shop in, what the shop would refuse or spoil out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from generator.check.ground import ink_box, thumbnail
from generator.geometry import Box, bounds
from generator.inks.scenes import FAR, SMALL, Plates, used
from generator.model.standard import Standard
from generator.model.target import Shop
from generator.problems import Problems, Where
from generator.scene import Path, Picture, Run, Scene
from generator.units import INCH, PT

THINNEST = 0.25
"""pt of the thinnest line that presses hold."""

LEAST_PPI = 300

SHORT = 0.25
"""mm of bleed that a face may lack: no cutter is as exact."""

SIDE = 5.0
"""mm of an edge beside the trim that shows where bleed is missing."""

OPAQUE = 250
"""Alpha (0-255) under which a pixel lets something through."""

FACE = 3.0
"""mm that faces are composed beyond the trim."""

COARSEST = 72
"""Pixels an inch of a page as a picture."""

EVEN = 0.02
"""Part by which a picture's pixels may be wider than high: shops round to whole ones."""

Locate = Callable[[int], Where]


def check_page(
    shop: Shop, trim: Box, paper: tuple[float, float], pixels: tuple[int, int] | None
) -> Iterator[tuple[str, str, str, str]]:
    """What is wrong with a shop's page (mm) for a card: code, key of `shop:`, reason and mend.

    `pixels` is the page's size as a picture, where pictures are handed in.
    """
    said, card = f"{paper[0]:g} x {paper[1]:g} mm", f"{trim.w:g} x {trim.h:g} mm"
    if min(trim.x, trim.y) < 0:
        says = f"a page of {said} is smaller than the card, {card}"
        yield "shop-page", "page", says, "write the page with its bleed"
    elif max(trim.x, trim.y) > FACE + SHORT:
        says = f"the shop wants {max(trim.x, trim.y):g} mm of bleed, faces have {FACE:g} mm"
        fix = f"at most {FACE:g} mm beyond {card} on each side"
        yield "shop-bleed", "page" if shop.page else "bleed_width", says, fix
    if shop.safe is not None and 2 * shop.safe >= min(trim.w, trim.h):
        says = f"{shop.safe:g} mm on each side leave no room for text on a card of {card}"
        yield "shop-page", "safe", says, "write a few mm"
    if pixels is None:
        return
    across, down = (count / side * INCH for count, side in zip(pixels, paper, strict=True))
    if min(across, down) < COARSEST or abs(across / down - 1) > EVEN:
        says = f"{pixels[0]} x {pixels[1]} pixels on {said} are {across:.0f} x {down:.0f} an inch"
        key = "pixels" if shop.pixels else "dpi"
        yield "shop-page", key, says, f"as many across as down, {COARSEST} or more"


def check_shop(
    scene: Scene,
    standard: Standard,
    plates: Plates | None,
    bleed: tuple[float, float],
    safe: float | None,
    locate: Locate,
    problems: Problems,
) -> None:
    """Check one side of one card as it was composed; `plates` print it in inks.

    `bleed` is what the shop wants across and down, `safe` how far inside the trim texts must stay.
    """
    if max(bleed) > scene.bleed + SHORT:
        says = f"the shop wants {max(bleed):g} mm of bleed, faces have {scene.bleed:g} mm"
        problems.add("shop-bleed", locate(-1), says, "choose another target")
    for item in scene.items:
        at = partial(locate, item.element)
        if isinstance(item, Run):
            _text(item, scene, plates, safe, at, problems)
        elif isinstance(item, Picture):
            _picture(item, standard, at, problems)
        else:
            _path(item, scene, standard, bleed, at, problems)


def _text(
    run: Run,
    scene: Scene,
    plates: Plates | None,
    safe: float | None,
    locate: Callable[[], Where],
    problems: Problems,
) -> None:
    said = repr(run.text[:40])
    if plates is not None and run.size < SMALL:
        inks, off = plates.found(run.colour, "small")
        if used(inks) > 2:
            says = f"{said} is set in {run.size:g} pt and its colour names {used(inks)} inks"
            fix = f"two inks at most under {SMALL:g} pt, or larger letters"
            problems.add("shop-text-inks", locate(), says, fix)
        elif off > FAR:
            says = f"no two inks print {run.colour.hex} ({said}): the nearest are {off:.0f} off"
            fix = f"a darker or purer colour, its own cmyk, or {SMALL:g} pt and more"
            problems.add("shop-text-inks", locate(), says, fix)
    if safe is not None and safe > scene.safe:
        box, inner = ink_box(run), Box(0.0, 0.0, *scene.size).grow(-safe)
        if not inner.holds(box, 0.05):
            says = f"{said} stands nearer to the trim than the {safe:g} mm that the shop wants"
            problems.add("outside-safe", locate(), says, "move it inwards or shorten it")


def _path(
    path: Path,
    scene: Scene,
    standard: Standard,
    bleed: tuple[float, float],
    locate: Callable[[], Where],
    problems: Problems,
) -> None:
    stroked = path.stroke is not None and path.width > 0
    if stroked and path.width * PT < THINNEST - 1e-6:
        says = f"a line is {path.width * PT:.2f} pt wide; presses hold {THINNEST} pt"
        problems.add("shop-line", locate(), says, f"at least {THINNEST / PT:.2f} mm")
    if path.opacity < 1 and standard.form == "pdf-x1a":
        says = f"has an opacity of {path.opacity:g}; {standard.name} has no transparency"
        problems.add("shop-opacity", locate(), says, "a lighter colour, or the target for PDF/X-4")
    if path.fill is not None and not path.clip:
        short = _short(path, scene.size, bleed)
        if short is not None:
            says = f"ends {short:.2f} mm beyond the trim; the shop wants {max(bleed):.2f} mm"
            problems.add("shop-bleed", locate(), says, "let it run 3 mm past the trim")


def _short(path: Path, size: tuple[float, float], bleed: tuple[float, float]) -> float | None:
    """mm beyond the trim where an edge runs along it within the bleed; None where none does."""
    w, h = size
    b = bounds(path.segments)
    sides = (
        (-b.x, bleed[0], b.h),
        (b.right - w, bleed[0], b.h),
        (-b.y, bleed[1], b.w),
        (b.bottom - h, bleed[1], b.w),
    )
    for beyond, want, along in sides:
        if -0.05 <= beyond < want - SHORT and along >= SIDE:
            return beyond
    return None


def _picture(
    picture: Picture, standard: Standard, locate: Callable[[], Where], problems: Problems
) -> None:
    wide, high = picture.pixels
    ppi = min(wide / picture.box.w, high / picture.box.h) * INCH
    if ppi < LEAST_PPI - 0.5:
        says = f"the picture has {ppi:.0f} pixels per inch; print shops want {LEAST_PPI}"
        problems.add("shop-ppi", locate(), says, "more pixels, or show it smaller")
    if standard.form == "pdf-x1a" and _clear(picture.source):
        says = f"the picture lets through what lies beneath; {standard.name} has no transparency"
        problems.add("shop-opacity", locate(), says, "a picture without alpha")


def _clear(source: str) -> bool:
    """Whether any part of a picture is transparent."""
    _, _, pixels = thumbnail(source)
    return any(pixel[3] < OPAQUE for pixel in pixels)
