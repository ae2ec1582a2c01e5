"""A card's effects done: who is meant, what an attack brings to whom and where it ends.

See `stock` for the stack of tasks.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.contract import CHANCE
from generator.games.brain_drain.meetings import Meetings
from generator.games.brain_drain.state import DIE, REACT, State, Task
from generator.games.brain_drain.table import Effect

INCOMING = ("target", "others", "all", "highest", "lowest")
"""Whom an attack may mean: all but its player's own part can be reacted to."""


class Resolve(Meetings):
    """Effects and attacks."""

    def play_effects(self, state: State) -> None:
        """Stack what the card in play does, and what its turn then still needs."""
        self.finish_turn(state)
        face, todo = state.face, state.todo
        if self.reaction[face]:
            return
        todo.append(("settle",))
        if not self.attack[face]:
            todo += [self._plain(state, effect) for effect in reversed(self.effects[face])]
            return
        tasks: list[Task] = []
        shared = False
        for effect in self.effects[face]:
            if effect.who not in INCOMING:
                tasks.append(("do", effect, ()))
                continue
            if not shared:
                shared = True
                tasks += self._shares(state)
            if effect.who not in ("target", "others") and state.turn in self._who(
                state, effect.who
            ):
                tasks.append(("do", effect, (state.turn,)))
        todo += reversed(tasks)

    def _plain(self, state: State, effect: Effect) -> Task:
        """Who has most or fewest MSP is looked at once, before the card does anything."""
        late = effect.who not in ("highest", "lowest")
        return "do", effect, () if late else tuple(self._who(state, effect.who))

    def finish_turn(self, state: State) -> None:
        """Stack the card's own place, step 3 and the next turn."""
        state.todo += [("next",), ("draw", state.turn, self.turn_draw), ("after",)]

    def _who(self, state: State, who: str) -> Sequence[int]:
        """Seats, clockwise from the left neighbour; the player comes last."""
        turn = state.turn
        if who == "self":
            return (turn,)
        if who == "target" and len(state.targets) == 1:
            return state.targets
        living = state.living(turn)
        if who == "target":
            return [seat for seat in living if seat in state.targets]
        if who == "others":
            return [seat for seat in living if seat != turn]
        if who in ("highest", "lowest"):
            reach = max if who == "highest" else min
            mark = reach(state.msp[seat] for seat in living)
            return [seat for seat in living if state.msp[seat] == mark]
        return living

    def _shares(self, state: State) -> list[Task]:
        """An attack's share for each seat it is aimed at, clockwise (rulings 001-17, 68)."""
        parts: dict[int, list[tuple[str, int]]] = {}
        for kind, who, amount in self.effects[state.face]:
            if who in INCOMING:
                for seat in self._who(state, who):
                    if seat != state.turn:
                        parts.setdefault(seat, []).append((kind, amount * state.times))
        order = [seat for seat in state.living(state.turn) if seat in parts]
        return [("share", state.turn, seat, tuple(parts[seat])) for seat in order]

    def _do(self, state: State, task: Task) -> None:
        """`do` EFFECT SEATS: an effect that nobody can react to; no seats: whom it names."""
        _, effect, seats = task
        kind, who, amount = effect
        todo = state.todo
        if kind == "all-hands":
            todo.append(("met",))
            state.phase, state.actor = DIE, CHANCE
        elif kind == "one-to-one":
            self.compare_hands(state)
        elif kind == "swap":
            self._swap(state, who)
        elif kind == "rotate":
            self._rotate(state)
        else:
            self._parts(state, seats or self._who(state, who), ((kind, amount * state.times),))

    def _parts(self, state: State, seats: Sequence[int], parts: Sequence[tuple[str, int]]) -> None:
        later = []
        for seat in seats:
            if not state.out[seat]:
                for kind, amount in parts:
                    task = self.part(state, seat, kind, amount)
                    if task:
                        later.append(task)
        later.reverse()
        state.todo += later

    def _swap(self, state: State, what: str) -> None:
        """Nothing is lost by it; both hands are looked at (ruling 001-67)."""
        turn, other = state.turn, state.targets[0]
        state.log.append(("swap", turn, other, what))
        if what == "msp":
            msp = state.msp
            msp[turn], msp[other] = msp[other], msp[turn]
        else:
            hands = state.hands
            hands[turn], hands[other] = hands[other], hands[turn]
            state.todo += [("limit", other), ("limit", turn)]

    def _rotate(self, state: State) -> None:
        living = state.living(state.turn)
        hands = [state.hands[seat] for seat in living]
        state.log.append(("rotate",))
        for n, seat in enumerate(living):
            state.hands[seat] = hands[n - 1]
        state.todo += [("limit", seat) for seat in reversed(living)]

    # Attacks

    def _share(self, state: State, task: Task) -> None:
        """`share` SENDER SEAT PARTS: the seat may react, then whoever it is passed to."""
        _, sender, seat, parts = task
        state.sender, state.aimed, state.origin = sender, seat, seat
        state.incoming, state.chain, state.hit = parts, (), -1
        self._ask(state, task)

    def _ask(self, state: State, _: Task) -> None:
        """`ask`: whoever the attack would hit now may react, if the hand can (ruling 001-11)."""
        seat = state.aimed
        reaction = self.reaction
        hand = state.hands[seat]
        if any(map(reaction.__getitem__, hand)) or (self.bluff_reactions and hand):
            state.phase, state.actor = REACT, seat
        else:
            self.strike(state)

    def strike(self, state: State) -> None:
        """The attack arrives where it is aimed."""
        state.hit = seat = state.aimed
        state.log.append(("hit", seat))
        parts, state.incoming = state.incoming, ()
        self._parts(state, (seat,), parts)
