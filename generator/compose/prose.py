"""The name of a text with Jinja in it and data in, Markdown and the line each line comes from out.

Jinja runs in the sandbox and under the budget of faces. What an expression prints is data, not
Markdown: every sign that could mean something is escaped, unless it went through `rich`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from typing import Any, NamedTuple

from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from markupsafe import Markup

from generator.compose.budget import MARKUP, clock
from generator.compose.flaw import Flaw
from generator.compose.rich import BREAK
from generator.compose.rich import rich as rich_markup
from generator.compose.sandbox import Sandbox
from generator.compose.templates import Loader, Templates, flood
from generator.model.game import Game
from generator.model.sources import Sources
from generator.problems import Where

_SIGNS = re.compile(r"[!-/:-@\[-`{-~]")
_MARK = re.compile("\ue000(\\d+):(\\d+)\ue001")
_TAG = re.compile(r'</?b>|</?i>|<icon name="([^"]*)"/>')


class Literal(NamedTuple):
    """A stretch of a text as its author typed it, from `line` of `file` on."""

    file: str
    line: int
    text: str


class Prose(NamedTuple):
    """Markdown; `places` says where each of its lines was written."""

    text: str
    places: tuple[Where, ...]


def escaped(text: str) -> str:
    """Plain data so that Markdown prints it as it is."""
    return _SIGNS.sub(lambda sign: f"&#{ord(sign[0])};", text)


class _Marks(Extension):
    """Ends each literal line with its place and keeps what was typed."""

    def filter_stream(self, stream: TokenStream) -> TokenStream:
        """The tokens of a template, a mark before each newline of its text."""
        sandbox = self.environment
        assert isinstance(sandbox, ProseSandbox)
        assert isinstance(sandbox.loader, Loader)
        shown = stream.filename or ""
        file = sandbox.loader.files.index(shown)

        def marked() -> Any:
            for token in stream:
                if token.type != "data":
                    yield token
                    continue
                sandbox.typed.append(Literal(shown, token.lineno, token.value))
                parts = token.value.split("\n")
                out = [
                    f"{part}\ue000{file}:{token.lineno + n}\ue001" for n, part in enumerate(parts)
                ]
                yield Token(token.lineno, "data", "\n".join(out))

        return TokenStream(marked(), stream.name, stream.filename)


class ProseSandbox(Sandbox):
    """The sandbox of faces, its output escaped for Markdown; `typed` gathers literal text."""

    def __init__(self, **options: Any) -> None:
        self.typed: list[Literal] = []
        super().__init__(**options)
        self.filters["rich"] = self._rich

    def shown(self, value: Any) -> Any:
        """What an expression prints, every sign of Markdown escaped."""
        text = super().shown(value)
        if type(text) is Markup:
            return text
        return Markup(escaped(str(text)))  # noqa: S704 - every sign is escaped

    def printed(self, value: Any) -> str:
        """As `shown`: nothing of it is plain text."""
        return self.shown(value)  # type: ignore[no-any-return]  # always Markup

    def _rich(self, value: object) -> Markup:
        if value is None:
            return Markup()
        if not isinstance(value, str):
            raise Flaw("template-failed", "rich takes a text", "leave the filter out")
        out, at = [], 0
        markup = str(rich_markup(value))
        for tag in _TAG.finditer(markup):
            out.append(escaped(unescape(markup[at : tag.start()])))
            stars = "**" if tag[0].endswith("b>") else "*"
            out.append(f":{tag[1]}:" if tag[1] else stars)
            at = tag.end()
        out.append(escaped(unescape(markup[at:])))
        made = "".join(out)
        self.budget.text(len(made))
        return Markup(made)  # noqa: S704 - every part is escaped above


class ProseTemplates(Templates):
    """Renders the texts of one game's books."""

    def __init__(self, game: Game, sources: Sources) -> None:
        super().__init__(game, sources)
        self._first = Loader(sources, "text")
        self._first.files = self._loader.files

    def _sandbox(self, *extensions: type[Extension]) -> Sandbox:
        made = ProseSandbox(loader=self._loader, extensions=(_Marks,), auto_reload=False)
        made.globals |= self.shared()
        made.globals["plain"] = str
        return made

    @property
    def typed(self) -> list[Literal]:
        """Literal text of every template rendered so far."""
        assert isinstance(self._plain, ProseSandbox)
        return self._plain.typed

    def prose(self, name: str, values: Mapping[str, Any]) -> Prose:
        """The text called `name` with `values`; raises Flaw, located where a line is known."""
        sandbox = self._plain
        self.budget.start()
        try:
            with clock():
                source, file, _ = self._first.get_source(sandbox, name)
                code = sandbox.compile(source, name, file)
                template = sandbox.template_class.from_code(sandbox, code, sandbox.make_globals({}))
                rendering = template.root_render_func(template.new_context(dict(values)))
                parts, size = [], 0
                for part in rendering:
                    parts.append(part)
                    size += len(part)
                    if size > MARKUP:
                        raise flood(template, rendering)
        except Exception as error:
            raise self.flaw(error) from None
        return self._placed("".join(parts))

    def _placed(self, marked: str) -> Prose:
        lines, places = [], []
        here = Where(self._loader.files[0], 1)
        waiting = 0
        for line in marked.replace(BREAK, "&#10;").split("\n"):
            marks = _MARK.findall(line)
            waiting += 1
            if marks:
                file, number = (int(part) for part in marks[0])
                if file < len(self._loader.files):
                    here = Where(self._loader.files[file], number)
                places += [here] * waiting
                waiting = 0
            lines.append(_MARK.sub("", line))
        places += [here] * waiting
        return Prose("\n".join(lines), tuple(places))
