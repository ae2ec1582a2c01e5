"""A word somebody typed and the words known in; the mend to suggest out."""

from __future__ import annotations

import heapq
from collections.abc import Container, Iterable
from functools import lru_cache
from itertools import islice

MOST_WORDS = 2000
"""More known words than this are not searched for a near miss."""

_LONGEST = 120


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word most like `word`, None where nothing is alike."""
    if len(word) > _LONGEST:
        return None
    return _nearest(word, tuple(islice(known, MOST_WORDS)))


@lru_cache(maxsize=256)
def _nearest(word: str, known: tuple[str, ...]) -> str | None:
    wanted = _pairs(word.casefold())
    # Comparing all of 2,000 names by difflib takes a third of a second: only the likeliest are.
    best = heapq.nlargest(16, _paired(known), key=lambda one: len(wanted & one[2]))
    folded = {fold: name for name, fold, _ in reversed(best)}
    import difflib  # noqa: PLC0415 - only faulty names need it

    found = difflib.get_close_matches(word.casefold(), folded, n=1, cutoff=0.6)
    return folded[found[0]] if found else None


@lru_cache(maxsize=16)
def _paired(known: tuple[str, ...]) -> list[tuple[str, str, frozenset[str]]]:
    short = (name for name in known if len(name) <= _LONGEST)
    return [(name, name.casefold(), _pairs(name.casefold())) for name in short]


def _pairs(word: str) -> frozenset[str]:
    """Neighbouring letters, the word's ends among them."""
    ended = f"^{word}$"
    return frozenset(ended[i : i + 2] for i in range(len(ended) - 1)) | frozenset(word)


def hint(word: str, known: Iterable[str], what: str = "known") -> str:
    """`write 'damage'`, or a short list of what is known, or that nothing is."""
    words = tuple(islice(known, MOST_WORDS))
    near = nearest(word, words)
    if near is not None:
        return f"write '{near}'"
    if not words:
        return f"{what}: none"
    more = f" and {len(words) - 12} more" if len(words) > 12 else ""
    return f"{what}: {', '.join(name[:40] for name in words[:12])}{more}"


def key_hint(word: str, known: Iterable[str], used: Container[str]) -> str:
    """`hint` for a key among those not yet used, or that the one meant is there already."""
    words = tuple(islice(known, MOST_WORDS))
    left = [name for name in words if name not in used]
    near = nearest(word, words)
    if near is not None and near in used and nearest(word, left) is None:
        return f"'{near}' is given already"
    return hint(word, left, "not yet used")
