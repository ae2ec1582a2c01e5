"""All commands gathered in one Typer app; `generator.cli.main` runs it."""

from __future__ import annotations

import typer

from generator.cli.calibrating import add_to as add_calibrating
from generator.cli.own import Commands
from generator.cli.playing import add_to as add_playing
from generator.cli.printing import add_to as add_printing

app = typer.Typer(
    cls=Commands,
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Card games from YAML to print-ready PDF, checked and proved by the engine.",
)
add_printing(app)
add_playing(app)
add_calibrating(app)
