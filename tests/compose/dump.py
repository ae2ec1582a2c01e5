"""A scene in, readable lines out: what golden files hold."""

from __future__ import annotations

from generator.geometry import Segments
from generator.scene import Colour, Path, Picture, Run, Scene


def mm(*numbers: float) -> str:
    said = (f"{number:.2f}".rstrip("0").rstrip(".") for number in numbers)
    return " ".join("0" if text == "-0" else text for text in said)


def outline(segments: Segments) -> str:
    return " ".join(seg[0] + mm(*seg[1:]) for seg in segments)


def paint(colour: Colour | None) -> str:
    return colour.hex if colour else "none"


def line(item: Run | Path | Picture) -> str:
    said = f"fact={item.fact}" if item.fact else ""
    if isinstance(item, Run):
        turn = f" turned {mm(item.turn)}" if item.turn else ""
        return (
            f"{item.element:3} run {item.text!r} at {mm(item.x, item.y)}{turn} {item.font}"
            f" {mm(item.size)} pt {paint(item.colour)} width {mm(item.width)}"
            f" {item.use} {said}"
        ).rstrip()
    shows = f" shows={item.shows}" if item.shows else ""
    clip = f" clip {outline(item.clip)}" if item.clip else ""
    if isinstance(item, Picture):
        name = item.source.rsplit("/", 1)[-1]
        turn = f" turned {mm(item.turn)}" if item.turn else ""
        place = f"{item.pixels} in {mm(*item.box)}{turn}{clip}"
        return f"{item.element:3} picture {name} {place} {said}{shows}".rstrip()
    manner = f"fill {paint(item.fill)}"
    if item.stroke:
        dash = f" dash {mm(*item.dash)}" if item.dash else ""
        manner += f" stroke {paint(item.stroke)} {mm(item.width)}{dash}"
        manner += " round" if item.round else ""
    manner += " evenodd" if item.even_odd else ""
    manner += f" opacity {mm(item.opacity)}" if item.opacity < 1 else ""
    return f"{item.element:3} path {manner} {outline(item.segments)}{clip} {said}{shows}".rstrip()


def dump(scene: Scene) -> str:
    head = (
        f"{scene.side} of {scene.of}, {mm(*scene.size)} mm, bleed {mm(scene.bleed)},"
        f" safe {mm(scene.safe)}, tiles {scene.tiles}, cut {outline(scene.outline.cut)}"
    )
    return "\n".join([head, *map(line, scene.items)]) + "\n"
