"""What a page must show and what it shows in, pairs and left-overs out, in painting order.

Both lists are walked together; where they part, the rest is paired by content and place, so that
one fault stays one fault and does not make all that follows look wrong.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from generator.proof.compare import NEAR, Difference
from generator.proof.ink import Edges, Image, Ink, Shape, Words, meet, strip

Compare = Callable[[Ink, Ink], list[Difference]]


class Changed(NamedTuple):
    """Something expected, what stands in its stead, and how that differs."""

    want: int
    got: int
    how: list[Difference]


class Matched(NamedTuple):
    """Indices into the two lists: equal `pairs`, `changed`, `missing`, `extra`.

    `early` are those of `pairs` that are painted before something they should cover, or after
    something that should cover them.
    """

    pairs: list[tuple[int, int]]
    changed: list[Changed]
    missing: list[int]
    extra: list[int]
    early: list[tuple[int, int]]


def match(wants: Sequence[Ink], gots: Sequence[Ink], compare: Compare) -> Matched:
    """Pair what is expected with what is read."""
    head, end, got_end = 0, len(wants), len(gots)
    while head < end and head < got_end and _equal(wants[head], gots[head], compare):
        head += 1
    while end > head and got_end > head and _equal(wants[end - 1], gots[got_end - 1], compare):
        end -= 1
        got_end -= 1
    pairs = [(i, i) for i in range(head)]
    tail = [(i, got_end + i - end) for i in range(end, len(wants))]
    if head == end and head == got_end:
        return Matched(pairs + tail, [], [], [], [])
    middle, wants_left, gots_left = _alike(
        list(range(head, end)), list(range(head, got_end)), wants, gots, compare
    )
    early = _matters(_out_of_order(middle), middle, gots)
    changed, missing, extra = _pair_up(wants_left, gots_left, wants, gots, compare)
    return Matched([*pairs, *middle, *tail], changed, missing, extra, early)


def _matters(
    early: list[tuple[int, int]], pairs: list[tuple[int, int]], gots: Sequence[Ink]
) -> list[tuple[int, int]]:
    """Those out of order that overlap something they have changed places with."""
    out = []
    for i, j in early:
        box = _shown(gots[j])
        for k, m in pairs:
            if (i < k) != (j < m) and k != i and _overlap(box, _shown(gots[m])):
                out.append((i, j))
                break
    return out


def _shown(ink: Ink) -> Edges | None:
    """The box in which a thing shows; a line's is that of its probes."""
    return meet(strip(ink) if isinstance(ink, Words) else ink.edges, ink.clip)


def least(wants: Sequence[Ink], gots: Sequence[Ink]) -> int:
    """At least as many faults a page has, by what stands on it, wherever: quickly counted."""
    due, seen = Counter(map(content, wants)), Counter(map(content, gots))
    return max(len(wants), len(gots)) - (due & seen).total()


def _equal(want: Ink, got: Ink, compare: Compare) -> bool:
    return want.__class__ is got.__class__ and not compare(want, got)


def _alike(
    left: list[int],
    right: list[int],
    wants: Sequence[Ink],
    gots: Sequence[Ink],
    compare: Compare,
) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    """Equal things of the two stretches, wherever they stand in them."""
    there: dict[Hashable, list[int]] = defaultdict(list)
    for j in right:
        there[content(gots[j])].append(j)
    spots = {j: anchor(gots[j]) for j in right}
    pairs, wants_left = [], []
    for i in left:
        choices = there.get(content(wants[i]), [])
        x, y = anchor(wants[i])
        for j in choices:
            u, v = spots[j]
            near = -APART < x - u < APART and -APART < y - v < APART
            if near and not compare(wants[i], gots[j]):
                choices.remove(j)
                pairs.append((i, j))
                break
        else:
            wants_left.append(i)
    return pairs, wants_left, sorted(j for rest in there.values() for j in rest)


def _overlap(a: Edges | None, b: Edges | None) -> bool:
    both = meet(a, b) if a and b else None
    return both is not None and both[2] - both[0] > NEAR and both[3] - both[1] > NEAR


def content(ink: Ink) -> Hashable:
    """What a thing is, wherever it stands."""
    if isinstance(ink, Words):
        return ink.text.replace(" ", "")
    if isinstance(ink, Shape):
        return ink.points - ink.points % 4, ink.fill is None, ink.stroke is None
    if isinstance(ink, Image):
        return frozenset(ink.pixels)
    return ink.what


def _out_of_order(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The fewest pairs whose removal leaves the others in order (longest rising subsequence)."""
    ends: list[int] = []
    tops: list[int] = []
    before: list[int] = []
    for k, (_, j) in enumerate(pairs):
        at = bisect_left(ends, j)
        before.append(tops[at - 1] if at else -1)
        if at == len(ends):
            ends.append(j)
            tops.append(k)
        else:
            ends[at], tops[at] = j, k
    kept = set()
    k = tops[-1] if tops else -1
    while k >= 0:
        kept.add(k)
        k = before[k]
    return [pair for k, pair in enumerate(pairs) if k not in kept]


def _pair_up(
    left: list[int],
    right: list[int],
    wants: Sequence[Ink],
    gots: Sequence[Ink],
    compare: Compare,
) -> tuple[list[Changed], list[int], list[int]]:
    """Left-overs that are most likely the same thing changed: by content, then by place."""
    changed: list[Changed] = []
    spots = [place(got) for got in gots]
    whats = [content(got) for got in gots]
    for alike in (True, False):
        chosen: list[tuple[float, int, int]] = []
        by_kind: dict[type, list[int]] = defaultdict(list)
        for j in right:
            by_kind[gots[j].__class__].append(j)
        for i in left[:MOST]:
            want, what = wants[i], content(wants[i])
            reach = FAR if not alike else 1e9 if isinstance(want, Words) else 2 * FAR
            x, y = place(want)
            for j in by_kind[want.__class__][:MOST]:
                u, v = spots[j]
                away = abs(x - u) + abs(y - v)
                if away < reach and (not alike or what == whats[j]):
                    chosen.append((away, i, j))
        used_wants, used_gots = set(), set()
        for _, i, j in sorted(chosen):
            if i not in used_wants and j not in used_gots:
                used_wants.add(i)
                used_gots.add(j)
                changed.append(Changed(i, j, compare(wants[i], gots[j])))
        left = [i for i in left if i not in used_wants]
        right = [j for j in right if j not in used_gots]
    return sorted(changed), left, right


APART = 0.3
"""mm beyond which two things are not compared at all: they cannot be the same."""

FAR = 4.0
"""mm within which a thing of other content is taken for the same thing changed."""

MOST = 400
"""Left-overs that are paired with each other; of more, each is told by itself."""


def place(ink: Ink) -> tuple[float, float]:
    """Where a thing begins: the start of a line, else its middle."""
    if isinstance(ink, Words):
        return ink.x, ink.y
    left, top, right, bottom = ink.edges
    return (left + right) / 2, (top + bottom) / 2


def anchor(ink: Ink) -> tuple[float, float]:
    """A point of a thing that a stroke's width and joins do not move."""
    if isinstance(ink, Shape):
        return ink.probes[0], ink.probes[1]
    if isinstance(ink, Image):
        return ink.frame[0], ink.frame[1]
    return place(ink)
