"""A deal and a choice of options in, the tables that play looks things up in out."""

from __future__ import annotations

from collections.abc import Mapping

from generator.games.brain_drain.state import HALF, LESS, NO_SHIELD, Move
from generator.games.brain_drain.table import AMOUNTS, MEETINGS, REACTIONS, Deal, Effect

CANCEL, REFLECT, REDIRECT = 1, 2, 3
"""`Tables.reaction`; 0 is no reaction."""


class Tables:
    """Everything about cards and roles, by number; nothing is computed twice in play."""

    def __init__(self, deal: Deal, options: Mapping[str, str]) -> None:
        self.deal = deal
        self.options = dict(options)
        on = {name for name, value in options.items() if value == "true"}
        self.base_must_match = "base_must_match" in on
        self.quality_any = "quality_any" in on
        self.zero_guard = "productive_zero_guard" in on
        self.bluff_reactions = "bluff_reactions" in on
        self._cards(deal, "meeting_superpower" in on)
        self._roles(deal)
        self._figures(deal.figures)
        self._moves(len(deal.designs), len(deal.roles))

    def _cards(self, deal: Deal, meetings: bool) -> None:
        designs = deal.designs
        self.codes = tuple(design.code for design in designs)
        self.numbers = {design.code.upper(): n for n, design in enumerate(designs)}
        self.role_of = tuple(design.role for design in designs)
        self.effects: tuple[tuple[Effect, ...], ...] = tuple(d.effects for d in designs)
        kinds = [[effect.kind for effect in design.effects] for design in designs]
        whos = [{effect.who for effect in design.effects} for design in designs]
        self.attack = tuple(design.kind == "attack" for design in designs)
        self.reaction = tuple(
            REACTIONS.index(d.kind) + 1 if d.kind in REACTIONS else 0 for d in designs
        )
        self.meeting = tuple("all-hands" in k for k in kinds)
        self.review = tuple("one-to-one" in k for k in kinds)
        self.declares = tuple(a or b for a, b in zip(self.meeting, self.review, strict=True))
        self.swaps = tuple("swap" in k for k in kinds)
        self.aims = tuple(
            "target" in w or swap or review
            for w, swap, review in zip(whos, self.swaps, self.review, strict=True)
        )
        counted = (*AMOUNTS, *MEETINGS) if meetings else AMOUNTS
        self.proactive = tuple(any(kind in counted for kind in k) for k in kinds)
        self.widens = tuple(
            aims and not swap and not review
            for aims, swap, review in zip(self.aims, self.swaps, self.review, strict=True)
        )
        # ruling 001-55: gains that count in the final review, by whom they go to
        self.bonus = tuple(
            {
                who: sum(e.amount for e in d.effects if e.kind == "gain" and e.who == who)
                for who in ("self", "all", "others")
            }
            for d in designs
        )

    def _roles(self, deal: Deal) -> None:
        common = deal.figures["superpower_roll"]
        self.trigger = tuple(role.trigger or common for role in deal.roles)
        self.rerolls = tuple(role.reroll for role in deal.roles)
        self.comfort = tuple(role.comfort for role in deal.roles)
        self.any_first = tuple(role.any_first for role in deal.roles)
        self.salvages = tuple(role.salvage for role in deal.roles)
        self.widener = tuple(role.widen for role in deal.roles)
        self.shields = tuple(
            HALF if role.halve else LESS if role.soften else NO_SHIELD for role in deal.roles
        )
        self.soften = max((role.soften for role in deal.roles), default=0)
        # [role][card]: whether a played card may be stored beside other boosters
        self.matches = tuple(
            tuple(design.role == role for design in deal.designs) for role in range(len(deal.roles))
        )

    def _figures(self, figures: Mapping[str, int]) -> None:
        self.start_msp = figures["start_msp"]
        self.start_hand = figures["start_hand"]
        self.hand_limit = figures["hand_limit"]
        self.turn_draw = figures["turn_draw"]
        self.booster_limit = figures["booster_limit"]
        self.standard_from = figures["meeting_standard_from"]
        self.productive_from = figures["meeting_productive_from"]
        self.meeting_loss = figures["meeting_loss"]
        self.meeting_gain = figures["meeting_gain"]
        self.meeting_penalty = figures["meeting_penalty"]
        self.meeting_draw = figures["meeting_draw"]
        self.review_loss = figures["review_loss"]
        self.review_tie_loss = figures["review_tie_loss"]
        self.bluff_loss = figures["bluff_loss"]

    def _moves(self, cards: int, roles: int) -> None:
        def each(what: str, count: int) -> tuple[Move, ...]:
            return tuple(Move(what, n) for n in range(count))

        self.play_moves = each("play", cards)
        self.boost_moves = each("boost", cards)
        self.bluff_moves = each("bluff", cards)
        self.claim_moves = each("claim", cards)
        self.react_moves = each("react", cards)
        self.fake_moves = each("fake", cards)
        self.give_moves = each("give", cards)
        self.take_moves = each("take", cards)
        self.declare_moves = each("declare", roles)
        self.at_moves = each("at", 16)
        self.to_moves = each("to", 16)
        self.reaction_claims = tuple(m for m in self.claim_moves if self.reaction[m.value])

    def stores(self, role: int, card: int, boosters: list[int]) -> bool:
        """Whether a played card becomes a booster (rulings 001-18, 30)."""
        if len(boosters) >= self.booster_limit:
            return False
        return self.matches[role][card] or (not boosters and self.any_first[role])
