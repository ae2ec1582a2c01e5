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
    "file-unsafe": _error("a name or link that leaves the folders searched, or no plain file"),
    "file-unreadable": _error("a file that the system will not let us read"),
    "file-size": _error("a file larger than is read"),
    "file-encoding": _error("a text file that is not UTF-8"),
    "file-character": _error("a tab or control character in a data file"),
    "yaml-syntax": _error("a file that is not YAML, or not of the wanted shape"),
    "yaml-empty": _error("a YAML file without data"),
    "yaml-double": _error("the same key twice in one mapping"),
    "yaml-feature": _error("an anchor, alias, merge key, tag, directive or second document"),
    "yaml-deep": _error("YAML nested too deeply"),
    "yaml-long": _error("a YAML file with too many values"),
    "yaml-comment": _warning("an unquoted value whose end is read as a comment"),
    "yaml-comment-only": _error("an unquoted value that is read as a comment"),
    # Tables of cards.
    "table-format": _error("a table that is not CSV or a workbook, or too large"),
    "table-header": _error("a doubled header, or none at all"),
    "table-row": _error("a row with more cells than the table has columns"),
    "table-cell": _error("a formula without a stored value, or a faulty cell"),
    "table-column": _warning("a column that is no declared field"),
    "table-quantity": _warning("a column that may be meant as the number of copies"),
    "table-date": _warning("a cell that the spreadsheet made a date"),
    "table-sheets": _warning("sheets of a workbook that are not read"),
    "table-extra": _error("a workbook without the package that reads it"),
    # Fields, figures, overlays, styles.
    "game-folder": _error("a game folder that cannot be used as a game"),
    "field-unknown": _error("a key that is not known there"),
    "field-missing": _error("a required field that is not given"),
    "field-value": _error("a value that its field does not take"),
    "field-long": _error("a text or list longer than its field allows"),
    "field-spec": _error("a field that is declared wrongly"),
    "field-flood": _error("more faults in one file than are listed"),
    "id-illegal": _error("an id with characters that ids may not have"),
    "id-double": _error("the same id twice"),
    "ref-missing": _error("a reference to something that does not exist"),
    "effect-unknown": _error("an effect of a kind that the rules do not know"),
    "cards-many": _error("more cards than can be printed"),
    "join-unfit": _error("a component that cannot be printed with the one it joins"),
    "net-impossible": _error("a net whose measures make no piece"),
    "box-split": _error("a group of cards that no box which fits the page can hold"),
    "net-broken": _error("a net whose folds, cut and panels do not fit each other"),
    "dial-window": _error("a setting of a dial whose window shows another value or none whole"),
    "tracker-values": _error("a value of a tracker that is missing or not in its place"),
    "overlay-base": _error("an overlay for another game or without a right id"),
    "overlay-stale": _error("an overlay that replaces what is not there"),
    "style-cycle": _error("styles, colours or targets that extend themselves"),
    "style-colour": _error("a colour that is not one, has too much ink or is not in the palette"),
    "style-face": _error("a font face that no families.yaml lists"),
    "font-unusable": _error("a font file that is not TrueType"),
    "figure-value": _error("a figure with no value, two, or one that cannot be worked out"),
    "figure-variant": _error("a figure unlike the document that does not say why"),
    "size-unknown": _error("a trim or paper size that sizes.yaml does not list"),
    # Engine and plays.
    "rules-missing": _error("game.yaml names rules that are not installed"),
    "rules-broken": _error("a rules module that fails to import or lacks a part"),
    "play-setup": _error("a play whose set-up or options the engine refuses"),
    "play-unreadable": _error("a line of a play that means nothing there"),
    "play-illegal": _error("a move of a play that the rules refuse"),
    "play-wrong": _error("a result that a play states and the engine does not reach"),
    "kept-wrong": _error("a file that a game's command keeps, and that contradicts the rules"),
    "audit-missing": _error("something that the rules need is not in the data"),
    "audit-figure": _error("a figure, option or unit that the rules cannot be played with"),
    "audit-entry": _error("a catalog entry that contradicts the rules"),
    "audit-effects": _error("effects that the rules do not allow together or there"),
    "audit-card": _error("a card that contradicts the rules"),
    # Evidence of long play.
    "evidence-missing": _warning("a game with studies, or a variant of it, that was never played"),
    "evidence-stale": _warning("rules, figures or effects have changed since games were played"),
    "evidence-idle": _warning("a card that was never played in the games that were studied"),
    "evidence-place": _error("there is no workspace to keep evidence in"),
    "evidence-figure": _warning("notes ask for a figure that the evidence has not"),
    "tracker-short": _error("play passes a tracker's range, and nothing printed says what then"),
    "tracker-quantity": _error("a tracker of no quantity that the rules track"),
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
    "template-syntax": _error("a template that cannot be read"),
    "template-undefined": _error("a name, field, figure or unit that does not exist"),
    "template-unsafe": _error("a template reaches for what the sandbox keeps away"),
    "template-failed": _error("an expression of a template that cannot be worked out"),
    "face-too-slow": _error("a face that takes more steps or seconds than it may"),
    "face-too-big": _error("a face or template larger than it may be"),
    "markup-syntax": _error("rendered markup that is not well formed"),
    "markup-element": _error("an element that is unknown or stands where it may not"),
    "markup-attribute": _error("an attribute that is unknown, missing or has no effect"),
    "markup-value": _error("an attribute's value that cannot be read"),
    "markup-layout": _error("a row, column or grid whose children do not fit"),
    "markup-clip": _error("a clip that no single outline can say, or text cut by one"),
    "style-unknown": _error("a text style that is not there, or lacks what is asked of it"),
    "text-overflow": _error("a text that does not fit its box at its least size"),
    "text-unstyled": _error("bold or italic text in a style without a face for it"),
    "word-cut": _warning("a word cut where it gives no place for it"),
    "glyph-missing": _error("a character that no face of the style has"),
    "script-refused": _error("a character of a script or plane that is not set"),
    "svg-syntax": _error("a drawing that is no SVG, or an empty one"),
    "svg-element": _error("a drawing with an element outside the subset"),
    "svg-attribute": _error("a drawing with an attribute outside the subset"),
    "svg-value": _error("a drawing with a value that cannot be read"),
    "svg-too-big": _error("a drawing with too many bytes, shapes or segments"),
    "picture-kind": _error("a picture that is neither PNG, JPEG nor SVG"),
    "picture-broken": _error("a picture that is empty, truncated or unreadable"),
    "picture-too-big": _error("a picture with too many bytes or pixels"),
    # Books.
    "book-markup": _error("a directive, box, heading or picture that books do not know"),
    "book-link": _error("a link of a book to anything but http(s), mailto or an anchor"),
    "book-anchor": _error("a link or page number of a book that leads nowhere"),
    "book-tall": _error("a figure, row or note that is higher than a page"),
    "book-wide": _error("a table whose longest words are wider than a page"),
    # Forms to fill in on screen.
    "form-double": _error("two fields of a form with one name, or with one inside the other's"),
    "form-turned": _error("a field of a form that does not stand upright"),
    "form-overlap": _error("two fields of a form that cover each other"),
    "form-letters": _warning("a field's value with letters that not every program can write again"),
    "form-empty": _warning("a form without a field"),
    # Facts, fit, contrast.
    "fact-missing": _error("a fact that no visible element shows, or too few do"),
    "fact-wrong": _error("an element shows something else than its fact"),
    "fact-unknown": _error("an element carries a fact that nothing states"),
    "text-small": _error("text under the size that its use allows"),
    "outside-safe": _error("text outside the safe area"),
    "contrast-low": _error("text with too little contrast to what lies beneath"),
    "border-thin": _warning("a border thinner than 3 mm beside the trim"),
    "back-forgiving": _warning("a back that shows when front and back are not in register"),
    "ink-heavy": _error("a face that takes more ink than --low-ink allows"),
    "ink-area": _error("a filled area larger than --low-ink allows"),
    # Targets and sheets.
    "component-unknown": _error("an order names a component that the game has not"),
    "card-unknown": _error("an order names a card that no component has"),
    "players-range": _error("an order for more or fewer players than the game takes"),
    "printer-unknown": _error("an order names a printer that was never calibrated"),
    "printer-value": _error("a printer's shift that cannot be, or a name that cannot"),
    "file-double": _error("two files of a build that would have the same name"),
    "paper-unknown": _error("a target prints on a paper that no size list has"),
    "size-impossible": _error("a length of paper, card or margin that cannot be"),
    "card-too-large": _error("a card that fits the paper neither upright nor lying"),
    "labels-no-room": _warning("a sheet's waste cannot hold all of its labels"),
    # Written files and the workspace.
    "manifest-game": _error("a manifest names a game that the workspace has not"),
    "manifest-stale": _error("the data has changed since the folder was built"),
    "manifest-files": _error("a manifest lists other files than the order makes"),
    "file-changed": _error("a built file whose bytes are not those of its manifest"),
    "nothing-to-print": _error("a file without a single sheet"),
    "not-written": _error("a file or folder that could not be written"),
    "file-busy": _error("a file that another program holds, or in no folder that can be"),
    "picture-unwritable": _error("a picture that cannot be taken into a file"),
    "font-unwritable": _error("a font that cannot be embedded"),
    "output-in-the-way": _error("something the tool did not write stands where output belongs"),
    "manifest-missing": _error("a folder without a manifest.json"),
    "manifest-broken": _error("a manifest.json that is not what the tool writes"),
    # Proof.
    "proof-unreadable": _error("a written file that is no sound PDF"),
    "proof-pages": _error("a page of a written file is missing or too much"),
    "proof-page": _error("a page whose size, boxes or turn are not its sheet's"),
    "proof-print": _error("a written file that would be printed otherwise: title, duplex, scaling"),
    "proof-font": _error("a font that is not embedded"),
    "proof-missing": _error("something of a sheet is not in the written file"),
    "proof-extra": _error("something in the written file belongs to no sheet"),
    "proof-words": _error("a line in the written file says something else"),
    "proof-moved": _error("something in the written file stands elsewhere, turned or scaled"),
    "proof-look": _error("font, size, colour, width or outline differ in the written file"),
    "proof-hidden": _error(
        "a line in the written file is covered, clipped or in its ground's colour"
    ),
    "proof-order": _error("things are painted in another order"),
    "proof-card": _error("a card stands where another belongs"),
    "proof-back": _error("a back lies under no front or under a wrong one"),
    "proof-picture": _error("a picture in the written file is not its source"),
    "proof-ppi": _warning("a picture under 300 pixels per inch"),
    "proof-colour": _error("something in a file for grey printing that could print colour"),
    "proof-form": _error("a field of a form is missing, elsewhere, or not as it should be"),
    "proof-flow": _error("a text of a book is not in its file, or not in its place"),
    "proof-links": _error("a link of a book is missing, leads elsewhere or nowhere"),
    "proof-outline": _error("a file's outline is not that of its book"),
    "proof-margin": _error("a page of a book prints where printers cannot"),
    "proof-flood": _error("more faults in a written file than are listed"),
    # The machine.
    "memory-limit": _error("the walk needs more memory than it is given"),
    "nested-deep": _error("something is nested more deeply than can be followed"),
}
