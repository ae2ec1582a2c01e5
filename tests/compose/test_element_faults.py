"""Elements written wrong: one located problem each, with the right code and words."""

from __future__ import annotations

import pytest
from demo_game import Bench

FAULTS = {
    '<rect fill="ink"/>': ("markup-attribute", "box is missing"),
    '<rect box="1 1 1 1"/>': ("markup-attribute", "neither fill nor stroke"),
    '<rect box="1 1 1 1" fill="inc"/>': ("style-colour", "'inc'"),
    '<rect box="1 1 1 1" fill="#FF0000"/>': ("style-colour", "#FF0000"),
    '<rect box="1 1 1 1" fill="ink" width="1"/>': ("markup-attribute", "need a stroke"),
    '<rect box="1 1 1 1" fill="ink" w="1"/>': ("markup-attribute", "children of row"),
    '<rect box="1 1 1 1" stroke="ink" width="0"/>': ("markup-value", "0.01"),
    '<rect box="1 1 1 1" stroke="ink" dash="0 0"/>': ("markup-value", "dash"),
    '<rect box="1 1 1 1" stroke="ink" dash="1 1 1 1 1 1 1 1 1 1 1 1 1"/>': (
        "markup-value",
        "over 12",
    ),
    '<rect box="1 1 1 1" stroke="ink" dash="-1"/>': ("markup-value", "-1"),
    '<rect box="1 1 1 1" fill="ink" opacity="2"/>': ("markup-value", "0 to 1"),
    '<rect box="1 1 1 1" fill="ink" radius="-1"/>': ("markup-value", "-1"),
    '<rect box="1 1 1 1" fill="ink" round="ja"/>': ("markup-value", "'ja'"),
    '<line from="1 1" to="2 2"/>': ("markup-attribute", "needs stroke"),
    '<line from="1 1" to="1 1" stroke="ink"/>': ("markup-value", "no length"),
    '<line from="1 1 1" to="1 1" stroke="ink"/>': ("markup-value", "3 numbers"),
    '<polygon points="1 1 2 2" fill="ink"/>': ("markup-value", "4 numbers"),
    '<polygon points="1 1 2 2 3" fill="ink"/>': ("markup-value", "5 numbers"),
    '<path d="" fill="ink"/>': ("markup-value", "empty"),
    '<path d="M0 0L" fill="ink"/>': ("markup-value", "no numbers"),
    '<path d="L1 1" fill="ink"/>': ("markup-value", "begins with L"),
    '<path d="M0 0 X" fill="ink"/>': ("markup-value", "cannot be read"),
    '<text box="1 1 9 9">x</text>': ("markup-attribute", "needs style"),
    '<text box="1 1 9 9" style="ruels">x</text>': ("style-unknown", "'ruels'"),
    '<text box="1 1 9 9" style="small" fit="shrink">x</text>': ("style-unknown", "no least"),
    '<text box="1 1 9 9" style="small" fit="grow">x</text>': ("markup-value", "'grow'"),
    '<text box="1 1 9 9" style="small" align="center">x</text>': ("markup-value", "'center'"),
    '<text box="1 1 9 9" style="small" max-lines="0">x</text>': ("markup-value", "0"),
    '<text box="1 1 9 9" style="small" size="0">x</text>': ("markup-value", "0"),
    '<text box="1 1 9 9" style="small" colour="none">x</text>': ("style-colour", "'none'"),
    '<text box="1 1 9 9" style="small" shows="x">x</text>': ("markup-attribute", "'shows'"),
    '<text box="1 1 9 9" style="small"><u>x</u></text>': ("markup-element", "<u>"),
    '<text box="1 1 9 9" style="small"><b x="1">x</b></text>': ("markup-attribute", "<b>"),
    '<text box="1 1 9 9" style="small"><br>x</br></text>': ("markup-element", "<br>"),
    '<text box="1 1 9 9" style="small"><icon/></text>': ("markup-attribute", "<icon>"),
    '<text box="1 1 9 9" style="small"><icon name="no"/></text>': ("file-missing", "'no'"),
    "<b>x</b>": ("markup-element", "<b>"),
    "<script/>": ("markup-element", "<script>"),
    '<icon box="1 1 9 9" name="star"/>': ("markup-attribute", "needs colour"),
    '<icon box="1 1 9 9" name="stra" colour="ink"/>': ("file-missing", "'stra'"),
    '<image box="1 1 9 9"/>': ("markup-attribute", "needs src"),
    '<image box="1 1 9 9" src="../x.png"/>': ("file-missing", "'../x.png'"),
    '<image box="1 1 9 9" src="art/seal.svg" fit="fill"/>': ("markup-value", "'fill'"),
    '<track box="1 1 9 9" cells="x" filled="1" fill="ink"/>': ("markup-value", "'x'"),
    '<track box="1 1 9 9" cells="5" fill="ink"/>': ("markup-attribute", "needs filled"),
    '<track box="1 1 9 9" cells="5" filled="1" gap="9" fill="ink"/>': ("markup-layout", "36"),
    '<grid box="1 1 9 9"/>': ("markup-attribute", "needs columns"),
    "<row/>": ("markup-attribute", "needs box"),
    '<group at="1 1" box="1 1 1 1"/>': ("markup-value", "not both"),
    '<group turn="x"/>': ("markup-value", "'x'"),
    '<group copy="mirror"/>': ("markup-value", "'mirror'"),
    '<group clip="1 1"/>': ("markup-value", "2 numbers"),
}


@pytest.mark.parametrize(("text", "wanted"), FAULTS.items())
def test_faults(bench: Bench, text: str, wanted: tuple[str, str]) -> None:
    problem = bench.only(f"\n{text}")
    assert problem.code == wanted[0], str(problem)
    assert wanted[1] in problem.says
    assert (problem.where.file, problem.where.line) == ("templates/t.xml", 2)
