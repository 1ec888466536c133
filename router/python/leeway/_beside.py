"""Calls that run beside the main thread, which waits for them, because Python raises
KeyboardInterrupt only in the main thread."""

from __future__ import annotations

import _thread
import threading
from ctypes import c_int
from typing import Any, Callable, Optional

LOOK_AGAIN = 0.1
"""Seconds between two looks, because a signal just before a wait does not end the wait."""


def beside(call: Callable[[], Any], stop: Optional[c_int] = None) -> Any:
    """Runs the call, in another thread if this is the main one; returns its result or raises its
    exception.

    An interrupt sets stop and is raised when the call has ended. Without stop it is raised at once:
    the call, which owns all it needs, ends on its own and its result is dropped.

    Uses plain locks, because an interrupt may leave the locks of threading's Event and Thread.start
    held.
    """
    if threading.current_thread() is not threading.main_thread():
        return call()
    outcome: list[tuple[Any, Optional[BaseException]]] = []
    raised: Optional[BaseException] = None
    done = _thread.allocate_lock()
    done.acquire()
    begun = _thread.allocate_lock()  # taken by the thread, or by this one if it gives up

    def work() -> None:
        if not begun.acquire(False):
            return
        try:
            outcome.append((call(), None))
        except BaseException as error:
            outcome.append((None, error))
        done.release()

    try:
        try:
            _thread.start_new_thread(work, ())
        except BaseException as error:
            if begun.acquire(False) or stop is None:
                raise
            stop.value, raised = 1, error
        while not outcome:
            try:
                while not outcome:
                    done.acquire(timeout=LOOK_AGAIN)
            except BaseException as error:  # usually KeyboardInterrupt
                if stop is None:
                    raise
                stop.value, raised = 1, error
    finally:
        if stop is not None:
            stop.value = 1
    value, failure = outcome[0]
    if raised is not None:
        raise raised
    if failure is not None:
        raise failure
    return value
