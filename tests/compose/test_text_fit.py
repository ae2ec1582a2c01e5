"""Fitting: what leaves no box, loses no word and never jumps, over all kinds of texts."""

import time

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from textcase import FONTS, MM, advance, by_line, said, setter, style, texts

from generator.compose.scripts import printed
from generator.compose.text import Piece, Setting

SET = setter()
QUICK = settings(max_examples=150, deadline=None)

WORDS = st.sampled_from(
    [
        *("a", "I", "of", "the", "Draw", "two,", "(discard)", "hand.", "“Office”", "2-3", "AVATAR"),
        *("well-known", "and/or", "—", "end—then", "Zażółć", "♠", "日本語", "u\u0308ber"),
        *("Donau\u00addampf\u00adschiff", "Kar\u00adte", "i\u00adi\u00adi"),
        *("Rindfleischetikettierungsgesetz", "10\u00a0HP", "thin\u2009space", "zero\u200bwidth"),
    ]
)
PLAIN = st.lists(WORDS, max_size=12).map(lambda words: Piece(" ".join(words)))
PIECES = st.lists(
    st.one_of(
        PLAIN,
        st.tuples(PLAIN, st.booleans(), st.booleans()).map(lambda t: Piece(t[0].text, t[1], t[2])),
        st.sampled_from([Piece(" "), Piece("\n"), Piece("."), Piece(", "), Piece("", icon="coin")]),
    ),
    max_size=6,
).map(tuple)
STYLES = st.builds(
    style,
    size=st.sampled_from([6.0, 9.0, 13.3]),
    leading=st.sampled_from([1.0, 1.2]),
    tracking=st.sampled_from([0.0, 0.0, 30.0, -20.0]),
    kerning=st.booleans(),
    hyphenate=st.booleans(),
    balance=st.booleans(),
    case=st.sampled_from(["as-typed", "upper"]),
    align=st.sampled_from(["left", "centre", "right", "justify"]),
    valign=st.sampled_from(["top", "middle", "bottom"]),
)
WIDTHS = st.floats(4, 70)
HEIGHTS = st.floats(2, 60)
ROOM = st.floats(0, 30)


def inside(setting: Setting, w: float, h: float) -> None:
    """No line leaves the box to the side, nor (if it fits) up or down."""
    for line in by_line(setting):
        right = max(span.x + span.width for span in line)
        assert right <= w + 1e-5
        assert min(span.x for span in line) >= -1e-5
    for spot in setting.icons:
        assert spot.x >= -1e-5
        assert spot.x + spot.w <= w + 1e-5
    if setting.over == 0:
        face = FONTS.face("source-sans-400")
        for span in setting.spans:
            assert span.baseline >= face.ascent * span.size * MM - 1e-5
            assert span.baseline + face.descent * span.size * MM <= h + 1e-5


@QUICK
@given(PIECES, STYLES, WIDTHS, HEIGHTS, st.sampled_from([None, 1, 3]))
def test_nothing_leaves_its_box_and_no_word_is_lost(pieces, made, w, h, most) -> None:  # type: ignore[no-untyped-def]
    setting = SET.set(pieces, made, w, h, least=5.0, max_lines=most)
    assert 5 <= setting.size <= made.size
    if w > 5:  # narrower than one capital, a character may stick out: then over says so
        inside(setting, w, h)
    # the words in order, whatever was broken
    wanted = "".join(printed(p.text) for p in pieces)
    wanted = wanted.upper() if made.case == "upper" else wanted
    found = "".join(span.text for span in setting.spans)
    for char in [*setting.missing, "\u2010", " "]:
        wanted, found = wanted.replace(char, ""), found.replace(char, "")
    assert found == wanted
    for span in setting.spans:
        assert span.text == span.text.strip()
        assert span.width == pytest.approx(advance(span), abs=1e-6)
        assert span.size == setting.size
    count = setting.lines - (most or setting.lines)
    if setting.over == 0:
        assert count <= 0
        assert setting.height <= h + 1e-5
    else:
        assert setting.size == 5
    assert len(setting.icons) == sum(piece.icon is not None for piece in pieces)


@QUICK
@given(PIECES, STYLES, WIDTHS, HEIGHTS, ROOM, ROOM, st.sampled_from([None, 2]))
@example((Piece("i\u00adi\u00adi i\u00adi"),), style(hyphenate=True), 4.0, 10.0, 0.5, 0.0, None)
def test_size_never_falls_as_the_box_grows(pieces, made, w, h, dw, dh, most) -> None:  # type: ignore[no-untyped-def]
    small = SET.set(pieces, made, w, h, least=4.0, max_lines=most)
    for dx, dy in ((dw, 0.0), (0.0, dh), (dw, dh), (w, h), (3 * w, 3 * h)):
        large = SET.set(pieces, made, w + dx, h + dy, least=4.0, max_lines=most)
        assert large.size >= small.size
        if small.over == 0:
            assert large.over == 0


@QUICK
@given(PIECES, STYLES, WIDTHS, HEIGHTS)
def test_the_size_is_the_largest_step_that_fits(pieces, made, w, h) -> None:  # type: ignore[no-untyped-def]
    setting = SET.set(pieces, made, w, h, least=5.0)
    steps = [made.size - 0.25 * n for n in range(int((made.size - 5) * 4) + 1)]
    for step in steps:
        whole = SET.set(pieces, made, w, h, size=step)
        fits = whole.over == 0 and not cut(whole)
        if step > setting.size:
            assert not fits
        elif step == setting.size and step > 5:
            assert whole == setting


def cut(setting: Setting) -> bool:
    """Whether a word was broken that need not be in a wider box."""
    return bool(setting.broken) or any("\u2010" in text for text in texts(setting))


@QUICK
@given(PIECES, STYLES, WIDTHS)
def test_the_short_way_and_the_long_one_agree(pieces, made, w) -> None:  # type: ignore[no-untyped-def]
    assume(made.align != "justify")
    pieces = tuple(p._replace(text=p.text.replace("-", " ").replace("\n", " ")) for p in pieces)
    short = SET.set(pieces, made, w, 30.0, least=5.0)
    # a word joiner shows nothing, but is not plain
    long = SET.set((*pieces, Piece("\u2060")), made, w, 30.0, least=5.0)
    assert texts(short) == texts(long)
    for a, b in zip(short.spans, long.spans, strict=True):
        assert a.kerns == b.kerns
        assert a[:2] == pytest.approx(b[:2])
        assert a.width == pytest.approx(b.width)


@QUICK
@given(st.lists(WORDS, min_size=5, max_size=40), st.floats(25, 60), st.booleans())
def test_justified_lines_fill_the_box_but_for_the_last(words, w, hyphenate) -> None:  # type: ignore[no-untyped-def]
    made = style(align="justify", hyphenate=hyphenate)
    setting = SET.set(said(" ".join(words)), made, w, 200)
    lines = by_line(setting)
    loose = SET.set(said(" ".join(words)), made, w, 200, align="left")
    for n, (line, plain) in enumerate(zip(lines, by_line(loose), strict=True)):
        assert "".join(s.text for s in line) == "".join(s.text for s in plain)
        right = line[-1].x + line[-1].width
        assert line[0].x == 0
        stretch = " " in "".join(s.text for s in line).replace("10 HP", "") or len(line) > 1
        if n < len(lines) - 1 and stretch and right != pytest.approx(plain[-1].x + plain[-1].width):
            assert right == pytest.approx(w)
        for span in line:
            assert span.width == pytest.approx(advance(span))
    assert lines[-1:] == by_line(loose)[-1:]


def test_a_justified_line_is_one_text_with_its_spaces_stretched() -> None:
    setting = SET.set(
        said("Draw two cards and discard one of them now"), style(align="justify"), 40, 30
    )
    first = setting.spans[0]
    assert first.text == "Draw two cards and discard"
    assert first.width == pytest.approx(40)
    spaces = {first.kerns[i] for i, char in enumerate(first.text) if char == " "}
    assert len({round(kern, 9) for kern in spaces}) == 1
    assert min(spaces) > 50


# Rows of the list of faults.


def test_600_words_shrink_and_then_are_over_by_the_right_amount() -> None:
    begun = time.process_time()
    setting = SET.set(said("lose two cards " * 200), style(), 55, 30, least=6.0)
    assert time.process_time() - begun < 1
    assert setting.size == 6
    assert setting.over == pytest.approx(setting.height - 30)
    assert setting.over > 30
    assert " ".join(texts(setting)).split() == ("lose two cards " * 200).split()


@pytest.mark.parametrize(
    "text",
    [
        "lose two cards " * 700_000,
        "x" * 10_000_000,
        "—" * 10_000_000,
        "\u00ad".join("abcdefgh") * 700_000,
        "\n" * 10_000_000,
        " ".join(map(str, range(1_500_000))),
    ],
    ids=["words", "one word", "dashes", "soft hyphens", "line ends", "all different"],
)
def test_10_mb_of_text_fail_fast_and_are_over_by_metres(text: str) -> None:
    begun = time.process_time()
    setting = SET.set(said(text), style(), 55, 30, least=6.0)
    assert time.process_time() - begun < 4
    assert setting.over > 1000


def test_many_pieces_that_touch_take_bounded_time() -> None:
    pieces = (Piece("a"), Piece("b", bold=True)) * 10_000
    begun = time.process_time()
    assert SET.set(pieces, style(), 55, 30, least=6.0).over > 30
    assert time.process_time() - begun < 4


@pytest.mark.parametrize("hyphenate", [True, False])
def test_one_long_word_is_broken_with_a_hyphen(hyphenate: bool) -> None:
    word = "Donaudampfschifffahrtsgesellschaftskapitän"
    setting = SET.set(said(word), style(size=12, hyphenate=hyphenate), 20, 30, least=10.0)
    assert setting.size == 10
    assert setting.over == 0
    assert setting.broken == (word,)
    *first, last = texts(setting)
    assert all(text.endswith("‐") for text in first)
    assert len(last) > 1
    assert "".join(text.removesuffix("‐") for text in texts(setting)) == word
    inside(setting, 20, 30)


def test_a_word_that_shrinking_saves_is_not_broken() -> None:
    setting = SET.set(said("Rindfleischetikettierung"), style(size=12), 30, 30, least=6.0)
    assert texts(setting) == ["Rindfleischetikettierung"]
    assert 6 < setting.size < 12
    assert setting.broken == ()


def test_a_word_of_several_faces_is_broken_too() -> None:
    pieces = said(
        Piece("Donaudampfschiff", bold=True), "fahrtsgesellschaft.", Piece("", icon="coin")
    )
    setting = SET.set(pieces, style(), 18, 30)
    assert setting.over == 0
    inside(setting, 18, 30)
    assert "".join(texts(setting)).replace("‐", "") == "Donaudampfschifffahrtsgesellschaft."
    assert {span.face for span in setting.spans} == {"source-sans-400", "source-sans-700"}
    assert len(setting.broken) == 1


def test_the_soft_hyphens_of_a_word_too_wide_are_used_before_others() -> None:
    setting = SET.set(said("Donau\u00addampfschiff"), style(), 18, 30)
    assert texts(setting) == ["Donau‐", "dampfschiff"]
    assert setting.broken == ()


def test_a_character_wider_than_the_box_is_over() -> None:
    setting = SET.set(said("W"), style(), 1, 30)
    assert setting.over == pytest.approx(setting.spans[0].width - 1)


@pytest.mark.parametrize("box", [(0.0, 0.0), (-5.0, 3.0), (20.0, 0.0), (0.0, 20.0)])
def test_boxes_of_nothing_are_over(box: tuple[float, float]) -> None:
    setting = SET.set(said("two words"), style(), *box, least=6.0)
    assert setting.over > 0
    assert setting.size == 6


def test_growing_boxes_make_growing_text_up_to_its_size() -> None:
    text = said("Lose two cards, then draw as many as there are floors below you. " * 3)
    sizes = [SET.set(text, style(size=14), 55, 6 * n, least=5.0).size for n in (1, 2, 4, 8)]
    assert sizes == sorted(sizes)
    assert sizes[0] == 5
    assert sizes[-1] == 14


def test_too_many_lines_are_over_by_their_height() -> None:
    setting = SET.set(said("a\nb\nc"), style(leading=1.5), 50, 50, max_lines=2)
    assert setting.over == pytest.approx(9 * MM * 1500)


def test_without_least_nothing_shrinks() -> None:
    setting = SET.set(said("much too long for this"), style(least=5.0), 15, 3)
    assert setting.size == 9
    assert setting.over > 0


@pytest.mark.parametrize("size", [-1.0, float("-inf")])
def test_sizes_below_nothing_are_refused(size: float) -> None:
    with pytest.raises(ValueError, match="size"):
        SET.set(said("a"), style(), 10, 10, size=size)
    with pytest.raises(ValueError, match="size"):
        SET.set(said("a"), style(), 10, 10, least=0.0)


def test_memory_stays_flat_over_many_texts() -> None:
    typesetter = setter()
    made = style()
    for n in range(12_000):
        typesetter.set(said(f"name{n} of{n % 7}"), made, 50, 10)
    voices = typesetter._voices.values()
    assert sum(len(voice.words) + len(voice.steps) + len(voice.kerns) for voice in voices) < 30_000
    assert typesetter._remembered.cache_info().currsize <= 256
