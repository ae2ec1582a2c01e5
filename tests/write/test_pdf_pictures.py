from __future__ import annotations

import re
import struct
import zlib
from io import BytesIO

import pytest
from PIL import Image

from generator.geometry import Box, ellipse
from generator.problems import Refused
from generator.scene import Colour, Path, Picture

RED, GREEN, BLUE, WHITE = (220, 20, 30), (20, 160, 60), (30, 40, 200), (255, 255, 255)


def quarters(mode="RGB"):
    """40 x 40 pixels: red and green above, blue and white below."""
    picture = Image.new("RGB", (40, 40), WHITE)
    picture.paste(RED, (0, 0, 20, 20))
    picture.paste(GREEN, (20, 0, 40, 20))
    picture.paste(BLUE, (0, 20, 20, 40))
    return picture.convert(mode)


@pytest.fixture
def shown(tmp_path, pdf, page, card, pixels, outside):
    """Print one picture 20 x 20 mm at (20, 20) on a yellow ground and look at the page."""

    def draw(data, name="x.png", turn=0.0, box=None, clip=None):
        source = tmp_path / name
        source.write_bytes(data)
        box = box or Box(10, 10, 20, 20)
        ground = Path(ellipse(Box(-40, -40, 200, 200)), fill=Colour(255, 255, 0))
        item = Picture(box, str(source), (40, 40), turn, clip)
        path, _ = pdf([page((card(ground, item), 10, 10, 0))])
        outside("qpdf", "--check", path)
        return path, pixels(path)

    return draw


def saved(picture, form="PNG", **more):
    out = BytesIO()
    picture.save(out, form, **more)
    return out.getvalue()


def corners(shot):
    """What shows in the middle of the four quarters."""
    return [shot.getpixel(at) for at in ((250, 250), (350, 250), (250, 350), (350, 350))]


def near(found, wanted, by=12):
    for one, other in zip(found, wanted, strict=True):
        assert one == pytest.approx(other, abs=by)


def test_a_png_passes_unchanged(shown):
    data = saved(quarters())
    path, shot = shown(data)
    near(corners(shot), [RED, GREEN, BLUE, WHITE], 1)
    idat = data[data.index(b"IDAT") + 4 :][
        : struct.unpack_from(">I", data, data.index(b"IDAT") - 4)[0]
    ]
    assert idat in path.read_bytes()
    assert b"/Predictor 15" in path.read_bytes()


@pytest.mark.parametrize("bits", [1, 2, 4, 8])
def test_palettes_of_any_depth_pass(shown, bits):
    colours = [RED, WHITE] if bits == 1 else [RED, GREEN, BLUE, WHITE]
    picture = Image.new("P", (40, 40))
    picture.putpalette([part for colour in colours for part in colour])
    for index, corner in enumerate(((0, 0), (20, 0), (0, 20), (20, 20))):
        picture.paste(index % len(colours), (*corner, corner[0] + 20, corner[1] + 20))
    path, shot = shown(saved(picture, bits=bits))
    near(corners(shot), [colours[i % len(colours)] for i in range(4)], 1)
    assert b"/Indexed" in path.read_bytes()


def test_grey_and_black_and_white_pass(shown):
    grey = Image.linear_gradient("L").resize((40, 40))
    path, shot = shown(saved(grey))
    assert b"/ColorSpace/DeviceGray/Filter/FlateDecode/DecodeParms" in path.read_bytes()
    assert shot.getpixel((250, 210))[0] < 30
    assert shot.getpixel((250, 390))[0] > 225
    _, shot = shown(saved(quarters("1")))
    assert shot.getpixel((350, 350)) == WHITE


def chunk(name, body):
    check = struct.pack(">I", zlib.crc32(name + body))
    return struct.pack(">I", len(body)) + name + body + check


def png16(rows, kind):
    """A PNG of 16 bits a channel, since Pillow writes only grey ones."""
    width = len(rows[0]) // (3 if kind == 2 else 1)

    def chunk(name, body):
        return (
            struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        )

    head = struct.pack(">IIBBBBB", width, len(rows), 16, kind, 0, 0, 0)
    data = b"".join(b"\0" + struct.pack(f">{len(row)}H", *row) for row in rows)
    parts = [(b"IHDR", head), (b"IDAT", zlib.compress(data)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts)


def test_16_bit_grey_is_scaled_not_cut(shown):
    ramp = [[round(x * 65535 / 39) for x in range(40)] for _ in range(40)]
    _, shot = shown(png16(ramp, 0))
    for x in (205, 250, 300, 350, 395):
        assert shot.getpixel((x, 300))[0] == pytest.approx((x - 200) / 200 * 255, abs=8)


def test_16_bit_grey_that_needs_decoding_is_scaled_too(shown):
    picture = Image.new("I;16", (40, 40))
    for x in range(40):
        for y in range(40):
            picture.putpixel((x, y), round(x * 65535 / 39))
    path, shot = shown(saved(picture, "TIFF"), "x.tif")
    for x in (205, 250, 300, 350, 395):
        assert shot.getpixel((x, 300))[0] == pytest.approx((x - 200) / 200 * 255, abs=8)
    assert b"/BitsPerComponent 8" in path.read_bytes()


def test_16_bit_colour_passes(shown):
    row = [v * 257 for _ in range(20) for v in RED] + [v * 257 for _ in range(20) for v in GREEN]
    _, shot = shown(png16([row] * 40, 2))
    near(corners(shot), [RED, GREEN, RED, GREEN], 1)


def test_alpha_lets_the_ground_through(shown):
    picture = quarters("RGBA")
    picture.paste((0, 0, 0, 0), (20, 20, 40, 40))
    picture.paste((220, 20, 30, 128), (0, 0, 20, 20))
    path, shot = shown(saved(picture))
    near(corners(shot), [(237, 137, 15), GREEN, BLUE, (255, 255, 0)], 3)
    assert path.read_bytes().count(b"/SMask") == 1


def test_alpha_that_hides_nothing_needs_no_mask(shown):
    path, shot = shown(saved(quarters("RGBA")))
    near(corners(shot), [RED, GREEN, BLUE, WHITE], 1)
    assert b"/SMask" not in path.read_bytes()


def test_a_transparent_colour_lets_the_ground_through(shown):
    palette = quarters().quantize(8)
    clear = palette.getpixel((35, 35))
    _, shot = shown(saved(palette, transparency=clear))
    near(corners(shot), [RED, GREEN, BLUE, (255, 255, 0)], 1)
    _, shot = shown(saved(quarters(), transparency=WHITE))
    near(corners(shot), [RED, GREEN, BLUE, (255, 255, 0)], 1)
    _, shot = shown(saved(quarters().convert("L"), transparency=255))
    assert shot.getpixel((350, 350)) == (255, 255, 0)


def interlaced(picture):
    """The picture as an interlaced PNG, pass by pass."""
    passes = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2))
    rows = b""
    for x0, y0, dx, dy in (*passes, (0, 1, 1, 2)):
        for y in range(y0, picture.height, dy):
            line = [picture.getpixel((x, y)) for x in range(x0, picture.width, dx)]
            rows += b"\0" + bytes(part for pixel in line for part in pixel) if line else b""

    def chunk(name, body):
        return (
            struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        )

    head = struct.pack(">IIBBBBB", picture.width, picture.height, 8, 2, 0, 0, 1)
    parts = [(b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts)


def test_an_interlaced_png_is_decoded(shown):
    path, shot = shown(interlaced(quarters()))
    near(corners(shot), [RED, GREEN, BLUE, WHITE], 1)
    assert b"/Predictor" not in path.read_bytes()


@pytest.mark.parametrize("mode", ["RGB", "L", "CMYK"])
@pytest.mark.parametrize("progressive", [False, True])
def test_a_jpeg_passes_unchanged(shown, mode, progressive):
    data = saved(quarters(mode), "JPEG", quality=95, progressive=progressive, subsampling=0)
    path, shot = shown(data, "x.jpg")
    assert data in path.read_bytes()
    wanted = [RED, GREEN, BLUE, WHITE]
    if mode == "L":
        wanted = [(grey,) * 3 for grey in (81, 107, 56, 255)]
    near(corners(shot), wanted, 70 if mode == "CMYK" else 14)


def test_a_jpeg_named_png_is_a_jpeg(shown):
    path, shot = shown(saved(quarters(), "JPEG", quality=95, subsampling=0), "x.png")
    near(corners(shot), [RED, GREEN, BLUE, WHITE], 14)
    assert b"/DCTDecode" in path.read_bytes()


TURNED = {
    1: [RED, GREEN, BLUE, WHITE],
    2: [GREEN, RED, WHITE, BLUE],
    3: [WHITE, BLUE, GREEN, RED],
    4: [BLUE, WHITE, RED, GREEN],
    5: [RED, BLUE, GREEN, WHITE],
    6: [BLUE, RED, WHITE, GREEN],
    7: [WHITE, GREEN, BLUE, RED],
    8: [GREEN, WHITE, RED, BLUE],
}


@pytest.mark.parametrize("form", ["JPEG", "PNG", "TIFF"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_pictures_stand_as_their_camera_was_held(shown, form, orientation):
    exif = Image.Exif()
    exif[0x0112] = orientation
    more = {"quality": 95, "subsampling": 0} if form == "JPEG" else {}
    data = saved(quarters(), form, exif=exif, **more)
    _, shot = shown(data, "x.bin")
    near(corners(shot), TURNED[orientation], 14)
    from PIL import ImageOps

    upright = ImageOps.exif_transpose(Image.open(BytesIO(data))).convert("RGB")
    near(
        [upright.getpixel(at) for at in ((5, 5), (35, 5), (5, 35), (35, 35))],
        TURNED[orientation],
        14,
    )


def test_a_picture_turns_about_its_middle(shown):
    _, shot = shown(saved(quarters()), turn=90.0)
    near(corners(shot), [BLUE, RED, WHITE, GREEN], 1)
    _, shot = shown(saved(quarters()), turn=45.0)
    assert shot.getpixel((300, 230)) == pytest.approx(RED, abs=4)
    assert shot.getpixel((205, 205)) == (255, 255, 0)


def test_a_picture_shows_only_in_its_clip(shown):
    _, shot = shown(saved(quarters()), clip=ellipse(Box(10, 10, 20, 20)))
    assert shot.getpixel((206, 206)) == (255, 255, 0)
    near(corners(shot), [RED, GREEN, BLUE, WHITE], 1)


def test_each_source_is_written_once(tmp_path, pdf, page, card):
    source = tmp_path / "x.png"
    source.write_bytes(saved(quarters()))
    item = Picture(Box(1, 1, 9, 9), str(source), (40, 40))
    scenes = [card(item, item._replace(box=Box(20, 20, 5, 5))) for _ in range(3)]
    path, _ = pdf([page((scene, 10, 10, 0)) for scene in scenes])
    assert path.read_bytes().count(b"/Subtype/Image") == 1
    assert len(re.findall(rb"/I0 \d+ 0 R", path.read_bytes())) == 2  # pages and forms


def bad(kind):
    png, jpeg = saved(quarters()), saved(quarters(), "JPEG")
    huge = struct.pack(">IIBBBBB", 50_000, 50_000, 8, 2, 0, 0, 0)
    head = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + huge
    head += struct.pack(">I", zlib.crc32(b"IHDR" + huge))
    empty = struct.pack(">I", 0)
    huge_png = head + b"".join(
        empty + name + struct.pack(">I", zlib.crc32(name)) for name in (b"IDAT", b"IEND")
    )
    return {
        "empty": b"",
        "words": b"no picture",
        "half a png": png[: len(png) // 2],
        "png with a flipped bit": png[:60] + bytes([png[60] ^ 255]) + png[61:],
        "png without data": png[:33] + png[-12:],
        "half a jpeg": jpeg[: len(jpeg) // 2],
        "a jpeg's start": jpeg[:20],
        "a huge png": huge_png,
        "half a gif": b"GIF89a\x28\0\x28\0\x80\0\0",
    }[kind]


@pytest.mark.parametrize(
    "kind",
    [
        *("empty", "words", "half a png", "png with a flipped bit", "png without data"),
        *("half a jpeg", "a jpeg's start", "a huge png", "half a gif"),
    ],
)
def test_a_broken_picture_is_a_problem(shown, tmp_path, kind):
    with pytest.raises(Refused) as refused:
        shown(bad(kind), "art.png")
    (problem,) = refused.value.problems
    assert problem.code == "picture-unwritable"
    assert problem.where.file == "art.png"
    assert problem.says
    assert [file.name for file in tmp_path.iterdir()] == ["art.png"]


def test_a_missing_picture_is_a_problem(tmp_path, pdf, page, card):
    item = Picture(Box(1, 1, 9, 9), str(tmp_path / "none.png"), (40, 40))
    with pytest.raises(Refused) as refused:
        pdf([page((card(item), 10, 10, 0))])
    (problem,) = refused.value.problems
    assert (problem.code, problem.where.file) == ("picture-unwritable", "none.png")
    assert "No such file" in problem.says
