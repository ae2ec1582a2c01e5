"""Raster pictures by their headers, held against a second reader; and every fault of FAULTS."""

from __future__ import annotations

import io
import struct
import warnings
import zlib
from contextlib import suppress
from pathlib import Path

import pytest
from demo_game import Bench
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageOps

from generator.compose.flaw import Flaw
from generator.compose.pictures import Header, header
from generator.geometry import Box, rectangle
from generator.scene import Picture


def encoded(kind: str, mode: str = "RGB", size: tuple[int, int] = (40, 20), turn: int = 0) -> bytes:
    image, out = Image.new(mode, size), io.BytesIO()
    options = {}
    if turn:
        exif = Image.Exif()
        exif[0x0112] = turn
        options["exif"] = exif
    image.save(out, kind, **options)
    return out.getvalue()


def png(width: int, height: int) -> bytes:
    """A PNG whose header claims any size; it holds a single byte of pixels."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return (
            struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(b"\0"))
        + chunk(b"IEND", b"")
    )


def read(tmp_path: Path, raw: bytes, name: str = "x.png") -> Header:
    (tmp_path / name).write_bytes(raw)
    return header(tmp_path / name, name)


@pytest.mark.parametrize("turn", range(9))
@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_pixels_are_those_seen(tmp_path: Path, kind: str, turn: int) -> None:
    raw = encoded(kind, turn=turn)
    seen = ImageOps.exif_transpose(Image.open(io.BytesIO(raw)))
    assert read(tmp_path, raw) == Header(kind.lower(), seen.size)


@pytest.mark.parametrize(
    ("kind", "mode"),
    [
        *[("PNG", mode) for mode in ("1", "L", "LA", "P", "RGB", "RGBA", "I;16")],
        *[("JPEG", mode) for mode in ("L", "RGB", "CMYK")],
    ],
)
def test_every_mode(tmp_path: Path, kind: str, mode: str) -> None:
    assert read(tmp_path, encoded(kind, mode)) == Header(kind.lower(), (40, 20))


def test_progressive_jpeg_with_comments(tmp_path: Path) -> None:
    out = io.BytesIO()
    Image.new("RGB", (31, 17)).save(out, "JPEG", progressive=True, comment=b"\xff\xd9" * 9)
    assert read(tmp_path, out.getvalue()).pixels == (31, 17)


@pytest.mark.parametrize("kind", ["GIF", "WEBP", "TIFF", "BMP"])
def test_other_kinds_are_to_be_converted(tmp_path: Path, kind: str) -> None:
    try:
        raw = encoded(kind)
    except (KeyError, OSError):
        raw = {"WEBP": b"RIFF\0\0\0\0WEBPVP8 "}[kind]
    with pytest.raises(Flaw) as caught:
        read(tmp_path, raw)
    assert caught.value.code == "picture-kind"
    assert "convert it to PNG or JPEG" in caught.value.fix
    assert kind.casefold() in caught.value.says.casefold()


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_a_file_cut_anywhere_is_broken(tmp_path: Path, kind: str) -> None:
    raw = encoded(kind, turn=6)
    cuts = sorted({*range(0, len(raw) - 2, 7), 0, 1, 2, len(raw) - 2})
    for cut in cuts:
        with pytest.raises(Flaw) as caught:
            read(tmp_path, raw[:cut])
        assert caught.value.code in ("picture-broken", "picture-kind")
    with pytest.raises(Flaw, match="0 bytes"):
        read(tmp_path, b"")


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=80), st.sampled_from([b"", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"]))
def test_noise_is_a_flaw_at_worst(
    tmp_path_factory: pytest.TempPathFactory, raw: bytes, start: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "noise.png"
    path.write_bytes(start + raw)
    with pytest.raises(Flaw):
        header(path, "noise.png")


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_flipped_bytes_are_a_flaw_at_worst(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    raw = bytearray(encoded(data.draw(st.sampled_from(["JPEG", "PNG"])), turn=6))
    for _ in range(3):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path_factory.getbasetemp() / "flipped.png"
    path.write_bytes(raw)
    with suppress(Flaw):
        assert min(header(path, "flipped.png").pixels) > 0


def test_bombs_are_told_by_their_header(tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(Flaw) as caught:
            read(tmp_path, png(50_000, 50_000))
    assert caught.value.code == "picture-too-big"
    assert "50,000 x 50,000 pixels, 2,500 megapixels" in caught.value.says
    assert "100 megapixels" in caught.value.fix
    assert read(tmp_path, png(10_000, 10_000)).pixels == (10_000, 10_000)
    with pytest.raises(Flaw):
        read(tmp_path, png(10_000, 10_001))


def picture(bench: Bench, attributes: str) -> Picture:
    (made,) = bench.good(f'<image box="10 20 20 20" src="art/x.png" {attributes}/>').items
    assert isinstance(made, Picture)
    return made


def test_pictures_fit_and_cover(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.art("art/x.png", encoded("JPEG"))  # a JPEG by its content
    made = picture(bench, 'fact="face"')
    assert made.box == Box(10, 25, 20, 10)
    assert (made.pixels, made.turn, made.clip) == ((40, 20), 0, None)
    assert (made.fact, made.shows) == ("face", "art/x.png")
    assert Path(made.source) == tmp_path / "art/x.png"
    assert picture(bench, 'shows="x"').shows == "x"
    cover = picture(bench, 'fit="cover"')
    assert cover.box == Box(0, 20, 40, 20)
    assert cover.clip == rectangle(Box(10, 20, 20, 20))
    turned = picture(bench, 'turn="90"')
    assert (turned.box, turned.turn) == (Box(10, 25, 20, 10), 90)
    wide = bench.good('<image box="10 20 10 40" src="art/x.png" turn="270"/>').items[0]
    assert isinstance(wide, Picture)
    assert wide.box == Box(5, 35, 20, 10)


def test_a_picture_in_turned_groups(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.art("art/x.png", encoded("PNG"))
    made = bench.good(
        '<group copy="half-turn"><image box="10 20 20 20" src="art/x.png" fit="cover"/></group>'
    )
    first, second = made.items
    assert isinstance(first, Picture)
    assert isinstance(second, Picture)
    assert (first.turn, second.turn) == (0, 180)
    assert second.box == pytest.approx((63.5 - 40, 88.9 - 40, 40, 20))
    (tilted,) = bench.good(
        '<group at="30 40" turn="30"><image box="-5 -5 10 10" src="art/x.png"/></group>'
    ).items
    assert isinstance(tilted, Picture)
    assert (tilted.turn, tilted.box) == (30, pytest.approx((25, 37.5, 10, 5)))


def test_a_clip_over_a_picture(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.art("art/x.png", encoded("PNG"))
    (made,) = bench.good(
        '<group clip="0 0 15 30"><image box="10 20 20 20" src="art/x.png" fit="cover"/></group>'
    ).items
    assert isinstance(made, Picture)
    assert made.clip == rectangle(Box(10, 20, 5, 10))
    assert (
        bench.good(
            '<group clip="0 0 5 5"><image box="10 20 20 20" src="art/x.png" fit="cover"/></group>'
        ).items
        == ()
    )


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"", "picture-broken"),
        (b"GIF89a" + b"\0" * 20, "picture-kind"),
        (b"plain words that are no picture", "picture-kind"),
        (png(50_000, 50_000), "picture-too-big"),
        (encoded("PNG")[:-9], "picture-broken"),
        (b"<svg", "svg-syntax"),
    ],
)
def test_faulty_pictures_on_a_card(tmp_path: Path, raw: bytes, code: str) -> None:
    bench = Bench(tmp_path)
    bench.art("art/x.png", raw)
    problem = bench.only('\n<image box="0 0 9 9" src="art/x.png"/>')
    assert problem.code == code
    assert problem.where.card == "c1"
    if code.startswith("picture"):
        assert "art/x.png" in problem.says
        assert (problem.where.file, problem.where.line) == ("templates/t.xml", 2)


def test_a_picture_for_an_icon(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    (tmp_path / "art/icons").mkdir(parents=True)
    (tmp_path / "art/icons/pix.svg").write_bytes(encoded("PNG"))
    problem = bench.only('<icon box="0 0 9 9" name="pix" colour="ink"/>')
    assert (problem.code, "SVG" in problem.fix) == ("picture-kind", True)


def test_colour_is_for_drawings(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.art("art/x.png", encoded("PNG"))
    problem = bench.only('<image box="0 0 9 9" src="art/x.png" colour="ink"/>')
    assert problem.code == "markup-attribute"
