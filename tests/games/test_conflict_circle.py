"""One circle of trumps wherever it is printed, and suits whose texts stand under their headings."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import pytest
from conflict_press import PAPERS, faults, printed, shown, told, whole, with_suits, words

from generator.games.organizations.aids import MEANINGS, against, audit_aids, circle
from generator.games.organizations.deal import deal
from generator.geometry import bounds
from generator.model.game import Game
from generator.problems import Problem, Problems
from generator.scene import Path, Run, Scene

TRUMPS = {"spades": "clubs", "clubs": "diamonds", "diamonds": "hearts", "hearts": "spades"}
OTHER_WAY = {one: {"trumps": other} for other, one in TRUMPS.items()}


def test_the_wheel_is_one_circle_of_four() -> None:
    game, _ = whole()
    assert [suit.id for suit in circle(game)] == list(TRUMPS)
    assert {s.id: s.fields["trumps"] for s in game.catalogs["suits"].values()} == TRUMPS
    made = deal(game, Problems())
    assert made is not None
    assert [suit.id for suit in made.suits] == list(TRUMPS)


def middle(scene: Scene, fact: str) -> tuple[float, float]:
    """Where the shapes with a fact stand."""
    boxes = [bounds(i.segments) for i in scene.items if i.fact == fact and isinstance(i, Path)]
    x, y = min(b.x for b in boxes), min(b.y for b in boxes)
    return (x + max(b.right for b in boxes)) / 2, (y + max(b.bottom for b in boxes)) / 2


@pytest.mark.parametrize("target", PAPERS)
@pytest.mark.parametrize("name", ["wheels", "turn-cards", "deck-box", "staff-box"])
def test_arrows_point_from_each_suit_to_the_one_it_trumps(target: str, name: str) -> None:
    suits = whole()[0].catalogs["suits"]
    (_, _, scene) = printed(target, name)[0]
    order = [suits[id_] for id_ in TRUMPS]
    assert [words(scene, f"place-{n}") for n in range(1, 5)] == [[suit.name] for suit in order]
    for n, suit in enumerate(order, 1):
        to = suits[TRUMPS[suit.id]]
        assert shown(scene, f"place-{n}-suit") == [suit.fields["icon"]]
        assert shown(scene, f"arrow-{n}") == [to.fields["icon"]]
        head = middle(scene, f"arrow-{n}")
        away = {
            place: math.dist(head, middle(scene, f"place-{place}-suit")) for place in range(1, 5)
        }
        nearest, second = sorted(away, key=lambda place: away[place])[:2]
        assert (second, nearest) == (n, n % 4 + 1), name  # it leaves n and ends at the next


@pytest.mark.parametrize("target", PAPERS)
@pytest.mark.parametrize(("name", "times"), [("deck", 1), ("tents", 2)])
def test_bars_tell_the_same_circle(target: str, name: str, times: int) -> None:
    suits = whole()[0].catalogs["suits"]
    for _, card, scene in printed(target, name):
        suit = suits[str(card.fields["suit"])]
        beaten = suits[TRUMPS[suit.id]]
        (feared,) = [other for other in suits.values() if TRUMPS[other.id] == suit.id]
        for key, other in (("beats", beaten), ("falls-to", feared)):
            assert words(scene, key) == [other.name] * times
            assert shown(scene, f"{key}-suit") == [other.fields["icon"]] * times


@pytest.mark.parametrize("name", ["deck", "wheels", "turn-cards", "tents", "deck-box", "staff-box"])
def test_a_circle_that_is_changed_makes_every_print_of_it_wrong(name: str) -> None:
    game = with_suits(whole()[0], **OTHER_WAY)
    for component, card, scene in printed("home-a4", name)[::13]:
        assert "fact-wrong" in faults(scene, told(component, card, game))


def test_ladders_show_the_suits_in_the_order_of_the_circle() -> None:
    names = [suit.name for suit in circle(whole()[0])]
    for target in PAPERS:
        (_, _, scene) = printed(target, "ladders")[0]
        said = [i.text.capitalize() for i in scene.items if isinstance(i, Run)]
        assert [word for word in dict.fromkeys(said) if word in names] == names


def test_no_words_on_any_face_deny_the_circle() -> None:
    game, _ = whole()
    for component in game.components.values():
        for _, card, scene in printed("home-a4", component.id) if component.spec.face else ():
            text = " ".join(item.text for item in scene.items if isinstance(item, Run))
            assert against(game, text) == [], card.id


def test_the_rulebook_denies_the_circle_only_where_it_tells_of_the_other_one() -> None:
    game, _ = whole()
    text = (game.root / "rulebook.md").read_text("utf-8")
    notes = re.findall(r"^(?:>.*\n)+", text, re.MULTILINE)
    (note,) = [note for note in notes if "circle" in note and against(game, note)]
    assert against(game, note) == ["clubs trump hearts", "hearts trump diamonds"]
    assert against(game, text.replace(note, "")) == []
    told_of = re.findall(r'"(\w+)": "[^"]*?\bthey trump (\w+)', text)
    assert dict(told_of) == TRUMPS


def audited(game: Game) -> list[Problem]:
    problems = Problems()
    audit_aids(game, problems)
    return list(problems)


def test_the_shipped_aids_are_sound() -> None:
    assert audited(whole()[0]) == []


def test_rulings_that_deny_the_circle_are_told() -> None:
    found = audited(with_suits(whole()[0], **OTHER_WAY))
    assert any("ruling 002-01 says 'Spades trump clubs'" in p.says for p in found)


def test_suits_that_stand_in_another_order_are_told() -> None:
    game, _ = whole()
    suits = game.catalogs["suits"]
    turned = {name: suits[name] for name in ("clubs", "spades", "diamonds", "hearts")}
    (problem,) = audited(replace(game, catalogs={**game.catalogs, "suits": turned}))
    assert "stand as clubs, spades, diamonds, hearts" in problem.says
    assert "clubs, diamonds, hearts, spades" in str(problem)


# Suits mean what their headings say (ruling 002-02).


def swapped(*keys: str) -> Game:
    """Clubs and diamonds with each other's texts, as the document has them."""
    game, _ = whole()
    clubs, diamonds = (game.catalogs["suits"][name].fields for name in ("clubs", "diamonds"))
    return with_suits(
        game,
        clubs={key: diamonds[key] for key in keys},
        diamonds={key: clubs[key] for key in keys},
    )


@pytest.mark.parametrize(
    "keys",
    [
        ("operation",),
        ("field",),
        ("element",),
        ("banner",),
        ("element", "field", "banner", "operation"),
    ],
)
def test_texts_under_each_others_heading_are_told(keys: tuple[str, ...]) -> None:
    found = [p for p in audited(swapped(*keys)) if p.code == "audit-entry"]
    assert {p.where.field for p in found} >= set(keys)
    assert {p.says.split()[0] for p in found if "has the" in p.says} == {"clubs", "diamonds"}
    assert all(p.where.file.endswith("suits.yaml") and p.where.line for p in found)


def test_half_a_foreign_operation_is_told() -> None:
    game, _ = whole()
    words_ = f"{game.catalogs['suits']['clubs'].fields['operation']} Or a pitched battle."
    (problem,) = audited(with_suits(game, clubs={"operation": words_}))
    assert "speaks of 'battle', which is diamonds" in problem.says


def test_suits_of_ones_own_may_mean_what_they_like() -> None:
    game, _ = whole()
    suits = dict(game.catalogs["suits"])
    battle = {**suits["clubs"].fields, "operation": "A pitched battle."}
    suits["clubs"] = suits["clubs"]._replace(id="cogs", fields=battle)
    suits["spades"] = suits["spades"]._replace(fields={**suits["spades"].fields, "trumps": "cogs"})
    named = {("cogs" if key == "clubs" else key): entry for key, entry in suits.items()}
    found = audited(replace(game, catalogs={**game.catalogs, "suits": named}))
    assert not [p for p in found if "has the" in p.says or "speaks" in p.says]


def test_what_faces_say_of_a_suit_is_what_it_means() -> None:
    for _, card, scene in printed("home-a4", "deck"):
        element, _, operations = MEANINGS[str(card.fields["suit"])]
        (banner,), (operation,) = words(scene, "banner"), words(scene, "operation")
        assert banner.lower().startswith(element)
        assert any(word in operation.lower() for word in operations)
