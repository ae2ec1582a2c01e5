"""The rules of the duel: set-ups and moves in, states out. Notation and words are elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from generator.engine.contract import (
    CHANCE,
    OVER,
    SEATS,
    Choice,
    IllegalMove,
    Nth,
    Outcome,
    Policy,
    Said,
    SetupRefused,
    Uniform,
)
from generator.games.sophmb2ce import notation, story
from generator.games.sophmb2ce.best import Best
from generator.games.sophmb2ce.deal import Deal
from generator.games.sophmb2ce.state import (
    AGAINS,
    CHOICES,
    DECLARES,
    Again,
    Declare,
    Duel,
    Move,
    Pile,
    Shuffle,
    State,
    View,
)
from generator.games.sophmb2ce.tables import Tables


class DuelEngine(Tables):
    """The duel with the figures of one game and one choice of options."""

    policies = ("attack1", "attack2", "random", "best")

    def __init__(self, deal: Deal, options: Mapping[str, str]) -> None:
        super().__init__(deal, options)
        self._policies: dict[str, Policy] = {}

    # Set-up

    def setup(self, given: Mapping[str, str]) -> Duel:
        """Keys: `castes` ("spades, hearts"; none: flips), `first` (A or B), `hp`, `flips`."""
        return notation.read_setup(self, given)

    def start(self, setup: Duel) -> State:
        """Piles wait to be shuffled: decks of play, or full ones where castes are to be drawn."""
        state = State(setup.castes, setup.hp, setup.first)
        if setup.flips:
            self._flip(state, setup.flips)
        elif setup.castes:
            self._lay_out(state)
        else:
            state.piles = [self.full, self.full]
            state.drawn = [len(self.full), len(self.full)]
            state.waits = CHANCE
        return state

    def _lay_out(self, state: State) -> None:
        assert state.castes is not None
        state.attack_penalty[state.first] = self.opening_penalty
        a, b = state.castes
        state.piles = [self.decks[a], self.decks[b]]
        state.drawn = [len(self.decks[a]), len(self.decks[b])]
        state.waits = CHANCE

    def position(
        self,
        castes: tuple[int, int],
        decks: tuple[Pile, Pile],
        *,
        hp: tuple[int, int] | None = None,
        turn: int = 0,
        attack_penalty: tuple[int, int] = (0, 0),
        defence_penalty: tuple[int, int] = (0, 0),
        discards: tuple[Pile, Pile] | None = None,
    ) -> State:
        """Any position: `decks` top first, all other cards of play lie in the discards.

        `discards` gives their order. Raises SetupRefused for what cannot be on a table.
        """
        start = self.deal.start_hp
        hp = hp or (start, start)
        if castes[0] == castes[1]:
            raise SetupRefused("both seats have the same caste", "two different ones")
        if any(flag not in (0, 1) for flag in (turn, *attack_penalty, *defence_penalty)):
            raise SetupRefused("turn and penalties are numbers of a kind", "0 or 1")
        if any(not 1 <= points <= start for points in hp):
            raise SetupRefused(f"{hp[0]} and {hp[1]} hit points", f"1 to {start} for each seat")
        state = State(castes, hp, turn)
        for seat, deck in enumerate(decks):
            play = self.decks[castes[seat]]
            gone = discards[seat] if discards else tuple(c for c in play if c not in deck)
            self._complete(seat, gone + deck, play)
            state.piles[seat] = gone + deck
            state.drawn[seat] = len(gone)
        state.attack_penalty = list(attack_penalty)
        state.defence_penalty = list(defence_penalty)
        self._next(state, turn)
        return state

    def _complete(self, seat: int, pile: Pile, play: Pile) -> None:
        if strange := [card for card in pile if card not in play]:
            names = [self.cards.names[c] if c in self.full else f"card {c}" for c in strange]
            says = f"{SEATS[seat]} cannot hold {', '.join(names)}"
            raise SetupRefused(says, "its own ace to ten are counters")
        if len(set(pile)) != len(pile) or len(pile) != len(play):
            says = f"{SEATS[seat]} has {len(pile)} cards, {len(set(pile))} of them different"
            raise SetupRefused(says, f"deck and discard are together {len(play)} cards")

    def _flip(self, state: State, decks: tuple[Pile, Pile]) -> None:
        settled = self.flip(*decks)
        if settled is None:
            state.waits = OVER
            return
        state.castes, state.first, state.flips = settled
        state.turn = state.first
        self._lay_out(state)

    # Play

    def actor(self, state: State) -> int:
        """The seat to move, CHANCE or OVER."""
        return state.waits

    def moves(self, state: State) -> Sequence[Move]:
        """Two attacks to declare, or the redraw that equal totals force."""
        if state.waits < 0:
            return ()
        return AGAINS if state.declared else DECLARES

    def chance(self, state: State, rng: Random) -> Shuffle:
        """A shuffle of the first used-up pile."""
        seat = self._used_up(state)
        random = rng.random
        # sorting by random keys is a fair shuffle in a third of random.shuffle's time
        return Shuffle(seat, tuple(sorted(state.piles[seat], key=lambda _: random())))

    def _used_up(self, state: State) -> int:
        return 0 if state.drawn[0] == len(state.piles[0]) else 1

    def _illegal(self, state: State, move: object, says: str) -> IllegalMove:
        return IllegalMove(move, self.picture(self.view(state, 0)), says)

    def apply(self, state: State, move: Move) -> None:
        """Make the move in place."""
        if type(move) is Shuffle:
            self._shuffle(state, move)
            return
        if state.waits < 0:
            raise self._illegal(state, move, "no seat is to move")
        if type(move) is Declare:
            if state.declared or move.attack not in (1, 2):
                raise self._illegal(state, move, "attack 1 or 2 is declared, and once")
            self._draw(state, move.attack)
        elif type(move) is Again and state.declared:
            self._draw(state, state.declared)
        else:
            raise self._illegal(state, move, "there are no equal totals to draw again for")

    def _draw(self, state: State, declared: int) -> None:
        """Both draw, and the exchange is settled unless a tie is to be drawn again."""
        seat = state.turn
        other = 1 - seat
        castes, piles, drawn = state.castes, state.piles, state.drawn
        assert castes is not None
        caste = castes[seat]
        card = piles[seat][drawn[seat]]
        against = piles[other][drawn[other]]
        drawn[0] += 1
        drawn[1] += 1
        used, damage, sets = self.draws[caste][declared][card]
        attack = self.attack_values[caste][state.attack_penalty[seat]][card]
        defence = self.defence_values[castes[other]][state.defence_penalty[other]][against]
        hit = attack > defence
        if attack == defence and self.tie != "defender":
            if self.tie == "redraw":
                state.declared = declared
                state.last = seat, declared, card, against, used, attack, defence, None, 0, None
                self._next(state, seat)
                return
            hit = True
        state.declared = 0
        state.exchanges += 1
        state.attack_penalty[seat] = 0
        state.defence_penalty[other] = 0
        if sets == "att":
            state.attack_penalty[seat] = 1
        elif sets == "def":
            state.defence_penalty[seat] = 1
        if not hit:
            damage = 0
        state.last = seat, declared, card, against, used, attack, defence, hit, damage, sets
        left = state.hp[other] - damage
        state.hp[other] = left if left > 0 else 0
        if left > 0:
            self._next(state, other)
        else:
            state.waits = OVER

    def _next(self, state: State, turn: int) -> None:
        """That seat's turn, once chance has shuffled what is used up."""
        piles, drawn = state.piles, state.drawn
        state.turn = turn
        used_up = drawn[0] == len(piles[0]) or drawn[1] == len(piles[1])
        state.waits = CHANCE if used_up else turn

    def _shuffle(self, state: State, move: Shuffle) -> None:
        seat, order = move
        if state.waits != CHANCE or seat != self._used_up(state):
            raise self._illegal(state, move, "that pile is not to be shuffled now")
        pile = state.piles[seat]
        if len(order) != len(pile) or frozenset(order) != frozenset(pile):
            raise self._illegal(state, move, "a shuffle keeps every card of the pile, once")
        state.piles[seat] = order
        state.drawn[seat] = 0
        if state.exchanges or state.declared:
            state.reshuffles += 1
        self._next(state, state.turn)
        if state.castes is None and state.waits != CHANCE:
            self._flip(state, (state.piles[0], state.piles[1]))

    def copy(self, state: State) -> State:
        """An independent state."""
        return state.copy()

    def outcome(self, state: State) -> Outcome | None:
        """The seat with hit points left; nobody where the flips gave no duel."""
        if state.waits != OVER:
            return None
        if state.castes is None:
            return Outcome((), "Every flip matched: there is no duel.")
        winner = 0 if state.hp[0] else 1
        name = self.deal.castes[state.castes[winner]].name
        return Outcome((winner,), f"{SEATS[winner]} wins for {name}.")

    # What a seat knows

    def view(self, state: State, seat: int) -> View:
        """Everything but the order of the decks."""
        piles, drawn = state.piles, state.drawn
        i, j = drawn
        return View(
            seat,
            state.castes,
            (state.hp[0], state.hp[1]),
            (state.attack_penalty[0], state.attack_penalty[1]),
            (state.defence_penalty[0], state.defence_penalty[1]),
            (piles[0][:i], piles[1][:j]),
            (len(piles[0]) - i, len(piles[1]) - j),
            state.waits,
            state.turn,
            state.declared,
            state.first,
            state.exchanges,
            state.reshuffles,
            state.flips,
            state.last,
        )

    def unseen(self, view: View, seat: int) -> Pile:
        """The cards of a seat's deck, in no order that tells anything."""
        play = self.full if view.castes is None else self.decks[view.castes[seat]]
        gone = set(view.discards[seat])
        return tuple(card for card in play if card not in gone)

    def guess(self, view: View, rng: Random) -> State:
        """Both decks in a random order."""
        state = State(view.castes, view.hp, view.turn)
        for seat in (0, 1):
            deck = list(self.unseen(view, seat))
            rng.shuffle(deck)
            state.piles[seat] = (*view.discards[seat], *deck)
            state.drawn[seat] = len(view.discards[seat])
        state.attack_penalty = list(view.attack_penalty)
        state.defence_penalty = list(view.defence_penalty)
        state.waits, state.declared, state.first = view.waits, view.declared, view.first
        state.exchanges, state.reshuffles, state.flips = view.exchanges, view.reshuffles, view.flips
        state.last = view.last
        return state

    def policy(self, name: str) -> Policy:
        """A policy by name, kept."""
        if name not in self._policies:
            makers: dict[str, Callable[[], Policy]] = {
                "attack1": lambda: Nth(0),
                "attack2": lambda: Nth(-1),
                "random": Uniform,
                "best": lambda: Best(self),
            }
            if name not in makers:
                raise SetupRefused(f"there is no policy {name!r}", ", ".join(self.policies))
            self._policies[name] = makers[name]()
        return self._policies[name]

    # Measures

    def first(self, state: State) -> int | None:
        """The seat that began."""
        return None if state.castes is None else state.first

    def length(self, state: State) -> int:
        """Exchanges so far; redraws belong to theirs."""
        return state.exchanges

    def events(self, state: State) -> Mapping[str, int]:
        """Reshuffles of a used-up deck."""
        return {"reshuffles": state.reshuffles} if state.reshuffles else {}

    def tracks(self, state: State) -> Mapping[str, Sequence[int]]:
        """Hit points; penalties are tokens."""
        return {"hp": state.hp}

    def parts(self, state: State) -> Sequence[str]:
        """The castes."""
        return [] if state.castes is None else [self.deal.castes[c].id for c in state.castes]

    def choice(self, state: State, move: Move) -> str:
        """Which of the two standard attacks is declared."""
        return CHOICES[move.attack] if isinstance(move, Declare) else ""

    # Words

    def write(self, before: State, move: Move, after: State) -> str:
        """`A: password-reset 7C / B: 4S -> B 9`, or `shuffle A: 7C KS …`."""
        return notation.write(self, move, after)

    def read(self, state: State, text: str, later: Sequence[str] = ()) -> Said[Move] | None:
        """The same back; a suit may be left out where it is none of the seat's own specials."""
        return notation.read(self, state, text, later)

    def compare(self, state: State, claims: Mapping[str, str]) -> list[str]:
        """Claims `A`, `B` (hit points), `winner`, and those of a line (see `notation`)."""
        return notation.compare(self, state, claims)

    def claims(self, state: State) -> dict[str, str]:
        """Hit points, and the winner if there is one."""
        return notation.claims(self, state)

    def label(self, state: State, move: Move) -> Choice:
        """An attack with its price."""
        return story.label(self, state, move)

    def tell(self, after: State, move: Move, rng: Random) -> list[str]:
        """The exchange as the table tells it."""
        return story.tell(self, after, move, rng)

    def status(self, view: View) -> list[str]:
        """Hit points, cards and penalties of both."""
        return story.status(self, view)

    def picture(self, view: View) -> dict[str, Any]:
        """The position by names."""
        return story.picture(self, view)
