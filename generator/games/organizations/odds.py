"""A game master's question in, its answer out: two sides at a scope, who wins, how long it takes.

cardwright organizations odds marshals furnace --scope regional
cardwright organizations odds "S14 C11 D12" "S16@war H22" --scope home --policy ahead --json
"""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from generator.engine.contract import CHANCE, OVER, SEATS, SetupRefused
from generator.games.organizations.state import Conflict, State
from generator.shares import Interval, wilson

if TYPE_CHECKING:
    from generator.engine.contract import Desk, Rules
    from generator.games.organizations.conflict import ConflictEngine
    from generator.model.game import Game

SIDES = ("A", "B")
MOST = 1_000_000


@dataclass
class Tally:
    """What some games came to; lists by side."""

    games: int = 0
    wins: list[int] = field(default_factory=lambda: [0, 0])
    starter: int = 0
    """Games that the side which began them won."""
    lengths: Counter[int] = field(default_factory=Counter)
    """Cards of a round, rounds of a conflict."""
    power: list[int] = field(default_factory=lambda: [0, 0])
    """Sum of what each side's power has changed by."""
    gained: int = 0
    """Games in which the winner's power rose."""


def odds(rules: Rules, game: Game, given: Sequence[str], desk: Desk) -> int:
    """Tell the answer as text or JSON; raises SetupRefused."""
    asked = _parser(game.id).parse_args(list(given))
    if len(asked.side) > 2:
        raise SetupRefused(f"there are {len(asked.side)} sides", "two, in quotes if need be")
    engine: Any = rules.engine(game, {})
    texts = asked.side if len(asked.side) == 2 else asked.side[0].split("/")
    setup = {"sides": " / ".join(texts), "scope": asked.scope, "starter": asked.starter}
    if asked.truce is not None:
        setup["truce"] = str(asked.truce)
    whole = engine.setup(setup)
    policies = _policies(engine, asked.policy)
    one = play(engine, engine.setup({**setup, "rounds": "1"}), policies, asked.rounds, asked.seed)
    all_ = play(engine, whole, policies, asked.conflicts, asked.seed + 1)
    plain = {
        "game": game.id,
        "setup": {key: value for key, value in setup.items() if value},
        "policy": asked.policy,
        "seed": asked.seed,
        "sizes": [_sizes(engine, whole, side) for side in (0, 1)],
        "round": {**_plain(one, "cards"), "winner_gains": wilson(one.gained, one.games)._asdict()},
        "conflict": {"truce_after": whole.rounds or None, **_plain(all_, "rounds")},
    }
    if asked.json:
        desk.tell(json.dumps(plain, indent=2))
    else:
        for line in _lines(engine, whole, asked, one, all_):
            desk.tell(line)
    return 0


def _parser(game: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=f"cardwright {game} odds",
        description="Two sides at a scope: who wins a round and a conflict, how often, how long.",
    )
    parser.add_argument("side", nargs="+", help="a ready side, or 'S14 C11@war'; + joins members")
    parser.add_argument("--scope", default="", help="one, or one a side: 'home / war'")
    parser.add_argument("--starter", default="", help="a seat of the side that begins, such as A")
    parser.add_argument("--rounds", type=_count, default=2000, help="single rounds to play")
    parser.add_argument("--conflicts", type=_count, default=300, help="whole conflicts to play")
    parser.add_argument("--truce", type=int, default=None, help="rounds of a conflict, 0 for ever")
    parser.add_argument("--policy", default="lowest", help="how both play, or one a side")
    parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same games")
    parser.add_argument("--json", action="store_true", help="print JSON for a program to read")
    return parser


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= MOST):
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is no number from 1 to {MOST:,}")
    return int(text)


def _policies(engine: ConflictEngine, text: str) -> tuple[Any, Any]:
    names = [name.strip() for name in text.split(",")]
    if len(names) > 2:
        raise SetupRefused(f"there are {len(names)} policies", "one, or one a side")
    return engine.policy(names[0]), engine.policy(names[-1])


def play(
    engine: ConflictEngine, table: Conflict, policies: Sequence[Any], games: int, seed: int
) -> Tally:
    """Play so many games; the same seed gives the same tally."""
    tally = Tally()
    by_seat = [policies[table.side(seat)] for seat in range(table.seats)]
    rng = Random()  # noqa: S311 - games, not secrets
    for number in range(games):
        rng.seed(seed << 32 | number)
        state = engine.start(table)
        while (who := engine.actor(state)) != OVER:
            if who == CHANCE:
                move = engine.chance(state, rng)
            else:
                policy = by_seat[who]
                seen = None if policy.blind else engine.view(state, who)
                move = policy.choose(seen, engine.moves(state), rng)
            engine.apply(state, move)
        _count_in(tally, state)
    return tally


def _count_in(tally: Tally, state: State) -> None:
    table = state.table
    tally.games += 1
    for seat in (state.winners or ())[:1]:
        tally.wins[table.side(seat)] += 1
        tally.starter += table.side(seat) == state.first_starter
    rounds = len(state.results)
    tally.lengths[len(state.played) if table.agreed else rounds] += 1
    for org, (now, before) in enumerate(zip(state.powers, table.powers, strict=True)):
        tally.power[table.side(table.orgs[org].seat)] += now - before
    tally.gained += any(change.by > 0 for change in state.results[-1].changes)


def _plain(tally: Tally, unit: str) -> dict[str, Any]:
    games = tally.games
    return {
        "games": games,
        "wins": {name: wilson(tally.wins[n], games)._asdict() for n, name in enumerate(SIDES)},
        "nobody": wilson(games - sum(tally.wins), games)._asdict(),
        "who_begins": wilson(tally.starter, games)._asdict(),
        unit: _length(tally),
        "power_change": {name: tally.power[n] / games for n, name in enumerate(SIDES)},
    }


def _length(tally: Tally) -> dict[str, float]:
    """Mean with the half width of its 95 % interval, median and the longest."""
    games = tally.games
    values = sorted(tally.lengths.elements())
    mean = sum(values) / games
    spread = sum((value - mean) ** 2 for value in values) / max(1, games - 1)
    half = 1.96 * math.sqrt(spread / games)
    return {"mean": mean, "half": half, "median": values[games // 2], "longest": values[-1]}


def _sizes(engine: ConflictEngine, table: Conflict, side: int) -> list[dict[str, int]]:
    rows = engine.lines(table, table.powers).sizes
    return [
        dict(zip(engine.cards.letters, rows[seat], strict=True)) for seat in table.members(side)
    ]


def _lines(
    engine: ConflictEngine, table: Conflict, asked: argparse.Namespace, one: Tally, all_: Tally
) -> list[str]:
    lines = []
    for side, name in enumerate(SIDES):
        seats = ", ".join(SEATS[seat] for seat in table.members(side))
        told = " + ".join(
            " ".join(f"{suit}{size}" for suit, size in row.items())
            for row in _sizes(engine, table, side)
        )
        label = _name(engine, table.names[side]) or f"seats {seats}"
        lines.append(f"{name}: {label}, largest cards {told}")
    lines.append(f"Both sides play {asked.policy}, seed {asked.seed}.")
    cards, rounds = _length(one), _length(all_)
    lines += ["", f"A round ({one.games} played)"]
    lines += _wins(one, "ends without a winner")
    lines.append(f"  it lasts {cards['mean']:.1f} cards (half of them at most {cards['median']})")
    gains = wilson(one.gained, one.games)
    lines.append(f"  it ends in the suit it was about in {_share(gains)}, so that the winner gains")
    end = f", truce after {table.rounds} rounds" if table.rounds else ", to the bitter end"
    lines += ["", f"A conflict ({all_.games} played{end})"]
    lines += _wins(all_, "ends in a truce")
    told = f"{rounds['mean']:.1f} rounds, give or take {rounds['half']:.1f}"
    lines.append(f"  it lasts {told}; the longest took {rounds['longest']}")
    change = ", ".join(f"{n} {all_.power[side] / all_.games:+.1f}" for side, n in enumerate(SIDES))
    lines.append(f"  power of all organizations changes by {change}")
    return lines


def _name(engine: ConflictEngine, ids: str) -> str:
    names = {side.id: side.name for side in engine.deal.sides}
    return " and ".join(names[one] for one in ids.split("+")) if ids else ""


def _wins(tally: Tally, nobody: str) -> list[str]:
    games = tally.games
    lines = [
        f"  {name} wins {_share(wilson(tally.wins[n], games))}" for n, name in enumerate(SIDES)
    ]
    if (left := games - sum(tally.wins)) > 0:
        lines.append(f"  {nobody} {_share(wilson(left, games))}")
    lines.append(f"  the side that begins wins {_share(wilson(tally.starter, games))}")
    return lines


def _share(found: Interval) -> str:
    return f"{found.share:.1%} ({found.low:.1%} to {found.high:.1%})"
