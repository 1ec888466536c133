"""Options, progress and interruption of a run."""

from __future__ import annotations

import ctypes
from ctypes import c_int
from typing import Any, Callable, Literal, NamedTuple, Optional

from . import _library as _l
from ._beside import beside


EngineName = Literal["auto", "cpu", "gpu"]
Order = Literal["short", "netlist", "reverse", "long", "pins", "inner"]
Effort = Literal["fast", "normal", "best"]
Global = Literal["auto", "on", "off"]


class Progress(NamedTuple):
    """The progress of a run, like struct leeway_progress in leeway.h."""

    phase: str
    iteration: int
    done: int
    total: int
    conflicts: int
    routed: int
    cost: int


class Run:
    """The options of one call.

    progress is called with a Progress, perhaps from another thread; a true result stops the run,
    and an exception is raised again by the call.
    """

    __slots__ = ("options", "raised", "_progress", "_user", "_kept")

    def __init__(
        self,
        *,
        engine: str = "auto",
        wave: str = "auto",
        order: str = "short",
        effort: str = "normal",
        threads: int = 0,
        max_iterations: Optional[int] = None,
        time_limit: float = 0.0,
        alone: bool = False,
        progress: Optional[Callable[[Progress], Any]] = None,
    ):
        # Copies the defaults and changes few members, because short calls take microseconds.
        self.options = options = _l.Options.from_buffer_copy(_l.DEFAULTS)
        if engine != "auto":
            options.engine = _l.text(engine, "engine")
        if wave != "auto":
            options.wave = _l.text(wave, "wave")
        if order != "short":
            options.order = _l.text(order, "order")
        if effort != "normal":
            options.effort = _l.text(effort, "effort")
        options.threads = _l.number(threads, "threads")
        if max_iterations is not None:
            options.max_iterations = _l.number(max_iterations, "max_iterations")
        try:
            options.time_limit = float(time_limit)
        except (TypeError, ValueError):
            raise _l.InputError(f"time_limit: expected seconds, found {time_limit!r}") from None
        options.alone = int(bool(alone))
        self.raised: Optional[BaseException] = None
        self._user = progress
        self._kept: Any = None
        if progress is not None:
            if not callable(progress):
                raise _l.InputError(f"progress: expected a function, found {progress!r}")
            self._progress = _l.ProgressFunction(self._on_progress)
            options.progress = self._progress

    def keep(self, *owners: Any) -> None:
        """Keeps these objects alive as long as the call."""
        self._kept = owners

    def _on_progress(self, _context: Any, record: Any) -> int:
        state = record.contents
        try:
            values = (getattr(state, name) for name in Progress._fields[1:])
            stop = self._user(Progress(state.phase.decode(), *values))  # type: ignore[misc]
            return int(bool(stop))
        except BaseException as error:  # call raises it again
            self.raised = error
            return 1

    def call(self, large: bool, name: str, *arguments: Any) -> int:
        """Calls the library. A large call runs beside the main thread, so that a keyboard interrupt
        can stop it; a small one is too short for that.
        """
        if large:
            stop = c_int(0)
            self.options.stop = ctypes.pointer(stop)
            status = beside(lambda: self._call(name, arguments), stop)
        else:
            status = self._call(name, arguments)
        if self.raised is not None:
            raise self.raised
        return int(status)

    def _call(self, name: str, arguments: Any) -> int:
        """The call itself; as a method it keeps the run alive."""
        return _l.call(name, *arguments)
