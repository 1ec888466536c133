#!/usr/bin/env bash
# Spacing of cuts by their class: a result that a technology without the table allows is wrong with
# it, route obeys it, and what is not understood is named.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/library.bash"
cp "$repo/netlists/counter.def" .
sed '/MAXIMUMDENSITY/d' "$repo/netlists/quad.lef" >plain.lef
# with TABLE: the technology with these properties of via1
with() { sed "s/^END via1\$/  $1\n&/" plain.lef; }
classes='PROPERTY LEF58_CUTCLASS "CUTCLASS one WIDTH 0.2 ; CUTCLASS long WIDTH 0.2 LENGTH 0.4 ;" ;'
table='PROPERTY LEF58_SPACINGTABLE "SPACINGTABLE DEFAULT 0.35 CUTCLASS one long'
with "$classes" >classes.lef
with "$classes $table one - - - - long - - - - ;\" ;" >table.lef
with "$classes $table one 0 0 - - long - - 0 0 ;\" ;" >other.lef
with "$classes ${table/DEFAULT/SAMEMASK DEFAULT} one - - - - long - - - - ;\" ;" >more.lef

run "$leeway" route counter.def --lef classes.lef -r plain.def -o none
expect "classes alone are no rule" 0 '^counter: routed 63 of 63'
check_not "so nothing is named" grep -q "not modelled" <<<"$out"
run "$leeway" check counter.def --lef table.lef plain.def
expect "cuts too near for the table" 2 'wrong: [0-9]+ cut: ' \
    'cut: via1 .*: a cut of .* is nearer than 0.3500 to one of'
run "$leeway" check counter.def --lef other.lef plain.def
expect "cuts of the class may be that near" 0 'right: 63 nets'
run "$leeway" route counter.def --lef table.lef -r table.def -o none --strict-rules
expect "the table is obeyed" 0 '^counter: routed 63 of 63'
run "$leeway" check counter.def --lef table.lef table.def
expect "and the result right" 0 'right: 63 nets'
run "$leeway" route counter.def --lef other.lef -r other.def -o none
check "a table without a spacing for these cuts changes nothing" cmp plain.def other.def
run "$leeway" convert counter.def --lef table.lef -o counter.net
run "$leeway" convert counter.net -o again.net
check "the text of a layout holds the table" cmp counter.net again.net
run "$leeway" route counter.def --lef table.lef -r one.routes -o none
run "$leeway" route counter.net -r two.routes -o none
check "and gives the same wires" cmp one.routes two.routes
run "$leeway" route counter.def --lef more.lef -r none -o none
expect "a table with more words is named" 0 'not modelled: 1 LEF58 spacing table;'
run "$leeway" route counter.def --lef more.lef -r none -o none --strict-rules
expect "--strict-rules" 2 "" 'layer via1: its rule LEF58_SPACINGTABLE is not obeyed'
with "$classes ${table/0.35/x} one - - - - long - - - - ;\" ;" >wrong.lef
run "$leeway" route counter.def --lef wrong.lef -r none -o none
expect "a spacing that is no number is named, too" 0 'not modelled: 1 LEF58 spacing table;'
finish
