"""Which characters are refused, and how text reads on paper."""

import unicodedata

import pytest

from generator.compose.scripts import printed, reason

SHAPED = frozenset(
    (
        *("ARABIC", "HEBREW", "SYRIAC", "THAANA", "NKO", "SAMARITAN", "MANDAIC", "DEVANAGARI"),
        *("BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL", "TELUGU", "KANNADA", "MALAYALAM"),
        *("SINHALA", "THAI", "LAO", "TIBETAN", "MYANMAR", "KHMER", "MONGOLIAN", "BALINESE"),
        *("JAVANESE", "SUNDANESE"),
    )
)


def test_every_letter_of_a_script_that_needs_shaping_is_refused() -> None:
    found = 0
    for code in range(0x10000):
        char = chr(code)
        name = unicodedata.name(char, "")
        if name.split(" ")[0] in SHAPED and unicodedata.category(char) in ("Lo", "Nd", "Mn", "Mc"):
            found += 1
            assert reason(char), name
    assert found > 2000


@pytest.mark.parametrize("first", ["LATIN", "GREEK", "CYRILLIC", "CJK", "HIRAGANA", "HANGUL"])
def test_letters_that_stand_side_by_side_are_not(first: str) -> None:
    parts = {"HANGUL": "HANGUL SYLLABLE"}
    letters = [
        char
        for char in map(chr, range(0x10000))
        if unicodedata.name(char, "").startswith(parts.get(first, first) + " ")
        and unicodedata.category(char) in ("Lu", "Ll", "Lo")
    ]
    assert len(letters) > 80
    assert [hex(ord(char)) for char in letters if reason(char)] == []


@pytest.mark.parametrize(
    ("char", "says"),
    [
        ("\U0001f409", "U+FFFF"),
        ("\U0001d538", "U+FFFF"),
        ("א", "right to left"),
        ("ﷺ", "right to left"),
        ("क", "Indic"),
        ("\u0302", "accent"),
        ("\ufe00", "accent"),
        ("\u200d", "invisible"),
        ("\u202e", "invisible"),
        ("\u200e", "invisible"),
        ("\x07", "control"),
        ("\x85", "control"),
        ("\ue000", "private"),
        ("\u0378", "not a character"),
        ("\uffff", "not a character"),
        ("\ud800", "half"),
    ],
)
def test_refused_characters_say_why(char: str, says: str) -> None:
    assert says in reason(char)


@pytest.mark.parametrize("char", "aßŻαЖ♠→½€“—…日ｱ　\u00a0\u00ad\u200b\u200c\u2060\ufe0e\ufe0f")
def test_others_may_be_set(char: str) -> None:
    assert reason(char) == ""


@pytest.mark.parametrize(
    ("typed", "reads"),
    [
        ("  two   words ", "two words"),
        ("u\u0308ber", "über"),
        ("Kar\u00adte", "Karte"),
        ("10\u00a0HP\n2\u202fkg", "10 HP 2 kg"),
        ("Auf\u200clage ♥\ufe0f", "Auflage ♥"),
        ("no\u2011break", "no-break"),
        ("\ufeffBOM", "BOM"),
    ],
)
def test_printed(typed: str, reads: str) -> None:
    assert printed(typed) == reads
