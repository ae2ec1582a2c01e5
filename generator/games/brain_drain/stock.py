"""Points and cards that change owners: losses, gains, draws, discards, thefts.

`State.todo` is a stack of small tasks; a task that needs a choice or chance sets `phase` and
`actor` and leaves what follows on the stack.
"""

from __future__ import annotations

from generator.engine.contract import CHANCE
from generator.games.brain_drain.state import GIVE, HALF, NO_SHIELD, PICK, SHUFFLE, State, Task
from generator.games.brain_drain.tables import Tables


class Stock(Tables):
    """What every effect comes down to."""

    def lose(self, state: State, seat: int, amount: int) -> None:
        """One loss of MSP: a shield is used up by it (rulings 001-33, 34), 0 is the floor."""
        if amount < 1:
            return
        shield = state.shield[seat]
        if shield:
            amount = amount // 2 if shield == HALF else max(0, amount - self.soften)
            state.shield[seat] = NO_SHIELD
            state.log.append(("shield", seat, shield))
        left = state.msp[seat] - amount
        state.msp[seat] = left if left > 0 else 0
        state.log.append(("lose", seat, amount, state.msp[seat]))

    def gain(self, state: State, seat: int, amount: int) -> None:
        """MSP gained; there is no ceiling (ruling 001-03)."""
        state.msp[seat] += amount
        state.log.append(("gain", seat, amount, state.msp[seat]))

    # Cards

    def _draw(self, state: State, task: Task) -> None:
        """`draw` SEAT COUNT: from the top; an empty pile is shuffled anew (ruling 001-08)."""
        _, seat, count = task
        if state.out[seat]:
            return
        hand, pile = state.hands[seat], state.draw
        done = 0
        while done < count:
            if not pile:
                if state.discard:
                    state.todo.append(("draw", seat, count - done))
                    state.phase, state.actor = SHUFFLE, CHANCE
                break
            hand.append(pile.pop())
            done += 1
        if done:
            state.log.append(("draw", seat, done))
        if not state.phase and len(hand) > self.hand_limit:
            state.todo.append(("limit", seat))

    def _limit(self, state: State, task: Task) -> None:
        """`limit` SEAT: the owner chooses what goes (ruling 001-09)."""
        seat = task[1]
        over = len(state.hands[seat]) - self.hand_limit
        if over > 0 and not state.out[seat]:
            state.phase, state.actor, state.debt = GIVE, seat, over

    def _drop(self, state: State, task: Task) -> None:
        """`drop` SEAT COUNT: what there is, of the owner's choice (rulings 001-57, 63)."""
        _, seat, count = task
        held = len(state.hands[seat])
        if held:
            state.phase, state.actor, state.debt = GIVE, seat, min(count, held)

    def _steal(self, state: State, task: Task) -> None:
        """`steal` FROM TO COUNT: unseen; no chance is needed for a whole hand (ruling 001-62)."""
        _, victim, thief, count = task
        hand = state.hands[victim]
        if victim == thief or not hand:
            return
        if count < len(hand):
            state.todo.append(task)
            state.phase, state.actor = PICK, CHANCE
            return
        state.log.append(("steal", victim, thief, len(hand)))
        state.hands[thief] += hand
        hand.clear()
        state.todo.append(("limit", thief))

    def part(self, state: State, seat: int, kind: str, amount: int) -> Task | None:
        """One seat's part of an effect: done at once, or the task that will do it."""
        if kind == "lose":
            self.lose(state, seat, amount)
        elif kind == "gain":
            self.gain(state, seat, amount)
        elif kind == "draw":
            return "draw", seat, amount
        elif kind == "discard":
            return "drop", seat, amount
        elif kind == "steal":
            return "steal", seat, state.turn, amount
        return None
