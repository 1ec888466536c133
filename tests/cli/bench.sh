#!/usr/bin/env bash
# `leeway bench`: every suite in a small size, its files, and wrong usage.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/library.bash"

# column_is FILE NUMBER VALUE: every line but the first has the value in this column.
# shellcheck disable=SC2317 # called by name
column_is() {
    awk -F, -v at="$2" -v value="$3" \
        'NR > 1 && $at != value { bad = 1 } END { exit bad || NR < 2 }' "$1"
}

run "$leeway" bench --quick --engine cpu
expect "all suites in small" 0 '^96\^2 open corners +cpu/bucket .* 1\.00$' \
    'written: out/bench/all.csv'
cp out/bench/all.csv all.csv
check "CSV: the heading" \
    grep -qE '^suite,case,width,.*,yardstick,speed_up,ms_prepare,.*ms_check$' all.csv
check "CSV: as many fields in every line" \
    test "$(awk -F, '{ print NF }' all.csv | sort -u)" = 32
check "CSV: every suite" test "$(cut -d, -f1 all.csv | sort -u | tr '\n' ' ')" = \
    "batch chip features route single suite weighted "
check "CSV: on the CPU" column_is all.csv 7 cpu
check "CSV: a row of the table is a row of the file" \
    test "$(wc -l <all.csv)" -eq "$(grep -vc '^  ms: ' <<<"$out")"
check "a chip's parts are told" grep -qE '^  ms: prepare [0-9.]+, first round ' <<<"$out"
check "CSV: detour is there" grep -q 'open corners,.*,detour,' all.csv
check "CSV: auto in every case but whole designs" \
    test "$(grep -c ',auto,' all.csv)" = \
        "$(grep -vE '^(route|chip),' all.csv | cut -d, -f1,2 | sort -u | sed 1d | wc -l)"
check "CSV: the reference is not timed by itself" test -z "$(grep ',dijkstra,' all.csv)"

if command -v python3 >/dev/null; then
    run python3 "$repo/tests/bench/plot.py" all.csv all.svg
    expect "the plot" 0 '^auto: compared in [1-9][0-9]* cases$' ""
    check "the plot has every case" test "$(grep -c 'text-anchor="end"' all.svg)" -eq \
        "$(cut -d, -f1,2 all.csv | sed 1d | sort -u | wc -l)"
    awk -F, -v OFS=, 'NR > 1 && $9 == "auto" { $19 *= 1e6 } 1' all.csv >slow.csv
    run python3 "$repo/tests/bench/plot.py" slow.csv slow.svg
    expect "auto that is too slow is named" 0 'cpu/auto takes [0-9.]+ times the time of '
fi

run "$leeway" bench weighted --quick --engine cpu --wave dijkstra --repeats 1 --csv -
expect "one wave, CSV to standard output" 0 '^weighted,4 x 16\^2 windows,.*,dijkstra,' \
    'cpu/dijkstra'
check "the yardstick is timed beside it" grep -q ',bucket,' <<<"$out"
check "no other wave" test -z "$(grep -E ',(sweep|detour|corridor),' <<<"$out")"
run "$leeway" bench batch --quick --engine cpu --nets 3 --threads 2 --csv nets.csv
expect "three nets" 0 '^64\^2 windows +cpu/bucket +3 ' 'written: nets.csv'
check "CSV: three nets" column_is nets.csv 11 3
check "CSV: two threads" column_is nets.csv 10 2
run "$leeway" bench single --quick --engine cpu --nets 3
expect "--nets where cases have their own" 2 "" '--nets is for batch and weighted, not for single'

run "$leeway" bench singel
expect "misspelt suite" 2 "" 'did you mean single'
run "$leeway" bench single --quick --wave detuor
expect "misspelt wave" 2 "" 'did you mean detour'
run "$leeway" bench --quick --full
expect "quick and full" 2 "" 'exclude each other'
run "$leeway" bench single batch
expect "two suites" 2 "" 'superfluous'
run "$leeway" bench single --repeats 0
expect "no repeat" 2 "" 'from 1 to 99'
run "$leeway" bench route --quick --csv nowhere/a.csv
expect "no such folder" 3 "" 'nowhere'
check "nothing is written then" test ! -e nowhere
finish
