"""Sentences of the duel's story: each starts as a sentence does."""

from generator.games.sophmb2ce import story


def test_no_sentence_starts_with_the_name_of_a_card() -> None:
    assert [said for said in story._SPECIALS if said.startswith("{card}")] == []
