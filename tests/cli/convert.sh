#!/usr/bin/env bash
# leeway convert: a layout from DEF to the native format, its wires from DEF to routes and back. A
# converted layout is routed to the same wires. DATA=FOLDER adds the designs of FOLDER/lefdef.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/library.bash"
cp "$repo/netlists/quad.lef" "$repo/netlists/counter.def" .

# round_trip NAME DEF LEF...: routes both texts and compares wires.
round_trip() {
    local name=$1 def=$2 lefs=()
    shift 2
    for lef in "$@"; do lefs+=(--lef "$lef"); done
    run "$leeway" route "$def" "${lefs[@]}" -o none -r routed.def
    expect "$name: the DEF is routed" 0
    run "$leeway" convert "$def" "${lefs[@]}" -o chip.net
    expect "$name: to a text of our own" 0 '^chip.net: '
    run "$leeway" route chip.net -o none -r chip.routes
    expect "$name: which is routed, without LEF" 0 'routed ([0-9]+) of \1 nets'
    run "$leeway" convert "$def" routed.def "${lefs[@]}" -o routed.routes
    expect "$name: the DEF's wires as routes" 0
    check "$name: the same wires" cmp routed.routes chip.routes
    run "$leeway" convert "$def" chip.routes "${lefs[@]}" -o back.def
    expect "$name: routes into the DEF" 0
    check "$name: the same DEF" cmp routed.def back.def
}

round_trip counter counter.def quad.lef
run "$leeway" convert chip.net -o again.net
expect "a text of our own is converted to itself" 0
check "byte for byte" cmp chip.net again.net
run "$leeway" route counter.def --lef quad.lef -o none -r direct.routes
expect "a DEF's routes" 0
check "are those of the text" cmp direct.routes chip.routes
run "$leeway" convert chip.net chip.routes -o wired.net
expect "the chip with its wires" 0
run "$leeway" convert wired.net -o wired.routes
expect "and the wires alone" 0
check "are the same" cmp wired.routes chip.routes
run "$leeway" convert counter.def routed.def --lef quad.lef -o -
expect "to standard output" 0 '^chip counter' '^$'

run "$leeway" check chip.net chip.routes
expect "check of both" 0 'chip.routes: right: [0-9]+ nets'
run "$leeway" check counter.def chip.routes --lef quad.lef
expect "check of the DEF with routes" 0 'right'
sed '0,/^wire/s/^wire .*/wire metal1 500 24500 500 31600/' chip.routes >wrong.routes
run "$leeway" check chip.net wrong.routes
expect "another length" 2 "" 'wrong.routes:[0-9]+:[0-9]+: expected wires of length'
sed '0,/^via-at/{/^via-at/d}; 0,/ vias 2/s/ vias 2/ vias 1/' chip.routes >open.routes
run "$leeway" check chip.net open.routes
check "a missing via is seen" test "$status" -ne 0
run "$leeway" draw chip.net chip.routes -o a.png
expect "draw" 0
run "$leeway" draw counter.def routed.def --lef quad.lef -o b.png
check "the same picture" cmp a.png b.png
run "$leeway" route chip.net --keep chip.routes -o none -r kept.routes
expect "--keep" 0
check "keeps all" cmp kept.routes chip.routes
net=$(sed -n 's/^net \([^ ]*\) routed.*/\1/p' chip.routes | sed -n 3p)
run "$leeway" route chip.net --only-net "$net" -o none -r one.routes
expect "--only-net" 0 'routed 1 of 1'
run "$leeway" route chip.net -o none
expect "the usual name" 0
run "$leeway" route chip.net -o none --only-net "$net"
expect "holds more than one net" 2 "" 'out/chip.routes holds [0-9]+ nets that this run leaves out'
check "one net" test "$(grep -c '^net' one.routes)" -eq 1
printf '[batch]\noutput = runs\n[job a]\nnetlist = chip.net\n' >batch.ini
run "$leeway" batch batch.ini
expect "batch" 0
check "the same wires" cmp runs/a.routes chip.routes

# Wrong use and wrong text: status 2, with the place.
run "$leeway" convert counter.def --lef quad.lef -o chip.txt
expect "unknown suffix" 2 "" 'chip.txt: expected NAME.net'
run "$leeway" convert counter.def -o x.net
expect "LEF is missing" 2 "" 'needs the LEF files'
run "$leeway" convert counter.def --lef quad.lef -o x.def
expect "routes are missing" 2 "" 'expected routes of counter'
run "$leeway" convert chip.net chip.routes -o x.def
expect "no DEF to write into" 2 "" 'expected DESIGN.def RESULT.routes'
run "$leeway" route chip.net -r x.def
expect "nor when routing" 2 "" 'holds no DEF text'
check "nothing was written" test ! -e x.def
bad() { # bad NAME SED MESSAGE
    sed "$2" chip.net >bad.net
    run "$leeway" route bad.net -o none -r none
    expect "$1" 2 "" "^bad.net:[0-9]+:[0-9]+: $3"
}
bad "unknown statement" 's/^obs$/obss/' 'expected obs, found "obss"'
bad "unknown field" '0,/ width /s/ width / widht /' 'expected width, found "widht"'
bad "field twice" '0,/ space /s/ space [0-9]*/ & &/' 'expected space once'
bad "negative width" '0,/ width /s/ width [0-9]*/ width -5/' 'expected width \(1\.\.'
bad "unknown layer" '0,/^rect metal1/s/^rect metal1/rect metal9/' 'expected the name of a layer'
bad "unknown cell" '0,/^place/s/^\(place [^ ]*\) [^ ]*/\1 NOCELL/' 'expected the name of a cell'
bad "unknown pin" '0,/^on /s/^\(on [^ ]*\) .*/\1 Q9/' 'expected the name of a pin'
# shellcheck disable=SC2016 # $ is sed's last line
bad "order" '$a layer metal7 routing' 'expected this statement earlier'
# shellcheck disable=SC2016
bad "pin in two nets" '$a net extra regular\nnet more regular\non-port clk' \
    'expected a pin in one net'
bad "corners" '0,/^die/s/^die .*/die 10 0 0 10/' 'expected the lower left corner'
bad "row of a table" '0,/^row/s/^row .*/row 0 1/' 'expected a width and 2 spaces'
bad "units" 's/^units .*/units 2001 1000 2/' 'expected an even third number'
bad "number" '0,/^lines/s/^\(lines [a-z]*\) [^ ]*/\1 x/' 'expected a length'
head -c 3000 chip.net >bad.net
run "$leeway" route bad.net -o none -r none
expect "cut off" 2 "" '^bad.net:'

if [ -n "${DATA:-}" ]; then
    while read -r folder design; do
        files=()
        for lef in "$DATA/lefdef/$folder"/*.tlef.gz "$DATA/lefdef/$folder"/*.lef.gz; do
            [ -f "$lef" ] && files+=("$lef")
        done
        placed=$DATA/lefdef/$folder/$design.def
        [ -f "$placed" ] || placed=$placed.gz
        round_trip "$folder/$design" "$placed" "${files[@]}"
    done <<'END'
osu035 counter8
osu035 gcd
sky130hd digital_pll
nangate45 gcd
END
fi
finish
