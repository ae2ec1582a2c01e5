"""A game and an order in, the press set up for it out; wrong names and numbers become problems."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from generator.compose.faces import Composer
from generator.engine.contract import Rules
from generator.load.find import GamePlace, GameSources, Workspace
from generator.load.target import Sizes, load_sizes, load_target
from generator.model.game import Component, Game
from generator.model.order import Order
from generator.model.piece import Making
from generator.press import Press, Tell, stop
from generator.problems import Problems


def set_up(
    workspace: Workspace,
    place: GamePlace,
    game: Game,
    rules: Rules | None,
    order: Order,
    problems: Problems,
    tell: Tell,
) -> Press:
    """Target, sizes and composer for an order; raises Refused where a name means nothing."""
    target = load_target(workspace, order.target, problems)
    sizes = load_sizes(workspace, problems)
    stop(problems)
    assert target is not None
    for name in order.only:  # before any folder is made: names become part of its name
        if name not in game.components:
            _unknown(problems, game, "component-unknown", "component", name, game.components)
    if order.card is not None and order.card not in sizes.cards:
        _unknown(problems, game, "size-unknown", "card size", order.card, sizes.cards)
    _choices(game, order, problems)
    stop(problems)
    single = target.scheme == "fold" and not order.with_backs  # nothing is folded then
    stock = order.stock or (Making().stock if single else target.stock)
    making = Making(stock, order.sleeved, order.players or game.players)
    sized = {name: _sized(one, order.card, sizes) for name, one in game.components.items()}
    if order.card and all(one.size_id != order.card for one in sized.values()):
        family = sizes.cards[order.card].family
        says = f"no component is of the family of {order.card}"
        fix = "a size of the components' own family, or none"
        problems.add("size-unknown", game.where, f"{says} ({family})" if family else says, fix)
        stop(problems)
    if any(component.spec.net or component.spec.joins for component in sized.values()):
        from generator.compose.nets.shape import shaped  # noqa: PLC0415 - most orders are plain cards

        sized = shaped(sized, making, problems)
    game = replace(game, components=sized)
    if any(component.net for component in game.components.values()):
        from generator.check.nets import check_nets  # noqa: PLC0415 - most orders are plain cards

        check_nets(game, problems)
    stop(problems)
    composer = Composer(game, GameSources(workspace, place), problems)
    return Press(
        game, rules, place, workspace, target, sizes, order, making, composer, problems, tell
    )


def _choices(game: Game, order: Order, problems: Problems) -> None:
    """Note cards that no component has and players that the game cannot seat."""
    parts = [c for c in game.components.values() if not order.only or c.id in order.only]
    known = {card.id: None for component in parts for card in component.cards}
    for name in order.cards:
        if name not in known:
            _unknown(problems, game, "card-unknown", "card", name, known)
    if order.players is not None:
        least, most = (
            (game.file.players.least, game.file.players.most) if game.file.players else (1, 1)
        )
        if not least <= order.players <= most:
            says = f"{order.players} players are asked for; the game takes {least} to {most}"
            problems.add("players-range", game.where, says, f"--players {least} to {most}")


def _sized(component: Component, wanted: str | None, sizes: Sizes) -> Component:
    """The component at `--card`'s size where that belongs to the same family."""
    if wanted is None or not component.size_id:
        return component
    size = sizes.cards[wanted]
    family = sizes.cards[component.size_id].family
    if size.family != family or not family:
        return component
    return replace(component, size=(size.width, size.height), size_id=wanted)


def _unknown(
    problems: Problems, game: Game, code: str, kind: str, name: str, known: Iterable[str]
) -> None:
    names = list(known)
    from difflib import get_close_matches  # noqa: PLC0415 - only faulty names need it

    near: Sequence[str] = get_close_matches(name, names, 1)
    more = f" and {len(names) - 20} more" if len(names) > 20 else ""
    fix = f"did you mean {near[0]}?" if near else f"there are {', '.join(names[:20])}{more}"
    problems.add(code, game.where, f"there is no {kind} {name!r}", fix)
