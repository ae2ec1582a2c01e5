"""The answer of `odds` in; the page that briefs a game master out: words, bars, and its facts.

Shares stay between 0 and 1: the template draws them to scale.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from generator.engine.contract import SEATS, Page
from generator.games.organizations.state import Conflict
from generator.scene import Fact

if TYPE_CHECKING:
    from generator.games.organizations.conflict import ConflictEngine

Plain = Mapping[str, Any]
SIDES = ("A", "B")
BINS = 30
"""Bars of a histogram at most."""


def brief(engine: ConflictEngine, table: Conflict, answer: Plain) -> Page:
    """One page of `briefing.xml`."""
    groups = [_round_bars(answer["round"]), _conflict_bars(answer["conflict"])]
    if begun := _begun_bars(answer["round"]):
        groups.append(begun)
    data = {
        "where": _where(engine, table),
        "sides": tuple(_side(engine, table, answer, side) for side in (0, 1)),
        "groups": tuple(groups),
        "histograms": (
            _histogram("cards", "Cards played in a round", answer["round"]["cards"]),
            _second(answer["conflict"]),
        ),
        "lines": tuple(_lines(answer)),
        "foot": _foot(answer),
    }
    return Page("briefing.xml", "Briefing", data, tuple(_facts(data)))


def share(found: Plain) -> str:
    """`61.8 % (59.6 to 63.9)`."""
    low, high = (f"{100 * found[key]:.1f}" for key in ("low", "high"))
    return f"{100 * found['share']:.1f} % ({low} to {high})"


def _where(engine: ConflictEngine, table: Conflict) -> str:
    """`Region`, or what the place is to each side."""
    told = []
    for side in (0, 1):
        seats = table.members(side)
        scopes = sorted({org.scope for org in table.orgs if org.seat in seats})
        told.append(" and ".join(engine.deal.scopes[scope].name for scope in scopes))
    return told[0] if told[0] == told[1] else f"A: {told[0]} – B: {told[1]}"


def _side(engine: ConflictEngine, table: Conflict, answer: Plain, side: int) -> Plain:
    letters = engine.deal.letters
    rows = []
    for seat, row in zip(table.members(side), answer["sizes"][side], strict=True):
        cells = tuple(
            {
                "suit": suit.id,
                "size": row[suit.letter],
                "said": str(row[suit.letter]) if row[suit.letter] else "–",
                "key": f"size-{SEATS[seat]}-{suit.letter}",
            }
            for suit in engine.deal.suits
        )
        rows.append({"seat": SEATS[seat], "cells": cells})
    suits = [engine.deal.suits[letters.index(one)].name for one in answer["engageable"][side]]
    last = f"{', '.join(suits[:-1])} and {suits[-1]}" if len(suits) > 1 else suits[0]
    return {
        "letter": SIDES[side],
        "name": answer["names"][SIDES[side]],
        "rows": tuple(rows),
        "engaged": f"Can be challenged in {last}",
    }


def _bar(key: str, label: str, found: Plain, who: str) -> Plain:
    return {
        "key": key,
        "label": label,
        "who": who,
        "share": found["share"],
        "low": found["low"],
        "high": found["high"],
        "said": share(found),
    }


def _round_bars(one: Plain) -> Plain:
    bars = [_bar(f"round-{n}", f"{n} wins", one["wins"][n], n) for n in SIDES]
    return {"title": "A round", "bars": tuple(bars)}


def _conflict_bars(whole: Plain) -> Plain:
    agreed, truce = whole["agreed"], whole["truce_after"]
    title = f"A conflict to the bitter end, or {whole['given_up_after']} rounds"
    if agreed:
        title = f"A conflict of {agreed} round{'s' * (agreed != 1)} agreed on"
    elif truce:
        title = f"A conflict, truce after {truce} rounds"
    if whole["rounds_before"]:
        title += f", {whole['rounds_before']} of them played"
    bars = [_bar(f"conflict-{n}", f"{n} wins", whole["wins"][n], n) for n in SIDES]
    nobody = "undecided" if agreed else "truce" if truce else "given up"
    bars.append(_bar("nobody", nobody, whole["nobody"], "nobody"))
    if not agreed:
        bars += [_bar(f"ahead-{n}", f"{n} leads", whole["ahead"][n], n) for n in SIDES]
    return {"title": title, "bars": tuple(bars)}


def _begun_bars(one: Plain) -> Plain | None:
    found = one["when_beginning"]
    bars = [_bar(f"begin-{n}", f"{n} begins", found[n]["wins"], n) for n in SIDES if n in found]
    return {"title": "Who begins a round wins it", "bars": tuple(bars)} if bars else None


def _second(whole: Plain) -> Plain:
    """How many rounds conflicts take; where all take as many, how many of them A wins."""
    rounds = whole["rounds"]
    if len(rounds["games_by_length"]) > 1:
        return _histogram("rounds", "Rounds of a conflict", rounds)
    of = rounds["longest"] + whole["rounds_before"]
    return _histogram("rounds", f"Rounds of {of} that A wins", whole["rounds_won_by_A"], "most")


def _histogram(key: str, title: str, found: Plain, word: str = "longest") -> Plain:
    """Games by length in at most `BINS` bars of equal width; `high` is to the highest one."""
    counts = {int(length): count for length, count in found["games_by_length"].items()}
    least, most = min(counts), max(counts)
    width = -(-(most - least + 1) // BINS)
    bins = [0] * ((most - least) // width + 1)
    for length, count in counts.items():
        bins[(length - least) // width] += count
    games, top = sum(bins), max(bins)
    bars = [
        {
            "from": least + n * width,
            "to": least + n * width + width - 1,
            "share": count / games,
            "high": count / top,
        }
        for n, count in enumerate(bins)
    ]
    return {
        "key": key,
        "title": title,
        "bars": tuple(bars),
        "least": str(least),
        "most": str(bars[-1]["to"]),
        "top": f"{100 * top / games:.1f} %",
        "peak": (bins.index(top) + 0.5) / len(bins),
        "middle": (found["median"] - least + 0.5) / (width * len(bins)),
        "mean": f"mean {found['mean']:.1f} ± {found['half']:.1f}, "
        f"half of them up to {found['median']}, {word} {found['longest']}",
    }


def _lines(answer: Plain) -> Iterator[Plain]:
    one, whole = answer["round"], answer["conflict"]
    rounds, gains = whole["rounds"], share(one["winner_gains"])
    lasts = f"{rounds['mean']:.1f} ± {rounds['half']:.1f} rounds"
    if whole["rounds_before"]:
        lasts += " more"
    yield {"key": "lasts", "said": f"A conflict lasts {lasts}; the longest, {rounds['longest']}."}
    yield {"key": "gains", "said": f"A round ends in the suit it was about: {gains}."}
    if not whole["agreed"]:
        driven = share(whole["driven_out"])
        yield {"key": "driven", "said": f"A side is driven out: {driven}."}
    changes = " and ".join(f"{_signed(whole['power_change'][n])} for {n}" for n in SIDES)
    yield {"key": "power", "said": f"Power changes in a conflict by {changes}."}


def _signed(value: float) -> str:
    return f"{value:+.1f}".replace("-", "−")


def _foot(answer: Plain) -> str:
    games, whole = answer["round"]["games"], answer["conflict"]["games"]
    policy = " against ".join(name.strip() for name in answer["policy"].split(","))
    return (
        f"{games:,} rounds and {whole:,} conflicts played, policy {policy}, seed {answer['seed']}. "
        "In brackets the 95 % interval."
    )


def _facts(data: Plain) -> Iterator[Fact]:
    """Every figure of the page, and every bar that has a length."""
    yield Fact("where", shows=data["where"])
    yield Fact("foot", shows=data["foot"])
    for side in data["sides"]:
        yield Fact(f"side-{side['letter']}", shows=side["name"])
        yield Fact(f"engaged-{side['letter']}", shows=side["engaged"])
        cells: Sequence[Plain] = [cell for row in side["rows"] for cell in row["cells"]]
        yield from (Fact(cell["key"], shows=cell["said"]) for cell in cells)
    for group in data["groups"]:
        for bar in group["bars"]:
            yield Fact(bar["key"], shows=bar["said"])
            if bar["share"]:
                yield Fact(f"bar-{bar['key']}", shows=bar["said"])
    for found in data["histograms"]:
        bars = sum(bar["share"] > 0 for bar in found["bars"])
        yield Fact(f"bars-{found['key']}", amount=bars)
        for key in (
            ("least", "most", "top", "mean")
            if len(found["bars"]) > 1
            else (
                "least",
                "top",
                "mean",
            )
        ):
            yield Fact(f"{key}-{found['key']}", shows=found[key])
    for line in data["lines"]:
        yield Fact(line["key"], shows=line["said"])
