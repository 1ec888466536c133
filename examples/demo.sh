#!/usr/bin/env bash
# Routes the netlists of this repository and lists their pictures.
#
#   examples/demo.sh [PROGRAM]        make demo does this with out/leeway
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
leeway=${1:-out/leeway}

failed=0
for netlist in netlists/*.net; do
    # These designs are too small for a GPU to pay.
    "$leeway" route "$netlist" --engine cpu
    status=$?
    # Status 1 (unrouted nets) is fine: some netlists show it on purpose.
    [ "$status" -le 1 ] || failed=1
done
# A film of one run. The HTML page needs no giflib. Fewer iterations make a shorter film.
"$leeway" route netlists/switchbox.net --engine cpu --max-iterations 60 -o none -r none \
    --animate out/switchbox.html >/dev/null
"$leeway" route netlists/switchbox.net --engine cpu --max-iterations 60 -o none -r none \
    --animate out/switchbox.gif >/dev/null || echo "demo: no moving GIF (see above)"
# A layout: LEF and DEF in, a routed DEF out.
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
echo "the routes are in the same folder (.routes, of the layout .def)"
echo "the program is $leeway; continue with \`$leeway --help\`"
exit "$failed"
