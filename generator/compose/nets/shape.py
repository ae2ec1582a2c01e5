"""A game's components in, the same with every net computed and sizes that joining needs out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import ceil
from types import MappingProxyType
from typing import Any, NamedTuple

from generator.compose.nets.box import box, wallet
from generator.compose.nets.corner import corner
from generator.compose.nets.solid import die, standee
from generator.compose.nets.split import Catalogs, split
from generator.compose.nets.token import marker, token
from generator.compose.nets.tracker import cover, disc, strip
from generator.model.game import Component, copies_of, pieces_of
from generator.model.piece import (
    BoxSpec,
    CornerSpec,
    DialSpec,
    Held,
    Making,
    Net,
    NetSpec,
    WalletSpec,
)
from generator.problems import Problems


class Given(NamedTuple):
    """What a net depends on besides its own keys."""

    values: tuple[int, int]
    making: Making
    held: tuple[Held, ...]
    disc: DialSpec | None
    card: tuple[float, float] = (0.0, 0.0)


def _dial(spec: DialSpec, given: Given) -> Net:
    if spec.part == "disc":
        return disc(spec, given.values)
    return cover(given.disc or spec, given.values)


NETS: dict[str, Callable[[Any, Given], Net]] = {
    "box": lambda spec, given: box(spec, given.held, given.making),
    "wallet": lambda spec, given: wallet(spec, given.held, given.making),
    "dial": _dial,
    "strip": lambda spec, given: strip(spec, given.values),
    "token": lambda spec, _: token(spec),
    "marker": lambda spec, _: marker(spec),
    "die": lambda spec, _: die(spec),
    "standee": lambda spec, _: standee(spec),
    "corner": lambda spec, given: corner(spec, given.card),
}
"""Each kind of net: its keys and what is given in, the net out; raises ValueError `says; fix`."""

LONGEST = 1000.0
"""mm of any measure of a net."""


def shaped(
    components: Mapping[str, Component],
    making: Making,
    problems: Problems,
    catalogs: Catalogs = MappingProxyType({}),
) -> dict[str, Component]:
    """The components with nets, and so sizes, in place; boxes last, since they hold the others.

    Notes `net-impossible` where keys make no piece, `join-unfit` where cards join cards of another
    size; such components are left out.
    """
    made: dict[str, Component] = {}
    boxes = [c for c in components.values() if isinstance(c.spec.net, BoxSpec | WalletSpec)]
    for component in (*(c for c in components.values() if c not in boxes), *boxes):
        done = _shaped(component, components, made, making, problems, catalogs)
        if done is not None:
            made[component.id] = done
    for component in made.values():
        host = made.get(component.spec.joins or "")
        if host is None or (host.free and component.free):  # each is cut along its own edge
            continue
        if _unlike(host.size, component.size):
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
    catalogs: Catalogs,
) -> Component | None:
    spec = component.spec.net
    if spec is None:
        return component
    values, disc_spec = component.spec.range or (0, 0), None
    if isinstance(spec, DialSpec) and spec.disc:
        other = components[spec.disc].spec
        values = other.range or values
        disc_spec = other.net if isinstance(other.net, DialSpec) else None
    held: tuple[Held, ...] = ()
    card = components[spec.cards].size if isinstance(spec, CornerSpec) else (0.0, 0.0)
    if isinstance(spec, BoxSpec | WalletSpec):
        if any(name not in made for name in spec.holds):
            return None
        share = max(1, copies_of(component, making.players))
        held = tuple(
            _held(made[name], ceil(pieces_of(made[name], making.players) / share))
            for name in spec.holds
        )
    try:
        _sound(spec)
        if isinstance(spec, BoxSpec) and spec.split is not None:
            inside = [made[name] for name in spec.holds]
            done = split(component, inside, catalogs, making, _held, problems)
            if done is not None:
                _leaves(component.spec.safe, done.size)
            return done
        net = NETS[spec.kind](spec, Given(values, making, held, disc_spec, card))
        _leaves(component.spec.safe, net.size)
    except ValueError as fault:
        says, _, fix = str(fault).partition("; ")
        problems.add("net-impossible", component.where._replace(field="net"), says, fix)
        return None
    return replace(component, net=net, size=net.size)


def _sound(spec: NetSpec) -> None:
    """Raise ValueError for a measure that is none."""
    for name in spec.__struct_fields__:
        value = getattr(spec, name)
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, float) and not (0 <= one <= LONGEST and (one or name in _MAY_BE_0)):
                raise ValueError(f"{name} is {one:g}; write a number from 0 to {LONGEST:g}")


def _leaves(safe: float, size: tuple[float, float]) -> None:
    """Raise ValueError for a safe distance (mm) that is none, or that leaves nothing of a net."""
    if safe < 0:
        raise ValueError(f"safe: {safe:g} mm is no length; write 0 or more")
    if safe >= min(size) / 2:
        says = f"safe: {safe:g} mm leaves nothing of"
        raise ValueError(f"{says} {size[0]:g} x {size[1]:g} mm; write less")


_MAY_BE_0 = ("air", "clearance", "wall", "head", "edge", "grip")


def _held(component: Component, count: int) -> Held:
    """That many pieces of the component as they lie in a box."""
    net = component.net
    if net is None:
        return Held(count, component.size, 1, not component.free)
    return Held(count, net.finished, net.layers, False)
