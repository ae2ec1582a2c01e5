"""A campaign's file in, its history as a chronicle out: what each entry brought, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.games.organizations.keeping import (
    SIDES,
    CampaignFile,
    ConflictFile,
    Entry,
    RoundFile,
)
from generator.games.organizations.kept import Standing, begun, step
from generator.games.organizations.story import card_name

if TYPE_CHECKING:
    from generator.games.organizations.conflict import ConflictEngine


def told(engine: ConflictEngine, file: CampaignFile) -> list[list[str]]:
    """The chronicle of a sound file: its head, then of each entry a line and one more a change."""
    now = begun(engine, file)
    parts = [[file.campaign, f"It is {file.sides.A.name} against {file.sides.B.name}."]]
    if limit := _limit(now):
        parts[0].append(limit)
    for entry in file.history:
        over, won = now.ended, now.won
        step(engine, now, entry)
        lines = _entry(engine, file, entry, now)
        if isinstance(entry, ConflictFile) and not over:
            lines.append(f"The one before was left off, {won[0]} to {won[1]}.")
        if now.ended and (not over or isinstance(entry, ConflictFile)):
            lines.append(ending(file, now))
        parts.append(lines)
    return parts


def ending(file: CampaignFile, now: Standing) -> str:
    """How the present conflict has ended."""
    names = [file.side(name).name for name in SIDES]
    if now.ended == "driven out":
        beaten = " and ".join(names[side] for side in (0, 1) if side not in now.winners)
        return f"The conflict is over: {beaten} cannot be challenged here any more."
    a, b = now.won
    if now.winners:
        side = now.winners[0]
        return f"The conflict is over: {names[side]} won it, {max(a, b)} to {min(a, b)}."
    weary = "a truce" if now.ended == "truce" else "a draw"
    return f"The conflict is over: {weary}, {a} to {b}."


def _limit(now: Standing) -> str:
    if not now.table.agreed:
        return ""
    rounds = now.table.rounds
    return f"{rounds} round{'s are' if rounds != 1 else ' is'} agreed on."


def _entry(engine: ConflictEngine, file: CampaignFile, entry: Entry, now: Standing) -> list[str]:
    note = f" {entry.note}" if entry.note else ""
    if isinstance(entry, ConflictFile):
        limit = f" {_limit(now)}" if now.table.agreed else ""
        return [f"Conflict {now.conflicts}: {entry.name}.{limit}{note}"]
    if isinstance(entry, RoundFile):
        lines = [f"Round {now.rounds}. {_round(engine, file, entry)}{note}"]
    else:
        lines = [f"Meanwhile:{note}"]
    powers = now.powers[:]
    for change in reversed(entry.changes):
        org = now.ids.index(change.organization)
        verb = "rises to" if change.by > 0 else "falls to" if change.by else "stays at"
        lines.insert(1, f"  {now.table.orgs[org].name} {verb} {powers[org]}.")
        powers[org] -= change.by
    return lines


def _round(engine: ConflictEngine, file: CampaignFile, entry: RoundFile) -> str:
    starter, winner = file.side(entry.starter).name, file.side(entry.winner).name
    if entry.first is None or entry.last is None:
        return f"{starter} found no way to begin, and {winner} waited."
    first, last = (
        card_name(engine, engine.cards.number(card)) for card in (entry.first, entry.last)
    )
    if first == last:
        return f"{starter} opened with {first}, and nobody answered."
    return f"{starter} opened with {first}; it ended with {last}, in favour of {winner}."
