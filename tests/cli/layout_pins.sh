#!/usr/bin/env bash
# Incomplete layouts: pins without metal, power pins in NETS, fills, no TRACKS, unplaced components.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/library.bash"

# lef [PORT OF a]: three layers, and a cell with pins a, z, tie (power) and pw (power) along the top.
lef() {
    local n cuts
    echo 'VERSION 5.8 ; UNITS DATABASE MICRONS 1000 ; END UNITS'
    for n in 1 2 3; do
        echo "LAYER r$n TYPE ROUTING ; DIRECTION $([ "$n" = 2 ] && echo VERTICAL || echo HORIZONTAL) ;"
        echo "  PITCH 0.4 ; WIDTH 0.2 ; SPACING 0.16 ; END r$n"
        [ "$n" = 3 ] || echo "LAYER c$n TYPE CUT ; SPACING 0.2 ; END c$n"
    done
    for n in 1 2; do
        cuts="LAYER c$n ; RECT -0.08 -0.08 0.08 0.08 ;"
        echo "VIA u$n DEFAULT LAYER r$n ; RECT -0.1 -0.1 0.1 0.1 ; $cuts"
        echo "  LAYER r$((n + 1)) ; RECT -0.1 -0.1 0.1 0.1 ; END u$n"
    done
    echo 'MACRO box CLASS CORE ; ORIGIN 0 0 ; SIZE 3.2 BY 4 ;'
    echo "  PIN a DIRECTION INPUT ; ${1-PORT LAYER r1 ; RECT 0.5 1.1 0.7 2.1 ; END} END a"
    echo '  PIN z DIRECTION OUTPUT ; PORT LAYER r1 ; RECT 1.3 1.1 1.5 2.1 ; END END z'
    echo '  PIN tie USE POWER ; PORT LAYER r1 ; RECT 2.1 1.1 2.3 2.1 ; END END tie'
    echo '  PIN pw USE POWER ; PORT LAYER r1 ; RECT 0 3.6 3.2 4 ; END END pw'
    echo 'END box END LIBRARY'
}
# def NETS [PINS [SPECIALNETS]]: two rows of two boxes; $tracks: the layers with TRACKS.
def() {
    local n
    echo 'VERSION 5.8 ; DESIGN pins ; UNITS DISTANCE MICRONS 1000 ; DIEAREA ( 0 0 ) ( 16000 16000 ) ;'
    for n in ${tracks-1 2 3}; do
        echo "TRACKS $([ "$n" = 2 ] && echo X || echo Y) 200 DO 40 STEP 400 LAYER r$n ;"
    done
    echo 'COMPONENTS 4 ; - b1 box + PLACED ( 1200 1200 ) N ; - b2 box + PLACED ( 4400 1200 ) N ;'
    echo '- b3 box + PLACED ( 1200 9200 ) N ; - b4 box + PLACED ( 4400 9200 ) N ; END COMPONENTS'
    [ -z "${2-}" ] || echo "PINS $(grep -o '[-] ' <<<"$2" | wc -l) ; $2 END PINS"
    [ -z "${3-}" ] || echo "SPECIALNETS 1 ; $3 END SPECIALNETS"
    echo "NETS $(grep -o '[-] ' <<<"$1" | wc -l) ;"
    # shellcheck disable=SC2001 # of several lines
    sed 's/; - /;\n- /g' <<<"$1"
    echo 'END NETS END DESIGN'
}
lef >box.lef
wires() { sed -n "/^- $2 (/,/;\$/p" "$1" | grep -cE 'ROUTED|NEW'; }
oracle=${DATA:+$DATA/../tools/def_oracle.py}
# judge NAME STATUS: check agrees with route, and so does the judge.
judge() {
    run "$leeway" check "$1.def" --lef box.lef "$1.routed.def"
    expect "check: $1" "$2"
    [ ! -f "${oracle:-}" ] || check "the judge: $1" python3 "$oracle" --allow open --lef box.lef \
        "$1.def" "$1.routed.def"
}

# Pins without metal.
bare() { # NAME PIN: the net n is open because of it
    run "$leeway" route "$1.def" --lef "${3:-box.lef}" -o none -r "$1.routed.def" --json "$1.json" --json-nets
    expect "$1" 1 'routed 1 of 2' ""
    check "$1: the cause" grep -qF "unrouted: n: pin $2 has no placed metal on a routing layer" <<<"$out"
    check "$1: JSON" grep -qF "\"net\": \"n\", \"reason\": \"no-metal\", \"blocked_by\": [], \"pin\": \"$2\"" "$1.json"
    check "$1: JSON of nets" grep -qF '{"net": "n", "state": "no-metal"' "$1.json"
    run "$leeway" check "$1.def" --lef "${3:-box.lef}" "$1.routed.def"
    expect "$1: check" 1 'right: 2 nets, 1 open' "net n: pin $2 has no placed metal on a routing layer"
    run "$leeway" explain "$1.def" --lef "${3:-box.lef}" n
    expect "$1: explain" 0 "pin $2 has no placed metal"
}
other='- m ( b1 z ) ( b4 a ) ;'
def "- n ( PIN p ) ( b2 z ) ; $other" '- p + NET n + LAYER r2 ( -100 0 ) ( 100 200 ) ;' >unplaced.def
bare unplaced PIN/p
def "- n ( b2 z ) ( PIN p ) ; $other" '- p + NET n + PLACED ( 8000 0 ) N ;' >nolayer.def
bare nolayer PIN/p
def "- n ( PIN p ) ( b2 z ) ; $other" \
    '- p + NET n + LAYER r2 ( 0 0 ) ( 0 200 ) + PLACED ( 8000 0 ) N ;' >noarea.def
bare noarea PIN/p
def "- n ( b2 z ) ( b3 a ) ; - m ( b1 z ) ( b4 z ) ;" >noport.def
lef '' >noport.lef
bare noport b3/a noport.lef
sed 's/^LAYER r1/LAYER poly TYPE MASTERSLICE ; END poly &/' <(lef 'PORT LAYER poly ; RECT 0.5 1.1 0.7 2.1 ; END') >poly.lef
cp noport.def poly.def
bare poly b3/a poly.lef

# Power pins that NETS lists.
def '- n ( b1 tie ) ( b2 tie ) ( b4 tie ) + USE POWER ;' >power.def
run "$leeway" route power.def --lef box.lef -o none -r power.routed.def
expect "power pins of a net" 0 'routed 1 of 1'
check "are wired" test "$(wires power.routed.def n)" -ge 2
judge power 0
strap='- n + ROUTED r2 400 + SHAPE STRIPE ( 9000 0 ) ( 9000 16000 ) + USE POWER ;'
def '- n ( b1 tie ) ( b2 tie ) ( b4 z ) + USE POWER ;' '' "$strap" >strap.def
run "$leeway" route strap.def --lef box.lef -o none -r strap.routed.def
expect "pins of a net with a strap" 0 'routed 1 of 1'
check "are wired to it" grep -q '( 9[0-9]* ' <(sed -n '/^- n (/,/;$/p' strap.routed.def)
judge strap 0
def '- n ( b1 z ) ( b4 a ) ;' '' '- n ( * pw ) + USE POWER ;' >rails.def
run "$leeway" route rails.def --lef box.lef -o none -r rails.routed.def
expect "signal pins of a net whose rails are pins of cells" 0 'routed 1 of 1'
judge rails 0
def '- n ( b1 pw ) ( b2 pw ) ;' >abut.def
run "$leeway" route abut.def --lef box.lef -o none -r abut.routed.def
expect "power pins that abut" 0
check "need no wire" test "$(wires abut.routed.def n)" -eq 0
judge abut 0
def '- n ( PIN n ) ( b1 z ) ;' '- n + NET n + LAYER r2 ( 0 0 ) ( 1 1 ) + PLACED ( 8200 0 ) N ;' \
    "$strap" >entry.def
run "$leeway" route entry.def --lef box.lef -o none -r entry.routed.def
expect "an I/O pin beside its strap" 0 'routed 1 of 1'
judge entry 0

# Fills are metal without a net.
rows='- n ( b1 z ) ( b2 a ) ; - m ( b3 z ) ( b4 a ) ;'
def "$rows" >free.def
run "$leeway" route free.def --lef box.lef -o none -r free.routed.def
expect "without fills" 0 'routed 2 of 2'
fills='FILLS 2 ; - LAYER r1 RECT ( 3000 500 ) ( 3800 15000 ) POLYGON ( 100 100 ) ( 100 300 ) ( 300 300 ) ( 300 100 ) ;'
fills+=' - VIA u2 + OPC ( 3400 3400 ) ( 3400 4400 ) ; END FILLS'
filled() { sed "s/^NETS/$fills\n&/" "$1"; }
filled free.def >fills.def
filled free.routed.def >shorts.def
run "$leeway" check fills.def --lef box.lef shorts.def
expect "wires across fills" 2 'wrong: [0-9]+ short' 'short: r1 .*: n meets a fill'
run "$leeway" route fills.def --lef box.lef -o none -r fills.routed.def
expect "are led around them" 0 'routed 2 of 2' ''
judge fills 0
check "fills stay" grep -q '^FILLS 2 ; - LAYER r1 RECT' fills.routed.def
run "$leeway" convert fills.def --lef box.lef -o fills.net
check "six rectangles of routing layers" test "$(grep -c '^block r.* fill$' fills.net)" -eq 6
run "$leeway" route fills.net -o none -r own.routes
run "$leeway" convert fills.def fills.routed.def --lef box.lef -o fills.routes
check "the same wires without LEF" cmp own.routes fills.routes
sed 's/- VIA u2/- VIA u9/' fills.def >wrong.def
run "$leeway" route wrong.def --lef box.lef -o none -r none
expect "a fill of an unknown via" 2 '' 'wrong.def:[0-9:]+ expected a via.*found "u9"'

# Pins that MUSTJOIN names belong to the net of their partner.
sed 's/PIN z DIRECTION OUTPUT ;/PIN y PORT LAYER r1 ; RECT 2.7 1.1 2.9 2.1 ; END END y & MUSTJOIN y ;/' \
    box.lef >must.lef
def "$rows" >must.def
run "$leeway" check must.def --lef must.lef free.routed.def
expect "a pin that is not joined" 1 '2 open' 'net n: 1 of 3 pins are not connected .* b1/y'
run "$leeway" route must.def --lef must.lef --strict-rules -o none -r must.routed.def
expect "is joined by the router" 0 'routed 2 of 2' ''
run "$leeway" check must.def --lef must.lef must.routed.def
expect "as check agrees" 0
run "$leeway" convert must.def --lef must.lef -o must.net
run "$leeway" route must.net -o none -r own.routes
run "$leeway" convert must.def must.routed.def --lef must.lef -o must.routes
check "and without LEF" cmp own.routes must.routes

two='- n ( b1 z ) ( b4 a ) ; - m ( b2 z ) ( b3 a ) ;'

# Rules of vias: without them, and with them.
sed 's/END LIBRARY/NONDEFAULTRULE two MINCUTS c1 2 ; END two &/;s/^MACRO/VIA pair LAYER r1 ; RECT -0.1 -0.28 0.1 0.28 ; LAYER c1 ; RECT -0.08 -0.26 0.08 -0.1 ; RECT -0.08 0.1 0.08 0.26 ; LAYER r2 ; RECT -0.1 -0.28 0.1 0.28 ; END pair &/' \
    box.lef >cuts.lef
def "$two + NONDEFAULTRULE two ;" | sed 's/; + NON/+ NON/' >cuts.def
run "$leeway" route cuts.def --lef cuts.lef --strict-rules -o none -r cuts.routed.def
expect "MINCUTS" 0 'routed 2 of 2' ''
run "$leeway" check cuts.def --lef cuts.lef cuts.routed.def
expect "is checked" 0
sed 's/ pair/ u1/' cuts.routed.def >single.def
run "$leeway" check cuts.def --lef cuts.lef single.def
expect "vias of one cut" 2 'wrong: ' 'cuts: .* a via of 1 cuts; MINCUTS of its rule requires 2'
def "- n ( PIN p ) ( b1 a ) ;" '- p + NET n + LAYER r3 ( -100 -100 ) ( 100 100 ) + PLACED ( 1800 2600 ) N ;' >stack.def
run "$leeway" route stack.def --lef box.lef -o none -r high.def
sed 's/^MACRO/MAXVIASTACK 1 ; &/' box.lef >stack.lef
run "$leeway" check stack.def --lef stack.lef high.def
expect "a stack of two vias" 2 'wrong: 1 cuts' 'more than 1 vias in line \(MAXVIASTACK\)'
run "$leeway" route stack.def --lef stack.lef --strict-rules -o none -r stack.routed.def
expect "MAXVIASTACK" 0 'routed 1 of 1' ''
run "$leeway" check stack.def --lef stack.lef stack.routed.def
expect "is obeyed" 0
sed 's/^VERSION 5.8 ;/& PROPERTYDEFINITIONS LIBRARY LEF58_MAXVIASTACK STRING "MAXVIASTACK 1 RANGE r1 r3 ;" ; END PROPERTYDEFINITIONS/' \
    box.lef >stack58.lef
run "$leeway" check stack.def --lef stack58.lef high.def
expect "LEF58_MAXVIASTACK" 2 'wrong: 1 cuts' 'more than 1 vias in line'
sed 's/MAXVIASTACK 1 RANGE/MAXVIASTACK 1 NOSINGLE RANGE/' stack58.lef >nosingle.lef
run "$leeway" route stack.def --lef nosingle.lef --strict-rules -o none -r none
expect "its NOSINGLE is not" 2 '' 'LEF58_MAXVIASTACK is not obeyed'
run "$leeway" convert stack.def --lef stack.lef -o stack.net
check "and written" grep -q '^stack 1 r1 r3$' stack.net

# Tracks.
tracks='' def "$two" >tracks.def
run "$leeway" route tracks.def --lef box.lef -o none -r tracks.routed.def
expect "no TRACKS" 0 'routed 2 of 2' '^tracks by PITCH and OFFSET of LEF: r1, r2, r3$'
judge tracks 0
run "$leeway" draw tracks.def --lef box.lef -o tracks.png
expect "draw needs none" 0
run "$leeway" convert tracks.def --lef box.lef -o tracks.net
expect "nor does convert" 0
check "half a pitch from DEF's origin" grep -q '^lines horizontal 400 800 40 r1$' tracks.net
sed 's/PITCH 0.4/PITCH 0.4 0.48 ; OFFSET 0.1/' box.lef >pitch.lef
run "$leeway" convert tracks.def --lef pitch.lef -o tracks.net
check "two pitches, by direction" grep -q '^lines horizontal 200 960 34 r1$' tracks.net
check "and of the columns" grep -q '^lines vertical 200 800 40 r2$' tracks.net
sed 's/( 0 0 ) ( 16000/( -3000 -3000 ) ( 16000/' tracks.def >below.def
run "$leeway" convert below.def --lef box.lef -o below.net
check "a die below the origin" grep -q '^lines horizontal -6000 800 48 r1$' below.net
tracks='1 2' def "$two" >third.def
run "$leeway" route third.def --lef box.lef -o none -r third.routed.def
expect "TRACKS of two layers" 0 'routed 2 of 2' '^tracks by PITCH and OFFSET of LEF: r3$'
sed 's/PITCH 0.4 ;//' box.lef >none.lef
run "$leeway" check tracks.def --lef none.lef tracks.routed.def
expect "check needs neither TRACKS nor PITCH" 0
run "$leeway" route tracks.def --lef none.lef -o none -r none
expect "route does" 2 '' 'expected tracks of a routing layer: layer r1 has neither TRACKS nor PITCH'
def "$two" | sed 's/TRACKS X/TRACKS Z/;s/TRACKS Y/TRACKS X/;s/TRACKS Z/TRACKS Y/' >across.def
run "$leeway" route across.def --lef box.lef -o none -r across.routed.def
expect "TRACKS across" 0 'routed 2 of 2' '^TRACKS of r1 run across its direction$'
judge across 0
sed '/^LAYER r3/,/END r3/s/WIDTH 0.2/WIDTH 0/' box.lef >thin.lef
run "$leeway" route third.def --lef thin.lef -o none -r none
expect "a layer without width" 0 'routed 2 of 2' '^layer r3 has WIDTH 0$'
sed 's/r2 TYPE ROUTING/r2 TYPE ROUTNG/' box.lef >type.lef
run "$leeway" route third.def --lef type.lef -o none -r none
expect "a misspelt TYPE" 2 '' 'type.lef:.*unknown TYPE ROUTNG \(nearest ROUTING\)'

# Components without a place.
def "$two" | sed 's/b4 box + PLACED ( 4400 9200 ) N/b4 box + UNPLACED/' >nowhere.def
run "$leeway" route nowhere.def --lef box.lef -o none -r none
expect "a component without a place" 2 '' \
    'nowhere.def:[0-9:]+ expected components that are PLACED, FIXED or COVER, found 1 unplaced: b4;'
def "$two" | sed "s/COMPONENTS 4 ;/COMPONENTS 16 ; $(printf ' - x%d box ;' {1..12})/" >many.def
run "$leeway" check many.def --lef box.lef many.def
expect "ten of them are named" 2 '' 'found 12 unplaced: x1, x2, .*, x9, x10, \.\.\.; --skip-unplaced'
run "$leeway" route nowhere.def --lef box.lef --skip-unplaced -o none -r nowhere.routed.def
expect "--skip-unplaced: route" 1 'n: pin b4/a has no placed metal'
run "$leeway" check nowhere.def --lef box.lef --skip-unplaced nowhere.routed.def
expect "--skip-unplaced: check" 1 '1 open' 'pin b4/a has no placed metal on a routing layer'
run "$leeway" draw nowhere.def nowhere.routed.def --lef box.lef --skip-unplaced -o nowhere.png
expect "--skip-unplaced: draw" 0
run "$leeway" convert nowhere.def --lef box.lef --skip-unplaced -o nowhere.net
expect "--skip-unplaced: convert" 0
run "$leeway" route nowhere.net -o none -r nowhere.routes
expect "the converted one" 1 'n: pin b4/a has no placed metal'
printf '[batch]\noutput = runs\n[job a]\nnetlist = nowhere.def\nlef = box.lef\n%s\n' \
    'skip-unplaced = yes' >nowhere.ini
run "$leeway" batch nowhere.ini
expect "--skip-unplaced: batch" 1
check "writes the rest" cmp runs/a.def nowhere.routed.def

# I/O pins of which only PINS states the net.
def '- n ( b1 z ) ; - m ( b2 z ) ( b3 a ) ;' \
    '- p + NET n + PLACED ( 8000 15800 ) N + LAYER r2 ( -100 -100 ) ( 100 100 ) ;' >given.def
run "$leeway" route given.def --lef box.lef -o none -r given.routed.def
expect "PINS gives a pin to a net" 0 'routed 2 of 2' 'PINS: the net n does not list its pin p'
check "it is wired" test "$(wires given.routed.def n)" -gt 0
judge given 0
def '- m ( b2 z ) ( b3 a ) ;' \
    '- p + NET nowhere + PLACED ( 8000 15800 ) N + LAYER r2 ( -100 -100 ) ( 100 100 ) ;' >nowhere.def
run "$leeway" route nowhere.def --lef box.lef -o none -r none
expect "a net that is not there" 0 'routed 1 of 1' 'the pin p is of the net nowhere, which no section'
def '- m ( b2 z ) ( b3 a ) ;' '' '- vss ( b1 a ) + USE GROUND ;' >signal.def
run "$leeway" route signal.def --lef box.lef -o none -r none
expect "a signal pin of a special net" 0 'routed 1 of 1' 'SPECIALNETS: vss has the signal pin a of b1'

# Few nets on a large die need fewer bytes than there are crossings of tracks.
def '- m ( b2 z ) ( b3 a ) ;' | sed -E 's/16000 16000/2000000 2000000/; s/DO 40 STEP/DO 4000 STEP/' >large.def
run "$leeway" route large.def --lef box.lef -o none -r none
expect "a large die" 0 'routed 1 of 1'

finish
