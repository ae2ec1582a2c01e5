"""A workspace with the common deck in; one fresh build by the pipeline out, or a warm preview.

`ours.py press WORKSPACE OUT` builds with check and proof off (no flag of the command does that).
`ours.py preview WORKSPACE OUT` builds, changes one card, and prints as JSON the CPU seconds that
the same process then needs to load the game again and compose that card.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from pathlib import Path

gc.set_threshold(50_000, 50, 50)  # as the command does

from generator.load.find import GamePlace, Workspace  # noqa: E402 - after the line above
from generator.model.order import Order  # noqa: E402
from generator.pipeline import build  # noqa: E402
from generator.problems import Problems  # noqa: E402

ORDER = Order(only=("deck",), bleed="none", guides="knife", checked=False)
"""The deck alone: a whole game also gets files that gather its components by paper."""


def place(workspace: Workspace) -> GamePlace:
    """The common deck's place."""
    found = workspace.place("common")
    assert found is not None, "the workspace has no common deck"
    return found


def preview(workspace: Workspace, out: Path) -> None:
    """Change a word on one card of a warm process and compose the card, data read afresh."""
    from generator.load.find import GameSources
    from generator.load.game import load_game
    from generator.press import Composer

    build(workspace, place(workspace), ORDER, out)
    cards = place(workspace).root / "cards.yaml"
    text = cards.read_text(encoding="utf-8")
    spent = []
    for round_ in range(5):
        cards.write_text(text.replace("Common deck 7 of", f"Round {round_} card 7 of"), "utf-8")
        problems = Problems()
        start = time.process_time()
        home = place(workspace)
        game = load_game(workspace, home, effects=lambda _: {}, overlays=(), problems=problems)
        assert game is not None, list(problems)
        component = game.components["deck"]
        composer = Composer(game, GameSources(workspace, home), problems)
        scene = composer.face(component, component.cards[6])
        spent.append(time.process_time() - start)
        assert scene is not None, list(problems)
        assert any(f"Round {round_}" in getattr(item, "text", "") for item in scene.items)
    cards.write_text(text, encoding="utf-8")
    print(json.dumps({"cpu": sorted(spent)[2]}))


if __name__ == "__main__":
    what, root, into = sys.argv[1], Workspace(Path(sys.argv[2]).resolve()), Path(sys.argv[3])
    if what == "preview":
        preview(root, into)
    else:
        build(root, place(root), ORDER, into)
    gc.freeze()
