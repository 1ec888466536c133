#!/usr/bin/env bash
# Routes the netlists of this repository and says where their pictures are.
#
#   examples/demo.sh [PROGRAM]        make demo does this with out/leeway
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
leeway=${1:-out/leeway}

failed=0
for netlist in netlists/*.net; do
    # These are too small for a GPU to pay, so none is looked for.
    "$leeway" route "$netlist" --engine cpu
    status=$?
    # Unrouted nets (1) are a result: some netlists are there to show it.
    [ "$status" -le 1 ] || failed=1
done
# How one of them was routed, step by step; the page needs no giflib. Less effort, a shorter film.
"$leeway" route netlists/switchbox.net --engine cpu --max-iterations 60 -o none -r none \
    --animate out/switchbox.html >/dev/null
"$leeway" route netlists/switchbox.net --engine cpu --max-iterations 60 -o none -r none \
    --animate out/switchbox.gif >/dev/null || echo "demo: no moving GIF (see above)"
# A placed chip in a technology of its own: LEF and DEF in, a routed DEF out.
for design in netlists/*.def; do
    "$leeway" route "$design" --lef netlists/quad.lef --engine cpu
    status=$?
    [ "$status" -le 1 ] || failed=1
done
echo
echo "pictures:"
for netlist in netlists/*.net netlists/*.def; do
    stem=$(basename "$netlist")
    stem=${stem%.*}
    [ -s "out/$stem.png" ] && echo "  $PWD/out/$stem.png"
done
for film in out/switchbox.gif out/switchbox.html; do
    [ -s "$film" ] && echo "  $PWD/$film"
done
echo "routes stand beside them (.routes, the chip's as .def)"
echo "the program is $leeway, \`$leeway --help\` goes on from here"
exit "$failed"
