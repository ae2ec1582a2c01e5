"""What the user asks of the press: choices in, the name of their output folder out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, get_args

from generator.model.target import Bleed, Guides

_UNFIT = re.compile(r"[^\w.-]|^\.+")
_LONGEST = 160


@dataclass(frozen=True, slots=True)
class Order:
    """None means the target's own choice.

    `checked` False leaves check and proof out: for benchmarks only, no flag reaches it.
    """

    target: str = "home-a4"
    only: tuple[str, ...] = ()
    bleed: Bleed | None = None
    guides: Guides | None = None
    card: str | None = None
    edition: tuple[str, ...] = ()
    strict: bool = False
    checked: bool = True

    @classmethod
    def of(cls, target: str, edition: Sequence[str], options: Mapping[str, object]) -> Order | None:
        """The order that a manifest records; None where its options are not those of `options`."""
        only = options.get("only")
        chosen = {name: options.get(name) for name in ("bleed", "card", "guides")}
        fits = (
            set(options) == {"only", *chosen}
            and isinstance(only, list)
            and all(isinstance(name, str) for name in only)
            and all(isinstance(value, str | None) for value in chosen.values())
            and chosen["bleed"] in (None, *get_args(Bleed))
            and chosen["guides"] in (None, *get_args(Guides))
        )
        if not fits:
            return None
        names: Any = (only, chosen)
        return cls(target=target, edition=tuple(edition), only=tuple(names[0]), **names[1])

    def folder(self) -> str:
        """The output folder's name: the target, then each other choice in fixed order."""
        extras = [
            *self.edition,
            *([f"only-{'-'.join(self.only)}"] if self.only else []),
            *([f"bleed-{self.bleed}"] if self.bleed else []),
            *([self.card] if self.card else []),
            *([f"guides-{self.guides}"] if self.guides else []),
        ]
        # Whatever a choice is called, the name must stay one step of a path.
        name = "+".join(_UNFIT.sub("_", part) for part in [self.target, *extras])
        if len(name) <= _LONGEST:
            return name
        return f"{name[:_LONGEST]}~{sha256(name.encode()).hexdigest()[:8]}"

    def options(self) -> dict[str, object]:
        """The choices that a manifest records beside target and edition."""
        return {
            "only": list(self.only),
            "bleed": self.bleed,
            "card": self.card,
            "guides": self.guides,
        }
