#!/usr/bin/env bash
# `leeway bfs`: its inputs, its output, its files, and wrong usage.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/library.bash"
make_designs
printf '5 5 5\n1 2 1\n1 3 0\n2 3 1\n3 4 1\n5 1 1\n' >graph.mtx
printf '%%%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 x\n' >broken.mtx

run "$leeway" bfs small.net --source 0,0
expect "netlist" 0 '^small.net from 0,0,1: 40 of 40 free cells reached, 134 edges, 12 levels' ""
run "$leeway" bfs small.net --source 8,0
expect "a cell outside" 2 "" '--source: .* grid of 8 x 5 cells and 1 layer, found "8,0"'
run "$leeway" bfs parted.grid --source 0,0,1 --labels labels -o wave.png
expect "grid" 0 '20 of 35 free cells reached' ""
check "the wave is a PNG" grep -q PNG wave.png
check "labels: a line a cell" test "$(wc -l <labels)" -eq 40
check "labels: in the order of the cells" test "$(head -1 labels)" = "0,0,1 0"
check "labels: a blocked cell" grep -qx '4,0,1 -1' labels
check "labels: the source" grep -qx '0,0,1 0' labels
check "labels: a reached cell" grep -qx '3,4,1 7' labels
check "labels: an unreached cell" grep -qx '7,4,1 -1' labels
run "$leeway" bfs graph.mtx --source 1 --labels -
expect "matrix" 0 '^1 0' '4 of 5 vertices reached, 4 edges, 3 levels'
check "labels of a matrix" test "$(tr '\n' ';' <<<"$out")" = "1 0;2 1;3 1;4 2;5 -1;"
run "$leeway" bfs graph.mtx --source 1 --undirected -o spy.png
expect "undirected" 0 '5 of 5 vertices reached, 10 edges' ""
check "the spy plot is a PNG" grep -q PNG spy.png
cp graph.mtx plain.txt
run "$leeway" bfs plain.txt --source 1
expect "a matrix by its content" 0 '4 of 5 vertices' ""
gzip -k graph.mtx
run "$leeway" bfs graph.mtx.gz --source 1
expect "a gzipped matrix" 0 '4 of 5 vertices' ""
for file in graph.mtx graph.mtx.gz; do
    run "$leeway" bfs - --source 1 <"$file"
    expect "$file on standard input" 0 '^- from 1: 4 of 5 vertices' ""
done
printf '1 2\n1 3\n2 3\n3 4\n5 1\n' >edges
for file in edges -; do
    run "$leeway" bfs "$file" --source 1 --labels - <edges
    expect "a list of edges: $file" 0 '^1 0' '4 of 5 vertices reached, 4 edges, 3 levels'
done
printf '%% sym weighted\n1 2 3\n1 3 -1\n3 4 nan\n' >edges
run "$leeway" bfs edges --source 4
expect "undirected edges with weights" 0 '4 of 4 vertices reached, 6 edges, 4 levels' ""
printf '%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n2 1 1\n3 2 inf\n' >one.mtx
run "$leeway" bfs one.mtx --source 1
expect "a banner with one percent sign" 0 '3 of 3 vertices reached, 4 edges, 3 levels' ""
printf '%%%%MatrixMarke matrix coordinate real symmetric\n3 3 1\n2 1 1\n' >misspelt
run "$leeway" bfs misspelt --source 1
expect "a misspelt banner" 2 "" 'misspelt:1:3: expected the banner %%MatrixMarket, found "MatrixMarke"'
printf '2 2\n1 1\n1 1 1 1 1 1 1 1' >head.grid
run "$leeway" bfs head.grid --source 0,0
expect "a course grid with a head of two lines" 0 '8 of 8 free cells' ""
run "$leeway" bfs - --source 0,0 <parted.grid
expect "a grid on standard input" 0 '20 of 35 free cells' ""
run "$leeway" bfs - --source 0,0 <small.net
expect "a netlist on standard input" 0 '40 of 40 free cells' ""
run "$leeway" bfs <(cat parted.grid) --source 0,0
expect "a pipe" 0 '20 of 35 free cells' ""
run "$leeway" bfs graph.mtx --source 1 --kernel all --repeats 1
expect "all kernels" 0 '^sequential +graph.mtx +5 +4 +3 ' '.*'
"$leeway" bfs small.net --source 0,0 -o again.png >/dev/null && cp again.png first.png
"$leeway" bfs small.net --source 0,0 -o again.png --repeats 2 >/dev/null
check "the same picture twice" cmp first.png again.png

run "$leeway" bfs small.net
expect "no source" 2 "" 'source CELL or VERTEX is missing'
run "$leeway" bfs small.net --source 8,0
expect "source outside the grid" 2 "" 'grid of 8 x 5'
run "$leeway" bfs small.net --source 0
expect "half a source" 2 "" 'expected a cell'
run "$leeway" bfs parted.grid --source 4,0
expect "blocked source" 2 "" 'this one is blocked'
run "$leeway" bfs parted.grid --source 0,0 --target 99,0
expect "target outside the grid" 2 "" '--target: expected a cell'
run "$leeway" bfs parted.grid --source 0,0 --target 4,0 -o target.png
expect "blocked target" 1 '^target 4,0,1: no path to it: the cell is blocked$' ""
check "its picture is drawn" test -s target.png
run "$leeway" bfs parted.grid --source 0,0 --target 7,0
expect "target behind a wall of blocked cells" 1 'no path to it: blocked cells and walls lie between' ""
run "$leeway" bfs parted.grid --source 0,0 --target 3,2
expect "the target's distance" 0 '^target 3,2,1: distance 5$' ""
run "$leeway" bfs graph.mtx --source 0
expect "vertices count from 1" 2 "" '1 .. 5\), found "0"'
run "$leeway" bfs graph.mtx --source 6
expect "vertex beyond the last" 2 "" '1 .. 5'
run "$leeway" bfs broken.mtx --source 1
expect "broken matrix" 2 "" "broken.mtx:3:3: expected the entry's column"
run "$leeway" bfs small.net --source 0,0 --kernel persistant
expect "misspelt kernel" 2 "" 'did you mean persistent'
run "$leeway" bfs small.net --source 0,0 --undirected
expect "undirected grid" 2 "" 'lead both ways'
run "$leeway" bfs small.net --source 0,0 --block-queue 9000
expect "block queue too long" 2 "" 'from 1 to 8192'
run "$leeway" bfs nonesuch.mtx --source 1
expect "missing file" 2 "" 'nonesuch.mtx'
run "$leeway" bfs graph.mtx --source 1 -o graph.mtx
expect "picture over the input" 2 "" 'graph.mtx'
run "$leeway" bfs graph.mtx --source 1 -o no/folder/x.png --labels l2
expect "picture into no folder" 3 "" 'no/folder'
check_not "nothing written then" test -e l2
if "$leeway" devices | grep -q 'engine gpu: usable'; then
    run "$leeway" bfs small.net --source 0,0 --kernel persistent --block-queue 1
    expect "a kernel on the GPU" 0 '40 of 40 free cells reached.*persistent' ""
else
    run "$leeway" bfs small.net --source 0,0 --kernel persistent
    expect "a kernel without a GPU" 3 "" 'persistent needs a GPU: '
fi
finish
