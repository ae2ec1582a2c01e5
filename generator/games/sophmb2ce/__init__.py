"""The rules of SOPHMB2CE behind the entry point `sophmb2ce`. Only play imports the engine."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from generator.engine.contract import Command, Option, Rules, SetupRefused, Study
from generator.games.sophmb2ce.deal import deal, decks
from generator.games.sophmb2ce.effects import EFFECTS
from generator.games.sophmb2ce.faces import audit_aids, facts
from generator.problems import Problems, Refused

if TYPE_CHECKING:
    from generator.games.sophmb2ce.duel import DuelEngine
    from generator.model.card import Card
    from generator.model.game import Component, Game
    from generator.model.scalars import Strict
    from generator.scene import Fact


class DuelRules:
    """See `generator.engine.contract.Rules`."""

    @property
    def effects(self) -> Mapping[str, type[Strict]]:
        """Bonus, damage and penalty."""
        return EFFECTS

    @property
    def commands(self) -> Mapping[str, Command]:
        """The duel has no commands of its own."""
        return {}

    def options(self, game: Game) -> tuple[Option, ...]:
        """The set-up, then the options of the rulings."""
        castes = ", ".join(game.catalogs.get("castes", {}))
        return (
            Option("castes", (), "", f"two castes of {castes}; without them they are drawn", True),
            Option("first", (), "", "the seat that begins, A or B, where castes are given", True),
            *(
                Option(name, option.choices, option.default, option.help)
                for name, option in game.figures.options.items()
            ),
        )

    def engine(self, game: Game, options: Mapping[str, str]) -> DuelEngine:
        """The duel with this game's figures."""
        from generator.games.sophmb2ce.duel import DuelEngine  # noqa: PLC0415 - only play needs it

        problems = Problems()
        made = deal(game, problems)
        if made is None:
            raise Refused(problems)
        known = game.figures.options
        for name, value in options.items():
            if name not in known:
                raise SetupRefused(f"there is no option {name!r}", f"one of {', '.join(known)}")
            if value not in known[name].choices:
                choices = ", ".join(known[name].choices)
                raise SetupRefused(f"the option {name} cannot be {value!r}", f"one of {choices}")
        return DuelEngine(made, {name: o.default for name, o in known.items()} | dict(options))

    def audit(self, game: Game, problems: Problems) -> None:
        """Note whatever the duel cannot be played with."""
        deal(game, problems)
        audit_aids(game, problems)

    def studies(self, game: Game) -> tuple[Study, ...]:
        """Every pair of castes by who begins; then duels whose castes are flipped for.

        Seats are equal there, so the first one's share tells which of two policies is better.
        """
        castes = list(game.catalogs["castes"])
        pairs = {
            f"{one}, {other}": {"castes": f"{one}, {other}"}
            for one in castes
            for other in castes
            if one != other
        }
        alike = ("attack1", "attack2", "random", "best")
        rivals = ("best", "attack2,attack1", "best,attack1", "best,attack2", "best,random")
        return (
            Study("pairs", "Each pair of castes; the first one named begins", pairs, alike),
            Study("table", "Castes are flipped for", {"flips": {}}, rivals),
        )

    def plays_with(self, game: Game) -> Collection[str]:
        """The decks."""
        return [deck.id for deck in decks(game)]

    def words(self) -> Collection[str]:
        """The duel's story."""
        return ["generator.games.sophmb2ce.story"]

    def facts(self, game: Game, component: Component, card: Card) -> list[Fact]:
        """What cards, castes, tokens and aids must show."""
        return facts(game, component, card)


RULES: Rules = DuelRules()
