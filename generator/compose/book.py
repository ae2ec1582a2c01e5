"""A book component's text and the game's data in, its flow out; faults become located problems."""

from __future__ import annotations

from collections.abc import Iterable

from generator.compose.faces import Composer
from generator.compose.flaw import Flaw, near
from generator.compose.inserts import BookData, Inserts
from generator.compose.markdown import MarkdownReader
from generator.compose.prose import Literal, ProseTemplates
from generator.flow import (
    Block,
    Cover,
    Figure,
    Flow,
    Line,
    Paragraph,
    Words,
    every,
    headings,
    lines,
)
from generator.model.game import Game
from generator.model.sources import Sources
from generator.problems import Problems, Where

__all__ = ["BookComposer", "BookData"]


class BookComposer:
    """Composes the books of one game."""

    def __init__(
        self, game: Game, sources: Sources, composer: Composer, problems: Problems
    ) -> None:
        self._game, self._sources = game, sources
        self._composer, self._problems = composer, problems
        self._templates = ProseTemplates(game, sources)

    @property
    def typed(self) -> list[Literal]:
        """Literal text of all books composed so far."""
        return self._templates.typed

    def compose(
        self,
        text: str,
        data: BookData,
        where: Where,
        *,
        title: str = "Rulebook",
        cover: bool = True,
    ) -> Flow | None:
        """The flow of the text file called `text`, which `where` names.

        With `cover` it has a title page and a back cover that credit the game's author. None where
        the text cannot be read at all; whatever is wrong is noted.
        """
        try:
            prose = self._templates.prose(text, data.values)
        except Flaw as flaw:
            place = Where(flaw.file, flaw.line) if flaw.file else where
            self._problems.add(flaw.code, place, flaw.says, flaw.fix)
            return None
        ids = set[str]()
        reader = MarkdownReader(self._problems, ids)
        figures = self._game.figures
        inserts = Inserts(self._composer, data, reader.line, ids, figures, self._problems)
        reader.expand = inserts.expand
        blocks = reader.read(prose)
        place = prose.places[0]._replace(line=0)
        file = self._game.file
        flow = Flow(
            title=f"{file.name}: {title}",
            foot=f"{file.short or file.name}: {title}",
            language="en",
            cover=self._cover(title, inserts, place) if cover else None,
            blocks=tuple(blocks),
            back=(*reader.back, *(self._credits(place) if cover else ())),
            where=place,
        )
        self._check(flow)
        return flow

    def _cover(self, title: str, inserts: Inserts, where: Where) -> Cover:
        file = self._game.file
        made = [f"after the game by {file.credits.author}", file.credits.edition]
        return Cover(file.name, title, tuple(made), inserts.cover, where, inserts.whole)

    def _credits(self, where: Where) -> Iterable[Block]:
        """Who made what, at the end of the back cover."""
        file, made = self._game.file, self._game.file.credits
        texts = [
            f"{made.title}, by {made.author}.",
            made.edition,
            made.notice,
            f"Version {file.version}.",
        ]
        return [Paragraph((Words(text),), where, "cover-credit") for text in texts if text]

    def _check(self, flow: Flow) -> None:
        """Links and page references lead to something that is there."""
        known = {heading.id for heading in headings(flow)}
        known |= {b.id for b in every(flow.blocks) if isinstance(b, Figure)}
        seen: set[tuple[str, Where]] = set()
        for line, where in lines(flow):
            for target in _targets(line):
                if target not in known and (target, where) not in seen:
                    seen.add((target, where))
                    fix = near(target, known, "heading")
                    self._problems.add(
                        "book-anchor", where, f"#{target} is no heading or figure here", fix
                    )


def _targets(line: Line) -> list[str]:
    """The anchors that a text leads to."""
    links = [word.link[1:] for word in line if word.link.startswith("#") and not word.page]
    return links + [word.page for word in line if word.page]
