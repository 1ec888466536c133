#!/usr/bin/env bash
# The files and folders that ARCHITECTURE.md names exist, it lists all rooms, and the tables to
# which features add rows exist. The name of a struct belongs to one file.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/../cli/library.bash"
document=$repo/ARCHITECTURE.md
cd "$repo" || exit 1
find .ci examples gpu grid netlists router tests -type f -o -type d | sed 's,$,/,' >"$scratch/all"

# Prints the names in backquotes of lines that begin with `|`, one per line, if they look like files
# or folders.
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

# Rooms: all folders with sources are in the table or in the paragraph on pictures after it.
rooms=$(sed -n '/^## Rooms/,/^### The boundary/p' "$document")
while read -r folder; do
    base=${folder##*/}
    grep -qE "\`([^\`]*/)?$base/\`" <<<"$rooms" || fail "ARCHITECTURE.md, rooms" "no $folder/"
done < <(find grid router gpu -name '*.[ch]' -o -name '*.cu' | sed 's,/[^/]*$,,' | sort -u)

twice=$(find grid router gpu -name '*.[ch]' -o -name '*.cu*' | LC_ALL=C sort |
    xargs grep -oE '^(typedef )?struct [a-z_0-9]+ \{' | sort -u | awk -F: '{ print $2 }' | sort | uniq -d)
check "no name of two structs: $twice" test -z "$twice"

# row FILE TEXT...: the file has the table to which a row is added.
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
