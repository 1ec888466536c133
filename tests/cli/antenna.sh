#!/usr/bin/env bash
# Antenna ratios: what check says of one routed net for each statement of LEF, how route keeps the
# limits, and what it names. The numbers are computed by hand:
#
#   gate 0.1 at (1 1), m1 to (5 1): 4.2 x 0.2 = 0.84 um2, outline 8.8, THICKNESS 0.5: side 4.4
#   cut of 0.1 x 0.1 on it;  m2 to (5 9): 8.2 x 0.2 = 1.64 um2, outline 16.8: side 8.4
#   m1 on to the driver with a diffusion of 0.5, which the gate reaches on m2
#   ratios: m1 8.4, side 44; v1 0.1; m2 16.4, side 84; sums at m2: 24.8, side 128
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/library.bash"

# lef M1 V1 M2 GATE TOP: the technology and cells, with statements
lef() {
    cat >t.lef <<EOF
VERSION 5.8 ; UNITS DATABASE MICRONS 1000 ; END UNITS
$5
LAYER m1 TYPE ROUTING ; DIRECTION HORIZONTAL ; PITCH 1 ; WIDTH 0.2 ; SPACING 0.2 ; THICKNESS 0.5 ;
$1
END m1
LAYER v1 TYPE CUT ; SPACING 0.2 ;
$2
END v1
LAYER m2 TYPE ROUTING ; DIRECTION VERTICAL ; PITCH 1 ; WIDTH 0.2 ; SPACING 0.2 ; THICKNESS 0.5 ;
$3
END m2
LAYER v2 TYPE CUT ; SPACING 0.2 ; END v2
LAYER m3 TYPE ROUTING ; DIRECTION HORIZONTAL ; PITCH 1 ; WIDTH 0.2 ; SPACING 0.2 ; END m3
VIA V12 DEFAULT LAYER m1 ; RECT -0.1 -0.1 0.1 0.1 ; LAYER v1 ; RECT -0.05 -0.05 0.05 0.05 ;
LAYER m2 ; RECT -0.1 -0.1 0.1 0.1 ; END V12
VIA V23 DEFAULT LAYER m2 ; RECT -0.1 -0.1 0.1 0.1 ; LAYER v2 ; RECT -0.05 -0.05 0.05 0.05 ;
LAYER m3 ; RECT -0.1 -0.1 0.1 0.1 ; END V23
MACRO GATE SIZE 2 BY 2 ; PIN A DIRECTION INPUT ; $4
PORT LAYER m1 ; RECT 0.9 0.9 1.1 1.1 ; END END A END GATE
MACRO DRIVER SIZE 2 BY 2 ; PIN Z DIRECTION OUTPUT ; ANTENNADIFFAREA 0.5 ;
PORT LAYER m1 ; RECT 0.9 0.9 1.1 1.1 ; END END Z END DRIVER
END LIBRARY
EOF
}
gate='ANTENNAGATEAREA 0.1 ;'

# def WIRES: the design; its second net, long, has a gate and an I/O port
def() {
    cat <<EOF
VERSION 5.8 ; DESIGN t ; UNITS DISTANCE MICRONS 1000 ; DIEAREA ( 0 0 ) ( 60000 20000 ) ;
TRACKS X 0 DO 61 STEP 1000 LAYER m1 m2 m3 ; TRACKS Y 0 DO 21 STEP 1000 LAYER m1 m2 m3 ;
COMPONENTS 3 ; - g GATE + PLACED ( 0 0 ) N ; - h GATE + PLACED ( 0 14000 ) N ;
- d DRIVER + PLACED ( 20000 8000 ) N ; END COMPONENTS
PINS 1 ; - p + NET long + DIRECTION INPUT + LAYER m1 ( -100 -100 ) ( 100 100 )
+ PLACED ( 51000 15000 ) N ; END PINS
NETS 2 ; - n ( g A ) ( d Z ) $1 ;
- long ( h A ) ( PIN p ) $2 ; END NETS
END DESIGN
EOF
}
def "" "" >t.def
def "+ ROUTED m1 ( 1000 1000 ) ( 5000 * ) V12 NEW m2 ( 5000 1000 ) ( * 9000 ) V12
NEW m1 ( 5000 9000 ) ( 21000 * )" "" >r.def

# says NAME EXPECTED: the violations of net n are the expected ones, none if it is empty
says() {
    run "$leeway" check t.def r.def --lef t.lef
    local found
    found=$(sed -n 's/^r.def: antenna: net n: pin g.A on //p' <<<"$err")
    check "$1" test "$found" = "$2"
    [ "$found" = "$2" ] || echo "    found: $found"
}

while IFS='|' read -r m1 v1 m2 pin top expected; do
    lef "$m1" "$v1" "$m2" "${pin:-$gate}" "$top"
    says "${m1}${v1}${m2}${pin}${top}" "${expected# }"
done <<'ROWS'
ANTENNAAREARATIO 8 ;||||| m1: ANTENNAAREARATIO 8.4000 is above 8.0000
ANTENNAAREARATIO 8.4 ;|||||
ANTENNACUMAREARATIO 8.3 ;||||| m1: ANTENNACUMAREARATIO 8.4000 is above 8.3000
ANTENNASIDEAREARATIO 43 ;||||| m1: ANTENNASIDEAREARATIO 44.0000 is above 43.0000
ANTENNACUMSIDEAREARATIO 43 ;||||| m1: ANTENNACUMSIDEAREARATIO 44.0000 is above 43.0000
ANTENNADIFFAREARATIO PWL ( ( 0 8 ) ( 1 16 ) ) ;||||| m1: ANTENNADIFFAREARATIO 8.4000 is above 8.0000
ANTENNADIFFAREARATIO 8 ;|||||
ANTENNAAREARATIO 9 ; ANTENNADIFFAREARATIO PWL ( ( 0 8 ) ( 1 16 ) ) ;|||||
ANTENNAAREARATIO 16 ; ANTENNAAREAFACTOR 2 ;||||| m1: ANTENNAAREARATIO 16.8000 is above 16.0000
ANTENNAAREARATIO 9 ; ANTENNAAREAFACTOR 2 DIFFUSEONLY ;|||||
ANTENNASIDEAREARATIO 100 ; ANTENNASIDEAREAFACTOR 3 ;||||| m1: ANTENNASIDEAREARATIO 132.0000 is above 100.0000
|ANTENNAAREARATIO 0.09 ;|||| v1: ANTENNAAREARATIO 0.1000 is above 0.0900; it needs a diode
|ANTENNACUMAREARATIO 8.45 ; ANTENNACUMROUTINGPLUSCUT ;|||| v1: ANTENNACUMAREARATIO 8.5000 is above 8.4500; it needs a diode
|ANTENNACUMAREARATIO 8.45 ;||||
||ANTENNAAREARATIO 1 ;|||
||ANTENNADIFFAREARATIO 16 ;||| m2: ANTENNADIFFAREARATIO 16.4000 is above 16.0000
||ANTENNADIFFAREARATIO PWL ( ( 1 20 ) ( 0 10 ) ) ;||| m2: ANTENNADIFFAREARATIO 16.4000 is above 15.0000
||ANTENNADIFFAREARATIO PWL ( ( 0 10 ) ( 0.2 16 ) ) ;||| m2: ANTENNADIFFAREARATIO 16.4000 is above 16.0000
||ANTENNADIFFSIDEAREARATIO 83 ;||| m2: ANTENNADIFFSIDEAREARATIO 84.0000 is above 83.0000
||ANTENNACUMDIFFAREARATIO 24 ;||| m2: ANTENNACUMDIFFAREARATIO 24.8000 is above 24.0000
||ANTENNACUMDIFFSIDEAREARATIO 127 ;||| m2: ANTENNACUMDIFFSIDEAREARATIO 128.0000 is above 127.0000
||ANTENNACUMDIFFAREARATIO 16.45 ; ANTENNACUMROUTINGPLUSCUT ;||| m2: ANTENNACUMDIFFAREARATIO 16.5000 is above 16.4500
||ANTENNADIFFAREARATIO 30 ; ANTENNAAREAFACTOR 2 DIFFUSEONLY ;||| m2: ANTENNADIFFAREARATIO 32.8000 is above 30.0000
||ANTENNADIFFAREARATIO 1.49 ; ANTENNAGATEPLUSDIFF 2 ;||| m2: ANTENNADIFFAREARATIO 1.4909 is above 1.4900
||ANTENNADIFFAREARATIO 14 ; ANTENNAAREAMINUSDIFF 0.28 ;||| m2: ANTENNADIFFAREARATIO 15.0000 is above 14.0000
||ANTENNADIFFAREARATIO 12 ; ANTENNAAREADIFFREDUCEPWL ( ( 0 1 ) ( 1 0.5 ) ) ;||| m2: ANTENNADIFFAREARATIO 12.3000 is above 12.0000
ANTENNAAREARATIO 9 ;|||ANTENNAGATEAREA 0.1 ; ANTENNAPARTIALMETALAREA 0.1 LAYER m1 ;|| m1: ANTENNAAREARATIO 9.4000 is above 9.0000
ANTENNASIDEAREARATIO 50 ;|||ANTENNAGATEAREA 0.1 ; ANTENNAPARTIALMETALSIDEAREA 1 LAYER m1 ;|| m1: ANTENNASIDEAREARATIO 54.0000 is above 50.0000
|ANTENNAAREARATIO 0.25 ;||ANTENNAGATEAREA 0.1 ; ANTENNAPARTIALCUTAREA 0.02 LAYER v1 ;|| v1: ANTENNAAREARATIO 0.3000 is above 0.2500; it needs a diode
ANTENNACUMAREARATIO 11 ;|||ANTENNAGATEAREA 0.1 ; ANTENNAMAXAREACAR 3 LAYER m1 ;|| m1: ANTENNACUMAREARATIO 11.4000 is above 11.0000
ANTENNACUMSIDEAREARATIO 48 ;|||ANTENNAGATEAREA 0.1 ; ANTENNAMAXSIDEAREACAR 5 LAYER m1 ;|| m1: ANTENNACUMSIDEAREARATIO 49.0000 is above 48.0000
|ANTENNACUMAREARATIO 0.45 ;||ANTENNAGATEAREA 0.1 ; ANTENNAMAXCUTCAR 0.4 LAYER v1 ;|| v1: ANTENNACUMAREARATIO 0.5000 is above 0.4500; it needs a diode
ANTENNAMODEL OXIDE2 ; ANTENNAAREARATIO 4 ;|||ANTENNAMODEL OXIDE2 ; ANTENNAGATEAREA 0.2 ;|| m1: ANTENNAAREARATIO(OXIDE2) 4.2000 is above 4.0000
ANTENNAMODEL OXIDE2 ; ANTENNAAREARATIO 4 ;|||||
ANTENNAAREARATIO 4 ;||||ANTENNAINPUTGATEAREA 0.2 ;| m1: ANTENNAAREARATIO 8.4000 is above 4.0000
ANTENNAAREARATIO 4 ;|||ANTENNAGATEAREA 0.05 LAYER m2 ;||
ROWS
lef "ANTENNAAREARATIO 4 ;" "" "" "USE SIGNAL ;" "ANTENNAINPUTGATEAREA 0.2 ;"
says "the library's gate area" "m1: ANTENNAAREARATIO 4.2000 is above 4.0000"

# ---- check and its options ----------------------------------------------------------------------
lef "ANTENNAAREARATIO 8 ;" "" "" "$gate" ""
run "$leeway" check t.def r.def --lef t.lef
expect "a ratio above its limit is no fault" 1 'antennas: 1 ratios above their limit, in 1 of 2 nets'
run "$leeway" check t.def r.def --lef t.lef --strict-rules
expect "with --strict-rules it is" 2 'wrong: 1 antenna: 2 nets, 1 open'
run "$leeway" check t.def r.def --lef t.lef --antenna-limits 105
expect "a part of the limits" 1 'antennas: 0 ratios above 105 % of their limit'
run "$leeway" check t.def r.def --lef t.lef --antenna-limits 0
expect "no limits" 1
check "and no line" test "$(grep -c antenna <<<"$out$err")" = 0
run "$leeway" explain t.def r.def n --lef t.lef -o none
expect "explain" 0 'antenna: pin g.A on m1: ANTENNAAREARATIO 8.4000 is above 8.0000'

# ---- route --------------------------------------------------------------------------------------
lef "ANTENNAAREARATIO 50 ; ANTENNADIFFAREARATIO 500 ;" "" "" "$gate" ""
run "$leeway" route t.def --lef t.lef -o none -r plain.def --antenna-limits 0
expect "without limits" 0
run "$leeway" check t.def plain.def --lef t.lef
expect "the long net is above" 0 'antennas: 1 ratios above' 'net long: pin h.A on m1'
run "$leeway" route t.def --lef t.lef -o none -r hop.def --json hop.json --json-nets
expect "it hops" 0 'antennas: 0 ratios above their limit, in 0 of 2 nets with gates; 1 nets hop'
run "$leeway" check t.def hop.def --lef t.lef
expect "check agrees" 0 'antennas: 0 ratios above'
check "JSON" python3 - <<'EOF'
import json
a = json.load(open("hop.json"))["antenna"]
assert a["hopped_nets"] == 1 and a["violations"] == [] and a["nets"] == 2, a
assert {w["net"] for w in a["worst"]} == {"n", "long"}, a
EOF
for threads in 2 3; do
    "$leeway" route t.def --lef t.lef -o none -r "t$threads.def" --threads "$threads" >/dev/null 2>&1
    check "the same bytes with $threads threads" cmp hop.def "t$threads.def"
done
run "$leeway" route t.def --lef t.lef -o none -r low.def --antenna-limits 1
expect "limits that no wire keeps are named" 0 '[1-9][0-9]* need a diode' \
    'antenna: net long: pin h.A on m1: ANTENNAAREARATIO .*it needs a diode'

# A design of 63 nets: fewer ratios above tight limits, and no fault.
cp "$repo/netlists/counter.def" .
sed -e 's/^ *TYPE ROUTING ;/& ANTENNAAREARATIO 6 ; ANTENNADIFFAREARATIO 1000 ;/' \
    -e 's/DIRECTION INPUT ;/& ANTENNAGATEAREA 0.1 ;/' \
    -e 's/DIRECTION OUTPUT ;/& ANTENNADIFFAREA 0.3 ;/' "$repo/netlists/quad.lef" >quad.lef
above() { # LEF's ratios above their limits in the file
    run "$leeway" check counter.def "$1" --lef quad.lef
    found=$(sed -n 's/^antennas: \([0-9]*\) .*/\1/p' <<<"$out")
}
"$leeway" route counter.def --lef quad.lef -o none -r long.def --antenna-limits 0 >/dev/null 2>&1
"$leeway" route counter.def --lef quad.lef -o none -r short.def --threads 1 >/dev/null 2>&1
"$leeway" route counter.def --lef quad.lef -o none -r more.def --threads 3 >/dev/null 2>&1
above long.def
before=$found
above short.def
expect "no fault" 0 'short.def: right: 63 nets, length'
check "fewer ratios above: $found of $before" test "$((4 * found))" -lt "$before"
check "the same bytes with three threads" cmp short.def more.def

# ---- the text without LEF -----------------------------------------------------------------------
lef "ANTENNAAREARATIO 50 ; ANTENNADIFFAREARATIO PWL ( ( 0 50 ) ( 1 900 ) ) ; ANTENNAAREAFACTOR 1.5 ;" \
    "ANTENNAMODEL OXIDE2 ; ANTENNAAREARATIO 3 ; ANTENNACUMROUTINGPLUSCUT ;" "" \
    "$gate ANTENNAMAXCUTCAR 0.5 LAYER v1 ;" "ANTENNAOUTPUTDIFFAREA 0.3 ;"
run "$leeway" convert t.def --lef t.lef -o t.net
expect "convert" 0
run "$leeway" convert t.net -o again.net
check "the text keeps the antenna statements" cmp t.net again.net
"$leeway" route t.def --lef t.lef -o none -r one.routes >/dev/null 2>&1
"$leeway" route t.net -o none -r two.routes >/dev/null 2>&1
check "and is routed to the same wires" cmp one.routes two.routes
check "which hop" test "$(grep -c '^via-at' one.routes)" -gt 0
sed 's/^antenna-pin gate .*/antenna-pin gate 0/' t.net >wrong.net
run "$leeway" check wrong.net one.routes
expect "a wrong text" 2 "" 'wrong.net:[0-9]+:[0-9]+: expected a number'
finish
