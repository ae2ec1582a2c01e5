"""A component's card in, the scenes of its face and back out; faults become located problems."""

from __future__ import annotations

from typing import Literal, NamedTuple

from generator.codes import CODES
from generator.compose.art import Art
from generator.compose.attributes import FARTHEST
from generator.compose.budget import clock
from generator.compose.flaw import Flaw, near
from generator.compose.fonts import Fonts, UnusableFont
from generator.compose.markup import parse
from generator.compose.place import BLEED, Drawn, Placer
from generator.compose.plainlabel import BLACK, plain_run
from generator.compose.templates import Templates, Texts
from generator.compose.text import Piece, Typesetter
from generator.geometry import Matrix, moved_segments
from generator.model.card import Card
from generator.model.game import Component, Game
from generator.model.sources import Missing, Sources
from generator.problems import Problems, Where
from generator.scene import Field, Item, Outline, Run, Scene

Side = Literal["front", "back"]

_KEPT = 512
"""Faces remembered by their markup: equal markup is parsed and placed once."""

_LABEL_FACE = "source-sans-400"
_WHOLE = ("template-", "face-too-")
"""Faults of a template as a whole, found while it renders."""

_COSTLY = 10
"""Faces that take too long or grow too big before the rest of a game is left alone."""

_SOFT = frozenset({"text-overflow"})
"""Errors that leave a face to look at."""


class _Face(NamedTuple):
    """What equal markup shares."""

    items: tuple[Item, ...]
    tiles: bool
    fields: tuple[Field, ...]


class Composer:
    """Composes the cards of one game, one after another; not for several threads at once.

    `texts` are what its rules make of its data, by the names that templates ask for.
    """

    def __init__(
        self, game: Game, sources: Sources, problems: Problems, texts: Texts | None = None
    ) -> None:
        self._game = game
        self._sources = sources
        self._problems = problems
        self._templates = Templates(game, sources, texts, self._height)
        self._art = Art(sources)
        self._fonts = Fonts(game.styles.faces)
        self._setter = Typesetter(self._fonts, game.styles, self._art.aspect)
        self._placers: dict[tuple[float, float], Placer] = {}
        self._faces: dict[tuple[tuple[float, float], str], _Face] = {}
        self._marks: tuple[tuple[str, str, Side] | None, tuple[str, ...]] = None, ()
        self._still: dict[tuple[str, str], _Face] = {}
        self._costly = 0
        self._outlines: dict[tuple[tuple[float, float], float, str], Outline] = {}
        self._labels: dict[tuple[str, float], Run] = {}
        self._alike: dict[object, _Face] | None = None

    def dress(self, game: Game, problems: Problems) -> None:
        """Go on for the same game with other entries and cards: faces alike stay composed."""
        self._game, self._problems = game, problems
        self._templates.dress(game)
        self._still.clear()
        self._alike = self._alike or {}
        self._marks = None, ()
        self._costly = 0

    def face(self, component: Component, card: Card) -> Scene | None:
        """The card's face; None where problems, already noted, made it impossible."""
        return self._scene(component.own(card), card, card.face, "front")

    def back(self, component: Component, card: Card) -> Scene | None:
        """The card's back; None where it has none or, problems noted, where it is impossible."""
        if card.back is None:
            return None
        return self._scene(component.own(card), card, card.back, "back")

    def locate(self, component: Component, card: Card, side: Side, element: int) -> Where:
        """The template line of an element of a scene, found by rendering again with places."""
        name = card.face if side == "front" else card.back
        template = self._shown(name or "")
        key = component.id, card.id, side
        if self._marks[0] != key:
            try:
                with clock():
                    drawn = self._drawn_with_places(component.own(card), card, name or "")
            except Flaw:
                return Where(template, 0, card.id)
            self._marks = key, drawn.marks
        marks = self._marks[1]
        file, line = self._templates.place(marks[element] if 0 <= element < len(marks) else "")
        return Where(file or template, line, card.id)

    def inked(self, face: str, text: str) -> float:
        """The area of a text's letters in square em."""
        try:
            font = self._fonts.face(face)
        except UnusableFont:  # told where the text is set
            return 0.0
        return sum(map(font.inked, text))

    def _height(self, text: str, style: str, width: float, size: float | None) -> float:
        """mm that a text takes in a style of that name; raises Flaw."""
        found = self._game.styles.text.get(style)
        if found is None:
            fix = near(str(style), self._game.styles.text, "style in the style file")
            raise Flaw("style-unknown", f"there is no text style {str(style)[:40]!r}", fix)
        if not 1.0 <= width <= FARTHEST or not (size is None or 1.0 <= size <= 400.0):
            says = f"a width of {width:g} mm" if size is None else f"{width:g} mm and {size:g} pt"
            raise Flaw("markup-value", f"height() cannot be told for {says}", "give mm, then pt")
        try:
            return self._setter.set((Piece(text),), found, width, FARTHEST, size=size).height
        except UnusableFont as fault:
            raise Flaw("font-unusable", f"font {fault.face}: {fault.says}", fault.fix) from None

    def label(self, text: str, size_pt: float) -> Run:
        """`text` as one run at (0, 0) in a plain face, black; characters it lacks become `?`."""
        made = self._labels.get((text, size_pt))
        if made is None:
            if len(self._labels) >= _KEPT:
                self._labels.clear()
            made = self._labels[text, size_pt] = self._label(text, size_pt)
        return made

    def _label(self, text: str, size_pt: float) -> Run:
        faces = self._game.styles.faces
        name = _LABEL_FACE if _LABEL_FACE in faces else next(iter(faces), _LABEL_FACE)
        try:
            have = self._fonts.face(name)
            if have.lacks(text):
                text = "".join(char if have.has(char) else "?" for char in text)
            return plain_run(self._setter, name, text, size_pt)
        except UnusableFont as fault:
            where = Where(self._game.where.file)
            self._problems.add("font-unusable", where, f"font {name}: {fault.says}", fault.fix)
            return Run(0.0, 0.0, "", name, size_pt, BLACK, 0.0)

    def _scene(self, component: Component, card: Card, template: str, side: Side) -> Scene | None:
        face = self._still.get((template, component.id))
        if face is None and self._costly < _COSTLY:
            try:
                face = self._made(component, card, template)
            except MemoryError:
                says = "the face needs more memory than there is"
                self._note(Flaw("face-too-big", says), "", template, card)
        if face is None:
            return None
        spec = component.spec
        return Scene(
            component.size,
            BLEED,
            spec.safe,
            self._outline(component, side),
            face.items,
            card.id,
            side,
            face.tiles,
            face.fields,
        )

    def _made(self, component: Component, card: Card, template: str) -> _Face | None:
        """The face, or its problems."""
        try:
            with clock():
                return self._face(component, card, template)
        except Flaw as flaw:
            return self._again(component, card, template, flaw)

    def _face(self, component: Component, card: Card, template: str) -> _Face:
        if self._alike is None or component.net is not None:
            return self._rendered(component, card, template)
        # Where many people are printed for, their faces are alike but for what they show of them.
        about = (template, component.id, component.size, card.id)
        known = self._templates.alike(template)
        face = self._alike.pop((about, known), None) if known is not None else None
        if face is None:
            face = self._rendered(component, card, template)
            known = self._templates.alike(template)
        if known is None or "name" not in dict(known):  # what names somebody is for nobody else
            if len(self._alike) >= _KEPT:
                del self._alike[next(iter(self._alike))]
            self._alike[about, known] = face
        return face

    def _rendered(self, component: Component, card: Card, template: str) -> _Face:
        self._templates.budget.start()
        markup = self._templates.markup(template, component, card)
        key = (component.size, markup)
        face = self._faces.pop(key, None) if self._alike is None else None
        if face is None:
            placer = self._placers.get(component.size)
            if placer is None:
                placer = self._placers[component.size] = self._placer(component)
            drawn = placer.draw(parse(markup))
            face = _Face(drawn.items, drawn.tiles, drawn.fields)
            for told in drawn.remarks:
                self._problems.add(told.code, Where(self._shown(template)), told.says, told.fix)
        if self._alike is None:
            if len(self._faces) >= _KEPT:
                del self._faces[next(iter(self._faces))]
            self._faces[key] = face  # the last one used goes last
        if self._templates.still(template, component):
            self._still[template, component.id] = face
        return face

    def _placer(self, component: Component, gather: bool = False) -> Placer:
        return Placer(component.size, self._art, self._setter, self._game.styles, gather)

    def _drawn_with_places(self, component: Component, card: Card, template: str) -> Drawn:
        self._templates.budget.start()
        markup = self._templates.markup(template, component, card, places=True)
        return self._placer(component, gather=True).draw(parse(markup))

    def _again(self, component: Component, card: Card, template: str, first: Flaw) -> _Face | None:
        """Compose a faulty face with places and note all of its faults at their lines."""
        if first.code == "face-too-slow" or (first.file and first.code.startswith(_WHOLE)):
            self._note(first, "", template, card)
            return None
        try:
            with clock():
                drawn = self._drawn_with_places(component, card, template)
        except Flaw as flaw:
            self._note(flaw, flaw.mark, template, card)
            return None
        for found, at in drawn.flaws:
            self._note(found, at, template, card)
        if not drawn.flaws:
            self._note(first, "", template, card)
        hard = [f for f, _ in drawn.flaws if CODES[f.code].level == "error" and f.code not in _SOFT]
        return None if hard or not drawn.flaws else _Face(drawn.items, drawn.tiles, drawn.fields)

    def _note(self, flaw: Flaw, mark: str, template: str, card: Card) -> None:
        file, line = (flaw.file, flaw.line) if flaw.file else self._templates.place(mark)
        found = self._sources.find("template", template)
        if file or not isinstance(found, Missing):
            shown = file or self._shown(template)
            where = Where(shown, line, card.id, flaw.field)
        else:
            field = "face" if template == card.face else "back"
            where = card.where._replace(card=card.id, field=field)
        self._problems.add(flaw.code, where, flaw.says, flaw.fix)
        if flaw.code.startswith("face-too-"):
            self._costly += 1
            if self._costly == _COSTLY:
                says = f"{_COSTLY} faces are too slow or too big; the others are not composed"
                self._problems.add(flaw.code, where._replace(line=0, field=None), says, flaw.fix)

    def _shown(self, template: str) -> str:
        found = self._sources.find("template", template)
        return template if isinstance(found, Missing) else self._sources.shown(found)

    def _outline(self, component: Component, side: Side) -> Outline:
        """The piece's outline; a net seen from behind is its mirror image."""
        if component.net is not None:
            front = component.net.outline
            return front if side == "front" else _mirrored(front, component.size[0])
        key = component.size, component.spec.corner, component.spec.outline
        made = self._outlines.get(key)
        if made is None:
            made = self._outlines[key] = component.outline
        return made


def _mirrored(outline: Outline, width: float) -> Outline:
    over: Matrix = (-1.0, 0.0, 0.0, 1.0, width, 0.0)
    return outline._replace(
        cut=moved_segments(over, outline.cut),
        folds=tuple(moved_segments(over, fold) for fold in outline.folds),
        holes=tuple(moved_segments(over, hole) for hole in outline.holes),
    )
