"""A game's components in, the same with every net computed and sizes that joining needs out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import ceil
from typing import Any, NamedTuple

from generator.model.game import Component, copies_of, pieces_of
from generator.model.piece import BoxSpec, DialSpec, Making, Net, WalletSpec
from generator.problems import Problems


class Held(NamedTuple):
    """What lies in a box: how many pieces of which size, and how many layers of stock each."""

    number: int
    size: tuple[float, float]
    layers: int
    card: bool


class Given(NamedTuple):
    """What a net depends on besides its own keys."""

    range: tuple[int, int] = (0, 0)
    making: Making = Making()
    held: tuple[Held, ...] = ()
    disc: DialSpec | None = None


NETS: dict[str, Callable[[Any, Given], Net]] = {}


def shaped(
    components: Mapping[str, Component], making: Making, problems: Problems
) -> dict[str, Component]:
    """The components with nets, and so sizes, in place; boxes last, since they hold the others.

    Notes `net-impossible` where keys make no piece, `join-unfit` where a component joins one of
    another size; such components are left out.
    """
    made: dict[str, Component] = {}
    boxes = [c for c in components.values() if isinstance(c.spec.net, BoxSpec | WalletSpec)]
    for component in (*(c for c in components.values() if c not in boxes), *boxes):
        done = _shaped(component, components, made, making, problems)
        if done is not None:
            made[component.id] = done
    for component in made.values():
        host = made.get(component.spec.joins or "")
        if host is not None and _unlike(host.size, component.size):
            (w, h), (u, v) = component.size, host.size
            says = f"{component.id} is {w:g} x {h:g} mm, {host.id}, which it joins, {u:g} x {v:g}"
            where = component.where._replace(field="joins")
            problems.add("join-unfit", where, says, "give both the same size, or drop 'joins'")
    return {name: made[name] for name in components if name in made}


def _unlike(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return any(abs(a - b) > 1e-6 for a, b in zip(one, other, strict=True))


def _shaped(
    component: Component,
    components: Mapping[str, Component],
    made: Mapping[str, Component],
    making: Making,
    problems: Problems,
) -> Component | None:
    spec = component.spec.net
    if spec is None:
        return component
    values, disc = component.spec.range or (0, 0), None
    if isinstance(spec, DialSpec) and spec.disc:
        other = components[spec.disc].spec
        values = other.range or values
        disc = other.net if isinstance(other.net, DialSpec) else None
    held: tuple[Held, ...] = ()
    if isinstance(spec, BoxSpec | WalletSpec):
        if any(name not in made for name in spec.holds):
            return None
        share = max(1, copies_of(component, making.players))
        held = tuple(_held(made[name], share, making) for name in spec.holds)
    try:
        net = NETS[spec.kind](spec, Given(values, making, held, disc))
    except ValueError as fault:
        says, _, fix = str(fault).partition("; ")
        problems.add("net-impossible", component.where._replace(field="net"), says, fix)
        return None
    return replace(component, net=net, size=net.size)


def _held(component: Component, share: int, making: Making) -> Held:
    """What one of `share` equal boxes gets of the component."""
    count = ceil(pieces_of(component, making.players) / share)
    net = component.net
    if net is None:
        return Held(count, component.size, 1, not component.free)
    return Held(count, net.finished, net.layers, False)
