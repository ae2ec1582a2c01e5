"""JSON Schemas for editors: descriptions from docstrings, and agreement with the loader."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from generator.load.figures import load_figures
from generator.load.read import parse_yaml
from generator.load.schema import SCHEMAS, schema
from generator.model.field import FieldSpec
from generator.model.game import ComponentSpec, GameFile
from generator.model.scalars import slots
from generator.model.style import TextStyle
from generator.model.target import Target
from generator.problems import Problems

from .conftest import Damage


@pytest.mark.parametrize("what", list(SCHEMAS))
def test_each_kind_has_a_schema_whose_references_are_there(what: str) -> None:
    made = schema(what)
    assert made["$schema"].startswith("https://json-schema.org/")
    text = json.dumps(made)
    for reference in set(text.split('"$ref": "#/$defs/')[1:]):
        assert reference.split('"')[0] in made["$defs"]


@pytest.mark.parametrize("model", [GameFile, ComponentSpec, FieldSpec])
def test_every_field_is_described_by_its_docstring(model: type) -> None:
    made = schema("game")
    part = made if model is GameFile else made["$defs"][model.__name__]
    assert set(part["properties"]) == set(slots(model))
    for name, value in part["properties"].items():
        assert value.get("description"), name
    assert made["properties"]["version"]["description"].startswith("Version of the data")
    assert part["additionalProperties"] is False


def test_targets_and_styles_need_nothing_since_they_may_extend() -> None:
    target = schema("target")
    assert set(target["properties"]) == {*slots(Target), "extends"}
    assert "required" not in target
    text = schema("styles")["properties"]["text"]["additionalProperties"]
    assert set(text["properties"]) == {*slots(TextStyle), "extends"}
    assert "required" not in text


def test_sums_are_called_from() -> None:
    figure = next(iter(schema("rules")["properties"]["figures"]["patternProperties"].values()))
    assert "from" in figure["properties"]
    assert "derived" not in figure["properties"]
    assert "names of figures" in figure["properties"]["from"]["description"]
    node = parse_yaml("figures: {a: {value: 1}, b: {from: a + 1}}", "f", Problems())
    assert load_figures(node, Problems()).fig("b") == 2


def test_cards_follow_the_declared_fields_and_the_rules_effects() -> None:
    fields = {
        "rank": FieldSpec(type="choice", choices=("ace", "2", "true"), help="Its rank."),
        "cost": FieldSpec(type="int", required=False),
        "tags": FieldSpec(type="list", longest=3),
        "does": FieldSpec(type="effects"),
    }
    made = schema("cards", fields, {"damage": Damage})
    row = made["oneOf"][0]["items"]
    assert row["required"] == ["id", "rank", "tags", "does"]
    assert row["additionalProperties"] is False
    assert row["properties"]["rank"] == {"enum": ["ace", 2, True], "description": "Its rank."}
    assert row["properties"]["cost"] == {"type": ["integer", "null"]}
    assert row["properties"]["tags"]["maxItems"] == 3
    (effect,) = row["properties"]["does"]["items"]["oneOf"]
    assert effect["properties"]["kind"] == {"const": "damage"}
    assert effect["required"] == ["amount", "kind"]
    assert schema("cards")["oneOf"][0]["items"]["additionalProperties"] is True


def test_an_unknown_kind_raises() -> None:
    with pytest.raises(KeyError):
        schema("deck")


def test_loading_a_game_imports_no_ast_and_no_openpyxl() -> None:
    code = (
        "import sys; import generator.load.game; "
        "print([m for m in ('openpyxl', 'ast', 'generator.load.schema') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "openpyxl" not in done.stdout
    assert "generator.load.schema" not in done.stdout


def test_cards_are_a_file_or_a_list_of_files_to_editors() -> None:
    cards = schema("game")["$defs"]["ComponentSpec"]["properties"]["cards"]
    kinds = [part.get("type") for part in cards["anyOf"]]
    assert ["string", "number", "boolean"] in kinds
    assert "array" in kinds
    assert "null" in kinds
