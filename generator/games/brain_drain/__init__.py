"""The rules of Corporate Brain Drain behind the entry point `brain_drain`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from generator.engine.contract import Command, Option, Rules, SetupRefused, Study
from generator.games.brain_drain.aids import audit_aids
from generator.games.brain_drain.audit import audit_cards
from generator.games.brain_drain.effects import EFFECTS
from generator.games.brain_drain.faces import facts
from generator.games.brain_drain.powers import POWERS
from generator.games.brain_drain.table import decks, table
from generator.problems import Problems, Refused

if TYPE_CHECKING:
    from generator.games.brain_drain.drain import DrainEngine
    from generator.model.card import Card
    from generator.model.game import Component, Game
    from generator.model.scalars import Strict
    from generator.scene import Fact

TABLES, USUAL = (2, 3, 4, 6, 8), 4
"""Numbers of players that are studied, and the one that the balance is for."""

STUDIED = "careful"
"""The policy that the balance is for."""

RIVALS = (
    *("careful,greedy,greedy,greedy", "greedy,careful,careful,careful"),
    *("careful,random,random,random", "greedy", "random"),
)
"""One policy among three others, and the simple ones among themselves."""


class DrainRules:
    """See `generator.engine.contract.Rules`."""

    @property
    def effects(self) -> Mapping[str, type[Strict]]:
        """Those of cards and those of superpowers."""
        return {**EFFECTS, **POWERS}

    @property
    def commands(self) -> Mapping[str, Command]:
        """The game has no commands of its own."""
        return {}

    def options(self, game: Game) -> tuple[Option, ...]:
        """The set-up, then the options of the rulings."""
        roles = ", ".join(game.catalogs.get("roles", {}))
        return (
            Option("players", tuple("2345678"), "4", "how many play", True),
            Option("roles", (), "", f"a role for each seat, of {roles}; else they are drawn", True),
            *(
                Option(name, option.choices, option.default, option.help)
                for name, option in game.figures.options.items()
            ),
        )

    def engine(self, game: Game, options: Mapping[str, str]) -> DrainEngine:
        """The game with its cards and figures."""
        from generator.games.brain_drain.drain import DrainEngine  # noqa: PLC0415 - only for play

        problems = Problems()
        made = table(game, problems)
        if made is None:
            raise Refused(problems)
        known = game.figures.options
        for name, value in options.items():
            if name not in known:
                raise SetupRefused(f"there is no option {name!r}", f"one of {', '.join(known)}")
            if value not in known[name].choices:
                choices = ", ".join(known[name].choices)
                raise SetupRefused(f"the option {name} cannot be {value!r}", f"one of {choices}")
        return DrainEngine(made, {name: o.default for name, o in known.items()} | dict(options))

    def audit(self, game: Game, problems: Problems) -> None:
        """Note whatever the game cannot be played with, then what is wrong with its cards."""
        table(game, problems)
        audit_cards(game, problems)
        audit_aids(game, problems)

    def studies(self, game: Game) -> tuple[Study, ...]:
        """Roles at random, a study for each number of players; the fullest one for the usual."""
        tables = [
            Study(
                f"players-{seats}",
                f"{seats} players, roles at random",
                {"table": {"players": str(seats)}},
                (STUDIED,),
                fraction=2 if seats == USUAL else 20,
            )
            for seats in TABLES
        ]
        rivals = {"table": {"players": str(USUAL)}}
        return (*tables, Study("rivals", "Policies at one table", rivals, RIVALS, fraction=32))

    def plays_with(self, game: Game) -> Collection[str]:
        """The deck."""
        return [deck.id for deck in decks(game)]

    def words(self) -> Collection[str]:
        """The story that play tells."""
        return [f"{__name__}.story", f"{__name__}.lines"]

    def facts(self, game: Game, component: Component, card: Card) -> list[Fact]:
        """What cards must show."""
        return facts(game, component, card)


RULES: Rules = DrainRules()
