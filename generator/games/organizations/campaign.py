"""A conflict kept between sessions: a file and what happened in, the file gone on and its tale out.

campaign new FILE marshals furnace --scope regional --starter A
campaign round FILE --first 7S --last 2H --winner B
campaign event FILE falcon-brigade --by -2 --note "The keep burns."
campaign show FILE                    campaign chronicle FILE
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.engine.contract import SetupRefused, Unreadable
from generator.games.organizations.kept import (
    SIDES,
    CampaignFile,
    ChangeFile,
    EventFile,
    OrganizationFile,
    RoundFile,
    SideFile,
    SidesFile,
    Standing,
    begun,
    judged,
    stands,
    step,
)
from generator.games.organizations.setup import read_setup
from generator.games.organizations.tale import told
from generator.problems import Problems, Refused, Where

if TYPE_CHECKING:
    from generator.engine.contract import Desk, Rules
    from generator.games.organizations.conflict import ConflictEngine
    from generator.model.game import Game

HEAD = "# Kept by `cardwright organizations campaign`; names and notes may be edited."


def campaign(rules: Rules, game: Game, given: Sequence[str], desk: Desk) -> int:
    """Run one of the commands; raises SetupRefused, and Refused with the file's faults."""
    asked = _parser(game.id).parse_args(list(given))
    engine: Any = rules.engine(game, {})
    path = Path(asked.file)
    if asked.command == "new":
        return _new(engine, asked, path, desk)
    file, now = _opened(engine, path, desk)
    if asked.command == "show":
        for line in _shown(engine, file, now):
            desk.tell(line)
    elif asked.command == "chronicle":
        for line in told(engine, file):
            desk.tell(line)
    else:
        _go_on(engine, asked, (path, file, now), desk)
    return 0


def _parser(game: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=f"cardwright {game} campaign", description="A conflict kept between sessions."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    new = commands.add_parser("new", help="begin a campaign in a file that is not there yet")
    new.add_argument("file")
    new.add_argument("side", nargs=2, help="a ready side, or 'S14 C11@war'; + joins members")
    new.add_argument("--name", default="", help="what the campaign is called")
    new.add_argument("--scope", default="", help="one, or one a side: 'home / war'")
    new.add_argument("--starter", choices=SIDES, help="the aggressor; else the first round tells")
    show = commands.add_parser("show", help="ratings, sizes, who begins and where")
    show.add_argument("file")
    tale = commands.add_parser("chronicle", help="the history as a tale")
    tale.add_argument("file")
    one = commands.add_parser("round", help="enter a round that was played")
    one.add_argument("file")
    one.add_argument("--winner", choices=SIDES, required=True)
    one.add_argument("--starter", choices=SIDES, help="needed where nobody knows it yet")
    one.add_argument("--first", help="the card that opened, such as 7S; none if no card could")
    one.add_argument("--last", help="the last card")
    one.add_argument("--note", default="", help="a line for the chronicle")
    event = commands.add_parser("event", help="enter what changed a power between rounds")
    event.add_argument("file")
    event.add_argument("organization", help="its id")
    event.add_argument("--by", type=int, required=True, help="such as +2 or -1")
    event.add_argument("--note", required=True, help="what happened")
    return parser


# The file


def _opened(engine: ConflictEngine, path: Path, desk: Desk) -> tuple[CampaignFile, Standing]:
    problems = Problems()
    read = desk.read(path, CampaignFile, problems)
    now = None if read is None else stands(engine, read[0], read[1], problems)
    if read is None or now is None:
        raise Refused(problems)
    return read[0], now


def _new(engine: ConflictEngine, asked: argparse.Namespace, path: Path, desk: Desk) -> int:
    if path.exists():
        problems = Problems()
        problems.add("output-in-the-way", Where(str(path)), "is there already", "another name")
        raise Refused(problems)
    given = {"sides": " / ".join(asked.side), "scope": asked.scope}
    table = read_setup(engine, given)
    sides = []
    for side, letter in enumerate(SIDES):
        orgs = [
            _organization(engine, table, number, letter)
            for number, org in enumerate(table.orgs)
            if org.seat in table.members(side)
        ]
        ready = {one.id: one.name for one in engine.deal.sides}
        name = " and ".join(ready[one] for one in table.names[side].split("+") if one)
        sides.append(SideFile(name=name or f"Side {letter}", organizations=tuple(orgs)))
    title = asked.name or f"{sides[0].name} against {sides[1].name}"
    file = CampaignFile(
        campaign=title, starter=asked.starter, sides=SidesFile(A=sides[0], B=sides[1])
    )
    now = begun(engine, file)
    if now.beaten:
        raise SetupRefused(
            f"side {SIDES[now.beaten[0]]} cannot be engaged at this scope", "another scope"
        )
    desk.write(path, written(file))
    desk.tell(f"{path} begins: {title}.")
    return 0


def _organization(engine: ConflictEngine, table: Any, number: int, letter: str) -> OrganizationFile:
    org, power = table.orgs[number], table.powers[number]
    suit = engine.deal.suits[org.suit]
    known = [one for side in engine.deal.sides for one in side.organizations]
    ids = [one.id for one in known if org.name and one.name == org.name]
    return OrganizationFile(
        id=ids[0] if ids else f"{letter.lower()}-{suit.id}-{number + 1}",
        name=org.name or f"{suit.name} of side {letter}",
        suit=suit.id,
        scope=engine.deal.scopes[org.scope].id,
        member=org.seat - table.members(table.side(org.seat))[0] + 1,
        start=power,
        power=power,
    )


def written(file: CampaignFile) -> str:
    """The file as YAML."""
    lines = [HEAD, f"campaign: {_quoted(file.campaign)}"]
    if file.starter:
        lines.append(f"starter: {file.starter}")
    lines.append("sides:")
    for letter in SIDES:
        side = file.side(letter)
        lines += [f"  {letter}:", f"    name: {_quoted(side.name)}", "    organizations:"]
        lines += [f"      - {_flow(org.plain())}" for org in side.organizations]
    if file.history:
        lines.append("history:")
        lines += [f"  - {_flow(entry.plain())}" for entry in file.history]
    return "\n".join(lines) + "\n"


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        shown = {key: one for key, one in value.items() if one not in (None, "", (), [])}
        return "{" + ", ".join(f"{key}: {_flow(one)}" for key, one in shown.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return str(value) if isinstance(value, int) else _quoted(value)


def _quoted(text: str) -> str:
    return json.dumps(" ".join(text.split()), ensure_ascii=False)


# Going on


def _go_on(
    engine: ConflictEngine,
    asked: argparse.Namespace,
    kept: tuple[Path, CampaignFile, Standing],
    desk: Desk,
) -> None:
    path, file, now = kept
    entry: RoundFile | EventFile
    try:
        if asked.command == "round":
            entry = _round(engine, asked, now)
        else:
            change = ChangeFile(organization=asked.organization, by=asked.by)
            entry = EventFile(changes=(change,), note=" ".join(asked.note.split()))
        step(engine, now, entry)
    except Unreadable as error:
        raise SetupRefused(error.says, error.fix) from None
    powers = dict(zip(now.ids, now.powers, strict=True))
    file = _with(file, powers, entry)
    desk.write(path, written(file))
    for line in told(engine, file)[-1 - len(entry.changes) :]:
        desk.tell(line)
    desk.tell(_next(engine, file, now))


def _round(engine: ConflictEngine, asked: argparse.Namespace, now: Standing) -> RoundFile:
    starter: Any = asked.starter or (None if now.starter is None else SIDES[now.starter])
    if starter is None:
        raise SetupRefused("nobody knows who began", "--starter A or --starter B")
    entry = RoundFile(
        starter=starter,
        first=asked.first and asked.first.upper(),
        last=asked.last and asked.last.upper(),
        winner=asked.winner,
        note=" ".join(asked.note.split()),
    )
    changes = tuple(
        ChangeFile(organization=now.ids[org], by=by) for org, by in judged(engine, now, entry)
    )
    return entry.but(changes=changes)


def _with(file: CampaignFile, powers: dict[str, int], entry: RoundFile | EventFile) -> CampaignFile:
    def side(old: SideFile) -> SideFile:
        orgs = tuple(org.but(power=powers[org.id]) for org in old.organizations)
        return old.but(organizations=orgs)

    sides = SidesFile(A=side(file.sides.A), B=side(file.sides.B))
    return file.but(sides=sides, history=(*file.history, entry))


# What is told


def _shown(engine: ConflictEngine, file: CampaignFile, now: Standing) -> list[str]:
    lines = [f"{file.campaign}, {now.rounds} round{'s' * (now.rounds != 1)} played"]
    for side, letter in enumerate(SIDES):
        lines.append(f"{letter}: {file.side(letter).name}")
        members = now.table.members(side)
        for org, name, power in zip(now.table.orgs, now.ids, now.powers, strict=True):
            if org.seat not in members:
                continue
            scope = engine.deal.scopes[org.scope]
            size = engine.size(power, org.scope)
            able = f"cards up to {size}" if size else "out of reach, no number cards"
            suit = engine.deal.suits[org.suit].name
            lines.append(f"  {org.name} ({name}): {suit}, power {power}, {scope.name}: {able}")
    return [*lines, _next(engine, file, now)]


def _next(engine: ConflictEngine, file: CampaignFile, now: Standing) -> str:
    if now.beaten:
        names = " and ".join(file.side(SIDES[side]).name for side in now.beaten)
        return f"The conflict is over: {names} cannot be challenged here any more."
    if now.starter is None:
        return "Who begins is not settled: cut the deck, the higher card begins."
    suits = engine.engageable(now.lines, 1 - now.starter)
    named = " or ".join(engine.deal.suits[suit].name for suit in suits)
    return f"Next to begin: {file.side(SIDES[now.starter]).name}, with a card of {named}."
