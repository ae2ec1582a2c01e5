"""A conflict kept between sessions: a file and what happened in, the file gone on with out.

campaign new FILE marshals furnace --scope regional --starter A --rounds 5
campaign round FILE --first 7S --last 2H --winner B
campaign event FILE falcon-brigade --by -2 --note "The keep burns."
campaign conflict FILE "The second siege" --scope "home / war"
campaign undo FILE                    campaign show FILE
campaign chronicle FILE --pdf tale.pdf      campaign sheets FILE sheets.pdf --paper letter
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.engine.contract import SetupRefused, Unreadable
from generator.games.organizations.asked import of_members, parser
from generator.games.organizations.keeping import (
    ID,
    OVERLAY,
    SIDES,
    CampaignFile,
    ChangeFile,
    ConflictFile,
    Entry,
    EventFile,
    OrganizationFile,
    PlaceFile,
    RoundFile,
    SideFile,
    SidesFile,
    clean,
    written,
)
from generator.games.organizations.kept import Standing, begun, faults, judged, stands, step
from generator.games.organizations.setup import read_setup
from generator.games.organizations.tale import ending, told
from generator.problems import Problems, Refused, Where

if TYPE_CHECKING:
    import argparse

    from generator.engine.contract import Desk, Rules
    from generator.games.organizations.conflict import ConflictEngine
    from generator.model.game import Game


def campaign(rules: Rules, game: Game, given: Sequence[str], desk: Desk) -> int:
    """Run one of the commands; raises SetupRefused, and Refused with the file's faults."""
    asked = parser(game.id).parse_args(list(given))
    engine: Any = rules.engine(game, {})
    path = Path(asked.file)
    if asked.command in ("show", "chronicle", "sheets"):
        file, now = opened(engine, path, desk)
        _tell(engine, game, asked, (file, now), desk)
        return 0
    with desk.held(path):
        if asked.command == "new":
            _new(engine, asked, path, desk)
        elif asked.command == "undo":
            _undo(engine, path, desk)
        else:
            _go_on(engine, asked, path, desk)
    return 0


def opened(engine: ConflictEngine, path: Path, desk: Desk) -> tuple[CampaignFile, Standing]:
    """The file and where it stands; raises Refused with every fault of it."""
    problems = Problems()
    read = desk.read(path, CampaignFile, problems)
    now = None if read is None else stands(engine, read[0], read[1], problems)
    if read is None or now is None or len(problems):  # what is warned of would not be kept
        raise Refused(problems)
    return read[0], now


# A new one


def _new(engine: ConflictEngine, asked: argparse.Namespace, path: Path, desk: Desk) -> None:
    if os.path.lexists(path):
        problems = Problems()
        problems.add("output-in-the-way", Where(str(path)), "is there already", "another name")
        raise Refused(problems)
    for text in asked.side if all(map(str.strip, asked.side)) else ():
        of_members(text)
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
        sides.append(SideFile(name=name[:60] or f"Side {letter}", organizations=tuple(orgs)))
    title = clean(asked.name) or f"{sides[0].name} against {sides[1].name}"
    if len(title) > 60 and not asked.name:
        title = "A war of many"
    file = CampaignFile(
        campaign=title,
        starter=asked.starter,
        rounds=asked.rounds,
        truce=asked.truce,
        sides=SidesFile(A=sides[0], B=sides[1]),
    )
    now = begun(engine, file)
    if now.ended:
        beaten = " and ".join(SIDES[side] for side in (0, 1) if side not in now.winners)
        raise SetupRefused(f"side {beaten} cannot be engaged at this scope", "another scope")
    _keep(path, file, desk)
    desk.tell(f"{path} begins: {title}.")


def _organization(engine: ConflictEngine, table: Any, number: int, letter: str) -> OrganizationFile:
    org, power = table.orgs[number], table.powers[number]
    suit = engine.deal.suits[org.suit]
    known = [one for side in engine.deal.sides for one in side.organizations]
    ids = [one.id for one in known if org.name and one.name == org.name]
    # the same ready side may stand on both sides, or twice in a team
    twice = sum(other.name == org.name for other in table.orgs) > 1
    return OrganizationFile(
        id=ids[0] if ids and not twice else f"{letter.lower()}-{suit.id}-{number + 1}",
        name=org.name or f"{suit.name} of side {letter}",
        suit=suit.id,
        scope=engine.deal.scopes[org.scope].id,
        member=org.seat - table.members(table.side(org.seat))[0] + 1,
        start=power,
        power=power,
    )


# Going on


def _go_on(engine: ConflictEngine, asked: argparse.Namespace, path: Path, desk: Desk) -> None:
    file, now = opened(engine, path, desk)
    try:
        entry = _entry(engine, asked, now)
        step(engine, now, entry)
    except Unreadable as error:
        raise SetupRefused(error.says, error.fix) from None
    file = _with(file, now, (*file.history, entry))
    for _, says, fix in faults(engine, file):  # a text that would not be read again
        raise SetupRefused(f"a text {says}", fix)
    _keep(path, file, desk)
    for line in told(engine, file)[-1]:
        desk.tell(line)
    desk.tell(_next(engine, file, now))


def _entry(engine: ConflictEngine, asked: argparse.Namespace, now: Standing) -> Entry:
    if asked.command == "round":
        return _round(engine, asked, now)
    note = clean(asked.note)
    if asked.command == "event":
        change = ChangeFile(organization=asked.organization, by=asked.by)
        return EventFile(changes=(change,), note=note)
    places = []
    for text in asked.at:
        name, sign, scope = text.partition("=")
        if not sign:
            raise SetupRefused(f"--at {text[:40]!r}", "--at falcon-brigade=home")
        places.append(PlaceFile(organization=name, scope=scope))
    return ConflictFile(
        name=clean(asked.name),
        scope=asked.scope,
        places=tuple(places),
        starter=asked.starter,
        rounds=asked.rounds,
        truce=asked.truce,
        note=note,
    )


def _round(engine: ConflictEngine, asked: argparse.Namespace, now: Standing) -> Entry:
    if asked.number is not None and asked.number != now.rounds + 1:
        says = f"round {asked.number} is told, the next one is {now.rounds + 1}"
        raise SetupRefused(says, "campaign chronicle FILE shows those kept")
    starter: Any = asked.starter or (None if now.starter is None else SIDES[now.starter])
    if starter is None and not now.ended:
        raise SetupRefused("nobody knows who began", "--starter A or --starter B")
    entry = RoundFile(
        starter=starter or "A",
        first=asked.first and asked.first.upper(),
        last=asked.last and asked.last.upper(),
        winner=asked.winner,
        note=clean(asked.note),
    )
    changes = tuple(
        ChangeFile(organization=now.ids[org], by=by) for org, by in judged(engine, now, entry)
    )
    return entry.but(changes=changes)


def _undo(engine: ConflictEngine, path: Path, desk: Desk) -> None:
    file, _ = opened(engine, path, desk)
    if not file.history:
        raise SetupRefused("nothing has happened yet", "rm the file to take all of it back")
    last = told(engine, file)[-1]
    kept = file.history[:-1]
    now = begun(engine, file)
    for entry in kept:
        step(engine, now, entry)
    file = _with(file, now, kept)
    _keep(path, file, desk)
    desk.tell(f"Taken back: {last[0]}")
    desk.tell(_next(engine, file, now))


def _with(file: CampaignFile, now: Standing, history: tuple[Entry, ...]) -> CampaignFile:
    powers = dict(zip(now.ids, now.powers, strict=True))

    def side(old: SideFile) -> SideFile:
        orgs = tuple(org.but(power=powers[org.id]) for org in old.organizations)
        return old.but(organizations=orgs)

    sides = SidesFile(A=side(file.sides.A), B=side(file.sides.B))
    return file.but(sides=sides, history=history)


def _keep(path: Path, file: CampaignFile, desk: Desk) -> None:
    desk.write(path, written(file))


# What is told


def _tell(
    engine: ConflictEngine,
    game: Game,
    asked: argparse.Namespace,
    kept: tuple[CampaignFile, Standing],
    desk: Desk,
) -> None:
    file, now = kept
    if asked.command == "show":
        for line in _shown(engine, file, now):
            desk.tell(line)
    elif asked.command == "sheets":
        from generator.games.organizations.printed import overlay  # noqa: PLC0415 - few print

        text = overlay(engine, game, file, now)
        if asked.overlay:
            _may_be_overlay(Path(asked.overlay))
        pages = desk.pieces(text, asked.component, asked.target, Path(asked.pdf))
        if asked.overlay:
            id_ = Path(asked.overlay).stem
            desk.write(Path(asked.overlay), text.replace("id: present", f"id: {id_}", 1))
            desk.tell(f"{asked.overlay}: an overlay for `build {game.id} --edition`")
        desk.tell(f"{asked.pdf}: {pages} page{'s' * (pages != 1)}, {asked.target}")
    elif asked.pdf:
        from generator.games.organizations.printed import chronicle  # noqa: PLC0415 - few print

        pages = desk.page(chronicle(engine, file, now), asked.paper, Path(asked.pdf))
        desk.tell(f"{asked.pdf}: {pages} page{'s' * (pages != 1)}, {asked.paper}")
    else:
        for lines in told(engine, file):
            for line in lines:
                desk.tell(line)


def _may_be_overlay(path: Path) -> None:
    """Raise Refused where the file would be no overlay, or would take another one's place."""
    problems, where = Problems(), Where(str(path))
    if path.suffix not in (".yaml", ".yml") or not ID.fullmatch(path.stem):
        says = f"'{path.name[:80]}' is no name for an overlay"
        problems.add("not-written", where, says, "ID.yaml, of letters, digits, '_', '.' and '-'")
    elif os.path.lexists(path) and not (path.is_file() and _overlay_of_ours(path)):
        says = "is there already, and no overlay of a campaign"
        problems.add("output-in-the-way", where, says, "name another file")
    if problems:
        raise Refused(problems)


def _overlay_of_ours(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(OVERLAY)) == OVERLAY.encode()
    except OSError:
        return False


def _shown(engine: ConflictEngine, file: CampaignFile, now: Standing) -> list[str]:
    lines = [f"{file.campaign}, {now.rounds} round{'s' * (now.rounds != 1)} played"]
    if now.conflicts > 1 or now.table.rounds:
        a, b = now.won
        limit = f" of {now.table.rounds}" if now.table.rounds else ""
        agreed = " agreed on" if now.table.agreed else ""
        played = f"{len(now.results)}{limit} rounds{agreed}"
        lines.append(f"Conflict {now.conflicts}: {played}, {a} to {b}")
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
    if now.ended:
        return ending(file, now)
    if now.starter is None:
        return "Who begins is not settled: cut the deck, the higher card begins."
    suits = engine.engageable(now.lines, 1 - now.starter)
    named = " or ".join(engine.deal.suits[suit].name for suit in suits)
    return f"Next to begin: {file.side(SIDES[now.starter]).name}, with a card of {named}."
