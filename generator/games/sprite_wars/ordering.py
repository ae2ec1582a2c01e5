"""How many cards and from which shop in; artworks and lots proposed, and the shop's files out.

A shop sells lots of one artwork and splits none. Many artworks make better stacks, so the most that
the count allows are taken; of few, those that are fair by themselves. Somebody's own stack says
which fighters there are to order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from generator.engine.contract import Command, Desk
from generator.games.sprite_wars.roster import lineups
from generator.model.card import Card
from generator.model.game import Component, Game
from generator.model.order import MOST_COPIES, Order
from generator.model.target import Target

USAGE = (
    "Write --count N and --shop NAME, such as --count 500 --shop moo-us. Further: --artworks N, "
    "--cards ID,ID, --edition ID,ID, --output DIR, --outlines, --no-profile, --propose."
)
HELP = (
    "Propose artworks and lots for that many cards, and write what the shop takes: a file of two",
    "pages an artwork, job-sheet.txt, proof-to-sign.pdf, preflight.txt.",
    "",
    "  --count N        how many cards there shall be at least",
    "  --shop NAME      a print shop among the targets of `cardwright list`",
    "  --edition ID     whose cards, as `cardwright build --edition`; without, an example's",
    "  --artworks N     so many different fighters; without, as many as make the count exactly",
    "  --cards ID,ID    these fighters; without, of the person's stack, the fairest first",
    "  --propose        write nothing",
    "  --output DIR     default: output",
    "  --outlines       letters as outlines, no fonts",
    "  --no-profile     files without the ICC profile",
)
VALUES = ("--count", "--shop", "--artworks", "--cards", "--edition", "--output")
SWITCHES = ("--outlines", "--no-profile", "--propose")
MOST = 100_000
"""Cards of one order."""


class Proposal(NamedTuple):
    """So many artworks, each in one lot of so many cards."""

    artworks: int
    lot: int

    @property
    def cards(self) -> int:
        """All cards."""
        return self.artworks * self.lot


def proposals(count: int, lots: Sequence[int], most: int) -> list[Proposal]:
    """Every way to get at least `count` cards with up to `most` artworks, the best first.

    The fewest cards too many come first, then the most artworks; none where lots are too small.
    """
    found = [Proposal(-(-count // lot), lot) for lot in sorted(set(lots))]
    fit = [one for one in found if one.artworks <= most and one.lot <= MOST_COPIES]
    return sorted(fit, key=lambda one: (one.cards, -one.artworks))


def chosen(cards: Sequence[Card], artworks: int) -> list[Card]:
    """That many fighters: some of those that are fair by themselves, then the others in order."""
    core = [card for card in cards if card.fields.get("set")]
    if artworks <= len(core):
        picked = [core[at * len(core) // artworks] for at in range(artworks)]
    else:
        rest = [card for card in cards if not card.fields.get("set")]
        picked = [*core, *rest[: artworks - len(core)]]
    ids = {card.id for card in picked}
    return [card for card in cards if card.id in ids]


class Asked(NamedTuple):
    """What the command was told; numbers are None where they were not given."""

    wanted: int
    shop: str
    artworks: int | None
    cards: tuple[str, ...]
    edition: tuple[str, ...]
    output: Path | None
    switches: frozenset[str]


def _asked(arguments: Sequence[str]) -> Asked | str:
    """The arguments, or why they mean nothing."""
    words = [part for word in arguments for part in word.split("=", 1)]
    given: dict[str, str] = {}
    switches, at = set(), 0
    while at < len(words):
        word = words[at]
        if word in SWITCHES:
            switches.add(word)
        elif word not in VALUES:
            return f"{word[:60]!r} means nothing here."
        elif word in given:
            return f"{word} stands there twice."
        elif at + 1 == len(words) or not words[at + 1].strip(" ,"):
            return f"{word} names nothing."  # a shell's empty variable must not order all
        else:
            at += 1
            given[word] = words[at]
        at += 1
    if missing := [name for name in ("--count", "--shop") if name not in given]:
        return f"{' and '.join(missing)} must be given."
    count, artworks = (_count(given.get(name)) for name in ("--count", "--artworks"))
    for name, value in (("--count", count), ("--artworks", artworks)):
        if value is None and name in given:
            return f"{name} takes 1 to {MOST}; {given[name][:20]!r} is not."
    if artworks is not None and "--cards" in given:
        return "--cards says already how many --artworks there are."
    assert count is not None
    output = given.get("--output")
    return Asked(
        count,
        given["--shop"],
        artworks,
        _names(given.get("--cards")),
        _names(given.get("--edition")),
        Path(output) if output else None,
        frozenset(switches),
    )


def _count(text: str | None) -> int | None:
    if text is None or not (text.isascii() and text.isdigit() and len(text) < 7):
        return None
    return int(text) if 1 <= int(text) <= MOST else None


def _names(text: str | None) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part.strip() for part in (text or "").split(",") if part.strip()))


def _run(game: Game, arguments: Sequence[str], desk: Desk) -> int:
    """Propose, then print what the shop takes."""
    if {"-h", "--help"} & {*arguments}:
        for line in (USAGE, "", *HELP):
            desk.tell(line)
        return 0
    asked = _asked(arguments)
    if isinstance(asked, str):
        desk.tell(f"{asked} {USAGE}")
        return 2
    target = desk.shop(asked.shop)
    game, edition = desk.laid(asked.edition)
    asked = asked._replace(edition=edition)
    component = lineups(game)[0]
    found = _ways(asked, target, component.cards, _stack(game, component))
    if isinstance(found, str):
        desk.tell(found)
        return 2
    ways, cards = found
    best = ways[0]
    for line in _told(game, asked, target, ways, cards):
        desk.tell(line)
    if "--propose" in asked.switches:
        return 0
    order = Order(
        target=asked.shop,
        only=(component.id,),
        edition=asked.edition,
        cards=tuple(card.id for card in cards),
        copies=best.lot,
        outlines="--outlines" in asked.switches,
        no_profile="--no-profile" in asked.switches,
    )
    name = "+".join([f"order-{best.cards}-{asked.shop}", *asked.edition])
    folder = desk.build(game, order, name, asked.output)
    return 0 if folder is not None else 1


def _stack(game: Game, component: Component) -> Sequence[Card]:
    """The fighters whom the person has; all where nothing is said of a stack."""
    person = game.person
    pairs = person.fields.get(component.spec.counted or "") if person else None
    has = dict(pairs) if isinstance(pairs, tuple) else {}
    return [card for card in component.cards if card.id in has] if has else component.cards


def _ways(
    asked: Asked, target: Target, cards: Sequence[Card], mine: Sequence[Card]
) -> tuple[list[Proposal], list[Card]] | str:
    """The ways to order, the one taken first, with its fighters; or why there is none.

    `cards` are those of the series, `mine` those of the person's stack.
    """
    shop = target.shop
    assert shop is not None
    lots = [lot for lot in sorted(shop.lots) if lot <= MOST_COPIES]
    if not lots:
        said = f"no lots up to {MOST_COPIES}" if shop.lots else "nothing of lots"
        return f"{target.name} says {said}; build with --cards and --copies instead."
    most = min(len(cards if asked.cards else mine), shop.designs or len(cards))
    ways = proposals(asked.wanted, lots, most)
    if asked.cards:
        known = {card.id: card for card in cards}
        strangers = [name for name in asked.cards if name not in known]
        if strangers:
            said = ", ".join(repr(name[:40]) for name in strangers[:8])
            return f"There is no fighter {said}; there are {', '.join(known)}."
        number: int | None = len(asked.cards)
    else:
        number = asked.artworks
    if number is not None:
        if number > most:
            return f"{number} artworks are more than the {most} that there are or the shop takes."
        wanted = -(-asked.wanted // number)
        lot = next((one for one in lots if one >= wanted), None)
        if lot is None:
            return f"No lot of {lots[-1]} holds {wanted} cards of one artwork."
        taken = Proposal(number, lot)
        ways = [taken, *(way for way in ways if way != taken)]
    if not ways:
        return f"{asked.wanted} cards need larger lots than {lots[-1]}, or more artworks."
    if asked.cards:
        return ways, [card for card in cards if card.id in asked.cards]
    return ways, chosen(mine, ways[0].artworks)


def _told(
    game: Game, asked: Asked, target: Target, ways: Sequence[Proposal], cards: Sequence[Card]
) -> Iterator[str]:
    if game.person is not None:
        example = "" if asked.edition else ", an example; for somebody else: --edition ID"
        yield f"Cards for {game.person.name}{example}."
    gk = " (gk)" if "lots" in ((target.shop and target.shop.unsure) or ()) else ""
    yield f"{asked.wanted} cards from {target.name}; lots of one artwork, none split{gk}:"
    for number, way in enumerate(ways):
        more = way.cards - asked.wanted
        over = f", {more} more than asked" if more else ""
        mark = "*" if not number else " "
        many = "artworks" if way.artworks > 1 else "artwork"
        yield f"{mark} {way.artworks:>3} {many} x {way.lot} = {way.cards} cards{over}"
    yield f"taken (*): {', '.join(card.id for card in cards)}"
    stack = game.figures.fig("stack")
    if len(cards) < stack:
        yield f"A stack is best with {stack} fighters, all different: order {stack} or more."


ORDER = Command("Propose artworks and lots for --count N --shop NAME, and write the files.", _run)
