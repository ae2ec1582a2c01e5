"""Flags that say what is printed and how in, an order out; wrong values exit with 2."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer

from generator.cli.terminal import finish, one_of, report, usage

if TYPE_CHECKING:
    from generator.model.order import Order
    from generator.model.printer import Printer

# Rooms are imported inside the functions: `cardwright --help` must not load the press.
# ruff: noqa: PLC0415

TargetName = Annotated[str, typer.Option("--target", metavar="ID", help="Where it is printed.")]
Only = Annotated[
    list[str] | None, typer.Option("--only", metavar="COMPONENT", help="Repeat for more.")
]
Cards = Annotated[
    str | None,
    typer.Option("--cards", metavar="ID[,ID]", help="These cards alone, once each: reprints."),
]
Copies = Annotated[
    int | None, typer.Option("--copies", metavar="N", help="How often each of --cards. [1]")
]
BleedName = Annotated[
    str | None, typer.Option("--bleed", metavar="none|outer|each", help="Default: the target's.")
]
GuidesName = Annotated[
    str | None,
    typer.Option("--guides", metavar="scissors|knife|both", help="Default: the target's."),
]
CardSize = Annotated[
    str | None, typer.Option("--card", metavar="SIZE", help="A size of the same family.")
]
Backs = Annotated[
    str | None, typer.Option("--backs", metavar="on|off", help="Default: on; off in --low-ink.")
]
Edition = Annotated[
    str | None, typer.Option("--edition", metavar="ID[,ID]", help="Overlays to lay over the game.")
]
Players = Annotated[
    int | None, typer.Option("--players", metavar="N", help="Default: the most that may play.")
]
Stock = Annotated[
    float | None,
    typer.Option("--stock", metavar="MM", help="How thick a card is. Default: the target's."),
]
Sleeved = Annotated[bool, typer.Option("--sleeved", help="Boxes hold the cards in sleeves.")]
LowInk = Annotated[
    bool,
    typer.Option("--low-ink", help="Outlines and hatching for fills; no backs but somebody's."),
]
Mono = Annotated[bool, typer.Option("--mono", help="Grey alone, for printers without colour.")]
LargePrint = Annotated[
    bool, typer.Option("--large-print", help="Rulebooks on whole pages, in 14 pt.")
]
Outlines = Annotated[
    bool, typer.Option("--outlines", help="Print shops: letters as outlines, no fonts.")
]
NoProfile = Annotated[
    bool, typer.Option("--no-profile", help="Print shops: files without the ICC profile.")
]
FirstCell = Annotated[
    int | None,
    typer.Option("--first-cell", metavar="N", help="Cut sheets: the first card not used up."),
]
PrinterName = Annotated[
    str | None,
    typer.Option("--printer", metavar="NAME", help="Move backs as `calibrate` measured."),
]


def order_from(target: str, **flags: Any) -> Order:
    """The order that the flags make.

    Exits with 2 at a value that is none of the choices, with 1 after telling that a printer is not
    known.
    """
    from generator.model.order import MOST_CELLS, MOST_COPIES, MOST_PLAYERS, STOCK, Order
    from generator.model.order import Backs as Sides
    from generator.model.target import Bleed, Guides

    for name, choices in (("bleed", Bleed), ("guides", Guides), ("backs", Sides)):
        flags[name] = one_of(f"--{name}", flags.get(name), get_args(choices))
    flags["only"] = tuple(dict.fromkeys(flags.get("only") or ()))
    for name in ("cards", "edition"):
        given = flags.get(name)
        flags[name] = _names(given)
        if given is not None and not flags[name]:  # a shell's empty variable must not print all
            usage(f"--{name} names nothing; write ids, or leave it out")
    if flags.get("copies") is not None and not flags["cards"]:
        usage("--copies belongs to --cards: how often each of these is printed")
    limits = {"copies": MOST_COPIES, "players": MOST_PLAYERS, "first_cell": MOST_CELLS}
    for name, most in limits.items():
        value = flags.get(name)
        if value is not None and not 1 <= value <= most:
            usage(f"--{name.replace('_', '-')} takes 1 to {most}; {value} is not")
    stock = flags.get("stock")
    if stock is not None and not STOCK[0] <= stock <= STOCK[1]:
        usage(f"--stock takes {STOCK[0]:g} to {STOCK[1]:g} mm; {stock:g} is not")
    if flags.get("printer") is not None:
        flags["shift"] = printer_of(flags["printer"])
    return Order(target=target, **flags)


def _names(listed: str | None) -> tuple[str, ...]:
    """The names between commas, each once."""
    names = (name.strip() for name in (listed or "").split(","))
    return tuple(dict.fromkeys(name for name in names if name))


def printer_of(name: str) -> Printer:
    """A printer that was calibrated; exits with 1 after telling that there is none of the name."""
    from generator.load.printers import load_printer, printers_file
    from generator.problems import Problems

    problems = Problems()
    printer = load_printer(printers_file(), name, problems)
    if printer is None:
        report(problems)
        finish(True)
    assert printer is not None
    return printer
