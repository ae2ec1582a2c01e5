"""What the user asks of the press: choices in, the name of their output folder out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from hashlib import sha256
from typing import Any, Literal, get_args

from generator.model.printer import UNMOVED, Printer
from generator.model.target import Bleed, Guides

Backs = Literal["on", "off"]

MOST_COPIES = 1000
MOST_PLAYERS = 100
MOST_CELLS = 10_000
STOCK = (0.05, 2.0)
"""mm that one card may be thick."""

_UNFIT = re.compile(r"[^\w.-]|^\.+")
_LONGEST = 160


def _is_text(value: object) -> bool:
    return value is None or isinstance(value, str)


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


def _is_count(most: int) -> Callable[[object], bool]:
    return lambda value: value is None or (type(value) is int and 1 <= value <= most)


def _is_one(choices: Any) -> Callable[[object], bool]:
    return lambda value: value is None or value in get_args(choices)


def _is_stock(value: object) -> bool:
    return value is None or (type(value) in (int, float) and STOCK[0] <= value <= STOCK[1])  # type: ignore[operator]


_OPTIONS: dict[str, Callable[[object], bool]] = {
    "only": _is_texts,
    "cards": _is_texts,
    "copies": _is_count(MOST_COPIES),
    "bleed": _is_one(Bleed),
    "card": _is_text,
    "guides": _is_one(Guides),
    "backs": _is_one(Backs),
    "players": _is_count(MOST_PLAYERS),
    "stock": _is_stock,
    "sleeved": _is_flag,
    "low_ink": _is_flag,
    "mono": _is_flag,
    "large_print": _is_flag,
    "outlines": _is_flag,
    "no_profile": _is_flag,
    "printer": _is_text,
    "first_cell": _is_count(MOST_CELLS),
}
"""What a manifest records beside target and edition, and what its values may be."""


@dataclass(frozen=True, slots=True)
class Order:
    """None means the target's own choice.

    `cards` (ids) are printed `copies` times each, and nothing else. `players` None: the most that
    may play. `stock` is mm. `shift` is how the `printer` of that name moves backs. `first_cell` is
    the first card of a half-used sheet, from 1. `checked` False leaves check and proof out: for
    benchmarks only, no flag reaches it.
    """

    target: str = "home-a4"
    only: tuple[str, ...] = ()
    bleed: Bleed | None = None
    guides: Guides | None = None
    card: str | None = None
    edition: tuple[str, ...] = ()
    strict: bool = False
    checked: bool = True
    cards: tuple[str, ...] = ()
    copies: int | None = None
    backs: Backs | None = None
    players: int | None = None
    stock: float | None = None
    sleeved: bool = False
    low_ink: bool = False
    mono: bool = False
    large_print: bool = False
    outlines: bool = False
    no_profile: bool = False
    printer: str | None = None
    first_cell: int | None = None
    shift: Printer = UNMOVED

    @classmethod
    def of(
        cls,
        target: str,
        edition: Sequence[str],
        options: Mapping[str, object],
        shift: Printer = UNMOVED,
    ) -> Order | None:
        """The order that a manifest records; None where its options are not those of `options`."""
        if options.keys() != _OPTIONS.keys():
            return None
        if not all(fits(options[name]) for name, fits in _OPTIONS.items()):
            return None
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in options.items()
        }
        return cls(target=target, edition=tuple(edition), shift=shift, **values)

    @property
    def with_backs(self) -> bool:
        """Whether backs are printed: to save ink, only where they are asked for."""
        return self.backs == "on" or (self.backs is None and not self.low_ink)

    @property
    def whole(self) -> bool:
        """Whether everything of a game is printed, so that a kit can be made of it."""
        return not (self.only or self.cards)

    def folder(self) -> str:
        """The output folder's name: the target, then each other choice in fixed order."""
        extras = [
            *self.edition,
            *(["low-ink"] if self.low_ink else []),
            *(["mono"] if self.mono else []),
            *(["large-print"] if self.large_print else []),
            *(["outlines"] if self.outlines else []),
            *(["no-profile"] if self.no_profile else []),
            *([f"backs-{self.backs}"] if self.backs else []),
            *([f"only-{'-'.join(self.only)}"] if self.only else []),
            *([f"cards-{'-'.join(self.cards)}"] if self.cards else []),
            *([f"copies-{self.copies}"] if self.copies else []),
            *([f"bleed-{self.bleed}"] if self.bleed else []),
            *([self.card] if self.card else []),
            *([f"guides-{self.guides}"] if self.guides else []),
            *([f"players-{self.players}"] if self.players else []),
            *([f"stock-{self.stock:g}"] if self.stock else []),
            *(["sleeved"] if self.sleeved else []),
            *([f"printer-{self.printer}"] if self.printer else []),
            *([f"first-cell-{self.first_cell}"] if self.first_cell else []),
        ]
        # Whatever a choice is called, the name must stay one step of a path.
        name = "+".join(_UNFIT.sub("_", part) for part in [self.target, *extras])
        if len(name) <= _LONGEST:
            return name
        return f"{name[:_LONGEST]}~{sha256(name.encode()).hexdigest()[:8]}"

    def options(self) -> dict[str, object]:
        """The choices that a manifest records beside target and edition."""
        known = {one.name: getattr(self, one.name) for one in fields(self)}
        return {
            name: list(known[name]) if isinstance(known[name], tuple) else known[name]
            for name in _OPTIONS
        }
