#!/usr/bin/env bash
# Routed layouts under sign-off tools: Magic finds no more violations of design rules in the LEF view
# than before routing, and netgen finds the netlist of the placed DEF in the metal, with all ports of
# the design connected.
#
#   DATA=DIR tests/layout/signoff.sh     DIR or DIR/lefdef holds osu035/ and osu018/ with LEF and DEF
#
# Needs magic, netgen-lvs and Magic's technology files from qflow; prints what is missing and skips it.
# CHIPS: other designs than those below.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/../cli/library.bash"
chips=${CHIPS:-osu035/counter8 osu018/counter8 osu035/gcd osu018/gcd osu035/serv_top \
    osu018/serv_top}
technologies=${QFLOW_TECH:-/usr/share/qflow/tech}
data=${DATA-}
[ -d "$data/lefdef" ] && data=$data/lefdef
here=$repo/tests/layout

skip() {
    echo "skipped: $*"
    exit 0
}
[ -n "$data" ] || skip "DATA= names no folder with osu035/ and osu018/"
for tool in magic netgen-lvs; do
    command -v "$tool" >/dev/null || skip "there is no $tool (package $tool of Debian)"
done

# plain FILE TO: an unpacked copy.
plain() {
    if [ -e "$1" ]; then cp "$1" "$2"; else gzip -dc "$1.gz" >"$2"; fi
}

# magic_run SCRIPT DEF: runs Magic in this folder; its output is in $out.
magic_run() {
    run env DEF="$2" timeout 600 magic -dnull -noconsole -rcfile "$rc" "$1" </dev/null
}

# The number of errors that Magic finds in a DEF; empty on failure.
count_errors() {
    magic_run "$scratch/drc.tcl" "$1"
    sed -nE 's/^drc errors: ([0-9]+)$/\1/p' <<<"$out"
}

# Ports of the design that no cell uses in the placed DEF either.
unused_ports() {
    awk '$1 == ".subckt" { for (i = 3; i <= NF; i++) port[$i] = 1; next }
        /^X/ { for (i = 2; i < NF; i++) used[$i] = 1 }
        END { for (p in port) if (!(p in used)) print p }' netlist.spice
}

# Compares the netlist of the layout with that of the placed DEF. $out: the verdict, and each port of
# the design that is not connected although a cell uses it.
compare() {
    magic_run "$scratch/extract.tcl" "$1"
    run timeout 600 netgen-lvs -batch lvs "layout.spice $design" "netlist.spice $design" \
        "$technologies/$tech/${tech}_setup.tcl" compare.out </dev/null
    out=$(grep '^Result:' <<<"$out"
        sed -n "s/^Cell $design disconnected node: //p" compare.out | grep -vxFf <(unused_ports))
}

cat >drc.tcl <<'TCL'
drc off
lef read cells.lef
def read $env(DEF)
load $env(DESIGN)
select top cell
drc euclidean on
drc on
drc check
drc catchup
puts "drc errors: [drc list count total]"
quit -noprompt
TCL
cat >extract.tcl <<'TCL'
drc off
lef read cells.lef
def read $env(DEF)
load $env(DESIGN)
extract no all
extract do local
extract all
ext2spice lvs
ext2spice -o layout.spice
quit -noprompt
TCL

for chip in $chips; do
    tech=${chip%/*} rc=$technologies/$tech/$tech.magicrc
    if ! [ -e "$rc" ]; then
        echo "no $rc (package qflow-tech-$tech of Debian): $chip is left out"
        continue
    fi
    if ! [ -e "$data/$chip.def" ] && ! [ -e "$data/$chip.def.gz" ]; then
        fail "$chip" "no such design in $data"
        continue
    fi
    rm -rf work && mkdir work && cd work || exit 3
    plain "$data/$tech/$tech.lef" cells.lef
    plain "$data/$chip.def" placed.def
    design=$(awk '$1 == "DESIGN" { print $2; exit }' placed.def)
    export DESIGN=$design
    awk -f "$here/netlist.awk" cells.lef placed.def >netlist.spice
    run "$leeway" route placed.def --lef cells.lef -r routed.def -o none
    expect "$chip: routed" 0 'routed ([0-9]+) of \1 nets'
    before=$(count_errors placed.def) after=$(count_errors routed.def)
    check "$chip: Magic counts ${before:-nothing} before, ${after:-nothing} after" \
        test -n "$before" -a -n "$after" -a "${after:-1}" -le "${before:-0}"
    compare routed.def
    check "$chip: netgen matches, and no node is disconnected" \
        test "$out" = "Result: Circuits match uniquely."
    # check of netgen itself: it must find the net of a port without wires
    port=$(awk '$1 == "NETS" { nets = 1 }
        nets && match($0, /\( PIN [^ ]+ \)/) { split(substr($0, RSTART), word, " "); print word[3]; exit }' placed.def)
    awk -v port="$port" '
        $1 == "NETS" { nets = 1 }
        nets && $1 == "-" { cut = $2 == port }
        cut && /\+ ROUTED/ { drop = 1 }
        drop { if ($NF == ";") { print ";"; drop = cut = 0 } next }
        { print }' routed.def >cut.def
    compare cut.def
    check_not "$chip: with $port cut off, it is seen" \
        test "$out" = "Result: Circuits match uniquely."
    cd "$scratch" || exit 3
done
[ "$passed" -gt 0 ] || [ "$failed" -gt 0 ] || skip "no technology of Magic's for $chips"
finish
