"""Vectors of Corporate Brain Drain: their cards become a deck, their turns a script of moves.

Whatever a script says and nobody asks for is an error, and so is a question it does not answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from vector_engine import Given, chosen, engine

from generator.engine.contract import CHANCE, OVER, IllegalMove, Unreadable
from generator.games.brain_drain import state as st
from generator.games.brain_drain.state import Laid, Move, State
from generator.games.brain_drain.table import Design, Effect

SHIELDS = {None: st.NO_SHIELD, "half": st.HALF, "minus2": st.LESS}
MEETINGS = {"all_hands": Effect("all-hands"), "one_to_one": Effect("one-to-one", "target")}
ACTION = {"card", "targets", "declare", "dice", "super", "reactions", "give", "bluff"}
REACTION = {"seat", "card", "to", "bluff"}


class Table:
    """The engine with a vector's cards, and names for its numbers."""

    def __init__(self, given: Given) -> None:
        base = engine("brain_drain", chosen(given))
        self.ids = list(given["cards"])
        self.roles = [role.name for role in base.deal.roles]
        designs = tuple(self._design(name, card) for name, card in given["cards"].items())
        pack = tuple(range(len(designs)))
        self.rules = base.with_deal(base.deal._replace(designs=designs, pack=pack))

    def _design(self, name: str, card: Mapping[str, Any]) -> Design:
        kind, effects = str(card["kind"]), []
        if kind in MEETINGS:
            kind, effects = "chaos", [MEETINGS[kind]]
        elif kind in ("cancel", "reflect", "redirect"):
            effects = [Effect(kind)]
        for effect in card.get("effects", ()):
            for key, loss, gain in (("msp", "lose", "gain"), ("cards", "discard", "draw")):
                if amount := effect.get(key, 0):
                    which = loss if amount < 0 else gain
                    effects.append(Effect(which, effect["who"], abs(amount)))
        return Design(name, name, self.role(card["role"]), kind, tuple(effects), name, name)

    def role(self, name: str) -> int:
        if name not in self.roles:
            raise Unreadable(f"there is no role {name!r}")
        return self.roles.index(name)

    def card(self, name: str) -> int:
        if name not in self.ids:
            raise Unreadable(f"there is no card {name!r}")
        return self.ids.index(name)

    def cards(self, names: Sequence[str]) -> tuple[int, ...]:
        return tuple(self.card(name) for name in names)

    def names(self, cards: Sequence[int]) -> list[str]:
        return [self.ids[card] for card in cards]

    def state(self, told: Mapping[str, Any]) -> State:
        laid = Laid(
            msp=tuple(told["msp"]),
            hands=tuple(map(self.cards, told["hands"])),
            boosters=tuple(map(self.cards, told["boosters"])),
            shield=tuple(SHIELDS[name] for name in told["shield"]),
            out=tuple(told["out"]),
            draw=self.cards(told["draw"]),
            discard=self.cards(told["discard"]),
            turn=told["turn"],
            final=None if told["final"] is None else tuple(told["final"]),
        )
        state: State = self.rules.position([self.role(name) for name in told["roles"]], laid)
        if told["winners"] is not None:
            self.rules.end(state, told["winners"])
        return state

    def told(self, state: State) -> dict[str, Any]:
        names = {number: name for name, number in SHIELDS.items()}
        return {
            "roles": [self.roles[role] for role in state.roles],
            "msp": state.msp,
            "hands": [self.names(hand) for hand in state.hands],
            "boosters": [self.names(cards) for cards in state.boosters],
            "shield": [names[shield] for shield in state.shield],
            "out": state.out,
            "draw": self.names(state.draw[::-1]),
            "discard": self.names(state.discard[::-1]),
            "turn": state.turn,
            "final": state.final,
            "winners": None if state.winners is None else list(state.winners),
        }


class Script:
    """A turn as a vector tells it, asked for one small move after the other."""

    def __init__(self, table: Table, action: Mapping[str, Any]) -> None:
        if stray := action.keys() - ACTION:
            raise Unreadable(f"an action has no {sorted(stray)}")
        self.table = table
        self.name = action.get("card")
        self.power = action.get("super")
        self.bluff = action.get("bluff")
        self.rolled = False
        self.announced = False
        self.targets = list(action.get("targets") or ())
        self.dice = list(action.get("dice") or ())
        self.roles = [action["declare"]] if action.get("declare") is not None else []
        self.spend = list((self.power or {}).get("spend") or ())
        self.take = [self.power["take"]] if (self.power or {}).get("take") else []
        self.reactions = {int(k): list(v) for k, v in (action.get("reactions") or {}).items()}
        self.give = {int(k): list(v) for k, v in (action.get("give") or {}).items()}
        self.to: list[int] = []
        self.claims: list[Mapping[str, Any]] = []
        self.callers: list[int] = []

    def play(self, state: State) -> None:
        """Move until the turn has passed."""
        rules, rng = self.table.rules, Random(0)
        turns = state.turns
        while state.actor != OVER and state.turns == turns:
            if state.actor != CHANCE:
                move = getattr(self, f"_{state.phase}")(state)
            elif state.phase == st.DIE:
                move = Move("die", self._next(self.dice, "die"))
            else:
                move = rules.chance(state, rng)
            rules.apply(state, move)
        self.done()

    def done(self) -> None:
        left = {
            "dice": self.dice,
            "targets": self.targets,
            "declare": self.roles,
            "spend": self.spend if self.announced else (),
            "take": self.take if self.announced else (),
            "reactions": [entry for chain in self.reactions.values() for entry in chain],
            "give": [card for cards in self.give.values() for card in cards],
            "to": self.to,
            "bluff": [self.bluff] if self.bluff else (),
            "caller": self.callers,
        }
        if over := {key: value for key, value in left.items() if value}:
            raise Unreadable(f"nobody asks for {over}")

    def _next(self, answers: list[Any], what: str) -> Any:
        if not answers:
            raise Unreadable(f"the script names no {what}")
        return answers.pop(0)

    def _turn(self, state: State) -> Move:
        power = self.power
        if self.name is None:
            return Move("rest")
        if power is not None and not self.rolled:
            self.rolled = True
            return Move("roll")
        if power is not None and power.get("reroll") and state.roll == st.AGAIN:
            return Move("reroll")
        card = self.table.card(self.name)
        if power is not None and state.roll == st.HIT:
            self.announced = True
            return Move("boost", card)
        if self.bluff is not None:
            told, self.bluff = self.bluff, None
            self.claims.append(told)
            if told.get("caller") is not None:
                self.callers.append(told["caller"])
            return Move("bluff", card)
        return Move("play", card)

    def _spend(self, state: State) -> Move:
        cards, self.spend = self.table.cards(self.spend), []
        return Move("spend", -1, cards)

    def _take(self, state: State) -> Move:
        return Move("take", self.table.card(self.take.pop()) if self.take else -1)

    def _claim(self, state: State) -> Move:
        return Move("claim", self.table.card(self._next(self.claims, "claim")["claim"]))

    def _aim(self, state: State) -> Move:
        return Move("at", self._next(self.targets, "target"))

    def _extra(self, state: State) -> Move:
        return Move("at", self.targets.pop(0) if self.targets else -1)

    def _declare(self, state: State) -> Move:
        return Move("declare", self.table.role(self._next(self.roles, "role")))

    def _call(self, state: State) -> Move:
        if self.callers and self.callers[0] == state.actor:
            self.callers.pop(0)
            return Move("call")
        return Move("let")

    def _react(self, state: State) -> Move:
        chain = self.reactions.get(state.origin)
        if not chain:
            return Move("pass")
        entry = chain.pop(0)
        if stray := entry.keys() - REACTION:
            raise Unreadable(f"a reaction has no {sorted(stray)}")
        if entry["seat"] != state.actor:
            raise IllegalMove(entry, state.phase, "only who is under attack can react")
        if entry.get("to") is not None:
            self.to.append(entry["to"])
        card = self.table.card(entry["card"])
        if told := entry.get("bluff"):
            self.claims.append(told)
            self.callers += [told["caller"]] if told.get("caller") is not None else []
            return Move("fake", card)
        return Move("react", card)

    def _to(self, state: State) -> Move:
        return Move("to", self._next(self.to, "seat to redirect to"))

    def _give(self, state: State) -> Move:
        cards = self.give.get(state.actor)
        hand = state.hands[state.actor]
        if not cards and (len(set(hand)) == 1 or state.debt >= len(hand)):
            return Move("give", hand[0])
        return Move("give", self.table.card(self._next(cards or [], "card to give up")))


def turn(given: Given) -> dict[str, Any]:
    table = Table(given)
    state = table.state(given["state"])
    if state.actor == OVER:
        raise IllegalMove(given["action"], state.phase, "the game is over")
    Script(table, given["action"]).play(state)
    return table.told(state)


def chain(given: Given) -> dict[str, Any]:
    table = Table(given)
    state = table.state(given["state"])
    script = Script(table, {"reactions": {str(given["target"]): given["reactions"]}})
    table.rules.under_attack(state, given["attacker"], given["target"])
    while state.phase != st.TURN:
        table.rules.apply(state, getattr(script, f"_{state.phase}")(state))
    script.done()
    return {**table.told(state), "hit": None if state.hit < 0 else state.hit}


def lose(given: Given) -> dict[str, Any]:
    table = Table(given)
    state = table.state(given["state"])
    table.rules.lose(state, given["seat"], given["n"])
    return table.told(state)


def finish(given: Given) -> list[int]:
    table = Table(given)
    state = table.state(given["state"])
    table.rules.last_review(state)
    rng = Random(0)
    while state.actor == CHANCE:
        table.rules.apply(state, table.rules.chance(state, rng))
    assert state.winners is not None
    return list(state.winners)


OPS: dict[str, Callable[[Given], Any]] = {
    "turn": turn,
    "chain": chain,
    "lose": lose,
    "finish": finish,
}
