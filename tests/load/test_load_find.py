"""Which file wins, and that no name and no link leaves the folders searched."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from generator.load.find import SHIPPED, GamePlace, GameSources, Workspace, unsafe, workspace
from generator.load.read import read_yaml
from generator.model.sources import Missing, Sources
from generator.problems import Problems


def put(root: Path, name: str, text: str = "x") -> Path:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_the_game_wins_over_the_workspace_and_that_over_what_is_shipped(kit) -> None:
    sources: Sources = kit.sources()
    assert isinstance(sources.find("template", "card"), Missing)
    for root, name in (
        (kit.root, "templates/card.xml"),
        (kit.root, "templates/demo/card.xml"),
        (kit.folder, "templates/card.xml"),
    ):
        path = put(root, name)
        assert kit.sources().find("template", "card") == path
        assert kit.sources().find("template", "card.xml") == path


def test_icons_and_pictures(kit) -> None:
    shared = put(kit.root, "templates/icons/star.svg")
    assert kit.sources().find("icon", "star") == shared
    own = put(kit.folder, "art/icons/star.svg")
    assert kit.sources().find("icon", "star") == own
    picture = put(kit.folder, "pictures/a.png")
    assert kit.sources().find("image", "pictures/a.png") == picture
    art = put(kit.root, "art/b.png")
    assert kit.sources().find("image", "art/b.png") == art


def test_pictures_beside_the_games_are_those_in_art_only(kit) -> None:
    put(kit.root, "secret.png")
    put(kit.root, "card_data/other/art/c.png")
    sources = kit.sources()
    assert isinstance(sources.find("image", "secret.png"), Missing)
    assert isinstance(sources.find("image", "card_data/other/art/c.png"), Missing)


@pytest.mark.parametrize(
    "name",
    [
        *["", " ", "/etc/passwd", "../x.png", "a/../../x", "a/..", "./a", "a//b", "a/", "C:x"],
        *["C:/x", "c:\\x", "a\\b", "\\\\host\\share", "a\x00b", "a\nb", "x" * 256, "..", "."],
    ],
)
def test_unsafe_names_are_refused(kit, name: str) -> None:
    assert unsafe(name)
    for kind in ("image", "template", "icon"):
        found = kit.sources().find(kind, name)
        assert isinstance(found, Missing)
        assert found.code == "file-unsafe"


def test_names_are_exact_in_case_and_near_misses_are_named(kit) -> None:
    put(kit.folder, "art/Imp.png")
    found = kit.sources().find("image", "art/imp.png")
    assert found == Missing(
        "file-missing", "the image 'art/imp.png' is not there", "write 'art/Imp.png'"
    )
    put(kit.folder, "templates/card.xml")
    found = kit.sources().find("template", "crad")
    assert found.fix == "write 'card'"


def test_missing_files_are_told_where_to_lie_and_no_strangers_are_offered(kit) -> None:
    sources = kit.sources()
    root, game = kit.folder.parents[1], kit.folder.name
    put(root, "card_data/other/game.yaml")
    put(root, "templates/other/card.xml")
    put(root, "templates/targets/home.yaml")
    found = sources.find("style", "nothing_like_it")
    assert found.fix.startswith(f"put it at templates/{game}/nothing_like_it.yaml")
    assert "home" not in found.fix
    found = sources.find("template", "card.xml")
    assert found.fix == f"put it at templates/{game}/card.xml"
    found = sources.find("data", "boxes.csv")
    assert found.fix == f"put it at card_data/{game}/boxes.csv; there: cards.yaml"


def test_links_that_leave_their_folder_are_refused(kit, tmp_path: Path) -> None:
    outside = put(tmp_path.parent, f"{tmp_path.name}-outside/x.png")
    (kit.folder / "art").mkdir()
    (kit.folder / "art/file.png").symlink_to(outside)
    (kit.folder / "art/up.png").symlink_to("../../../../" + outside.parent.name + "/x.png")
    (kit.folder / "art/folder").symlink_to(outside.parent)
    (kit.folder / "art/loop.png").symlink_to("loop.png")
    (kit.folder / "art/dead.png").symlink_to("nothing.png")
    put(kit.folder, "art/real.png")
    (kit.folder / "art/inside.png").symlink_to("real.png")
    sources = kit.sources()
    for name in ("file.png", "up.png", "folder/x.png", "loop.png", "dead.png"):
        found = sources.find("image", f"art/{name}")
        assert isinstance(found, Missing), name
        assert found.code == "file-unsafe"
    assert sources.find("image", "art/inside.png") == kit.folder / "art/inside.png"


def test_a_data_file_that_is_a_link_out_is_refused(kit, tmp_path: Path) -> None:
    outside = put(tmp_path.parent, f"{tmp_path.name}-cards.yaml", "- id: a\n")
    (kit.folder / "cards.yaml").unlink()
    (kit.folder / "cards.yaml").symlink_to(outside)
    assert "is a link that leaves its folder [file-unsafe]" in kit.fault().replace(
        " (put a plain file there)", ""
    )


def test_folders_pipes_and_devices_are_no_files(kit, problems: Problems) -> None:
    (kit.folder / "art/dir.png").mkdir(parents=True)
    os.mkfifo(kit.folder / "art/pipe.png")
    for name in ("dir.png", "pipe.png"):
        found = kit.sources().find("image", f"art/{name}")
        assert isinstance(found, Missing)
        assert found.says.endswith("is not a plain file")
    started = time.monotonic()
    for path in (kit.folder / "art/pipe.png", Path("/dev/zero"), kit.folder):
        assert read_yaml(path, path.name, problems) is None
    assert time.monotonic() - started < 2
    assert [p.code for p in problems] == ["file-unsafe", "file-unsafe", "file-unreadable"]


def test_a_pipe_for_cards_does_not_block(kit) -> None:
    (kit.folder / "cards.yaml").unlink()
    os.mkfifo(kit.folder / "cards.yaml")
    assert "is not a plain file" in kit.fault()


def test_the_workspace_is_the_nearest_folder_above(kit, tmp_path: Path) -> None:
    deep = tmp_path / "a/b"
    deep.mkdir(parents=True)
    space = workspace(deep)
    assert space.root == tmp_path
    assert space.games() == [GamePlace("demo", kit.folder, False)]
    assert space.place("demo") == GamePlace("demo", kit.folder, False)


def test_without_a_workspace_the_shipped_games_are_there() -> None:
    space = Workspace(None)
    games = space.games()
    assert games
    assert all(place.shipped and place.root.parent == SHIPPED / "card_data" for place in games)
    assert space.place(games[0].id) == games[0]


def test_a_workspace_finds_shipped_games_by_name_only(kit) -> None:
    shipped = Workspace(None).games()[0]
    space = Workspace(kit.root)
    assert shipped not in space.games()
    assert space.place(shipped.id) == shipped
    for name in ("nope", "../demo", "", "demo/art", "/"):
        assert space.place(name) is None


def test_a_shipped_game_with_overlays_here_is_a_game_of_the_workspace(tmp_path: Path) -> None:
    """Whoever has written an overlay for a game finds the game in the list."""
    shipped = Workspace(None).games()[0]
    (tmp_path / "card_data" / shipped.id / "overlays").mkdir(parents=True)
    (tmp_path / "card_data/else").mkdir()
    assert Workspace(tmp_path).games() == [shipped]


def test_paths_are_shown_relative(kit) -> None:
    sources = kit.sources()
    assert sources.shown(kit.folder / "cards.yaml") == "card_data/demo/cards.yaml"
    assert sources.shown(SHIPPED / "fonts/families.yaml") == "fonts/families.yaml"
    stranger = GameSources(Workspace(None), GamePlace("demo", kit.folder, False))
    assert stranger.shown(kit.folder / "cards.yaml") == "demo/cards.yaml"


def test_a_folder_with_very_many_files_is_listed_in_bounded_time(kit) -> None:
    folder = kit.folder / "art"
    folder.mkdir()
    for i in range(400):
        (folder / f"{i}.png").touch()
    started = time.process_time()
    sources = kit.sources()
    for i in range(200):
        assert isinstance(sources.find("image", f"art/x{i}.png"), Missing)
    assert time.process_time() - started < 4
