"""A game's template and plain data in, a printable PDF out: written, proved, then put in place.

A face (`.xml`) is one whole page; its template sees the data as `card.NAME`. A text (`.md`, see
templates/BOOKS.md) takes as many pages as it needs and sees the data by their names.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

from generator.bindery import Bindery
from generator.check.scenes import check_scene
from generator.compose.faces import Composer
from generator.engine.contract import Page, Rules
from generator.impose.booklet import single
from generator.kit import Kit
from generator.load.find import GamePlace, GameSources, Workspace
from generator.load.target import load_sizes
from generator.makeready import set_up
from generator.model.card import Card
from generator.model.game import Component, ComponentSpec, Game
from generator.model.order import Order
from generator.pipeline import load
from generator.press import quiet, stop
from generator.problems import Problems, Refused, Where
from generator.scene import Sheet

SAFE = 8.0
"""mm that text keeps from the paper's edge; nothing at all comes nearer than 5 (`proof.book`)."""

PRESENT = "present"
"""The id of an overlay that is in no workspace."""


def hand_out(
    workspace: Workspace,
    place: GamePlace,
    game: Game,
    rules: Rules | None,
    page: Page,
    paper: str,
    path: Path,
) -> int:
    """Write the page at `path` and return how many pages it took; the same page, the same bytes.

    `paper` is an id of sizes.yaml. Raises Refused; what stood at `path` then stands there still.
    """
    problems = Problems()
    papers = load_sizes(workspace, problems).papers
    stop(problems)
    if paper not in papers:
        says = f"there is no paper {paper[:40]!r}"
        problems.add("paper-unknown", game.where, says, f"one of {', '.join(papers)}")
        raise Refused(problems)
    size = papers[paper].width, papers[paper].height
    sources = GameSources(workspace, place)
    made = _text if page.template.endswith(".md") else _face
    with put_in_place(path) as draft:
        count = made(sources, game, rules, page, size, (draft, str(path)), problems)
        stop(problems)
    return count


def pieces(
    workspace: Workspace,
    place: GamePlace,
    overlay: str,
    component: str,
    target: str,
    path: Path,
    edition: tuple[str, ...] = (),
) -> int:
    """Write the cards of a component that an overlay brings; returns how many pages they took.

    `overlay` is the text of its file, whose id is `PRESENT`; it is laid over those of `edition`.
    Faces are checked and the file is proved as in a build; plays are left alone, since they are
    the game's own. Raises Refused.
    """
    problems = Problems()
    with TemporaryDirectory(prefix="cardwright-") as made, put_in_place(path) as draft:
        beside = Path(made) / "card_data" / place.id / "overlays"
        beside.mkdir(parents=True)
        (beside / f"{PRESENT}.yaml").write_text(overlay, "utf-8")
        workspace = workspace.beside(Path(made))
        laid = (*edition, PRESENT)
        game, rules = load(workspace, place, laid, problems)
        if rules is not None:
            rules.audit(game, problems)
        found = game.components.get(component)
        if found is not None and found.spec.kind == "book":
            says = f"{component} has no cards"
            fix = "name a component that has; `build --edition` makes books"
            problems.add("component-unknown", found.where, says, fix)
        stop(problems)
        cards = _brought(game, component, f"card_data/{place.id}/overlays/{PRESENT}.yaml")
        order = Order(target=target, only=(component,), edition=laid, cards=cards)
        press = set_up(workspace, place, game, rules, order, problems, quiet)
        kit = Kit(press, Bindery(press))
        pages = 0
        for job in press.jobs():
            parts = kit.parts(job, check=True)
            entry = None if parts is None else kit.printed(job, parts, draft.parent)
            stop(problems)
            assert entry is not None
            if entry.path != draft.name:
                (draft.parent / entry.path).replace(draft)
            pages += entry.pages
    return pages


def _brought(game: Game, component: str, overlay: str) -> tuple[str, ...]:
    """The cards that the overlay brings: blank ones beside them are not asked for."""
    found = game.components.get(component)
    return tuple(card.id for card in (found.cards if found else ()) if card.where.file == overlay)


def _face(
    sources: GameSources,
    game: Game,
    rules: Rules | None,
    page: Page,
    size: tuple[float, float],
    at: tuple[Path, str],
    problems: Problems,
) -> int:
    """One page from a face's template."""
    from generator.write.pdf import write_pdf  # noqa: PLC0415 - ReportLab, when all is composed

    sheets = _sheets(sources, game, page, size, problems)
    stop(problems)
    title, (draft, shown) = f"{game.file.name}: {page.title}", at
    faces = game.styles.faces
    subject = f"version {game.file.version}"
    author = game.file.credits.author
    written = write_pdf(
        draft, sheets, faces=faces, title=title, author=author, subject=subject, flip="long"
    )
    from generator.proof.book import prove_book  # noqa: PLC0415 - a reader nobody else needs
    from generator.proof.pdf import prove_pdf  # noqa: PLC0415

    prove_pdf(draft, sheets, shown=shown, faces=faces, problems=problems, title=title, flip="long")
    prove_book(
        draft, texts=(), spots=(), links={}, bookmarks=(), shown=shown, problems=problems
    )  # nothing in the edge that printers leave white
    return written.pages


def _sheets(
    sources: GameSources,
    game: Game,
    page: Page,
    size: tuple[float, float],
    problems: Problems,
) -> list[Sheet]:
    """The composed page, checked like any face; [] after a problem."""
    name = page.template
    spec = ComponentSpec(name=page.title, size="page", cards=("page",), face=name, safe=SAFE)
    component = Component("page", spec, size, "page", (), game.where)
    card = Card("page", page.title, 1, name, None, dict(page.data), (), game.where)
    composer = Composer(game, sources, problems)
    scene = composer.face(component, card)
    if scene is None:
        return []

    def locate(element: int) -> Where:
        return composer.locate(component, card, "front", element)

    check_scene(scene, page.facts, game.figures, locate, problems)
    return list(single([scene]))


def _text(
    sources: GameSources,
    game: Game,
    rules: Rules | None,
    page: Page,
    size: tuple[float, float],
    at: tuple[Path, str],
    problems: Problems,
) -> int:
    """As many pages as a text takes."""
    from generator.books import Books  # noqa: PLC0415 - faces do without

    composer = Composer(game, sources, problems)
    books = Books(game, rules, sources, composer, (), game.players, problems)
    flow = books.flow(page.template, game.where, title=page.title, cover=False, more=page.data)
    format_ = books.leaflet(size)
    laid = None if flow is None else books.laid(flow, format_.shape)
    stop(problems)
    assert flow is not None
    assert laid is not None
    draft, shown = at
    written = books.write(flow, laid, format_, draft)
    books.prove(flow, laid, format_, draft, shown)
    return written.pages


@contextmanager
def put_in_place(path: Path) -> Iterator[Path]:
    """A path to write a PDF to, which takes the place of `path` once the block has ended well.

    Raises Refused where something else than a PDF stands there, or the disk says no.
    """
    problems = Problems()
    try:
        _may_stand(path, problems)
        path.parent.mkdir(parents=True, exist_ok=True)
        folder = Path(mkdtemp(prefix=f".{path.name}.", dir=path.parent))
    except OSError as fault:
        raise _not_written(path, fault) from fault
    try:
        draft = folder / path.name
        yield draft
        try:
            draft.replace(path)
        except OSError as fault:
            raise _not_written(path, fault) from fault
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _may_stand(path: Path, problems: Problems) -> None:
    says = ""
    if path.is_dir():
        says = "is a folder"
    elif path.exists() and not path.is_file():  # a pipe would wait for somebody to write
        says = "is there already, and no file"
    elif path.exists():
        with path.open("rb") as file:
            says = "" if file.read(5) in (b"%PDF-", b"") else "is there already, and no PDF"
    if not says and path.suffix.lower() != ".pdf":
        says = "is no name for a PDF"
    if says:
        problems.add(
            "output-in-the-way", Where(str(path)), says, "name another file, such as x.pdf"
        )
        raise Refused(problems)


def _not_written(path: Path, fault: OSError) -> Refused:
    problems = Problems()
    says = f"cannot be written: {fault.strerror or fault}"
    problems.add("not-written", Where(str(path)), says, "name another file")
    return Refused(problems)
