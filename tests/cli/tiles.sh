#!/usr/bin/env bash
# Tile graphs: every format is read and checked by its rules, native designs are made and written,
# edges are explained, options that mean nothing are refused, and small faults in any file are
# errors or are judged: no crash.
#
#   MUTANTS=N tests/cli/tiles.sh     N of each kind of file (default 60), SEED=N the first one
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/library.bash"
count=${MUTANTS:-60} first=${SEED:-1}
cp "$repo"/tests/bad/tiles/good* .

run "$leeway" check good.txt good-txt.out
expect "1998: bends need no via" 0 'wire by layer: 6.*'
check "1998: length" grep -q 'right: 2 of 2 nets joined, overflow 0 .*wire 6, vias 0$' <<<"$out"
run "$leeway" check good.gr good-gr.out
expect "2008: widths and spacings" 1 'joined, overflow 5 on 3 edges, at most 3, wire 10, vias 3'
sed 's/^0 0 1 1 0 1 2$/0 0 1 1 0 1 1/' good.gr >narrow.gr
run "$leeway" check narrow.gr good-gr.out
expect "2008: overflow in the file's units" 1 'over capacity: 0,0,1 - 1,0,1: use 5 of 1'
check "2008: the sum" grep -q 'overflow 6 on 3 edges, at most 4' <<<"$out"
run "$leeway" check --ispd 2007 good.gr good-gr.out
expect "2007: the same wires" 1 'wire 10, vias 3'
run "$leeway" check good.cap good-cap.out
expect "2024: the three costs" 0 'score [0-9.]+: wire 7000.0000, vias 24.0000, overflow'
run "$leeway" check good.cap good-cap.out --netlist-cap good.net
expect "2024: nets by name" 0 'above the design without wires'
sed 's/^b$/b -0.25/; s/^\[(0, 3, 2)\]$/u1\/A, [(0, 3, 2)], -0.5/' good.net >slack.net
run "$leeway" check good.cap good-cap.out --netlist-cap slack.net
expect "2025: slacks are counted once" 0 'right: 2 of 2' 'note: slacks, which are not used: 2$'
printf 'a\n(\n0 0 M1 0 0 M2\n0 0 M2 0 6000 M2\n0 6000 M3 0 6000 M2\n0 6000 M3 6000 6000 M3\n6000 6000 M3 6000 6000 M1\n)\n' \
    >named.out
run "$leeway" check good.cap named.out
expect "2025: database units, layers by name" 1 'right: 1 of 2 nets' 'net b is open: it has no entry'
printf 'a 0\n!\n' >short.out
run "$leeway" check good.gr short.out
expect "open nets are status 1 and named" 1 'right: 0 of 2' 'short.out:1: net a is open: it has no wires'
for file in good.gr good.cap good.net good.txt good-gr.out good-cap.out good-txt.out; do
    { printf '\n'; sed 's/$/\t\r/' "$file"; } | head -c -2 >"w-${file}"
done
run "$leeway" check w-good.gr w-good-gr.out
expect "CRLF, tabs, an empty line and no last line end" 1 'wire 10, vias 3'
run "$leeway" check w-good.cap w-good-cap.out --netlist-cap w-good.net
expect "the same of 2024" 0 'vias 24.0000'
gzip -k good.cap good.net && mkdir packed && mv good.cap.gz good.net.gz packed
run "$leeway" check packed/good.cap.gz good-cap.out
expect "gzipped, the .net beside it" 0 'vias 24.0000'

sed '/^2$/,$d' good.gr >plain.gr
run "$leeway" check plain.gr good-gr.out
expect "a missing number of adjustments is a note" 1 'overflow 3' 'number of adjustments is missing'
sed 's/^vertical capacity 0 4/vertical capacity 0 0/; s/^horizontal capacity 4 0/horizontal capacity 4 4/
     /^2$/,$d' good.gr >one.gr
run "$leeway" explain one.gr a
expect "layers of one direction are a note" 0 'net a: 2 pins' 'neighbouring layers of one direction: 1 and 2'
run "$leeway" explain good.gr good-gr.out edge:0,0,1
expect "an edge, its nets and its cut" 0 'edge 0,0,1 - 1,0,1: capacity 2, use 4, over|use 4, full|nets: a b'
run "$leeway" explain good.txt good-txt.out edge:0,0,1
expect "both edges of a layer of both directions" 0 "edge 0,0,1 - 0,1,1"
run "$leeway" explain good.gr good-gr.out edge:3,0,1
expect "no edge there" 2 '^$' 'expected edge:X,Y,N'
run "$leeway" explain good.gr good-gr.out b -o b.svg
expect "a net" 0 'routed: length 7'
check "its picture has its name" grep -q '>good.gr: net b<' b.svg
check "and those beside it" grep -qE '>most of its box is taken by: a; capacity used' b.svg
check "in another colour" grep -q '>nets beside it<' b.svg

run "$leeway" generate capacity 20 16 3 --nets 60 --seed 5 -o made
expect "a native design is made" 0 'made.net: capacity 20 x 16 x 3, 60 nets'
check "its grid has capacities" grep -q '^capacity [1-9]' made.grid
printf 'size 4 4\ncapacity 1\n' >small.grid
printf 'grid small.grid\nnet a 0,0 3,0\nnet b 0,0 3,1\n' >small.net
printf 'routes small.net shared\nnet a routed cost 3 length 3 vias 0 bends 0\nwire 0,0,1 3,0,1\n' >small.routes
printf 'net b routed cost 4 length 4 vias 0 bends 1\nwire 0,0,1 0,1,1\nwire 0,1,1 3,1,1\n' >>small.routes
run "$leeway" check small.net small.routes
expect "a native result, a layer of both directions" 0 '2 of 2 nets joined, overflow 0.*wire 7, vias 0'
sed -i 's/^net b routed cost 4/net b routed cost 5/' small.routes
run "$leeway" check small.net small.routes
expect "its numbers are checked" 2 '^$' 'small.routes:4:1: expected the numbers .* cost 4 length 4'
sed -i 's/ shared$//' small.routes
run "$leeway" check small.net small.routes
expect "shared must be said" 2 '^$' 'expected NETLIST shared'
run "$leeway" bfs small.net --source 0,0,1
expect "searches refuse capacities" 2 '^$' 'tile graph'
for other in 'weight 2 0 0 1 1' 'wall 0,0,1 1,0,1' 'cost bend 1' 'cost wrong-way 1'; do
    printf 'size 4 4\n%s\ncapacity 1\n' "$other" >small.grid
    run "$leeway" check small.net small.routes
    expect "capacity and $other" 2 '^$' 'small.grid:3:1: expected capacities or .*, found both'
done
run "$leeway" check good.gr good-gr.out --lef x.lef
expect "--lef means nothing here" 2 '^$' 'is a tile graph'

# Routing: every result is right by check, the same for 1 and 2 threads, and may be kept.
for design in good.txt good.gr good.cap made.net; do
    for threads in 1 2; do
        run "$leeway" route "$design" -o none -r "routed.$threads" --threads "$threads" --json "$threads.json"
        [ "$status" -le 1 ] || fail "route $design" "status $status"
    done
    check "$design: the same bytes with 1 and 2 threads" cmp routed.1 routed.2
    before=$status
    run "$leeway" check "$design" routed.1
    check "$design: check agrees with route" test "$status" -eq "$before"
    check "$design: all nets are joined" grep -qE 'right: ([0-9]+) of \1 nets' <<<"$out"
    check "$design: no notes" test -z "$(grep notes: <<<"$out")"
    run "$leeway" route "$design" -o none -r kept --keep routed.1
    check "$design: continued from a result" test "$status" -eq "$before"
    if command -v python3 >/dev/null; then
        run python3 "$repo/tests/support/check_json.py" \
            "$repo/router/cli/manual/summary.schema.json" 1.json
        expect "$design: JSON as the schema says" 0 '^$'
    fi
done
printf 'a\n(\n[(1, 0, 1)]\n[(1, 0, 1)]\n)\n' >tile.net
run "$leeway" route good.cap --netlist-cap tile.net -o none -r tile.out
expect "2024: a net in one tile gets a via" 0 'routed 1 of 1 nets'
check "and nothing else" grep -qx '0 1 1 0 1 2' tile.out
run "$leeway" route good.cap -o maps.png -r none --write-guides out.guide --highlight b
expect "a picture and guides" 0 'routed 2 of 2 nets'
check "the picture is a PNG" test "$(head -c 4 maps.png | tail -c 3)" = PNG
check "guides have boxes on layers" grep -qE '^[0-9]+ [0-9]+ [0-9]+ [0-9]+ M[1-3]$' out.guide
run "$leeway" draw good.gr good-gr.out -o one.svg --show congestion --layer 2
expect "one layer" 0
run "$leeway" draw good.gr good-gr.out -o one.svg --show detours
expect "other questions have no map" 2 '' 'use over capacity'
printf 'size 3 1\nlayer 1 dir horizontal\ncapacity 1\n' >full.grid
printf 'grid full.grid\nnet a 0,0 2,0\nnet b 0,0 1,0\n' >full.net
run "$leeway" route full.net -o none -r full.routes
expect "overflow is status 1, and a cut proves it" 1 'no result has less than 1 overflow'
printf '[batch]\noutput = jobs\n[job full]\nnetlist = full.net\n[job cap]\nnetlist = good.cap\n' >b.ini
run "$leeway" batch b.ini
expect "a batch" 1 'full +unrouted +2 +2 '
run "$leeway" batch b.ini --resume
expect "is kept" 1 'full +unrouted +2 +2 '
run "$leeway" route good.gr -o none -r part --only-net a
expect "a part of the nets" 0 'routed 1 of 1 nets'
run "$leeway" route good.gr -o none -r none --memory-limit 1K
expect "the memory limit" 3 '^$' 'takes about [0-9]+ bytes, the limit is 1024'

# mutants NAME FILE COMMAND...
mutants() {
    local name=$1 file=$2 seed faults=0
    shift 2
    for ((seed = first; seed < first + count; seed++)); do
        awk -v seed="$seed" -f "$repo/tests/cli/mutate.awk" "$file" >"mutant.${file##*.}"
        timeout 20 "$@" >.out 2>.err </dev/null
        status=$?
        if [ "$status" -gt 2 ] || { [ "$status" -eq 2 ] && ! [ -s .err ]; }; then
            faults=$((faults + 1))
            echo "$name: mutant $seed: status $status: $(head -c 300 .err)"
        fi
    done
    check "$name: $count mutants are errors or judged" test "$faults" -eq 0
}
export ASAN_OPTIONS=exitcode=99 UBSAN_OPTIONS=exitcode=99:halt_on_error=1
mutants gr good.gr "$leeway" check mutant.gr good-gr.out
mutants txt good.txt "$leeway" check mutant.txt good-txt.out
mutants cap good.cap "$leeway" check mutant.cap good-cap.out --netlist-cap good.net
mutants net good.net "$leeway" check good.cap good-cap.out --netlist-cap mutant.net
mutants gr-result good-gr.out "$leeway" check good.gr mutant.out
mutants cap-result good-cap.out "$leeway" check good.cap mutant.out
# Engines: a GPU that is named must be usable; auto does without.
"$leeway" generate capacity 24 24 --nets 100 -o tiles >/dev/null
run "$leeway" route tiles.net -o none -r none --json tiles.json
expect "auto on few nets" 0 'cpu/global'
if "$leeway" devices | grep -qE '^gpu [0-9]+: .* MiB$'; then
    run "$leeway" route tiles.net -o none -r none --engine gpu
    expect "a named GPU" 0 'gpu\+cpu/global'
else
    run "$leeway" route tiles.net -o none -r tiles.got --engine gpu
    expect "no GPU" 3 "" '--engine gpu: not usable'
    check_not "and nothing is written" test -e tiles.got
fi
finish
