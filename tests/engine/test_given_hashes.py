"""What makes evidence stale and what does not, tried on a package of rules written here."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from generator.engine.given import rules_hash, sources_hash

PLAY = '''"""Rules."""
from toyrules import values
from toyrules.deep.more import extra


class Engine:
    """An engine."""

    limit: int = 5
    """A described field."""

    def win(self, a):
        # a comment
        return a > values.least + extra(a)
'''


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., object]]:
    """An engine of the package `toyrules` with files replaced by what the test gives."""
    folder = tmp_path / "toyrules"
    (folder / "deep").mkdir(parents=True)
    texts = {
        "__init__.py": "",
        "play.py": PLAY,
        "values.py": "least = 3\n",
        "faces.py": "colour = 'red'\n",
        "deep/__init__.py": "",
        "deep/more.py": "def extra(a):\n    return a % 2\n",
    }
    monkeypatch.syspath_prepend(str(tmp_path))

    def make(**changed: str) -> object:
        for name, text in texts.items():
            key = name.removesuffix(".py").replace("/", "_")
            (folder / name).write_text(changed.get(key, text), "utf-8")
        forget()
        return importlib.import_module("toyrules.play").Engine()

    def forget() -> None:
        importlib.invalidate_caches()
        for name in [name for name in sys.modules if name.partition(".")[0] == "toyrules"]:
            del sys.modules[name]

    yield make
    forget()


def test_words_and_layout_are_no_rules(made: Callable[..., object]) -> None:
    plain = rules_hash(made())
    words = PLAY.replace("Rules.", "The rules.").replace("An engine.", "One.")
    words = words.replace("A described field.", "Said otherwise.").replace("# a comment", "")
    words = words.replace('    """One."""\n', "")
    assert rules_hash(made(play=words)) == plain
    spread = PLAY.replace("a > values", "(a\n            > values") + "        )\n"
    assert rules_hash(made(play=spread)) == plain


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("play", PLAY.replace("a > values", "a >= values")),
        ("play", PLAY.replace("5", "6")),
        ("values", "least = 4\n"),
        ("values", "least = '3'\n"),
        ("deep_more", "def extra(a):\n    return None\n"),
        ("deep_more", "def extra(b):\n    return b % 2\n"),
    ],
)
def test_rules_that_differ_are_told_apart(
    made: Callable[..., object], name: str, text: str
) -> None:
    plain, sources = rules_hash(made()), sources_hash(made())
    other = made(**{name: text})
    assert rules_hash(other) != plain
    assert sources_hash(other) != sources


def test_modules_that_the_engine_does_not_use_are_no_rules(made: Callable[..., object]) -> None:
    plain, sources = rules_hash(made()), sources_hash(made())
    other = made(faces="colour = 'blue'\n")
    assert rules_hash(other) == plain
    assert sources_hash(other) != sources
    assert sources_hash(made()) == sources


def test_words_alone_are_no_rules(made: Callable[..., object]) -> None:
    words = ["toyrules.values"]
    plain = rules_hash(made(), words)
    assert rules_hash(made(values="least = 4\n"), words) == plain
    assert rules_hash(made(deep_more="def extra(a):\n    return 7\n"), words) != plain


def test_rules_without_source_have_no_hash() -> None:
    with pytest.raises(OSError, match="no source"):
        rules_hash(3)
    assert sources_hash(3) == ""
