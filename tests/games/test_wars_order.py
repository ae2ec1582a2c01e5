"""Orders from print shops: artworks and lots, files of each form, reports, proof of a folder."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pypdfium2
import pytest
from PIL import Image

from generator.load.find import workspace
from generator.makeready import set_up
from generator.model.order import Order
from generator.pipeline import Built, build, check, prove
from generator.problems import Problem, Problems, Refused
from generator.shop.files import ShopPress

ROOT = Path(__file__).parents[2]
HERE = workspace(ROOT)
PLACE: Any = HERE.place("sprite_wars")
TWO = ("fox", "owl")


def order(target: str, **more: Any) -> Order:
    return Order(target=target, only=("fighters",), cards=TWO, **more)


def made(into: Path, target: str, **more: Any) -> Built:
    return build(HERE, PLACE, order(target, **more), into)


@pytest.fixture(scope="module")
def press(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Fifty cards each of two artworks, as PDF/X-1a."""
    return made(tmp_path_factory.mktemp("x1a") / "order", "printer-x1a", copies=50)


def codes(problems: Iterable[Problem]) -> set[str]:
    return {problem.code for problem in problems if problem.level == "error"}


def test_an_order_has_its_files_and_reports(press: Built) -> None:
    names = [entry.path for entry in press.manifest.files]
    assert names == [
        "01-fox-x50.pdf",
        "02-owl-x50.pdf",
        "preflight.txt",
        "preflight.html",
        "job-sheet.txt",
        "proof-to-sign.pdf",
    ]
    assert [entry.cards for entry in press.manifest.files[:2]] == [50, 50]
    assert [entry.pages for entry in press.manifest.files[:2]] == [2, 2]
    assert "PDF/X-1a:2003, version 1.4, structure-checked (not certified)" in " ".join(press.says)


def test_pages_are_the_back_then_the_fighter(press: Built) -> None:
    pdf = pypdfium2.PdfDocument(press.folder / "01-fox-x50.pdf")
    words = [page.get_textpage().get_text_bounded() for page in pdf]
    assert "Robin" in words[0]
    assert "Loophole Fox" in words[1]
    assert "Loophole" not in words[0]
    for page in pdf:
        trim = [round(v / 72 * 25.4, 2) for v in page.get_trimbox()]
        assert trim == [3.0, 3.0, 91.9, 53.8]
        assert page.get_bleedbox() == page.get_mediabox()
    pdf.close()


def test_reports_tell_numbers(press: Built) -> None:
    said = (press.folder / "preflight.txt").read_text("utf-8")
    for words in (
        "94.90 x 56.80 mm (3.736 x 2.236 in)",
        "88.90 x 50.80 mm (3.500 x 2.000 in)",
        "presses hold 0.25 pt",
        "the press takes 240 %",
        "FOGRA39, profile named, not embedded",
        "VT323-Regular",
        "C 0 M 0 Y 0 K 100",
        "not confirmed (gk)     safe, lots",
    ):
        assert words in said, words
    assert "structure-checked" in said
    job = (press.folder / "job-sheet.txt").read_text("utf-8")
    assert "50 cards of Loophole Fox" in job
    assert "cards in all           100" in job
    assert "for                    Robin Ashgrove" in job


def test_the_proof_to_sign_shows_everything(press: Built) -> None:
    pdf = pypdfium2.PdfDocument(press.folder / "proof-to-sign.pdf")
    words = pdf[0].get_textpage().get_text_bounded()
    pdf.close()
    for said in (
        "01-fox-x50.pdf: Loophole Fox, 50 cards",
        "02-owl-x50.pdf: Night Shift Owl, 50 cards",
        "for Robin Ashgrove; 2 artworks, 100 cards; 88.9 x 50.8 mm (3.5 x 2 in); shown",
        "signature",
        "back of all",
    ):
        assert said in words


def test_a_folder_is_proved_afresh(press: Built, tmp_path: Path) -> None:
    assert codes(prove(HERE, press.folder)) == set()
    copy = tmp_path / "copy"
    copy.mkdir()
    for path in press.folder.iterdir():
        (copy / path.name).write_bytes(path.read_bytes())
    (copy / "01-fox-x50.pdf").write_bytes((copy / "02-owl-x50.pdf").read_bytes())
    (copy / "job-sheet.txt").write_text("Job sheet: 500 cards", "utf-8")
    found = codes(prove(HERE, copy))
    assert {"file-changed", "proof-print", "proof-look", "proof-inks"} <= found


def test_the_same_order_gives_the_same_bytes(press: Built, tmp_path: Path) -> None:
    again = made(tmp_path / "again", "printer-x1a", copies=50)
    assert again.manifest.files == press.manifest.files


def test_pictures_have_exact_pixels(tmp_path: Path) -> None:
    for target, size, dpi in (
        ("vistaprint-us-png", (1083, 633), 300),
        ("vistaprint-us-png-600", (2166, 1266), 600),
        ("gamecrafter-business-png", (675, 1125), 300),
    ):
        built = build(HERE, PLACE, replace(order(target), cards=("fox",)), tmp_path / target)
        names = [e.path for e in built.manifest.files if e.path.endswith(".png")]
        assert names == ["01-fox-1-back.png", "01-fox-2-face.png"]
        assert "\n01-fox-*.png " in (built.folder / "preflight.txt").read_text("utf-8")
        for name in names:
            with Image.open(built.folder / name) as opened:
                assert opened.size == size
                assert [round(v) for v in opened.info["dpi"]] == [dpi, dpi]
                assert "srgb" in opened.info
    assert codes(prove(HERE, built.folder)) == set()
    path = built.folder / "01-fox-2-face.png"
    with Image.open(path) as opened:
        opened.transpose(Image.Transpose.FLIP_LEFT_RIGHT).save(path)
    assert {"file-changed", "proof-png"} <= codes(prove(HERE, built.folder))


def test_letters_as_outlines_and_no_profile(tmp_path: Path) -> None:
    built = made(tmp_path / "o", "moo-eu", outlines=True, no_profile=True)
    path = built.folder / "01-fox.pdf"
    data = path.read_bytes()
    assert b"FontFile2" not in data
    assert b"OutputIntent" not in data
    assert len(data) < 200_000
    assert "letters are outlines" in " ".join(built.says)
    assert codes(prove(HERE, built.folder)) == set()
    pdf = pypdfium2.PdfDocument(path)
    assert pdf[1].get_textpage().get_text_bounded().strip() == ""
    pdf.close()


def test_a_deck_in_one_file(tmp_path: Path) -> None:
    space = shop(tmp_path, "extends: printer-x1a\nid: mine\nshop: {files: deck}\n")
    built = build(space, space.place("sprite_wars"), order("mine"), tmp_path / "out")
    entry = built.manifest.files[0]
    assert (entry.path, entry.pages, entry.cards) == ("fighters.pdf", 4, 2)
    pdf = pypdfium2.PdfDocument(built.folder / "fighters.pdf")
    words = [page.get_textpage().get_text_bounded() for page in pdf]
    pdf.close()
    assert ["Robin" in words[0], "Fox" in words[1], "Robin" in words[2], "Owl" in words[3]] == [
        True
    ] * 4


def shop(tmp_path: Path, text: str) -> Any:
    """A workspace with a target of its own."""
    folder = tmp_path / "space" / "templates/targets"
    folder.mkdir(parents=True)
    (tmp_path / "space/card_data").mkdir()
    (folder / "mine.yaml").write_text(text, "utf-8")
    return workspace(tmp_path / "space")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("extends: printer-x1a\nid: mine\nshop: {profile: none.icc}\n", "shop-profile"),
        ("extends: printer-x1a\nid: mine\nshop: {profile: sRGB.icc}\n", "shop-profile"),
        ("extends: moo-eu\nid: mine\nshop: {card: poker, page: [95, 70]}\n", "shop-card"),
        ("extends: moo-eu\nid: mine\nshop: {card: moon, page: [95, 70]}\n", "size-unknown"),
        ("extends: printer-x1a\nid: mine\nbleed_width: 6\n", "shop-bleed"),
        ("extends: printer-x1a\nid: mine\nshop: {file: 'card{lot}'}\n", "shop-file"),
    ],
)
def test_what_a_shop_cannot_print_is_told(text: str, code: str, tmp_path: Path) -> None:
    space = shop(tmp_path, text)
    place = space.place("sprite_wars")
    with pytest.raises(Refused) as refused:
        build(space, place, order("mine"), tmp_path / "out")
    assert code in codes(refused.value.problems)
    assert not (tmp_path / "out").exists()
    assert code in codes(check(space, place, order("mine")))


def test_another_trim_than_the_shops_is_refused() -> None:
    found = codes(check(HERE, PLACE, order("moo-eu", card="business-us")))
    assert "shop-card" in found
    assert codes(check(HERE, PLACE, order("moo-eu", card="business-84x55"))) == set()


@pytest.mark.parametrize(
    "choice", [{"bleed": "none"}, {"mono": True}, {"guides": "knife"}, {"printer": "office"}]
)
def test_choices_for_printers_at_home_are_refused(choice: dict[str, Any]) -> None:
    assert codes(check(HERE, PLACE, order("moo-eu", **choice))) == {"shop-choice"}


def test_what_the_shop_does_not_cut_is_left_out(wars_loaded: tuple[Any, Any]) -> None:
    problems = Problems()
    about = (HERE, PLACE, *wars_loaded, Order(target="moo-eu"), problems, lambda *_: None)
    shop_press = ShopPress(set_up(*about))
    cut, asked = shop_press.components(), shop_press.ordered()
    assert "fighters" in {one.id for one in cut}
    assert {one.size_id for one in cut} == {"business-84x55"}
    assert all(one.size == pytest.approx((84.0, 55.0)) or one.spec.turned for one in cut)
    assert all(one.free or one.size_id != "business-84x55" for one in asked if one not in cut)


def test_nothing_of_a_shop_is_loaded_for_printers_at_home() -> None:
    code = (
        "import sys, generator.cli.app, generator.pipeline; "
        "print([m for m in sys.modules if 'shop' in m and m.startswith('generator')"
        " or m.startswith('generator.inks')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() in ("[]", "['generator.load.shop']"), SimpleNamespace(**vars(done))
