"""All-Hands Meetings and 1-to-1 Reviews: a declared role, hands counted, a die."""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.contract import CHANCE
from generator.games.brain_drain.state import DIE, State, Task
from generator.games.brain_drain.stock import Stock


class Meetings(Stock):
    """Sections 6 and 7 of the rules."""

    def _counts(self, state: State, seats: Sequence[int]) -> list[int]:
        """Cards of the declared role in hands; the played one counts too (rulings 001-37, 65)."""
        role, role_of = state.role, self.role_of
        own = int(role_of[state.face] == role)
        return [
            sum([role_of[card] == role for card in state.hands[seat]]) + own * (seat == state.turn)
            for seat in seats
        ]

    def _met(self, state: State, _: Task) -> None:
        """`met`: an All-Hands Meeting after its die."""
        times, living = state.times, state.living(state.turn)
        if state.die < self.standard_from:
            for seat in living:
                self.lose(state, seat, self.meeting_loss * times)
            return
        counts = self._counts(state, living)
        state.log.append(("counts", tuple(zip(living, counts, strict=True))))
        most, least = max(counts), min(counts)
        productive = state.die >= self.productive_from
        if not most and (self.zero_guard or not productive):
            state.log.append(("nothing",))
            return
        # gains first: a seat that has both most and fewest does not burn out in between (001-35)
        for seat, count in zip(living, counts, strict=True):
            if count == most:
                self.gain(state, seat, self.meeting_gain * times)
        if productive:
            draws = [s for s, count in zip(living, counts, strict=True) if count != most]
            state.todo += [("draw", seat, self.meeting_draw * times) for seat in reversed(draws)]
            return
        for seat, count in zip(living, counts, strict=True):
            if count == least:
                self.lose(state, seat, self.meeting_penalty * times)

    def compare_hands(self, state: State) -> None:
        """A 1-to-1 Review: zero against zero is nothing, other ties are rolled for (001-39)."""
        turn, other = state.turn, state.targets[0]
        own, theirs = self._counts(state, (turn, other))
        state.log.append(("counts", ((turn, own), (other, theirs))))
        if own != theirs:
            self.lose(state, other if own > theirs else turn, self.review_loss * state.times)
        elif own:
            state.todo.append(("reviewed", 0))
            state.phase, state.actor = DIE, CHANCE
        else:
            state.log.append(("nothing",))

    def _reviewed(self, state: State, task: Task) -> None:
        """`reviewed` FIRST: a tie is rolled for, the player in turn first."""
        first, turn, other = task[1], state.turn, state.targets[0]
        if not first:
            state.todo.append(("reviewed", state.die))
            state.phase, state.actor = DIE, CHANCE
        elif first == state.die:
            self.lose(state, turn, self.review_tie_loss * state.times)
            self.lose(state, other, self.review_tie_loss * state.times)
        else:
            loser = other if first > state.die else turn
            self.lose(state, loser, self.review_loss * state.times)
