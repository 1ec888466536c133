#!/usr/bin/env bash
# No files call each other in a circle: no object needs another one that needs it, directly or
# through others.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/../cli/library.bash"
objects=${BUILD:-$repo/out/build/release}
[ "${objects#/}" != "$objects" ] || objects=$repo/$objects # as make names it

# circles OBJECT...: pairs "user used" of objects, by the names that they need and define; tsort
# names the objects of each loop.
circles() {
    # shellcheck disable=SC2069 # the errors of tsort are what is read on
    nm -PA "$@" 2>/dev/null | sed 's/: / /' | awk '
        $3 == "U" { needs[++n] = $1 " " $2; next }
        $3 ~ /^[TDBRVWCGS]$/ { home[$2] = $1 }
        END {
            for (i = 1; i <= n; i++) {
                split(needs[i], need, " ")
                if (need[2] in home && home[need[2]] != need[1])
                    print need[1], home[need[2]]
            }
        }' | sort -u | tee "$scratch/pairs" | tsort 2>&1 >"$scratch/order"
}

# Only objects of existing sources: the object of a deleted file may still exist.
mapfile -t built < <(cd "$repo" && find grid router gpu -name '*.c' | while read -r file; do
    object=$objects/${file%.c}.o
    [ -f "$object" ] && echo "$object"
done)
found=$(circles "${built[@]}")
check "objects are there (${#built[@]})" test "${#built[@]}" -ge 200
check "calls between them were found" test "$(wc -l <"$scratch/pairs")" -ge 500
[ -z "$found" ] || fail "no circle of files" "${found//$objects\//}"
check "no file calls another in a circle" test -z "$found"

# The test finds a circle where there is one.
if command -v cc >/dev/null; then
    echo 'int b(void); int a(void) { return b(); }' >"$scratch/a.c"
    echo 'int a(void); int b(void) { return a(); }' >"$scratch/b.c"
    (cd "$scratch" && cc -c a.c b.c)
    check "a circle of two files is found" test -n "$(circles "$scratch/a.o" "$scratch/b.o")"
fi
finish
