"""A word somebody typed and the words known in; the mend to suggest out."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from functools import lru_cache
from itertools import islice

MOST_WORDS = 2000
"""More known words than this are not searched for a near miss: it would take seconds."""


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word most like `word`, None where nothing is alike."""
    if len(word) > 200:
        return None
    return _nearest(word, tuple(islice(known, MOST_WORDS)))


@lru_cache(maxsize=256)
def _nearest(word: str, known: tuple[str, ...]) -> str | None:
    folded = {k.casefold(): k for k in reversed(known)}
    found = difflib.get_close_matches(word.casefold(), folded, n=1, cutoff=0.6)
    return folded[found[0]] if found else None


def hint(word: str, known: Iterable[str], what: str = "known") -> str:
    """`write 'damage'`, or a short list of what is known, or that nothing is."""
    words = tuple(islice(known, MOST_WORDS))
    near = nearest(word, words)
    if near is not None:
        return f"write '{near}'"
    if not words:
        return f"{what}: none"
    more = f" and {len(words) - 12} more" if len(words) > 12 else ""
    return f"{what}: {', '.join(words[:12])}{more}"
