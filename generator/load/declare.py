"""The `fields:` that a component or catalog declares in; their readers out, faults noted."""

from __future__ import annotations

from collections.abc import Mapping

from generator.load.fields import Field, Unfit, World, make_field
from generator.load.figures import NAME
from generator.load.near import hint
from generator.load.nodes import Map, Node
from generator.model.field import FieldSpec
from generator.problems import Problems, Where

TAKEN = ("id", "name", "count", "face", "back")
"""What every card has already."""


def declared(
    node: Node, specs: Mapping[str, FieldSpec], world: World, problems: Problems
) -> list[Field]:
    """The readers in declared order; a field that is declared wrongly takes any text.

    `node` is the mapping the specs were read from.
    """
    out: list[Field] = []
    for name, spec in specs.items():
        where = node.where(name) if isinstance(node, Map) else Where("game.yaml")
        part: Map = node[name] if isinstance(node, Map) else Map("", 0)
        if name in TAKEN:
            says = f"every card has '{name}' already"
            problems.add("field-spec", where, says, "give the field another name")
            continue
        if not NAME.match(name) or len(name) > 64:
            says = f"'{name[:80]}' cannot be a field's name"
            fix = "use small letters, digits and '_', a letter first"
            problems.add("field-spec", where, says, fix)
        for key, says, fix in _faults(spec, world):
            place = part.where(key) if key in part else where
            problems.add("field-spec", place, f"the field '{name}' {says}", fix)
        try:
            out.append(make_field(name, spec, world))
        except Unfit as unfit:
            for flaw in unfit.flaws:
                says = f"the default of '{name}' {flaw.says}"
                problems.add("field-spec", part.where("default"), says, flaw.fix)
            out.append(make_field(name, spec.but(default=None), world))
    return out


def _faults(spec: FieldSpec, world: World) -> list[tuple[str, str, str]]:
    """(key, says, fix) for each rule the declaration breaks."""
    kind, faults = spec.type, []
    points = kind == "ref" or (kind == "list" and spec.of == "ref")
    if kind != "pairs" and (kind == "choice") != bool(spec.choices):
        says = "is a choice without choices" if kind == "choice" else f"is a {kind} with choices"
        fix = "write 'choices: [a, b]'" if kind == "choice" else "write 'type: choice'"
        faults.append(("choices", says, fix))
    if points and spec.to not in world.catalogs:
        says = "says no catalog" if spec.to is None else f"points into no catalog: '{spec.to[:80]}'"
        faults.append(("to", says, hint(spec.to or "", world.catalogs, "catalogs")))
    if not points and spec.to is not None:
        faults.append(("to", f"is a {kind} and points nowhere", "write 'type: ref', or no 'to'"))
    if spec.of != "text" and kind not in ("list", "pairs"):
        faults.append(("of", f"is a {kind}, no list", "write 'type: list', or no 'of'"))
    if kind == "pairs" and spec.of == "ref":
        faults.append(("of", "is pairs of references", "write 'of: text' or 'of: int'"))
    if spec.cards is not None and kind != "pairs":
        faults.append(("cards", f"is a {kind}, no pairs", "write 'type: pairs', or no 'cards'"))
    if spec.longest is not None and (kind not in ("text", "list", "pairs") or spec.longest < 1):
        fix = "write a number above 0 for a text, a list or pairs"
        faults.append(("longest", f"has the longest {spec.longest} as a {kind}", fix))
    if spec.each is not None and (kind not in ("list", "pairs") or spec.of != "text"):
        fix = "write it for a list or pairs of texts"
        faults.append(("each", f"has texts of {spec.each} as a {kind} of {spec.of}", fix))
    if spec.default is not None and kind in ("list", "grid", "effects", "image", "pairs"):
        faults.append(("default", f"is a {kind} with a default", "write 'required: false' instead"))
    if spec.rules and kind != "text":
        faults.append(("rules", f"is a {kind}; only a text states rules", "take 'rules' out"))
    if spec.printed < 0:
        faults.append(("printed", f"is printed {spec.printed} times", "write 0 or more"))
    return faults
