#!/usr/bin/env bash
# Formats of others: MovingAI maps and scenarios, the course format, ISPD files, which bfs refuses.
# Lengths are compared with a breadth-first search over the characters of the map.
# DATA=FOLDER adds the maze of FOLDER/movingai, whose lengths its scenario states.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/library.bash"

# distances MAP SCEN: a line "qN LENGTH" per query, -1 where there is no path.
distances() {
    awk 'function kind(c) { return index("@OT", c) ? "" : c == "W" ? "w" : "l" }
        FNR == NR && /^width/ { width = $2 }
        FNR == NR && rows { row[height++] = $0 }
        FNR == NR { rows = rows || /^map/; next }
        FNR > 1 {
            split("", far); first = 0; last = 1
            far[queue[0] = $5 + width * $6] = 0
            while (first < last) {
                cell = queue[first++]; x = cell % width; y = (cell - x) / width
                for (d = 0; d < 4; d++) {
                    u = x + (d == 0) - (d == 1); v = y + (d == 2) - (d == 3)
                    next_cell = u + width * v
                    if (u < 0 || v < 0 || u >= width || v >= height || next_cell in far) continue
                    to = kind(substr(row[v], u + 1, 1))
                    if (to == "" || to != kind(substr(row[y], x + 1, 1))) continue
                    far[next_cell] = far[cell] + 1; queue[last++] = next_cell
                }
            }
            goal = $7 + width * $8
            print "q" FNR - 1, goal in far ? far[goal] : -1
        }' "$1" "$2"
}

# lengths ROUTES: the same of a result.
lengths() {
    awk '$1 == "net" { print $2, $3 == "routed" ? $7 : -1 }' "$1"
}

printf 'type octile\nheight 3\nwidth 4\nmap\n@W.@\n.SG.\nWW.T\n' >swamp.map
{
    echo version 1
    for query in '0 1 3 1' '0 2 1 2' '1 0 1 2'; do echo "0 swamp.map 4 3 $query 9"; done
} >swamp.scen
run "$leeway" route swamp.scen -o none -r swamp.routes --json swamp.json
expect "land, water and a wall between them" 1 'routed 2 of 3 nets'
check "their lengths" test "$(lengths swamp.routes | tr '\n' ' ')" = "q1 3 q2 1 q3 -1 "
check "their JSON" grep -q '"net": "q3", "reason": "no-path"' swamp.json
run "$leeway" check swamp.scen swamp.routes
expect "their check" 1 'right: 2 nets routed, 1 unrouted'
wet='net q3 routed cost 2 length 2 vias 0 bends 0\nwire 1,2,1 1,0,1'
sed "s/^net q3 .*/$wet/" swamp.routes >wet.routes
run "$leeway" check swamp.scen wet.routes
expect "a wire across the shore" 2 "wrong" 'from 1,2,1 to 1,1,1: a wall is between them'
run "$leeway" bfs swamp.map --source 0,1
expect "cells that land reaches" 0 '6 of 9 free cells reached'
for slope in g G; do
    printf 'type octile-corner\nheight 3\nwidth 4\nmap\n2223\n2233\n2233\n' >corner.map
    printf 'GGGO\nG%sGO\nOOOO\n' $slope >>corner.map
    run "$leeway" bfs corner.map --source 0,1 --labels labels-$slope
    expect "a map with heights of corners" 0 'of 6 free cells reached'
done
check "its slope" test "$(tr '\n' ';' <labels-g)" = \
    "0,0,1 1;1,0,1 2;2,0,1 3;0,1,1 0;1,1,1 1;2,1,1 2;"
check "its cliff" test "$(tr '\n' ';' <labels-G)" = \
    "0,0,1 1;1,0,1 2;2,0,1 -1;0,1,1 0;1,1,1 1;2,1,1 2;"

seed=${SEED:-$RANDOM}
echo "SEED=$seed"
for trial in 1 2 3 4; do
    awk -v seed="$((seed + trial))" 'BEGIN {
        srand(seed); width = 20 + int(20 * rand()); height = 20 + int(20 * rand())
        printf "type octile\nheight %d\nwidth %d\nmap\n", height, width >"random.map"
        for (y = 0; y < height; y++) {
            text = ""
            for (x = 0; x < width; x++) {
                r = rand(); c = substr(".GSWW@OT", 1 + int(8 * rand()), 1)
                if (x && r < 0.5) c = substr(text, x, 1)
                else if (y && r < 0.85) c = substr(row[y - 1], x + 1, 1)
                text = text c
            }
            row[y] = text; print text >"random.map"
        }
        print "version 1" >"random.scen"
        for (n = 0; n < 50; n++) {
            printf "%d\trandom.map\t%d\t%d", n, width, height >"random.scen"
            for (i = 0; i < 2; i++) {
                do { u = int(width * rand()); v = int(height * rand()) }
                while (index("@OT", substr(row[v], u + 1, 1)))
                printf "\t%d\t%d", u, v >"random.scen"
            }
            print "\t1.5" >"random.scen"
        }
    }'
    run "$leeway" route random.scen -o none -r random.routes
    check "lengths of random map $trial" diff <(distances random.map random.scen) \
        <(lengths random.routes)
    run "$leeway" check random.scen random.routes
    expect "check of random map $trial" "$(grep -q unrouted random.routes; echo $((1 - $?)))" \
        '^random.routes: right'
done
if [ -n "${DATA:-}" ]; then
    maze=$DATA/movingai/maze-128-128-1.map.scen
    run "$leeway" route "$maze" -o none -r maze.routes
    check "the lengths that the scenario of a maze states" diff \
        <(awk 'NR > 1 { print "q" NR - 1, $9 + 0 }' "$maze") <(lengths maze.routes)
fi

# A net of the course format whose two ends are one cell.
printf '4 2 5 10\n1 1 1 1 1 7 1 1\n1 1 1 1 1 1 1 1\n' >point.grid
printf '2\n0 1 1 1 1 1 1\n5 1 0 0 2 3 1\n' >point.nl
for result in point.routes point.out; do
    run "$leeway" route point.nl -o none -r "$result" --json point.json
    expect "a net of one cell in $result" 0 'routed 2 of 2 nets, length 4, vias 1, cost 23'
    run "$leeway" check point.nl "$result"
    expect "its check" 0 '2 nets routed, 0 unrouted'
done
check "its JSON" grep -q '"nets": 2, "routed": 2' point.json
check "its result" test "$(sed -n '2,4p' point.out | tr '\n' ' ')" = "0 1 1 1 0 "
sed 's/^1 1 1$/1 1 0/' point.out >beside.out
run "$leeway" check point.nl beside.out
expect "a cell beside it" 2 "" 'beside.out:4:2: expected the one cell of both ends of net 0'
sed '/^1 1 1$/d' point.out >open.out
run "$leeway" check point.nl open.out
expect "no cell" 1 '1 net routed, 1 unrouted'

for head in '2 2' '324 324 6 # tiles'; do
    printf 'grid %s\nvertical capacity 0 80\n' "$head" >adaptec.gr
    ispd='adaptec.gr:1:6: expected grid FILE, found the head of an ISPD global routing file'
    run "$leeway" bfs adaptec.gr --source 0,0
    expect "bfs: ISPD, grid $head" 2 "" "$ispd"
done
finish
