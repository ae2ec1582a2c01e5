"""Scalars as text in, typed values out: the strict types of YAML fields.

The reader hands over each scalar as the author typed it; the field's type decides what it means.
"""

from __future__ import annotations

import re
import sys
from types import ModuleType
from typing import Annotated

# Pydantic would search every installed package for validation plugins, at 40 ms a process; none
# is wanted here, nor may a stranger's reach in. A release that asks its search for more than
# `get_plugins` gets it back.
_SEARCH = "pydantic.plugin._loader"
if _SEARCH not in sys.modules:
    _NONE_FOUND = ModuleType(_SEARCH)
    _NONE_FOUND.__dict__["get_plugins"] = tuple
    sys.modules[_SEARCH] = _NONE_FOUND
try:
    from pydantic import BaseModel, BeforeValidator, ConfigDict
except ImportError:
    del sys.modules[_SEARCH]
    from pydantic import BaseModel, BeforeValidator, ConfigDict

_INT = re.compile(r"-?(0|[1-9]\d*)\Z", re.ASCII)
_NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?\Z", re.ASCII)


def _text(value: object) -> object:
    if value is None:
        raise ValueError("is empty; a text is wanted")
    if not isinstance(value, str):
        raise ValueError("is a list or a mapping; a text is wanted")
    return str(value)


def _texts(value: object) -> object:
    if isinstance(value, str):
        return (value,)
    if not isinstance(value, list | tuple):
        raise ValueError("is empty or a mapping; a text or a list of them is wanted")
    if not value:
        raise ValueError("is an empty list; at least one text is wanted")
    return value


def _int(value: object) -> object:
    if isinstance(value, str):
        if not _INT.match(value):
            raise ValueError(f"is {value!r}; a whole number such as 7 or -2 is wanted")
        if len(value) > 12:
            raise ValueError("has more than 12 digits")
        return int(value)
    return value


def _number(value: object) -> object:
    if isinstance(value, str):
        if not _NUMBER.match(value):
            raise ValueError(f"is {value!r}; a number such as 7 or 2.5 is wanted")
        if len(value) > 24:
            raise ValueError("has more than 24 digits")
        return float(value)
    return value


def _bool(value: object) -> object:
    if isinstance(value, str):
        if value not in ("true", "false"):
            raise ValueError(f"is {value!r}; true or false is wanted")
        return value == "true"
    return value


Text = Annotated[str, BeforeValidator(_text)]
"""Kept as typed: `NO`, `007`, `12:30` and `1.10` stay what they are."""

Texts = Annotated[
    tuple[Text, ...], BeforeValidator(_texts, json_schema_input_type=str | tuple[str, ...])
]
"""One text or a list of at least one."""

Int = Annotated[int, BeforeValidator(_int)]
"""`-?(0|[1-9]\\d*)`."""

Number = Annotated[float, BeforeValidator(_number)]
"""An Int that may add `.` and digits."""

Bool = Annotated[bool, BeforeValidator(_bool)]
"""`true` or `false`."""


class Strict(BaseModel):
    """A model of one mapping in a YAML file: unknown keys are faults, values do not change."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)
