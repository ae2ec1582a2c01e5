"""Corporate Brain Drain as the contract asks for it: set-up, play, views, measures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from generator.engine.contract import CHANCE, SEATS, Choice, Outcome, Policy, Said, SetupRefused
from generator.games.brain_drain import notation, setup, story
from generator.games.brain_drain import state as st
from generator.games.brain_drain.choices import Choices
from generator.games.brain_drain.policies import POLICIES
from generator.games.brain_drain.state import FACE_DOWN, Laid, Move, Seats, State, View
from generator.games.brain_drain.table import Deal


class DrainEngine(Choices):
    """The game with the figures and cards of one deal and one choice of options."""

    policies = tuple(POLICIES)

    def __init__(self, deal: Deal, options: Mapping[str, str]) -> None:
        super().__init__(deal, options)
        self._policies: dict[str, Policy] = {}

    def with_deal(self, deal: Deal) -> DrainEngine:
        """The same options with other cards."""
        return DrainEngine(deal, self.options)

    # Set-up

    def setup(self, given: Mapping[str, str]) -> Seats:
        """Keys: see `setup.KEYS`; raises SetupRefused."""
        return setup.read_setup(self, given)

    def start(self, setup: Seats) -> State:
        """Roles wait to be drawn and the deck to be shuffled, unless the set-up has them."""
        state = State(setup.seats, self.deal.pack)
        state.roles = setup.roles
        if setup.laid is not None:
            self._lay_out(state, setup.laid)
            return state
        state.msp = [self.start_msp] * setup.seats
        state.discard = list(self.deal.pack)
        state.todo = [("deal",)]
        if setup.roles:
            state.phase, state.actor = st.SHUFFLE, CHANCE
        else:
            state.todo.append(("shuffle",))
            state.phase, state.actor = st.ROLES, CHANCE
        return state

    def _lay_out(self, state: State, laid: Laid) -> None:
        self._set(state, laid)
        named = Counter(laid.draw) + Counter(laid.discard)
        for cards in (*laid.hands, *laid.boosters):
            named.update(cards)
        rest = Counter(self.deal.pack) - named
        if rest:
            state.discard = sorted(rest.elements())
            state.todo = [("lay", laid.draw, laid.discard)]
            state.phase, state.actor = st.SHUFFLE, CHANCE
        else:
            self._lay(state, ("lay", laid.draw, laid.discard))
            self.run(state)

    def _set(self, state: State, laid: Laid) -> None:
        state.msp = list(laid.msp)
        state.hands = [list(hand) for hand in laid.hands]
        state.boosters = [list(cards) for cards in laid.boosters]
        state.shield, state.out = list(laid.shield), list(laid.out)
        state.turn = laid.turn
        state.final = None if laid.final is None else list(laid.final)

    def position(self, roles: Sequence[int], laid: Laid) -> State:
        """A position whose cards are all named; the seat `laid.turn` is to begin its turn."""
        state = State(len(roles), ())
        state.roles = tuple(roles)
        self._set(state, laid)
        self._lay(state, ("lay", laid.draw, laid.discard))
        cards = [*state.draw, *state.discard]
        for own in (*state.hands, *state.boosters):
            cards += own
        state.pack = tuple(sorted(cards))
        self.run(state)
        return state

    def under_attack(self, state: State, sender: int, target: int) -> None:
        """An attack without an effect of its own comes in; `State.hit` tells where it ends."""
        if sender == target or state.out[sender] or state.out[target]:
            raise self.refused(state, ("share", sender, target), "two players in the game")
        state.todo.append(("share", sender, target, ()))
        self.run(state)

    def last_review(self, state: State) -> None:
        """The final round is over now."""
        state.phase = ""
        self.finish(state)
        if state.phase != st.END:
            self.run(state)

    # Play

    def actor(self, state: State) -> int:
        """The seat to move, CHANCE or OVER."""
        return state.actor

    def copy(self, state: State) -> State:
        """An independent state."""
        return state.copy()

    def outcome(self, state: State) -> Outcome | None:
        """None while the game runs."""
        if state.winners is None:
            return None
        return Outcome(state.winners, story.ending(self, state))

    def view(self, state: State, seat: int) -> View:
        """What the seat may see."""
        played = state.played
        if state.hidden and seat != state.turn and played >= 0:
            played = FACE_DOWN
        faked = state.faked
        if faked >= 0 and seat != state.bluffer:
            faked = FACE_DOWN
        final = state.final
        return View(
            seat,
            state.roles,
            tuple(state.msp),
            tuple(sorted(state.hands[seat])),
            tuple([len(hand) for hand in state.hands]),
            tuple([tuple(cards) for cards in state.boosters]),
            tuple(state.shield),
            tuple(state.out),
            len(state.draw),
            tuple(state.discard),
            state.turn,
            None if final is None else tuple(final),
            state.winners,
            state.actor,
            state.phase,
            state.roll,
            state.die,
            played,
            state.face,
            state.hidden,
            state.boosted,
            state.times,
            state.spent,
            state.targets,
            state.role,
            state.sender,
            state.aimed,
            state.origin,
            state.hit,
            state.incoming,
            state.chain,
            state.bluffer,
            faked,
            state.faked_as,
            state.faked_to,
            state.debt,
            state.turns,
            state.pack,
            tuple(state.todo),
        )

    def unseen(self, view: View) -> list[int]:
        """The cards that the seat does not see: draw pile, other hands, a card face down."""
        seen = Counter(view.hand)
        seen.update(view.discard)
        seen.update(view.spent)
        for cards in view.boosters:
            seen.update(cards)
        seen.update(card for card in (view.played, view.faked) if card >= 0)
        for task in view.todo:
            if task[0] == "lay":
                seen.update((*task[1], *task[2]))
        return list((Counter(view.pack) - seen).elements())

    def guess(self, view: View, rng: Random) -> State:
        """Unseen cards dealt at random; whoever is asked to react holds a reaction."""
        state = State(len(view.msp), view.pack)
        for name in ("msp", "shield", "out", "discard", "todo"):
            setattr(state, name, list(getattr(view, name)))
        for name in _SAME:
            setattr(state, name, getattr(view, name))
        state.boosters = [list(own) for own in view.boosters]
        state.final = None if view.final is None else list(view.final)
        unseen = self.unseen(view)
        while True:
            rng.shuffle(unseen)
            self._deal_out(state, view, unseen[:])
            asked = state.phase == st.REACT and not self.bluff_reactions
            if not asked or any(self.reaction[card] for card in state.hands[state.actor]):
                return state

    def _deal_out(self, state: State, view: View, cards: list[int]) -> None:
        if view.played == FACE_DOWN:
            state.played = cards.pop()
        if view.faked == FACE_DOWN:
            state.faked = cards.pop()
        for seat, count in enumerate(view.cards):
            if seat == view.seat:
                state.hands[seat] = list(view.hand)
            else:
                state.hands[seat] = [cards.pop() for _ in range(count)]
        state.draw = cards

    def policy(self, name: str) -> Policy:
        """A policy by name, kept."""
        if name not in self._policies:
            makers: Mapping[str, Callable[[Any], Policy]] = POLICIES
            if name not in makers:
                raise SetupRefused(f"there is no policy {name!r}", ", ".join(self.policies))
            self._policies[name] = makers[name](self)
        return self._policies[name]

    # Measures

    def first(self, state: State) -> int | None:
        """Seat A, after a random seating (ruling 001-04)."""
        return None if not state.roles else 0

    def length(self, state: State) -> int:
        """Turns begun."""
        return state.turns + 1

    def events(self, state: State) -> Mapping[str, int]:
        """Superpowers by role, bluffs, reactions, meetings, reshuffles."""
        return state.counts

    def tracks(self, state: State) -> Mapping[str, Sequence[int]]:
        """MSP."""
        return {"msp": state.msp}

    def parts(self, state: State) -> Sequence[str]:
        """The roles."""
        return [self.deal.roles[role].id for role in state.roles]

    def used(self, state: State) -> Mapping[str, int]:
        """Cards played openly, as base of a superpower or as a reaction; bluffs are none."""
        times = Counter(state.used)
        return {design.id: times[card] for card, design in enumerate(self.deal.designs)}

    def choice(self, state: State, move: Move) -> str:
        """The kind of card played, or a bluff."""
        if move.what in ("play", "boost", "react"):
            return self.deal.designs[move.value].kind
        return "bluff" if move.what in ("bluff", "fake") else ""

    # Words

    def seat(self, number: int) -> str:
        """A seat's letter."""
        return SEATS[number]

    def write(self, before: State, move: Move, after: State) -> str:
        """`A: play W-01`, `B: react M-02 -> A 9`; see `notation`."""
        return notation.write(self, before, move, after)

    def read(self, state: State, text: str, later: Sequence[str] = ()) -> Said[Move] | None:
        """The same back."""
        return notation.read(self, state, text)

    def compare(self, state: State, claims: Mapping[str, str]) -> list[str]:
        """Claims of a line or a play; see `notation`."""
        return notation.compare(self, state, claims)

    def claims(self, state: State) -> dict[str, str]:
        """Everybody's MSP, and the winners if there are any."""
        return notation.claims(self, state)

    def label(self, state: State, move: Move) -> Choice:
        """The move as a menu shows it."""
        return story.label(self, state, move)

    def tell(self, after: State, move: Move, rng: Random) -> list[str]:
        """What the table sees of the move just made."""
        return story.tell(self, after, move, rng)

    def status(self, view: View) -> list[str]:
        """Everybody's MSP, and the seat's own hand."""
        return story.status(self, view)

    def picture(self, view: View) -> dict[str, Any]:
        """The position by names."""
        return story.picture(self, view)


_SAME = (
    "roles", "turn", "winners", "actor", "phase", "roll", "die", "played", "face", "hidden",
    "boosted", "times", "spent", "targets", "role", "sender", "aimed", "origin", "hit", "incoming",
    "chain", "bluffer", "faked", "faked_as", "faked_to", "debt", "turns",
)  # fmt: skip
"""What a guess takes from a view as it is."""
