"""Codes: which text they hold, how large their modules are, and that a foreign reader reads them.

The reader is zxing-cpp; it sees what PDFium draws of the written file.
"""

from __future__ import annotations

from pathlib import Path as File
from typing import Any

import pypdfium2 as pdfium
import pytest
import zxingcpp
from demo_game import Bench
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.check.scenes import check_scene
from generator.compose.codes import BREAK, LEAST, QUIET, Code, code
from generator.compose.flaw import Flaw
from generator.geometry import bounds, rectangle
from generator.model.figures import Figures
from generator.problems import Problem, Problems, Where
from generator.proof.pdf import prove_pdf
from generator.scene import Item, Outline, Path, Placed, Scene, Sheet
from generator.write.pdf import write_pdf

CARD = (85.0, 55.0)
URL = "https://example.org/rules"
CARDS = BREAK.join(
    [
        "BEGIN:VCARD",
        "VERSION:3.0",
        "N:Nguyễn;Ánh;;;",
        "FN:Nguyễn Ánh",
        "TEL:+84 24 3825",
        "END:VCARD",
    ]
)


def good(bench: Bench, inside: str) -> Scene:
    """The face, with nothing told of it but notes."""
    made = bench.face(inside, size=CARD)
    assert [str(p) for p in bench.problems if p.level != "note"] == []
    assert made is not None
    return made


def codes(items: tuple[Item, ...]) -> list[Path]:
    return [item for item in items if isinstance(item, Path) and item.module]


def sheet(*items: Item, turn: int = 0) -> Sheet:
    """A page with those items on a card."""
    edge = Outline(rectangle(bounds(rectangle(_whole()))))
    scene = Scene(CARD, 3.0, 3.0, edge, items, "one", "front")
    return Sheet((105.0, 105.0), "front", 1, (Placed(scene, 10.0, 10.0, turn, _page(), 0),))


def _whole() -> Any:
    from generator.geometry import Box

    return Box(0.0, 0.0, *CARD)


def _page() -> Any:
    from generator.geometry import Box

    return Box(0.0, 0.0, 105.0, 105.0)


def written(path: File, due: Sheet) -> File:
    write_pdf(path, [due], faces={}, title="Test: code", author="A", subject="S", flip="long")
    return path


def proved(path: File, due: Sheet) -> list[Problem]:
    problems = Problems()
    prove_pdf(path, [due], shown="c.pdf", faces={}, problems=problems, title="Test: code")
    return list(problems)


def read(path: File, dpi: float = 200) -> list[str]:
    """What a foreign reader finds on the first page."""
    document = pdfium.PdfDocument(path)
    try:
        image = document[0].render(scale=dpi / 72).to_pil().convert("L")
    finally:
        document.close()
    return [found.text for found in zxingcpp.read_barcodes(image)]


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_a_printed_code_is_read(bench: Bench, tmp_path: File, turn: int) -> None:
    text = "Ærø & Łódź <a@b.example>"
    made = good(
        bench, f'<qr box="10 10 20 22" value="{text.replace("&", "&amp;").replace("<", "&lt;")}"/>'
    )
    due = sheet(*made.items, turn=turn)
    path = written(tmp_path / "c.pdf", due)
    assert read(path) == [text]
    assert proved(path, due) == []


def test_newlines_of_data_stay(bench: Bench, tmp_path: File) -> None:
    made = good(bench, f'<qr box="5 5 30 30" value="{CARDS}" fact="code"/>')
    (found,) = codes(made.items)
    assert found.fact == "code"
    assert found.shows == CARDS.replace(BREAK, "\n")
    assert read(written(tmp_path / "c.pdf", sheet(*made.items))) == [found.shows]


def test_the_first_text_that_fits(bench: Bench) -> None:
    texts = f'value="{"x" * 300}" or="{"y" * 90}" or-else="z"'
    for side, which in ((34, "x" * 300), (20, "y" * 90), (13, "z")):
        made = good(bench, f'<qr box="5 5 {side} {side}" {texts}/>')
        (found,) = codes(made.items)
        assert found.shows == which
        assert found.module >= LEAST
        across = round(bounds(found.segments).w / found.module)
        assert (across + 2 * QUIET) * found.module == pytest.approx(side)
    told = [problem for problem in bench.problems if problem.code == "code-holds"]
    assert [p.level for p in told] == ["note"] * 3
    for problem, said in zip(told, ("the first of its 3", "the second", "the third"), strict=True):
        assert said in problem.says
        assert "modules of" in problem.says


def test_equal_codes_are_told_once(bench: Bench) -> None:
    good(bench, f'<qr box="5 5 20 20" value="{URL}"/>')
    good(bench, f'<qr box="5 5 20 20" value="{URL}"/>')
    assert [p.code for p in bench.problems] == ["code-holds"]


@settings(max_examples=15, deadline=None)
@given(
    texts=st.lists(st.text(min_size=1, max_size=160), min_size=1, max_size=3),
    side=st.floats(8.0, 40.0),
)
def test_modules_are_never_too_small(texts: list[str], side: float) -> None:
    """Whatever is asked: the first that fits, at 0.4 mm or more, or a fault with the mend."""
    texts = [text for text in texts if text.encode("utf-8", "replace").decode() == text] or ["a"]
    made = _code(tuple(texts), side)
    if isinstance(made, Flaw):
        assert made.code == "code-small"
        assert "mm" in made.fix
        assert all(isinstance(_code((text,), side), Flaw) for text in texts)
        return
    assert made.module >= LEAST - 1e-9
    assert (made.across + 2 * QUIET) * made.module == pytest.approx(side)
    assert made.text == texts[made.which].replace(BREAK, "\n")
    assert all(isinstance(_code((text,), side), Flaw) for text in texts[: made.which])


def _code(texts: tuple[str, ...], side: float) -> Code | Flaw:
    try:
        return code(texts, side)
    except Flaw as flaw:
        return flaw


@pytest.mark.parametrize(
    ("rest", "code_", "says"),
    [
        ('value="https://example.org/rules"', "code-small", "0.36 mm"),
        (f'value="{"x" * 3000}"', "code-small", "3,000 bytes"),
        ('value=""', "markup-value", "holds nothing"),
        ('or="x"', "markup-attribute", "needs value"),
        ('value="x" colour="blue"', "code-ink", "several inks"),
        ('value="x" fill="ink"', "markup-attribute", "'fill'"),
        ('value="x" under="nought"', "style-colour", "'nought'"),
    ],
)
def test_codes_that_cannot_be(bench: Bench, rest: str, code_: str, says: str) -> None:
    problem = bench.only(f'<qr box="1 1 12 12" {rest}/>')
    assert (problem.code, says in problem.says) == (code_, True), problem


def ground(bench: Bench, before: str = "", after: str = "", box: str = "20 20 16 16") -> list[str]:
    """What is wrong with a code between other things."""
    made = good(bench, f'{before}<qr box="{box}" value="x" fact="f"/>{after}')
    problems = Problems()
    check_scene(made, None, Figures({}, {}, {}), lambda _: Where("face"), problems)
    return [p.says for p in problems if p.code == "code-ground"]


def test_nothing_stands_in_the_quiet_zone(bench: Bench) -> None:
    clear = '<rect box="0 0 60 60" fill="paper"/><rect box="19 19 18 18" stroke="ink" width="1"/>'
    assert ground(bench, clear) == []
    beside = '<text box="5 10 40 9.5" style="small">A line</text>'
    beside += '<line from="0 0" to="19 40" stroke="ink"/>'
    assert ground(bench, beside) == []
    (said,) = ground(bench, '<line from="0 0" to="60 60" stroke="ink"/>')
    assert "beneath" in said
    (said,) = ground(bench, "", '<rect box="34 34 4 4" fill="paper"/>')
    assert "over it" in said
    (said,) = ground(bench, '<text box="20.5 20 16 6" style="small">word</text>')
    assert "'word'" in said
    covered = '<line from="0 0" to="60 60" stroke="ink"/><rect box="0 0 60 60" fill="paper"/>'
    assert ground(bench, covered) == []


def test_a_code_stands_on_light_ground(bench: Bench) -> None:
    (said,) = ground(bench, '<rect box="0 0 60 60" fill="blue"/>')
    assert "contrast" in said or "darker" in said
    (said,) = ground(bench, "", "", "-1 20 16 16")
    assert "1.0 mm over the trim" in said
    made = good(
        bench, '<rect box="0 0 60 60" fill="blue"/><qr box="9 9 12 12" value="x" under="paper"/>'
    )
    assert [item.element for item in made.items] == [0, 1, 1]
    problems = Problems()
    check_scene(made, None, Figures({}, {}, {}), lambda _: Where("face"), problems)
    assert [p for p in problems if p.code == "code-ground"] == []


def test_a_module_amiss_is_seen_by_proof(bench: Bench, tmp_path: File) -> None:
    """One dark module more or less inside the code, its edges and number of points alike."""
    made = good(bench, f'<qr box="10 10 20 20" value="{URL}" fact="code"/>')
    (item,) = made.items
    assert isinstance(item, Path)
    segments = list(item.segments)
    starts = [n for n, segment in enumerate(segments) if segment[0] == "M"]
    single = next(n for n in starts if _is_module(segments[n : n + 5], item.module))
    for k in range(single, single + 4):
        kind, x, y = segments[k]  # type: ignore[misc]
        segments[k] = kind, x + 2 * item.module, y  # type: ignore[assignment]
    wrong = sheet(item._replace(segments=tuple(segments)))
    path = written(tmp_path / "c.pdf", wrong)
    (problem,) = proved(path, sheet(item))
    assert problem.code == "proof-look"
    assert "a module amiss" in problem.says
    assert proved(path, wrong) == []


def _is_module(loop: Any, module: float) -> bool:
    """Whether a loop is one module that touches no other along an edge."""
    if loop[-1] != ("Z",):
        return False
    box = bounds(tuple(loop))
    return box.w == pytest.approx(module) and box.h == pytest.approx(module)
