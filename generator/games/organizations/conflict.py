"""The rules of a conflict: set-ups and moves in, states out. Words and notation are elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from generator.engine.contract import (
    CHANCE,
    SEATS,
    Choice,
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
from generator.games.organizations.rounds import Rounds
from generator.games.organizations.setup import read_setup
from generator.games.organizations.state import Conflict, Move, State, View
from generator.games.organizations.tables import SAME, TRUMPS


class ConflictEngine(Rounds):
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

    def chance(self, state: State, rng: Random) -> Move:
        """The cut, the shuffled pack, or the new stock."""
        if state.phase == st.CUT:
            return Move("cut", cards=tuple(rng.sample(self.pack, 2)))
        cards = list(self.pack if state.phase == st.SHUFFLE else state.thrown)
        rng.shuffle(cards)
        return Move(state.phase, cards=tuple(cards))

    def copy(self, state: State) -> State:
        """An independent state."""
        return state.copy()

    def outcome(self, state: State) -> Outcome | None:
        """The side that can still be engaged, or that has won more of the rounds agreed on."""
        return None if state.winners is None else Outcome(state.winners, story.ending(state))

    # What a seat knows

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
        """What dials, ladders and the track show: powers, sizes of each seat, the round."""
        return {
            "power": state.powers,
            "size": [n for row in state.lines.sizes for n in row],
            "rounds": [max(1, len(state.results))],
        }

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
