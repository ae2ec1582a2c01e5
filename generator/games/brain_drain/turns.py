"""What follows an effect: burn-outs, the place of the card, the next turn, the end; tasks run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from generator.engine.contract import CHANCE, OVER
from generator.games.brain_drain.resolve import Resolve
from generator.games.brain_drain.state import (
    AGAIN,
    END,
    HIT,
    MISSED,
    NO_SHIELD,
    SHUFFLE,
    TURN,
    State,
    Task,
)
from generator.games.brain_drain.table import Deal

Doing = Callable[[State, Task], None]


class Turns(Resolve):
    """Sections 3, 5 and 9 of the rules, and the stack of tasks itself."""

    def __init__(self, deal: Deal, options: Mapping[str, str]) -> None:
        super().__init__(deal, options)
        self._tasks: dict[str, Doing] = {
            "deal": self._deal,
            "shuffle": self._shuffle,
            "lay": self._lay,
            "draw": self._draw,
            "limit": self._limit,
            "drop": self._drop,
            "steal": self._steal,
            "do": self._do,
            "share": self._share,
            "ask": self._ask,
            "rolled": self._rolled,
            "met": self._met,
            "reviewed": self._reviewed,
            "settle": self._settle,
            "after": self._after,
            "next": self._next,
            "tie": self._tie,
        }

    def run(self, state: State) -> None:
        """Go on until somebody, or chance, is to move."""
        todo, tasks = state.todo, self._tasks
        state.phase = ""
        while not state.phase:
            if not todo:
                state.phase, state.actor = TURN, state.turn
                return
            task = todo.pop()
            tasks[task[0]](state, task)

    # Before the first turn

    def _shuffle(self, state: State, _: Task) -> None:
        state.phase, state.actor = SHUFFLE, CHANCE

    def _deal(self, state: State, _: Task) -> None:
        """Clockwise from the first player, card by card (ruling 001-70)."""
        hands, draw = state.hands, state.draw
        order = state.living(state.turn - 1)
        for _round in range(self.start_hand):
            for seat in order:
                if draw:
                    hands[seat].append(draw.pop())

    def _lay(self, state: State, task: Task) -> None:
        """`lay` DRAW DISCARD: a position's piles, top first, on what has been shuffled."""
        _, draw, discard = task
        state.draw += reversed(draw)
        state.discard = list(reversed(discard))

    # After an effect

    def _rolled(self, state: State, _: Task) -> None:
        """`rolled`: the superpower's die lies there; a miss may be rolled again (001-28)."""
        role = state.roles[state.turn]
        if state.die >= self.trigger[role]:
            state.roll = HIT
        elif self.rerolls[role] and state.roll != AGAIN:
            state.roll = AGAIN
        else:
            state.roll = MISSED

    def _settle(self, state: State, _: Task) -> None:
        """`settle`: 0 MSP is looked at once a card's effect is complete (rulings 001-48 to 54)."""
        msp, out = state.msp, state.out
        if 0 not in msp:
            return
        burned = [seat for seat in state.living(state.turn) if not msp[seat]]
        for seat in burned:
            out[seat] = True
            state.discard += state.hands[seat]
            state.discard += state.boosters[seat]
            state.hands[seat], state.boosters[seat] = [], []
            state.shield[seat] = NO_SHIELD
            state.log.append(("out", seat))
        if not burned:
            return
        left = state.living(state.turn)
        if len(left) < 2:
            self.end(state, left or sorted(burned))
        elif state.final is None:
            state.final = left
            state.log.append(("final", tuple(left)))
        else:
            state.final = [seat for seat in state.final if not out[seat]]

    def _after(self, state: State, _: Task) -> None:
        """`after`: the role's modifier (rulings 001-29, 34), then the place of the card."""
        turn = state.turn
        if state.played < 0:
            return
        if state.boosted and not state.out[turn]:
            role = state.roles[turn]
            if self.comfort[role]:
                self.gain(state, turn, self.comfort[role])
            if self.shields[role]:
                state.shield[turn] = self.shields[role]
                state.log.append(("shielded", turn, self.shields[role]))
        self._place(state)

    def _place(self, state: State) -> None:
        """The card in play is stored or discarded (rulings 001-26, 27, 46, 58)."""
        turn, card = state.turn, state.played
        if card < 0:
            return
        if state.boosted:
            state.discard += (card, *state.spent)
            state.log.append(("spent", turn, (card, *state.spent)))
        elif (
            state.hidden
            or state.out[turn]
            or not self.stores(state.roles[turn], card, state.boosters[turn])
        ):
            state.discard.append(card)
            state.log.append(("discarded", turn, card))
        else:
            state.boosters[turn].append(card)
            state.log.append(("stored", turn, card))
        state.played, state.spent, state.hidden = -1, (), False

    def _next(self, state: State, _: Task) -> None:
        """`next`: the turn passes; a final round ends with its last seat (ruling 001-48)."""
        final = state.final
        if final is None:
            state.turn = state.living(state.turn)[0]
        else:
            if final and final[0] == state.turn:
                final.pop(0)
            if not final:
                self.finish(state)
                return
            state.turn = final[0]
        state.turns += 1
        state.clear()

    # The end

    def end(self, state: State, winners: Iterable[int]) -> None:
        """Nobody is to move any more."""
        self._place(state)
        state.todo.clear()
        state.winners = tuple(winners)
        state.phase, state.actor = END, OVER

    def finish(self, state: State) -> None:
        """The final round is over: the most MSP win, ties are reviewed (ruling 001-55)."""
        tied = self._best(state, state.living(state.turn - 1))
        if len(tied) > 1:
            state.log.append(("review", tuple(tied)))
            cards = [(seat, card) for seat in tied for card in state.hands[seat]]
            tied = self._reviewed_hands(state, tied, cards)
        self._round(state, tied)

    def _best(self, state: State, seats: list[int]) -> list[int]:
        most = max(state.msp[seat] for seat in seats)
        return [seat for seat in seats if state.msp[seat] == most]

    def _reviewed_hands(
        self, state: State, tied: list[int], cards: list[tuple[int, int]]
    ) -> list[int]:
        """Unconditional gains on these cards, (seat, card), go to those who are tied."""
        gains: Counter[int] = Counter()
        for owner, card in cards:
            bonus = self.bonus[card]
            gains[owner] += bonus["self"]
            for seat in tied:
                gains[seat] += bonus["all"] + (bonus["others"] if seat != owner else 0)
        for seat in tied:
            if gains[seat]:
                self.gain(state, seat, gains[seat])
        return self._best(state, tied)

    def _round(self, state: State, tied: list[int]) -> None:
        """Another round of draws, if every tied seat can draw (ruling 001-56)."""
        if len(tied) == 1 or len(state.draw) + len(state.discard) < len(tied):
            self.end(state, sorted(tied))
        else:
            state.todo.append(("tie", tuple(tied), ()))

    def _tie(self, state: State, task: Task) -> None:
        """`tie` SEATS CARDS: the seats still tied, and what they have drawn in this round."""
        _, tied, drawn = task
        while len(drawn) < len(tied):
            if not state.draw:
                state.todo.append(("tie", tied, drawn))
                self._shuffle(state, task)
                return
            seat, card = tied[len(drawn)], state.draw.pop()
            state.hands[seat].append(card)
            state.log.append(("shown", seat, card))
            drawn = (*drawn, card)
        left = self._reviewed_hands(state, list(tied), list(zip(tied, drawn, strict=True)))
        self._round(state, left)
