#!/usr/bin/env bash
# A batch that is killed in front of each call that changes the disk (faults.c), over no output and
# over the outputs of another design: every output is whole, the old one or the new one, and resumed
# the batch ends with the bytes of an undisturbed one. Before a record counts, it and what it speaks
# of are on the disk: seen in the order of fsync and rename. FULL=1: at every call, not at some.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/../cli/library.bash"
if ! fault_shim; then
    # shellcheck disable=SC2154 # of the library
    echo "skipped: $no_shim"
    exit 0
fi
make_designs
printf '[batch]\njobs = 1\nengine = cpu\nthreads = 1\noutput = out\n' >b.ini
printf '[job %s]\nnetlist = small.net\n' a b >>b.ini
outputs='a.png a.routes b.png b.routes contact.png'

# The older outputs: of another grid.
mv small.grid new.grid
printf 'size 8 5\nblock 3 0 3 2\n' >small.grid
run "$leeway" batch b.ini
expect "the older design" 0
mv out old
rm -rf small.grid
mv new.grid small.grid

trace=$scratch/trace
run env FAULTS_COUNT="$scratch/counts" FAULTS_TRACE="$trace" LD_PRELOAD="$shim" "$leeway" \
    batch b.ini
expect "the undisturbed batch" 0
mv out good
check_not "another design has other results" cmp -s old/a.routes good/a.routes

# When JOB.done gets its name: itself, the outputs and the thumbnail were synced, the folder of the
# outputs behind the last of their renames; behind the record's rename its own folder is. The
# folder in which that of the outputs was made is synced, too.
# shellcheck disable=SC2016 # awk's own
in_order='
    function base(path) { sub(/.*\//, "", path); return path }
    function wrong(why) { print "line " NR ": " why; bad = 1 }
    $1 == "fsync" { synced[base($2)] = NR; last = base($2) }
    waiting != "" { if ($1 != "fsync" || base($2) != ".batch") wrong(waiting " is not synced")
                    waiting = "" }
    $1 == "rename" {
        to = base($3)
        if (to ~ /^[ab]\.(png|routes)$/) {
            if (!(base($2) in synced)) wrong(to " is renamed before it is synced")
            renamed[to] = NR
        }
        if (to ~ /\.done$/) {
            job = substr(to, 1, 1)
            if (!(base($2) in synced)) wrong(to " is renamed before it is synced")
            if (!(job ".thumb.png" in synced)) wrong("the thumbnail is not synced")
            if (!(top in synced)) wrong("the new folder of the outputs is not synced")
            for (ending in endings)
                if (!(job ending in renamed) || synced["out"] < renamed[job ending])
                    wrong(to " counts before " job ending " has its name on the disk")
            waiting = to
            records++
        }
    }
    BEGIN { endings[".png"]; endings[".routes"] }
    END { if (records != 2) wrong(records + 0 " records"); exit bad }'
check "synced before a record counts" awk -v top="$(basename "$scratch")" "$in_order" "$trace"

calls=$(sed -n 's/^die //p' counts)
check "calls are counted" test "${calls:-0}" -gt 50
step=1 killed=0
[ -n "${FULL:-}" ] || step=$((calls / 12))

# killed_at CALL OLD: a complaint is printed.
killed_at() {
    local file
    rm -rf out
    [ -z "$2" ] || cp -r "$2" out
    # The subshell hides the message that the program was killed.
    (
        env FAULTS="die:$1" LD_PRELOAD="$shim" "$leeway" batch b.ini
        exit $?
    ) >/dev/null 2>&1
    [ $? -ne 137 ] || killed=$((killed + 1))
    for file in $outputs; do
        [ ! -e "out/$file" ] || cmp -s "out/$file" "good/$file" ||
            { [ -n "$2" ] && cmp -s "out/$file" "$2/$file"; } ||
            echo "call $1 over ${2:-nothing}: $file is not whole"
    done
    "$leeway" batch b.ini --resume >/dev/null 2>stderr || echo "call $1: resumed: $(<stderr)"
    for file in $outputs; do
        cmp -s "out/$file" "good/$file" || echo "call $1 over ${2:-nothing}: resumed: $file differs"
    done
    [ -z "$(find out -name '.*' ! -name .batch)" ] ||
        echo "call $1 over ${2:-nothing}: left $(find out -name '.*' ! -name .batch)"
}

for before in '' old; do
    killed=0
    for ((call = 1; call <= calls; call += step)); do killed_at "$call" "$before"; done >complaints
    if [ -s complaints ] || [ "$killed" -eq 0 ]; then
        out=$(head -n 20 complaints) err='' status=$killed
        fail "killed over ${before:-nothing}" "$(wc -l <complaints) complaints"
    else
        pass "killed at $killed of $calls calls over ${before:-nothing}, and resumed"
    fi
done
finish
