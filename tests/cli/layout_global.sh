#!/usr/bin/env bash
# --global: guides of a plan, a verdict on crowded layouts, and the options' wrong values.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/library.bash"
cp "$repo/netlists/quad.lef" "$repo/netlists/counter.def" .

# shellcheck disable=SC2317 # run calls it
route() { # DESIGN ROUTES OPTION...
    "$leeway" route "$1" --lef quad.lef -o none -r "$2" "${@:3}"
}

run route counter.def plain.routes --json plain.json
check "auto plans nothing here" test "$(grep -c '"plan"' plain.json)" -eq 0
run route counter.def off.routes --global off
check "off: the same bytes" cmp plain.routes off.routes
run route counter.def on.routes --global on --json on.json --threads 1
expect "--global on" 0 'routed ([0-9]+) of \1 nets'
check "the plan is in JSON" grep -qE \
    '"plan": \{"tiles": \[7, 7\], "overflow": [0-9.]+, "worst": [0-9.]+, "edges_over": [0-9]+, ' on.json
run route counter.def many.routes --global on --threads 3
check "same bytes with threads" cmp on.routes many.routes
run route counter.def tile.routes --global on --tile 4 --json tile.json
expect "--tile" 0
check "smaller tiles" grep -q '"plan": {"tiles": \[17, 17\]' tile.json
cp on.routes on.counter
run "$leeway" convert counter.def on.routes --lef quad.lef -o on.def
run "$leeway" check counter.def --lef quad.lef on.def
expect "the result is right" 0

run route counter.def none --global maybe
expect "a wrong word" 2 "" 'auto'
run route counter.def none --tile 0
expect "a wrong tile" 2 "" '--tile'
printf 'ck1\n(\n0 0 9 9 metal1\n)\n' >ck1.guide
run route counter.def none --guides ck1.guide --global on
expect "two kinds of guides" 2 "" '--global on: --guides gives the guides'
printf 'size 4 4\n' >small.grid
printf 'grid small.grid\nnet a 0,0 3,3\n' >small.net
for option in '--global on' '--tile 9'; do
    # shellcheck disable=SC2086
    run "$leeway" route small.net -o none -r none $option
    expect "$option for a grid" 2 "" 'only layouts'
done

# Nets cross the die.
crowd() { # NETS TRACKS STEP: of metal3
    local i side
    printf 'VERSION 5.8 ;\nDIVIDERCHAR "/" ;\nBUSBITCHARS "[]" ;\nDESIGN crowd ;\n'
    printf 'UNITS DISTANCE MICRONS 1000 ;\nDIEAREA ( 0 0 ) ( 20000 %d ) ;\n' $(($1 * 1000 + 1000))
    printf 'TRACKS Y 250 DO %d STEP 500 LAYER metal1 ;\n' $(($1 * 2))
    printf 'TRACKS X 250 DO 40 STEP 500 LAYER metal2 ;\n'
    printf 'TRACKS Y 1250 DO %d STEP %d LAYER metal3 ;\n' "$2" "$3"
    printf 'TRACKS X 250 DO 20 STEP 1000 LAYER metal4 ;\n'
    printf 'PINS %d ;\n' $(($1 * 2))
    for ((i = 0; i < $1; i++)); do
        for side in 1250 18250; do
            printf -- '- p%s + NET n%s + LAYER metal2 ( -150 -150 ) ( 150 150 ) + PLACED ( %s %s ) N ;\n' \
                $i.$side $i $side $((1250 + 1000 * i))
        done
    done
    printf 'END PINS\nNETS %d ;\n' "$1"
    for ((i = 0; i < $1; i++)); do echo "- n$i ( PIN p$i.1250 ) ( PIN p$i.18250 ) ;"; done
    printf 'END NETS\nEND DESIGN\n'
}
crowd 12 5 500 >crowd.def
run route crowd.def few.routes
expect "a small layout is routed" 0 'routed 12 of 12 nets' 'crowded: 12 nets cross .* 5 free tracks'
run route crowd.def on.routes --global on --json on.json
expect "on names the edges" 0 'routed 12 of 12 nets' \
    'more tracks of metal3 from \([0-9. ]+\) on: n[0-9]+ n'
check "overflow is in JSON" grep -qE '"overflow": [1-9]' on.json
# From 55 to 100 % auto makes a plan.
crowd 2000 2850 700 >crowd.def
printf 'n0\n(\n)\n' >n0.guide
planned() { # TEXT COUNT OPTION...
    run route crowd.def dense.routes --json dense.json "${@:3}"
    expect "$1" 0 'routed 2000 of 2000 nets'
    check "its plans" test "$(grep -c '"plan"' dense.json)" -eq "$2"
}
planned "auto with 70 %" 1
planned "off with 70 %" 0 --global off
planned "guides with 70 %" 0 --guides n0.guide
cp dense.routes keep.routes
planned "kept wires with 70 %" 0 --keep keep.routes
crowd 2000 3900 500 >crowd.def
planned "auto with 51 %" 0
crowd 2000 5 500 >crowd.def
run "$leeway" route crowd.def --lef quad.lef -o crowd.svg -r auto.routes --json auto.json --json-nets
expect "a crowded layout" 1 'unrouted: n0: the layout is too crowded' \
    'too crowded: about 1995 of these nets would stay open: n0 n1 n2 n3 n4 ..; nothing is routed'
check "the reason is in JSON" grep -q '"reason": "crowded"' auto.json
check "the picture has the line" grep -q 'the most crowded line' crowd.svg
check "the picture has its nets" grep -q 'nets n0, n1, n2, n3, n4' crowd.svg
check "the picture says what is missing" grep -q 'crowded: 2000 nets cross the line' crowd.svg
check "the result is written" test "$(grep -c '^net n[0-9]* unrouted crowded' auto.routes)" -eq 2000
run "$leeway" convert crowd.def auto.routes --lef quad.lef -o none.def
expect "the result is read" 0
run route crowd.def kept.routes --keep auto.routes
expect "with --keep nothing is refused" 0 'routed 2000 of 2000 nets'

printf '[batch]\noutput = runs\nlef = quad.lef\nglobal = on\n[job a]\nnetlist = counter.def\n' >b.ini
run "$leeway" batch b.ini
expect "a batch" 0
run "$leeway" convert counter.def runs/a.def --lef quad.lef -o batch.routes
check "routes the same" cmp batch.routes on.counter
rm runs/a.def
run "$leeway" batch b.ini --resume
expect "a resumed batch" 0
run "$leeway" convert counter.def runs/a.def --lef quad.lef -o resumed.routes
check "has the same bytes" cmp resumed.routes on.counter
if command -v python3 >/dev/null; then
    run python3 "$repo/tests/support/check_json.py" "$repo/router/cli/manual/summary.schema.json" \
        plain.json on.json auto.json tile.json
    expect "JSON is as the schema says" 0 ""
fi
finish
