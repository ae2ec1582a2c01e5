"""deck.json in, PDF out: the common deck by Typst (PyPI), tagged (its default) or not."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import typst

FONTS = Path(__file__).resolve().parents[2] / "fonts" / "source-sans-3"


def main(folder: Path, pdf: Path, tags: bool) -> None:
    """Typst reads the JSON and the pictures by itself; its template has to lie under its root."""
    template = shutil.copy(Path(__file__).with_name("deck.typ"), folder)
    typst.compile(
        template,
        output=str(pdf),
        root=str(folder),
        font_paths=[str(FONTS)],
        ignore_system_fonts=True,
        sys_inputs={"deck": "deck.json"},
        pdf_tags=tags,
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), tags=sys.argv[3] == "tagged")
