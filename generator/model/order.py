"""What the user asks of the press: choices in, the name of their output folder out."""

from __future__ import annotations

from dataclasses import dataclass

from generator.model.target import Bleed, Guides


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

    def folder(self) -> str:
        """The output folder's name: the target, then each other choice in fixed order."""
        extras = [
            *self.edition,
            *([f"only-{'-'.join(self.only)}"] if self.only else []),
            *([f"bleed-{self.bleed}"] if self.bleed else []),
            *([self.card] if self.card else []),
            *([f"guides-{self.guides}"] if self.guides else []),
        ]
        return "+".join([self.target, *extras])

    def options(self) -> dict[str, object]:
        """The choices that a manifest records beside target and edition."""
        return {
            "only": list(self.only),
            "bleed": self.bleed,
            "card": self.card,
            "guides": self.guides,
        }
