"""A campaign's file in; its chronicle as pages, its present ratings as an overlay, out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from generator.engine.contract import Page
from generator.games.organizations.keeping import OVERLAY, SIDES, CampaignFile, ConflictFile
from generator.games.organizations.kept import Standing
from generator.games.organizations.tale import told

if TYPE_CHECKING:
    from collections.abc import Iterator

    from generator.games.organizations.conflict import ConflictEngine
    from generator.model.game import Game


def chronicle(engine: ConflictEngine, file: CampaignFile, now: Standing) -> Page:
    """Pages of `chronicle.md`: a chapter a conflict, then where both sides stand."""
    head, *parts = told(engine, file)
    chapters: list[dict[str, Any]] = [{"name": "", "lines": head[2:], "entries": []}]
    for entry, lines in zip(file.history, parts, strict=True):
        if isinstance(entry, ConflictFile):
            said = lines[0].partition(f"{entry.name}.")[2].strip()
            more = [line for line in (said, *lines[1:]) if line]
            chapters.append({"name": entry.name, "lines": more, "entries": []})
            continue
        title, _, rest = lines[0].partition(". ")
        if entry.kind == "event":
            title, rest = "Meanwhile", entry.note
        told_ = {"title": title, "text": rest, "changes": [line.strip() for line in lines[1:]]}
        chapters[-1]["entries"].append(told_)
    data = {
        "campaign": file.campaign,
        "against": f"{file.sides.A.name} against {file.sides.B.name}",
        "chapters": chapters,
        "standing": [_standing(engine, file, now, side) for side in (0, 1)],
        "rounds": now.rounds,
    }
    return Page("chronicle.md", "Chronicle", data)


def _standing(
    engine: ConflictEngine, file: CampaignFile, now: Standing, side: int
) -> dict[str, Any]:
    rows = []
    for org, kept, power in zip(now.table.orgs, file.organizations(), now.powers, strict=True):
        if now.table.side(org.seat) == side:
            change = f"{power - kept.start:+d}".replace("-", "−") if power != kept.start else ""
            suit = engine.deal.suits[org.suit].name
            rows.append(
                {"name": org.name, "suit": suit, "power": power, "change": change,
                 "scope": engine.deal.scopes[org.scope].name,
                 "size": engine.size(power, org.scope)}
            )  # fmt: skip
    return {"name": file.side(SIDES[side]).name, "rows": rows}


def overlay(engine: ConflictEngine, game: Game, file: CampaignFile, now: Standing) -> str:
    """An overlay in which the campaign's sides, a member each, stand in place of the game's own."""
    sides: list[dict[str, Any]] = []
    organizations: list[dict[str, Any]] = []
    for side, letter in enumerate(SIDES):
        held = file.side(letter)
        for member in sorted({org.member for org in held.organizations}):
            own = [org for org in held.organizations if org.member == member]
            id_ = f"{letter.lower()}-{member}"
            name = held.name
            if now.table.teams[side] > 1:
                name = f"{letter}{member}: {held.name}"
            motto = f"{file.campaign}, after {now.rounds} round{'s' * (now.rounds != 1)}"
            sides.append({"id": id_, "name": name, "motto": motto})
            organizations += _rows(game, own, id_)
    lines = [OVERLAY, f"id: present\nbase: {game.id}", f"name: {_text(file.campaign)}", "replace:"]
    for name, rows in (("sides", sides), ("organizations", organizations)):
        lines.append(f"  {name}.yaml:")
        lines += [
            f"    - {{{', '.join(f'{k}: {_text(v)}' for k, v in row.items())}}}" for row in rows
        ]
    return "\n".join(lines) + "\n"


def _rows(game: Game, own: Any, side: str) -> Iterator[dict[str, Any]]:
    """What the file says of each; where it lies and what it is from the game, if that knows."""
    known = game.catalogs.get("organizations", {})
    for org in own:
        change = org.power - org.start
        told_ = f"Began with {org.start}, changed by {change:+d}." if change else "As it began."
        found = known.get(org.id)
        about = found.fields.get("about") if found else None
        place = found.fields.get("place") if found else None
        yield {
            "id": org.id,
            "name": org.name,
            "side": side,
            "suit": org.suit,
            "power": org.power,
            **({"place": place} if place else {}),
            "about": about or told_,
        }


def _text(value: Any) -> str:
    return str(value) if isinstance(value, int) else json.dumps(value, ensure_ascii=False)
