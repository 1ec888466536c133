#!/usr/bin/env bash
# Pins below the minimum area: a narrow via of a VIARULE that fits into them, patches that extend
# them between obstructions.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/library.bash"

# lef NAME AREA PIN OBS [RULE]: pads of DEFAULT vias are 0.2 wide, those of the rule 0.16.
lef() {
    {
        echo 'VERSION 5.8 ; UNITS DATABASE MICRONS 1000 ; END UNITS'
        for n in 1 2; do
            echo "LAYER r$n TYPE ROUTING ; DIRECTION $([ "$n" = 2 ] && echo VERTICAL || echo HORIZONTAL) ;"
            echo "  PITCH 0.4 ; WIDTH 0.16 ; SPACING 0.16 ; $([ "$n" = 1 ] && echo "AREA $2 ;") END r$n"
            [ "$n" = 2 ] || echo "LAYER c$n TYPE CUT ; SPACING 0.2 ; END c$n"
        done
        echo 'VIA u DEFAULT LAYER r1 ; RECT -0.1 -0.1 0.1 0.1 ; LAYER c1 ; RECT -0.06 -0.06 0.06 0.06 ;'
        echo '  LAYER r2 ; RECT -0.1 -0.1 0.1 0.1 ; END u'
        [ -z "${5-}" ] || {
            echo 'VIARULE g GENERATE LAYER r1 ; ENCLOSURE 0.04 0.02 ; LAYER r2 ; ENCLOSURE 0.04 0.04 ;'
            echo '  LAYER c1 ; RECT -0.06 -0.06 0.06 0.06 ; SPACING 0.2 BY 0.2 ; END g'
        }
        echo 'MACRO cell CLASS CORE ; ORIGIN 0 0 ; SIZE 4 BY 4 ;'
        echo "  PIN a DIRECTION INPUT ; PORT LAYER r1 ; RECT $3 ; END END a"
        echo "  OBS LAYER r1 ; $4 END END cell END LIBRARY"
    } >"$1.lef"
}
{
    echo 'VERSION 5.8 ; DESIGN small ; UNITS DISTANCE MICRONS 1000 ; DIEAREA ( 0 0 ) ( 16000 8000 ) ;'
    echo 'TRACKS X 200 DO 40 STEP 400 LAYER r2 ; TRACKS Y 200 DO 20 STEP 400 LAYER r1 ;'
    echo 'COMPONENTS 2 ; - c1 cell + FIXED ( 2000 2000 ) N ; - c2 cell + FIXED ( 8000 2000 ) N ;'
    echo 'END COMPONENTS NETS 1 ; - n ( c1 a ) ( c2 a ) ; END NETS END DESIGN'
} >small.def
oracle=${DATA:+$DATA/../tools/def_oracle.py}
# routes NAME: the net is routed, and both checkers agree.
routes() {
    run "$leeway" route small.def --lef "$1.lef" -o none -r routed.def
    expect "$1" 0 'routed 1 of 1'
    run "$leeway" check small.def --lef "$1.lef" routed.def
    expect "check: $1" 0 'right: 1 nets'
    [ ! -f "${oracle:-}" ] ||
        check "the judge: $1" python3 "$oracle" --lef "$1.lef" small.def routed.def
}

# Only the pin itself keeps its distance from obstructions on both sides.
walls='RECT 0.3 0.2 1.84 3.8 ; RECT 2.32 0.2 3.7 3.8 ; RECT 1.84 0.2 2.32 1.5 ; RECT 1.84 2.3 2.32 3.8 ;'
lef narrow 0.08 '2 1.7 2.16 2.1' "$walls" rule
routes narrow
check 'the via of the rule is defined' grep -q '^- g_1x1_2$' routed.def
lef no_rule 0.08 '2 1.7 2.16 2.1' "$walls"
run "$leeway" route small.def --lef no_rule.lef -o none -r none
expect 'without the rule' 1 'routed 0 of 1'

# A pad extends the pin, which must grow to the minimum area: the walls leave room for that below
# the pin only, at its own width.
walls='RECT 0.3 1.76 1.82 3.8 ; RECT 2.34 1.76 3.7 3.8 ; RECT 1.9 2.26 2.2 3.8 ;
    RECT 0.3 0.2 1.84 1.76 ; RECT 2.32 0.2 3.7 1.76 ;'
lef room 0.09 '2 1.8 2.16 2.1' "$walls RECT 1.9 0.2 2.2 1.3 ;"
routes room
lef no_room 0.09 '2 1.8 2.16 2.1' "$walls RECT 1.9 0.2 2.2 1.6 ;"
run "$leeway" route small.def --lef no_room.lef -o none -r none
expect 'without room' 1 'routed 0 of 1'
finish
