"""Moves in, positions out: a round from the deal to its consequence, and what a seat sees of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from generator.engine.contract import CHANCE, OVER, SEATS, IllegalMove, SetupRefused
from generator.games.organizations import state as st
from generator.games.organizations import story
from generator.games.organizations.cards import SUIT
from generator.games.organizations.state import Conflict, Hand, Move, Result, State, View
from generator.games.organizations.tables import Tables


class Rounds(Tables):
    """Sections The Card Game and Consequences."""

    def position(self, table: Conflict, hands: Sequence[Hand]) -> State:
        """The first card is to be played from these hands, all others are the stock.

        Raises SetupRefused for hands that one deck cannot give.
        """
        held = [card for hand in hands for card in hand]
        if len(set(held)) != len(held):
            twice = sorted({card for card in held if held.count(card) > 1})
            raise SetupRefused(f"{self.cards.write(twice)} is held twice", "one deck")
        if len(hands) != table.seats:
            raise SetupRefused(f"there are {len(hands)} hands", f"one for each of {table.seats}")
        state = State(table, self.lines(table, table.powers))
        state.starter = state.first_starter = state.turn = max(table.starter, 0)
        state.hands = [list(hand) for hand in hands]
        state.stock = [card for card in self.pack if card not in held]
        state.asked = table.seats
        self._await(state)
        return state

    def allowed(self, state: State) -> int:
        """The cards that may come next, whoever holds them (rulings 002-16, 34)."""
        if state.played:
            return self.over[state.played[-1][1]]
        return state.lines.openings[state.turn]

    def apply(self, state: State, move: Move) -> None:
        """Make the move in place."""
        if type(move) is not Move:
            raise self._illegal(state, move, "that is no move")
        what, seat, card, cards = move
        if type(seat) is not int or type(card) is not int:
            raise self._illegal(state, move, "seats and cards are numbers")
        if what in ("play", "throw", "keep") and cards != ():
            raise self._illegal(state, move, "a seat moves one card")
        if what == "play":
            self._play(state, move)
        elif what in (st.CUT, st.SHUFFLE, st.REBUILD):
            self._chance(state, move, cards)
        elif state.phase != st.THROW or seat != state.actor or what not in ("throw", "keep"):
            raise self._illegal(state, move, f"the table waits for {self._waits(state)}")
        elif what == "keep":
            state.asked += 1
            self._ask(state)
        elif card in state.hands[seat]:
            state.hands[seat].remove(card)
            state.thrown.append(card)
            if not state.hands[seat]:
                state.asked += 1
                self._ask(state)
        else:
            raise self._illegal(state, move, f"{SEATS[seat]} does not hold that card")

    def _play(self, state: State, move: Move) -> None:
        _, seat, card, _ = move
        table = state.table
        if state.phase != st.PLAY or not 0 <= seat < table.seats or table.side(seat) != state.turn:
            raise self._illegal(state, move, f"the table waits for {self._waits(state)}")
        hand = state.hands[seat]
        if card not in hand:
            raise self._illegal(state, move, f"{SEATS[seat]} does not hold that card")
        if not state.lines.usable[seat] >> card & 1:
            size = state.lines.sizes[seat][card // SUIT]
            raise self._illegal(state, move, f"{self.cards.names[card]} is above the size {size}")
        if not self.allowed(state) >> card & 1:
            raise self._illegal(state, move, self._why(state, card))
        hand.remove(card)
        state.played.append((seat, card))
        state.turn = 1 - state.turn
        self._await(state)

    def _why(self, state: State, card: int) -> str:
        name = self.cards.names[card]
        if state.played:
            return f"{name} does not exceed {self.cards.names[state.played[-1][1]]}"
        return f"{name} cannot open: the other side cannot be engaged in {name[-1]}"

    def _chance(self, state: State, move: Move, cards: Hand) -> None:
        what = move.what
        if state.actor != CHANCE or state.phase != what:
            raise self._illegal(state, move, f"the table waits for {self._waits(state)}")
        if type(cards) is not tuple or any(type(card) is not int for card in cards):
            raise self._illegal(state, move, "cards are numbers")
        if what == st.CUT:
            if len(set(cards)) != 2 or any(card not in self.pack for card in cards):
                raise self._illegal(state, move, "two different cards are cut")
            a, b = (card % SUIT for card in cards)
            if a != b:  # ruling 002-35: the higher card begins, ace low
                state.starter = state.first_starter = state.turn = int(b > a)
                state.phase = st.SHUFFLE
            return
        whole = self.pack if what == st.SHUFFLE else state.thrown
        if len(cards) != len(whole) or set(cards) != set(whole):
            raise self._illegal(state, move, "a shuffle keeps every card, once")
        state.stock = list(reversed(cards))
        if what == st.SHUFFLE:
            self._deal(state)
        else:
            state.rebuilt, state.thrown = tuple(sorted(cards)), []
            state.rebuilds += 1
            self._refill(state)

    def _deal(self, state: State) -> None:
        table = state.table
        for seat in range(table.seats):
            count = self.hand_size(table.teams[table.side(seat)])
            state.hands[seat] = [state.stock.pop() for _ in range(count)]
        state.asked = 0
        self._ask(state)

    def order(self, state: State) -> list[int]:
        """Seats in the order in which they throw and refill: the starter's side first (002-14)."""
        table = state.table
        return [*table.members(state.starter), *table.members(1 - state.starter)]

    def _ask(self, state: State) -> None:
        if state.asked < state.table.seats:
            state.phase, state.actor = st.THROW, self.order(state)[state.asked]
        else:
            self._refill(state)

    def _refill(self, state: State) -> None:
        """Up to the full hand (ruling 002-30), from a new stock of what was thrown if need be."""
        table = state.table
        for seat in self.order(state):
            hand, full = state.hands[seat], self.hand_size(table.teams[table.side(seat)])
            while len(hand) < full:
                if not state.stock:
                    state.phase, state.actor = st.REBUILD, CHANCE
                    return
                hand.append(state.stock.pop())
        self._await(state)

    def _await(self, state: State) -> None:
        """The side to move is asked for a card, or has lost the round (rulings 002-18, 19)."""
        allowed, usable = self.allowed(state), state.lines.usable
        members = state.table.members(state.turn)
        state.phase, state.actor = st.PLAY, members[0]
        for seat in members:
            mask = usable[seat] & allowed
            for card in state.hands[seat]:
                if mask >> card & 1:
                    return
        self._settle(state)

    def _settle(self, state: State) -> None:
        """A side cannot play: the consequence, then the next round or the end."""
        table, winner = state.table, 1 - state.turn
        first, last = (state.played[0][1], state.played[-1][1]) if state.played else (-1, -1)
        changes = self.consequence(table, state.powers, first, last, winner)
        for org, by in changes:
            state.powers[org] += by
        result = Result(state.starter, first, last, winner, changes)
        state.results = (*state.results, result)
        state.lines = self.lines(table, state.powers)
        beaten = self.beaten(table, state.lines)
        if beaten:
            left = [side for side in (0, 1) if side not in beaten]
            self._end(state, left)
        elif len(state.results) == table.rounds:
            won = [sum(r.winner == side for r in state.results) for side in (0, 1)]
            more = [side for side in (0, 1) if won[side] > won[1 - side]]
            self._end(state, more if table.agreed else [])  # else a truce, ruling 002-38
        else:  # rulings 002-24, 25: the loser begins, with a new deal
            state.starter = state.turn = 1 - winner
            state.hands = [[] for _ in range(table.seats)]
            state.stock, state.thrown, state.played, state.rebuilt = [], [], [], ()
            state.asked = 0
            state.phase, state.actor = st.SHUFFLE, CHANCE

    def _end(self, state: State, sides: Sequence[int]) -> None:
        state.phase, state.actor = st.END, OVER
        state.winners = tuple(seat for side in sides for seat in state.table.members(side))

    def _waits(self, state: State) -> str:
        return "nobody" if state.actor == OVER else f"{story.who(state.actor)} ({state.phase})"

    def _illegal(self, state: State, move: object, says: str) -> IllegalMove:
        return IllegalMove(move, self.picture(self.view(state, 0)), says)

    # What a seat knows

    def view(self, state: State, seat: int) -> View:
        """The hands of its own side, and everything that lies open."""
        own = state.table.members(state.table.side(seat))
        late = frozenset(state.rebuilt)
        hands = state.hands
        return View(
            seat,
            state.table,
            tuple(state.powers),
            state.lines,
            tuple([tuple(hand) if s in own else () for s, hand in enumerate(hands)]),
            tuple([len(hand) for hand in hands]),
            tuple([len(late.intersection(h)) for h in hands]) if late else (0,) * len(hands),
            len(state.stock),
            tuple(state.thrown),
            state.rebuilt,
            tuple(state.played),
            state.starter,
            state.first_starter,
            state.turn,
            state.asked,
            state.phase,
            state.actor,
            state.rebuilds,
            state.results,
            state.winners,
        )

    def picture(self, view: View) -> dict[str, Any]:
        """The position by names."""
        return story.picture(self, view)
