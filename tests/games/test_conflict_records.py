"""Organizations of one's own, as an edition in a workspace, become sheets, cards and forms."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from pypdf import PdfReader, PdfWriter

from generator.load.find import Workspace, workspace
from generator.model.order import Order
from generator.pipeline import Built, build, check, load
from generator.problems import Problem, Problems, Refused

POWERS = (0, 5, 6, 15, 16, 20, 21, 25, 26, 30, 31, 35, 40)
LINE = "What can be said of it in no more than ninety letters, blanks and commas, down to the last"
LONG = "The Brethren of the Long Ladder and of the Longer Night-Watch"
SIDES = {
    "lamps": "The Venerable Guild of Lamplighters",
    "orchard": "Orchard Street",
    "void": "Void",
}
SHARES = {"lamps": 9, "orchard": 3, "void": 8}
SHEETS, CARDS = "record-sheets", "record-cards"
NAMES = (SHEETS, CARDS)
SUITS = ("spades", "clubs", "diamonds", "hearts")


def organizations() -> list[dict[str, Any]]:
    """Twenty: powers from 0 to 40, a side with one suit only, names and lines as long as may be."""
    rows: list[dict[str, Any]] = []
    for side, count in SHARES.items():
        for k in range(count):
            n = len(rows)
            rows.append(
                {
                    "id": f"o{n}",
                    "name": LONG if n % 7 == 0 else f"Our {n}th",
                    "side": side,
                    "suit": "hearts" if side == "void" else SUITS[k % 4],
                    "power": POWERS[n % len(POWERS)],
                    "place": "Between the two rivers and the highroad",
                    "about": LINE,
                }
            )
    return rows


def edition(
    folder: Path,
    rows: list[dict[str, Any]],
    sides: Mapping[str, str] = SIDES,
    motto: str | None = "We were here first.",
) -> Workspace:
    """A workspace with nothing but an edition `mine` of the shipped game."""
    path = folder / "card_data" / "organizations" / "overlays" / "mine.yaml"
    path.parent.mkdir(parents=True)
    more = {"motto": motto} if motto else {}
    replaced = {
        "sides.yaml": [{"id": id_, "name": name, **more} for id_, name in sides.items()],
        "organizations.yaml": rows,
    }
    data = {"id": "mine", "base": "organizations", "replace": replaced}
    path.write_text(yaml.safe_dump(data, allow_unicode=True, sort_keys=False), "utf-8")
    return workspace(folder)


def order(target: str = "home-a4", *only: str) -> Order:
    return Order(target=target, only=only or NAMES, edition=("mine",))


def problems_of(here: Workspace, asked: Order) -> list[Problem]:
    place = here.place("organizations")
    assert place is not None
    return [p for p in check(here, place, asked) if not p.code.startswith("evidence")]


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Workspace, Path, Built]:
    """Twenty organizations of three sides, printed on A4."""
    folder = tmp_path_factory.mktemp("own")
    here = edition(folder, organizations())
    place = here.place("organizations")
    assert place is not None
    return here, folder / "out", build(here, place, order(), folder / "out")


@pytest.fixture(scope="module")
def forms(printed: tuple[Workspace, Path, Built]) -> dict[str, dict[str, str]]:
    """What stands in the fields of both forms, by name."""
    return {name: values(pdf(printed[1], name)) for name in NAMES}


def pdf(folder: Path, name: str) -> Path:
    (found,) = folder.rglob(f"{name}-form.pdf")
    return found


def values(path: Path) -> dict[str, str]:
    fields = PdfReader(path).get_fields() or {}
    return {
        name: str(field.get("/V") or "")
        for name, field in fields.items()
        if field.get("/FT") == "/Tx"
    }


def test_three_sides_fill_their_sheets_and_the_last_one_in_part(
    printed: tuple[Workspace, Path, Built],
) -> None:
    here = printed[0]
    place = here.place("organizations")
    assert place is not None
    game, _ = load(here, place, ("mine",), Problems())
    sheets = {c.id: len(c.fields["listed"]) for c in game.components[SHEETS].cards}  # type: ignore[arg-type]
    assert sheets == {
        **{"lamps": 4, "lamps-2": 4, "lamps-3": 1},
        **{"orchard": 3, "void": 4, "void-2": 4, "blank": 0},
    }
    assert len(game.components[CARDS].cards) == 21


def test_every_organization_stands_on_one_sheet_and_one_card_with_its_sizes(
    forms: dict[str, dict[str, str]],
) -> None:
    figures = {
        **{"home": (5, 5), "regional": (10, 15), "war": (15, 20)},
        **{"world_war": (20, 25), "superconflict": (25, 30)},
    }
    sheets, cards = forms[SHEETS], forms[CARDS]
    rows = organizations()
    place = {
        row["id"]: f"{row['side']}{'' if n < 4 else f'-{n // 4 + 1}'}.org{n % 4 + 1}"
        for side in SIDES
        for n, row in enumerate(row for row in rows if row["side"] == side)
    }
    for row in rows:
        for told, at in ((sheets, place[row["id"]]), (cards, row["id"])):
            assert told[f"{at}.name"] == row["name"]
            assert told[f"{at}.power"] == str(row["power"])
            assert (told[f"{at}.place"], told[f"{at}.about"]) == (row["place"], row["about"])
            for scope, (less, over) in figures.items():
                acts = row["power"] > over
                size = row["power"] - less if acts else 0
                assert told[f"{at}.{scope}.size"] == str(size)
                assert told[f"{at}.{scope}.acts"] == ("acts" if acts else "cannot")
    named = [name for name, value in sheets.items() if name.endswith(".name") and value]
    assert len(named) == len(rows) == 20


def test_blank_ones_are_empty_and_sheets_leave_room_for_play(
    forms: dict[str, dict[str, str]],
) -> None:
    for told in forms.values():
        assert {value for name, value in told.items() if name.startswith("blank.")} == {""}
    sheet = {name: value for name, value in forms[SHEETS].items() if name.startswith("orchard.")}
    room = [name for name, value in sheet.items() if not value]
    assert {"orchard.org1.after12", "orchard.round12.changes", "orchard.org4.name"} <= set(room)


def test_a_form_is_filled_in_saved_and_read_back(
    printed: tuple[Workspace, Path, Built], tmp_path: Path
) -> None:
    writer = PdfWriter(clone_from=pdf(printed[1], SHEETS))
    filled = {
        "orchard.org1.power": "31",
        "orchard.round1.winner": "Ądám – Œuvre",
        "blank.side": "Us",
    }
    for page in writer.pages:
        writer.update_page_form_field_values(page, filled, auto_regenerate=False)
    with (tmp_path / "filled.pdf").open("wb") as file:
        writer.write(file)
    told = values(tmp_path / "filled.pdf")
    assert {name: told[name] for name in filled} == filled
    assert told["orchard.org1.name"] == values(pdf(printed[1], SHEETS))["orchard.org1.name"]


def test_letter_paper_and_little_ink_hold_them_too(printed: tuple[Workspace, Path, Built]) -> None:
    asked = Order(target="home-letter", only=NAMES, edition=("mine",), low_ink=True)
    found = problems_of(printed[0], asked)
    assert {p.code for p in found} <= {"not-checked"}, [str(p) for p in found]


def test_the_whole_game_goes_with_them_its_book_told_without_the_ready_sides(
    printed: tuple[Workspace, Path, Built],
) -> None:
    found = problems_of(printed[0], Order(edition=("mine",)))
    assert {p.code for p in found} <= {"not-checked"}, [str(p) for p in found]


def test_lines_that_nobody_wrote_stay_free_to_be_written_on(tmp_path: Path) -> None:
    few = ("id", "name", "side", "suit", "power")
    rows = [{key: row[key] for key in few} for row in organizations()[7:11]]
    here = edition(tmp_path, rows, dict(list(SIDES.items())[:2]), motto=None)
    found = problems_of(here, Order(edition=("mine",), only=(*NAMES, "rulebook")))
    assert {p.code for p in found} <= {"not-checked"}, [str(p) for p in found]


def test_cards_of_the_metric_size_hold_their_fields(printed: tuple[Workspace, Path, Built]) -> None:
    found = problems_of(printed[0], Order(only=(CARDS,), edition=("mine",), card="poker-metric"))
    assert {p.code for p in found} <= {"not-checked"}, [str(p) for p in found]


def test_plays_of_the_ready_sides_are_left_out_with_a_note(
    printed: tuple[Workspace, Path, Built],
) -> None:
    found = problems_of(printed[0], order("home-a4", CARDS))
    assert [p.level for p in found] == ["note"] * len(found)
    assert any(
        p.where.file.endswith("starter-round.yaml") and "not replayed with mine" in p.says
        for p in found
    )


def at(rows: list[dict[str, Any]], n: int, **changed: Any) -> list[dict[str, Any]]:
    return [{**row, **changed} if k == n else row for k, row in enumerate(rows)]


@pytest.mark.parametrize(
    ("changed", "code", "file", "says"),
    [
        ({"name": LONG * 3}, "text-overflow", "record.xml", "over its box"),
        ({"place": "x" * 41}, "field-long", "mine.yaml", "41 characters; at most 40"),
        ({"power": 100}, "audit-entry", "mine.yaml", "has the power 100"),
        ({"power": "lots"}, "field-value", "mine.yaml", "'lots'; a whole number is wanted"),
        ({"side": "lamp"}, "ref-missing", "mine.yaml", "'lamp' is no entry of the catalog 'sides'"),
        ({"suit": "cups"}, "ref-missing", "mine.yaml", "'cups' is no entry of the catalog 'suits'"),
        ({"id": "o1"}, "id-double", "mine.yaml", "the id 'o1' stands here and on line"),
        ({"id": "blank"}, "id-double", "blank-cards.yaml", "the id 'blank' stands here and on"),
        ({"name": "日本"}, "glyph-missing", "record.xml", "U+65E5"),
    ],
)
def test_what_is_wrong_is_told_where_it_is_written(
    tmp_path: Path, changed: dict[str, Any], code: str, file: str, says: str
) -> None:
    here = edition(tmp_path, at(organizations()[:12], 11, **changed), dict(list(SIDES.items())[:2]))
    place = here.place("organizations")
    assert place is not None
    with pytest.raises(Refused) as refused:
        build(here, place, order("home-a4", CARDS), tmp_path / "out")
    found = [p for p in refused.value.problems if p.code == code and says in p.says]
    assert found, [str(p) for p in refused.value.problems]
    assert found[0].where.file.endswith(file)
    assert found[0].where.line > 0
    assert not (tmp_path / "out").exists()
