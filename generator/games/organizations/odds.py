"""A game master's question in, its answer out: two sides at a scope, who wins, how long it takes.

cardwright organizations odds marshals furnace --scope regional
cardwright organizations odds "S14 C11 D12 / S16@war H22" --scope home --policy ahead --json
cardwright organizations odds war.yaml --brief briefing.pdf --paper letter
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.engine.contract import SEATS, SetupRefused
from generator.games.organizations import tally
from generator.games.organizations.asked import number, of_members
from generator.games.organizations.keeping import ROUNDS
from generator.games.organizations.state import Conflict, Result
from generator.games.organizations.tally import SIDES, Tally, plain, play, spread
from generator.shares import Interval, wilson

if TYPE_CHECKING:
    from generator.engine.contract import Desk, Rules
    from generator.games.organizations.conflict import ConflictEngine
    from generator.model.game import Game

MOST = 1_000_000


class Question(NamedTuple):
    """What is asked: a whole conflict, a single round of it, rounds of it already played."""

    told: Mapping[str, Any]
    whole: Conflict
    single: Conflict
    before: tuple[Result, ...]
    names: tuple[str, str]


def odds(rules: Rules, game: Game, given: Sequence[str], desk: Desk) -> int:
    """Tell the answer as text or JSON, and print it where asked; raises SetupRefused, Refused."""
    asked = _parser(game.id).parse_args(list(given))
    if len(asked.side) > 2:
        raise SetupRefused(f"there are {len(asked.side)} sides", "two, in quotes if need be")
    engine: Any = rules.engine(game, {})
    question = _question(engine, asked, desk)
    policies = _policies(engine, asked.policy)
    whole = question.whole
    one = play(engine, question.single, policies, asked.rounds, asked.seed, single=True)
    all_ = play(engine, whole, policies, asked.conflicts, asked.seed + 1, before=question.before)
    answer = {
        "game": game.id,
        "setup": dict(question.told),
        "policy": asked.policy,
        "seed": asked.seed,
        "names": dict(zip(SIDES, question.names, strict=True)),
        "sizes": [sizes(engine, whole, side) for side in (0, 1)],
        "engageable": [
            [engine.deal.letters[suit] for suit in _engageable(engine, whole, side)]
            for side in (0, 1)
        ],
        "round": {**plain(one, "cards"), "winner_gains": wilson(one.gained, one.games)._asdict()},
        "conflict": _conflict(question, all_),
    }
    if asked.brief:
        from generator.games.organizations.brief import brief  # noqa: PLC0415 - few print

        desk.page(brief(engine, whole, answer), asked.paper, Path(asked.brief))
    if asked.json:
        desk.tell(json.dumps(answer, indent=2))
        return 0
    for line in _lines(engine, question, asked, one, all_):
        desk.tell(line)
    if asked.brief:
        desk.tell(f"{asked.brief}: one page, {asked.paper}")
    return 0


def _conflict(question: Question, all_: Tally) -> dict[str, Any]:
    whole = question.whole
    return {
        "agreed": whole.rounds if whole.agreed else None,
        "truce_after": None if whole.agreed else whole.rounds or None,
        "given_up_after": None if whole.rounds else tally.LONGEST,
        "rounds_before": len(question.before),
        **plain(all_, "rounds"),
        "ahead": {
            name: wilson(all_.ahead[n], all_.games)._asdict() for n, name in enumerate(SIDES)
        },
        "rounds_won_by_A": spread(all_.firsts),
        "driven_out": wilson(all_.driven, all_.games)._asdict(),
    }


def _parser(game: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=f"cardwright {game} odds",
        description="Two sides at a scope: who wins a round and a conflict, how often, how long.",
    )
    parser.add_argument(
        "side",
        nargs="+",
        help="a ready side, or 'S14 C11@war'; + joins members; or a campaign's file alone",
    )
    parser.add_argument("--scope", default="", help="one, or one a side: 'home / war'")
    parser.add_argument("--starter", default="", help="a seat of the side that begins, such as A")
    parser.add_argument(
        "--rounds", type=number(1, MOST), default=2000, help="single rounds to play [2000]"
    )
    parser.add_argument(
        "--conflicts", type=number(1, MOST), default=300, help="whole conflicts to play [300]"
    )
    end = parser.add_mutually_exclusive_group()
    end.add_argument("--truce", type=number(0, ROUNDS), help="rounds of a conflict, 0 for ever")
    end.add_argument("--agreed", type=number(1, ROUNDS), help="rounds, won by who wins more")
    parser.add_argument("--policy", default="lowest", help="how both play, or one a side [lowest]")
    parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same games")
    parser.add_argument("--json", action="store_true", help="print JSON for a program to read")
    parser.add_argument("--brief", metavar="FILE.pdf", help="print the answer on one page")
    parser.add_argument("--paper", default="a4", help="a4, letter … [a4]")
    return parser


def _question(engine: ConflictEngine, asked: argparse.Namespace, desk: Desk) -> Question:
    if len(asked.side) == 1 and asked.side[0].lower().endswith((".yaml", ".yml")):
        return _of_campaign(engine, asked, desk)
    texts = asked.side if len(asked.side) == 2 else asked.side[0].split("/")
    for text in texts if all(map(str.strip, texts)) else ():
        of_members(text)
    setup = {"sides": " / ".join(texts), "scope": asked.scope, "starter": asked.starter}
    if asked.truce is not None:
        setup["truce"] = str(asked.truce)
    if asked.agreed is not None:
        setup["rounds"] = str(asked.agreed)
    whole = engine.setup(setup)
    single = engine.setup({**setup, "rounds": "1"})
    named = [_ready(engine, ids) or f"Side {n}" for ids, n in zip(whole.names, SIDES, strict=True)]
    told = {key: value for key, value in setup.items() if value}
    return Question(told, whole, single, (), (named[0], named[1]))


def _of_campaign(engine: ConflictEngine, asked: argparse.Namespace, desk: Desk) -> Question:
    """The present powers, scope and rounds of a campaign."""
    from generator.games.organizations.campaign import opened  # noqa: PLC0415 - files

    for flag in ("scope", "starter", "truce", "agreed"):
        if getattr(asked, flag) not in ("", None):
            raise SetupRefused(f"--{flag} is given", "the campaign's file says that")
    path = Path(asked.side[0])
    file, now = opened(engine, path, desk)
    if now.ended:
        raise SetupRefused("the conflict is over", f"another one: campaign conflict {path}")
    starter = -1 if now.starter is None else now.starter
    whole = now.table._replace(powers=tuple(now.powers), starter=starter)
    single = whole._replace(rounds=1, agreed=True)
    told = {"campaign": file.campaign, "file": asked.side[0]}
    return Question(told, whole, single, tuple(now.results), whole.names)


def _policies(engine: ConflictEngine, text: str) -> tuple[Any, Any]:
    names = [name.strip() for name in text.split(",")]
    if len(names) > 2:
        raise SetupRefused(f"there are {len(names)} policies", "one, or one a side")
    return engine.policy(names[0]), engine.policy(names[-1])


def sizes(engine: ConflictEngine, table: Conflict, side: int) -> list[dict[str, int]]:
    """The largest cards of each member by the suit's letter."""
    rows = engine.lines(table, table.powers).sizes
    return [
        dict(zip(engine.cards.letters, rows[seat], strict=True)) for seat in table.members(side)
    ]


def _engageable(engine: ConflictEngine, table: Conflict, side: int) -> list[int]:
    return engine.engageable(engine.lines(table, table.powers), side)


def _ready(engine: ConflictEngine, ids: str) -> str:
    names = {side.id: side.name for side in engine.deal.sides}
    return " and ".join(names[one] for one in ids.split("+")) if ids else ""


# In words


def _lines(
    engine: ConflictEngine, question: Question, asked: argparse.Namespace, one: Tally, all_: Tally
) -> list[str]:
    lines, table = [], question.whole
    for side, name in enumerate(SIDES):
        seats = ", ".join(SEATS[seat] for seat in table.members(side))
        told = " + ".join(
            " ".join(f"{suit}{size}" for suit, size in row.items())
            for row in sizes(engine, table, side)
        )
        label = question.names[side] if table.names[side] else f"seats {seats}"
        lines.append(f"{name}: {label}, largest cards {told}")
    lines.append(f"Both sides play {asked.policy}, seed {asked.seed}.")
    cards, rounds = spread(one.lengths), spread(all_.lengths)
    lines += ["", f"A round ({one.games} played)"]
    lines += _wins(one, "ends without a winner")
    lines.append(f"  it lasts {cards['mean']:.1f} cards (half of them at most {cards['median']})")
    gains = wilson(one.gained, one.games)
    lines.append(f"  it ends in the suit it was about in {_share(gains)}, so that the winner gains")
    end = f", to the bitter end, given up after {tally.LONGEST:,} rounds"
    if table.rounds:
        end = f", truce after {table.rounds} rounds"
    if table.agreed:
        end = f", {table.rounds} round{'s' * (table.rounds != 1)} agreed on"
    played = f", {len(question.before)} of them played already" if question.before else ""
    lines += ["", f"A conflict ({all_.games} played{end}{played})"]
    nobody = "ends in a truce" if table.rounds else "is given up"
    lines += _wins(all_, "ends undecided" if table.agreed else nobody)
    for n, name in enumerate(SIDES):
        share = _share(wilson(all_.ahead[n], all_.games))
        lines.append(f"  {name} has won more rounds when it ends in {share}")
    told = f"{rounds['mean']:.1f} rounds, give or take {rounds['half']:.1f}"
    lines.append(f"  it lasts {told}; the longest took {rounds['longest']}")
    change = ", ".join(f"{n} {all_.power[side] / all_.games:+.1f}" for side, n in enumerate(SIDES))
    lines.append(f"  power of all organizations changes by {change}")
    return lines


def _wins(tally: Tally, nobody: str) -> list[str]:
    games = tally.games
    lines = [
        f"  {name} wins {_share(wilson(tally.wins[n], games))}" for n, name in enumerate(SIDES)
    ]
    if (left := games - sum(tally.wins)) > 0:
        lines.append(f"  {nobody} {_share(wilson(left, games))}")
    lines.append(f"  the side that begins wins {_share(wilson(sum(tally.kept), games))}")
    return lines


def _share(found: Interval) -> str:
    return f"{found.share:.1%} ({found.low:.1%} to {found.high:.1%})"
