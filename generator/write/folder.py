"""A folder's place in, a folder of its own to write into out; the two are swapped at the end.

Whatever happens, a kill included, the place holds the whole old folder or the whole new one.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from generator.problems import Problems, Refused, Where
from generator.write.manifest import NAME, read_manifest

JUNK = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})
"""What file managers leave behind; it is nobody's work."""


@contextmanager
def output_folder(final: Path, problems: Problems | None = None) -> Iterator[Path]:
    """A new folder that takes the place of `final` when the block ends without an exception.

    Raises Refused (its problem added to `problems` too) where something stands there that no build
    wrote: a file, a link, a folder without manifest or with more in it than its manifest lists; or
    where the disk says no. Anything raised in the block drops the new folder, the old one stays.
    """
    problems = Problems() if problems is None else problems
    final = Path(os.path.abspath(final))  # noqa: PTH100 - resolve() would follow a link
    try:
        final.parent.mkdir(parents=True, exist_ok=True)
        _tidy(final)
        _must_be_ours(final, problems)
        fresh = final.parent / f".{final.name}.tmp-{os.getpid()}-{os.urandom(4).hex()}"
        fresh.mkdir()
    except OSError as fault:
        raise _refused(final, fault, problems) from fault
    try:
        yield fresh
        try:
            _must_be_ours(final, problems)
            _put_in_place(fresh, final)
        except OSError as fault:
            raise _refused(final, fault, problems) from fault
    finally:
        _remove(fresh, ignore_errors=True)


def _refused(final: Path, fault: OSError, problems: Problems) -> Refused:
    says = f"cannot be written: {fault.strerror or fault}"
    problems.add("not-written", Where(str(final)), says, "choose another folder with -o")
    return Refused(problems)


def _must_be_ours(final: Path, problems: Problems) -> None:
    """Raise Refused unless `final` is free, empty, or holds exactly what a build wrote."""
    try:
        mode = final.lstat().st_mode
    except FileNotFoundError:
        return
    says = ""
    if stat.S_ISLNK(mode):
        says = "is a link; a build would put a folder in its place"
    elif not stat.S_ISDIR(mode):
        says = "is a file; a build would put a folder in its place"
    elif strangers := _strangers(final):
        more = f" and {len(strangers) - 3} more" if len(strangers) > 3 else ""
        says = f"holds {', '.join(strangers[:3])}{more}, which no build wrote"
    if says:
        problems.add(
            "output-in-the-way", Where(str(final)), says, "move it away or choose -o another folder"
        )
        raise Refused(problems)


def _strangers(final: Path) -> list[str]:
    """What lies in the folder and in no manifest, by path."""
    listed: set[str] = set()
    manifest = read_manifest(final, Problems())
    if manifest is not None:
        listed = {NAME, *(entry.path for entry in manifest.files)}
    found = []
    for folder, folders, files in os.walk(final, onerror=_raise):
        base = Path(folder)
        links = [name for name in folders if (base / name).is_symlink()]
        paths = [(base / name).relative_to(final).as_posix() for name in [*files, *links]]
        found += [path for path in paths if path not in listed and path.split("/")[-1] not in JUNK]
        if len(found) > 1000:
            break
    return sorted(found)


def _raise(fault: OSError) -> None:
    raise fault


def _put_in_place(fresh: Path, final: Path) -> None:
    """One atomic step where the system has one; else two, which `_tidy` can finish or undo."""
    _sync(fresh)
    if not final.exists() or not any(final.iterdir()):
        if os.name == "nt" and final.exists():
            final.rmdir()
        fresh.rename(final)
    elif not exchange(fresh, final):
        old = final.parent / f".{final.name}.old"
        final.rename(old)
        fresh.rename(final)
        old.rename(fresh)
    _sync(final.parent)


def exchange(one: Path, other: Path) -> bool:
    """Let two folders of one file system change places in one step; False where that is not to
    be had. Raises OSError where it is, and fails."""
    import ctypes  # noqa: PLC0415 - 4 ms, needed only over an older build
    import errno  # noqa: PLC0415

    if os.name != "posix":
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    a, b = os.fsencode(one), os.fsencode(other)
    at_cwd, swap = -100, 2
    if sys.platform == "linux" and hasattr(libc, "renameat2"):
        failed = libc.renameat2(at_cwd, a, at_cwd, b, swap)
    elif sys.platform == "darwin" and hasattr(libc, "renamex_np"):
        failed = libc.renamex_np(a, b, swap)
    else:
        return False
    if not failed:
        return True
    fault = ctypes.get_errno()
    if fault in (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP):
        return False
    raise OSError(fault, os.strerror(fault), str(other))


def _tidy(final: Path) -> None:
    """Finish what killed runs began: put an old folder back, drop folders nobody writes to."""
    old = final.parent / f".{final.name}.old"
    if (old / NAME).is_file():
        if final.exists():
            _remove(old.rename(old.with_name(f".{final.name}.tmp-{os.getpid()}-old")))
        else:
            old.rename(final)
    prefix = f".{final.name}.tmp-"
    for name in os.listdir(final.parent):  # noqa: PTH208 - there may be thousands beside it
        if not name.startswith(prefix):
            continue
        pid, left = name.removeprefix(prefix).split("-")[0], final.parent / name
        if pid.isdecimal() and not left.is_symlink() and left.is_dir() and not _alive(int(pid)):
            _remove(left, ignore_errors=True)


def _alive(pid: int) -> bool:
    """Whether a process still runs; where that cannot be asked, it is taken to."""
    if os.name != "posix":
        return True
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True


def _sync(folder: Path) -> None:
    """Make a folder's entries last; not every system can."""
    if os.name == "posix":
        with suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)


def _remove(folder: Path, ignore_errors: bool = False) -> None:
    import shutil  # noqa: PLC0415 - only replaced folders need it

    shutil.rmtree(folder, ignore_errors=ignore_errors)
