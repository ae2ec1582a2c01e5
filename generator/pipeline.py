"""The one walk: load, check rules, compose, check scenes, impose, write, proof.

A workspace and an order in; written files out, or the list of problems that stopped them.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from generator.bindery import Bindery
from generator.engine import registry
from generator.engine.contract import Rules
from generator.forms import Forms
from generator.kit import START, Kit
from generator.load.find import GamePlace, GameSources, Workspace
from generator.load.fingerprint import data_hash, folders_read, sha256_of
from generator.load.game import load_game
from generator.load.people import Given
from generator.makeready import set_up
from generator.model.game import Game
from generator.model.order import Order
from generator.press import Press, Tell, quiet, stop
from generator.problems import Problems, Refused, Where
from generator.write.folder import output_folder
from generator.write.manifest import (
    FileEntry,
    Manifest,
    read_manifest,
    write_manifest,
)


@dataclass(frozen=True, slots=True)
class Built:
    """What a build made: its folder and manifest, the sentences to print, and what was noted."""

    folder: Path
    manifest: Manifest
    says: list[str]
    problems: Problems


@contextmanager
def _few_collections() -> Iterator[None]:
    """Look for reference cycles seldom: the walk makes few, and looking took 6 % of a build."""
    before = gc.get_threshold()
    gc.set_threshold(50_000, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


@_few_collections()
def build(
    workspace: Workspace, place: GamePlace, order: Order, into: Path, tell: Tell = quiet
) -> Built:
    """Print a game into the folder `into`, which is replaced as a whole or not at all.

    Raises Refused with every problem found where any is an error (or a warning, if strict).
    """
    problems = Problems()
    game, rules = load(workspace, place, order.edition, problems, order.low_ink)
    data = data_hash(workspace, place, game.styles.faces.values())  # before anybody changes it
    real = into.resolve()
    if any(real.is_relative_to(read.resolve()) for read in folders_read(workspace, place)):
        says = "is among the files that the game is made of; no proof would know it again"
        problems.add("output-in-the-way", Where(str(into)), says, "choose another folder with -o")
    if order.checked:
        from generator.check.rules import check_rules  # noqa: PLC0415 - an order may be unchecked

        check_rules(game, rules, problems)
        check_played(workspace, place, game, rules, problems)
    return printed(set_up(workspace, place, game, rules, order, problems, tell), data, into)


def printed(press: Press, data: str, into: Path, laid: Given | None = None) -> Built:
    """Print what a press is set up for; `laid` is the row of whom it is for. Raises Refused."""
    order, problems = press.order, press.problems
    files, says = [], []
    if press.target.shop is not None:
        return _for_shop(press, data, into, laid or {})
    with output_folder(into) as folder:
        bindery = Bindery(press)
        kit = Kit(press, bindery)
        for job in press.jobs():
            parts = kit.parts(job, check=order.checked)
            entry = None if parts is None else kit.printed(job, parts, folder)
            if parts is None or entry is None:
                continue
            files.append(entry)
            reason = f"; {parts[0].plan.reason}" if job.component else ""
            cards = job.component and not (parts[0].plan.free or parts[0].plan.leaflet)
            held = _many(entry.cards, "card" if cards else "piece")
            says.append(f"{entry.path}: {held}, {_many(entry.pages, 'page')}{reason}")
        for file in bindery.files():
            bound = bindery.printed(file, folder)
            if bound is not None:
                files.append(bound)
                says.append(f"{bound.path}: {_many(bound.pages, 'page')}")
        forms = Forms(press)
        for job in forms.files():
            form = forms.printed(job, folder)
            if form is not None:
                files.append(form)
                says.append(f"{form.path}: {_many(form.pages, 'page')} to fill in on screen")
        start = kit.start(folder, files) if kit.wanted else None
        if start is not None:
            files.append(start)
            says.append(f"{start.path}: what to load, cut and buy")
        stop(problems, order.strict)
        manifest = _manifest(press, data, files, laid or {})
        write_manifest(folder, manifest)
    return Built(into, manifest, says, problems)


def _for_shop(press: Press, data: str, into: Path, laid: Given) -> Built:
    """The same for a print shop."""
    from generator.shop.made import made  # noqa: PLC0415 - homes do without

    with output_folder(into) as folder:
        shopped = made(press, folder)
        stop(press.problems, press.order.strict)
        manifest = _manifest(press, data, shopped.entries, laid)
        write_manifest(folder, manifest)
    return Built(into, manifest, shopped.says, press.problems)


@_few_collections()
def check(workspace: Workspace, place: GamePlace, order: Order, tell: Tell = quiet) -> Problems:
    """The walk without writing: every problem of a game for one order."""
    from generator.check.rules import check_rules  # noqa: PLC0415 - see `build`

    problems = Problems()
    try:
        game, rules = load(workspace, place, order.edition, problems, order.low_ink)
        check_rules(game, rules, problems)
        check_played(workspace, place, game, rules, problems)
        press = set_up(workspace, place, game, rules, order, problems, tell)
        if press.target.shop is not None:
            from generator.shop.made import checked  # noqa: PLC0415 - homes do without

            checked(press)
            return problems
        for component in press.components():
            press.plan(component)
            for _ in press.checked(press.composed(component)):
                pass
        bindery = Bindery(press)
        for file in bindery.files():
            bindery.checked(file)
        forms = Forms(press)
        for job in forms.files():
            forms.checked(job)
        Kit(press, bindery).checked()
    except Refused as refused:
        problems.extend(refused.problems)
    return problems


@_few_collections()
def prove(workspace: Workspace, folder: Path, tell: Tell = quiet) -> Problems:
    """Read a built folder back and compare it with scenes composed afresh from the data."""
    problems = Problems()
    manifest = read_manifest(folder, problems)
    if manifest is None:
        return problems
    where = Where(f"{folder}/manifest.json")
    place = workspace.place(manifest.game)
    if place is None:
        says = f"the workspace has no game {manifest.game!r}"
        problems.add("manifest-game", where, says, "run it where the folder was built")
        return problems
    order = Order.of(manifest.target, manifest.edition, manifest.options, manifest.printer)
    if order is None:
        says = "its options are none that a build writes"
        problems.add("manifest-broken", where, says, "build again")
        return problems
    try:
        game, rules = load(workspace, place, order.edition, problems, order.low_ink)
        if manifest.laid:
            from generator.laid import laid_again  # noqa: PLC0415 - few folders are somebody's

            game = laid_again(workspace, place, game, rules, manifest.laid, where, problems)
            stop(problems)
        press = set_up(workspace, place, game, rules, order, problems, tell)
    except Refused as refused:
        problems.extend(refused.problems)
        return problems
    if press.fingerprint() != manifest.data:
        says = "the data has changed since this folder was built"
        problems.add("manifest-stale", where, says, "build again")
        return problems
    listed = {entry.path: entry for entry in manifest.files}

    def there(name: str, counts: dict[str, int], form: bool = False) -> bool:
        return _listed(press, name, counts, folder, listed.pop(name, None), form)

    if press.target.shop is not None:
        from generator.shop.made import proved  # noqa: PLC0415 - homes do without

        proved(press, folder, there)
    else:
        _prove_sheets(press, folder, manifest, there)
    for name in listed:
        says = f"a file {name!r} is listed, which the order has not"
        problems.add("manifest-files", where, says, "build again")
    return problems


def _prove_sheets(
    press: Press, folder: Path, manifest: Manifest, there: Callable[..., bool]
) -> None:
    """Prove the files of a printer's sheets, of books and of forms."""
    bindery = Bindery(press)
    kit = Kit(press, bindery)
    for job in press.jobs():
        if there(job.path, press.counts(job)):
            kit.proved(job, folder / job.path, f"{folder}/{job.path}")
    if kit.wanted and there(START, {}):
        kit.prove_start(folder / START, f"{folder}/{START}", manifest.files)
    for file in bindery.files():
        if there(file.path, bindery.counts(file)):
            bindery.proved(file, folder / file.path, f"{folder}/{file.path}")
    forms = Forms(press)
    for form in forms.files():
        if there(form.path, {}, form=True):
            forms.proved(form, folder / form.path, f"{folder}/{form.path}")


def _listed(
    press: Press,
    name: str,
    counts: dict[str, int],
    folder: Path,
    entry: FileEntry | None,
    form: bool,
) -> bool:
    """Whether a file is listed and there to be proved; what the manifest says of it is checked."""
    problems, manifest = press.problems, Where(f"{folder}/manifest.json")
    if entry is None:
        says = f"no file {name} is listed"
        problems.add("manifest-files", manifest, says, "build again")
        return False
    path, shown = folder / entry.path, f"{folder}/{entry.path}"
    if entry.counts != counts or entry.form != form:
        says = f"{entry.path} is listed with other pieces than the order makes"
        problems.add("manifest-files", manifest, says, "build again")
    if not path.is_file():
        problems.add("file-missing", Where(shown), "is not there", "build again")
        return False
    if sha256_of(path) != entry.sha256:
        says = "its bytes are not those that the manifest lists"
        problems.add("file-changed", Where(shown), says, "build again")
    return True


def check_played(
    workspace: Workspace, place: GamePlace, game: Game, rules: Rules | None, problems: Problems
) -> None:
    """What long play has told of the game: whether it still holds, and whether trackers suffice."""
    from generator.check.evidence import check_evidence, studied  # noqa: PLC0415 - see `build`
    from generator.load.evidence import NAME, load_evidence  # noqa: PLC0415 - only where games are studied

    if studied(rules) is None:
        return
    evidence = load_evidence(workspace, place, problems)
    where = Where(f"card_data/{place.id}/{NAME}")

    def base() -> Game:
        return load(workspace, place, (), Problems())[0]

    check_evidence(game, rules, evidence, base, where, problems)


def load(
    workspace: Workspace,
    place: GamePlace,
    edition: Sequence[str],
    problems: Problems,
    low_ink: bool = False,
) -> tuple[Game, Rules | None]:
    """A game and its rules (None: no engine); raises Refused on errors."""
    where = Where(workspace.shown(place.root / "game.yaml"))
    game = load_game(
        workspace,
        place,
        effects=lambda name: registry.effects(name, where, problems),
        overlays=edition,
        low_ink=low_ink,
        problems=problems,
    )
    stop(problems)
    assert game is not None
    rules = registry.rules(game.file.rules, game.where, problems) if game.file.rules else None
    if game.person is not None:
        from generator.check.personal import PersonCheck  # noqa: PLC0415 - few games are personal

        PersonCheck(game, GameSources(workspace, place)).check(game.person, problems)
    stop(problems)
    return game, rules


def planned(press: Press) -> None:
    """Note what keeps the order's cards from its sheets or from a shop's pages."""
    if press.target.shop is not None:
        from generator.shop.files import ShopPress  # noqa: PLC0415 - homes do without

        ShopPress(press)
        return
    for component in press.components():
        press.plan(component)


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _manifest(press: Press, data: str, files: list[FileEntry], laid: Given) -> Manifest:
    return Manifest(
        game=press.game.id,
        version=press.game.file.version,
        target=press.order.target,
        edition=list(press.order.edition),
        options=press.order.options(),
        data=data,
        files=files,
        printer=press.order.shift,
        laid=laid,
    )
