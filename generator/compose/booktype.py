"""A book's text in its styles in, strips of a column out: one line of text each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from generator.compose.art import Art
from generator.compose.flaw import Flaw
from generator.compose.fonts import Fonts, UnusableFont
from generator.compose.lines import FREE
from generator.compose.setting import Piece, Setting, Span
from generator.compose.strips import Anchor, Numbers, Strip
from generator.compose.text import Typesetter
from generator.flow import Line, Words
from generator.geometry import Box, moved_segments, shifted
from generator.model.style import Styles, TextStyle
from generator.problems import Problems, Where
from generator.scene import Colour, Item, Path, Run
from generator.units import to_mm

HIGH = 100_000.0
"""mm: room enough for any text."""


class BookType:
    """Sets the lines of one book at one size; `scale` enlarges every style and space."""

    def __init__(
        self, styles: Styles, fonts: Fonts, art: Art, problems: Problems, scale: float = 1.0
    ) -> None:
        self.scale = scale
        self.styles = styles
        self._fonts, self._art, self._problems = fonts, art, problems
        self._setter = Typesetter(fonts, styles, self._aspect)
        self._sized: dict[str, TextStyle] = {}
        self._elements: dict[Where, int] = {}
        self.numbers = Numbers({}, {})

    @property
    def places(self) -> tuple[Where, ...]:
        """Where the elements of the pages were written, by their numbers."""
        return tuple(self._elements)

    def element(self, where: Where) -> int:
        """The number of what was written there."""
        return self._elements.setdefault(where, len(self._elements))

    def colour(self, name: str) -> Colour:
        """A colour of the book's palette; black where it has none of that name."""
        return self.styles.palette.get(name, Colour(0, 0, 0))

    def style(self, name: str) -> TextStyle:
        """A text style at the book's scale; the body's where there is none of that name."""
        made = self._sized.get(name)
        if made is None:
            found = self.styles.text.get(name) or self.styles.text["body"]
            least = found.least and found.least * self.scale
            made = found.but(size=found.size * self.scale, least=least)
            self._sized[name] = made
        return made

    def lead(self, style: TextStyle, size: float | None = None) -> float:
        """Baseline to baseline in mm."""
        return to_mm((size or style.size) * style.leading)

    def set(self, line: Line, name: str, width: float, where: Where) -> list[Strip]:
        """The lines of a text; the first two and the last two of a paragraph stay together."""
        style = self.style(name)
        made = self._made(line, style, width, where)
        if made is None:
            return []
        setting, pieces, owners = made
        lead = self.lead(style, setting.size)
        face = self._fonts.face(style.font)
        tall = to_mm((face.ascent + face.descent) * setting.size / 1000)
        count = max(setting.lines, 1)
        rows: list[_Row] = [_Row([], [], []) for _ in range(count)]
        first = to_mm(face.ascent * setting.size / 1000)
        ink, element = self.colour(style.colour), self.element(where)
        runs = _Follow(pieces, owners)
        for span in setting.spans:
            n = min(max(round((span.baseline - first) / lead), 0), count - 1)
            row, drop = rows[n], (lead - tall) / 2 - n * lead
            for part, words in runs.parts(span, self._fonts):
                self._run(part, words, drop, ink, style, element, row)
            row.anchors.extend(Anchor(entry=entry) for entry in runs.entries())
        if setting.icons:
            self._icons(setting, rows, lead, tall, ink, element)
        rows[-1].anchors.extend(Anchor(entry=entry) for entry in runs.entries(last=True))
        return [
            Strip(
                lead,
                tuple(row.items),
                keep=count > 1 and n in (0, count - 2),
                links=tuple(row.links),
                anchors=tuple(row.anchors),
                where=where,
            )
            for n, row in enumerate(rows)
        ]

    def width(self, line: Line, name: str) -> float:
        """How wide a text is when nothing breaks it."""
        made = self._made(line, self.style(name), HIGH, Where(""), align="left")
        if made is None:
            return 0.0
        setting, free = made[0], to_mm(FREE * made[0].size / 1000)
        ends = [span.x + span.width for span in setting.spans]
        ends += [icon.x + icon.w + free for icon in setting.icons]
        return max(ends, default=0.0)

    def _made(
        self, line: Line, style: TextStyle, width: float, where: Where, align: str | None = None
    ) -> tuple[Setting, list[Piece], list[Words]] | None:
        pieces, owners = [], []
        for words in line:
            text = str(self.numbers.pages.get(words.page, 0)) if words.page else words.text
            icon = words.icon or None
            if icon or text:
                pieces.append(Piece("" if icon else text, words.bold, words.italic, icon))
                owners.append(words)
            elif words.entry:
                pieces.append(Piece("", words.bold, words.italic))
                owners.append(words)
        try:
            setting = self._setter.set(
                [piece for piece in pieces if piece.text or piece.icon],
                style,
                width,
                HIGH,
                align="left" if align else None,
            )
        except UnusableFont as fault:
            says = f"font {fault.face}: {fault.says}"
            self._problems.add("font-unusable", where, says, fault.fix)
            return None
        except Flaw as flaw:
            self._problems.add(flaw.code, where, flaw.says, flaw.fix)
            return None
        if where.file:
            self._complain(setting, width, where)
        return setting, pieces, owners

    def _run(
        self,
        part: Span,
        words: Words,
        drop: float,
        ink: Colour,
        style: TextStyle,
        element: int,
        row: _Row,
    ) -> None:
        colour = self.colour("link") if words.link else ink
        y = part.baseline + drop
        row.items.append(
            Run(
                part.x,
                y,
                part.text,
                part.face,
                part.size,
                colour,
                part.width,
                0.0,
                part.kerns,
                "book",
                None,
                element,
            )
        )
        if words.link:
            high = to_mm(part.size)
            row.links.append((Box(part.x, y - 0.8 * high, part.width, 1.05 * high), words.link))

    def _icons(
        self,
        setting: Setting,
        rows: Sequence[_Row],
        lead: float,
        tall: float,
        ink: Colour,
        element: int,
    ) -> None:
        for spot in setting.icons:
            n = min(max(int((spot.y + spot.h / 2) / lead), 0), len(rows) - 1)
            box = Box(spot.x, spot.y + (lead - tall) / 2 - n * lead, spot.w, spot.h)
            paths = self._stamped(spot.name, box, ink)
            rows[n].items.extend(path._replace(element=element) for path in paths)

    def _stamped(self, name: str, box: Box, ink: Colour) -> tuple[Path, ...]:
        """An icon in its box, all in one colour."""
        paths, (wide, _) = self._art.small(name, box.h)
        there = shifted(box.x + (box.w - wide) / 2, box.y)
        return tuple(
            path._replace(
                segments=moved_segments(there, path.segments),
                fill=path.fill and ink,
                stroke=path.stroke and ink,
            )
            for path in paths
        )

    def _aspect(self, name: str) -> float:
        return self._art.aspect(name)

    def _complain(self, setting: Setting, width: float, where: Where) -> None:
        note = self._problems.add
        if setting.over > 0:
            note("text-overflow", where, "the paragraph is too long to be set", "divide it")
        for char in setting.missing:
            says = f"no face has the character {char!r} (U+{ord(char):04X})"
            fix = "write it otherwise, or add a face that has it to fallback"
            note("glyph-missing", where, says, fix)
        for char in setting.refused:
            says = f"{char!r} (U+{ord(char):04X}) is of a script or plane not set here"
            note("script-refused", where, says, "write it otherwise")
        for manner in setting.unstyled:
            says = f"the book's style has no face for {manner} text"
            note("text-unstyled", where, says, f"name one: {manner}: in the style")
        for word in setting.broken:
            says = f"the word {word!r} is cut to fit a width of {width:.1f} mm"
            note("word-cut", where, says, "give it a soft hyphen or more room")


class _Row(NamedTuple):
    """One line being made."""

    items: list[Item]
    links: list[tuple[Box, str]]
    anchors: list[Anchor]


class _Follow:
    """Walks along the source of a text with its spans, to tell whose words each character is."""

    def __init__(self, pieces: Sequence[Piece], owners: Sequence[Words]) -> None:
        self._chars: list[tuple[str, int]] = []
        self._waiting: list[tuple[int, str]] = []
        for index, (piece, words) in enumerate(zip(pieces, owners, strict=True)):
            if words.entry:
                self._waiting.append((len(self._chars), words.entry))
            self._chars += [(char, index) for char in piece.text]
        self._owners = owners
        self._at = 0

    def parts(self, span: Span, fonts: Fonts) -> list[tuple[Span, Words]]:
        """The span, split where a link begins or ends."""
        whose = [self._next(char) for char in span.text]
        if len({self._owners[index].link for index in whose}) == 1:
            return [(span, self._owners[whose[0]])]
        face = fonts.face(span.face)
        kerns = span.kerns or (0.0,) * (len(span.text) - 1)
        steps = [w + k for w, k in zip(face.widths(span.text), (*kerns, 0.0), strict=True)]
        out, start = [], 0
        for end in range(1, len(whose) + 1):
            link = self._owners[whose[start]].link
            if end < len(whose) and self._owners[whose[end]].link == link:
                continue
            a, b = start, end
            while a < b and span.text[a] == " ":
                a += 1
            while b > a and span.text[b - 1] == " ":
                b -= 1
            if a < b:
                em = to_mm(span.size) / 1000
                x = span.x + sum(steps[:a]) * em
                inner = kerns[a : b - 1] if any(kerns[a : b - 1]) else ()
                last = kerns[b - 1] if b <= len(kerns) else 0.0
                width = (sum(steps[a:b]) - last) * em
                part = Span(x, span.baseline, span.text[a:b], span.face, span.size, width, inner)
                out.append((part, self._owners[whose[start]]))
            start = end
        return out

    def entries(self, last: bool = False) -> list[str]:
        """Index entries passed since it was asked before; `last`: all that are left."""
        count = sum(1 for at, _ in self._waiting if last or at < self._at)
        passed, self._waiting = self._waiting[:count], self._waiting[count:]
        return [entry for _, entry in passed]

    def _next(self, char: str) -> int:
        """Whose the next such character is; capitals and hyphens that the setter made count."""
        chars, at = self._chars, self._at
        while at < len(chars) and chars[at][0] not in (char, char.lower()):
            if not (chars[at][0].isspace() or chars[at][0] in "\u00ad\u200b\u2060"):
                break
            at += 1
        if at == len(chars):
            return chars[-1][1]
        self._at = at + 1 if chars[at][0] in (char, char.lower()) else at
        return chars[at][1]
