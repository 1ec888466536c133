#!/usr/bin/env bash
# Pins of macros that obstructions abut or blockages cover: the pin wins, for its own net and near
# itself only; a pin out of reach is named before routing begins.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/library.bash"

# A memory of 8 x 8 um with pin d at its left edge, off the tracks, and q in its middle.
{
    echo 'VERSION 5.8 ; UNITS DATABASE MICRONS 1000 ; END UNITS'
    for n in 1 2 3; do
        echo "LAYER r$n TYPE ROUTING ; DIRECTION $([ "$n" = 2 ] && echo VERTICAL || echo HORIZONTAL) ;"
        echo "  PITCH 0.4 ; WIDTH 0.2 ; SPACING 0.16 ; END r$n"
        [ "$n" = 3 ] || echo "LAYER c$n TYPE CUT ; SPACING 0.2 ; END c$n"
    done
    for n in 1 2; do
        echo "VIA u$n DEFAULT LAYER r$n ; RECT -0.1 -0.1 0.1 0.1 ;"
        echo "  LAYER c$n ; RECT -0.08 -0.08 0.08 0.08 ;"
        echo "  LAYER r$((n + 1)) ; RECT -0.1 -0.1 0.1 0.1 ; END u$n"
    done
    echo 'MACRO ram CLASS BLOCK ; ORIGIN 0 0 ; SIZE 8 BY 8 ;'
    echo '  PIN d DIRECTION INPUT ; PORT LAYER r3 ; RECT 0 3.05 0.2 3.25 ; END END d'
    echo '  PIN q DIRECTION OUTPUT ; PORT LAYER r3 ; RECT 4 4 4.2 4.2 ; END END q'
    echo '  OBS LAYER r1 ; RECT 0 0 8 8 ; LAYER r2 ; RECT 0 0 8 8 ; LAYER r3 ; RECT 0.2 0 8 8 ;'
    echo '    RECT 0 0 0.2 3.05 ; RECT 0 3.25 0.2 8 ; END'
    echo 'END ram END LIBRARY'
} >ram.lef
# def NAME BLOCKAGES WIRING [ORIENT]: the net n from an I/O pin to d of a memory at ( 4000 4000 ).
def() {
    {
        echo 'VERSION 5.8 ; DESIGN pins ; UNITS DISTANCE MICRONS 1000 ; DIEAREA ( 0 0 ) ( 16000 16000 ) ;'
        for n in 1 2 3; do
            echo "TRACKS $([ "$n" = 2 ] && echo X || echo Y) 200 DO 40 STEP 400 LAYER r$n ;"
        done
        echo "COMPONENTS 1 ; - m ram + FIXED ( 4000 4000 ) ${4-N} ; END COMPONENTS"
        echo 'PINS 1 ; - p + NET n + LAYER r3 ( -100 -100 ) ( 100 100 ) + PLACED ( 1000 1000 ) N ; END PINS'
        [ -z "$2" ] || echo "BLOCKAGES 1 ; - LAYER r3 RECT $2 ; END BLOCKAGES"
        echo "NETS 1 ; - n ( PIN p ) ( m ${pin-d} ) $3 ; END NETS END DESIGN"
    } >"$1.def"
}
oracle=${DATA:+$DATA/../tools/def_oracle.py}
over='( 4000 4000 ) ( 12000 12000 )'
# judged NAME STATUS TEXT BLOCKAGES WIRING: what check says of the wiring, and the judge of right and
# wrong.
judged() {
    def placed "$4" ''
    def "$1" "$4" "+ ROUTED $5"
    run "$leeway" check placed.def --lef ram.lef "$1.def"
    expect "check: $1" "$2" "$3" "$([ "$2" = 0 ] || echo "$3")"
    [ -f "${oracle:-}" ] || return 0
    python3 "$oracle" --lef ram.lef placed.def "$1.def" >oracle.out
    check "the judge: $1" test "$?" -eq "$([ "$2" = 0 ] && echo 0 || echo 2)"
}
to_pin='r3 ( 1000 1000 ) ( * 7150 )'
judged straight 0 'right: 1 nets' '' "$to_pin ( 4100 * )"
judged covered 0 'right: 1 nets' "$over" "$to_pin ( 4100 * )"
judged through 2 'short' '' "$to_pin ( 4200 * )"
judged covered_through 2 'short' "$over" "$to_pin ( 4200 * )"
judged corner 0 'right: 1 nets' '' "$to_pin ( 4100 * ) NEW r3 ( 3850 7150 ) ( * 7310 )"
judged along 2 'spacing' '' "$to_pin ( 4100 * ) NEW r3 ( 3850 7150 ) ( * 7320 )"
judged beside 2 'short' '' "r3 ( 1000 1000 ) ( * 7000 ) ( 4100 * )"

for orient in N S E W FN FS FE FW; do
    for cover in '' "$over"; do
        def placed "$cover" '' "$orient"
        run "$leeway" route placed.def --lef ram.lef -o none -r routed.def
        expect "route: $orient ${cover:+covered}" 0 'routed 1 of 1'
        run "$leeway" check placed.def --lef ram.lef routed.def
        expect "check of the route: $orient" 0 'right: 1 nets'
        [ ! -f "${oracle:-}" ] ||
            check "the judge: $orient" python3 "$oracle" --lef ram.lef placed.def routed.def
    done
done

pin=q def closed '' ''
run "$leeway" route closed.def --lef ram.lef -o none -r routed.def
expect 'out of reach' 1 'routed 0 of 1' \
    'out of reach: ram/q .placements: 1.: closed by an obstruction on r3 at .4.2000 4.0000.-.12.0000 12.0000.'
run "$leeway" route closed.def --lef ram.lef -o none -r routed.def --layers r1-r2
expect 'out of reach by layers' 1 'routed 0 of 1' 'out of reach: ram/q .placements: 1.: closed by layers'
finish
