"""The rules of a conflict: set-ups and moves in, states out. Words and notation are elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from generator.engine.contract import (
    CHANCE,
    OVER,
    SEATS,
    Choice,
    IllegalMove,
    Outcome,
    Policy,
    Said,
    SetupRefused,
)
from generator.games.organizations import notation, story
from generator.games.organizations import state as st
from generator.games.organizations.cards import SUIT
from generator.games.organizations.deal import Deal
from generator.games.organizations.policies import POLICIES
from generator.games.organizations.setup import read_setup
from generator.games.organizations.state import Conflict, Hand, Move, Result, State, View
from generator.games.organizations.tables import SAME, TRUMPS, Tables


class ConflictEngine(Tables):
    """Conflicts with the figures of one game."""

    policies = tuple(POLICIES)

    def __init__(self, deal: Deal) -> None:
        super().__init__(deal)
        self._policies: dict[str, Policy] = {}

    # Set-up

    def setup(self, given: Mapping[str, str]) -> Conflict:
        """See `setup` of this package for the keys; raises SetupRefused."""
        table = read_setup(self, given)
        for side in self.beaten(table, self.lines(table, table.powers)):
            scopes = {
                self.deal.scopes[o.scope].name for o in table.orgs if o.seat in table.members(side)
            }
            says = f"side {SEATS[table.members(side)[0]]} cannot be engaged at this scope"
            raise SetupRefused(says, f"more power, or less than {' and '.join(sorted(scopes))}")
        return table

    def start(self, setup: Conflict) -> State:
        """Before the cut for the aggressor, or before the first shuffle; hands given begin play."""
        state = State(setup, self.lines(setup, setup.powers))
        if setup.hands:
            return self.position(setup, setup.hands)
        state.phase = st.SHUFFLE if setup.starter >= 0 else st.CUT
        state.actor = CHANCE
        return state

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

    # Play

    def actor(self, state: State) -> int:
        """The seat asked: of a team at play, its first member."""
        return state.actor

    def moves(self, state: State) -> Sequence[Move]:
        """`throw` each card or `keep`; at play every card of the team that may be played."""
        if state.phase == st.PLAY:
            return self._plays(state)
        if state.phase == st.THROW:
            seat = state.actor
            throws = self.throw_moves[seat]
            return [self.keep_moves[seat], *(throws[card] for card in state.hands[seat])]
        return ()

    def _plays(self, state: State) -> list[Move]:
        allowed = self.allowed(state)
        usable, found = state.lines.usable, []
        for seat in state.table.members(state.turn):
            mask, plays = usable[seat] & allowed, self.play_moves[seat]
            found += [plays[card] for card in state.hands[seat] if mask >> card & 1]
        return found

    def allowed(self, state: State) -> int:
        """The cards that may come next, whoever holds them (rulings 002-16, 34)."""
        if state.played:
            return self.over[state.played[-1][1]]
        return state.lines.openings[state.turn]

    def chance(self, state: State, rng: Random) -> Move:
        """The cut, the shuffled pack, or the new stock."""
        if state.phase == st.CUT:
            return Move("cut", cards=tuple(rng.sample(self.pack, 2)))
        cards = list(self.pack if state.phase == st.SHUFFLE else state.thrown)
        rng.shuffle(cards)
        return Move(state.phase, cards=tuple(cards))

    def apply(self, state: State, move: Move) -> None:
        """Make the move in place."""
        if type(move) is not Move:
            raise self._illegal(state, move, "that is no move")
        what, seat, card, cards = move
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

    def copy(self, state: State) -> State:
        """An independent state."""
        return state.copy()

    def outcome(self, state: State) -> Outcome | None:
        """The side that can still be engaged, or that has won more of the rounds agreed on."""
        return None if state.winners is None else Outcome(state.winners, story.ending(state))

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

    def guess(self, view: View, rng: Random) -> State:
        """Hidden hands and the stock at random: cards of a new stock go where they can be."""
        table = view.table
        state = State(table, view.lines)
        state.powers = list(view.powers)
        state.thrown, state.rebuilt = list(view.thrown), view.rebuilt
        state.played, state.results = list(view.played), view.results
        state.starter, state.first_starter = view.starter, view.first_starter
        state.turn, state.asked, state.phase = view.turn, view.asked, view.phase
        state.actor, state.rebuilds, state.winners = view.actor, view.rebuilds, view.winners
        seen = {card for hand in view.hands for card in hand}
        seen.update(card for _, card in view.played)
        late = [card for card in view.rebuilt if card not in seen]
        seen.update(view.thrown, view.rebuilt)
        early = [card for card in self.pack if card not in seen]
        rng.shuffle(early)
        rng.shuffle(late)
        side = table.side(view.seat)
        for seat, count in enumerate(view.cards):
            if table.side(seat) == side:
                state.hands[seat] = list(view.hands[seat])
            elif count:
                kept = count - view.late[seat]
                state.hands[seat] = early[:kept] + late[: view.late[seat]]
                del early[:kept], late[: view.late[seat]]
        state.stock = (early + late)[: view.left]
        return state

    def policy(self, name: str) -> Policy:
        """A policy by name, kept."""
        if name not in self._policies:
            if name not in POLICIES:
                raise SetupRefused(f"there is no policy {name!r}", ", ".join(self.policies))
            self._policies[name] = POLICIES[name](self)
        return self._policies[name]

    # Measures

    def first(self, state: State) -> int | None:
        """The first seat of the side that began the first round."""
        starter = state.first_starter
        return None if starter < 0 else state.table.members(starter)[0]

    def length(self, state: State) -> int:
        """Rounds."""
        return len(state.results)

    def events(self, state: State) -> Mapping[str, int]:
        """Openings that were impossible or stayed unanswered, resolutions, new stocks."""
        results = state.results
        found = {
            "no opening": sum(r.first < 0 for r in results),
            "unanswered opening": sum(r.first >= 0 and r.first == r.last for r in results),
            "power gained": sum(any(c.by > 0 for c in r.changes) for r in results),
            "nothing changed": sum(not r.changes for r in results),
            "new stock": state.rebuilds,
            "truce": state.winners == (),
        }
        return {name: count for name, count in found.items() if count}

    def tracks(self, state: State) -> Mapping[str, Sequence[int]]:
        """What dials and ladders show: power, and the best size of each side in each suit."""
        return {"power": state.powers, "size": [n for row in state.lines.sizes for n in row]}

    def parts(self, state: State) -> Sequence[str]:
        """The sides, by seat, where they have names."""
        names, table = state.table.names, state.table
        return [names[table.side(seat)] for seat in range(table.seats)] if all(names) else []

    def choice(self, state: State, move: Move) -> str:
        """What a card does that is played, or that one is thrown."""
        if move.what != "play":
            return move.what if move.what in ("throw", "keep") else ""
        if not state.played:
            return "open"
        suits = move.card // SUIT, state.played[-1][1] // SUIT
        if (relation := self.relation(*suits)) == SAME:
            return "face" if self.face_mask >> move.card & 1 else "higher"
        return "trump" if relation == TRUMPS else relation

    # Words

    def write(self, before: State, move: Move, after: State) -> str:
        """`A: 7S`, `A: throw 3C`; a card that ends a round says what came of it."""
        return notation.write(self, before, move, after)

    def read(self, state: State, text: str, later: Sequence[str] = ()) -> Said[Move] | None:
        """The same back."""
        return notation.read(self, state, text)

    def compare(self, state: State, claims: Mapping[str, str]) -> list[str]:
        """Claims `round`, `winner`, `turn`, powers (`B H`), sizes and cards."""
        return notation.compare(self, state, claims)

    def claims(self, state: State) -> dict[str, str]:
        """Powers, rounds won, and the winner."""
        return notation.claims(self, state)

    def label(self, state: State, move: Move) -> Choice:
        """A card as a menu offers it."""
        return story.label(self, state, move)

    def tell(self, after: State, move: Move, rng: Random) -> list[str]:
        """The campaign as dispatches tell it."""
        return story.tell(self, after, move, rng)

    def status(self, view: View) -> list[str]:
        """Sizes of both sides, what is played and held."""
        return story.status(self, view)

    def picture(self, view: View) -> dict[str, Any]:
        """The position by names."""
        return story.picture(self, view)
