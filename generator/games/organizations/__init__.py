"""The rules of Organizations in Conflict behind the entry point `organizations`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from generator.engine.contract import Command, Desk, Option, Rules, SetupRefused, Study
from generator.games.organizations.aids import audit_aids
from generator.games.organizations.deal import deal, decks
from generator.games.organizations.faces import facts
from generator.games.organizations.sheets import audit_sheets
from generator.problems import Problems, Refused

if TYPE_CHECKING:
    from generator.games.organizations.conflict import ConflictEngine
    from generator.model.card import Card
    from generator.model.game import Component, Game
    from generator.model.scalars import Strict
    from generator.scene import Fact


class ConflictRules:
    """See `generator.engine.contract.Rules`."""

    @property
    def effects(self) -> Mapping[str, type[Strict]]:
        """Cards have no effects but their suit and rank."""
        return {}

    @property
    def commands(self) -> Mapping[str, Command]:
        """`odds` and `campaign`."""
        return {
            "odds": Command("Two sides at a scope: who wins, how often, how long.", _odds),
            "campaign": Command("A conflict kept between sessions, in a file.", _campaign),
        }

    def options(self, game: Game) -> tuple[Option, ...]:
        """The set-up; the rulings leave no options."""
        sides = ", ".join(game.catalogs.get("sides", {}))
        scopes = ", ".join(game.catalogs.get("scopes", {}))
        return (
            Option("sides", (), "", f"two of {sides}, or S14 C11 / H12 D9; + joins members", True),
            Option("scope", (), "", f"of {scopes}; one, or one a side: home / war", True),
            Option("starter", (), "", "a seat of the side that begins; else the deck is cut", True),
            Option("rounds", (), "", "how many are agreed on; else to the end, or a truce", True),
            Option("truce", (), "", "after so many rounds without an end, 0 for never", True),
            *(
                Option(name, option.choices, option.default, option.help)
                for name, option in game.figures.options.items()
            ),
        )

    def engine(self, game: Game, options: Mapping[str, str]) -> ConflictEngine:
        """Conflicts with the game's figures."""
        from generator.games.organizations.conflict import ConflictEngine  # noqa: PLC0415 - for play

        problems = Problems()
        made = deal(game, problems)
        if made is None:
            raise Refused(problems)
        for name in options:
            raise SetupRefused(f"there is no option {name!r}", "the rulings leave none")
        return ConflictEngine(made)

    def audit(self, game: Game, problems: Problems) -> None:
        """Note whatever a conflict cannot be played with."""
        deal(game, problems)
        audit_aids(game, problems)
        audit_sheets(game, problems)

    def studies(self, game: Game) -> tuple[Study, ...]:
        """Every pair of ready sides in its region: single rounds, three agreed on, conflicts.

        In the second study both sides play their best, or one of them by rule of thumb. Whole
        conflicts end in a truce, so what three rounds agreed on come to is worth knowing.
        """
        pairs = {
            f"{one}, {other}": f"{one} / {other}"
            for one, other in combinations(game.catalogs["sides"], 2)
        }
        rounds = {name: {"sides": sides, "rounds": "1"} for name, sides in pairs.items()}
        agreed = {name: {"sides": sides, "rounds": "3"} for name, sides in pairs.items()}
        whole = {name: {"sides": sides} for name, sides in pairs.items()}
        rivals = ("ahead", "ahead,highest", "highest,ahead", "ahead,lowest", "lowest,ahead")
        return (
            Study("rounds", "One round in the region", rounds, ("lowest", "random"), 20),
            Study("skill", "One round, by how it is played", rounds, rivals, 400),
            Study("agreed", "Three rounds agreed on", agreed, ("lowest", "random"), 40),
            Study("conflicts", "Conflicts in the region", whole, ("lowest", "random"), 200),
        )

    def plays_with(self, game: Game) -> Collection[str]:
        """The deck."""
        return [deck.id for deck in decks(game)]

    def words(self) -> Collection[str]:
        """The story that play tells, and the commands."""
        return [f"{__name__}.{name}" for name in ("story", "odds", "campaign", "kept")]

    def facts(self, game: Game, component: Component, card: Card) -> list[Fact]:
        """What cards must show."""
        return facts(game, component, card)


def _odds(game: Game, given: Sequence[str], desk: Desk) -> int:
    from generator.games.organizations.odds import odds  # noqa: PLC0415 - simulation

    return odds(RULES, game, given, desk)


def _campaign(game: Game, given: Sequence[str], desk: Desk) -> int:
    from generator.games.organizations.campaign import campaign  # noqa: PLC0415 - files

    return campaign(RULES, game, given, desk)


RULES: Rules = ConflictRules()
