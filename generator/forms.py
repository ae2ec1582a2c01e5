"""A press in, its order's forms to fill in on screen out: composed, checked, written, proved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from generator.jobs import Job
from generator.model.card import Card
from generator.press import Press
from generator.scene import Scene, Sheet
from generator.write.manifest import FileEntry


class Forms:
    """The forms of one press: a file for each of its components that says `form: true`.

    They hold each piece once, however often it is printed: a form is filled in and saved anew.
    """

    def __init__(self, press: Press) -> None:
        self._press = press

    def files(self) -> list[Job]:
        """The forms that the order asks for, in print order."""
        press = self._press
        hosts = press.components()
        wanted = [one for host in hosts for one in press.joined(host) if one.spec.form]
        jobs = []
        for one in sorted(wanted, key=list(press.game.components.values()).index):
            path = f"{one.id}-form.pdf"
            if f"{one.id}-form" in press.game.components:
                says = f"its form would be {path}, which is another component's file"
                press.problems.add("file-double", one.where, says, "call one otherwise")
            else:
                jobs.append(Job(path, f"{one.spec.name}, to fill in", one.id, (one,)))
        return jobs

    def checked(self, job: Job) -> None:
        """Compose a form and note what is wrong with its fields."""
        self._sides(job, noted=True)

    def printed(self, job: Job, folder: Path) -> FileEntry | None:
        """Write and prove a form and give its entry; None after a problem."""
        press = self._press
        self.checked(job)
        if press.problems.fatal(press.order.strict):
            return None
        entry = press.written(_plain(job), self._sheets(job), folder)
        if entry is None:
            return None
        if press.order.checked:
            self.proved(job, folder / job.path, job.path)
        return replace(entry, form=True)

    def proved(self, job: Job, path: Path, shown: str) -> None:
        """Read a written form back and compare it with one composed afresh."""
        self._press.proved(_plain(job), path, shown, self._sheets(job))

    def _sheets(self, job: Job) -> Iterator[Sheet]:
        from generator.impose.forms import form_sheets  # noqa: PLC0415 - few games have forms

        size = self._press.sizes.papers.get(self._press.target.paper)
        paper = (size.width, size.height) if size else None
        return form_sheets((scene for _, scene in self._sides(job)), paper)

    def _sides(self, job: Job, noted: bool = False) -> list[tuple[Card, Scene]]:
        """The faces of the form's pieces, each followed by its back where that has fields."""
        press, (component,) = self._press, job.components
        sides: list[tuple[Card, Scene]] = []
        for card in press.cards(component):
            made = [press.composer.face(component, card), press.composer.back(component, card)]
            for scene in made if card.count else ():
                if scene is not None and (scene.side == "front" or scene.fields):
                    sides.append((card, scene))
        if noted:
            from generator.check.forms import check_form  # noqa: PLC0415 - few games have forms

            check_form(component, sides, press.composer.locate, press.problems)
        return sides


def _plain(job: Job) -> Job:
    """The file as the press sees it: no pieces to print in it."""
    return job._replace(components=())
