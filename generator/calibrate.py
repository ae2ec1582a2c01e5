"""A target in, its calibration sheet out: written, read back and proved like any other file."""

from __future__ import annotations

from pathlib import Path

from generator.compose.fonts import UnusableFont
from generator.compose.plainlabel import PlainLabels
from generator.impose.calibration import calibration
from generator.impose.plan import paper_of
from generator.load.faces import load_faces
from generator.load.find import SHIPPED, GamePlace, GameSources, Workspace
from generator.load.target import load_sizes, load_target
from generator.model.printer import UNMOVED, Manner, Printer
from generator.problems import Problems, Refused, Where
from generator.write.pdf import write_pdf

FACE = "source-sans-400"


def calibrate(
    workspace: Workspace,
    target_id: str,
    folder: Path,
    name: str = "",
    printer: Printer = UNMOVED,
) -> Path:
    """Write the calibration sheet of a target into `folder`; returns the file.

    With `name` its back is moved as that printer needs it. Raises Refused with all problems.
    """
    problems, where = Problems(), Where(target_id)
    target = load_target(workspace, target_id, problems)
    sizes = load_sizes(workspace, problems)
    paper = paper_of(target, sizes.papers, where, problems) if target else None
    sources = GameSources(workspace, GamePlace("", SHIPPED, True))
    faces = load_faces(sources, {FACE: where}, problems)
    if problems.fatal() or target is None or paper is None:
        raise Refused(problems)
    size = paper.width, paper.height
    try:
        label = PlainLabels(FACE, faces).label
        sheets = calibration(size, target.flip, target.name, name, label)
    except UnusableFont as fault:
        problems.add("font-unusable", Where(str(fault.path)), fault.says, fault.fix)
        raise Refused(problems) from fault
    path = folder / f"calibration-{target.id}{f'+printer-{name}' if name else ''}.pdf"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        says = f"cannot be written: {fault.strerror}"
        problems.add("not-written", Where(str(folder)), says, "choose another folder with -o")
        raise Refused(problems) from fault
    manner = Manner(target.scheme != "single", printer)
    title = f"Calibration: {target.name}"
    write_pdf(
        path,
        sheets,
        faces=faces,
        title=title,
        author="cardwright",
        subject=target.id,
        flip=target.flip,
        manner=manner,
    )
    from generator.proof.pdf import prove_pdf  # noqa: PLC0415 - a reader nobody else needs

    prove_pdf(
        path,
        sheets,
        shown=path.name,
        faces=faces,
        problems=problems,
        title=title,
        flip=target.flip,
        manner=manner,
    )
    if problems.fatal():
        raise Refused(problems)
    return path
