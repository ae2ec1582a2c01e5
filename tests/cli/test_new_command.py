"""`cardwright GAME new`: options, vCards and answers become an overlay that prints."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from generator.cli.app import app
from generator.load.find import workspace
from generator.pipeline import load
from generator.problems import Problems

ROOT = Path(__file__).parents[2]
GIVEN = ("--name", "Jané Doe", "--role", "Surveyor", "--rules-at", "doe.example/r")
VCARD = """\
BEGIN:VCARD
VERSION:4.0
FN:Jane Doe
TITLE:Surveyor of "Old & New"
EMAIL:jane@doe.example
ADR:;;12 Quay Street;Harbour End;;1234;
SOCIALPROFILE;SERVICE-TYPE=GitHub;USERNAME=jane:https://github.com/jane
END:VCARD
"""


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("generator.cli.terminal._limit_memory", lambda: None)


def new(*words: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, ["sprite_wars", "new", *words], catch_exceptions=False)
    return done.exit_code, done.stdout, done.stderr


def written(id_: str) -> Path:
    return Path("card_data/sprite_wars/overlays") / f"{id_}.yaml"


def loaded(id_: str) -> tuple[str, dict[str, object]]:
    here = workspace(Path.cwd())
    place = here.place("sprite_wars")
    assert place is not None
    person = load(here, place, (id_,), Problems())[0].person
    assert person is not None
    return person.name, dict(person.fields)


def test_by_options() -> None:
    more = ("--stack", "fox,owl*3", "--address", "1 Quay; Town", "--social", "github: jane")
    code, said, _ = new(*GIVEN, *more, "--earn", "Beat me: +2 cards", "--earn", "Ask me")
    assert code == 0
    assert f"{written('jane-doe')} is written." in said
    assert "cardwright build sprite_wars --edition jane-doe" in said
    name, fields = loaded("jane-doe")
    assert name == "Jané Doe"
    assert fields["stack"] == (("fox", 1), ("owl", 3))
    assert fields["address"] == ("1 Quay", "Town")
    assert fields["social"] == (("github", "jane"),)
    assert fields["earn"] == ("Beat me: +2 cards", "Ask me")
    assert fields["motto"] is None
    assert "# motto:" in written("jane-doe").read_text("utf-8")


def test_from_a_vcard_with_options_winning() -> None:
    Path("jane.vcf").write_text(VCARD, "utf-8")
    code, _, told = new("--vcard", "jane.vcf", "--rules-at", "x.example", "--role", "Boss")
    assert code == 0, told
    name, fields = loaded("jane-doe")
    assert (name, fields["role"], fields["mail"]) == ("Jane Doe", "Boss", "jane@doe.example")
    assert fields["address"] == ("12 Quay Street", "1234 Harbour End")


def test_everything_wrong_at_once_and_nothing_written() -> None:
    code, _, told = new("--name", "Jo", "--stack", "foxx*2", "--colour", "pink", "--id", "../jo")
    assert code == 1
    assert "--colour: ../jo.colour: error: is 'pink', which is no choice" in told
    assert "there is no card 'foxx' among the business cards (write 'fox')" in told
    assert "'../jo' cannot be an id" in told
    assert "the field 'role' is missing (--role TEXT)" in told
    assert "the field 'rules_at' is missing (--rules-at TEXT)" in told
    assert list(Path.cwd().iterdir()) == []


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--motto", "a\nb"), "holds a line break or a control character"),
        (("--motto", "a\x1bb"), "holds a line break or a control character"),
        (("--logo", "../../etc/passwd"), "holds an empty step, '.' or '..'"),
        (("--logo", "/etc/passwd"), "is an absolute path"),
        (("--name", "\u6f22\u5b57"), "no id can be made of the name"),
        (("--id", "a/b"), "'a/b' cannot be an id"),
        (("--mail", "x" * 100), "has 100 characters; at most 80"),
        (("--vcard", "none.vcf"), "cannot be read"),
        (("--social", "github: a; github: b"), "'github' stands there twice"),
    ],
)
def test_hostile_values(words: tuple[str, ...], says: str) -> None:
    given = list(GIVEN)
    if words[0] == "--name":
        given[1] = words[1]
        words = ()
    code, _, told = new(*given, *words)
    assert code == 1
    assert says in told
    assert not Path("card_data").exists()


def test_what_is_there_stays_unless_forced() -> None:
    assert new(*GIVEN)[0] == 0
    before = written("jane-doe").read_bytes()
    code, _, told = new(*GIVEN, "--motto", "Other")
    assert (code, written("jane-doe").read_bytes()) == (1, before)
    assert "is there already (take another --id, or --force to replace it)" in told
    assert new(*GIVEN, "--motto", "Other", "--force")[0] == 0
    assert loaded("jane-doe")[1]["motto"] == "Other"
    assert [path.name for path in written("x").parent.iterdir()] == ["jane-doe.yaml"]


def test_a_link_is_not_followed(tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    Path("card_data/sprite_wars").mkdir(parents=True)
    Path("card_data/sprite_wars/overlays").symlink_to(elsewhere)
    code, _, told = new(*GIVEN)
    assert code == 1
    assert "is a link" in told
    assert list(elsewhere.iterdir()) == []


def test_what_cannot_be_set_is_told_but_kept() -> None:
    code, said, told = new(*GIVEN[2:], "--name", "\u6f22\u5b57", "--id", "w")
    assert code == 1
    assert "[glyph-missing]" in told
    assert "must be mended" in said
    assert written("w").is_file()


def test_a_folder_that_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("card_data").write_text("a file")
    code, _, told = new(*GIVEN)
    assert code == 1
    assert "[not-written]" in told


def test_help_and_unknown_options() -> None:
    done = CliRunner().invoke(app, ["sprite_wars", "--help"])
    assert "cardwright sprite_wars new  write an overlay" in done.stdout
    assert new("--naem", "x")[0] == 2
    assert CliRunner().invoke(app, ["organizations", "new"]).exit_code == 2


def test_answers_on_a_terminal_with_a_second_chance(tmp_path: Path) -> None:
    """A real terminal: what is needed is asked for until it fits, the rest may be left out."""
    pty = pytest.importorskip("pty")
    answers = ["", "Jane Doe", "x" * 70, "Surveyor"]  # a name, then a role, each at the second try
    pid, terminal = pty.fork()
    if not pid:
        os.chdir(tmp_path)
        os.environ["PYTHONPATH"] = str(ROOT)
        words = ["sprite_wars", "new", "--rules-at", "doe.example/r"]
        os.execv(sys.executable, [sys.executable, "-m", "generator.cli", *words])
    os.write(terminal, "".join(f"{answer}\n" for answer in answers).encode())
    shown = b""
    while True:
        try:
            piece = os.read(terminal, 4096)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0, shown
    assert b"That cannot be: is needed" in shown
    assert b"has 70 characters; at most 60" in shown
    assert loaded("jane-doe")[1]["role"] == "Surveyor"


def test_lost_causes_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three wrong answers, then nothing more is asked; the end of input ends it at once."""
    monkeypatch.setattr("generator.cli.newcomer._there", lambda: True)
    asked: list[str] = []

    def ask(field: str, *_: object) -> str | None:
        asked.append(field)
        return "" if field == "name" else None

    monkeypatch.setattr("generator.cli.newcomer._ask", ask)
    code, _, told = new("--role", "x")
    assert (code, asked) == (1, ["name"] * 3 + ["rules_at"])
    assert "[field-missing]" in told
    assert not Path("card_data").exists()


def test_everything_is_asked_where_nothing_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.cli.newcomer._there", lambda: True)
    said = {"name": "Jo Doe", "role": "Boss", "rules_at": "x.example", "stack": "owl, fox"}
    asked: list[str] = []

    def ask(field: str, *_: object) -> str:
        asked.append(field)
        return said.get(field, "")

    monkeypatch.setattr("generator.cli.newcomer._ask", ask)
    assert new()[0] == 0
    assert {"phone", "motto", "design", "earn", "stack"} < set(asked)
    assert loaded("jo-doe")[1]["stack"] == (("owl", 1), ("fox", 1))
