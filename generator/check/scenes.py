"""A composed scene and the facts it must show in, problems out: facts, sizes, safe area, contrast.

Size limits are DESIGN's: rules text 8.5 pt, what the table needs and reference lists 7.5 pt,
books 9.5 pt, credits and ornament 6 pt. Contrast is WCAG 2's ratio, 4.5 for text and 3 for shapes
with a fact.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from generator.check.backs import check_back
from generator.check.codes import check_codes
from generator.check.colours import Rgb, contrast
from generator.check.ground import Ground, ink_box
from generator.check.outline import check_outline
from generator.compose.reading import reading, says
from generator.compose.scripts import capitals
from generator.geometry import Box, bounds
from generator.model.figures import Figures
from generator.problems import Problems, Where
from generator.scene import Fact, Item, Path, Picture, Run, Scene

LEAST = {
    "rules": 8.5, "table": 7.5, "reference": 7.5, "book": 9.5, "credit": 6.0, "decor": 6.0,
}  # fmt: skip
"""Points a text of each use has at least."""

TEXT_CONTRAST, SHAPE_CONTRAST = 4.5, 3.0
_NUMBER = re.compile(r"\d+")

Locate = Callable[[int], Where]


def check_scene(
    scene: Scene,
    facts: Sequence[Fact] | None,
    figures: Figures,
    locate: Locate,
    problems: Problems,
) -> None:
    """Check one side of one card; `facts` None: nothing is demanded (a back)."""
    if facts is not None:
        _check_facts(scene, facts, figures, locate, problems)
    free = scene.outline.free
    safe = Box(0, 0, *scene.size).grow(0.0 if free else -scene.safe)
    ground = Ground(scene.items)
    for index, item in enumerate(scene.items):
        if isinstance(item, Run):
            _check_run(item, ground.beneath(index, ink_box(item)), safe, locate, problems)
    _check_shapes(scene, ground, locate, problems)
    if scene.fields:
        _check_fields(scene, ground, safe, locate, problems)
    check_codes(scene, ground, locate, problems)
    if free:
        check_outline(scene, locate, problems)
    elif scene.side == "back":
        check_back(scene, locate, problems)
    else:
        _check_borders(scene, locate, problems)


def _check_run(
    run: Run, beneath: Sequence[tuple[int, int, int]], safe: Box, locate: Locate, problems: Problems
) -> None:
    said = f"{run.text[:40]!r}"
    if run.size < LEAST[run.use] - 1e-6:
        problems.add(
            "text-small",
            locate(run.element),
            f"{said} is set in {run.size:g} pt; {run.use} text needs {LEAST[run.use]:g} pt",
            "a larger style, a larger box or fewer words",
        )
    box = ink_box(run)
    if not safe.holds(box, 0.05):
        over = max(safe.x - box.x, safe.y - box.y, box.right - safe.right, box.bottom - safe.bottom)
        problems.add(
            "outside-safe",
            locate(run.element),
            f"{said} reaches {over:.1f} mm out of the safe area",
            "move it inwards or shorten it",
        )
    known = {colour: contrast(run.colour[:3], colour) for colour in set(beneath)}
    ratio = _fifth(known[colour] for colour in beneath)
    if ratio < TEXT_CONTRAST:
        problems.add(
            "contrast-low",
            locate(run.element),
            f"{said} has a contrast of {ratio:.1f}:1 to what lies beneath",
            f"at least {TEXT_CONTRAST}:1: a darker or lighter colour, or a calmer ground",
        )


def _check_fields(
    scene: Scene, ground: Ground, safe: Box, locate: Locate, problems: Problems
) -> None:
    """Fields keep to the safe area; what will be written in an empty one must be legible, too."""
    for field in scene.fields:
        box = field.box
        over = max(safe.x - box.x, safe.y - box.y, box.right - safe.right, box.bottom - safe.bottom)
        if over > 0.05:
            says = f"the field {field.name!r} reaches {over:.1f} mm out of the safe area"
            problems.add("outside-safe", locate(field.element), says, "move it inwards")
        if not field.runs:
            middle = Box(box.x + box.w / 4, box.y + box.h / 4, box.w / 2, box.h / 2)
            beneath = ground.beneath(len(scene.items), middle, 3, 1)
            x, y = box.centre
            written = Run(x, y, field.name, field.font, field.size, field.colour, 0.0)
            written = written._replace(use=field.use, element=field.element)
            _check_run(written, beneath, box.grow(box.h), locate, problems)


def _fifth(values: Iterable[float]) -> float:
    """The 5th percentile."""
    ordered = sorted(values)
    return ordered[int(0.05 * (len(ordered) - 1))]


def _check_shapes(scene: Scene, ground: Ground, locate: Locate, problems: Problems) -> None:
    """An element that carries a fact as a shape must stand out from what lies beneath it."""
    best: dict[int, float] = {}
    beneath: dict[int, list[Rgb]] = {}
    for index, item in enumerate(scene.items):
        if item.fact is None or isinstance(item, Run):
            continue
        if isinstance(item, Picture):
            best[item.element] = 21.0
            continue
        if best.get(item.element, 0.0) >= SHAPE_CONTRAST:
            continue
        if item.element not in beneath:
            beneath[item.element] = ground.beneath(index, bounds(item.segments), 3, 3)
        for colour in (item.fill, item.stroke):
            if colour and item.opacity > 0.5:
                ratio = max(contrast(colour[:3], under) for under in beneath[item.element])
                best[item.element] = max(best.get(item.element, 0.0), ratio)
    for element, ratio in best.items():
        if ratio < SHAPE_CONTRAST:
            problems.add(
                "contrast-low",
                locate(element),
                f"a shape that carries a fact has a contrast of {ratio:.1f}:1",
                f"at least {SHAPE_CONTRAST:g}:1 to what lies beneath, by fill or outline",
            )


def _check_facts(
    scene: Scene, facts: Sequence[Fact], figures: Figures, locate: Locate, problems: Problems
) -> None:
    shown: dict[str, dict[int, list[Item]]] = {}
    for item in scene.items:
        if item.fact is not None and _visible(item):
            shown.setdefault(item.fact, {}).setdefault(item.element, []).append(item)
    wanted: dict[str, list[Fact]] = {}
    for fact in facts:
        wanted.setdefault(fact.key, []).append(fact)
    for key, elements in shown.items():
        if key not in wanted:
            first = next(iter(elements))
            problems.add(
                "fact-unknown",
                locate(first),
                f"the element says it carries the fact {key!r}, which {scene.of} has not",
                f"its facts are {', '.join(sorted(wanted)) or 'none'}",
            )
    for key, expected in wanted.items():
        _match(key, expected, shown.get(key, {}), figures, (scene.of, locate), problems)


def _match(
    key: str,
    expected: list[Fact],
    elements: dict[int, list[Item]],
    figures: Figures,
    at: tuple[str, Locate],
    problems: Problems,
) -> None:
    card, locate = at
    left = dict(elements)
    for fact in expected:
        counted = fact.amount is not None and _all_shapes(left)
        right = [n for n, items in left.items() if counted or _says(items, fact, figures)]
        times = fact.amount if counted and fact.amount is not None else fact.times
        for number in right:
            del left[number]
        if len(right) < times and len(right) + len(left) < times:
            problems.add(
                "fact-missing",
                locate(-1)._replace(field=key),
                f"{card} shows {_words(fact, figures)} {len(right)} times; {times} wanted",
                f'an element with fact="{key}" that is visible',
            )
        elif len(right) > times:
            problems.add(
                "fact-wrong",
                locate(right[0])._replace(field=key),
                f"{card} shows {_words(fact, figures)} {len(right)} times; {times} wanted",
                "take the surplus out",
            )
    for number, items in left.items():
        wants = " or ".join(_words(fact, figures) for fact in expected)
        problems.add(
            "fact-wrong",
            locate(number)._replace(field=key),
            f"{card} says {_said(items)!r} where the rules say {wants}",
            "print what the data holds",
        )


def _visible(item: Item) -> bool:
    if isinstance(item, Path):
        return item.opacity > 0 and (item.fill is not None or item.stroke is not None)
    return not isinstance(item, Run) or bool(item.text.strip())


def _all_shapes(elements: dict[int, list[Item]]) -> bool:
    return bool(elements) and all(
        not isinstance(item, Run) for items in elements.values() for item in items
    )


def _text(items: list[Item]) -> str:
    return reading([item for item in items if isinstance(item, Run)])


def _said(items: list[Item]) -> str:
    shapes = [item.shows or "" for item in items if not isinstance(item, Run)]
    return _text(items) or next(filter(None, shapes), "a shape")


def _words(fact: Fact, figures: Figures) -> str:
    if fact.amount is not None:
        return figures.words(fact.amount, fact.unit) if fact.unit else str(fact.amount)
    return f"{fact.key} {fact.shows!r}" if fact.shows else fact.key


def _says(items: list[Item], fact: Fact, figures: Figures) -> bool:
    if not any(isinstance(item, Run) for item in items):
        shows = {item.shows for item in items if not isinstance(item, Run)}
        return fact.amount is None and (fact.shows is None or shows == {fact.shows})
    runs = [item for item in items if isinstance(item, Run)]
    if fact.shows is not None and not says(runs, fact.shows):
        return False
    if fact.amount is not None:
        text = reading(runs)
        if [int(n) for n in _NUMBER.findall(text)] != [abs(fact.amount)]:
            return False
        if fact.unit:
            unit = figures.units[fact.unit]
            words = (unit.one, unit.many, *unit.also)
            return any(_plain(word) in _plain(text) for word in words)
    return True


def _plain(text: str) -> str:
    """Words alone: how a face breaks and capitalises them changes nothing."""
    return capitals(re.sub(r"[\s\u00ad-]+", "", text)).casefold()


def _check_borders(scene: Scene, locate: Locate, problems: Problems) -> None:
    """A frame or ground whose edges run beside two opposite trims, nearer than 3 mm."""
    w, h = scene.size
    for item in scene.items:
        if not isinstance(item, Path) or item.clip:
            continue
        b = bounds(item.segments)
        half = item.width / 2 if item.stroke else 0.0
        gaps = (b.x - half, w - b.right - half, b.y - half, h - b.bottom - half)
        beside = [0.05 < gap < 3.0 for gap in gaps]
        upright, level = b.h > 0.6 * h, b.w > 0.6 * w
        if (upright and beside[0] and beside[1]) or (level and beside[2] and beside[3]):
            problems.add(
                "border-thin",
                locate(item.element),
                f"an edge runs {min(g for g in gaps if g > 0.05):.1f} mm beside the trim",
                "cutters drift: keep 3 mm, or let it run into the bleed",
            )
