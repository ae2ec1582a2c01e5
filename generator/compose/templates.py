"""A template's name and a card in, the face's markup out; faults are raised as located `Flaw`s."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from jinja2 import BaseLoader, Template, TemplateNotFound, TemplateSyntaxError, UndefinedError
from jinja2.environment import Environment
from jinja2.exceptions import SecurityError
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

from generator.compose.budget import MARKUP, TooBig
from generator.compose.flaw import Flaw, near
from generator.compose.rich import BREAK
from generator.compose.sandbox import FaceContext, Sandbox
from generator.compose.views import Views
from generator.model.card import Card
from generator.model.game import Component, Game
from generator.model.sources import Kind, Missing, Sources

PLACE = "cw-at"
"""The hidden attribute that carries `file number:line` of a start tag when places are asked for."""

LARGEST = 256 * 1024
"""Bytes of a template file."""

_START = re.compile(r"<([A-Za-z][\w.-]*)(?=[\s/>{]|\Z)")


Texts = Mapping[str, Callable[[Game], str]]
"""Texts by name that a game's rules make of its data."""

Height = Callable[[str, str, float, float | None], float]
"""A text, the name of its style, a width in mm, a size in pt (None: the style's): mm high."""


class Loader(BaseLoader):
    """Templates by way of `sources`; remembers what each is called in problems."""

    def __init__(self, sources: Sources, kind: Kind = "template") -> None:
        self.sources = sources
        self.kind = kind
        self.files: list[str] = []

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str, Callable[[], bool] | None]:
        """The template's text and shown name; raises Flaw."""
        if not isinstance(template, str):
            raise Flaw("template-missing", f"{template!r} is no template's name")
        found = self.sources.find(self.kind, template)
        if isinstance(found, Missing):
            raise Flaw(found.code, found.says, found.fix)
        shown = self.sources.shown(found)
        try:
            with found.open("rb") as file:
                raw = file.read(LARGEST + 1)
        except OSError as error:
            says = f"template {template!r} cannot be read: {error.strerror}"
            raise Flaw("template-missing", says, file=shown) from None
        if len(raw) > LARGEST:
            says = f"the template is over {LARGEST // 1024} KiB"
            raise Flaw("face-too-big", says, "split it with include", file=shown)
        try:
            text = raw.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = raw.count(b"\n", 0, error.start) + 1
            says = "the template is not UTF-8"
            raise Flaw("template-syntax", says, "save it as UTF-8", file=shown, line=line) from None
        if shown not in self.files:
            self.files.append(shown)
        return text, shown, None


class _Places(Extension):
    """Writes the place of each literal start tag into it."""

    def filter_stream(self, stream: TokenStream) -> TokenStream:
        """The template's tokens, their literal text with places added."""
        loader = self.environment.loader
        assert isinstance(loader, Loader)
        file = loader.files.index(stream.filename or "")

        def placed() -> Any:
            for token in stream:
                if token.type != "data":
                    yield token
                    continue
                text, first = token.value, token.lineno

                def put(found: re.Match[str], text: str = text, first: int = first) -> str:
                    line = first + text.count("\n", 0, found.start())
                    return f'<{found[1]} {PLACE}="{file}:{line}"'

                yield Token(first, "data", _START.sub(put, text))

        return TokenStream(placed(), stream.name, stream.filename)


class Templates:
    """Renders the templates of one game.

    `texts` are those that its rules make, `height` measures a text in a style and a width.
    """

    def __init__(
        self, game: Game, sources: Sources, texts: Texts | None = None, height: Height | None = None
    ) -> None:
        self._game = game
        self._texts = texts or {}
        self._tall = height
        self._views = Views(game)
        self._loader = Loader(sources)
        self._plain = self._sandbox()
        self._located: Sandbox | None = None
        self._still: set[tuple[str, str]] = set()
        self._asked: dict[str, set[object]] = {}
        self._begun: set[str] | None = None
        self.budget = self._plain.budget

    def _sandbox(self, *extensions: type[Extension]) -> Sandbox:
        made = Sandbox(loader=self._loader, extensions=extensions, auto_reload=False)
        made.globals |= self.shared()
        return made

    def shared(self) -> dict[str, Any]:
        """What every template of the game sees."""
        return {
            "game": self._views.whole(),
            "fig": self._fig,
            "count": self._count,
            "catalog": lambda name="": self._views.catalog(name),
            "cards": lambda name="": self._views.cards(name),
            "low_ink": self._game.low_ink,
            "option": self._option,
            "text": self._text,
            "height": self._height,
        }

    def dress(self, game: Game) -> None:
        """Go on for the same game, printed for somebody else; compiled templates are kept."""
        self._game, self._views = game, Views(game)
        self._still.clear()
        self._begun = set()

    def alike(self, name: str) -> tuple[Any, ...] | None:
        """What the template has asked so far of whom the game is printed for, with the values.

        Where they are equal for two people, so is the markup of each card. None: not known yet.
        """
        person, asked = self._game.person, self._asked.get(name)
        if person is None or asked is None:
            return None
        known = {"id": person.id, "name": person.name, **person.fields}
        return tuple((key, known.get(str(key))) for key in sorted(asked, key=str))

    def _anew(self, name: str) -> None:
        """Forget what imported templates have set: for somebody else it may be something else.

        Done before each template's first face for a person, so that what is set is asked again.
        """
        assert self._begun is not None
        self._begun.add(name)
        for sandbox in (self._plain, self._located):
            for template in sandbox.cache.values() if sandbox and sandbox.cache else ():
                template._module = None

    def markup(self, name: str, component: Component, card: Card, *, places: bool = False) -> str:
        """The markup of one face.

        With `places` each literal start tag carries its place in the attribute `PLACE`. Raises
        Flaw, located at the template's line where there is one.
        """
        if places and self._located is None:
            self._located = self._sandbox(_Places)
            self._located.budget = self.budget
        sandbox = self._located if places and self._located else self._plain
        sandbox.personal = False
        if self._begun is not None and name not in self._begun:
            self._anew(name)
        asked = self._views.asked
        asked.clear()
        try:
            template = sandbox.get_template(name)
            values = {
                "card": self._views.card(card, component),
                "component": self._views.component(component),
            }
            if component.net is not None:
                values["net"] = self._views.net(component)
            context = FaceContext(sandbox, sandbox.globals | values, name, template.blocks)
            rendering = template.root_render_func(context)
            parts, size = [], 0
            for part in rendering:
                parts.append(part)
                size += len(part)
                if size > MARKUP:
                    raise flood(template, rendering)
        except Exception as error:
            raise self.flaw(error) from None
        text = "".join(parts)
        self._asked.setdefault(name, set()).update(asked)
        if not places and not sandbox.personal and not component.nets:
            self._still.add((name, component.id))
        return text

    def still(self, name: str, component: Component) -> bool:
        """Whether the template never asked for the card, so gives all of them the same markup."""
        return (name, component.id) in self._still

    def place(self, mark: str) -> tuple[str, int]:
        """File and line that the value of a `PLACE` attribute means."""
        file, _, line = mark.partition(":")
        if not (file.isdigit() and line.isdigit()) or int(file) >= len(self._loader.files):
            return "", 0
        return self._loader.files[int(file)], int(line)

    def _fig(self, name: str) -> int:
        try:
            return self._game.figures.fig(name)
        except (KeyError, TypeError):
            known = self._game.figures.figures
            raise Flaw(
                "template-undefined",
                f"there is no figure {name!r}",
                near(str(name), known, "figure in this game"),
            ) from None

    def _count(self, amount: int, unit: str) -> str:
        try:
            return self._game.figures.words(amount, unit)
        except (KeyError, TypeError):
            known = self._game.figures.units
            raise Flaw(
                "template-undefined",
                f"there is no unit {unit!r}",
                near(str(unit), known, "unit in this game"),
            ) from None

    def _text(self, name: str) -> str:
        made = self._texts.get(name) if isinstance(name, str) else None
        if made is None:
            fix = near(str(name), self._texts, "text that the game's rules make")
            raise Flaw("template-undefined", f"there is no text {name!r:.80}", fix)
        if self._game.person is not None:  # such a text may hold anything of them
            self._views.asked.update(("id", "name", *self._game.person.fields))
        return made(self._game)

    def _height(self, text: object, style: str, width: float, size: float | None = None) -> float:
        """mm that a text takes in a style at a width; whatever is empty takes none."""
        if self._tall is None or text is None or not str(text):
            return 0.0
        said = str(text).replace(BREAK, "\n")
        self._plain.budget.text(len(said))
        return self._tall(said, style, width, size)

    def _option(self, name: str) -> str:
        try:
            return self._game.figures.options[name].default
        except (KeyError, TypeError):
            known = self._game.figures.options
            raise Flaw(
                "template-undefined",
                f"there is no option {name!r}",
                near(str(name), known, "option in this game"),
            ) from None

    def flaw(self, error: Exception) -> Flaw:
        """The fault as a Flaw with the template's line."""
        if isinstance(error, TemplateSyntaxError):
            file = error.filename or self._shown(error.name)
            fix = ""
            if str(error.message).startswith("No filter named"):
                fix = near(str(error.message).split("'")[1], self._plain.filters, "filter")
            return Flaw("template-syntax", str(error.message), fix, file=file, line=error.lineno)
        flaw = _as_flaw(error, self._plain)
        if not flaw.file:
            flaw.file, flaw.line = _innermost(error)
        return flaw

    def _shown(self, name: str | None) -> str:
        found = self._loader.sources.find("template", name) if name else None
        return (
            "" if found is None or isinstance(found, Missing) else self._loader.sources.shown(found)
        )


def _as_flaw(error: Exception, sandbox: Sandbox) -> Flaw:
    if isinstance(error, Flaw):
        return error
    if isinstance(error, SecurityError):
        return Flaw("template-unsafe", str(error), "templates reach declared fields only")
    if isinstance(error, UndefinedError):
        says = str(error.message or "an undefined name")
        known = {"card", "component", *sandbox.globals}
        fix = near(says.split("'")[1], known) if says.endswith("' is undefined") else ""
        return Flaw("template-undefined", says, fix)
    if isinstance(error, RecursionError):
        if _innermost(error)[0]:
            says = "a macro or include calls itself without end"
            return Flaw("face-too-slow", says, "give it an end")
        return Flaw("template-syntax", "the template is nested too deeply")
    if isinstance(error, SyntaxError):  # Python's, of the code that Jinja made
        return Flaw("template-syntax", f"the template is nested too deeply: {error.msg}")
    if isinstance(error, MemoryError):
        return Flaw("face-too-big", "the template needs more memory than there is")
    if isinstance(error, TemplateNotFound):
        return Flaw("template-missing", f"there is no template {error.name!r}")
    return Flaw("template-failed", f"{type(error).__name__}: {error}"[:300])


def flood(template: Template, rendering: Any) -> Flaw:
    """More is being rendered than a face or text may hold: the fault, at the template's line."""
    flaw = TooBig(f"the template makes more than {MARKUP:,} characters")
    flaw.file = str(template.filename)
    flaw.line = template.get_corresponding_lineno(rendering.gi_frame.f_lineno)
    return flaw


def _innermost(error: Exception) -> tuple[str, int]:
    """File and line of the last template frame that the error passed; ("", 0) without one."""
    place, trace = ("", 0), error.__traceback__
    while trace is not None:
        template = trace.tb_frame.f_globals.get("__jinja_template__")
        if template is not None:
            place = template.filename, template.get_corresponding_lineno(trace.tb_lineno)
        trace = trace.tb_next
    return place
