#!/usr/bin/env bash
# leeway route DESIGN.def --lef FILE...: a placed chip, routed by the rules of its technology. With
# DATA=FOLDER the designs of FOLDER/lefdef are routed, too, and judged by
# FOLDER/../tools/def_oracle.py.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/library.bash"
cp "$repo/netlists/quad.lef" "$repo/netlists/counter.def" .

nets() { sed -n '/^NETS/,/^END NETS/p' "$1"; }
wired() { nets "$1" | grep -c '+ ROUTED'; }

run "$leeway" route counter.def --lef quad.lef
summary='^counter: routed ([0-9]+) of \1 nets, length [0-9.]+ um, vias [0-9]+, .* cpu/detail$'
expect "all routed" 0 "$summary" '^rule not obeyed: layer metal4: MAXIMUMDENSITY$'
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
assert d["rules_not_obeyed"] == [{"layer": "metal4", "keyword": "MAXIMUMDENSITY"}]' "$out"
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
expect "no such layer" 2 "" '--layers: expected two routing layers'
run "$leeway" route counter.def -r none
expect "LEF is missing" 2 "" 'needs the LEF files'
run "$leeway" route counter.def --lef nowhere.lef -r none
expect "no such LEF" 2 "" 'nowhere.lef'

# Layer metal1 alone cannot route it: what is missing is named, all else is written.
run "$leeway" route counter.def --lef quad.lef -r few.def --layers metal1-metal2
expect "too few layers" 1 '^unrouted: ' 'rule not obeyed'
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
