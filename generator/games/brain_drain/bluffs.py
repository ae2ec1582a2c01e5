"""Cards on the table: what is still to be named of one, bluffs and their callers, reactions."""

from __future__ import annotations

from generator.games.brain_drain import state as st
from generator.games.brain_drain.state import Move, State
from generator.games.brain_drain.tables import CANCEL, REFLECT
from generator.games.brain_drain.turns import Turns


class Bluffs(Turns):
    """Section 8 of the rules, and the reactions of section 3."""

    def count(self, state: State, name: str) -> None:
        """One more of what is counted of a game."""
        state.counts[name] = state.counts.get(name, 0) + 1

    def use(self, state: State, card: int) -> None:
        """The card's effect has been set off by its owner."""
        state.used.append(card)

    def lay_down(self, state: State, card: int) -> str | None:
        """The seat in turn lays a card of its hand on the table."""
        hand = state.hands[state.turn]
        if state.phase != st.TURN or card not in hand:
            return "a card is played from the hand, once a turn"
        hand.remove(card)
        state.played = card
        return None

    def ready(self, state: State) -> None:
        """Ask for what is not named yet: targets, the role; then the effect or the challenge."""
        face, turn, targets = state.face, state.turn, state.targets
        state.actor = turn
        if self.aims[face] and not targets:
            state.phase = st.AIM
            return
        if len(targets) == 1 and state.boosted and self._widens(state):
            state.phase = st.EXTRA
            return
        if self.declares[face] and state.role < 0:
            state.phase = st.DECLARE
            return
        if targets and targets[-1] < 0:
            state.targets = targets[:-1]
        if state.hidden:
            self._open_call(state, turn)
            return
        self._act(state)

    def _widens(self, state: State) -> bool:
        """A second target (ruling 001-32); a meeting of two stays one (001-68)."""
        fits = self.widener[state.roles[state.turn]] and self.widens[state.face]
        return fits and len(state.living(state.turn)) > 2

    def _act(self, state: State) -> None:
        face = state.face
        if self.meeting[face]:
            self.count(state, "all-hands")
        elif self.review[face]:
            self.count(state, "one-to-one")
        self.play_effects(state)
        self.run(state)

    # Bluffs

    def _bluff(self, state: State, move: Move) -> str | None:
        if says := self.lay_down(state, move.value):
            return says
        state.hidden = True
        state.times = 1
        state.phase = st.CLAIM
        self.count(state, "face down")
        return None

    def _claim(self, state: State, move: Move) -> str | None:
        card = move.value
        if state.phase != st.CLAIM or card not in range(len(self.codes)):
            return "no card is to be declared now, or there is none such"
        if state.faked < 0:
            state.face = card
            if card != state.played:
                self.count(state, "lie")
            self.ready(state)
            return None
        if not self.reaction[card]:
            return "only reactions are declared under attack"
        state.faked_as = card
        if self.reaction[card] in (CANCEL, REFLECT):
            self._open_call(state, state.bluffer)
        else:
            state.phase = st.TO
        return None

    def _open_call(self, state: State, bluffer: int) -> None:
        """Everybody else is asked, clockwise (ruling 001-45)."""
        state.bluffer = bluffer
        state.phase, state.actor = st.CALL, state.living(bluffer)[0]

    def _let(self, state: State, move: Move) -> str | None:
        if state.phase != st.CALL:
            return "there is no bluff to call"
        state.actor = state.living(state.actor)[0]
        if state.actor != state.bluffer:
            return None
        state.log.append(("believed", state.bluffer))
        if state.faked < 0:
            self._act(state)
            return None
        card, face, to = state.faked, state.faked_as, state.faked_to
        state.discard.append(card)
        state.bluffer = state.faked = state.faked_as = state.faked_to = -1
        self._passed_on(state, face, to)
        return None

    def _call(self, state: State, move: Move) -> str | None:
        if state.phase != st.CALL:
            return "there is no bluff to call"
        caller, bluffer = state.actor, state.bluffer
        fake = state.faked >= 0
        card, face = (state.faked, state.faked_as) if fake else (state.played, state.face)
        self.count(state, "bluff called")
        if card != face:
            self.count(state, "bluff caught")
        state.log.append(("called", caller, bluffer, card, card == face))
        self.lose(state, caller if card == face else bluffer, self.bluff_loss)
        if fake:
            state.discard.append(card)
            state.bluffer = state.faked = state.faked_as = state.faked_to = -1
            state.todo.append(("ask",))
        else:
            self.finish_turn(state)
            state.todo.append(("settle",))
        self.run(state)
        return None

    # Reactions

    def _react(self, state: State, move: Move) -> str | None:
        card, seat = move.value, state.actor
        if state.phase != st.REACT or card not in state.hands[seat] or not self.reaction[card]:
            return "only a reaction from the hand of whoever is under attack"
        state.hands[seat].remove(card)
        boosters = state.boosters[seat]
        if self.stores(state.roles[seat], card, boosters):
            boosters.append(card)
            state.log.append(("stored", seat, card))
        else:
            state.discard.append(card)
            state.log.append(("discarded", seat, card))
        self.use(state, card)
        state.chain = (*state.chain, (seat, card))
        if self.reaction[card] in (CANCEL, REFLECT):
            self._passed_on(state, card, -1)
        else:
            state.phase = st.TO
        return None

    def _fake(self, state: State, move: Move) -> str | None:
        """A bluffed reaction, where the option allows it (ruling 001-42)."""
        card, seat = move.value, state.actor
        if not self.bluff_reactions or state.phase != st.REACT or card not in state.hands[seat]:
            return "reactions are not bluffed here"
        state.hands[seat].remove(card)
        state.faked, state.bluffer = card, seat
        state.phase = st.CLAIM
        self.count(state, "face down")
        return None

    def _pass(self, state: State, move: Move) -> str | None:
        if state.phase != st.REACT:
            return "nobody is under attack"
        state.phase = ""
        self.strike(state)
        self.run(state)
        return None

    def _to(self, state: State, move: Move) -> str | None:
        seat = move.value
        if state.phase != st.TO or seat not in state.living(state.actor)[:-1]:
            return "a redirected attack goes to another player in the game"
        if state.faked >= 0:
            state.faked_to = seat
            self._open_call(state, state.actor)
        else:
            self._passed_on(state, state.chain[-1][1], seat)
        return None

    def _passed_on(self, state: State, face: int, to: int) -> None:
        """What a reaction does to the attack (rulings 001-12 to 15)."""
        kind = self.reaction[face]
        if kind == CANCEL:
            self.count(state, "cancel")
            state.incoming = ()
            state.log.append(("cancelled", state.aimed))
            self.run(state)
            return
        if kind == REFLECT:
            self.count(state, "reflect")
            state.sender, state.aimed = state.aimed, state.sender
        else:
            self.count(state, "redirect")
            state.aimed = to
        state.log.append(("passed on", state.aimed))
        state.todo.append(("ask",))
        self.run(state)
