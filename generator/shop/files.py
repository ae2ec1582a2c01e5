"""A press for a print shop in; its files composed, checked, put into inks, written and proved out.

A file is one card, or one deck, whose pages are sides of cards. Faces that are equal stay one: they
are put into inks once, and each font's letters are packed once for all files that show the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

from generator.check.shop import check_page, check_shop
from generator.compose.traced import Tracer
from generator.impose.shop import PagePlan, card_pages, deck_pages, doubles, named, page_plan
from generator.inks.profile import cube
from generator.inks.scenes import Plates
from generator.jobs import Sides
from generator.load.target import FOLDER
from generator.model.card import Card
from generator.model.game import Component
from generator.model.printer import UNMOVED, Manner
from generator.model.standard import Standard
from generator.press import Press
from generator.problems import Problems, Refused, Where
from generator.proof.shop import Measured, prove_shop
from generator.scene import Scene, Sheet
from generator.units import INCH
from generator.write.manifest import FileEntry
from generator.write.pdf import write_pdf

PROFILES = "templates/profiles"
SCREEN = "sRGB.icc"
HOME = ("bleed", "guides", "printer", "mono")
"""Choices for printers at home."""


@dataclass(frozen=True, slots=True)
class ShopFile:
    """A file to come: its path without ending, what is on it, how many of it are wanted."""

    stem: str
    component: Component
    title: str
    card: Card
    sides: tuple[Sides, ...]
    lot: int | None = None

    @property
    def bare(self) -> ShopFile:
        """The same without its scenes, of which there may be thousands."""
        return replace(self, sides=())


@dataclass(slots=True)
class Shopped:
    """What was made: entries of the manifest, sentences, what was read back of all files."""

    entries: list[FileEntry] = field(default_factory=list)
    says: list[str] = field(default_factory=list)
    measured: Measured = field(default_factory=Measured)
    files: list[ShopFile] = field(default_factory=list)


class ShopPress:
    """The files of one order for a print shop."""

    def __init__(self, press: Press) -> None:
        assert press.target.shop is not None
        self.press, self.shop = press, press.target.shop
        self.problems: Problems = press.problems
        self._choices()
        self.standard = self._standard()
        self.plates = self._plates()
        outlines = press.order.outlines or self.shop.outlines
        faces = tuple(sorted(press.game.styles.faces.items())) if outlines else ()
        self._tracer = _tracer(faces) if outlines else None
        self._plans: dict[str, PagePlan] = {}
        self._pages()

    def _choices(self) -> None:
        """Note choices of the order that are about sheets or printers at home; raises Refused."""
        order = self.press.order
        given = [name for name in HOME if getattr(order, name) not in (None, False)]
        if given:
            flags = ", ".join(f"--{name}" for name in given)
            says = f"{flags}: {self.press.target.name} takes files, not sheets from a printer"
            self.problems.add("shop-choice", self.press.game.where, says, f"leave out {flags}")
            raise Refused(self.problems)

    def _pages(self) -> None:
        """Note pages that the cards do not go with, at the target; raises Refused."""
        file, before = f"{FOLDER}/{self.press.target.id}.yaml", len(self.problems)
        for component in self.components():
            plan = self.plan(component)
            pixels = self.pixels(plan) if self.shop.form == "png" else None
            for code, key, says, fix in check_page(self.shop, plan.trim, plan.paper, pixels):
                where = Where(file, field=key if key == "bleed_width" else f"shop.{key}")
                self.problems.add(code, where, f"{component.id}: {says}", fix)
        if len(self.problems) > before:
            raise Refused(self.problems)

    @property
    def manner(self) -> Manner:
        """How the files are written."""
        return Manner(duplex=False, printer=UNMOVED, standard=self.standard)

    def ordered(self) -> list[Component]:
        """All that the order asks for, books left out."""
        press = self.press
        return [one for host in press.components() for one in press.joined(host)]

    def components(self) -> list[Component]:
        """The order's plain cards that the shop cuts, in print order."""
        press, size = self.press, self.shop.card
        cut = [one for one in self.ordered() if not (one.free or one.leaflet)]
        found = [one for one in cut if size is None or one.size_id == size]
        if not found:
            where, wanted = press.game.where, size or "plain cards"
            says = f"{press.target.name} cuts {wanted}; the order has no such cards"
            self.problems.add("shop-card", where, says, "another target, or --only what it cuts")
        return found

    def plan(self, component: Component) -> PagePlan:
        """The page of a component's cards."""
        plan = self._plans.get(component.id)
        if plan is None:
            plan = page_plan(self.press.target, self.shop, component.size)
            self._plans[component.id] = plan
        return plan

    def files(self, check: bool = False) -> Iterator[ShopFile]:
        """The files in print order, composed one after another; with `check` scenes are checked."""
        components = self.components()
        for component in components:
            if self.shop.files == "deck":
                yield from self._deck(component, check)
                continue
            cards = [card for card in self.press.cards(component) if card.count]
            lots = {card.id: card.count if card.count > 1 else None for card in cards}
            stems = {
                card.id: named(self.shop, number, len(cards), card.id, lots[card.id])
                for number, card in enumerate(cards, 1)
            }
            for name in doubles(list(stems.values())):
                says = f"two cards would have the file {name}"
                self.problems.add("shop-file", component.where, says, "write 'file: {number}-{id}'")
            folder = f"{component.id}/" if len(components) > 1 else ""
            for id_, (sides, *_) in groupby(self._sides(component, check), lambda s: s.card.id):
                title = f"{self.press.game.file.name}: {sides.card.name}"
                stem = folder + stems[id_]
                yield ShopFile(stem, component, title, sides.card, (sides,), lots[id_])

    def _deck(self, component: Component, check: bool) -> Iterator[ShopFile]:
        sides = tuple(self._sides(component, check))
        if sides:
            title = f"{self.press.game.file.name}: {component.spec.name}"
            yield ShopFile(component.id, component, title, sides[0].card, sides)

    def _sides(self, component: Component, check: bool) -> Iterator[Sides]:
        composed = self.press.composed(component)
        mine = (one for one in composed if one.component.id == component.id)
        for one in self._checked(mine) if check else mine:
            back = None if one.back is None else self.inked(one.back)
            yield one._replace(front=self.inked(one.front), back=back)

    def _checked(self, sides: Iterable[Sides]) -> Iterator[Sides]:
        """Check scenes as for any press, then as the shop would; equal ones once."""
        known: dict[int, object] = {}
        for one in self.press.checked(sides):
            for scene in (one.front, one.back):
                if scene is not None and id(scene.items) not in known:
                    known[id(scene.items)] = scene.items
                    self._check(one, scene)
            yield one

    def _check(self, one: Sides, scene: Scene) -> None:
        composer, plan = self.press.composer, self.plan(one.component)

        def locate(element: int) -> Where:
            if element < 0:
                return one.card.where
            return composer.locate(one.component, one.card, scene.side, element)

        bleed = plan.bleed if not plan.turn else (plan.bleed[1], plan.bleed[0])
        about = (self.standard, self.plates, bleed, self.shop.safe, locate, self.problems)
        check_shop(scene, *about)

    def inked(self, scene: Scene) -> Scene:
        """The scene as it is written: letters drawn where asked, colours in inks."""
        if self._tracer is not None:
            small = self.plates.scene(scene) if self.plates is not None else scene
            return self._tracer.scene(small)
        return self.plates.scene(scene) if self.plates is not None else scene

    def sheets(self, file: ShopFile) -> list[Sheet]:
        """The pages of a file."""
        plan = self.plan(file.component)
        if self.shop.files == "deck":
            return list(deck_pages(plan, ((one.front, one.back) for one in file.sides)))
        return list(card_pages(plan, (file.sides[0].front, file.sides[0].back), 1))

    def written(self, file: ShopFile, sheets: list[Sheet], path: Path) -> tuple[int, str] | None:
        """Write a file's PDF; its pages and hash, None after a problem."""
        press = self.press
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            return write_pdf(
                path,
                sheets,
                faces=press.game.styles.faces,
                title=file.title,
                author=press.game.file.credits.author,
                subject=f"{press.target.name}, version {press.game.file.version}",
                flip=press.target.flip,
                manner=self.manner,
                lasting=False,
            )
        except Refused as refused:
            self.problems.extend(refused.problems)
            return None

    def proved(self, file: ShopFile, sheets: list[Sheet], path: Path, shown: str) -> Measured:
        """Read a file's PDF back: what it shows, then how it is built; what was measured."""
        from generator.proof.pdf import prove_pdf  # noqa: PLC0415 - an order may be unchecked

        prove_pdf(
            path,
            sheets,
            shown=shown,
            faces=self.press.game.styles.faces,
            problems=self.problems,
            title=file.title,
            flip=self.press.target.flip,
            manner=self.manner,
        )
        return prove_shop(path, sheets, self.standard, shown, self.problems)

    def counts(self, file: ShopFile) -> dict[str, int]:
        """What the manifest says of a file: how many cards it is printed for."""
        return {file.component.id: file.lot or len(file.sides)}

    def pixels(self, plan: PagePlan) -> tuple[int, int]:
        """The size of a page as a picture."""
        if self.shop.pixels is not None:
            wide, high = max(self.shop.pixels), min(self.shop.pixels)
            return (wide, high) if plan.paper[0] > plan.paper[1] else (high, wide)
        w, h = (round(side / INCH * self.shop.dpi) for side in plan.paper)
        return w, h

    def _standard(self) -> Standard:
        press, shop, target = self.press, self.shop, self.press.target
        if shop.form == "png":
            return Standard()
        cmyk = target.colour == "cmyk"
        embed = shop.embed and not press.order.no_profile
        form = "pdf" if shop.form == "pdf-x4" and not embed else shop.form
        held = self._profile(shop.profile) if shop.profile else None
        screen = None if cmyk or not embed else self._profile(SCREEN)
        limit = shop.ink_limit

        def convert(picture: Any) -> Any:
            assert held is not None
            return picture.filter(cube(held, limit))

        return Standard(
            form=form,
            condition=shop.condition,
            profile=held if embed and form != "pdf" else None,
            screen=screen,
            cmyk=cmyk,
            limit=limit,
            convert=convert if cmyk else None,
        )

    def _profile(self, name: str) -> Path:
        """The ICC file of that name in the workspace, else the shipped one; Refused without one."""
        workspace = self.press.workspace
        for root in workspace.roots:
            found = workspace.folders.look(root, f"{PROFILES}/{name}")
            if isinstance(found, Path):
                return found
            if found is not None:
                raise self._no_profile(name, found)
        raise self._no_profile(name, "is not there")

    def _plates(self) -> Plates | None:
        if not self.standard.cmyk:
            return None
        path = self._profile(self.shop.profile or "")
        try:
            return plates(path, self.shop.ink_limit)
        except ValueError as fault:
            raise self._no_profile(self.shop.profile or "", str(fault)) from fault

    def _no_profile(self, name: str, says: str) -> Refused:
        where = Where(f"{PROFILES}/{name}")
        self.problems.add("shop-profile", where, says, "put the press's ICC profile there")
        return Refused(self.problems)


@lru_cache(maxsize=4)
def plates(path: Path, limit: int) -> Plates:
    """Plates of a press, kept for all that is printed in a process."""
    return Plates(path, limit)


@lru_cache(maxsize=2)
def _tracer(faces: tuple[tuple[str, Path], ...]) -> Tracer:
    return Tracer(dict(faces))
