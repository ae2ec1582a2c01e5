"""Catalogs whose entries are told apart by colour in, problems out: colour alone is never enough.

A catalog's `identity` names the fields that hold an entry's colour (of the palette) and, if it has
them, its emblem and pattern. Colours nearer than CIEDE2000 20 under any sight need one of these.
"""

from __future__ import annotations

from itertools import combinations

from generator.check.colours import Sight, difference
from generator.model.card import Entry
from generator.model.game import Game, Identity
from generator.problems import Problems

NEAR = 20.0
_SIGHTS: tuple[Sight, ...] = ("normal", "protan", "deutan")


def check_identities(game: Game, problems: Problems) -> None:
    """Every pair of entries of every catalog that has an `identity`."""
    for name, spec in game.file.catalogs.items():
        if spec.identity:
            for one, other in combinations(game.catalogs[name].values(), 2):
                _check_pair(game, spec.identity, one, other, problems)


def _check_pair(
    game: Game, identity: Identity, one: Entry, other: Entry, problems: Problems
) -> None:
    for mark in (identity.emblem, identity.pattern):
        if mark and one.fields.get(mark) and one.fields.get(mark) != other.fields.get(mark):
            return
    palette = game.styles.palette
    names = [str(entry.fields.get(identity.colour)) for entry in (one, other)]
    where = other.place(identity.colour)
    for colour in names:
        if colour not in palette:
            problems.add(
                "style-colour", where, f"{colour!r} is no colour of the palette", "see the styles"
            )
            return
    first, second = (palette[name][:3] for name in names)
    sight, apart = min(
        ((s, difference(first, second, s)) for s in _SIGHTS), key=lambda pair: pair[1]
    )
    if apart < NEAR:
        problems.add(
            "identity-colour",
            where,
            f"{one.id} and {other.id} differ by colour alone, and only by {apart:.1f} "
            f"(CIEDE2000) for {sight} sight",
            f"give each an emblem or pattern of its own, or colours at least {NEAR:.0f} apart",
        )
