"""Font faces and the characters shown in them in, small font files for a page out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

_NAME = re.compile(r"[A-Za-z0-9_.-]+\Z")


def fit(face: str) -> bool:
    """Whether a face's id may stand in a style sheet as it is."""
    return _NAME.match(face) is not None


def webfonts(shown: Mapping[str, set[str]], faces: Mapping[str, Path]) -> dict[str, bytes]:
    """TrueType subsets by face id, without names inside.

    A face that cannot be read, or whose id is no plain name, is left out.

    The same characters give the same bytes. Kerning is kept, everything else of layout is not.
    """
    import uharfbuzz  # noqa: PLC0415 - 15 ms that only pages for browsers need

    made: dict[str, bytes] = {}
    for face, characters in sorted(shown.items()):
        if face not in faces or not fit(face):
            continue
        try:
            whole = uharfbuzz.Face(uharfbuzz.Blob(faces[face].read_bytes()))
            wanted = uharfbuzz.SubsetInput()
            wanted.unicode_set.update(sorted(map(ord, characters)))
            wanted.name_id_set.clear()
            wanted.layout_feature_tag_set.clear()
            wanted.layout_feature_tag_set.update([int.from_bytes(b"kern", "big")])
            made[face] = bytes(uharfbuzz.subset(whole, wanted).blob.data)
        except (OSError, RuntimeError, ValueError, MemoryError):
            continue
    return made
