"""A line that YAML cannot read in; what is wrong with it and how to quote it out."""

from __future__ import annotations

import re

_VALUE = re.compile(r"(?P<lead>\s*(?:-\s+)*(?:[A-Za-z_][\w .-]*:\s+)?)(?P<value>\S.*?)\s*\Z")
_STARTS = {
    "@": "starts with '@'",
    "`": "starts with '`'",
    "%": "starts with '%'",
    "*": "starts with '*', which YAML reads as an alias",
    "&": "starts with '&', which YAML reads as an anchor",
    "!": "starts with '!', which YAML reads as a tag",
    "{": "starts with '{', which YAML reads as a mapping",
    "[": "starts with '[', which YAML reads as a list",
    "}": "starts with '}'",
    "]": "starts with ']'",
    ",": "starts with ','",
    "|": "starts with '|', which YAML reads as the start of a block",
    ">": "starts with '>', which YAML reads as the start of a block",
    "- ": "starts with '- ', which YAML reads as a list",
    "? ": "starts with '? ', which YAML reads as a key",
}


def quoted(text: str) -> str:
    """The text in double quotes as YAML wants it; long ones are cut to be shown."""
    if len(text) > 60:
        text = text[:57] + "…"
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def advise(line: str, reason: str, near: str = "") -> tuple[str, str]:
    """(says, fix) for the line at which the YAML reader gave up with `reason`.

    `near` is what stands where it gave up.
    """
    if "could not find expected ':'" in reason:
        return "a line without ': ' stands among keys", "write it as 'key: value', or indent it"
    found = _VALUE.match(line)
    if found is None:
        return f"cannot be read as YAML: {reason}", ""
    lead, value = found["lead"].strip(), found["value"]
    shown = f"{lead} " if lead else ""
    if _one_bracket(value):
        place = f" near '{near[:20].strip()}'" if near.strip() else ""
        says = f"cannot be read as YAML inside {value[0]} {value[-1]}{place}: {reason}"
        return says, "put a text that holds : , # { } [ ] or starts with a sign in quotes"
    for start, says in _STARTS.items():
        if value.startswith(start):
            return f"the value {says}", f"write {shown}{quoted(value)}"
    if value[0] in "\"'":
        return _broken_quotes(shown, value, reason)
    if ": " in value and "mapping values" in reason and lead.endswith(":"):
        return "the value holds ': ', which YAML reads as a key", f"write {shown}{quoted(value)}"
    if value.startswith(":"):
        return "a key is empty", "write a name before ':'"
    if any(word in reason for word in ("mapping values", "block", "expected key", "indicator")):
        return (
            "the line is not indented like its neighbours",
            "start keys of one entry in the same column; put a text that holds ': ' in quotes",
        )
    return f"cannot be read as YAML: {reason}", "put the value in double quotes"


def _one_bracket(value: str) -> bool:
    """Whether the value is one pair of brackets with something in it."""
    if value[0] + value[-1] not in ("{}", "[]") or len(value) > 10_000:
        return False
    depth = 0
    for i, char in enumerate(value):
        depth += (char in "{[") - (char in "}]")
        if depth == 0:
            return i == len(value) - 1
    return False


def _broken_quotes(shown: str, value: str, reason: str) -> tuple[str, str]:
    mark = value[0]
    if "escape" in reason:
        return (
            "a backslash in double quotes starts an escape that YAML does not know",
            f"write {shown}'{value.strip(mark)}' or double the backslash",
        )
    if value.count(mark) < 2:
        return f"the quote {mark} is opened and not closed", f"write {shown}{value}{mark}"
    plain = value[1:].replace(mark, "", 1) if mark == '"' else value.strip(mark)
    return (
        "words follow the closing quote, so the value ends in the middle",
        f"write {shown}{quoted(plain if mark != chr(34) else value)}",
    )
