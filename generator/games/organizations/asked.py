"""The words after `campaign` in, what they ask for out."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from generator.engine.contract import SetupRefused
from generator.games.organizations.keeping import ROUNDS, SIDES


def parser(game: str) -> argparse.ArgumentParser:
    """Every command of a campaign with its help."""
    made = argparse.ArgumentParser(
        prog=f"cardwright {game} campaign",
        description="A conflict kept between sessions in a YAML file. The file may be edited; "
        "what contradicts the rules is refused with its line.",
    )
    commands = made.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, says: str) -> argparse.ArgumentParser:
        one = commands.add_parser(name, help=says, description=f"{says[0].upper()}{says[1:]}.")
        one.add_argument("file", metavar="FILE", help="the campaign's file")
        return one

    new = command("new", "begin a campaign in a file that is not there yet")
    new.add_argument("side", nargs=2, help="a ready side, or 'S14 C11@war'; + joins members")
    new.add_argument("--name", default="", help="what the campaign is called")
    _conflict(new)
    one = command("round", "enter a round that was played")
    one.add_argument("--winner", choices=SIDES, required=True)
    one.add_argument("--starter", choices=SIDES, help="needed where nobody knows it yet")
    one.add_argument("--first", help="the card that opened, such as 7S; none if no card could")
    one.add_argument("--last", help="the last card")
    one.add_argument("--note", default="", help="a line for the chronicle")
    one.add_argument("--number", type=int, help="refuse it unless it is this round of the campaign")
    event = command("event", "enter what changed a power between rounds")
    event.add_argument("organization", help="its id, as `show` tells it")
    event.add_argument("--by", type=int, required=True, help="such as +2 or -1")
    event.add_argument("--note", required=True, help="what happened")
    other = command("conflict", "begin another conflict of the same sides")
    other.add_argument("name", help="what it is called")
    other.add_argument("--at", action="append", default=[], metavar="ID=SCOPE",
                       help="what the place is to one organization; repeat for more")  # fmt: skip
    other.add_argument("--note", default="", help="a line for the chronicle")
    _conflict(other)
    command("undo", "take the last entry back")
    command("show", "ratings, sizes, who begins and where")
    tale = command("chronicle", "the history as a tale")
    tale.add_argument("--pdf", metavar="FILE.pdf", help="print it instead")
    tale.add_argument("--paper", default="a4", help="a4, letter … [a4]")
    sheets = command("sheets", "print the record sheets of the present ratings")
    sheets.add_argument("pdf", metavar="FILE.pdf", help="where to")
    sheets.add_argument("--target", default="home-a4", help="as for build [home-a4]")
    sheets.add_argument("--component", default="record-sheets", help="[record-sheets]")
    sheets.add_argument("--overlay", metavar="ID.yaml", help="also keep the overlay they come from")
    return made


def _conflict(one: argparse.ArgumentParser) -> None:
    one.add_argument("--scope", default="", help="one, or one a side: 'home / war'")
    one.add_argument("--starter", choices=SIDES, help="the aggressor; else the first round tells")
    one.add_argument(
        "--rounds", type=number(0, ROUNDS), default=0, help="agreed on, won by who wins more"
    )
    one.add_argument("--truce", type=number(0, ROUNDS), help="after so many rounds, 0 for never")


def of_members(side: str) -> None:
    """Raise SetupRefused where a member of the side has no organization."""
    if not all(part.strip() for part in side.split("+")):
        says = f"a member of {side.strip()[:40]!r} has no organization"
        raise SetupRefused(says, "such as 'S14 C11 + H12': + stands between members")


def number(least: int, most: int) -> Callable[[str], int]:
    """What reads a number of that range."""

    def read(text: str) -> int:
        digits = text.isascii() and text.isdigit() and len(text) <= len(str(most))
        if not (digits and least <= int(text) <= most):
            says = f"{text[:20]!r} is no number from {least} to {most:,}"
            raise argparse.ArgumentTypeError(says)
        return int(text)

    return read
