#!/usr/bin/env bash
# LEF, DEF, guides, native layouts and routes with small faults. Each is an error (status 2) or is
# routed correctly (0, or 1 with open nets): no crash, no hang, no result that the checker refuses
# (3), no half-written file.
#
#   MUTANTS=N tests/cli/mutants.sh     N of LEF and of DEF each (default 200), SEED=N the first one
#   SECONDS_EACH=20                    time limit of each run
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/library.bash"
count=${MUTANTS:-200} first=${SEED:-1} limit=${SECONDS_EACH:-20}
cp "$repo/netlists/quad.lef" "$repo/netlists/counter.def" .
export ASAN_OPTIONS=exitcode=99 UBSAN_OPTIONS=exitcode=99:halt_on_error=1
"$leeway" convert counter.def --lef quad.lef -o good.net >/dev/null || exit 1
"$leeway" route counter.def --lef quad.lef -o none -r good.def >/dev/null 2>&1 || exit 1
"$leeway" route good.net -o none -r good.routes >/dev/null 2>&1 || exit 1
sed 's/ *#.*//' counter.def | awk '
    $1 == "NETS" { nets = 1 }
    nets && $1 == "-" { gsub(/\\/, "", $2); print $2; print "("
        print "0 0 34000 34000 metal1"; print "0 0 34000 34000 metal2"; print "8000 0 34000 9000 metal3"
        print ")" }' >good.guide

# mutants NAME N FILE COMMAND...: FILE in COMMAND is the mutant's name.
mutants() {
    local name=$1 number=$2 file=$3 seed faults=0 wrong=0 right=0
    shift 3
    for ((seed = first; seed < first + number; seed++)); do
        awk -v seed="$seed" -f "$repo/tests/cli/mutate.awk" "$file" >"mutant.${file##*.}"
        rm -f written
        timeout "$limit" "$@" >.out 2>.err </dev/null
        status=$?
        if [ "$status" -le 1 ]; then
            right=$((right + 1))
        elif [ "$status" -eq 2 ] && [ -s .err ] && ! [ -e written ]; then
            wrong=$((wrong + 1))
        else
            faults=$((faults + 1))
            echo "$name: mutant $seed: status $status: $(head -c 300 .err)"
            [ -n "${KEEP:-}" ] && cp "mutant.${file##*.}" "$KEEP/$name.$seed.${file##*.}"
        fi
    done
    check "$name: $number mutants, $wrong named, $right routed, $faults neither" test "$faults" \
        -eq 0
}

mutants lef "$count" quad.lef "$leeway" route counter.def --lef mutant.lef -o none -r written
mutants def "$count" counter.def "$leeway" route mutant.def --lef quad.lef -o none -r written
mutants routed $((count / 4)) good.def "$leeway" check counter.def --lef quad.lef mutant.def
mutants keep $((count / 4)) good.def \
    "$leeway" route counter.def --lef quad.lef -o none -r written --keep mutant.def
mutants chip $((count / 2)) good.net "$leeway" route mutant.net -o none -r written
mutants routes $((count / 4)) good.routes "$leeway" check good.net mutant.routes
mutants guides $((count / 4)) good.guide \
    "$leeway" route counter.def --lef quad.lef -o none -r written --guides mutant.guide
finish
