"""Texts as set: spans, faces, icons, alignment, heights."""

import pytest
from reportlab.pdfbase.ttfonts import TTFont
from textcase import FACES, FONTS, MM, advance, by_line, said, setter, style, texts

from generator.compose.scripts import capitals
from generator.compose.text import Piece

SET = setter()
BOLD, ITALIC = "source-sans-700", "source-sans-400-italic"
FACE = FONTS.face("source-sans-400")


def test_a_plain_line_is_one_span() -> None:
    setting = SET.set(said("Target loses  2 MSP.\tNow "), style(), 60, 10)
    (span,) = setting.spans
    assert span.text == "Target loses 2 MSP. Now"
    assert (span.x, span.face, span.size) == (0, "source-sans-400", 9)
    assert span.baseline == pytest.approx(FACE.ascent * 9 * MM)
    assert span.width == pytest.approx(advance(span))
    assert setting.height == pytest.approx((FACE.ascent + FACE.descent) * 9 * MM)
    assert (setting.lines, setting.over, setting.size) == (1, 0, 9)


def test_without_kerning_the_width_is_that_of_the_pdf_writer() -> None:
    text = "AVATAR To Wa: fi ffi"
    setting = SET.set(said(text), style(kerning=False), 90, 10)
    font = TTFont("plain", str(FACES["source-sans-400"]))
    assert setting.spans[0].kerns == ()
    assert setting.spans[0].width == pytest.approx(font.stringWidth(text, 9) * 25.4 / 72)
    kerned = SET.set(said(text), style(), 90, 10).spans[0]
    assert kerned.width < setting.spans[0].width - 0.5


@pytest.mark.parametrize("empty", ["", "   ", " \t "])
def test_nothing_is_nothing(empty: str) -> None:
    setting = SET.set(said(empty), style(), 10, 1)
    assert setting == ((), (), 9, 0, 0, 0, (), (), (), ())
    assert SET.set((), style(), 10, 1).lines == 0


def test_hard_breaks_and_blank_lines() -> None:
    setting = SET.set(said("one\n\ntwo\r\nthree\u2028four"), style(leading=1.5), 60, 40)
    assert texts(setting) == ["one", "two", "three", "four"]
    steps = [round((s.baseline - setting.spans[0].baseline) / 9 / MM / 1500) for s in setting.spans]
    assert steps == [0, 2, 3, 4]
    assert setting.lines == 5


def test_manners_have_their_faces_and_stay_with_what_they_touch() -> None:
    pieces = said(
        "Draw ", Piece("two cards", bold=True), ". Then ", Piece("stop", italic=True), "!"
    )
    setting = SET.set(pieces, style(), 90, 10)
    assert [(s.text, s.face) for s in setting.spans] == [
        ("Draw", "source-sans-400"),
        ("two cards", BOLD),
        (". Then", "source-sans-400"),
        ("stop", ITALIC),
        ("!", "source-sans-400"),
    ]
    for before, after in zip(setting.spans, setting.spans[1:], strict=False):
        gap = (after.x - before.x - before.width) / 9 / MM
        assert gap == pytest.approx(0 if after.text[0] in ".!" else FACE.space)
    assert setting.unstyled == ()
    # "cards" and "." are never parted
    narrow = SET.set(pieces, style(), setting.spans[1].x + setting.spans[1].width + 0.1, 30)
    assert [span.text for span in by_line(narrow)[0]] == ["Draw", "two"]


def test_a_manner_without_face_is_told() -> None:
    pieces = said("a ", Piece("b", bold=True), Piece(" c", italic=True), Piece(" d", True, True))
    setting = SET.set(pieces, style(bold=None, italic=None, bold_italic=None), 60, 10)
    assert setting.unstyled == ("bold", "italic", "bold_italic")
    assert texts(setting) == ["a b c d"]
    setting = SET.set(pieces, style(bold_italic=None), 60, 10)
    assert setting.unstyled == ("bold_italic",)
    assert setting.spans[-1].face == ITALIC or setting.spans[-1].face == BOLD


def test_accents_are_composed() -> None:
    assert texts(SET.set(said("u\u0308ber Z\u0307"), style(), 60, 10)) == ["über Ż"]


def test_capitals_follow_unicode() -> None:
    setting = SET.set(said("Straße ﬁn", Piece(" ïle", bold=True)), style(case="upper"), 60, 10)
    assert texts(setting) == ["STRASSE FIN", "ÏLE"]


def test_tracking_stands_between_characters_only() -> None:
    plain = SET.set(said("nun nun"), style(kerning=False), 60, 10).spans[0]
    wide = SET.set(said("nun nun"), style(kerning=False, tracking=50), 60, 10).spans[0]
    assert wide.kerns == (50,) * 6
    assert wide.width - plain.width == pytest.approx(6 * 50 * 9 * MM)
    assert wide.width == pytest.approx(advance(wide))


@pytest.mark.parametrize(("align", "share"), [("left", 0), ("centre", 0.5), ("right", 1)])
def test_alignment(align: str, share: float) -> None:
    setting = SET.set(said("one two three four five"), style(align=align), 20, 30)
    assert setting.lines > 1
    for span in setting.spans:
        assert span.x == pytest.approx((20 - span.width) * share)
    other = SET.set(said("one two three four five"), style(), 20, 30, align=align)
    assert other == setting


def test_valign_middle_centres_the_capitals_of_a_label() -> None:
    face = FONTS.face("oswald-700")
    setting = SET.set(said("KING"), style(font="oswald-700", valign="middle"), 40, 12)
    top = setting.spans[0].baseline - face.cap * 9 * MM
    assert top == pytest.approx(12 - setting.spans[0].baseline)


@pytest.mark.parametrize("height", [11.0, 11.5, 12.5, 16.0])
@pytest.mark.parametrize("valign", ["top", "middle", "bottom"])
def test_blocks_stay_inside(height: float, valign: str) -> None:
    setting = SET.set(said("one\ntwo\nthree"), style(), 40, height, valign=valign)
    assert setting.over == 0
    assert setting.spans[0].baseline - FACE.ascent * 9 * MM >= -1e-9
    assert setting.spans[-1].baseline + FACE.descent * 9 * MM <= height + 1e-9
    if valign == "top":
        assert setting.spans[0].baseline == pytest.approx(FACE.ascent * 9 * MM)
    if valign == "bottom":
        assert setting.spans[-1].baseline == pytest.approx(height - FACE.descent * 9 * MM)


def test_a_block_that_is_too_high_begins_at_the_top() -> None:
    for valign in ("top", "middle", "bottom"):
        setting = SET.set(said("a\nb\nc\nd"), style(), 40, 5, valign=valign)
        assert setting.spans[0].baseline == pytest.approx(FACE.ascent * 9 * MM)
        assert setting.over == pytest.approx(setting.height - 5)


def test_balanced_lines_are_as_many_but_nearly_equal() -> None:
    text = said("The Extremely Long and Winding Title of a Card")
    greedy = SET.set(text, style(), 45, 30)
    even = SET.set(text, style(balance=True), 45, 30)
    assert even.lines == greedy.lines == 2
    widths = [span.width for span in even.spans]
    assert max(widths) < max(span.width for span in greedy.spans)
    assert abs(widths[0] - widths[1]) < 8
    assert " ".join(texts(even)) == text[0].text


# Icons.


def test_an_icon_alone_is_centred_on_the_capitals() -> None:
    setting = SET.set(said(Piece("", icon="heart")), style(align="centre"), 20, 6)
    (spot,) = setting.icons
    assert spot.name == "heart"
    assert setting.lines == 1
    assert spot.x + spot.w / 2 == pytest.approx(10)
    assert spot.w == spot.h
    assert 0.8 * 9 / 72 * 25.4 < spot.h < 0.95 * 9 / 72 * 25.4 + 1e-9
    baseline = FACE.ascent * 9 * MM
    assert spot.y >= -1e-9
    assert baseline < spot.y + spot.h <= baseline + FACE.descent * 9 * MM + 1e-9


def test_two_icons_stand_side_by_side_and_may_part() -> None:
    heart, coin = Piece("", icon="heart"), Piece("", icon="coin")
    setting = SET.set(said(heart, coin, " ", heart), style(), 20, 20)
    a, b, c = setting.icons
    assert [i.name for i in (a, b, c)] == ["heart", "coin", "heart"]
    assert a.x < a.x + a.w < b.x < b.x + b.w < c.x
    assert c.x - b.x - (b.x - a.x) == pytest.approx(FACE.space * 9 * MM)
    narrow = SET.set(said(heart, coin), style(), a.w * 1.5, 20)
    assert narrow.lines == 2
    assert narrow.icons[0].y < narrow.icons[1].y


def test_icons_stay_with_text_that_they_touch() -> None:
    pieces = said("Pay 3", Piece("", icon="coin"), ", or lose")
    wide = SET.set(pieces, style(), 40, 20)
    assert texts(wide) == ["Pay 3", ", or lose"]
    (spot,) = wide.icons
    assert wide.spans[0].width < spot.x < spot.x + spot.w < wide.spans[1].x
    narrow = SET.set(pieces, style(), wide.spans[1].x, 20)
    assert [[s.text for s in line] for line in by_line(narrow)] == [
        ["Pay"],
        ["3", ", or"],
        ["lose"],
    ]
    assert narrow.icons[0].y > 1


def test_kerning_after_an_icon_is_in_its_place() -> None:
    setting = SET.set(
        said(Piece("", icon="coin"), " AVATAR to ", Piece("", icon="coin"), "AV"), style(), 60, 10
    )
    alone = SET.set(said("AVATAR to"), style(), 60, 10)
    assert setting.spans[0].kerns == alone.spans[0].kerns
    assert setting.spans[1].kerns == alone.spans[0].kerns[:1]


def test_an_icon_may_be_wider_than_high() -> None:
    typesetter = setter()
    typesetter._aspect = {"flag": 2.0}.get  # type: ignore[assignment]
    spot = typesetter.set(said(Piece("", icon="flag")), style(), 20, 6).icons[0]
    assert spot.w == pytest.approx(2 * spot.h)


def test_icons_in_justified_and_right_lines_are_inside() -> None:
    pieces = said(
        "one ", Piece("", icon="coin"), " two three ", Piece("", icon="coin"), " four five"
    )
    for align in ("justify", "right", "centre"):
        setting = SET.set(pieces, style(align=align), 21, 30)
        for spot in setting.icons:
            assert spot.x >= -1e-9
            assert spot.x + spot.w <= 21 + 1e-9


# Fallback faces.


def test_a_name_with_a_letter_the_face_lacks_goes_over_as_a_whole() -> None:
    setting = setter("source-sans-400").set(
        said("Anh Việt-Dũng Trần said"), style(font="special-elite"), 90, 20
    )
    faces = {word: span.face for span in setting.spans for word in span.text.split()}
    assert faces["Anh"] == "special-elite"
    assert faces["Việt-Dũng"] == "source-sans-400"
    assert faces["Trần"] == "source-sans-400"
    assert (setting.missing, setting.refused) == ((), ())


def test_a_sign_goes_over_alone() -> None:
    setting = SET.set(said("10♠ and ⚀"), style(font="oswald-700"), 60, 10)
    assert [(s.text, s.face) for s in setting.spans] == [
        ("10", "oswald-700"),
        ("♠", "dejavu-sans"),
        ("and", "oswald-700"),
        ("⚀", "dejavu-sans"),
    ]
    assert setting.spans[1].x == pytest.approx(setting.spans[0].x + setting.spans[0].width)


def test_the_space_beside_a_fallback_word_is_the_face_s_own() -> None:
    setting = SET.set(said("Ж Ж a"), style(font="special-elite"), 60, 10)
    first, last = setting.spans
    assert first.text == "Ж Ж"
    assert first.width == pytest.approx(advance(first))
    own = FONTS.face("special-elite").space
    dejavu = FONTS.face("dejavu-sans")
    assert first.width == pytest.approx((2 * dejavu.widths("Ж")[0] + own) * 9 * MM)
    assert (last.x - first.width) == pytest.approx(own * 9 * MM)


def only(has: str, lacks: str) -> str:
    """A letter that one face has, and neither the other nor Special Elite."""
    face, others = FONTS.face(has), [FONTS.face(lacks), FONTS.face("special-elite")]
    letters = map(chr, range(0x100, 0x2000))
    return next(
        c for c in letters if c.isalpha() and face.has(c) and not any(o.has(c) for o in others)
    )


def test_fallbacks_are_tried_in_order_and_by_character_if_none_has_all() -> None:
    oswald, dejavu = only("oswald-700", "dejavu-sans"), only("dejavu-sans", "oswald-700")
    both = next(
        c for c in "ЖЯΩ" if FONTS.face("oswald-700").has(c) and FONTS.face("dejavu-sans").has(c)
    )

    def faces(word: str, *fallback: str) -> list[tuple[str, str]]:
        setting = setter(*fallback).set(said(word), style(font="special-elite"), 60, 10)
        assert setting.missing == ()
        return [(span.text, span.face) for span in setting.spans]

    assert faces(both, "oswald-700", "dejavu-sans") == [(both, "oswald-700")]
    assert faces(both, "dejavu-sans", "oswald-700") == [(both, "dejavu-sans")]
    assert faces("a" + both + dejavu, "oswald-700", "dejavu-sans") == [
        ("a" + both + dejavu, "dejavu-sans")
    ]
    assert faces("a" + oswald + dejavu, "oswald-700", "dejavu-sans") == [
        ("a", "special-elite"),
        (oswald, "oswald-700"),
        (dejavu, "dejavu-sans"),
    ]


def test_a_fallback_that_no_text_needs_is_not_opened() -> None:
    assert setter("nowhere").set(said("plain"), style(), 60, 10).spans


def test_missing_and_refused_characters_are_told_once_in_order() -> None:
    setting = SET.set(said("日本 \U0001f409 a日 א x\u0302"), style(), 60, 10)
    assert setting.missing == ("日", "本")
    assert setting.refused == ("\U0001f409", "א", "\u0302")
    again = SET.set(said("日本 \U0001f409 a日 א x\u0302 "), style(), 60, 10)
    assert (again.missing, again.refused) == (setting.missing, setting.refused)
    assert texts(setting) == ["a x"]


def test_odd_spaces_are_common_ones_of_their_width() -> None:
    setting = SET.set(said("10\u00a0HP 2\u2003x"), style(), 60, 10)
    (span,) = setting.spans
    assert span.text == "10 HP 2 x"
    assert span.kerns[2] == 0
    assert span.kerns[7] == pytest.approx(1000 - FACE.space)
    assert span.width == pytest.approx(advance(span))
    # a line ends in neither, but the em space would let it
    assert texts(SET.set(said("a 10\u00a0HP"), style(), 8, 20)) == ["a", "10 HP"]


def test_soft_hyphens_show_only_where_a_line_ends() -> None:
    soft = "Donau\u00addampf\u00adschiff"
    whole = SET.set(said(soft), style(hyphenate=True), 60, 10)
    assert texts(whole) == ["Donaudampfschiff"]
    parted = SET.set(said(soft), style(hyphenate=True), 19, 20)
    assert texts(parted) == ["Donaudampf‐", "schiff"]
    assert parted.broken == ()
    kept = SET.set(said("am ", soft), style(), whole.spans[0].width + 0.1, 20)
    assert texts(kept) == ["am", "Donaudampfschiff"]
    used = SET.set(said("am ", soft), style(hyphenate=True), whole.spans[0].width + 0.1, 20)
    assert texts(used) == ["am Donaudampf‐", "schiff"]
    for span in (*parted.spans, *used.spans):
        assert span.width == pytest.approx(advance(span))


def test_settings_do_not_mix_up_styles_made_for_one_text_each() -> None:
    typesetter = setter()
    for n in range(1200):
        size = 5 + n % 7
        assert typesetter.set(said("x"), style(size=size), 20, 20).spans[0].size == size


@pytest.mark.parametrize(
    ("typed", "set_"),
    [
        ("Ξένια Ψαλίδα", "ΞΕΝΙΑ ΨΑΛΙΔΑ"),
        ("Μαΐου", "ΜΑΪΟΥ"),
        ("José Ξένος", "JOSÉ ΞΕΝΟΣ"),
        ("Café", "CAFÉ"),
    ],
)
def test_greek_capitals_have_no_accents(typed: str, set_: str) -> None:
    """Diaereses stay, and so do accents of other scripts."""
    assert capitals(typed) == set_
