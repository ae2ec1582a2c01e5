"""A campaign's file in, where it stands out: every entry of its history is judged anew."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from generator.engine.contract import SetupRefused, Unreadable
from generator.games.organizations.cards import SUIT
from generator.games.organizations.keeping import (
    ID,
    MOST,
    SIDES,
    CampaignFile,
    ConflictFile,
    Entry,
    RoundFile,
    texts,
    unseen,
)
from generator.games.organizations.setup import scope
from generator.games.organizations.state import Change, Conflict, Lines, Org, Result
from generator.problems import Problems

if TYPE_CHECKING:
    from generator.games.organizations.conflict import ConflictEngine

Path = tuple[str | int, ...]


@dataclass
class Standing:
    """Where a campaign stands: `powers` by organization, `starter` a side or None.

    `results` are the rounds of the present conflict. `ended` says how it came to its end ("": it
    goes on), `winners` the sides that won it.
    """

    table: Conflict
    ids: list[str]
    powers: list[int]
    lines: Lines
    starter: int | None
    rounds: int = 0
    conflicts: int = 1
    results: list[Result] = field(default_factory=list)
    ended: Literal["", "driven out", "agreed", "truce"] = ""
    winners: tuple[int, ...] = ()

    @property
    def won(self) -> tuple[int, int]:
        """Rounds of the present conflict that each side has won."""
        first = sum(result.winner == 0 for result in self.results)
        return first, len(self.results) - first


def faults(engine: ConflictEngine, file: CampaignFile) -> Iterator[tuple[Path, str, str]]:
    """What cannot be played or printed: its place in the file, what is wrong, what would do."""
    yield from _unprinted(file)
    yield from _unplayed(engine, file)


def _unprinted(file: CampaignFile) -> Iterator[tuple[Path, str, str]]:
    for path, text, least, most in texts(file):
        if len(text) > most:
            yield path, f"has {len(text)} characters", f"at most {most}"
        elif least and not text.split():
            yield path, "is empty", f"{least} to {most} characters"
        elif unseen(text):
            says = "holds a line break or a character that cannot be seen"
            yield path, says, "write it on one line, of letters"


def _unplayed(engine: ConflictEngine, file: CampaignFile) -> Iterator[tuple[Path, str, str]]:
    suits = [suit.id for suit in engine.deal.suits]
    known: set[str] = set()
    for name in SIDES:
        orgs = file.side(name).organizations
        if not orgs:
            yield ("sides", name), f"side {name} has no organization", "one at least"
        if len(orgs) > MOST:
            says = f"side {name} has {len(orgs)} organizations"
            yield ("sides", name), says, f"at most {MOST}"
            continue
        members = {org.member for org in orgs}
        for number, org in enumerate(orgs):
            if org.member > 1 and not members.issuperset(range(1, org.member)):
                says = f"{org.id} is of member {org.member}, and one before leads nothing"
                at = ("sides", name, "organizations", number, "member")
                yield at, says, "members 1, 2 … without a gap"
            place = ("sides", name, "organizations", number)
            if org.id in known:
                yield (*place, "id"), f"the id {org.id} stands there twice", "each its own"
            known.add(org.id)
            if not ID.fullmatch(org.id):
                says = f"{org.id[:40]!r} cannot be an id"
                fix = "letters, digits, '_', '.' and '-', a letter or digit first, 64 at most"
                yield (*place, "id"), says, fix
            if org.suit not in suits:
                says = f"{org.id} has the suit {org.suit!r}"
                yield (*place, "suit"), says, f"one of {', '.join(suits)}"
            try:
                scope(engine, org.scope)
            except SetupRefused as refused:
                yield (*place, "scope"), refused.says, refused.fix


def begun(engine: ConflictEngine, file: CampaignFile) -> Standing:
    """The campaign before its first entry; raises SetupRefused for what cannot be played."""
    for path, says, fix in _unprinted(file):
        raise SetupRefused(f"the {'name' if len(path) == 1 else path[-1]} {says}", fix)
    for _, says, fix in _unplayed(engine, file):
        raise SetupRefused(says, fix)
    return _begun(engine, file)


def _begun(engine: ConflictEngine, file: CampaignFile) -> Standing:
    orgs: list[Org] = []
    teams: list[int] = []
    suits = [suit.id for suit in engine.deal.suits]
    for name in SIDES:
        first = sum(teams)
        for number, org in enumerate(file.side(name).organizations):
            seat, place = first + org.member - 1, scope(engine, org.scope)
            orgs.append(Org(seat, number, suits.index(org.suit), place, org.name))
        teams.append(max(org.member for org in file.side(name).organizations))
    powers = [org.start for org in file.organizations()]
    names = (file.sides.A.name, file.sides.B.name)
    starter = None if file.starter is None else SIDES.index(file.starter)
    table = Conflict((teams[0], teams[1]), tuple(orgs), tuple(powers), names=names)
    table = _limited(engine, table, file.rounds, file.truce)
    ids = [org.id for org in file.organizations()]
    now = Standing(table, ids, powers, engine.lines(table, powers), starter)
    _judge_end(engine, now)
    return now


def _limited(engine: ConflictEngine, table: Conflict, rounds: int, truce: int | None) -> Conflict:
    limit = rounds or (engine.deal.truce if truce is None else truce)
    return table._replace(rounds=limit, agreed=rounds > 0)


def stands(
    engine: ConflictEngine, file: CampaignFile, node: Any, problems: Problems
) -> Standing | None:
    """The campaign after all of its history; None where the file contradicts the rules.

    Every contradiction is noted: after one, the history is believed and gone on with.
    """
    before = len(problems)
    _note(node, _unprinted(file), problems)
    printed = len(problems)
    _note(node, _unplayed(engine, file), problems)
    if len(problems) > printed:
        return None
    now = _begun(engine, file)
    for place, entry in enumerate(file.history):
        unknown = [*_unknown(engine, now, place, entry)]
        if unknown:
            _note(node, unknown, problems)
            _believe(engine, now, entry)
            continue
        try:
            step(engine, now, entry)
        except Unreadable as error:
            where = node["history"].where(place)
            problems.add("kept-wrong", where, error.says, error.fix)
            _believe(engine, now, entry)
    for name in SIDES:
        orgs = node["sides"][name]["organizations"]
        for place, org in enumerate(file.side(name).organizations):
            so = now.powers[now.ids.index(org.id)]
            if org.power != so:
                says = f"{org.id} has power {org.power}, but its start and the history make {so}"
                fix = "undo the edit, or tell what happened: campaign event FILE"
                problems.add("kept-wrong", orgs[place].where("power"), says, fix)
    return now if len(problems) == before else None


def _note(node: Any, found: Iterable[tuple[Path, str, str]], problems: Problems) -> None:
    for path, says, fix in found:
        at = node
        for step_ in path[:-1]:
            at = at[step_]
        problems.add("kept-wrong", at.where(path[-1]), says, fix)


def _unknown(
    engine: ConflictEngine, now: Standing, number: int, entry: Entry
) -> Iterator[tuple[Path, str, str]]:
    """Names in an entry that nothing has."""
    told: list[tuple[Path, Callable[[], object]]] = []
    if isinstance(entry, ConflictFile):
        if entry.scope:
            told.append((("scope",), lambda: _both(engine, entry.scope)))
        for n, place in enumerate(entry.places):
            told.append((("places", n, "organization"), partial(_known, now, place.organization)))
            told.append((("places", n, "scope"), partial(scope, engine, place.scope)))
    else:
        for n, change in enumerate(entry.changes):
            told.append((("changes", n, "organization"), partial(_known, now, change.organization)))
    for path, find in told:
        try:
            find()
        except Unreadable as error:
            yield ("history", number, *path), error.says, error.fix


def step(engine: ConflictEngine, now: Standing, entry: Entry) -> None:
    """Go on by one entry; raises Unreadable where it cannot have been so."""
    if isinstance(entry, ConflictFile):
        table = next_table(engine, now, entry)
        _open(engine, now, table, entry)
        return
    told = [Change(_known(now, change.organization), change.by) for change in entry.changes]
    if isinstance(entry, RoundFile):
        changes = judged(engine, now, entry)
        if sorted(changes) != sorted(told):
            right = ", ".join(f"{now.ids[org]} {by:+d}" for org, by in changes) or "nothing"
            says = f"round {now.rounds + 1} does not change what the rules change"
            raise Unreadable(says, f"it changes {right}")
    powers = now.powers[:]
    for org, by in told:
        powers[org] += by
        if not 0 <= powers[org] <= 99:
            raise Unreadable(f"{now.ids[org]} would have power {powers[org]}", "0 to 99")
    _go_on(engine, now, entry, powers)


def _believe(engine: ConflictEngine, now: Standing, entry: Entry) -> None:
    """Go on as the entry says, or as it must have been, so that what follows can be judged."""
    if isinstance(entry, ConflictFile):
        _open(engine, now, now.table._replace(rounds=0, agreed=False), entry)
        return
    try:
        changes = judged(engine, now, entry) if isinstance(entry, RoundFile) else ()
    except Unreadable:
        changes = ()
    if not changes:
        known = [change for change in entry.changes if change.organization in now.ids]
        changes = [Change(now.ids.index(change.organization), change.by) for change in known]
    powers = now.powers[:]
    for org, by in changes:
        powers[org] = min(99, max(0, powers[org] + by))
    _go_on(engine, now, entry, powers)


def _go_on(engine: ConflictEngine, now: Standing, entry: Entry, powers: list[int]) -> None:
    if isinstance(entry, RoundFile):
        now.rounds += 1
        winner = SIDES.index(entry.winner)
        now.results.append(Result(SIDES.index(entry.starter), -1, -1, winner, ()))
        now.starter = 1 - winner
    now.powers = powers
    now.lines = engine.lines(now.table, powers)
    _judge_end(engine, now)


def _open(engine: ConflictEngine, now: Standing, table: Conflict, entry: ConflictFile) -> None:
    now.table, now.lines = table, engine.lines(table, now.powers)
    now.conflicts += 1
    now.results, now.ended, now.winners = [], "", ()
    now.starter = None if entry.starter is None else SIDES.index(entry.starter)


def _judge_end(engine: ConflictEngine, now: Standing) -> None:
    """Note how the conflict has ended, if it has; what is over stays over (ruling 002-26, 38)."""
    if now.ended:
        return
    beaten = engine.beaten(now.table, now.lines)
    won = now.won
    if beaten:
        now.ended, now.winners = "driven out", tuple(s for s in (0, 1) if s not in beaten)
    elif now.table.rounds and len(now.results) >= now.table.rounds:
        now.ended = "agreed" if now.table.agreed else "truce"
        more = tuple(side for side in (0, 1) if won[side] > won[1 - side])
        now.winners = more if now.table.agreed else ()


def next_table(engine: ConflictEngine, now: Standing, entry: ConflictFile) -> Conflict:
    """The table of another conflict; raises Unreadable for one that cannot be fought."""
    table = now.table
    own = _both(engine, entry.scope) if entry.scope else None
    orgs = [
        org if own is None else org._replace(scope=own[table.side(org.seat)]) for org in table.orgs
    ]
    for place in entry.places:
        number = _known(now, place.organization)
        orgs[number] = orgs[number]._replace(scope=scope(engine, place.scope))
    table = _limited(engine, table._replace(orgs=tuple(orgs)), entry.rounds, entry.truce)
    for side in engine.beaten(table, engine.lines(table, now.powers)):
        says = f"{table.names[side]} cannot be challenged in {entry.name!r}"
        raise Unreadable(says, "another scope, or an event that raises a power first")
    return table


def _both(engine: ConflictEngine, text: str) -> tuple[int, int]:
    """A scope for both sides, or one a side: `home / war`."""
    parts = text.split("/")
    if len(parts) > 2:
        raise Unreadable(f"scope is {text[:60]!r}", "one, or one a side: home / war")
    return scope(engine, parts[0]), scope(engine, parts[-1])


def _known(now: Standing, name: str) -> int:
    if name not in now.ids:
        raise Unreadable(f"there is no organization {name!r}", f"one of {', '.join(now.ids)}")
    return now.ids.index(name)


def judged(engine: ConflictEngine, now: Standing, entry: RoundFile) -> Sequence[Change]:
    """What a round changes by the rules; raises Unreadable for one that cannot have been played."""
    starter, winner = SIDES.index(entry.starter), SIDES.index(entry.winner)
    number = now.rounds + 1
    if now.ended:
        says = f"round {number} cannot be: the conflict was over before ({now.ended})"
        raise Unreadable(says, "begin another one: campaign conflict FILE")
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
    side = now.table.members(starter)
    if not any(now.lines.usable[seat] >> first & 1 for seat in side):
        says = f"round {number} cannot begin with {entry.first}"
        raise Unreadable(says, f"it is above every size of side {entry.starter}")
    if first == last and winner != starter:
        raise Unreadable(
            f"round {number}: {entry.first} was not answered", f"winner: {entry.starter}"
        )
    side = now.table.members(winner)
    if not any(now.lines.usable[seat] >> last & 1 for seat in side):
        says = f"round {number} cannot end with {entry.last}"
        raise Unreadable(says, f"it is above every size of side {entry.winner}")
    return engine.consequence(now.table, now.powers, first, last, winner)
