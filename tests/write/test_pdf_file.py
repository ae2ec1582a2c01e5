from __future__ import annotations

import errno
import hashlib
import re
import subprocess
import sys
from pathlib import Path as File

import pypdfium2
import pytest

from generator.geometry import Box, rectangle
from generator.problems import Refused
from generator.scene import Colour, Path
from generator.write.pdf import write_pdf

RED = Colour(200, 10, 30)


def background(colour=RED):
    return Path(rectangle(Box(-3, -3, 69.5, 94.9)), fill=colour)


def raw(path):
    return path.read_bytes()


def test_every_tool_finds_the_file_sound(pdf, page, card, run, outside):
    scene = card(background(), run("Hello"))
    sheets = [page((scene, 10, 10, 0), (scene, 80, 10, 180)), page((scene, 10, 10, 0), side="back")]
    path, written = pdf(sheets)
    assert written.pages == 2
    assert written.sha256 == hashlib.sha256(raw(path)).hexdigest()
    document = pypdfium2.PdfDocument(path)
    assert len(document) == 2
    document.close()
    if said := outside("qpdf", "--check", path):
        assert "No syntax or stream encoding errors" in said
        assert "WARNING" not in said
    if said := outside("pdffonts", path):
        (row,) = said.splitlines()[2:]
        assert re.match(
            r"[A-Z]{6}\+SourceSans3-Regular +CID TrueType +Identity-H +yes yes yes", row
        )
    if (said := outside("gs", "-q", "-dBATCH", "-dNOPAUSE", "-sDEVICE=nullpage", path)) is not None:
        assert said == ""
    if said := outside("pdfinfo", "-box", path):
        for line in ("Title:           T", "Author:          A", "Subject:         S"):
            assert line in said
        assert re.search(r"Creator: +cardwright \d", said)
        assert re.search(r"Producer: +cardwright \d", said)
        assert "595.276 x 841.89 pts (A4)" in said


def test_a_missing_tool_fails_in_ci_and_only_there(outside, monkeypatch):
    monkeypatch.setenv("CI", "1")
    with pytest.raises(pytest.fail.Exception, match="no-such-tool is not installed"):
        outside("no-such-tool")
    monkeypatch.delenv("CI")
    assert outside("no-such-tool") is None


def test_pages_have_their_papers_and_trim_is_media(pdf, page, card):
    papers = [(210.0, 297.0), (279.4, 215.9), (100.0, 50.5)]
    path, _ = pdf([page((card(background()), 5, 5, 0), paper=paper) for paper in papers])
    document = pypdfium2.PdfDocument(path)
    for number, (w, h) in enumerate(papers):
        found = document[number]
        media, trim = found.get_mediabox(), found.get_trimbox()
        assert media == trim
        assert media[:2] == (0, 0)
        assert [side * 25.4 / 72 for side in media[2:]] == pytest.approx([w, h], abs=0.0005)
    document.close()


@pytest.mark.parametrize(
    ("flip", "side", "mode"),
    [
        ("long", "back", b"/Duplex/DuplexFlipLongEdge"),
        ("short", "back", b"/Duplex/DuplexFlipShortEdge"),
        ("long", "front", b"/Duplex/Simplex"),
    ],
)
def test_the_printer_is_told_how_to_print(pdf, page, card, flip, side, mode):
    path, _ = pdf([page((card(background()), 5, 5, 0), side=side)], flip=flip)
    preferences = re.search(rb"/ViewerPreferences<<.*?>>", raw(path)).group()
    assert mode in preferences
    assert b"/PrintScaling/None" in preferences
    assert b"/PickTrayByPDFSize true" in preferences


def test_equal_input_gives_equal_bytes(pdf, page, card, run):
    def made():
        scene = card(background(), run("Straße", kerns=(0.0, -12.5, 0.0, 3.0, 0.0)))
        return [page((scene, 10, 10, 0), (scene, 80, 10, 0))]

    one, other = pdf(made(), "one.pdf")[0], pdf(made(), "other.pdf")[0]
    assert raw(one) == raw(other)


def test_bytes_do_not_hang_on_the_process(tmp_path):
    code = (
        "import sys\nfrom pathlib import Path as P\n"
        "from generator.scene import *\nfrom generator.geometry import *\n"
        "from generator.write.pdf import write_pdf\n"
        "r = Run(5, 9, 'Zażółć gęślą', 'sans', 9, Colour(0, 0, 0), 30)\n"
        "cut = Outline(rectangle(Box(0, 0, 63.5, 88.9)))\n"
        "s = Scene((63.5, 88.9), 3, 3, cut, (r,), 'c', 'front')\n"
        "p = Placed(s, 5, 5, 0, Box(2, 2, 69, 95), 0)\n"
        "w = write_pdf(P(sys.argv[1]), [Sheet((210, 297), 'front', 1, (p, p))],\n"
        "    faces={'sans': P(sys.argv[2])}, title='ł', author='', subject='', flip='long')\n"
        "print(w.sha256)"
    )
    font = File(__file__).parents[2] / "fonts" / "source-sans-3" / "SourceSans3_400Regular.ttf"
    said = {
        subprocess.run(
            [sys.executable, "-c", code, str(tmp_path / "x.pdf"), str(font)],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(File(__file__).parents[2])},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1


def test_titles_in_any_script_arrive(pdf, page, card, outside):
    path, _ = pdf([page((card(background()), 5, 5, 0))], title="Zażółć (A\\B)", author="日本")
    document = pypdfium2.PdfDocument(path)
    assert document.get_metadata_value("Title") == "Zażółć (A\\B)"
    assert document.get_metadata_value("Author") == "日本"
    document.close()
    outside("qpdf", "--check", path)


def test_no_sheets_are_a_problem_and_no_file(pdf, tmp_path):
    with pytest.raises(Refused) as refused:
        pdf([])
    assert [p.code for p in refused.value.problems] == ["nothing-to-print"]
    assert list(tmp_path.iterdir()) == []


def test_a_fault_midway_leaves_the_old_file(pdf, page, card, tmp_path):
    old, _ = pdf([page((card(background()), 5, 5, 0))])
    before = raw(old)

    def breaking():
        yield page((card(background(Colour(1, 2, 3))), 5, 5, 0))
        raise RuntimeError("a fault of the caller's")

    with pytest.raises(RuntimeError):
        pdf(breaking())
    assert raw(old) == before
    assert [file.name for file in tmp_path.iterdir()] == ["x.pdf"]


def test_a_full_disk_is_a_problem(monkeypatch, page, card, tmp_path, faces):
    import os

    def full(_handle):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Refused) as refused:
        write_pdf(
            tmp_path / "x.pdf",
            [page((card(background()), 5, 5, 0))],
            faces=faces,
            title="",
            author="",
            subject="",
            flip="long",
        )
    (problem,) = refused.value.problems
    assert problem.code == "not-written"
    assert "No space left" in problem.says
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_a_problem(page, card, tmp_path, faces):
    with pytest.raises(Refused) as refused:
        write_pdf(
            tmp_path / "none" / "x.pdf",
            [page((card(background()), 5, 5, 0))],
            faces=faces,
            title="",
            author="",
            subject="",
            flip="long",
        )
    assert [p.code for p in refused.value.problems] == ["not-written"]


def test_scenes_met_again_are_forms_with_room_round_them(pdf, page, card, run):
    often, once = card(background(), run("often")), card(run("once"))
    again = often._replace(of="other")
    sheets = [
        page((often, 10, 10, 0), (again, 80, 10, 0), (once, 10, 110, 0)),
        page((often, 10, 10, 0)),
    ]
    path, _ = pdf(sheets)
    boxes = re.findall(rb"/Subtype/Form/BBox\[([-\d. ]+)\]", raw(path))
    assert len(boxes) == 1
    left, bottom, right, top = map(float, boxes[0].split())
    assert left < -8
    assert right > (63.5 + 3) * 72 / 25.4
    assert top > 8
    assert bottom < -(88.9 + 3) * 72 / 25.4
    document = pypdfium2.PdfDocument(path)
    kinds = [item.type for item in document[0].get_objects(max_depth=1)]
    assert kinds.count(pypdfium2.raw.FPDF_PAGEOBJ_FORM) == 2
    assert kinds.count(pypdfium2.raw.FPDF_PAGEOBJ_TEXT) == 1
    document.close()


def test_a_scene_met_on_a_later_sheet_becomes_a_form(pdf, page, card, run):
    scene = card(run("Hello"))
    path, _ = pdf([page((scene, 10, 10, 0)) for _ in range(3)])
    assert raw(path).count(b"/Subtype/Form") == 1


def test_abutting_dark_cards_have_no_seam(pdf, page, card, pixels):
    scene = card(background(Colour(0, 0, 0)))
    placed = [(scene, 9.75 + 63.5 * i, 15.15 + 88.9 * j, 0) for j in range(3) for i in range(3)]
    path, _ = pdf([page(*placed)])
    for scale in (0.7, 1.0, 1.37):
        shot = pixels(path, scale=scale)
        mm = scale * 72 / 25.4
        middle = shot.crop((int(20 * mm), int(25 * mm), int(190 * mm), int(270 * mm)))
        assert middle.getextrema() == ((0, 0), (0, 0), (0, 0))


def test_many_sheets_take_bounded_memory(tmp_path):
    code = (
        "import resource, sys\nfrom pathlib import Path as P\n"
        "from generator.scene import *\nfrom generator.geometry import *\n"
        "from generator.write.pdf import write_pdf\n"
        "o = Outline(rectangle(Box(0, 0, 63, 88)))\n"
        "def sheets(n):\n"
        "    for i in range(n):\n"
        "        runs = tuple(Run(5, 9 + k, f'line {i} {k}' * 4, 'sans', 9, Colour(0, 0, 0), 30)"
        " for k in range(60))\n"
        "        s = Scene((63.0, 88.0), 3, 3, o, runs, 'c', 'front')\n"
        "        yield Sheet((210, 297), 'front', i, (Placed(s, 5, 5, 0, Box(2, 2, 69, 95), 0),))\n"
        "def write(n):\n"
        "    write_pdf(P(sys.argv[1]), sheets(n), faces={'sans': P(sys.argv[2])}, title='',\n"
        "        author='', subject='', flip='long')\n"
        "    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "first = write(700); print(write(2100) - first)"
    )
    font = File(__file__).parents[2] / "fonts" / "source-sans-3" / "SourceSans3_400Regular.ttf"
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "x.pdf"), str(font)],
        capture_output=True,
        text=True,
        check=True,
        cwd=File(__file__).parents[2],
    )
    assert int(done.stdout) < 4 * 1024  # KiB for 1,400 more pages
