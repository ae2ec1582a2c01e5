"""The command line in, exit codes out: 0 fine, 1 problems, 2 usage; stdout is kept for results."""

from __future__ import annotations

import gc
import io
import sys


def main() -> None:
    """Run the command; the entry point.

    A command makes few reference cycles, and looking for them took a tenth of its time: it is done
    seldom from before the first import on, and not at all at the end.
    """
    gc.set_threshold(50_000, 50, 50)
    # names of files and typed lines may be no text, and a terminal may lack a letter
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)
    try:
        from generator.cli.app import app  # noqa: PLC0415 - after the line above

        app()
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except OSError as fault:  # what a command says has nowhere to go: a full disk
        sys.stderr.write(f"cardwright: cannot go on: {fault}\n")
        sys.exit(1)
    finally:
        gc.freeze()
