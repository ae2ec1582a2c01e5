"""deck.json in, PDF out: the common deck by Jinja and WeasyPrint (both from PyPI)."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from jinja2 import Environment
from markupsafe import Markup, escape
from weasyprint import HTML

FONTS = Path(__file__).resolve().parents[2] / "fonts" / "source-sans-3"

PAGE = """\
<!doctype html><html lang="en"><meta charset="utf-8"><title>Common deck</title><style>
@font-face { font-family: Deck; src: url({{ fonts }}/SourceSans3_400Regular.ttf) }
@font-face { font-family: Deck; font-weight: bold; src: url({{ fonts }}/SourceSans3_700Bold.ttf) }
@font-face { font-family: Deck; font-style: italic;
             src: url({{ fonts }}/SourceSans3_400Regular_Italic.ttf) }
@page { size: 210mm 297mm; margin: 0 }
body { margin: 0; font: 8.5pt/1.2 Deck; color: #1B1B1B; font-kerning: none }
section { position: relative; width: 210mm; height: 297mm; break-after: page }
section:last-child { break-after: auto }
article, article div, article img, i, b.mark { position: absolute; box-sizing: border-box }
article { width: 63mm; height: 88mm; overflow: hidden }
.frame { left: 3.2mm; top: 3.2mm; width: 56.6mm; height: 81.6mm;
         border: 0.6mm solid; border-radius: 3.3mm }
.title { left: 5mm; top: 5mm; width: 53mm; font: bold 13pt/6mm Deck; text-align: center }
.banner { left: 6mm; top: 11.5mm; width: 51mm; height: 5mm; color: white; text-align: center;
          font: bold 9pt/5mm Deck; text-transform: uppercase }
.rules { left: 6mm; top: 47.5mm; width: 51mm }
.flavour { left: 6mm; top: 70mm; width: 51mm; font: italic 7.5pt/1.2 Deck; text-align: center }
.footer { left: 6mm; top: 80.2mm; width: 51mm; font-size: 6pt; color: #555555; text-align: center }
.picture { left: {{ box[0] }}mm; top: {{ box[1] }}mm; width: {{ box[2] }}mm }
.back { background: #22304A }
.back svg { position: absolute; left: 0; top: 0; width: 63mm; height: 88mm }
.back div { left: 7mm; top: 38mm; width: 49mm; color: white; font: bold 20pt/12mm Deck;
            text-align: center }
i { width: 0; height: 5mm; border-left: 0.25pt solid black }
b.mark { width: 4.3mm; height: 0; border-top: 0.25pt solid black }
{% for role, colour in roles.items() %}
.{{ role }} .frame { border-color: {{ colour }} } .{{ role }} .banner { background: {{ colour }} }
{% endfor %}
</style>
{% for page in cards|batch(9) %}
<section>
{% for row in page %}
<article class="{{ row.role }}" style="left: {{ 10.5 + 63 * (loop.index0 % 3) }}mm;
 top: {{ 16.5 + 88 * (loop.index0 // 3) }}mm"><div class="frame"></div>
<div class="title">{{ row.name }}</div><div class="banner">{{ row.role }}</div>
<img class="picture" src="{{ row.picture }}"><div class="rules">{{ row.rules|rich }}</div>
<div class="flavour">{{ row.flavour }}</div><div class="footer">{{ row.footer }}</div></article>
{% endfor %}
{% for n in range(4) %}
<i style="left: {{ 10.5 + 63 * n }}mm; top: 10.5mm"></i>
<i style="left: {{ 10.5 + 63 * n }}mm; top: 281.5mm"></i>
<b class="mark" style="top: {{ 16.5 + 88 * n }}mm; left: 5.2mm"></b>
<b class="mark" style="top: {{ 16.5 + 88 * n }}mm; left: 200.5mm"></b>
{% endfor %}
</section>
<section>
{% for row in page %}
<article class="back" style="left: {{ 136.5 - 63 * (loop.index0 % 3) }}mm;
 top: {{ 16.5 + 88 * (loop.index0 // 3) }}mm"><svg viewBox="0 0 63 88"><path fill="#2B3C5C" d="
{%- for x, y in diamonds %}M{{ x - 4 }} {{ y }}l4 -5 4 5 -4 5z{% endfor %}"/></svg>
<div>COMMON DECK</div></article>
{% endfor %}
</section>
{% endfor %}
</html>"""


def rich(text: str) -> Markup:
    """**bold** as HTML, the rest escaped."""
    return Markup(re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", str(escape(text))))


def main(folder: Path, pdf: Path) -> None:
    """Jinja to HTML, HTML to PDF."""
    data = json.loads((folder / "deck.json").read_text(encoding="utf-8"))
    jinja = Environment(autoescape=True)
    jinja.filters["rich"] = rich
    html = jinja.from_string(PAGE).render(data, fonts=FONTS.as_uri())
    HTML(string=html, base_url=f"{folder.resolve().as_uri()}/").write_pdf(pdf)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
