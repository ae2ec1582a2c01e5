"""Every problem code with its level and one line of meaning: the list that CONTRIBUTING prints."""

from __future__ import annotations

from typing import Literal, NamedTuple


class Code(NamedTuple):
    """An error stops the walk, a warning does so with --strict, a note never."""

    level: Literal["error", "warning", "note"]
    means: str


def _error(means: str) -> Code:
    return Code("error", means)


def _warning(means: str) -> Code:
    return Code("warning", means)


def _note(means: str) -> Code:
    return Code("note", means)


CODES: dict[str, Code] = {
    # Files: finding and reading them.
    "file-missing": _error("a file that something names is not there"),
    # Tables of cards.
    # Fields, figures, overlays, styles.
    # Engine and plays.
    "rules-missing": _error("game.yaml names rules that are not installed"),
    "rules-broken": _error("a rules module that fails to import or lacks a part"),
    "play-setup": _error("a play whose set-up or options the engine refuses"),
    "play-unreadable": _error("a line of a play that means nothing there"),
    "play-illegal": _error("a move of a play that the rules refuse"),
    "play-wrong": _error("a result that a play states and the engine does not reach"),
    "audit-missing": _error("something that the rules need is not in the data"),
    "audit-figure": _error("a figure, option or unit that the rules cannot be played with"),
    "audit-entry": _error("a catalog entry that contradicts the rules"),
    "audit-effects": _error("effects that the rules do not allow together or there"),
    "audit-card": _error("a card that contradicts the rules"),
    # Rules and figures in prose.
    "prose-placeholder": _error("braces in prose that are no placeholder"),
    "figure-unknown": _error("prose or a template names a figure that rules.yaml has not"),
    "figure-typed": _error("an amount of a unit is typed where the data should say it"),
    "prose-effect-unknown": _error("a placeholder stands for an effect that is not there"),
    "prose-effect-twice": _error("an effect's amount is told more than once"),
    "prose-effect-untold": _error("an effect's amount is not told, though others are"),
    "not-checked": _note("a check that needs an engine was left out"),
    "play-unplayable": _error("a play of a game without an engine"),
    "cards-none": _error("a component without cards"),
    "card-missing": _error("a combination that `expect` lists is not printed"),
    "card-twice": _error("a combination that `expect` lists is printed more than once"),
    "card-unexpected": _error("a card that `expect` does not list"),
    "identity-colour": _error("two identities are told apart by near colours alone"),
    # Templates, markup, text, pictures, fonts.
    # Facts, fit, contrast.
    "fact-missing": _error("a fact that no visible element shows, or too few do"),
    "fact-wrong": _error("an element shows something else than its fact"),
    "fact-unknown": _error("an element carries a fact that nothing states"),
    "text-small": _error("text under the size that its use allows"),
    "outside-safe": _error("text outside the safe area"),
    "contrast-low": _error("text with too little contrast to what lies beneath"),
    "border-thin": _warning("a border thinner than 3 mm beside the trim"),
    "back-forgiving": _warning("a back that shows when front and back are not in register"),
    # Targets and sheets.
    # Written files and the workspace.
    # Proof.
    # The machine.
}
