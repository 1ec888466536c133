#!/usr/bin/env bash
# leeway route: its outputs, the summary, reasons, statuses 0 and 1.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/library.bash"
make_designs

run "$leeway" route small.net --engine cpu
expect "all routed" 0 \
    '^small.net: routed 2 of 2 nets, length 14, vias 0, cost 14, [0-9.]+ s, cpu/[a-z]+$' ""
check "one line" test "$(wc -l <<<"$out")" -eq 1
check "default picture" test -s out/small.png
check "default routes" grep -q '^net a routed cost 7 length 7 vias 0 bends 0$' out/small.routes
check "checks" "$leeway" check small.net out/small.routes
check "no other files" test "$(find . -type f | wc -l)" -eq 6

run "$leeway" route small.net
expect "the summary names the engine" 0 'routed 2 of 2.*, (cpu|gpu)'
run "$leeway" route small.net -v
expect "-v says why auto took it" 0 'routed 2 of 2' '^engine: (cpu|gpu)'
run "$leeway" route parted.net --engine cpu
expect "unrouted" 1 'routed 1 of 2 nets' ""
expect "the net is named with its reason" 1 '^unrouted: cut: no path' ""
check "outputs are written" grep -q '^net cut unrouted no-path$' out/parted.routes
run "$leeway" check parted.net out/parted.routes
expect "check says unrouted" 1 '1 unrouted'

rm -r out
run "$leeway" route small.net -o none -r none --engine cpu
expect "no outputs" 0 'routed 2 of 2' ""
check "nothing written" test ! -e out
run "$leeway" route small.net -o a.png --routes=b.routes --engine cpu
expect "named outputs" 0
check "both are there, no folder out" test -s a.png -a -s b.routes -a ! -e out

# Standard input and output.
run bash -c '"$1" route - -r - -o none --engine cpu <small.net' _ "$leeway"
expect "netlist from standard input, routes to standard output" 0 '^net b routed' 'routed 2 of 2'
run "$leeway" route small.net -o none -r none --json - --engine cpu
expect "JSON to standard output moves the summary" 0 '"routed": 2' '^small.net: routed 2 of 2'
if command -v python3 >/dev/null; then
    check "it is JSON" python3 -c \
        'import json, sys
d = json.loads(sys.argv[1])
assert d["version"] == 1 and d["nets"] == 2 and d["cost"] == 14
assert d["grid"] == {"width": 8, "height": 5, "layers": 1}
assert set(d["seconds"]) == {"read", "route", "check", "draw", "write", "total"}' "$out"
    run "$leeway" route parted.net -o none -r none --json r.json --engine cpu
    check "unrouted nets in JSON" python3 -c \
        'import json
d = json.load(open("r.json"))
assert d["unrouted"] == [{"net": "cut", "reason": "no-path", "blocked_by": []}], d'
fi

# Choosing nets.
run "$leeway" route small.net --only-net a -o none -r only.routes --engine cpu
expect "--only-net" 0 'routed 1 of 1 nets, length 7'
run "$leeway" route small.net --skip-net a -o none -r - --engine cpu
expect "--skip-net" 0 '^net a unrouted interrupted' 'routed 1 of 1 nets'
run "$leeway" route small.net --keep only.routes -o none -r - --engine cpu
expect "--keep completes a result" 0 '^net b routed' 'routed 2 of 2'
sed 's/cost 7/cost 8/' only.routes >wrong.routes
run "$leeway" route small.net --keep wrong.routes -o none -r none --engine cpu
expect "--keep of a wrong result" 2 "" 'wrong.routes: .*cost'
printf 'grid small.grid\nnet a 0,0 7,0\nnet b 1,0 6,0\n' >over.net
run "$leeway" route over.net --alone -o none -r alone.routes --engine cpu
run "$leeway" route over.net --keep alone.routes -o none -r none --engine cpu
expect "--keep of nets that were routed alone, and meet" 2 "" 'alone.routes: .*net a: 1,0'

# The same bytes with every engine, wave and number of threads.
"$leeway" route small.net --engine cpu --threads 1 -o one.png -r one.routes >/dev/null
"$leeway" route small.net --engine cpu --threads 8 --wave dijkstra -o two.png -r two.routes \
    >/dev/null
check "same routes on 1 and 8 threads" cmp one.routes two.routes
check "same picture" cmp one.png two.png

run "$leeway" route small.net --alone -o none -r alone.routes --engine cpu
expect "--alone" 0 'each alone'
check "its header says so" grep -q '^routes small.net alone$' alone.routes
run "$leeway" check small.net alone.routes
expect "check without --alone" 2 'fault' 'alone'
check "check with --alone" "$leeway" check small.net alone.routes --alone

run "$leeway" route small.net --engine cpu -o none -r cpu.routes
for gpus in all 1 64 0,63 '5,'; do
    run "$leeway" route small.net --gpus "$gpus" -o none -r gpus.routes
    expect "auto takes those of --gpus $gpus that there are" 0 'routed 2 of 2' '^engine: (cpu|gpu)'
    check "the same bytes" cmp cpu.routes gpus.routes
done
run "$leeway" route small.net --engine gpu --gpus 64 -o none -r none
expect "GPUs demanded and not usable" 3 "" '^leeway: --engine gpu: not usable: .+'
run "$leeway" route small.net --engine cpu --gpus 2 -o none -r none
expect "GPUs beside the CPU's engine" 0 'routed 2 of 2' ""
run "$leeway" route small.net --engine gpu -o none -r none
if [ "$status" -ne 0 ]; then
    expect "a GPU demanded and not usable" 3 "" '^leeway: --engine gpu: not usable: .+'
fi

# A design of chip size: the same bytes with any number of threads that route, check and write.
run "$leeway" generate chip 512 512 4 --nets 6000 --seed 3 -o chip
expect "a chip is made" 0
for threads in 1 2 5; do
    run "$leeway" route chip.net -o none -r "$threads.routes" --threads "$threads"
    expect "$threads threads route it" 0 '^chip.net: routed 6000 of 6000 nets'
    check "to the same bytes" cmp 1.routes "$threads.routes"
done
run "$leeway" route chip.net -o none -r none --threads 1 --json -
expect "JSON tells of 6 to 24 bytes a cell" 0 '"host": [0-9]+'
bytes=$(sed -n 's/.*"host": \([0-9]*\).*/\1/p' <<<"$out")
check "no less, no more" test "$bytes" -ge 6291456 -a "$bytes" -le 25165824
run "$leeway" check chip.net 1.routes
expect "and it is right" 0
run "$leeway" route chip.net -o none -r limit.routes --threads 2 --time-limit 1
check "a limit of time ends it in any case" test "$status" -le 1
run "$leeway" check chip.net limit.routes
check "with a right result" test "$status" -le 1
finish
