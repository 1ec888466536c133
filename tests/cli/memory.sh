#!/usr/bin/env bash
# Designs that are too large for the memory are refused with both numbers before memory is taken. A
# batch that crashed in a job runs the others first.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/library.bash"
make_designs

printf 'size 40000 40000\nweight 2 0 0 39999 39999\n' >giant.grid
printf 'grid giant.grid\nnet a 0,0 9,0\n' >giant.net
run bash -c "ulimit -v 4000000; exec '$leeway' route giant.net -o none -r none"
expect "40000 x 40000 cells in 4 GB" 3 '' \
    '1600000000 cells takes at least 12800000000 bytes, the limit is 4096000000'
run "$leeway" route giant.net -o none -r none --memory-limit 12799999999
expect "--memory-limit below what they take" 3 '' 'limit is 12799999999 .--memory-limit'
run "$leeway" route small.net -o none -r none --memory-limit 900
expect "a design that fits as it is read, but not to be routed" 3 '' \
    'takes about 1000 bytes, the limit is 900'
run "$leeway" route small.net -o none -r none --memory-limit 1000
expect "--memory-limit as needed" 0
# Endless texts.
held() { run timeout 60 bash -c "ulimit -v 1000000; $1 | '$leeway' $2"; }
: >empty.def
run timeout 60 bash -c "ulimit -v 4000000; exec '$leeway' route empty.def --lef /dev/zero"
expect "a LEF of zeros" 2 '' '^/dev/zero:1:1: expected text, found the control character 0x00'
yes 'END LIBRARY' | head -c 30000000 >long.lef
held "true" "route empty.def --lef long.lef --memory-limit 20000000"
expect "a LEF of 30 MB" 3 '' 'takes at least [0-9]* bytes .text., the limit is 20000000'
held "yes 'END LIBRARY'" "draw empty.def --lef - -o empty.png"
expect "another command is held to what there is" 3 '' 'bytes .text., the limit is 1024000000'
printf 'type octile\nheight 1\nwidth 2\nmap\n..\n' >two.map
queries="{ echo version 1; yes '0 two.map 2 1 0 0 1 0 1'; }"
held "$queries" "route - -o none -r none --memory-limit 20000000"
expect "queries without an end" 3 '' 'takes at least [0-9]* bytes .*, the limit is 20000000'
# Memory runs out after a wrong line: both errors are reported.
echo 'size 1000 1000' >wide.grid
awk 'BEGIN { print "grid wide.grid"; print "foo"; for (i = 0; i < 300000; i++)
    printf "net %060d %d,%d %d,%d\n", i, i % 500, i / 500, 999 - i % 500, i / 500 }' \
    >many.net
run "$leeway" route many.net -o none -r none --memory-limit 10000000
expect "a wrong line, then too many nets" 3 '' '^leeway: .* bytes .names., the limit is 10000000'
printf '[job giant]\nnetlist = giant.net\n[job fine]\nnetlist = small.net\n' >batch.ini
run "$leeway" batch batch.ini --memory-limit 1000000
expect "a batch with one such job" 3 'fine: .*routed 2 of 2' 'the limit is 1000000'
check "runs the others" test -s out/fine.routes

# A layout of 3 x 3 mm with ten nets: its tracks cross 108 million times.
lef=(--lef "$repo/netlists/quad.lef")
awk 'BEGIN {
    print "VERSION 5.8 ;\nDESIGN sparse ;\nUNITS DISTANCE MICRONS 1000 ;"
    print "DIEAREA ( 0 0 ) ( 3000000 3000000 ) ;"
    for (l = 1; l <= 4; l++)
        print "TRACKS", l % 2 ? "Y" : "X", "250 DO 6000 STEP 500 LAYER metal" l, ";"
    print "PINS 20 ;"
    for (i = 0; i < 20; i++)
        print "- p" i " + NET n" int(i / 2) " + LAYER metal2 ( -100 -100 ) ( 100 100 ) + PLACED (",
              250 + 140000 * i, 250 + 140000 * (i * 7 % 20), ") N ;"
    print "END PINS\nNETS 10 ;"
    for (i = 0; i < 10; i++)
        print "- n" i " ( PIN p" 2 * i " ) ( PIN p" 2 * i + 1 " ) ;"
    print "END NETS\nEND DESIGN" }' >sparse.def
run bash -c "ulimit -v 1000000; exec '$leeway' route sparse.def ${lef[*]} -o none -r none"
expect "a layout of 3 x 3 mm in 1 GB of addresses" 3 '' 'out of address space: [0-9]* x [0-9]* bytes'
run "$leeway" route sparse.def "${lef[@]}" -o none -r none --memory-limit 200M --threads 1
expect "in 200 MB of memory" 0 'routed 10 of 10'
run "$leeway" route sparse.def "${lef[@]}" -o none -r none --memory-limit 16M
expect "a limit with a unit" 3 '' \
    'routing [0-9]* crossings of tracks takes about [0-9]{8} bytes, the limit is 16777216 .--memory-limit'

# A tile graph of many short tracks: their sums of prices count, too.
printf 'size 1 60000 2\nlayer 1 dir horizontal\nlayer 2 dir vertical\ncapacity 1\n' >thin.grid
printf 'grid thin.grid\nnet a 0,0,1 0,5,1\n' >thin.net
run "$leeway" route thin.net -o none -r none --memory-limit 20000000
expect "tracks of one tile" 3 '' 'takes about 3[0-9]{7} bytes, the limit is 20000000 '

cp "$repo/netlists/counter.def" .
run "$leeway" route counter.def "${lef[@]}" -o none -r none --memory-limit 1k --threads 1
expect "a small layout" 3 '' 'takes about [0-9]{7} bytes, the limit is 1024 '
need=$(sed -n 's/.*takes about \([0-9]*\).*/\1/p' <<<"$err")
run "$leeway" route counter.def "${lef[@]}" -o none -r none --memory-limit "$need" --threads 1
expect "--memory-limit as it needs" 0
for size in 1X 12MB 0 0G -1 M 99999999999G ''; do
    run "$leeway" route counter.def "${lef[@]}" -o none -r none --memory-limit "$size"
    expect "--memory-limit \"$size\"" 2 '' '--memory-limit: expected bytes, as 1000000, 512M or 1G'
done
printf '[batch]\nlef = %s\nmemory-limit = 16M\n[job sparse]\nnetlist = sparse.def\n' \
    "$repo/netlists/quad.lef" >layouts.ini
printf '[job fine]\nnetlist = counter.def\n' >>layouts.ini
run "$leeway" batch layouts.ini
expect "a batch with such a layout" 3 'fine: .*routed' 'sparse.*the limit is 16777216'
check "runs the others, too" test -s out/fine.def

# The least limit of the process's cgroups, from its own up to the root, in a cgroup file system made
# for the test, if the kernel allows that.
# shellcheck disable=SC2016 # the inner shell's own
within='mount -t tmpfs none /sys/fs/cgroup && mount -t tmpfs none /proc || exit 77
mkdir -p /proc/self "/sys/fs/cgroup$2" && echo "$1" >/proc/self/cgroup && echo "$4" >"$3" || exit 77
exec "$5" route small.net -o none -r none'
cgroup() {
    run unshare -rm bash -c "$within" _ "$@" 900 "$leeway"
    [ "$status" -ne 77 ] || return 0
    expect "a cgroup: $1" 3 '' 'the limit is 900 '
}
if unshare -rm true 2>/dev/null; then
    own=/sys/fs/cgroup
    cgroup 0::/ / $own/memory.max
    cgroup 0::/a/b /a $own/a/memory.max
    cgroup 0::/a/pod.slice:cri:17 /a $own/a/memory.max
    cgroup 0::/a/pod.slice:cri:17 / $own/memory.max
    cgroup 4:memory:/a:b/c /memory/a:b/c $own/memory/a:b/c/memory.limit_in_bytes
    cgroup 4:memory:/a:b/c /memory/a:b $own/memory/a:b/memory.limit_in_bytes
else
    echo "note: limits of cgroups are not tested: no namespaces"
fi

# After a kill in the first job, the next run starts with the second.
mkfifo never.net
printf '[job first]\nnetlist = never.net\n[job second]\nnetlist = small.net\n' >died.ini
rm -rf out
"$leeway" batch died.ini --jobs 1 >/dev/null 2>&1 &
pid=$!
for _ in {1..100}; do [ ! -e out/.batch/first.began ] || break; sleep 0.1; done
check "the second has no turn" test ! -e out/second.routes
kill -s KILL "$pid"
wait "$pid" 2>/dev/null
"$leeway" batch died.ini --jobs 1 --resume >/dev/null 2>&1 &
pid=$!
for _ in {1..100}; do [ ! -e out/.batch/second.done ] || break; sleep 0.1; done
check "after a kill it comes first" test -s out/second.routes
kill -s TERM "$pid"
wait "$pid"
check "what ends, even by a signal, has not died" test ! -e out/.batch/first.began
finish
