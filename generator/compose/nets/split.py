"""A box and what it holds in, as many boxes of whole groups as the page lets fit out.

Groups are the cards of one value of a field, in the order of its catalog or choices; pieces without
that field come last, together. Boxes are as equally deep as whole groups let them be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import ceil
from typing import NamedTuple

from generator.compose.nets.box import Measures, box, measures
from generator.model.card import Card, Entry
from generator.model.game import Component, copies_of
from generator.model.piece import BoxSpec, Held, Making, Net
from generator.problems import Problems

LABELS = 9.0
"""mm of the page that a sheet's labels need beside a box, on one pair of sides."""

DASH = " \N{EN DASH} "

Catalogs = Mapping[str, Mapping[str, Entry]]
Hold = Callable[[Component, int], Held]
"""What a box gets of a component, of which that many pieces are printed."""


class Group(NamedTuple):
    """Pieces that stay together: `counts` of each component held; without a name, the rest."""

    name: str
    counts: tuple[int, ...]


def split(
    component: Component,
    held: Sequence[Component],
    catalogs: Catalogs,
    making: Making,
    hold: Hold,
    problems: Problems,
) -> Component | None:
    """The component as one or more boxes, a card for each; None after noting `box-split`.

    `making.room` is the page; where it is not known, one box holds everything. Raises ValueError
    where it holds nothing.
    """
    spec = component.spec.net
    assert isinstance(spec, BoxSpec)
    groups = _groups(spec, held, catalogs, making, max(1, copies_of(component, making.players)))

    def holds(part: Sequence[Group]) -> list[Held]:
        counts = [sum(group.counts[i] for group in part) for i in range(len(held))]
        return [hold(one, n) for one, n in zip(held, counts, strict=True)]

    def measured(part: Sequence[Group]) -> Measures:
        return measures(spec, holds(part), making)

    for group in groups:
        alone = measured([group])
        if not _fits(alone, making.room, 0.0):
            _too_large(component, group, alone, making, problems)
            return None
    parts = _dealt(groups, lambda part: _fits(measured(part), making.room, LABELS)) or [groups]
    evened = _evened(parts, groups, lambda part: measured(part).d)
    return _boxes(component, [(part, box(spec, holds(part), making)) for part in evened])


def _groups(
    spec: BoxSpec, held: Sequence[Component], catalogs: Catalogs, making: Making, share: int
) -> list[Group]:
    by = spec.split.by if spec.split else ""
    names: dict[str, str] = {}
    for one in held:
        field = one.spec.fields.get(by)
        if field is not None and field.type == "ref":
            names |= {key: entry.name for key, entry in catalogs.get(field.to or "", {}).items()}
        elif field is not None:
            names |= {str(choice): str(choice) for choice in field.choices}
    counts: dict[str, list[int]] = {key: [0] * len(held) for key in [*names, ""]}
    for i, one in enumerate(held):
        for card in one.cards:
            key = card.fields.get(by) if by in one.spec.fields else None
            counts[str(key) if str(key) in names else ""][i] += card.count
    times = [copies_of(one, making.players) for one in held]
    return [
        Group(
            names.get(key, ""), tuple(ceil(n * t / share) for n, t in zip(some, times, strict=True))
        )
        for key, some in counts.items()
        if any(some)
    ]


def _fits(box_: Measures, room: tuple[float, float] | None, spare: float) -> bool:
    """Whether a box's net and `spare` mm beside it fit the page, upright or lying."""
    if room is None:
        return True
    return any(
        (w + spare <= room[0] and h <= room[1]) or (w <= room[0] and h + spare <= room[1])
        for w, h in (box_.size, box_.size[::-1])
    )


def _dealt(groups: Sequence[Group], fits: Callable[[list[Group]], bool]) -> list[list[Group]]:
    """Groups in order, as many a box as fit; at least one."""
    parts: list[list[Group]] = []
    for group in groups:
        if parts and fits([*parts[-1], group]):
            parts[-1].append(group)
        else:
            parts.append([group])
    return parts


def _evened(
    parts: list[list[Group]], groups: Sequence[Group], deep: Callable[[Sequence[Group]], float]
) -> list[list[Group]]:
    """As many boxes, the deepest of them as shallow as whole groups allow."""
    best = parts
    while True:
        limit = max(map(deep, best)) - 1e-6
        tried = _dealt(groups, lambda part, limit=limit: deep(part) <= limit)  # type: ignore[misc]
        if len(tried) > len(parts) or max(map(deep, tried)) > limit:
            return best
        best = tried


def _boxes(component: Component, made: Sequence[tuple[list[Group], Net]]) -> Component:
    """A card and a net for each box; the component has the size of the largest."""
    (card,) = component.cards
    cards: list[Card] = []
    nets: dict[str, Net] = {}
    for number, (part, net) in enumerate(made, start=1):
        names = tuple(group.name for group in part if group.name)
        ends = dict.fromkeys((*names[:1], *names[-1:]))
        says = {
            **net.says,
            "number": number,
            "of": len(made),
            "groups": names,
            "range": DASH.join(ends),
        }
        id_ = card.id if len(made) == 1 else f"{card.id}-{number}"
        cards.append(replace(card, id=id_))
        nets[id_] = net._replace(says=says)
    largest = max(nets.values(), key=lambda net: net.panels["left"].w)
    return replace(component, cards=tuple(cards), nets=nets, net=largest, size=largest.size)


def _too_large(
    component: Component, group: Group, alone: Measures, making: Making, problems: Problems
) -> None:
    (w, h), (u, v) = alone.size, making.room or (0.0, 0.0)
    name = f"'{group.name}'" if group.name else "what belongs to no group"
    sleeves = ", without --sleeved" if making.sleeved else ""
    problems.add(
        "box-split",
        component.where._replace(field="net"),
        f"{component.id}: the {sum(group.counts)} pieces of {name} alone need a net of {w:.1f} x "
        f"{h:.1f} mm at {making.stock:g} mm a card; the page takes {u:g} x {v:g} mm",
        f"thinner cards (--stock){sleeves}, larger paper, or a field with smaller groups",
    )
