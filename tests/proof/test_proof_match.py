"""Pairing what is expected with what is read: few faults for few changes, whatever they are."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from generator.geometry import Box, ellipse, rectangle
from generator.proof.compare import differences
from generator.proof.faces import Faces
from generator.proof.ink import EVERYWHERE, Image, Ink, Shape, Words
from generator.proof.match import Matched, least, match
from generator.proof.want import Wants, drawn_points
from generator.scene import Colour, Path

INK, RED = Colour(0, 0, 0), Colour(255, 0, 0)


def words(k: int) -> Words:
    x, y = 10.0 + 40 * (k % 5), 10.0 + 7 * (k // 5)
    text = f"line {k}"
    return Words(text, x, y, 0.0, 0.0, 20.0, "F", 9.0, (0, 0, 0), 255, "", EVERYWHERE)


def shape(k: int) -> Shape:
    x, y = 10.0 + 40 * (k % 5), 10.0 + 7 * (k // 5)
    path = Path(rectangle(Box(x, y, 5, 3), k % 3), fill=INK if k % 2 else RED)
    ink = Wants(Faces({})).of((path,))[1][0]
    assert isinstance(ink, Shape)
    return ink


THINGS: list[Ink] = [shape(k) if k % 3 else words(k) for k in range(30)]


def matched(wants: list[Ink], gots: list[Ink]) -> Matched:
    return match(wants, gots, lambda want, got: differences(want, got, lambda a, b: False))


def faults(found: Matched) -> int:
    return len(found.changed) + len(found.missing) + len(found.extra) + len(found.early)


def test_equal_lists_have_no_faults() -> None:
    found = matched(THINGS, THINGS)
    assert faults(found) == 0
    assert found.pairs == [(k, k) for k in range(30)]
    assert faults(matched([], [])) == 0


@given(st.sets(st.integers(0, 29), max_size=6), st.sets(st.integers(0, 29), max_size=6))
def test_as_many_faults_as_changes(gone: set[int], coloured: set[int]) -> None:
    gots = [
        thing._replace(colour=(9, 9, 99))
        if k in coloured and isinstance(thing, Words)
        else thing._replace(fill=(9, 9, 99))
        if k in coloured and isinstance(thing, Shape)
        else thing
        for k, thing in enumerate(THINGS)
        if k not in gone
    ]
    found = matched(THINGS, gots)
    assert sorted(found.missing) == sorted(gone)
    assert sorted(change.want for change in found.changed) == sorted(coloured - gone)
    assert not found.extra
    assert not found.early
    assert least(THINGS, gots) <= faults(found)


@given(st.lists(st.integers(0, 30), max_size=5), st.integers(100, 140))
def test_strangers_are_extra(places: list[int], first: int) -> None:
    gots = list(THINGS)
    for n, at in enumerate(places):
        gots.insert(at, words(first + n)._replace(y=200.0 + n))
    found = matched(THINGS, gots)
    assert len(found.extra) == len(places)
    assert faults(found) == len(places)
    assert len(found.pairs) == len(THINGS)


@given(st.permutations(range(30)))
def test_order_is_free_where_nothing_overlaps(order: list[int]) -> None:
    found = matched(THINGS, [THINGS[k] for k in order])
    assert faults(found) == 0
    assert sorted(found.pairs) == sorted((k, order.index(k)) for k in range(30))


@given(st.permutations(range(6)))
def test_order_matters_where_all_overlap(order: list[int]) -> None:
    pile: list[Ink] = [
        shape(1)._replace(fill=(k * 40, 0, 0), edges=(0, 0, 9, 9), probes=(1, 1, 2, 2))
        for k in range(6)
    ]
    found = matched(pile, [pile[k] for k in order])
    assert bool(found.early) == (order != sorted(order))


def test_kinds_are_never_compared_with_each_other() -> None:
    image = Image((0, 0, 1, 0, 0, -1), (9, 9), (0, 0, 1, 1), 255, "", EVERYWHERE)
    found = matched([words(1)], [image])
    assert (found.missing, found.extra) == ([0], [0])


def test_points_as_a_reader_keeps_them() -> None:
    """Closing adds a line only where one is needed; moves that lead nowhere are dropped."""
    square = rectangle(Box(0, 0, 9, 9))
    assert drawn_points(square) == ([0, 0, 9, 0, 9, 9, 0, 9, 0, 0], 0)
    round_one, slack = drawn_points(ellipse(Box(0, 0, 9, 9)))
    assert (len(round_one), slack) == (2 * 13, 0)
    nearly = (("M", 0.0, 0.0), ("L", 9.0, 0.0), ("L", 0.0, 0.0004), ("Z",))
    assert drawn_points(nearly) == ([0, 0, 9, 0, 0, 0.0004, 0, 0], 1)
    moves = (("M", 1.0, 1.0), ("M", 0.0, 0.0), ("L", 9.0, 0.0), ("M", 5.0, 5.0))
    assert drawn_points(moves) == ([0, 0, 9, 0], 0)
