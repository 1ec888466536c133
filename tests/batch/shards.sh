#!/usr/bin/env bash
# A batch in parts: the split, parts side by side, and gathering.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/../cli/library.bash"

# shellcheck source=tests/cluster/jobs.bash
source "$repo/tests/cluster/jobs.bash"

make_jobs 9
run "$leeway" batch b.ini
whole=$status
mv out whole
for parts in 1 3 8; do
    for part in $(seq "$parts"); do
        run "$leeway" batch b.ini --shard "$part/$parts"
        [ "$status" -le 1 ] || fail "part $part of $parts" "status"
    done
    check "no report of a part of $parts" test ! -e out/batch.json
    check "each job in one of $parts parts" test "$(find out -name '*.routes' | wc -l)" -eq 9
    run "$leeway" batch b.ini --resume
    expect "$parts parts are gathered" "$whole" 'j9: finished before'
    check "with the bytes of one batch" same
    rm -rf out
done

# Parts of two splits at once share jobs: the second one waits and finds them finished.
"$leeway" batch b.ini --shard 1/1 >one.log 2>&1 &
"$leeway" batch b.ini --shard 1/2 >two.log 2>&1 &
wait
run "$leeway" batch b.ini --resume
expect "parts that meet" "$whole" 'j9: finished before'
check "do no harm" same
check "and leave no locks of jobs" test -z "$(find out/.batch -name '*.lock')"

# A whole batch does not start beside a part.
exec 9>>out/.batch/lock
flock -s 9
run "$leeway" batch b.ini
expect "a batch beside a part" 3 "" 'another batch is running in'
run "$leeway" batch b.ini --shard 1/9
check "a part beside a part" test "$status" -le 1
exec 9>&-

for wrong in 0/3 4/3 1 1/ /3 1/0 a/b 1/3x -1/3 1/999999 99999999999/99999999999; do
    run "$leeway" batch b.ini --shard "$wrong"
    expect "--shard $wrong" 2 "" '^leeway: --shard: expected I/N, part I of N'
done
finish
