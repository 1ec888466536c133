#!/usr/bin/env bash
# A batch that is killed at random moments and resumed each time ends with the bytes of an
# undisturbed one, and nothing half-written is left. KILLS: number of kills (default 10). SEED of the
# moments. LATEST: latest moment, in ms from the start. NETLIST: one more job, for example a design
# that negotiates for a minute.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/../cli/library.bash"
SEED=${SEED:-$RANDOM}
RANDOM=$SEED
echo "SEED=$SEED"

jobs=5
add() {
    printf '[job j%d]\nnetlist = %s\nengine = cpu\nmax-iterations = %d\n' "$1" "$2" "$3" >>batch.ini
}
# Four easy designs, and one that negotiates, inserts, improves and explains.
for ((i = 1; i < jobs; i++)); do
    "$leeway" generate random 96 96 3 --nets $((20 + 10 * i)) --seed "$i" -o "d$i" >/dev/null
    add "$i" "d$i.net" 12
done
"$leeway" generate random 64 64 3 --nets 220 --density 10 --seed 7 -o d5 >/dev/null
add 5 d5.net 60
if [ -n "${NETLIST:-}" ]; then
    ln -s "$NETLIST" d6.net
    ln -s "${NETLIST%.net}.grid" "$(basename "${NETLIST%.net}.grid")"
    jobs=6
    add 6 d6.net 1000
fi
cp batch.ini calm.ini
sed -i '1i [batch]\noutput = calm' calm.ini
sed -i '1i [batch]\ncheckpoint = 0' batch.ini
start=$(date +%s%N)
run "$leeway" batch calm.ini --jobs 2
calm=$status
span=$((($(date +%s%N) - start) / 1000000))
check "the undisturbed batch ends" test "$calm" -le 1

# The stage of a checkpoint: its fifth word (router/checkpoint/checkpoint.c). The record ends with its
# sum, 21 bytes.
stage_of() {
    local bytes
    bytes=$(LC_ALL=C sed -n '/^bytes /{s///p;q}' "$1" | tr -d '\0')
    tail -c "$((bytes + 21))" "$1" | od -An -t u8 -j 32 -N 8 | tr -d ' '
}

latest=${LATEST:-900}
# Kills spread over a little more than the time of a whole run, so that each stage is hit.
kills=0
declare -A stages
for ((n = 0; n < ${KILLS:-10}; n++)); do
    "$leeway" batch batch.ini --resume --jobs 2 >/dev/null 2>&1 &
    pid=$!
    moment=$((RANDOM % (span < latest ? span + 50 : latest)))
    sleep "$(printf '%d.%03d' $((moment / 1000)) $((moment % 1000)))"
    kill -s KILL "$pid" 2>/dev/null
    wait "$pid" 2>/dev/null
    [ $? -ne 137 ] || kills=$((kills + 1))
    # No final name is that of half a file.
    for file in out/*.routes; do
        [ -e "$file" ] || continue
        run "$leeway" check "d${file//[!0-9]/}.net" "$file"
        [ "$status" -le 1 ] || fail "kill $n" "$file is not right"
    done
    for file in out/.batch/*.checkpoint; do
        [ -e "$file" ] || continue
        stage=$(stage_of "$file")
        stages[$stage]=$((${stages[$stage]:-0} + 1))
    done
    # Start from nothing now and then; towards the end a long job must make progress.
    ((n % 4 != 3 || n > ${KILLS:-10} / 2)) || rm -rf out
done
for stage in $(printf '%s\n' "${!stages[@]}" | sort -n); do
    echo "stage $stage: ${stages[$stage]} checkpoints left by a kill"
done
check "kills in the middle of jobs" test "${#stages[@]}" -ge 1
run "$leeway" batch batch.ini --resume --jobs 2
expect "after $kills kills" "$calm" 'j4'
for ((i = 1; i <= jobs; i++)); do
    check "j$i.routes" cmp "out/j$i.routes" "calm/j$i.routes"
    check "j$i.png" cmp "out/j$i.png" "calm/j$i.png"
done
check "contact sheet" cmp out/contact.png calm/contact.png
check "nothing else in the folder" test "$(find out -maxdepth 1 -type f | wc -l)" -eq \
    $((2 * jobs + 2))
check "nothing staged is left" test -z "$(find out/.batch -name '.*' -type f)"

# Ctrl-C: status 130, and the best result so far is written; a resumed batch ends like the calm one.
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
expect "SIGINT" 130 'not run|stopped'
check "the report is written" test -s out/batch.json -a -s out/contact.png
run "$leeway" batch batch.ini --resume
expect "resumed" "$calm"
for ((i = 1; i <= jobs; i++)); do
    check "j$i.routes after SIGINT" cmp "out/j$i.routes" "calm/j$i.routes"
done
finish
