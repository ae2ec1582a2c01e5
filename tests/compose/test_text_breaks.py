"""Where a line may end inside a word."""

import time

import pytest

from generator.compose.breaks import analyse


def parts(word: str) -> list[str]:
    found = analyse(word, lambda char: True)
    marks = {"soft": "~", "open": "|", "space": "_"}
    text, start = [], 0
    for at, kind in found.cuts:
        text.append(found.text[start:at] + marks[kind])
        start = at
    return [*text, found.text[start:]]


@pytest.mark.parametrize(
    ("word", "broken"),
    [
        ("well-known", "well-| known"),
        ("well-known-thing", "well-| known-| thing"),
        ("and/or", "and/| or"),
        ("https://example.org/cards/list", "https://example.org/| cards/| list"),
        ("Rome–Berlin", "Rome–| Berlin"),
        ("word—word", "word—| word"),
        ("end.”—then", "end.”—| then"),
        ("half-“quoted”", "half-| “quoted”"),
        ("semi--colon", "semi--| colon"),
        # numbers, signs and short ends stay whole
        ("2-3", "2-3"),
        ("3–5", "3–5"),
        ("1914—1918", "1914—1918"),
        ("-5", "-5"),
        ("1/2", "1/2"),
        ("X-ray", "X-ray"),
        ("e-mail", "e-mail"),
        ("vitamin-C", "vitamin-C"),
        ("B-12", "B-12"),
        ("well-", "well-"),
        ("—word", "—word"),
        ("a://b", "a://b"),
        # the author's own places
        ("Kar\u00adten\u00adspiel", "Kar~ ten~ spiel"),
        ("\u00adKarte\u00ad", "Karte"),
        ("well-\u00adknown", "well-| known"),
        ("long\u200bword", "long| word"),
        ("well-\u2060known", "well-known"),
        ("well\u2011known", "well-known"),
        ("Auf\u200clage", "Auflage"),
        ("10\u00a0HP", "10 HP"),
        ("10\u2009HP", "10 _ HP"),
        ("10\u202fHP", "10 HP"),
        # Chinese and Japanese break between signs, but not before closing ones
        ("日本語", "日| 本| 語"),
        ("「日本」。", "「日| 本」。"),
        ("한국어", "한국어"),
    ],
)
def test_places(word: str, broken: str) -> None:
    assert "".join(parts(word)).replace(" ", "") == broken.replace(" ", "")


def test_characters_left_out_are_told_apart() -> None:
    found = analyse("a\u05d0b☃\U0001f409c", lambda char: char != "☃")
    assert found.text == "abc"
    assert found.missing == ("☃",)
    assert found.refused == ("\u05d0", "\U0001f409")


def test_odd_spaces_keep_their_widths() -> None:
    found = analyse("a\u2003b\u00a0c", lambda char: True)
    assert found.text == "a b c"
    assert found.spaces == {1: 1000.0, 3: None}


@pytest.mark.parametrize(
    "word",
    ["—" * 50_000, "-" * 50_000, "ab-" * 16_000, "a\u00ad" * 25_000, "日" * 50_000, "/" * 50_000],
)
def test_hostile_words_take_bounded_time(word: str) -> None:
    begun = time.process_time()
    analyse(word, lambda char: True)
    assert time.process_time() - begun < 2
