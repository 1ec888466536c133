#!/usr/bin/env bash
# Statements of LEF and DEF that are not used or not right: route, check and JSON name them, or they
# are errors with their place.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/library.bash"
cp "$repo/netlists/quad.lef" "$repo/netlists/counter.def" .

# route DEF LEF [OPTION...]
route() { run "$leeway" route "$1" --lef "$2" -o none -r routed.def "${@:3}"; }
# both TEXT: route and check of its result name the same statements
both() {
    expect "$1: route" 0 "not modelled: .*$2"
    run "$leeway" check "$3" --lef "$4" routed.def
    expect "$1: check" 0 "right"
    check "$1: check ends with it" grep -q "^not judged: .*$2" <<<"${out##*$'\n'}"
    route "$3" "$4" --strict-rules
    expect "$1: --strict-rules" 2 "" "is not obeyed"
}
sed '/MAXIMUMDENSITY/d' quad.lef >plain.lef
route counter.def plain.lef
expect "nothing to name" 0 '^counter: routed 63 of 63'
check_not "so nothing is said" grep -q "not modelled" <<<"$out$err"

# ---- statements that are named ------------------------------------------------------------------
sed 's/^- clk_root [^ ]* /&+ ROUTEHALO 100 metal1 metal2 /' counter.def >halo.def
route halo.def plain.lef
both "ROUTEHALO" "1 ROUTEHALO" halo.def plain.lef
route halo.def plain.lef --json -
expect "JSON" 0 '"not_used": .*{"statement": "COMPONENTS ROUTEHALO", "count": 1, "wires": true}'
sed 's/^- clk .*/&\n  + SHIELDNET vdd/' counter.def >shield.def
route shield.def plain.lef
both "SHIELDNET" "1 SHIELDNET" shield.def plain.lef
sed 's/^END LIBRARY/MAXVIASTACK 2 RANGE metal1 metal3 ;\nSTACKLIMIT 3 ;\n&/' plain.lef >stack.lef
route counter.def stack.lef
both "the top of LEF" "1 LEF STACKLIMIT" counter.def stack.lef
sed '0,/USE SIGNAL ;/s//USE SIGNALS ;/; 0,/DIRECTION INPUT ;/s//DIRECTION INWARD ;/' \
    plain.lef >words.lef
route counter.def words.lef
both "unknown words" "1 PIN DIRECTION INWARD, 1 PIN USE SIGNALS" counter.def words.lef

# ---- errors -------------------------------------------------------------------------------------
# missing KEYWORD: each statement with this keyword in turn loses its `;`
missing() {
    local line number=0
    while IFS=: read -r line _; do
        sed "$line s/ *; *\$//" plain.lef >missing.lef
        route counter.def missing.lef
        [ "$status" -eq 2 ] && grep -q "missing.lef:$((line + 1)):" <<<"$err" &&
            number=$((number + 1))
    done < <(grep -nE "^ *$1 .*; *$" plain.lef | sed -n '1p;3p;$p')
    check "a missing ; behind $1" test "$number" -eq 3
}
for keyword in WIDTH PITCH SPACING DIRECTION SIZE ORIGIN CLASS USE RECT; do
    missing "$keyword"
done
sed '/SIZE/d' plain.lef >sizeless.lef
route counter.def sizeless.lef
expect "a MACRO without SIZE" 2 "" 'sizeless.lef:[0-9]+:[0-9]+: expected SIZE in the macro'
sed '0,/TYPE ROUTING/s//TYPE ROUTNG/' plain.lef >type.lef
route counter.def type.lef
expect "an unknown TYPE" 2 "" 'type.lef:[0-9]+:[0-9]+: unknown TYPE ROUTNG \(nearest ROUTING\)'
check "and nothing else" test "$(grep -c '^type.lef:' <<<"$err")" -eq 1
awk '/^- vdd / { vdd = 1 } vdd && / NEW / { sub(/\+ SHAPE/, "+ FOO 1 + SHAPE"); vdd = 0 } 1' \
    counter.def >option.def
route option.def plain.lef
expect "an unknown option in special wiring" 2 "" \
    'option.def:[0-9]+:[0-9]+: expected an option of a net, found "FOO"'
sed 's/^- clk + NET clk /- clk + NET clock /' counter.def >contrary.def
route contrary.def plain.lef
expect "PINS and NETS disagree" 2 "" \
    'contrary.def:[0-9]+:13: expected clk, the net that lists the pin clk in line [0-9]+, found'
sed 's/^NETS /NTES /;s/^END NETS/END NTES/' counter.def >misspelt.def
route misspelt.def plain.lef
expect "a misspelt section" 2 "" 'misspelt.def:[0-9]+:1: expected a section, nearest NETS'
check "without further errors" test "$(grep -c '^misspelt.def:' <<<"$err")" -eq 1

# ---- what is read -------------------------------------------------------------------------------
# same NAME DEF LEF: routed as counter.def is
route counter.def plain.lef
grep -E '^ +(\+ ROUTED|NEW) ' routed.def >wires
same() {
    route "$2" "$3"
    expect "$1" 0 'routed 63 of 63' "${4:-}"
    check "$1: the same wires" cmp -s wires <(grep -E '^ +(\+ ROUTED|NEW) ' routed.def)
}
sed 's/^NETS /nets /;s/^END NETS/end Nets/;s/^PINS/Pins/;s/^END PINS/END pins/' counter.def >lower.def
same "keywords in small letters" lower.def plain.lef
sed 's/^END DESIGN/IOTIMINGS 1 ;\n- ( PIN clk ) + RISE SLEWRATE 5 5 ;\nEND IOTIMINGS\n&/' \
    counter.def >other.def
same "sections of older versions" other.def plain.lef
sed -E 's/^(NETS|PINS|COMPONENTS|VIAS) [0-9]+/\1 7/' counter.def >counts.def
same "wrong counts" counts.def plain.lef 'note: NETS announces 7 statements and has 63'
printf 'VERSION 5.8 ;\nPROPERTYDEFINITIONS\n  LIBRARY e STRING "1" ;\nEND PROPERTYDEFINITIONS\n' >p.lef
run "$leeway" route counter.def --lef plain.lef --lef p.lef -o none -r none
expect "a LEF of properties" 0 'routed 63 of 63'
awk '{ print } /^MACRO/ { text = "" } { text = text $0 "\n" } /^END INV$/ { printf "%s", text }' \
    plain.lef >twice.lef
same "a macro twice" counter.def twice.lef 'note: MACRO INV is stated more than once'
sed 's/^END LIBRARY/MACRO INV\n  SIZE 9 BY 9 ;\nEND INV\n&/' plain.lef >otherwise.lef
route counter.def otherwise.lef
expect "a macro twice, otherwise" 2 "" \
    'otherwise.lef:[0-9]+:7: expected MACRO INV once, .*; the first is in line [0-9]+$'
sed 's/^- clk_root .*/&\n&/' counter.def >component.def
same "a component twice" component.def plain.lef 'note: COMPONENTS: clk_root is stated more than once'
sed 's/^\(- clk_root .* (\) [0-9]* /&\n\1 500 /' counter.def >components.def
route components.def plain.lef
expect "a component twice, otherwise" 2 "" 'components.def:[0-9]+:[0-9]+: '
awk '/^ +PIN vdd$/ { pin = 1; text = "" } pin { text = text $0 "\n" } { print }
    pin && /^ +END vdd$/ { printf "%s", text; pin = 0 }' plain.lef >pins.lef
same "a pin twice" counter.def pins.lef 'note: MACRO [A-Z0-9]+: PIN vdd is stated more than once'
sed 's/^- vdd ( \* vdd )/& ( PIN nowhere )/' counter.def >special.def
same "a special net with a pin that PINS do not have" special.def plain.lef \
    'note: SPECIALNETS: vdd has the pin nowhere, which is not in PINS'
run "$leeway" convert counter.def --lef stack.lef -o stack.net
run "$leeway" route stack.net -o none -r none
expect "keeps what is not modelled" 0 'not modelled: 1 LEF STACKLIMIT;'

# ---- names with and without backslashes ---------------------------------------------------------
sed 's/^- ck0 /- k[0] /;s/^- ck1 /- k\\[0\\] /' counter.def >names.def
route names.def plain.lef
expect "k[0] and k\[0\] are two nets" 0 'routed 63 of 63'
run "$leeway" check names.def --lef plain.lef routed.def
expect "for check, too" 0 'right: 63 nets'
route names.def plain.lef --only-net 'k\[0\]' --json -
expect "an option names one of them" 0 '"nets": 1, "routed": 1'
check "that is the one" grep -A1 -qE '^- k.\[0.\] ' routed.def
sed 's/^- ck0 /- h\\\/c\\[0\\] /' counter.def >names.def
for name in 'h/c[0]' 'h\/c\[0\]' 'h\/c[0]'; do
    route names.def plain.lef --only-net "$name"
    expect "$name is found if no other name is like it" 0 'routed 1 of 1'
done
finish
