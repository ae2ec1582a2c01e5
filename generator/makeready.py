"""A game and an order in, the press set up for it out; wrong names and numbers become problems."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from generator.compose.faces import Composer
from generator.engine.contract import Rules
from generator.impose.plan import leaflet_safe
from generator.load.find import GamePlace, GameSources, Workspace
from generator.load.near import hint
from generator.load.target import FOLDER, Sizes, load_sizes, load_target
from generator.model.game import Component, Game, trim_of
from generator.model.order import Order
from generator.model.piece import BoxSpec, Making
from generator.model.target import Target, part_of
from generator.press import Press, Tell, stop
from generator.problems import Problems, Where


def set_up(
    workspace: Workspace,
    place: GamePlace,
    game: Game,
    rules: Rules | None,
    order: Order,
    problems: Problems,
    tell: Tell,
    like: Press | None = None,
) -> Press:
    """Target, sizes and composer for an order; raises Refused where a name means nothing.

    `like` is a press for the same order, game and styles, printed for somebody else: its target,
    sizes and composer are taken over, and what it has checked; it cannot be used any more.
    """
    target = like.target if like else load_target(workspace, order.target, problems)
    sizes = like.sizes if like else load_sizes(workspace, problems)
    stop(problems)
    assert target is not None
    _paper(target, sizes, problems)
    for name in order.only:  # before any folder is made: names become part of its name
        if name not in game.components:
            _unknown(problems, game, "component-unknown", "component", name, game.components)
    if order.card is not None and order.card not in sizes.cards:
        _unknown(problems, game, "size-unknown", "card size", order.card, sizes.cards)
    _choices(game, order, problems)
    stop(problems)
    if game.file.personal and order.low_ink and order.backs is None:
        order = replace(order, backs="on")  # such a back says whose card it is
    making = _making(game, target, sizes, order)
    game = turned(counted(game))
    card = _cut_to(game, target, sizes, order, problems)
    sized = {name: _sized(one, card, sizes, target) for name, one in game.components.items()}
    if order.card and all(one.size_id != order.card for one in sized.values()):
        _no_family(game, order.card, sizes, problems)
    if any(component.spec.net or component.spec.joins for component in sized.values()):
        from generator.compose.nets.shape import shaped  # noqa: PLC0415 - most orders are plain cards

        sized = shaped(sized, making, problems, game.catalogs)
    game = replace(game, components=sized)
    cut_out = [one for one in game.components.values() if one.net]
    if order.only:  # what is not printed is not looked at
        cut_out = [one for one in cut_out if one.id in order.only or one.spec.joins in order.only]
    if cut_out:
        from generator.check.nets import check_nets  # noqa: PLC0415 - most orders are plain cards

        check_nets(game, problems, cut_out)
    if target.sheet is not None or order.first_cell is not None:
        from generator.check.cutsheet import check_cut_sheet  # noqa: PLC0415 - few sheets come cut

        check_cut_sheet(game, target, sizes, order, problems)
    stop(problems)
    _choices(game, order, problems)  # again: now it is known how many boxes there are
    stop(problems)
    seen, eye = (like.seen, like.eye) if like else ({}, None)
    composer = _composer(game, rules, GameSources(workspace, place), problems, like)
    about = (target, sizes, order, making, composer, problems, tell)
    return Press(game, rules, place, workspace, *about, seen=seen, eye=eye)


def _paper(target: Target, sizes: Sizes, problems: Problems) -> None:
    """Note a target's paper that there is not."""
    if target.paper not in sizes.papers:
        says = f"there is no paper {target.paper[:60]!r}"
        where = Where(f"{FOLDER}/{target.id}.yaml", field="paper")
        problems.add("paper-unknown", where, says, hint(target.paper, sizes.papers, "papers"))


def _making(game: Game, target: Target, sizes: Sizes, order: Order) -> Making:
    """What boxes and other pieces are made for."""
    single = target.scheme == "fold" and not order.with_backs  # nothing is folded then
    stock = order.stock or (Making().stock if single else target.stock)
    room = _room(target, sizes, order)
    return Making(stock, order.sleeved, order.players or game.players, room)


def _no_family(game: Game, card: str, sizes: Sizes, problems: Problems) -> None:
    """Note that no component can be printed at the card size asked for; raises Refused."""
    family = sizes.cards[card].family
    says = f"no component is of the family of {card}"
    fix = "a size of the components' own family, or none"
    problems.add("size-unknown", game.where, f"{says} ({family})" if family else says, fix)
    stop(problems)


def _composer(
    game: Game, rules: Rules | None, sources: GameSources, problems: Problems, like: Press | None
) -> Composer:
    """A composer for the game, or that of the press `like`, dressed for it."""
    if like is None:
        texts = getattr(rules, "texts", None)  # few games have any
        return Composer(game, sources, problems, texts)
    like.composer.dress(game, problems)
    return like.composer


def counted(game: Game) -> Game:
    """The game with as many of each card as whom it is printed for wants."""
    person, parts = game.person, dict(game.components)
    for name, component in game.components.items():
        pairs = person.fields.get(component.spec.counted or "") if person else None
        if isinstance(pairs, tuple) and pairs:
            counts = dict(pairs)
            cards = [replace(card, count=counts.get(card.id, 0)) for card in component.cards]
            parts[name] = replace(component, cards=cards)
    return replace(game, components=parts) if parts != game.components else game


def turned(game: Game) -> Game:
    """The game with cards lying or upright as whom it is printed for wants them."""
    person, parts = game.person, dict(game.components)
    specs = game.file.catalogs[game.file.personal or ""].fields if person else {}
    for name, component in game.components.items():
        field = component.spec.turns or ""
        if person is None or field not in specs:
            continue
        if person.fields.get(field) == specs[field].choices[-1]:
            spec = component.spec.but(turned=not component.spec.turned)
            w, h = component.size
            parts[name] = replace(component, spec=spec, size=(h, w))
    return replace(game, components=parts) if parts != game.components else game


def _room(target: Target, sizes: Sizes, order: Order) -> tuple[float, float] | None:
    """mm of a page that a piece cut out along its own edge may take; None: the paper is unknown."""
    paper = sizes.papers.get(target.paper)
    if paper is None:
        return None
    bleed = target.bleed_width if (order.bleed or target.bleed) == "each" else 0.0
    edge = 2 * (target.margin + bleed)
    return paper.width - edge, paper.height - edge


def _cut_to(
    game: Game, target: Target, sizes: Sizes, order: Order, problems: Problems
) -> str | None:
    """The trim size that components of its family take: the order's, or the one the shop cuts."""
    cut = target.sheet.card if target.sheet else target.shop.card if target.shop else None
    if cut is not None and cut not in sizes.cards:
        _unknown(problems, game, "size-unknown", "card size", cut, sizes.cards)
    elif cut is not None and order.card not in (None, cut):
        says = f"{target.name} cuts cards of {cut}, not of {order.card}"
        code, fix = ("sheet" if target.sheet else "shop"), f"leave --card out, or --card {cut}"
        problems.add(f"{code}-card", game.where, says, fix)
    stop(problems)
    return order.card or cut


def _splits(component: Component) -> bool:
    """Whether a component is a box whose content may be shared out among several."""
    return isinstance(component.spec.net, BoxSpec) and component.spec.net.split is not None


def _choices(game: Game, order: Order, problems: Problems) -> None:
    """Note cards that no component has and players that the game cannot seat."""
    parts = [c for c in game.components.values() if not order.only or c.id in order.only]
    known = {card.id: None for component in parts for card in component.cards}
    waiting = tuple(f"{c.id}-" for c in parts if _splits(c) and not c.nets)
    for name in order.cards:
        if name not in known and not name.startswith(waiting):
            _unknown(problems, game, "card-unknown", "card", name, known)
    if order.players is not None:
        least, most = (
            (game.file.players.least, game.file.players.most) if game.file.players else (1, 1)
        )
        if not least <= order.players <= most:
            says = f"{order.players} players are asked for; the game takes {least} to {most}"
            problems.add("players-range", game.where, says, f"--players {least} to {most}")


def _sized(component: Component, wanted: str | None, sizes: Sizes, target: Target) -> Component:
    """The component at the size that paper and `--card` give it.

    `--card` holds for sizes of its family. Texts of a leaflet's pages keep off what no printer
    reaches.
    """
    found, paper = sizes.cards.get(component.size_id), sizes.papers.get(target.paper)
    if found is None:
        part = part_of(component.size_id, paper) if paper else None
        if part is None:
            return component
        spec = component.spec
        if component.leaflet:
            spec = spec.but(safe=max(spec.safe, leaflet_safe(target.margin)))
        return replace(component, spec=spec, size=trim_of(part, component.spec))
    size = sizes.cards[wanted] if wanted else found
    if wanted is None or size.family != found.family or not found.family:
        return component
    trim = trim_of((size.width, size.height), component.spec)
    return replace(component, size=trim, size_id=wanted)


def _unknown(
    problems: Problems, game: Game, code: str, kind: str, name: str, known: Iterable[str]
) -> None:
    names = list(known)
    from difflib import get_close_matches  # noqa: PLC0415 - only faulty names need it

    near: Sequence[str] = get_close_matches(name, names, 1)
    more = f" and {len(names) - 20} more" if len(names) > 20 else ""
    fix = f"did you mean {near[0]}?" if near else f"there are {', '.join(names[:20])}{more}"
    problems.add(code, game.where, f"there is no {kind} {name!r}", fix)
