"""Cards and a catalog in; cards that list its entries out, as many as it takes to hold them.

`lists: {of: crews, by: ship, most: 4}`: the card `north` lists the crews whose field `ship` is
`north`; what is over stands on `north-2`, `north-3` …
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from generator.load.near import hint
from generator.load.nodes import Map
from generator.model.card import Card, Entry
from generator.model.game import CatalogSpec, ComponentSpec
from generator.problems import Problems

ADDED = ("listed", "part", "parts")
"""What such a card has besides its own fields: the entries, its number, of how many."""

MOST = 1000
"""Entries that one card may list."""


def dealt(
    made: Sequence[Card],
    spec: ComponentSpec,
    part: Map,
    specs: Mapping[str, CatalogSpec],
    catalogs: Mapping[str, Mapping[str, Entry]],
    problems: Problems,
) -> Sequence[Card]:
    """The cards of a component that `lists` entries; without `lists` as they are.

    `part` is the component as read. Entries of no card are noted, and cards are made that would
    have another one's id.
    """
    lists = spec.lists
    if lists is None or not _sound(spec, part, specs, problems):
        return made
    listed: dict[str, list[str]] = {card.id: [] for card in made}
    for entry in catalogs[lists.of].values():
        by = entry.fields.get(lists.by)
        of = str(by)
        if by is None:
            if not specs[lists.of].fields[lists.by].required:  # else that is told already
                says = f"no card lists '{entry.id}': it has no '{lists.by}'"
                problems.add("ref-missing", entry.where, says, f"write '{lists.by}: …'")
        elif of in listed:
            listed[of].append(entry.id)
        elif made:
            says = f"no card lists '{entry.id}': none has the id '{of[:60]}'"
            problems.add("ref-missing", entry.place(lists.by), says, hint(of, listed, "ids"))
    out: list[Card] = []
    for card in made:
        ids = listed[card.id]
        shares = [tuple(ids[at : at + lists.most]) for at in range(0, len(ids), lists.most)] or [()]
        for number, share in enumerate(shares, start=1):
            id_ = card.id if number == 1 else f"{card.id}-{number}"
            if number > 1 and id_ in listed:
                says = f"'{card.id}' takes {len(shares)} cards, one of them the id of this one"
                there = next(one.where for one in made if one.id == id_)
                problems.add("id-double", there, says, "give this one another id")
                continue
            more: dict[str, Any] = dict(zip(ADDED, (share, number, len(shares)), strict=True))
            out.append(replace(card, id=id_, fields={**card.fields, **more}))
    return out


def _sound(
    spec: ComponentSpec, part: Map, specs: Mapping[str, CatalogSpec], problems: Problems
) -> bool:
    """Whether `lists` names what is there; notes what it does not."""
    lists, faults = spec.lists, len(problems)
    assert lists is not None
    node: Map = part["lists"]
    catalog = specs.get(lists.of)
    if catalog is None:
        says = f"there is no catalog '{lists.of[:80]}'"
        problems.add("ref-missing", node.where("of"), says, hint(lists.of, specs, "catalogs"))
    elif lists.by not in catalog.fields:
        says = f"'{lists.by[:80]}' is no declared field of the catalog '{lists.of}'"
        fix = hint(lists.by, catalog.fields, "fields")
        problems.add("ref-missing", node.where("by"), says, fix)
    if not 1 <= lists.most <= MOST:
        says = f"is {lists.most}; a card lists 1 to {MOST:,} entries"
        problems.add("field-value", node.where("most"), says, "write how many it holds")
    for name in ADDED:
        if name in spec.fields:
            says = f"a card that lists entries has a '{name}' already"
            problems.add("field-unknown", part["fields"].where(name), says, "choose another name")
    return len(problems) == faults
