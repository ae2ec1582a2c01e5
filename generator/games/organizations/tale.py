"""A campaign's file in, its history as a chronicle out: a line an entry, one more a change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.games.organizations.kept import SIDES, CampaignFile, RoundFile, begun, step
from generator.games.organizations.story import card_name

if TYPE_CHECKING:
    from generator.games.organizations.conflict import ConflictEngine


def told(engine: ConflictEngine, file: CampaignFile) -> list[str]:
    """The chronicle of a sound file; its last lines are those of the last entry."""
    now = begun(engine, file)
    lines = [file.campaign, f"It is {file.sides.A.name} against {file.sides.B.name}."]
    for entry in file.history:
        step(engine, now, entry)
        lines.append(_entry(engine, file, entry, now.rounds) if isinstance(entry, RoundFile)
                     else f"Meanwhile: {entry.note}")  # fmt: skip
        for change in entry.changes:
            org = now.ids.index(change.organization)
            verb = "rises" if change.by > 0 else "falls"
            lines.append(f"  {now.table.orgs[org].name} {verb} to {now.powers[org]}.")
    if now.beaten:
        names = " and ".join(file.side(SIDES[side]).name for side in now.beaten)
        lines[-1] += f" {names} cannot be challenged here any more: the conflict is over."
    return lines


def _entry(engine: ConflictEngine, file: CampaignFile, entry: RoundFile, number: int) -> str:
    starter, winner = file.side(entry.starter).name, file.side(entry.winner).name
    note = f" {entry.note}" if entry.note else ""
    if entry.first is None or entry.last is None:
        return f"Round {number}. {starter} found no way to begin, and {winner} waited.{note}"
    first, last = (
        card_name(engine, engine.cards.number(card)) for card in (entry.first, entry.last)
    )
    if first == last:
        return f"Round {number}. {starter} opened with {first}, and nobody answered.{note}"
    return (
        f"Round {number}. {starter} opened with {first}; it ended with {last}, "
        f"in favour of {winner}.{note}"
    )
