#!/usr/bin/env bash
# leeway route DESIGN.def --lef FILE...: a layout, routed by the rules of its technology.
# DATA=FOLDER adds the designs of FOLDER/lefdef, judged by FOLDER/../tools/def_oracle.py.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/library.bash"
cp "$repo/netlists/quad.lef" "$repo/netlists/counter.def" .

nets() { sed -n '/^NETS/,/^END NETS/p' "$1"; }
wired() { nets "$1" | grep -c '+ ROUTED'; }

run "$leeway" route counter.def --lef quad.lef
summary='^counter: routed ([0-9]+) of \1 nets, length [0-9.]+ um, vias [0-9]+, .* cpu/detail$'
expect "all routed" 0 "$summary"
expect "what wires could break is summed up" 0 \
    '^not modelled: 1 density; details with -v and in --json$'
check "default name" test -s out/counter.def
sed '/^NETS/,/^END NETS/d;/^VIAS/,/^END VIAS/d' counter.def >before
sed '/^NETS/,/^END NETS/d;/^VIAS/,/^END VIAS/d' out/counter.def >after
check "what was there stays" cmp before after
check "every net of two pins has wires" test "$(wired out/counter.def)" -ge 60

run "$leeway" route counter.def --lef quad.lef -r one.def --threads 1
expect "one thread" 0
run "$leeway" route counter.def --lef quad.lef -r many.def --threads 7
expect "seven threads" 0
check "same bytes" cmp one.def many.def
check "and as by default" cmp one.def out/counter.def
run "$leeway" route out/counter.def --lef quad.lef -r again.def
expect "a routed DEF is routed anew" 0
check "to the same bytes" cmp one.def again.def

run "$leeway" route counter.def --lef quad.lef -r none --json -
expect "JSON moves the summary" 0 '"routed": [0-9]+' 'counter: routed'
if command -v python3 >/dev/null; then
    check "it is JSON" python3 -c '
import json, sys
d = json.loads(sys.argv[1])
assert d["nets"] == d["routed"] > 0 and d["unrouted"] == []
assert d["rules_not_obeyed"] == [{"layer": "metal4", "keyword": "MAXIMUMDENSITY"}]
assert {"statement": "LAYER MAXIMUMDENSITY", "count": 1, "wires": True} in d["not_used"]
assert d["remarks"] == []' "$out"
fi
run "$leeway" route counter.def --lef quad.lef -r strict.def --strict-rules
expect "--strict-rules" 2 "" 'metal4: its rule MAXIMUMDENSITY is not obeyed'
check "nothing is written" test ! -e strict.def

net=$(sed -n '/^NETS/,/^END NETS/s/^- \([^ ]*\).*/\1/p' counter.def | sed -n 3p)
run "$leeway" route counter.def --lef quad.lef -r only.def -o none --only-net "$net"
expect "--only-net" 0 'routed 1 of 1 nets'
check "one net has wires" test "$(wired only.def)" -eq 1
run "$leeway" route counter.def --lef quad.lef -r skip.def -o none --skip-net "$net"
expect "--skip-net" 0 'routed [0-9]+ of'
run "$leeway" route counter.def --lef quad.lef -r none --only-net nobody
expect "no such net" 2 "" '--only-net: no net "nobody"'
run "$leeway" route counter.def --lef quad.lef -r low.def --layers metal1-metal3
expect "--layers" 0
check "no wire above them" test "$(nets low.def | grep -c 'metal4')" -eq 0
run "$leeway" route counter.def --lef quad.lef -r none --layers metal1-poly9
expect "no such layer" 2 "" '--layers: expected two of the 4 routing layers metal1 to metal4'

# Layers of single nets: wires of ck0 and ck1 outside of metal3 and metal4 are jogs beside pins.
long_below() { # routed file: wires of ck* on metal1 and metal2 of more than 3 tracks and a pin
    awk '/^net /{ours = $2 ~ /^ck/} ours && $1 == "wire" && $2 ~ /metal[12]/ {
        d = $5 - $3 + $6 - $4; if (d > 6000 || d < -6000) n++ } END { print n + 0 }' "$1"
}
high='ck*=metal3-metal4'
run "$leeway" route counter.def --lef quad.lef -o none -r free.routes
run "$leeway" route counter.def --lef quad.lef -o none -r high.routes --net-layers "$high"
expect "--net-layers" 0 'routed ([0-9]+) of \1 nets'
check "there is something to lift" test "$(long_below free.routes)" -ge 1
check "wires are above" test "$(long_below high.routes)" -eq 0
run "$leeway" check counter.def --lef quad.lef high.routes --net-layers "$high"
expect "check agrees" 0
run "$leeway" check counter.def --lef quad.lef free.routes --net-layers "$high"
expect "check names wires outside" 2 'wrong: [0-9]+ layers' \
    'layers: metal[12] \([^)]*\)-\([^)]*\): a wire of ck[01] is outside of its layers metal3 to metal4'
run "$leeway" check counter.def --lef quad.lef free.routes --net-layers "$high" \
    --net-layers 'ck*=metal1-metal3'
expect "the last match counts" 0
for wrong in 'ck9=metal1-metal2|no net "ck9"' 'z*=metal1-metal2|matches "z\*"' \
    'ck1=metal1-m9|expected two of the 4 routing' 'ck1=metal4-metal3|the lower layer first' \
    'metal1-metal2|expected PATTERN=A-B' '=metal1-metal2|expected PATTERN=A-B'; do
    run "$leeway" route counter.def --lef quad.lef -r none --net-layers "${wrong%|*}"
    expect "--net-layers ${wrong%|*}" 2 "" "--net-layers: .*${wrong#*|}"
done
run "$leeway" route counter.def --lef quad.lef -r none --net-layers "$high" --layers metal1-metal2
expect "no layer is left" 2 "" 'net ck0 has none of the layers of --layers metal1-metal2'

run "$leeway" route counter.def -r none
expect "LEF is missing" 2 "" 'needs the LEF files'
run "$leeway" route counter.def --lef nowhere.lef -r none
expect "no such LEF" 2 "" 'nowhere.lef'

# FIXED wiring stays, and only missing connections are added to it.
fix() { # SED: the routed DEF with the wiring of ck1 alone, FIXED and edited
    awk '$1 == "NETS" { nets = 1 } nets && $1 == "-" { ours = $2 == "ck1" }
        ours { sub(/\+ ROUTED/, "+ FIXED") }
        nets && !ours { if (/\+ ROUTED/) drop = 1
            if (drop) { if ($NF == ";") { print ";"; drop = 0 } next } }
        { print }' one.def | sed "$1"
}
wiring() { sed -n '/^- ck1 /,/;$/p' "$1" | grep -c "$2"; }
fix '' >fixed.def
run "$leeway" route fixed.def --lef quad.lef -o none -r whole.def
expect "a net that FIXED wiring connects" 0 'routed ([0-9]+) of \1 nets'
check "gains no wires" test "$(wiring whole.def ROUTED)" -eq 0
check "keeps those it has" test "$(wiring whole.def FIXED)" -eq 1
piece=$(sed -n '/^- ck1 /,/;$/p' one.def | grep -om1 'NEW metal2 ( [0-9]* [0-9]* ) (')
gap="/^- ck1 /,/;\$/{/$piece/d}"
fix "$gap" >gap.def
check "there is a gap" test "$(cmp fixed.def gap.def | wc -l)" -eq 1
run "$leeway" route gap.def --lef quad.lef -o none -r filled.def
expect "FIXED wiring with a gap" 0 'routed ([0-9]+) of \1 nets'
check "gains a piece" test "$(sed -n '/^- ck1 /,/;$/p' filled.def | grep -A9 ROUTED | wc -l)" -eq 1
run "$leeway" check gap.def --lef quad.lef filled.def
expect "and is right" 0
fix '/^- ck1 /,/;$/s/+ FIXED/& metal1 ( 2250 15250 ) ( 30250 * ) NEW/' >wrong.def
run "$leeway" route wrong.def --lef quad.lef -o none -r wrong.routed.def
expect "FIXED wiring across pins of others" 2 "" \
    '^wrong.def: expected FIXED wiring without a fault, found short: .*: ck1 meets '
fix "$gap;/^- ck1 /,/;\$/s/+ FIXED/& metal1 ( 2250 15250 ) ( 30250 * ) NEW/" >both.def
run "$leeway" route both.def --lef quad.lef -o none -r wrong.routed.def
expect "and with a gap" 2 "" '^both.def: expected FIXED wiring without a fault, found short: .*: ck1'
check "no result of it is written" test ! -e wrong.routed.def

# SUBNET and VPIN stay in the text and are counted in a note.
sed '/^- ck1 /,/;$/s/+ USE CLOCK/& + VPIN v1 ( 0 0 ) ( 100 100 ) + SUBNET s1 ( VPIN v1 )/' \
    counter.def >subnet.def
run "$leeway" route subnet.def --lef quad.lef -o none -r subnet.routed.def --json subnet.json
expect "SUBNET and VPIN" 0 'routed ([0-9]+) of \1' 'carried through, .* 1 SUBNET, 1 VPIN'
check "stay" grep -q '+ VPIN v1 ( 0 0 ) ( 100 100 ) + SUBNET s1 ( VPIN v1 )' subnet.routed.def
check "and stand in the JSON" grep -q '"carried": {"subnets": 1, "vpins": 1}' subnet.json

# Options that layouts do not support are errors.
run "$leeway" route counter.def --lef quad.lef -o none -r none --engine gpu
expect "--engine gpu" 3 "" 'counter.def is a layout: layouts are routed by the CPU'
run "$leeway" route counter.def --lef quad.lef -o none -r none --wave sweep
expect "--wave" 2 "" 'one wave, detail'
run "$leeway" route counter.def --lef quad.lef -o none -r none --alone
expect "--alone" 2 "" 'cannot share metal'
run "$leeway" route counter.def --lef quad.lef -o none -r none --order pins
expect "--order" 2 "" '--order pins: counter.def is a layout'
run "$leeway" route counter.def --lef quad.lef -o none -r none --max-iterations 5 --gpus 2
expect "the first of several" 2 "" '--gpus: counter.def is a layout'
run "$leeway" check counter.def --lef quad.lef counter.def --alone
expect "--alone of check" 2 "" '--alone: counter.def is a layout'

# Guides: a wall with two gaps, each for one wire; a and b have the same way through the lower one.
# The net with guides through the upper one leaves; without conflict no net follows guides.
cat >wall.def <<'WALL'
VERSION 5.8 ;
DIVIDERCHAR "/" ;
BUSBITCHARS "[]" ;
DESIGN wall ;
UNITS DISTANCE MICRONS 1000 ;
DIEAREA ( 0 0 ) ( 20000 20000 ) ;
TRACKS Y 250 DO 40 STEP 500 LAYER metal1 ;
TRACKS X 250 DO 40 STEP 500 LAYER metal2 ;
TRACKS Y 250 DO 40 STEP 500 LAYER metal3 ;
TRACKS X 250 DO 20 STEP 1000 LAYER metal4 ;
PINS 4 ;
- a0 + NET a + LAYER metal2 ( -150 -150 ) ( 150 150 ) + PLACED ( 3250 10250 ) N ;
- a1 + NET a + LAYER metal2 ( -150 -150 ) ( 150 150 ) + PLACED ( 17250 10250 ) N ;
- b0 + NET b + LAYER metal2 ( -150 -150 ) ( 150 150 ) + PLACED ( 3250 9250 ) N ;
- b1 + NET b + LAYER metal2 ( -150 -150 ) ( 150 150 ) + PLACED ( 17250 9250 ) N ;
END PINS
BLOCKAGES 4 ;
- LAYER metal1 RECT ( 9500 0 ) ( 10500 20000 ) ;
- LAYER metal2 RECT ( 9500 0 ) ( 10500 20000 ) ;
- LAYER metal3 RECT ( 9500 0 ) ( 10500 9400 ) RECT ( 9500 10100 ) ( 10500 14300 )
  RECT ( 9500 15200 ) ( 10500 20000 ) ;
- LAYER metal4 RECT ( 9500 0 ) ( 10500 20000 ) ;
END BLOCKAGES
NETS 2 ;
- a ( PIN a0 ) ( PIN a1 ) ;
- b ( PIN b0 ) ( PIN b1 ) ;
END NETS
END DESIGN
WALL
guide() { # NET: its guides through the upper gap
    echo "$1 ("
    for layer in metal2 metal3; do
        printf '%s '"$layer"'\n' '0 9000 5000 16000' '0 13000 20000 16000' '15000 9000 20000 16000'
    done
    echo ")"
}
through() { # routed file: the net in the upper gap
    awk '/^net /{net = $2} $1 == "wire" && $2 == "metal3" && $4 == 29500 { print net }' "$1"
}
for net in a b; do
    guide $net >$net.guide
    run "$leeway" route wall.def --lef quad.lef -o none -r guided.routes --guides $net.guide
    expect "guides of net $net" 0 'routed 2 of 2 nets'
    check "net $net leaves" test "$(through guided.routes)" = $net
done
run "$leeway" route wall.def --lef quad.lef -o none -r many.routes --guides b.guide --threads 5
check "same bytes with threads" cmp guided.routes many.routes
run "$leeway" route wall.def --lef quad.lef -o none -r lone.routes --guides a.guide --only-net a
expect "guides of one net" 0 'length 15.0 um'
check "are no detour without a conflict" test -z "$(through lone.routes)"
run "$leeway" route wall.def --lef quad.lef -o none -r off.routes --global off
run "$leeway" route wall.def --lef quad.lef -o none -r plan.routes --global on --tile 3
check "a plan gives guides" test "$(through off.routes) $(through plan.routes)" = 'b a'
printf '[batch]\noutput = runs\n[job a]\nnetlist = wall.def\nlef = quad.lef\n%s\n' \
    'guides = b.guide' >guides.ini
run "$leeway" batch guides.ini
expect "guides of a batch" 0
run "$leeway" convert wall.def runs/a.def --lef quad.lef -o batch.routes
check "are the same" cmp batch.routes guided.routes
printf 'ck1\n(\n0 0 34000 34000 metal4\n)\n' >far.guide
run "$leeway" route counter.def --lef quad.lef -o none -r none --guides far.guide
expect "guides that no pin lies in are left" 0
# A name with brackets and a divider, with and without backslashes.
sed 's,^- a ,- h\\/k\\[1\\] ,; s,NET a ,NET h\\/k\\[1\\] ,' wall.def >escaped.def
for name in 'h/k[1]' 'h\/k\[1\]'; do
    guide "$name" >escaped.guide
    run "$leeway" route escaped.def --lef quad.lef -o none -r escaped.routes --guides escaped.guide
    expect "guides of $name" 0 'routed'
    check "make it leave" test "$(through escaped.routes)" = 'h/k[1]'
    run "$leeway" explain escaped.def --lef quad.lef "$name" -o none
    expect "explain $name" 0 'h/k\[1\]'
    run "$leeway" draw escaped.def --lef quad.lef -o escaped.png --highlight "$name"
    expect "--highlight $name" 0
done
wrong_guide() { # NAME TEXT MESSAGE
    printf '%b' "$2" >wrong.guide
    run "$leeway" route counter.def --lef quad.lef -o none -r none --guides wrong.guide
    expect "$1" 2 "" "^wrong.guide:$3"
}
wrong_guide "unknown net" 'ck9\n(\n)\n' '1:1: expected a net of counter, found "ck9"'
wrong_guide "unknown layer" 'ck1\n(\n0 0 9 9 metal9\n)\n' '3:9: expected a routing layer'
wrong_guide "no bracket" 'ck1\n0 0 9 9 metal1\n' '2:1: expected \( before the boxes'
wrong_guide "no end" 'ck1\n(\n0 0 9 9 metal1\n' '4:1: expected \) behind the boxes'
wrong_guide "a place" 'ck1\n(\n0 x 9 9 metal1\n)\n' '3:3: expected a coordinate in database units'
wrong_guide "corners" 'ck1\n(\n9 0 0 9 metal1\n)\n' '3:[0-9]+: expected a box'
wrong_guide "twice" 'ck1\n(\n)\nck1\n(\n)\n' '4:1: expected the guides of each net once'
run "$leeway" route counter.def --lef quad.lef -o none -r a.guide --guides a.guide
expect "guides are no output" 2

# Two layers are not enough: unrouted nets are printed, and the rest is written.
run "$leeway" route counter.def --lef quad.lef -r few.def --layers metal1-metal2
expect "too few layers" 1 '^unrouted: '
check "the result is there" test -s few.def

oracle=${DATA:+$DATA/../tools/def_oracle.py}
if [ -n "$oracle" ] && [ -f "$oracle" ] && command -v python3 >/dev/null; then
    check "the judge: counter" python3 "$oracle" --lef quad.lef counter.def one.def
    check "the judge: few layers" python3 "$oracle" --allow open --lef quad.lef counter.def few.def
    while read -r folder design; do
        lefs=()
        for lef in "$DATA/lefdef/$folder"/*.tlef.gz "$DATA/lefdef/$folder"/*.lef.gz; do
            [ -f "$lef" ] && lefs+=(--lef "$lef")
        done
        placed=$DATA/lefdef/$folder/$design.def
        [ -f "$placed" ] || placed=$placed.gz
        run "$leeway" route "$placed" "${lefs[@]}" -r routed.def
        expect "$folder/$design" 0 'routed'
        check "the judge: $folder/$design" python3 "$oracle" "${lefs[@]}" "$placed" routed.def
    done <<'END'
osu035 counter8
osu018 counter8
osu050 counter8
osu018 gcd
sky130hd user_id_programming
sky130hd digital_pll
nangate45 gcd
END
fi
finish
