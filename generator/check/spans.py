"""Stretches of lines (from, to) in mm, sorted and apart; what is common, left over, wide enough."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Span = tuple[float, float]
Spans = Sequence[Span]
Rows = list[list[Span]]
"""The spans of lines at equal distances, from the top."""


def merged(spans: Iterable[Span]) -> list[Span]:
    """All that any of them covers."""
    out: list[Span] = []
    for a, b in sorted(spans):
        if out and a <= out[-1][1]:
            if b > out[-1][1]:
                out[-1] = (out[-1][0], b)
        elif b > a:
            out.append((a, b))
    return out


def met(one: Spans, other: Spans) -> list[Span]:
    """What both cover."""
    out, i, k = [], 0, 0
    while i < len(one) and k < len(other):
        a, b = max(one[i][0], other[k][0]), min(one[i][1], other[k][1])
        if b > a:
            out.append((a, b))
        if one[i][1] < other[k][1]:
            i += 1
        else:
            k += 1
    return out


def less(one: Spans, other: Spans) -> list[Span]:
    """What the first covers and the second does not."""
    out: list[Span] = []
    for a, b in one:
        at = a
        for c, d in other:
            if d <= at:
                continue
            if c >= b:
                break
            if c > at:
                out.append((at, c))
            at = d
            if at >= b:
                break
        if at < b:
            out.append((at, b))
    return out


def grown(spans: Spans, by: float) -> list[Span]:
    """Each span longer by `by` at both ends; shorter where negative."""
    return merged((a - by, b + by) for a, b in spans if b - a + 2 * by > 0)


def opened(rows: Rows, radius: float, pitch: float) -> list[tuple[float, int, float]]:
    """The areas that hold a square of twice the `radius`, lines `pitch` apart.

    Each as its area (mm2), a row and a place in it. What is thinner than the square is left out, so
    hatching and outlines join nothing.
    """
    reach = round(radius / pitch)
    core = _eroded([grown(row, -radius) if row else [] for row in rows], reach)
    out = []
    for group in _groups(core):
        area = 0.0
        by_row: dict[int, list[Span]] = {}
        for j, a, b in group:
            for k in range(max(0, j - reach), min(len(rows), j + reach + 1)):
                by_row.setdefault(k, []).append((a - radius, b + radius))
        for spans in by_row.values():
            area += sum(b - a for a, b in merged(spans)) * pitch
        j, a, b = group[len(group) // 2]
        out.append((area, j, (a + b) / 2))
    return sorted(out, reverse=True)


def _eroded(rows: Rows, reach: int) -> Rows:
    """Each row with only what the rows within `reach` cover as well."""
    out: Rows = []
    for j in range(len(rows)):
        left = rows[j]
        for k in range(1, reach + 1):
            if not left:
                break
            above = rows[j - k] if j >= k else left
            below = rows[j + k] if j + k < len(rows) else left
            left = met(met(left, above), below)
        out.append(left)
    return out


def _groups(rows: Rows) -> list[list[tuple[int, float, float]]]:
    """Spans that touch from row to row, together."""
    flat = [(j, a, b) for j, spans in enumerate(rows) for a, b in spans]
    leader = list(range(len(flat)))

    def led(n: int) -> int:
        while leader[n] != n:
            leader[n] = leader[leader[n]]
            n = leader[n]
        return n

    start = 0
    for n, (j, a, b) in enumerate(flat):
        while flat[start][0] < j - 1:
            start += 1
        for k in range(start, n):
            row, c, d = flat[k]
            if row == j:
                break
            if c < b and d > a:
                leader[led(n)] = led(k)
    groups: dict[int, list[tuple[int, float, float]]] = {}
    for n, span in enumerate(flat):
        groups.setdefault(led(n), []).append(span)
    return list(groups.values())
