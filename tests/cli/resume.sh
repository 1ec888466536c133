#!/usr/bin/env bash
# A batch that is killed at random moments and resumed each time ends with the bytes of an
# undisturbed one, and nothing half-written is left. KILLS: how many times (default 10).
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/library.bash"
SEED=${SEED:-$RANDOM}
RANDOM=$SEED
echo "SEED=$SEED"

jobs=4
for ((i = 1; i <= jobs; i++)); do
    "$leeway" generate random 96 96 3 --nets $((20 + 10 * i)) --seed "$i" -o "d$i" >/dev/null
    printf '[job j%d]\nnetlist = d%d.net\nengine = cpu\nmax-iterations = 12\n' "$i" "$i" >>batch.ini
done
cp batch.ini calm.ini
sed -i '1i [batch]\noutput = calm' calm.ini
sed -i '1i [batch]\ncheckpoint = 0' batch.ini
start=$(date +%s%N)
run "$leeway" batch calm.ini --jobs 2
calm=$status
span=$((($(date +%s%N) - start) / 1000000))
check "the undisturbed batch ends" test "$calm" -le 1

# Kills spread over a little more than the time of a whole run, so that each stage is hit.
kills=0
for ((n = 0; n < ${KILLS:-10}; n++)); do
    "$leeway" batch batch.ini --resume --jobs 2 >/dev/null 2>&1 &
    pid=$!
    sleep "$(printf '0.%03d' $((RANDOM % (span < 900 ? span + 50 : 900))))"
    kill -s KILL "$pid" 2>/dev/null
    wait "$pid" 2>/dev/null
    [ $? -ne 137 ] || kills=$((kills + 1))
    # No final name ever holds half a file.
    for file in out/*.routes; do
        [ -e "$file" ] || continue
        run "$leeway" check "d${file//[!0-9]/}.net" "$file"
        [ "$status" -le 1 ] || fail "kill $n" "$file is not right"
    done
    # Start from nothing now and then.
    ((n % 4 != 3)) || rm -rf out
done
run "$leeway" batch batch.ini --resume --jobs 2
expect "after $kills kills" "$calm" 'j4'
for ((i = 1; i <= jobs; i++)); do
    check "j$i.routes" cmp "out/j$i.routes" "calm/j$i.routes"
    check "j$i.png" cmp "out/j$i.png" "calm/j$i.png"
done
check "contact sheet" cmp out/contact.png calm/contact.png
check "nothing else in the folder" test "$(find out -maxdepth 1 -type f | wc -l)" -eq $((2 * jobs + 2))
check "nothing staged is left" test -z "$(find out/.batch -name '.*' -type f)"

# Ctrl-C: status 130, the best so far is written; resumed, it ends as the calm one did.
rm -rf out
set -m
"$leeway" batch batch.ini --jobs 1 >stdout 2>stderr &
pid=$!
set +m
until [ -e out/.batch/lock ]; do sleep 0.01; done
sleep "$(printf '0.%03d' $((span / 4 > 999 ? 999 : span / 4)))"
kill -s INT "$pid"
wait "$pid"
status=$? out=$(<stdout) err=$(<stderr)
expect "SIGINT" 130 'not run'
check "the report is written" test -s out/batch.json -a -s out/contact.png
run "$leeway" batch batch.ini --resume
expect "resumed" "$calm"
for ((i = 1; i <= jobs; i++)); do
    check "j$i.routes after SIGINT" cmp "out/j$i.routes" "calm/j$i.routes"
done
finish
