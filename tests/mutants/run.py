"""Puts small faults into the checkers, the backtrace and the readers, one at a time, and says which
of them the tests notice. Called by `make mutants`, which gives the commands in the environment.

A mutant's object is linked in front of the library, whose own object of that source then stays
outside: nothing else is built anew. A mutant that the compiler refuses, or makes the same code of
as of the source, is passed over. Tests run in the plan's order until one fails; a test that takes
ten seconds and five times its usual time has noticed, too.
"""
import argparse
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from fnmatch import fnmatch
from glob import glob

import mutate

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = os.path.relpath(HERE)
COMPILE, PLAIN, LINK, LIBS, FUZZ, MAIN, BUILD = (
    shlex.split(os.environ[name])
    for name in ("COMPILE", "PLAIN", "LINK", "LIBS", "FUZZ", "MAIN", "BUILD"))
SANITIZERS = {"ASAN_OPTIONS": "exitcode=99:max_allocation_size_mb=2000:allocator_may_return_null=1",
              "UBSAN_OPTIONS": "exitcode=99:halt_on_error=1"}


def plan_of(path):
    """[(room, share, [(sources, tests)])] of the plan."""
    plan = []
    for line in open(path):
        words = line.split("#")[0].split()
        if words and words[0] == "room":
            plan.append((words[1], int(words[2]), []))
        elif words:
            split = words.index(":")
            plan[-1][2].append((words[:split], words[split + 1:]))
    return plan


def explained_of(path):
    """{key of a mutant: why no test can notice it}."""
    explained, key = {}, None
    for line in open(path):
        if line.startswith("    "):
            explained[key] = (explained[key] + " " + line.strip()).strip()
        elif line.strip() and not line.startswith("#"):
            key = line.strip()
            explained[key] = ""
    return explained


def expand(patterns):
    """Files of the patterns in their order; a pattern behind a minus takes files away."""
    found = []
    for pattern in patterns:
        if pattern.startswith("-"):
            found = [path for path in found if not fnmatch(path, pattern[1:])]
            continue
        matches = sorted(glob(pattern))
        if not matches:
            sys.exit(f"mutants: {pattern}: no such file")
        found += [match for match in matches if match not in found]
    return found


def candidates(room, seed):
    """Mutants of a room in the order in which they are taken: each kind in turn."""
    kinds, tests_of = {}, {}
    for sources, tests in room[2]:
        for path in expand(sources):
            tests_of.setdefault(path, expand(tests))
    for path in tests_of:
        text = open(path).read()
        for mutant in mutate.mutants_of(path, text, seed):
            kinds.setdefault(mutant.kind, []).append(mutant)
    order = []
    for of_kind in kinds.values():
        of_kind.sort(key=lambda mutant: mutant.rank)
        order += [(turn, mutant.rank, mutant) for turn, mutant in enumerate(of_kind)]
    order.sort(key=lambda entry: entry[:2])
    return [entry[2] for entry in order], tests_of


def build_object(command, path, text, out):
    """Compiles the text under the source's name; whether that went well."""
    text = f'#line 1 "{path}"\n{text}'
    return subprocess.run(command + ["-w", "-x", "c", "-", "-c", "-o", out], input=text.encode(),
                          stderr=subprocess.DEVNULL).returncode == 0


class Runner:
    def __init__(self, scratch, jobs):
        self.scratch, self.jobs, self.usual, self.originals = scratch, jobs, {}, {}

    def name(self, *parts):
        return os.path.join(self.scratch, *parts)

    def prepare(self, tests):
        """Objects of the tests; each runs once, without a fault. Returns those that fail then."""
        def one(test):
            if test.endswith(".c") and not build_object(
                    COMPILE, test, open(test).read(), self.name(test.replace("/", "-") + ".o")):
                return "does not compile"
            return self.run(test, [], self.name("first-" + test.replace("/", "-")), 600)
        with ThreadPoolExecutor(self.jobs) as pool:
            problems = {test: text for test, text in zip(tests, pool.map(one, tests)) if text}
        for test, text in problems.items():
            print(f"left out: {test} fails without a fault: {text}")
        return problems

    def run(self, test, objects, folder, limit=None):
        """Links and runs a test in a folder of its own; why it failed, or None."""
        os.makedirs(folder, exist_ok=True)
        program = os.path.join(folder, "program")
        script = test.endswith(".sh")
        fuzz = FUZZ if "tests/fuzz/" in test else []
        first = MAIN if script else [self.name(test.replace("/", "-") + ".o")]
        linked = subprocess.run(LINK + ["-o", program] + objects + first + fuzz +
                                [os.path.join(BUILD[0], "internal.a")] + LIBS,
                                capture_output=True, text=True)
        if linked.returncode != 0:
            return "does not link: " + linked.stderr[-300:]
        environment = dict(os.environ, TMPDIR=folder, LEEWAY=program, **SANITIZERS)
        start = time.monotonic()
        process = subprocess.Popen([os.path.abspath(test) if script else program],
                                   env=environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   start_new_session=True)
        try:
            status = process.wait(limit or 10 + 5 * self.usual[test])
        except subprocess.TimeoutExpired:
            status = "time"
        if status == "time" or script:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
        if test not in self.usual:
            self.usual[test] = time.monotonic() - start
        subprocess.run(["rm", "-rf", folder])
        return None if status == 0 else f"status {status}"

    def compile(self, mutant, number):
        """Whether the compiler takes the mutant and makes other code of it."""
        text, other = open(mutant.path).read(), self.name(f"{number}.plain.o")
        good = build_object(PLAIN, mutant.path, mutant.apply(text), other) and \
            open(other, "rb").read() != self.originals[mutant.path] and \
            build_object(COMPILE, mutant.path, mutant.apply(text), self.name(f"{number}.o"))
        if os.path.exists(other):
            os.unlink(other)
        return good

    def original(self, path):
        out = self.name("original-" + path.replace("/", "-"))
        if not build_object(PLAIN, path, open(path).read(), out):
            sys.exit(f"mutants: {path} does not compile")
        self.originals[path] = open(out, "rb").read()

    def judge(self, number, tests, until):
        """(verdict, test, seconds) of a mutant."""
        start = time.monotonic()
        for test in tests:
            if time.monotonic() > until:
                return "not run", "", 0
            problem = self.run(test, [self.name(f"{number}.o")], self.name(f"run-{number}"))
            if problem and problem.startswith("does not link"):
                return "not run", problem, 0
            if problem:
                return "killed", f"{test} ({problem})", time.monotonic() - start
        return "survived", "", time.monotonic() - start


def choose(runner, order, count):
    """The first so many of the order that compile to other code, with their numbers."""
    taken, start = [], 0
    with ThreadPoolExecutor(runner.jobs) as pool:
        while len(taken) < count and start < len(order):
            part = order[start:start + count - len(taken)]
            numbers = [f"{mutant.rank[:16]}" for mutant in part]
            for mutant, number, good in zip(part, numbers, pool.map(runner.compile, part, numbers)):
                if good:
                    taken.append((mutant, number))
            start += len(part)
    return taken


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300, help="mutants of all rooms together")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=float, default=1e9, help="start no test after these")
    parser.add_argument("--only", default="*", help="only sources whose path matches")
    parser.add_argument("--survivors", action="store_true",
                        help="only mutants that stand in REPORT as survivors")
    parser.add_argument("--units", action="store_true", help="no scripts, only programs in C")
    parser.add_argument("--report", default=os.path.join(BUILD[0], "mutants.txt"))
    return parser.parse_args()


def main():
    options = arguments()
    until = time.monotonic() + options.seconds
    plan = plan_of(os.path.join(HERE, "plan.txt"))
    explained = explained_of(os.path.join(HERE, "explained.txt"))
    shares = sum(share for _, share, _ in plan)
    again = None
    if options.survivors:
        again = {line.rstrip("\n").split("\t")[3] for line in open(options.report)
                 if line.startswith("survived")}
    scratch = tempfile.mkdtemp(prefix="leeway-mutants-")
    try:
        runner, work, tests_of = Runner(scratch, options.jobs), [], {}
        for room in plan:
            order, tests = candidates(room, options.seed)
            tests_of.update({path: [test for test in these if
                                    not (options.units and test.endswith(".sh"))]
                             for path, these in tests.items()})
            order = [mutant for mutant in order if fnmatch(mutant.path, options.only)
                     and (again is None or mutant.key() in again)]
            with ThreadPoolExecutor(runner.jobs) as pool:
                list(pool.map(runner.original, sorted({mutant.path for mutant in order})))
            count = (options.count * room[1] + shares - 1) // shares
            work += [(room[0], *entry) for entry in choose(runner, order, count)]
        needed = []
        for _, mutant, _ in work:
            needed += [test for test in tests_of[mutant.path] if test not in needed]
        print(f"{len(work)} mutants, {len(needed)} tests, {options.jobs} at a time", flush=True)
        bad = runner.prepare(needed)
        tests_of = {path: [test for test in tests if test not in bad]
                    for path, tests in tests_of.items()}
        seconds = sum(runner.usual.values())
        print(f"all tests without a fault: {seconds:.0f} s, the longest "
              f"{max(runner.usual, key=runner.usual.get)}", flush=True)
        rooms = {}
        with open(options.report, "w") as out, ThreadPoolExecutor(options.jobs) as pool:
            waiting = {pool.submit(runner.judge, number, tests_of[mutant.path], until):
                       (room, mutant) for room, mutant, number in work}
            for done in as_completed(waiting):
                note(out, rooms, *waiting[done], explained, *done.result())
        print(f"each mutant: {options.report}")
        return summary(rooms) or bool(bad)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


VERDICTS = ("killed", "same", "explained", "survived", "not run")


def note(out, rooms, room, mutant, explained, verdict, test, seconds):
    """Counts a mutant and writes its line."""
    if verdict == "survived":
        why = explained.get(mutant.key())
        verdict = "survived" if why is None else "same" if why.startswith("same:") else "explained"
    row = rooms.setdefault(room, dict.fromkeys(VERDICTS, 0))
    row[verdict] += 1
    if verdict == "survived":
        print(f"survived: line {mutant.line}: {mutant.key()}", flush=True)
    out.write("\t".join((verdict, str(mutant.line), mutant.kind, mutant.key(), test,
                         f"{seconds:.1f}")) + "\n")
    out.flush()


def summary(rooms):
    """Prints the counts. 0 where 95 of 100 are killed and the rest is explained, otherwise 1. What
    has the source's results does not count."""
    total = {key: sum(row[key] for row in rooms.values()) for key in VERDICTS}
    for name, row in [*rooms.items(), ("all", total)]:
        counted = row["killed"] + row["explained"] + row["survived"]
        print(f"{name:<13} {counted:4} mutants, {row['killed']:4} killed "
              f"({100 * row['killed'] / max(counted, 1):.1f} %), {row['explained']} explained, "
              f"{row['survived']} open; beside them {row['same']} with the same results, "
              f"{row['not run']} not run")
    counted = total["killed"] + total["explained"] + total["survived"]
    return 0 if total["survived"] + total["not run"] == 0 and \
        100 * total["killed"] >= 95 * counted else 1


if __name__ == "__main__":
    sys.exit(main())
