"""Many hostile games in one workspace, one run of the command over all of them."""

from __future__ import annotations

import os
import struct
import tempfile
import time
import zlib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from small_game import LOCATED, Ran, Small, run, snapshot

CANARY = "CANARYSECRETWORD"
SECONDS = 60
"""A run over a whole workspace; it takes about a tenth, and far more only if a bomb goes off."""

Make = Callable[[Small], None]


def outside(root: Path) -> dict[str, Path]:
    """Files beyond the workspace that nobody may read: by kind, each holds the canary."""
    root.mkdir()
    shape = '<rect width="1" height="1"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">{shape}</svg>'
    texts = {
        "yaml": f"id: {CANARY}\nname: {CANARY}\nfigures: {{{CANARY}: {{value: 1}}}}\n",
        "xml": f'<card><text box="6 6 50 9" style="title">{CANARY}</text></card>',
        "csv": f"id,title\n{CANARY},x\n",
        "svg": svg,
        "txt": CANARY,
    }
    made = {kind: root / f"secret.{kind}" for kind in texts}
    for kind, text in texts.items():
        made[kind].write_text(text)
    return made


@cache
def good_build() -> dict[str, bytes]:
    """The files of a good build of the small game."""
    with tempfile.TemporaryDirectory() as folder:
        small = Small(Path(folder))
        small.build("out")
        return snapshot(small.root / "out")


def earlier(root: Path, game: str) -> None:
    """An earlier good build of the game, as far as later ones can tell."""
    folder = root / "output" / game / "home-a4"
    folder.mkdir(parents=True)
    for name, data in good_build().items():
        (folder / name).write_bytes(data.replace(b'"game": "small"', f'"game": "{game}"'.encode()))


def refuse_all(tmp_path: Path, games: Mapping[str, tuple[Make, str]]) -> Ran:
    """Build all games in one run: each must be refused with its code at a place of its own.

    Nothing outside may be read or changed, no earlier output touched, no trace left behind.
    """
    secrets = outside(tmp_path / "outside")
    before_outside = snapshot(tmp_path / "outside")
    root = tmp_path / "here"
    for game, (make, _) in games.items():
        small = Small(root, game)
        make(small)
        earlier(root, game)
    before = snapshot(root / "output")
    start = time.monotonic()
    ran = run(root, "build", *games, seconds=SECONDS)
    assert time.monotonic() - start < SECONDS
    assert ran.code == 1, ran.said[-2000:]
    sound(ran)
    amiss = []
    for game, (_, code) in games.items():
        said = [line for line in ran.err.splitlines() if f"{game}/" in line or f"{game}." in line]
        if not any(f"[{code}]" in line and LOCATED.match(line) for line in said):
            amiss.append(f"{game}: no {code}, but {said[:3]}"[:600])
    assert not amiss, "\n".join(amiss)
    assert snapshot(root / "output") == before
    assert snapshot(tmp_path / "outside") == before_outside
    assert set(secrets["txt"].parent.iterdir()) == set(secrets.values())
    return ran


def sound(ran: Ran) -> None:
    """No traceback, no secret, no machine's own words in what a command said."""
    assert "Traceback" not in ran.said, ran.err[-3000:]
    assert CANARY not in ran.said
    assert "Warning:" not in ran.err, ran.err[-3000:]


def link(name: str, kind: str) -> Make:
    """A file of the game that is a link to a secret outside."""

    def make(small: Small) -> None:
        path = small.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        path.symlink_to(small.root.parent / "outside" / f"secret.{kind}")

    return make


def instead(name: str, kind: str) -> Make:
    """Something else than a plain file where a file belongs."""

    def make(small: Small) -> None:
        path = small.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        if kind == "fifo":
            os.mkfifo(path)
        elif kind == "zero":
            path.symlink_to("/dev/zero")
        else:
            path.mkdir()

    return make


def edit(name: str, old: str, new: str) -> Make:
    return lambda small: small.edit(name, old, new)


def write(name: str, content: str | bytes) -> Make:
    def make(small: Small) -> None:
        small.write(name, content)

    return make


def face(inside: str) -> Make:
    return lambda small: small.face(inside)


def words(expression: str) -> Make:
    """A face whose text is this template code."""
    return face(f'<text box="6 6 50 30" style="words">{expression}</text>')


def picture(data: bytes, end: str = "png") -> Make:
    """A face that shows this picture, named like the game, so that problems tell which it is."""

    def make(small: Small) -> None:
        small.write(f"art/{small.id}.{end}", data)
        small.face(f'<image box="3 3 20 20" src="art/{small.id}.{end}"/>')

    return make


def both(*makes: Make) -> Make:
    def make(small: Small) -> None:
        for one in makes:
            one(small)

    return make


def chunk(name: bytes, data: bytes) -> bytes:
    """A PNG chunk."""
    check = struct.pack(">I", zlib.crc32(name + data))
    return struct.pack(">I", len(data)) + name + data + check


def png(
    width: int,
    height: int,
    pixels: bytes | None = None,
    *,
    bits: int = 8,
    kind: int = 2,
    extra: bytes = b"",
) -> bytes:
    """A PNG that says so many pixels; `pixels` are packed as they stand, else 100 zero bytes."""
    header = struct.pack(">IIBBBBB", width, height, bits, kind, 0, 0, 0)
    packed = zlib.compress(bytes(100)) if pixels is None else pixels
    start = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
    return start + extra + chunk(b"IDAT", packed) + chunk(b"IEND", b"")
