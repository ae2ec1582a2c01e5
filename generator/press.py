"""A game set up for one order in; scenes, sheets, files and proofs out, a step of the walk each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from generator.check.cutsheet import fits_sheet
from generator.compose.budget import SECONDS, TooSlow, clock
from generator.compose.faces import Composer
from generator.engine.contract import Rules
from generator.impose.captions import SheetInfo
from generator.impose.grid import Part
from generator.impose.plan import Plan, plan
from generator.impose.schemes import SCHEMES
from generator.jobs import KIT, WAYS, Faces, Job, Pages, Sides
from generator.load.find import GamePlace, Workspace
from generator.load.fingerprint import data_hash
from generator.load.target import Sizes
from generator.model.card import Card
from generator.model.game import Component, Game, copies_of
from generator.model.order import Order
from generator.model.piece import Making
from generator.model.printer import Manner
from generator.model.target import Target
from generator.problems import Problems, Refused, Where
from generator.scene import Fact, Item, Scene, Sheet
from generator.write.manifest import FileEntry
from generator.write.pdf import write_pdf

if TYPE_CHECKING:
    from generator.proof.pdf import Eye

SLOW = 2
"""Faces whose checks take too long before the rest is left alone; the walk has failed by then."""

Tell = Callable[[str, int, int], None]
"""Progress: what is being made, how many of how many cards."""


KEPT = 2000
"""Cards of a component up to which scenes are kept for proof rather than composed once more."""


def quiet(_what: str, _done: int, _of: int) -> None:
    """Tell nobody."""


def stop(problems: Problems, strict: bool = False) -> None:
    """Raise Refused where the walk has failed."""
    if problems.fatal(strict):
        raise Refused(problems)


@dataclass(slots=True)
class Press:
    """Everything the walk's steps need for one order."""

    game: Game
    rules: Rules | None
    place: GamePlace
    workspace: Workspace
    target: Target
    sizes: Sizes
    order: Order
    making: Making
    composer: Composer
    problems: Problems
    tell: Tell
    kept: dict[str, list[Sides]] = field(default_factory=dict)
    seen: dict[tuple[int, tuple[Fact, ...]], tuple[Item, ...]] = field(default_factory=dict)
    slow: int = 0
    eye: Eye | None = None

    def components(self) -> list[Component]:
        """The order's components with files of their own, in print order.

        A component that joins another which is printed too stands in that one's file.
        """
        wanted = self._wanted()
        return [one for one in wanted.values() if one.spec.joins not in wanted]

    def joined(self, component: Component) -> list[Component]:
        """The component and those printed after its cards on the same sheets."""
        others = [one for one in self._wanted().values() if one.spec.joins == component.id]
        return [component, *others]

    def jobs(self) -> list[Job]:
        """The order's files in print order: one of each component, then those of the kit."""
        single = self.components()
        jobs = [Job(f"{one.id}.pdf", one.spec.name, one.id, (one,)) for one in single]
        if self.target.kit and self.order.whole:
            for pile, (path, title) in KIT.items():
                group = tuple(one for one in single if one.on == pile)
                books = tuple(one for one in self.books() if one.on == pile)
                if group or books:
                    jobs.append(Job(path, title, "", group, books))
        names = [job.path for job in jobs]
        for job in jobs:
            if names.count(job.path) > 1 and job.component:
                says = f"its file would be {job.path}, which is one of the kit's"
                self.problems.add("file-double", job.components[0].where, says, "call it otherwise")
        return jobs

    def books(self) -> list[Component]:
        """The game's books, in print order."""
        books = [one for one in self.game.components.values() if one.spec.kind == "book"]
        return [book for book in books if fits_sheet(book, self.target)]

    def counts(self, job: Job) -> dict[str, int]:
        """How many pieces of which components stand in the file."""
        pieces = {one.id: self.pieces(one) for host in job.components for one in self.joined(host)}
        return pieces | {book.id: 1 for book in job.books}

    def pieces(self, component: Component) -> int:
        """How many pieces of a component are printed."""
        if component.leaflet:
            return self._copies(component) if self.cards(component) else 0
        return sum(card.count for card in self.cards(component)) * self._copies(component)

    def cards(self, component: Component) -> Sequence[Card]:
        """A component's cards with their counts; those that the order names, where it does."""
        wanted = self.order.cards
        if not wanted:
            return component.cards
        if component.leaflet:
            named = any(card.id in wanted for card in component.cards)
            return component.cards if named else ()
        times = self.order.copies or 1
        return [replace(card, count=times) for card in component.cards if card.id in wanted]

    def has_backs(self, component: Component) -> bool:
        """Whether any card of it, or of what joins it, is printed on both sides."""
        if component.leaflet:
            return True
        if not self.order.with_backs:
            return False
        return any(card.back for one in self.joined(component) for card in self.cards(one))

    def _copies(self, component: Component) -> int:
        if self.order.cards and component.leaflet:
            return self.order.copies or 1
        return 1 if self.order.cards else copies_of(component, self.making.players)

    def _wanted(self) -> dict[str, Component]:
        only = self.order.only
        return {
            name: component
            for name, component in self.game.components.items()
            if component.spec.kind == "faces"
            and (not only or name in only)
            and fits_sheet(component, self.target)
            and (not self.order.cards or self.cards(component))
        }

    def composed(self, component: Component) -> Iterator[Sides]:
        """Compose: every printed card in print order, copies beside each other, then what joins."""
        kept = self.kept.get(component.id)
        if kept is not None:
            yield from kept
            return
        group = self.joined(component)
        keep: list[Sides] | None = [] if sum(len(one.cards) for one in group) <= KEPT else None
        for one in group:
            for sides in self._composed(one):
                if keep is not None:
                    keep.append(sides)
                yield sides
        if keep is not None:
            self.kept[component.id] = keep

    def _composed(self, component: Component) -> Iterator[Sides]:
        cards, with_backs = self.cards(component), self.order.with_backs
        for _ in range(self._copies(component)):
            for done, card in enumerate(cards, 1):
                self.tell(component.id, done, len(cards))
                front = self.composer.face(component, card) if card.count else None
                if front is None:
                    continue
                back = self.composer.back(component, card) if with_backs else None
                sides = Sides(component, card, front, back)
                for _ in range(card.count):
                    yield sides

    def checked(self, sides: Iterable[Sides]) -> Iterator[Sides]:
        """Check scenes: each design once; equal scenes with equal facts are checked once."""
        from generator.check.facts import back_facts, facts_of  # noqa: PLC0415 - see `Order`

        for one in sides:
            component, card, front, back = one
            facts = tuple(facts_of(self.game, self.rules, component, card))
            self._check(component, card, front, facts)
            if back is not None:
                wanted = back_facts(self.game, self.rules, component, card)
                self._check(component, card, back, wanted)
            yield one

    def plan(self, component: Component) -> Plan | None:
        """How the component's cards stand on the target's sheets; None after a problem."""
        group = self.joined(component)
        folds = self.target.scheme == "fold" and self.has_backs(component)
        asked: Any = {
            "bleed": self.order.bleed or self.target.bleed,
            "guides": self.order.guides or self.target.guides,
            "where": max(group, key=lambda one: max(one.size)).where,  # whichever fits least
            "problems": self.problems,
        }
        if self.target.sheet is not None:
            from generator.impose.cutsheet import cell_of, cut_plan  # noqa: PLC0415 - few are cut

            cell = cell_of(self.target.sheet, self.sizes.cards[self.target.sheet.card])
            return cut_plan(self.target, self.sizes.papers, component.size, cell=cell, **asked)
        if component.leaflet:
            from generator.impose.leaflet import leaflet_plan  # noqa: PLC0415 - few orders fold

            del asked["bleed"]
            return leaflet_plan(self.target, self.sizes.papers, component.size, **asked)
        if not folds and len({one.size for one in group}) > 1:
            from generator.impose.mixed import mixed_plan  # noqa: PLC0415 - few orders mix

            sizes = [one.size for one in group for _ in range(self.pieces(one))]
            return mixed_plan(self.target, self.sizes.papers, sizes, **asked)
        size = max(one.size[0] for one in group), max(one.size[1] for one in group)
        free = any(one.free for one in group)
        if folds:
            from generator.impose.fold import fold_plan  # noqa: PLC0415 - a target's own

            return fold_plan(self.target, self.sizes.papers, size, free=free, **asked)
        return plan(self.target, self.sizes.papers, size, free=free, **asked)

    def parts(self, job: Job, check: bool = False) -> list[Part] | None:
        """The file's components as they are laid on sheets; None where one cannot be.

        With `check`, scenes are checked while they pass.
        """
        plans = [self.plan(component) for component in job.components]
        laid = [layout for layout in plans if layout is not None]
        if len(laid) < len(plans):
            return None
        parts: list[Part] = []
        before, skip = 0, (self.order.first_cell or 1) - 1
        for component, layout in zip(job.components, laid, strict=True):
            part = self._part(component, layout, check)
            parts.append(part._replace(info=part.info._replace(before=before, skip=skip)))
            before, skip = before + parts[-1].sheets, 0  # one sheet is half used
        backs = any(part.backs and not part.plan.fold for part in parts)
        return [part._replace(info=part.info._replace(of=before, backs=backs)) for part in parts]

    def _part(self, component: Component, layout: Plan, check: bool) -> Part:
        def sides() -> Iterable[Sides]:
            composed = self.composed(component)
            return self.checked(composed) if check else composed

        info = SheetInfo(
            game=self.game.file.short or self.game.file.name,
            component=component.spec.name,
            version=self.game.file.version,
            backs=False,
            label=self.composer.label,
            where=component.where,
            problems=self.problems,
            way=WAYS[self.target.scheme],
        )
        total = sum(self.pieces(one) for one in self.joined(component))
        faces = Faces(sides)
        if component.leaflet:
            from generator.impose.leaflet import LEAVES  # noqa: PLC0415 - few orders fold

            total, faces = total * len(LEAVES), Pages(sides)
        return Part(layout, faces, total, info, self.has_backs(component))

    def imposed(self, parts: Sequence[Part]) -> Iterator[Sheet]:
        """Impose: a file's sheets in print order, as the target's scheme has them."""
        return SCHEMES[self.target.scheme](parts)

    @property
    def manner(self) -> Manner:
        """How the files are printed."""
        return Manner(self.target.scheme != "single", self.order.shift, self.order.mono)

    def written(
        self,
        job: Job,
        sheets: Iterable[Sheet],
        folder: Path,
        faces: Mapping[str, Path] = MappingProxyType({}),
    ) -> FileEntry | None:
        """Write: the file in `folder` and its manifest entry; None after a problem.

        `faces` are fonts beyond those of the game's faces.
        """
        file = self.game.file
        stream = self._until_fatal(sheets)
        first = next(stream, None)
        if first is None and self.problems.fatal(self.order.strict):
            return None
        try:
            written = write_pdf(
                folder / job.path,
                stream if first is None else chain((first,), stream),
                faces={**self.game.styles.faces, **faces},
                title=self._title(job),
                author=file.credits.author,
                subject=f"{self.target.name}, version {file.version}",
                flip=self.target.flip,
                manner=self.manner,
            )
        except Refused as refused:
            self.problems.extend(refused.problems)
            return None
        counts = self.counts(job)
        return FileEntry(
            path=job.path,
            component=job.component,
            pages=written.pages,
            cards=sum(counts.values()),
            counts=counts,
            sha256=written.sha256,
        )

    def proved(
        self,
        job: Job,
        path: Path,
        shown: str,
        sheets: Iterable[Sheet],
        faces: Mapping[str, Path] = MappingProxyType({}),
    ) -> None:
        """Proof: the written file read back and compared with the sheets it was made from."""
        from generator.proof.pdf import Eye, prove_pdf  # noqa: PLC0415 - a reader nobody else needs

        if self.eye is None:
            self.eye = Eye(self.game.styles.faces, self.manner)
        prove_pdf(
            path,
            sheets,
            shown=shown,
            faces={**self.game.styles.faces, **faces},
            problems=self.problems,
            title=self._title(job),
            flip=self.target.flip,
            manner=self.manner,
            eye=None if faces else self.eye,
        )

    def _title(self, job: Job) -> str:
        return f"{self.game.file.name}: {job.title}"

    def fingerprint(self) -> str:
        """The hash of all files that the order is made from."""
        return data_hash(self.workspace, self.place, self.game.styles.faces.values())

    def _check(
        self, component: Component, card: Card, scene: Scene, facts: Sequence[Fact] | None
    ) -> None:
        key = (id(scene.items), tuple(facts or ()) if scene.side == "front" else ())
        if key in self.seen:
            return
        if len(self.seen) < KEPT:
            self.seen[key] = scene.items

        def locate(element: int) -> Where:
            if element < 0:
                return card.where
            return self.composer.locate(component, card, scene.side, element)

        if self.slow >= SLOW:
            return
        from generator.check.scenes import check_scene  # noqa: PLC0415 - an order may be unchecked

        try:
            with clock():
                check_scene(scene, facts, self.game.figures, locate, self.problems)
                if self.order.low_ink and scene.side == "front":
                    from generator.check.ink import check_ink  # noqa: PLC0415 - few do

                    check_ink(scene, self.composer.inked, locate, self.problems)
                if component.net is not None:
                    from generator.check.outline import check_values  # noqa: PLC0415 - few have

                    check_values(scene, component.net, locate, self.problems)
        except TooSlow as late:
            self.slow += 1
            says = f"the checks of the {scene.side} are not done after {SECONDS:g} seconds"
            self.problems.add(late.code, card.where, says, "fewer elements on one face")

    def _until_fatal(self, sheets: Iterable[Sheet]) -> Iterator[Sheet]:
        """Pass sheets on until a problem is fatal; the rest is still composed and checked."""
        for sheet in sheets:
            if not self.problems.fatal(self.order.strict):
                yield sheet
