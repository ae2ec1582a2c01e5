"""A walk that runs out of memory or depth ends as a problem, never as a traceback."""

from __future__ import annotations

import pytest

from generator.cli import terminal


@pytest.mark.parametrize(
    ("error", "code"), [(MemoryError(), "memory-limit"), (RecursionError(), "nested-deep")]
)
def test_what_runs_out_is_a_problem(
    error: BaseException, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terminal, "_limit_memory", lambda: None)
    with terminal.guarded() as guard:
        raise error
    assert guard.refused is not None
    (problem,) = guard.refused
    assert problem.code == code
    assert problem.fix
