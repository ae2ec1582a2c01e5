"""Games from the command line in; played, replayed and simulated games out."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from generator.cli.terminal import (
    counted,
    fatal,
    finish,
    guarded,
    places,
    print_json,
    report,
    usage,
    workspace_here,
)

if TYPE_CHECKING:
    from generator.engine.contract import Option, Rules
    from generator.model.game import Game

# Rooms are imported inside the commands: `cardwright --help` must not load the press.
# ruff: noqa: PLC0415

GAME_FLAGS = {
    "allow_extra_args": True,
    "ignore_unknown_options": True,
    "help_option_names": [],
}
"""A game's own options are flags too; they are known only once the game is."""

OneGame = Annotated[str | None, typer.Argument(metavar="GAME", help="A game's id; see `list`.")]
Edition = Annotated[
    str | None, typer.Option("--edition", metavar="ID[,ID]", help="Overlays to lay over the game.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]
Help = Annotated[
    bool, typer.Option("--help", "-h", help="Show this, and after GAME the game's own flags.")
]


def add_to(app: typer.Typer) -> None:
    """Register the commands of this module."""
    for command in (play, replay, simulate):
        app.command(context_settings=GAME_FLAGS)(command)


def play(
    ctx: typer.Context,
    game: OneGame = None,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="WHO,WHO",
            help="`human` or a policy a seat. Default: you against the best policy.",
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Repeat a shuffle. Default: another each time.")
    ] = None,
    edition: Edition = None,
    help_: Help = False,
) -> None:
    """Play a game here; the record printed at the end can be replayed."""
    from random import Random

    from generator.engine.contract import SetupRefused
    from generator.engine.terminal import HUMAN, play_in_terminal

    loaded, rules = _opened(ctx, game, edition, help_)
    options, setup = _choices(rules.options(loaded), ctx.args)
    rng = Random(seed) if seed is not None else Random()  # noqa: S311 - games, not secrets
    try:
        ready = rules.engine(loaded, options).setup(setup)
        best = rules.engine(loaded, options).policies[-1]
        who = seats.split(",") if seats else [HUMAN, *[best] * (ready.seats - 1)]
        play_in_terminal(rules, loaded, who, _ask, typer.echo, rng, options=options, setup=setup)
    except SetupRefused as refused:
        usage(str(refused))


def replay(
    ctx: typer.Context,
    game: OneGame = None,
    plays: Annotated[
        list[str] | None, typer.Argument(metavar="[PLAY]...", help="Ids. Default: all.")
    ] = None,
    edition: Edition = None,
    json: Json = False,
    help_: Help = False,
) -> None:
    """Replay recorded games and compare every result they state with the engine's."""
    from generator.engine.replay import replay as replay_one
    from generator.problems import Problems

    loaded, rules = _opened(ctx, game, edition, help_)
    words, flags = _parted([*(plays or ()), *ctx.args])
    options, setup = _choices(rules.options(loaded), flags)
    if setup:
        usage("a play states its own set-up; only options of the rules can be changed")
    known = {found.id: found for found in loaded.plays}
    for word in words:
        if word not in known:
            usage(f"{loaded.id} has no play {word!r}; it has {', '.join(known) or 'none'}")
    problems, shown = Problems(), []
    for name in words or known:
        done = replay_one(rules, loaded, known[name], problems, options=options)
        steps = done.steps if done else ()
        shown.append({"play": name, "lines": [step.text for step in steps]})
        if not json:
            typer.echo(f"{name}: {known[name].title}")
            for step in steps:
                typer.echo(f"  {step.text}")
            if done:
                stands = done.engine.claims(done.final)
                typer.echo("  = " + ", ".join(f"{k} {v}" for k, v in stands.items()))
    if json:
        print_json({"plays": shown, "problems": [problem.plain() for problem in problems]})
    else:
        report(problems)
        typer.echo(counted(problems))
    finish(fatal(problems, strict=False))


def simulate(
    ctx: typer.Context,
    game: OneGame = None,
    games: Annotated[int, typer.Option("-n", "--games", min=1, help="How many.")] = 1000,
    policy: Annotated[
        str, typer.Option(metavar="NAME[,NAME]", help="One for all seats, or one a seat.")
    ] = "random",
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes. Default: one a core.")
    ] = None,
    edition: Edition = None,
    json: Json = False,
    help_: Help = False,
) -> None:
    """Play many games: who wins how often, and how long it takes."""
    from generator.engine.contract import SetupRefused
    from generator.engine.simulate import BLOCK
    from generator.engine.simulate import simulate as simulate_games

    loaded, rules = _opened(ctx, game, edition, help_)
    options, setup = _choices(rules.options(loaded), ctx.args)
    count = min(workers or os.cpu_count() or 1, -(-games // BLOCK))
    try:
        engine = rules.engine(loaded, options)
        with _pool(count) as executor:
            stats = simulate_games(engine, setup, policy, games, seed, executor=executor)
    except SetupRefused as refused:
        usage(str(refused))
    plain = {"game": loaded.id, "options": options, "setup": setup, **stats.plain()}
    if json:
        print_json(plain)
        return
    first = stats.first_player
    typer.echo(f"{games} games of {loaded.file.name}, policy {policy}, seed {seed}")
    typer.echo(f"first player wins {_share(first.share, first.low, first.high)}")
    for number, seat in enumerate(stats.seats):
        typer.echo(
            f"seat {'ABCDEFGHIJKLMNOP'[number]} wins {_share(seat.share, seat.low, seat.high)}"
        )
    if stats.length:
        length = {k: v for k, v in stats.length.items() if v is not None}
        typer.echo("length: " + ", ".join(f"{k} {v:.2f}" for k, v in length.items()))
    for name, seen in sorted(stats.events.items()):
        typer.echo(f"{name} in {_share(seen.share, seen.low, seen.high)} of games")


def _share(share: float, low: float, high: float) -> str:
    return f"{share:.2%} ({low:.2%} to {high:.2%})"


class _Here:
    """No pool: games are played in this process."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        return None


def _pool(count: int) -> Any:
    if count <= 1:
        return _Here()
    from concurrent.futures import ProcessPoolExecutor

    return ProcessPoolExecutor(count)


def _ask(prompt: str) -> str:
    typer.echo(prompt, nl=False)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.rstrip("\n")


def _opened(
    ctx: typer.Context, name: str | None, edition: str | None, help_: bool
) -> tuple[Game, Rules]:
    """The game and its rules; shows help and exits where that is asked for."""
    if help_ and name is None:
        typer.echo(ctx.get_help())
        raise typer.Exit(0)
    if name is None:
        usage("which game? `cardwright list` shows them")
    from generator.pipeline import load
    from generator.problems import Problems

    workspace = workspace_here()
    (place,) = places(workspace, [name])
    problems = Problems()
    editions = [word for word in (edition or "").split(",") if word]
    with guarded() as guard:
        game, rules = load(workspace, place, editions, problems)
        if rules is not None:
            rules.engine(game, {})  # data that cannot be played is refused here, with its places
    if guard.refused is not None:
        report(guard.refused)
        raise typer.Exit(1)
    if rules is None:
        usage(f"{name} has no engine: its game.yaml names no `rules:`")
    if help_:
        typer.echo(ctx.get_help())
        typer.echo(f"\nOptions of {game.id}:")
        for option in rules.options(game):
            metavar = "|".join(option.choices) or "VALUE"
            default = f" [default: {option.default}]" if option.default else ""
            typer.echo(f"  {_flag(option.name)} {metavar}  {option.help}{default}")
        raise typer.Exit(0)
    return game, rules


def _parted(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Names, and flags with their values: a list of names takes whatever stands behind it."""
    names: list[str] = []
    flags: list[str] = []
    left = list(words)
    while left:
        word = left.pop(0)
        if not word.startswith("--"):
            names.append(word)
            continue
        flags.append(word)
        if "=" not in word and left:
            flags.append(left.pop(0))
    return names, flags


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")


def _choices(
    known: Sequence[Option], words: Sequence[str]
) -> tuple[dict[str, str], dict[str, str]]:
    """Options and set-up from the words that no flag of ours took; exits with 2 at others."""
    flags: Mapping[str, Option] = {_flag(option.name): option for option in known}
    options: dict[str, str] = {}
    setup: dict[str, str] = {}
    left = list(words)
    while left:
        word, sign, value = left.pop(0).partition("=")
        option = flags.get(word)
        if option is None:
            from difflib import get_close_matches

            near = get_close_matches(word, flags, 1)
            usage(
                f"no such option: {word}; " + (f"did you mean {near[0]}?" if near else "see --help")
            )
        if not sign:
            if not left:
                usage(f"{word} needs a value")
            value = left.pop(0)
        if option.choices and value not in option.choices:
            usage(f"{word} takes {', '.join(option.choices)}; {value!r} is none of them")
        (setup if option.setup else options)[option.name] = value
    return options, setup
