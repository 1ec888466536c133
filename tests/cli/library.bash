# What the command-line tests share. Sourced; gives an empty folder to work in, removed at the end.
#
#   run COMMAND...                     fills $out, $err, $status
#   expect TEXT STATUS [OUT [ERR]]     one test: the status, and extended regular expressions that
#                                      match $out and $err ("" is: nothing was printed there)
#   check TEXT COMMAND...              one test: the command succeeds
#   timed COMMAND...                   run; $spent is its time on the processor, in hundredths of
#                                      seconds (by the clock it depends on what else runs)
#   end_by SIGNAL PID                  ends a job whose output is in the files stdout and stderr;
#                                      $spent is its time from then on
#   finish                             prints "N passed, N failed", ends the script
set -uo pipefail
# shellcheck disable=SC2034 # for those who source this
leeway=${LEEWAY:?is not set: the program to test}
# shellcheck disable=SC2034
repo=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
scratch=$(mktemp -d) || exit 3
trap 'chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT
cd "$scratch" || exit 3
passed=0 failed=0 out="" err="" status=0

run() {
    out=$("$@" 2>"$scratch/.err")
    status=$?
    err=$(<"$scratch/.err")
    rm -f "$scratch/.err"
}

children_cpu() { # in $cpu; of this shell, so not in a pipe
    times >"$scratch/.times"
    cpu=$(awk 'NR == 2 { gsub(/[ms]/, " "); printf "%d", ($1 * 60 + $2 + $3 * 60 + $4) * 100 }' \
        "$scratch/.times")
    rm -f "$scratch/.times"
}

timed() {
    children_cpu
    local before=$cpu
    run "$@"
    children_cpu
    # shellcheck disable=SC2034
    spent=$((cpu - before))
}

end_by() {
    local used before
    children_cpu
    before=$cpu
    used=$(awk '{ print $14 + $15 }' "/proc/$2/stat" 2>/dev/null || echo 0)
    kill -s "$1" "$2"
    wait "$2"
    status=$? out=$(<stdout) err=$(<stderr)
    children_cpu
    # shellcheck disable=SC2034
    spent=$((cpu - before - used))
}

pass() {
    passed=$((passed + 1))
    echo "ok $1"
}

fail() {
    failed=$((failed + 1))
    echo "not ok $1: $2"
    printf '    status %s\n    out: %s\n    err: %s\n' "$status" "$out" "$err"
}

matches() {
    if [ -z "$2" ]; then [ -z "$1" ]; else grep -qE -- "$2" <<<"$1"; fi
}

# $err; where nothing is expected, without lines of progress: a busy machine is slow enough for them.
without_progress() {
    if [ -n "$1" ]; then echo "$err"; else sed -E '/^[0-9.]+ s: /d' <<<"$err"; fi
}

expect() {
    if [ "$status" -ne "$2" ]; then
        fail "$1" "expected status $2"
    elif [ $# -ge 3 ] && ! matches "$out" "$3"; then
        fail "$1" "expected output /$3/"
    elif [ $# -ge 4 ] && ! matches "$(without_progress "$4")" "$4"; then
        fail "$1" "expected errors /$4/"
    else
        pass "$1"
    fi
}

check() {
    local text=$1
    shift
    if "$@" >/dev/null 2>&1; then pass "$text"; else fail "$text" "failed: $*"; fi
}

# A command that must fail.
check_not() {
    local text=$1
    shift
    if "$@" >/dev/null 2>&1; then fail "$text" "did not fail: $*"; else pass "$text"; fi
}

finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
    exit
}

# Two small designs: two nets side by side, and one whose pins a block parts.
make_designs() {
    printf 'size 8 5\n' >small.grid
    printf 'grid small.grid\nnet a 0,0 7,0\nnet b 0,4 7,4 3,4\n' >small.net
    printf 'size 8 5\nblock 4 0 4 4\n' >parted.grid
    printf 'grid parted.grid\nnet a 0,0 3,0\nnet cut 0,4 7,4\n' >parted.net
}

# Compiles the library that makes calls fail (tests/faults/faults.c) to $shim. Fails where that is
# not possible; $no_shim says why. Under AddressSanitizer $asan is set: mmap may not fail there, and
# leaks are looked for where allocations fail (ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=1).
fault_shim() {
    local sanitizer
    shim=$scratch/faults.so asan=
    sanitizer=$(nm -a "$leeway" 2>/dev/null | grep -oE '[A-Za-z] __[at]san_init')
    if [ "$sanitizer" = 'U __asan_init' ]; then
        # shellcheck disable=SC2034
        asan=1
        ASAN_OPTIONS=exitcode=99:verify_asan_link_order=0:allocator_may_return_null=1:detect_leaks=0
        export ASAN_OPTIONS UBSAN_OPTIONS=exitcode=99:halt_on_error=1
    fi
    # shellcheck disable=SC2086 # CC may carry options
    if ! ${CC:-cc} -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -O2 -fPIC -shared -o "$shim" \
        "$repo/tests/faults/faults.c" 2>/dev/null; then
        no_shim='faults.c is for x86-64 Linux'
    elif [ -z "$asan" ] && [ -n "$sanitizer" ]; then
        no_shim='this sanitizer has its own allocator'
    elif ! env FAULTS=open:1000000 LD_PRELOAD="$shim" "$leeway" --version >/dev/null 2>&1; then
        # shellcheck disable=SC2034
        no_shim='this system lets no program filter its system calls'
    else
        return 0
    fi
    return 1
}
