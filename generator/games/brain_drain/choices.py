"""A position in, its legal moves out; a move in, the position it leads to.

What each move is, `state.Move` tells; what comes of it, the tasks of `turns`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from random import Random

from generator.engine.contract import CHANCE, IllegalMove
from generator.games.brain_drain import state as st
from generator.games.brain_drain.bluffs import Bluffs
from generator.games.brain_drain.state import Move, State
from generator.games.brain_drain.table import Deal

ROLL, REROLL, REST = Move("roll"), Move("reroll"), Move("rest")
CALL, LET, PASS = Move("call"), Move("let"), Move("pass")
ENOUGH, NOTHING = Move("at"), Move("take")
DICE = tuple(Move("die", number) for number in range(1, 7))


def _numbers(cards: tuple[object, ...]) -> bool:
    return all(type(card) is int for card in cards)


class Choices(Bluffs):
    """Moves of seats and of chance."""

    def __init__(self, deal: Deal, options: Mapping[str, str]) -> None:
        super().__init__(deal, options)
        # what may be moved in each phase, and what each move does where it may be made
        self._offers: dict[str, Callable[[State], Sequence[Move]]] = {
            st.TURN: self._turn_moves,
            st.SPEND: self._spend_moves,
            st.TAKE: self._take_moves,
            st.CLAIM: self._claim_moves,
            st.AIM: self._aim_moves,
            st.EXTRA: self._extra_moves,
            st.DECLARE: self._declare_moves,
            st.CALL: self._call_moves,
            st.REACT: self._react_moves,
            st.TO: self._to_moves,
            st.GIVE: self._give_moves,
        }
        self._makes: dict[str, Callable[[State, Move], str | None]] = {
            "roles": self._roles_drawn,
            "shuffle": self._shuffled,
            "die": self._die,
            "pick": self._picked,
            "roll": self._roll,
            "reroll": self._roll,
            "rest": self._rest,
            "play": self._play,
            "boost": self._boost,
            "spend": self._spend,
            "take": self._take,
            "bluff": self._bluff,
            "claim": self._claim,
            "at": self._at,
            "declare": self._declare,
            "call": self._call,
            "let": self._let,
            "react": self._react,
            "fake": self._fake,
            "pass": self._pass,
            "to": self._to,
            "give": self._give,
        }

    # Offers

    def moves(self, state: State) -> Sequence[Move]:
        """All legal moves of the acting seat; () for chance and at the end."""
        offer = self._offers.get(state.phase)
        return offer(state) if offer else ()

    def _turn_moves(self, state: State) -> Sequence[Move]:
        hand = state.hands[state.turn]
        if not hand:
            return (REST,)
        cards = sorted(set(hand))
        found: list[Move] = []
        if state.roll == st.UNROLLED:
            found.append(ROLL)
        elif state.roll == st.AGAIN:
            found.append(REROLL)
        elif state.roll == st.HIT:
            found += [self.boost_moves[card] for card in cards if self.is_base(state, card)]
        found += [self.play_moves[card] for card in cards]
        found += [self.bluff_moves[card] for card in cards]
        return found

    def is_base(self, state: State, card: int) -> bool:
        """Whether a superpower can have it as its base (rulings 001-20, 21)."""
        fits = not self.base_must_match or self.role_of[card] == state.roles[state.turn]
        return fits and self.proactive[card]

    def _spend_moves(self, state: State) -> Sequence[Move]:
        stored = sorted(state.boosters[state.turn])
        subsets = {part for n in range(len(stored) + 1) for part in combinations(stored, n)}
        return [Move("spend", -1, part) for part in sorted(subsets, key=lambda p: (-len(p), p))]

    def _take_moves(self, state: State) -> Sequence[Move]:
        return [*(self.take_moves[card] for card in self._takable(state)), NOTHING]

    def _takable(self, state: State) -> list[int]:
        role = state.roles[state.turn]
        cards = sorted(set(state.discard))
        return [c for c in cards if self.quality_any or self.role_of[c] == role]

    def _claim_moves(self, state: State) -> Sequence[Move]:
        return self.reaction_claims if state.faked >= 0 else self.claim_moves

    def _aim_moves(self, state: State) -> Sequence[Move]:
        return [self.at_moves[seat] for seat in state.living(state.turn)[:-1]]

    def _extra_moves(self, state: State) -> Sequence[Move]:
        first = state.targets[0]
        others = state.living(state.turn)[:-1]
        return [*(self.at_moves[seat] for seat in others if seat != first), ENOUGH]

    def _declare_moves(self, state: State) -> Sequence[Move]:
        return self.declare_moves

    def _call_moves(self, state: State) -> Sequence[Move]:
        return CALL, LET

    def _react_moves(self, state: State) -> Sequence[Move]:
        cards = sorted(set(state.hands[state.actor]))
        found = [self.react_moves[card] for card in cards if self.reaction[card]]
        if self.bluff_reactions:
            found += [self.fake_moves[card] for card in cards]
        found.append(PASS)
        return found

    def _to_moves(self, state: State) -> Sequence[Move]:
        return [self.to_moves[seat] for seat in state.living(state.actor)[:-1]]

    def _give_moves(self, state: State) -> Sequence[Move]:
        return [self.give_moves[card] for card in sorted(set(state.hands[state.actor]))]

    # Chance

    def chance(self, state: State, rng: Random) -> Move:
        """The move of chance, drawn."""
        phase = state.phase
        if phase == st.DIE:
            return DICE[rng.randrange(6)]
        if phase == st.PICK:
            hand = state.hands[state.todo[-1][1]]
            return Move("pick", hand[rng.randrange(len(hand))])
        if phase == st.SHUFFLE:
            random = rng.random
            # sorting by random keys is a fair shuffle in a third of random.shuffle's time
            return Move("shuffle", -1, tuple(sorted(state.discard, key=lambda _: random())))
        if phase == st.ROLES:
            drawn = rng.sample(range(len(self.deal.roles)), len(state.msp))
            return Move("roles", -1, tuple(drawn))
        raise self.refused(state, None, "nothing is left to chance now")

    # Moves made

    def refused(self, state: State, move: object, says: str) -> IllegalMove:
        """The move as the contract refuses it."""
        seen = {"phase": state.phase, "actor": state.actor, "turn": state.turn}
        return IllegalMove(move, seen, says)

    def apply(self, state: State, move: Move) -> None:
        """Make the move in place; raises IllegalMove and leaves the state alone."""
        make = self._makes.get(move.what) if type(move) is Move else None
        if make is None or type(move.value) is not int or type(move.cards) is not tuple:
            raise self.refused(state, move, "that is no move of this game")
        log, state.log = state.log, []
        says = make(state, move)
        if says is not None:
            state.log = log
            raise self.refused(state, move, says)

    def _roles_drawn(self, state: State, move: Move) -> str | None:
        if state.phase != st.ROLES:
            return "roles are not to be drawn now"
        roles = move.cards
        known = range(len(self.deal.roles))
        if not _numbers(roles) or any(role not in known for role in roles):
            return "there is no such role"
        if len(roles) != len(state.msp) or len(set(roles)) != len(roles):
            return "every seat gets a role of its own"
        state.roles = roles
        self.run(state)
        return None

    def _shuffled(self, state: State, move: Move) -> str | None:
        if state.phase != st.SHUFFLE:
            return "no pile is to be shuffled now"
        if not _numbers(move.cards) or Counter(move.cards) != Counter(state.discard):
            return "a shuffle keeps every card of the discard pile"
        first = any(task[0] in ("deal", "lay") for task in state.todo)
        state.draw = list(reversed(move.cards))
        state.discard.clear()
        if not first:
            self.count(state, "reshuffle")
            state.log.append(("reshuffle",))
        self.run(state)
        return None

    def _die(self, state: State, move: Move) -> str | None:
        if state.phase != st.DIE:
            return "no die is to be rolled now"
        if move not in DICE:
            return "a die shows one to six"
        state.die = move.value
        state.log.append(("die", move.value))
        self.run(state)
        return None

    def _picked(self, state: State, move: Move) -> str | None:
        if state.phase != st.PICK:
            return "no card is to be stolen now"
        _, victim, thief, count = state.todo[-1]
        if move.value not in state.hands[victim]:
            return "that card is not in the hand"
        state.todo.pop()
        state.hands[victim].remove(move.value)
        state.hands[thief].append(move.value)
        state.log.append(("steal", victim, thief, 1))
        if count > 1:
            state.todo.append(("steal", victim, thief, count - 1))
        else:
            state.todo.append(("limit", thief))
        self.run(state)
        return None

    def _roll(self, state: State, move: Move) -> str | None:
        wanted = st.UNROLLED if move.what == "roll" else st.AGAIN
        if state.phase != st.TURN or state.roll != wanted or not state.hands[state.turn]:
            return "the superpower's die is rolled once, before a card is chosen"
        state.todo.append(("rolled",))
        state.phase, state.actor = st.DIE, CHANCE
        return None

    def _rest(self, state: State, move: Move) -> str | None:
        if state.phase != st.TURN or state.hands[state.turn]:
            return "a card must be played"
        self.finish_turn(state)
        self.run(state)
        return None

    def _play(self, state: State, move: Move) -> str | None:
        if says := self.lay_down(state, move.value):
            return says
        state.face, state.times = move.value, 1
        self.use(state, move.value)
        self.ready(state)
        return None

    def _boost(self, state: State, move: Move) -> str | None:
        card, turn = move.value, state.turn
        if state.roll != st.HIT:
            return "the superpower has not been rolled"
        if state.phase == st.TURN and card in state.hands[turn] and not self.is_base(state, card):
            return "that card cannot be the base of the superpower"
        if says := self.lay_down(state, card):
            return says
        state.face, state.boosted = card, True
        self.use(state, card)
        self.count(state, f"superpower {self.deal.roles[state.roles[turn]].id}")
        state.phase = st.SPEND
        if not state.boosters[turn]:
            self._after_spending(state)
        return None

    def _spend(self, state: State, move: Move) -> str | None:
        stored = state.boosters[state.turn]
        cards = move.cards
        if state.phase != st.SPEND or not _numbers(cards) or Counter(cards) - Counter(stored):
            return "only stored boosters are spent, on a superpower"
        for card in cards:
            stored.remove(card)
        state.spent = cards
        self._after_spending(state)
        return None

    def _after_spending(self, state: State) -> None:
        role = state.roles[state.turn]
        room = len(state.spent) < self.booster_limit
        if self.salvages[role] and room and self._takable(state):
            state.phase = st.TAKE
            return
        self._multiply(state)

    def _take(self, state: State, move: Move) -> str | None:
        card = move.value
        if state.phase != st.TAKE or (card != -1 and card not in self._takable(state)):
            return "that card cannot be taken from the discard pile now"
        if card != -1:
            state.discard.reverse()
            state.discard.remove(card)
            state.discard.reverse()
            state.spent = (*state.spent, card)
            state.log.append(("took", state.turn, card))
            self.count(state, "salvage")
        self._multiply(state)
        return None

    def _multiply(self, state: State) -> None:
        """One booster multiplies by one, two by two (ruling 001-22)."""
        state.times = max(1, len(state.spent))
        if state.times > 1:
            self.count(state, f"superpower x{state.times}")
        self.ready(state)

    def _at(self, state: State, move: Move) -> str | None:
        seat, phase = move.value, state.phase
        if phase == st.EXTRA and seat == -1:
            state.targets = (state.targets[0], -1)
        elif phase not in (st.AIM, st.EXTRA):
            return "no target is to be named now"
        elif seat not in state.living(state.turn)[:-1] or seat in state.targets:
            return "a target is another player in the game, once"
        else:
            state.targets = (*state.targets, seat)
            if phase == st.EXTRA:
                self.count(state, "second target")
        self.ready(state)
        return None

    def _declare(self, state: State, move: Move) -> str | None:
        if state.phase != st.DECLARE or move.value not in range(len(self.deal.roles)):
            return "no role is to be declared now, or there is none such"
        state.role = move.value
        self.ready(state)
        return None

    def _give(self, state: State, move: Move) -> str | None:
        seat, card = state.actor, move.value
        if state.phase != st.GIVE or card not in state.hands[seat]:
            return "that card cannot be given up now"
        state.hands[seat].remove(card)
        state.discard.append(card)
        state.log.append(("gave", seat, card))
        state.debt -= 1
        if not state.debt:
            self.run(state)
        return None
