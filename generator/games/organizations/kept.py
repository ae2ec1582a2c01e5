"""A campaign's file in, where it stands out: every entry of its history is judged anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta

from generator.engine.contract import SetupRefused, Unreadable
from generator.games.organizations.cards import SUIT
from generator.games.organizations.setup import scope
from generator.games.organizations.state import Change, Conflict, Lines, Org
from generator.model.scalars import Int, Strict, Text
from generator.problems import Problems

if TYPE_CHECKING:
    from generator.games.organizations.conflict import ConflictEngine

SIDES = ("A", "B")
Name = Literal["A", "B"]
Power = Annotated[Int, Meta(ge=0, le=99)]


class OrganizationFile(Strict):
    """One organization of a side."""

    id: Text
    """Unique in the campaign."""
    name: Text
    """What it is called."""
    suit: Text
    """An id of the game's suits."""
    scope: Text
    """What the place of the conflict is to it: an id of the game's scopes."""
    member: Annotated[Int, Meta(ge=1, le=8)] = 1
    """The player of the team who leads it."""
    start: Power
    """Its power when the campaign began."""
    power: Power
    """Its power now."""


class SideFile(Strict):
    """One side."""

    name: Text
    """What it is called."""
    organizations: tuple[OrganizationFile, ...]
    """All it has."""


class SidesFile(Strict):
    """Both sides."""

    A: SideFile
    """The first."""
    B: SideFile
    """The other."""


class ChangeFile(Strict):
    """What an entry changes."""

    organization: Text
    """Whose power."""
    by: Int
    """By how much."""


class RoundFile(Strict):
    """A round that was played."""

    kind: Literal["round"] = "round"
    starter: Name
    """The side that began it."""
    first: Text | None = None
    """The card that opened; none where no card could."""
    last: Text | None = None
    """The last card."""
    winner: Name
    """The side that won it."""
    changes: tuple[ChangeFile, ...] = ()
    """What came of it."""
    note: Text = ""
    """A line for the chronicle."""


class EventFile(Strict):
    """Something between rounds that changes a power: an adventure, a betrayal."""

    kind: Literal["event"] = "event"
    changes: tuple[ChangeFile, ...]
    """What it changes."""
    note: Text
    """What happened."""


class CampaignFile(Strict):
    """The whole file."""

    campaign: Text
    """Its name."""
    starter: Name | None = None
    """The aggressor, once that is settled."""
    sides: SidesFile
    """Who fights."""
    history: tuple[RoundFile | EventFile, ...] = ()
    """What happened, in order."""

    def side(self, name: str) -> SideFile:
        """Side A or B."""
        return self.sides.A if name == "A" else self.sides.B

    def organizations(self) -> list[OrganizationFile]:
        """Those of A, then those of B."""
        return [*self.sides.A.organizations, *self.sides.B.organizations]


@dataclass
class Standing:
    """Where a campaign stands: `powers` by organization, `starter` a side or None."""

    table: Conflict
    ids: list[str]
    powers: list[int]
    lines: Lines
    starter: int | None
    rounds: int = 0
    beaten: tuple[int, ...] = ()
    story: list[list[int]] = field(default_factory=list)
    """Powers after each entry."""


def begun(engine: ConflictEngine, file: CampaignFile) -> Standing:
    """The campaign before its first entry; raises SetupRefused for what cannot be played."""
    orgs: list[Org] = []
    teams: list[int] = []
    for name in SIDES:
        first = sum(teams)
        members = [org.member for org in file.side(name).organizations]
        if not members:
            raise SetupRefused(f"side {name} has no organization", "one at least")
        for number, org in enumerate(file.side(name).organizations):
            known = [suit.id for suit in engine.deal.suits]
            if org.suit not in known:
                says = f"{org.id} has the suit {org.suit!r}"
                raise SetupRefused(says, f"one of {', '.join(known)}")
            place = scope(engine, org.scope)
            seat = first + org.member - 1
            orgs.append(Org(seat, number, known.index(org.suit), place, org.name))
        teams.append(max(members))
        engine.hand_size(teams[-1])
    ids = [org.id for org in file.organizations()]
    if twice := sorted({one for one in ids if ids.count(one) > 1}):
        raise SetupRefused(f"the id {twice[0]} stands there twice", "each its own")
    powers = [org.start for org in file.organizations()]
    names = (file.sides.A.name, file.sides.B.name)
    table = Conflict((teams[0], teams[1]), tuple(orgs), tuple(powers), names=names)
    lines = engine.lines(table, powers)
    starter = None if file.starter is None else SIDES.index(file.starter)
    return Standing(table, ids, powers, lines, starter, beaten=engine.beaten(table, lines))


def stands(
    engine: ConflictEngine, file: CampaignFile, node: Any, problems: Problems
) -> Standing | None:
    """The campaign after all of its history; None where the file contradicts the rules."""
    try:
        now = begun(engine, file)
    except SetupRefused as refused:
        problems.add("kept-wrong", node.where("sides"), refused.says, refused.fix)
        return None
    sound = True
    for place, entry in enumerate(file.history):
        where = node["history"].where(place)
        try:
            step(engine, now, entry)
        except Unreadable as error:
            problems.add("kept-wrong", where, error.says, error.fix)
            sound = False
            break
    for name in SIDES if sound else ():
        orgs = node["sides"][name]["organizations"]
        for place, org in enumerate(file.side(name).organizations):
            so = now.powers[now.ids.index(org.id)]
            if org.power != so:
                says = f"{org.id} has power {org.power}, but its start and the history make {so}"
                fix = "undo the edit, or tell what happened: campaign event FILE"
                problems.add("kept-wrong", orgs[place].where("power"), says, fix)
                sound = False
    return now if sound else None


def step(engine: ConflictEngine, now: Standing, entry: RoundFile | EventFile) -> None:
    """Go on by one entry; raises Unreadable where it cannot have been so."""
    told = [Change(_known(now, change.organization), change.by) for change in entry.changes]
    if isinstance(entry, RoundFile):
        changes = judged(engine, now, entry)
        if sorted(changes) != sorted(told):
            number = now.rounds + 1
            right = ", ".join(f"{now.ids[org]} {by:+d}" for org, by in changes) or "nothing"
            says = f"round {number} does not change what the rules change"
            raise Unreadable(says, f"it changes {right}")
        now.rounds += 1
        now.starter = 1 - SIDES.index(entry.winner)
    for org, by in told:
        if not 0 <= now.powers[org] + by <= 99:
            raise Unreadable(f"{now.ids[org]} would have power {now.powers[org] + by}", "0 to 99")
        now.powers[org] += by
    now.lines = engine.lines(now.table, now.powers)
    now.beaten = engine.beaten(now.table, now.lines)
    now.story.append(now.powers[:])


def _known(now: Standing, name: str) -> int:
    if name not in now.ids:
        raise Unreadable(f"there is no organization {name!r}", f"one of {', '.join(now.ids)}")
    return now.ids.index(name)


def judged(engine: ConflictEngine, now: Standing, entry: RoundFile) -> Sequence[Change]:
    """What a round changes by the rules; raises Unreadable for one that cannot have been played."""
    starter, winner = SIDES.index(entry.starter), SIDES.index(entry.winner)
    number = now.rounds + 1
    if now.beaten:
        says = f"round {number} cannot be: side {SIDES[now.beaten[0]]} was driven out before"
        raise Unreadable(says, "the conflict is over")
    if now.starter not in (None, starter):
        says = f"round {number} was begun by {entry.starter}"
        raise Unreadable(says, f"{SIDES[now.starter or 0]} begins it")
    if (entry.first is None) != (entry.last is None):
        raise Unreadable(f"round {number} has a first or a last card alone", "both, or none")
    if entry.first is None or entry.last is None:
        if winner == starter:
            says = f"round {number} without a card is lost by who begins"
            raise Unreadable(says, f"winner: {SIDES[1 - starter]}")
        return ()
    first, last = engine.cards.number(entry.first), engine.cards.number(entry.last)
    if not now.lines.openings[starter] >> first & 1:
        suit = engine.deal.suits[first // SUIT].name
        says = f"round {number} cannot begin with {entry.first}"
        raise Unreadable(says, f"the other side cannot be engaged in {suit}")
    if first == last and winner != starter:
        raise Unreadable(
            f"round {number}: {entry.first} was not answered", f"winner: {entry.starter}"
        )
    side = now.table.members(winner)
    if not any(now.lines.usable[seat] >> last & 1 for seat in side):
        says = f"round {number} cannot end with {entry.last}"
        raise Unreadable(says, f"it is above every size of side {entry.winner}")
    return engine.consequence(now.table, now.powers, first, last, winner)
