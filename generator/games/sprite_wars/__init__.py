"""The rules of Sprite Wars behind the entry point `sprite_wars`. Only play imports the engine."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING

from generator.engine.contract import Command, Option, Rules, SetupRefused, Study
from generator.games.sprite_wars.effects import EFFECTS
from generator.games.sprite_wars.faces import facts
from generator.games.sprite_wars.roster import lineups, series
from generator.games.sprite_wars.table import audit_table, table_back
from generator.problems import Problems, Refused

if TYPE_CHECKING:
    from generator.games.sprite_wars.wars import WarsEngine
    from generator.model.card import Card
    from generator.model.game import Component, Game
    from generator.model.scalars import Strict
    from generator.scene import Fact

SIZES = (4, 5, 6, 7)
"""Sizes of stacks that are studied."""


class WarsRules:
    """See `generator.engine.contract.Rules`."""

    @property
    def effects(self) -> Mapping[str, type[Strict]]:
        """Single and double arrows."""
        return EFFECTS

    @property
    def commands(self) -> Mapping[str, Command]:
        """A sprite from a seed; how good each fighter is, and how to even them out; an order."""
        from generator.games.sprite_wars.ordering import ORDER  # noqa: PLC0415 - only if asked
        from generator.games.sprite_wars.rating import RATE  # noqa: PLC0415
        from generator.games.sprite_wars.sprites import SPRITE  # noqa: PLC0415
        from generator.games.sprite_wars.tuning import PROPOSE  # noqa: PLC0415

        return {"sprite": SPRITE, "rate": RATE, "propose": PROPOSE, "order": ORDER}

    def options(self, game: Game) -> tuple[Option, ...]:
        """The set-up; no ruling leaves a choice to the table."""
        help_ = "both stacks, such as fox, owl / bear, crab; without them they are drawn"
        size = str(game.figures.fig("stack")) if "stack" in game.figures.figures else ""
        return (
            Option("stacks", (), "", help_, setup=True),
            Option("dealt", (), "", "both stacks in this order, top first", setup=True),
            Option("size", (), size, "how many fighters each draws from the series", setup=True),
            *(
                Option(name, option.choices, option.default, option.help)
                for name, option in game.figures.options.items()
            ),
        )

    def engine(self, game: Game, options: Mapping[str, str]) -> WarsEngine:
        """The game with its fighters."""
        from generator.games.sprite_wars.wars import WarsEngine  # noqa: PLC0415 - only for play

        problems = Problems()
        made = series(game, problems)
        if made is None:
            raise Refused(problems)
        for name in options:
            raise SetupRefused(f"there is no option {name!r}", "the game has none")
        return WarsEngine(made)

    def audit(self, game: Game, problems: Problems) -> None:
        """Note whatever the game cannot be played with."""
        if series(game, problems) is not None:
            audit_table(game, problems)

    def studies(self, game: Game) -> tuple[Study, ...]:
        """Stacks of several sizes drawn from the series; then who plays better."""
        sizes = {f"stacks of {size}": {"size": str(size)} for size in SIZES}
        rivals = ("greedy,random", "search,greedy")
        return (
            Study("sizes", "Stacks drawn from the series, by size", sizes, ("random", "greedy")),
            Study("rivals", "Who plays better, stacks of the usual size", {"drawn": {}}, rivals, 5),
        )

    def plays_with(self, game: Game) -> Collection[str]:
        """The fighters."""
        return [component.id for component in lineups(game)]

    def words(self) -> Collection[str]:
        """The story that play tells, contacts, orders, sprites and ratings."""
        return [
            f"{__name__}.contact",
            f"{__name__}.ordering",
            f"{__name__}.story",
            f"{__name__}.sprites",
            f"{__name__}.rating",
            f"{__name__}.table",
            f"{__name__}.tuning",
        ]

    @property
    def texts(self) -> Mapping[str, Callable[[Game], str]]:
        """Lines of contact and what codes hold, for templates."""
        from generator.games.sprite_wars.contact import TEXTS  # noqa: PLC0415 - only for faces

        return TEXTS

    def back_facts(self, game: Game, component: Component, card: Card) -> list[Fact]:
        """What side one must show: all that the person gave for it."""
        from generator.games.sprite_wars.contact import side_one  # noqa: PLC0415 - only for faces

        if component.id not in {one.id for one in lineups(game)}:
            return table_back(game, component, card)
        return side_one(game, component.size[0] < component.size[1])

    def facts(self, game: Game, component: Component, card: Card) -> list[Fact]:
        """What fighters must show."""
        return facts(game, component, card)


RULES: Rules = WarsRules()
