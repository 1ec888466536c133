#!/usr/bin/env bash
# Commands on layouts: route, check, draw and batch of LEF and DEF, with the project's own
# technology. DATA=DIR adds real designs in folders of DIR or DIR/lefdef.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/library.bash"
cp "$repo/netlists/counter.def" "$repo/netlists/quad.lef" .
lef=(--lef quad.lef)

# ---- route and check ----------------------------------------------------------------------------
run "$leeway" route counter.def "${lef[@]}"
expect "all routed" 0 \
    '^counter: routed 63 of 63 nets, length [0-9.]+ um, vias [0-9]+, [0-9.]+ s, cpu/detail$'
expect "the rule that is not obeyed is counted" 0 '^not modelled: 1 density; details with -v'
check "default DEF and picture" test -s out/counter.def -a -s out/counter.png
check "no other files" test "$(find . -type f | wc -l)" -eq 4
run "$leeway" check counter.def "${lef[@]}" out/counter.def
expect "the checker agrees" 0 '^out/counter.def: right: 63 nets, length [0-9.]+ um, [0-9]+ vias$'
# A report for other programs: a via of metal2 is moved off its wire.
sed -E '0,/(ROUTED metal2 \( )([0-9]+)/s//\11\2/' out/counter.def >moved.def
for suffix in json lyrdb drc; do
    run "$leeway" check counter.def "${lef[@]}" moved.def --report "faults.$suffix"
    expect "check --report faults.$suffix" 2 ': wrong: ' '^moved.def: '
done
if command -v python3 >/dev/null; then
    check "the reports agree" python3 - <<'EOF'
import json, re, xml.etree.ElementTree as tree
faults = json.load(open("faults.json"))["faults"]
items = tree.parse("faults.lyrdb").findall("./items/item")
boxes = [f["box"] for f in faults if "layer" in f]
assert all("box" in f for f in faults if "net" in f)
text = open("faults.drc").read()
assert faults and len(items) == len(faults) and boxes
assert len(re.findall(r"bbox = \(.*\) - \(.*\) on Layer \w+", text)) == len(boxes)
names = {c.text for c in tree.parse("faults.lyrdb").findall("./categories/category/name")}
assert names == {f["rule"] for f in faults}
EOF
fi
run "$leeway" check counter.def "${lef[@]}" out/counter.def --report none.json
expect "a report without faults" 0 ': right: '
check "it is there" grep -q '"faults": \[' none.json
run "$leeway" check counter.def "${lef[@]}" out/counter.def --report faults.txt
expect "a report of an unknown kind" 2 "" '--report: expected a name that ends in .lyrdb, .drc or .json'
run "$leeway" check counter.def "${lef[@]}" counter.def
expect "the placed DEF is right and not complete" 1 ': right: 63 nets, 63 open'
check "every open net is named" test "$(grep -c ': open: net ' <<<"$err")" -eq 63
# Everything but the wiring of nets is unchanged.
awk '/^NETS/ { nets = 1 } !nets' counter.def >head.before
awk '/^NETS/ { nets = 1 } !nets' out/counter.def >head.after
check "what stands before the nets is the same" cmp head.before head.after
grep -vE '^ +(\+ ROUTED|NEW) |^ +\+ USE [A-Z]+$' out/counter.def | tr -d ';' >rest.after
grep -vE '^ +(\+ ROUTED|NEW) |^ +\+ USE [A-Z]+ ?;?$' counter.def | tr -d ';' >rest.before
check "and so is the rest but for wires" diff -bB rest.before rest.after

for threads in 1 2 3; do
    "$leeway" route counter.def "${lef[@]}" -r "t$threads.def" -o "t$threads.png" --threads \
        "$threads" >/dev/null 2>&1
    check "the same bytes with $threads threads" cmp out/counter.def "t$threads.def"
    check "and the same picture" cmp out/counter.png "t$threads.png"
done
gzip -k counter.def quad.lef
run "$leeway" route counter.def.gz --lef quad.lef.gz -r - -o none
expect "gzipped input, DEF to standard output" 0 '^DESIGN counter ;' 'routed 63 of 63'
check "it is the same DEF" test "$out" = "$(cat out/counter.def)"
run bash -c '"$1" route - --lef quad.lef -r stdin.def -o none <counter.def' _ "$leeway"
expect "DEF from standard input" 0 'routed 63 of 63'
check "the same once more" cmp out/counter.def stdin.def

# ---- part of a design, and a result that is completed -------------------------------------------
run "$leeway" route counter.def "${lef[@]}" -r part.def -o none --skip-net ck0 --skip-net clk
expect "nets left out" 0 'routed 61 of 61'
run "$leeway" check counter.def "${lef[@]}" part.def
expect "are open" 1 '63 nets, 2 open' 'open: net (ck0|clk):'
run "$leeway" route counter.def "${lef[@]}" -r one.def -o none --only-net clk
expect "one net" 0 'routed 1 of 1'
run "$leeway" route counter.def "${lef[@]}" -r all.def -o none --keep one.def
expect "a result of one net is completed" 0 'routed 63 of 63'
run "$leeway" check counter.def "${lef[@]}" all.def
expect "and all nets hang together" 0 'right: 63 nets'
run "$leeway" route counter.def "${lef[@]}" -r kept.def -o none --keep part.def
expect "a result is completed" 0 'routed 63 of 63'
run "$leeway" check counter.def "${lef[@]}" kept.def
expect "and is right" 0 'right: 63 nets'
wires() { awk -v net="$2" '$1 == "-" { mine = $2 == net } mine && /^ +(\+ ROUTED|NEW) /' "$1"; }
check "kept wires stay" test -n "$(wires part.def enable)" -a "$(wires part.def enable)" = \
    "$(wires kept.def enable)"
sed 's/( 2000 12000 ) FN/( 2500 12000 ) FN/' part.def >moved.def
# A cell that moves and a net that joins two others cost their own nets only.
sed '/^- full /s/16000/15500/; s/^NETS 63/NETS 64/
    /^NETS/,/^END NETS/s/ ( bit\\\[[37]\\\].state CK )//
    /^END NETS/i - eco ( bit\\[3\\].state CK ) ( bit\\[7\\].state CK ) ;' counter.def >eco.def
check "the change is there" test "$(diff counter.def eco.def | grep -c '^>')" -ge 4
run "$leeway" route eco.def "${lef[@]}" -r eco.routed.def -o none --keep out/counter.def
expect "the rest of the wires is kept" 0 'routed ([0-9]+) of \1' \
    '^--keep: ([1-9]) nets are .*: wires of [1-9] have a fault, of [0-9] are open; they lose [0-9]+ of'
run "$leeway" check eco.def "${lef[@]}" eco.routed.def
expect "and right" 0 'right'
same=0
while read -r net; do
    [ "$(wires out/counter.def "$net")" = "$(wires eco.routed.def "$net")" ] && same=$((same + 1))
done < <(sed -n '/^NETS/,/^END NETS/s/^- \([^ ]*\).*/\1/p' eco.def)
check "most nets have the same wires: $same" test "$same" -ge 55
# Two cells change places: their nets lose the wires that are wrong there, and keep the others.
swap() { sed "/^- $1 /s/( [0-9 -]* ) [A-Z]*/$4/; /^- $2 /s/( [0-9 -]* ) [A-Z]*/$3/" counter.def; }
swap 'bit\\\[2\\\].state' 'bit\\\[6\\\].state' \
    "$(sed -n '/^- bit\\\[2\\\].state /s/.*\(( [0-9 -]* ) [A-Z]*\).*/\1/p' counter.def)" \
    "$(sed -n '/^- bit\\\[6\\\].state /s/.*\(( [0-9 -]* ) [A-Z]*\).*/\1/p' counter.def)" >swapped.def
check "two cells differ" test "$(diff counter.def swapped.def | grep -c '^>')" -eq 2
run "$leeway" route swapped.def "${lef[@]}" -r swapped.routed.def -o none --keep out/counter.def
expect "pieces of nets are kept" 0 'routed ([0-9]+) of \1 nets' \
    '^--keep: [^ ]+ loses [1-9][0-9]* of [1-9][0-9]* wires and vias$'
parts=$(sed -n 's/^--keep: .* loses \([0-9]*\) of \([0-9]*\) wires and vias$/\1 \2/p' <<<"$err" |
    awk '$1 < $2' | wc -l)
check "nets lose some of their wires only: $parts" test "$parts" -ge 1
run "$leeway" check swapped.def "${lef[@]}" swapped.routed.def
expect "and the result is right" 0 'right: 63 nets'
pieces() { sed -n '/^NETS/,/^END NETS/s/^  *\(+ ROUTED\|NEW\) \([^;]*\).*/\2/p' "$1" | sort; }
kept=$(comm -12 <(pieces out/counter.def) <(pieces swapped.routed.def) | wc -l)
check "most wires are the same: $kept" test "$kept" -ge \
    $(($(pieces out/counter.def | wc -l) * 4 / 5))
# A net that has no way between kept wires gets one: those near it are routed again.
run "$leeway" route counter.def "${lef[@]}" -r closed.def -o none --skip-net rst --layers metal1-metal3
expect "a net is left out" 0
run "$leeway" route counter.def "${lef[@]}" -r opened.def -o none --keep closed.def \
    --layers metal1-metal3
expect "kept wires make room" 0 'routed 63 of 63' \
    '^--keep: 1 nets are open: the kept wires of [1-9][0-9]* nets near them are routed again$'
run "$leeway" route counter.def "${lef[@]}" -r none -o none --keep closed.def \
    --layers metal1-metal3 --only-net rst
expect "but not those of nets that are not chosen" 1 'unrouted: rst'
sed '/^PINS/,/^END PINS/s/+ NET /&other_/; /NETS/,/END NETS/s/^- /&other_/' closed.def >other.def
run "$leeway" route counter.def "${lef[@]}" -r none -o none --keep other.def
expect "a result of another design is not taken" 2 "" \
    'other.def: --keep: expected a result of counter.def, found wires of none of its nets'
run "$leeway" route counter.def "${lef[@]}" -r low.def -o none --layers metal1-metal3
expect "layers" 0 'routed 63 of 63'
check_not "metal4 has no wire of a net" grep -qE '^ +(\+ ROUTED|NEW) metal4' \
    <(awk '/^NETS/ { nets = 1 } nets' low.def)

# ---- statuses, messages -------------------------------------------------------------------------
run "$leeway" route counter.def "${lef[@]}" -r none -o none --layers metal1-metal2 --effort fast
expect "too few layers: nets are named" 1 '^unrouted: [^ ]+: '
sed '/^TRACKS Y/s/DO [0-9]*\(.*metal3\)/DO 6\1/' counter.def >crowded.def
run "$leeway" route crowded.def "${lef[@]}" -r none -o none --layers metal1-metal3 --json -
expect "a line with more nets than tracks is a remark" 0 \
    '"remarks": .*crowded: 14 nets cross the line x = 25.5000 um, where .* have 4 free tracks' \
    'note: crowded: 14 nets cross'
run "$leeway" route counter.def "${lef[@]}" -r none -o none --strict-rules
expect "--strict-rules" 2 "" 'layer metal4: its rule MAXIMUMDENSITY is not obeyed'
# Properties and statements that are not obeyed: each layer and keyword is printed once.
sed 's/^  LAYER LEF58_SPACING STRING ;/&\n  LAYER LEF58_EOLKEEPOUT STRING ;/
    s/^END metal2$/  PROPERTY LEF58_EOLKEEPOUT "EOLKEEPOUT 0.2 EXTENSION 0 0 0.1 ;" ;\n\
  PROPERTY LEF58_EOLKEEPOUT "EOLKEEPOUT 0.3 EXTENSION 0 0 0.1 ;" ;\n  MINSIZE 0.3 0.2 ;\n&/
    s/^END via2$/  ENCLOSURE ABOVE 0.05 0.5 ;\n&/' quad.lef >more.lef
run "$leeway" route counter.def --lef more.lef -r none -o none
expect "four rules are counted" 0 \
    '^not modelled: 1 cut enclosure, 2 end-of-line keepouts, 1 minimum size, 1 density;'
run "$leeway" route counter.def --lef more.lef -r none -o none -v
check "one of them is named once" test \
    "$(grep -c 'rule not obeyed: layer metal2: LEF58_EOLKEEPOUT' <<<"$err")" -eq 1
expect "the others too" 0 'routed' 'rule not obeyed: layer metal2: MINSIZE'
expect "of a cut layer too" 0 'routed' 'rule not obeyed: layer via2: ENCLOSURE'
run "$leeway" route counter.def --lef more.lef -r none -o none --strict-rules
expect "--strict-rules names the first" 2 "" 'its rule [A-Z0-9_]+ is not obeyed'
run "$leeway" route counter.def
expect "LEF is missing" 2 "" 'counter.def: a DEF needs the LEF files .* --lef FILE'
run "$leeway" route counter.def --lef missing.lef
expect "no such LEF" 2 "" 'missing.lef: '
run "$leeway" route counter.def "${lef[@]}" --only-net nothing
expect "no such net" 2 "" '--only-net: no net "nothing"'
run "$leeway" route counter.def "${lef[@]}" --layers metal1-poly
expect "no routing layer" 2 "" \
    '--layers: expected two of the 4 routing layers metal1 to metal4 as A-B, found "metal1-poly"'
run "$leeway" route counter.def "${lef[@]}" --layers metal3-metal1
expect "layers in the wrong order" 2 "" '--layers: expected the lower layer first'
run "$leeway" route counter.def "${lef[@]}" -r quad.lef
expect "an input is no output" 2 "" '--routes'
check "and stays" cmp quad.lef <(gzip -dc quad.lef.gz)
run "$leeway" route counter.def "${lef[@]}" -r same.png -o same.png
expect "two outputs of one name" 2 "" '--picture and --routes: both write same'
run "$leeway" route counter.def "${lef[@]}" -r missing/x.def -o none
expect "no such folder" 3 "" 'missing'
run "$leeway" route counter.def "${lef[@]}" --crop 90,90,95,95
expect "a crop outside the die" 2 "" 'crop 90,90,95,95: expected a part of the die'
sed 's/^- clk_leaf_0 BUF /- clk_leaf_0 BUFF /' counter.def >wrong.def
run "$leeway" route wrong.def "${lef[@]}" -r wrong.out -o none
expect "a macro that is not there" 2 "" '^(leeway: )?wrong.def:[0-9]+:[0-9]+: '
check "with a caret" grep -qE '^ *\^' <<<"$err"
check "nothing is written" test ! -e wrong.out
for cut in 100 4000 9000; do
    head -c "$cut" counter.def >cut.def
    run "$leeway" route cut.def "${lef[@]}" -r cut.out -o none
    expect "cut off after $cut bytes" 2 "" '^(leeway: )?cut.def:[0-9]+:[0-9]+: '
done
check "nothing of it is written" test ! -e cut.out

# ---- a wrong result -----------------------------------------------------------------------------
awk '/^- ck0 / { net = 1 }
    net && / via1_/ { print "    NEW metal1 ( 16250 8250 ) ( * 12250 ) ( 20250 * )"; net = 0 }
    { print }' out/counter.def >bad.def
run "$leeway" check counter.def "${lef[@]}" bad.def
expect "wires over others are faults" 2 '^bad.def: wrong: .*[1-9][0-9]* short' \
    'bad.def: short: metal1 \([0-9.]+ [0-9.]+\)-.*ck0 meets'
run "$leeway" route counter.def "${lef[@]}" -r good.def -o none --keep bad.def
expect "wrong wires are not kept" 0 'routed 63 of 63' 'wires of [1-9] have a fault, of 0 are open; they lose'
run "$leeway" check counter.def "${lef[@]}" good.def
expect "so the result is right" 0 'right'
run "$leeway" check counter.def "${lef[@]}" moved.def
expect "a moved cell is a fault" 2 'kept' 'kept: changed or moved: component clk_root'

# ---- pictures -----------------------------------------------------------------------------------
size() { od -An -tu1 -j16 -N8 "$1" | awk \
    '{ print ($1 * 256 + $2) * 65536 + $3 * 256 + $4, ($5 * 256 + $6) * 65536 + $7 * 256 + $8 }'; }
run "$leeway" draw counter.def "${lef[@]}" out/counter.def -o again.png
expect "draw a result" 0 "" ""
check "is the picture of route" cmp out/counter.png again.png
run "$leeway" draw counter.def "${lef[@]}" -o placed.png
expect "draw the placed layout" 0 "" ""
check_not "without wires it is another" cmp out/counter.png placed.png
run "$leeway" draw counter.def "${lef[@]}" bad.def -o bad.png
expect "draw a wrong result" 0 "" ""
check "the list of faults takes room" test "$(size bad.png | cut -d' ' -f2)" -gt \
    "$(size again.png | cut -d' ' -f2)"
run "$leeway" draw counter.def "${lef[@]}" out/counter.def -o small.png --scale 10 --crop 4,4,14,24
expect "a part, 10 pixels a micron" 0 "" ""
check "is tall" test "$(size small.png | cut -d' ' -f2)" -gt 200 -a \
    "$(size small.png | cut -d' ' -f2)" -lt 600
run "$leeway" draw counter.def "${lef[@]}" out/counter.def -o strong.png --highlight ck0
expect "a highlighted net" 0 "" ""
check_not "shows" cmp -s strong.png again.png
run "$leeway" draw counter.def "${lef[@]}" -o x.png --highlight nothing
expect "a net that is not there" 2 "" '--highlight: no net "nothing"'
run "$leeway" draw counter.def "${lef[@]}" -o quad.lef
expect "a picture is no input" 2 "" '--picture'

# ---- JSON ---------------------------------------------------------------------------------------
run "$leeway" route counter.def "${lef[@]}" -r none -o none --json -
expect "JSON" 0 '"routed": 63' '^counter: routed 63 of 63'
if command -v python3 >/dev/null; then
    check "it is JSON" python3 -c \
        'import json, sys
d = json.loads(sys.argv[1])
assert d["version"] == 1 and d["nets"] == 63 and d["unrouted"] == []
assert d["rules_not_obeyed"] == [{"layer": "metal4", "keyword": "MAXIMUMDENSITY"}]
assert set(d["seconds"]) == {"read", "route", "check", "draw", "write", "total"}' "$out"
    run "$leeway" route counter.def "${lef[@]}" -r none -o none --layers metal1-metal2 --effort \
        fast --json open.json
    check "unrouted nets in JSON" python3 -c \
        'import json
d = json.load(open("open.json"))
assert d["status"] == 1 and len(d["unrouted"]) == d["nets"] - d["routed"] > 0
assert all(u["reason"] for u in d["unrouted"])'
fi

# ---- batch --------------------------------------------------------------------------------------
printf 'size 8 5\n' >small.grid
printf 'grid small.grid\nnet a 0,0 7,0\n' >small.net
printf '%s\n' '[batch]' 'output = night' '[job counter]' 'netlist = counter.def' 'lef = quad.lef' \
    '[job grid]' 'netlist = small.net' >batch.ini
run "$leeway" batch batch.ini
expect "batch" 0 '^counter: counter: routed 63 of 63' ""
check "the result" cmp night/counter.def out/counter.def
check "the picture" cmp night/counter.png out/counter.png
check "report and contact sheet" test -s night/batch.json -a -s night/contact.png
run "$leeway" batch batch.ini --resume
expect "finished jobs are not run again" 0 '^counter: finished before: routed 63 of 63 nets$' ""
echo '# changed' >>quad.lef
run "$leeway" batch batch.ini --resume
expect "but where a LEF file changed" 0 '^counter: counter: routed 63 of 63' ""
printf '[job counter]\nnetlist = counter.def\nlef = quad.lef missing.lef\n' >missing.ini
run "$leeway" batch missing.ini
expect "a missing LEF is reported at its line" 2 '^counter +failed' \
    'missing.ini:3:[0-9]+: job counter: cannot read missing.lef'

# Options that a subject does not support: ignored as defaults, an error where the job gives them.
printf '%s\n' '[batch]' 'output = limits' 'order = long' 'wave = sweep' 'layers = metal1-metal2' \
    '[job counter]' 'netlist = counter.def' 'lef = quad.lef' '[job grid]' 'netlist = small.net' \
    >limits.ini
run "$leeway" batch limits.ini
expect "defaults that a subject does not support" 1 '^grid +routed'
check "those that it supports hold" grep -q '^counter  *unrouted' <<<"$out"
printf '%s\n' 'layers = metal1-metal2' '[job more]' 'netlist = counter.def' 'lef = quad.lef' \
    'order = pins' >>limits.ini
run "$leeway" batch limits.ini
expect "of a job" 2 '^more +failed' '^limits.ini:15:9: job more: order pins: counter.def is a layout'
check "with a caret" grep -qE '^ +\^$' <<<"$err"
expect "of the grid's job" 2 '^grid +failed' '^limits.ini:11:10: job grid: layers: small.net is a netlist on'
run "$leeway" batch limits.ini --only counter
check "jobs that are not run again stay in the report" test \
    "$(grep -c '"result": "failed"' limits/batch.json)" -eq 2

# ---- real designs -------------------------------------------------------------------------------
data=${DATA-}
[ -d "$data/lefdef" ] && data=$data/lefdef
for chip in osu035/counter8 osu018/counter8 osu050/counter8; do
    if [ -z "$data" ] || [ ! -e "$data/$chip.def" ]; then continue; fi
    real=(--lef "$data/${chip%/*}/${chip%/*}.lef.gz")
    run "$leeway" route "$data/$chip.def" "${real[@]}" -r real.def -o none
    expect "$chip" 0 'routed ([0-9]+) of \1 nets'
    run "$leeway" check "$data/$chip.def" "${real[@]}" real.def
    expect "$chip is right" 0 ': right: '
done
# LEF files are read once, so that they may be pipes.
run "$leeway" route counter.def --lef <(cat quad.lef) -o none -r piped.def
expect "LEF from a pipe" 0 'routed 63 of 63'
check "the same wires" cmp piped.def out/counter.def
run "$leeway" check counter.def --lef <(cat quad.lef) piped.def
expect "the same to check" 0 'right: 63 nets'
finish
