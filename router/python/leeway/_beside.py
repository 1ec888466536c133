"""Calls that run beside the main thread, which waits: Python tells it, and no other thread, of an
interrupt from the keyboard."""

from __future__ import annotations

import _thread
import threading
from ctypes import c_int
from typing import Any, Callable, Optional

LOOK_AGAIN = 0.1
"""Seconds. A signal that comes just before a wait begins does not end it."""


def beside(call: Callable[[], Any], stop: Optional[c_int] = None) -> Any:
    """Returns what the call returns, or raises what it raises; in a thread of its own where this is
    the main one.

    An interrupt sets stop, and is raised once the call has ended. Without stop it is raised at
    once: the call goes on to its end by itself and owns all that it needs; its answer is dropped.

    Plain locks, as an interrupt may leave threading's Event and Thread.start with theirs held.
    """
    if threading.current_thread() is not threading.main_thread():
        return call()
    outcome: list[tuple[Any, Optional[BaseException]]] = []
    raised: Optional[BaseException] = None
    done = _thread.allocate_lock()
    done.acquire()
    begun = _thread.allocate_lock()  # taken by the thread, or by this one where it gives up

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
            except BaseException as error:  # KeyboardInterrupt, above all
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
