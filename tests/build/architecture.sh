#!/usr/bin/env bash
# ARCHITECTURE.md names files and folders that are there, all rooms, and places where a feature goes
# in one row of a table.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/../cli/library.bash"
document=$repo/ARCHITECTURE.md
cd "$repo" || exit 1
find .ci examples gpu grid netlists router tests -type f -o -type d | sed 's,$,/,' >"$scratch/all"

# Names in backquotes of lines that begin with `|`, one a line: those that look like files and
# folders.
named() {
    grep '^|' "$document" | grep -oE '`[^`]+`' | tr -d '`' |
        grep -E '^[A-Za-z_.*<>/-]+(/|\.(c|h|cu|cuh|sh|py|md))$'
}

count=0
while read -r name; do
    # A name may be that of a file deeper in its row's room, and hold a * or a <name>.
    pattern=$(sed -E 's,[.],\\.,g; s,\*|<[a-z]+>,[^/]*,g; s,/?$,/,' <<<"$name")
    grep -qE "(^|/)$pattern\$" "$scratch/all" || fail "ARCHITECTURE.md names $name" "there is none"
    count=$((count + 1))
done < <(named)
check "at least 60 names looked up ($count)" test "$count" -ge 60

# Rooms: all folders with sources stand in the table or in the paragraph on pictures behind it.
rooms=$(sed -n '/^## Rooms/,/^### The boundary/p' "$document")
while read -r folder; do
    base=${folder##*/}
    grep -qE "\`([^\`]*/)?$base/\`" <<<"$rooms" || fail "ARCHITECTURE.md, rooms" "no $folder/"
done < <(find grid router gpu -name '*.[ch]' -o -name '*.cu' | sed 's,/[^/]*$,,' | sort -u)

# row FILE TEXT...: the table that a row is added to is there, in that file.
row() {
    local file=$1 text
    shift
    for text in "$@"; do
        grep -qE "$text" "$file" || fail "the table in $file" "no $text"
    done
}
row router/wave/wave.c '&wave_dijkstra,.*NULL'
row gpu/wave/wave.cuh 'define GPU_WAVES'
row gpu/lab/kernels.h 'define LAB_KERNELS\(X\)'
row grid/format/design_file.c 'format'
row grid/format/grid_file.c 'read_grid'
row router/maze/stage/stages.c 'stage_once'
row router/maze/stage/schedule.c 'schedule_next'
row router/maze/plan/order.c 'order'
row router/cli/options/options.h 'define OPTIONS\(X\)' 'define COMMANDS\(X\)'
row router/draw/paint/paint_file.c 'svg'
row grid/generate/generator.h 'generate'
check "tables that features are added to" true
finish
