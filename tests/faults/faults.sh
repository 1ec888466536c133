#!/usr/bin/env bash
# Every kind of call that can fail (faults.c), in route, batch, check, draw and bfs, and in all
# commands that take a chip, once and from then on. The program must not crash or hang. Its status
# is that of the good run, and then every output has the good run's bytes; or it is 3 (2 where an
# open or a read failed: an input that cannot be read), and every output that is there has the good
# run's bytes. No temporary file is left. A read, a write, an fsync or a close that a signal
# interrupts changes nothing, nor does a read or a write of half the bytes. FULL=1: the fault at
# every call, not at some, and more options, inputs and outputs at some. ONLY: one of the commands. KIND: one kind of call. A program of gcc's
# AddressSanitizer is taken, too: then nothing may leak.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/../cli/library.bash"
if ! fault_shim; then
    # shellcheck disable=SC2154 # of the library
    echo "skipped: $no_shim"
    exit 0
fi
shopt -s globstar nullglob dotglob
full=${FULL:-} picked=${FAULTS_OF_A_KIND:-5}
mkdir good
make_designs
mv small.* good/
"$leeway" route good/small.net -o none -r good/in.routes >/dev/null
sed '0,/^wire/{/^wire/d}' good/in.routes >good/wrong.routes
printf '[batch]\noutput = .\njobs = 1\n[job a]\nnetlist = small.net\nengine = cpu\nthreads = 1\n' \
    >good/b.ini
printf '[job b]\nnetlist = small.net\nengine = cpu\nthreads = 1\nwave = dijkstra\n' >>good/b.ini
{
    echo 'grid large.grid'
    for ((i = 0; i < 4200; i++)); do
        echo "net n$i $((i % 50 * 4)),$((i / 50)) $((i % 50 * 4 + 2)),$((i / 50))"
    done
} >good/large.net
echo 'size 200 100 1' >good/large.grid
"$leeway" route good/large.net --engine cpu -o none -r good/large.routes >/dev/null
cp "$repo/netlists/quad.lef" good/
cat >good/tiny.def <<'DEF'
VERSION 5.8 ;
DIVIDERCHAR "/" ;
BUSBITCHARS "[]" ;
DESIGN tiny ;
UNITS DISTANCE MICRONS 1000 ;
DIEAREA ( 0 0 ) ( 9000 7000 ) ;
TRACKS Y 250 DO 14 STEP 500 LAYER metal1 ;
TRACKS X 250 DO 18 STEP 500 LAYER metal2 ;
TRACKS Y 250 DO 14 STEP 500 LAYER metal3 ;
COMPONENTS 3 ;
- a INV + PLACED ( 1000 1000 ) N ;
- b INV + PLACED ( 4000 1000 ) N ;
- c NAND2 + PLACED ( 6000 1000 ) N ;
END COMPONENTS
PINS 1 ;
- in + NET in + PORT + LAYER metal3 ( -150 0 ) ( 150 600 ) + PLACED ( 0 2250 ) E ;
END PINS
NETS 3 ;
- in ( PIN in ) ( a A ) ;
- ab ( a Y ) ( b A ) ( c A ) ;
- bc ( b Y ) ( c B ) ;
END NETS
END DESIGN
DEF
"$leeway" route good/tiny.def --lef good/quad.lef -o none -r good/in.def >/dev/null 2>&1
printf '[batch]\noutput = .\n[job a]\nnetlist = tiny.def\nlef = quad.lef\nthreads = 1\n' >good/c.ini
sed 's/^output = .*/output = kept/' good/b.ini >good/r.ini
sed 's/^\[job a\]/[job c]/; 1,2d' good/c.ini >>good/r.ini
(cd good && "$leeway" batch r.ini >/dev/null 2>&1)

# An output must be absent or equal to that of the good run. The report of a batch and the contact
# sheet show failures and times: they must be complete. These functions start few processes, since
# hundreds of runs call them.
timeless() {
    sed -E '/"seconds":/d; /"peak_bytes":/d; s/[0-9.e+-]+ (s|ms|us|µs|ns)\b//g; s/[0-9.e+]+ [MG]?TEPS//g' "$1"
}

right() {
    case $1 in
    *batch.json) [ "$(tail -c 2 "work/$1" | tr -d '\n')" = '}' ] ;;
    *contact.png) cmp -s "work/$1" "good.$name/$1" || [ "$2" -ne "$good" ] &&
        tail -c 12 "work/$1" | grep -qa IEND ;;
    *.json) [ "$(timeless "work/$1")" = "$(<"good.$name/$1.timeless")" ] ;;
    *) cmp -s "work/$1" "good.$name/$1" ;;
    esac
}

fresh() {
    rm -rf work
    cp -r good work
}

# One run with a fault, or with a call that is interrupted or does half; a complaint is printed.
with_fault() {
    local status left file bad with=("FAULTS=$1" "LD_PRELOAD=$shim" ${2:+"$2=1"})
    [ -z "$asan" ] || [ "${1%%:*}" != alloc ] || with+=("ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=1")
    fresh
    (cd work && timeout 20 env "${with[@]}" "$leeway" "${command[@]}" >../stdout 2>../stderr)
    status=$?
    runs=$((runs + 1))
    case ${2:+interrupted }$status in
    interrupted*) [ "$status" -eq "$good" ] && bad= || bad=$2 ;;
    3 | "$good") bad= ;;
    2) [[ $1 = open:* || $1 = read:* ]] && bad= || bad=yes ;;
    *) bad=yes ;;
    esac
    if [ -n "$bad" ]; then
        echo "$name, $1: status $status: $(head -c 200 stderr)"
        return
    fi
    left=(work/**/*.tmp*)
    [ ${#left[@]} -eq 0 ] || echo "$name, $1: left ${left[*]}"
    for file in "${outputs[@]}"; do
        if [ -e "work/$file" ]; then
            right "$file" "$status" || echo "$name, $1: status $status, $file is not whole"
        elif [ "$status" -eq "$good" ]; then
            echo "$name, $1: status $status without $file"
        fi
    done
    [ "$status" -ne "$good" ] || [ "${command[0]}" = batch ] ||
        [ "$(timeless stdout)" = "$said" ] ||
        echo "$name, $1: status $status, standard output differs"
    [ "$status" -ne 3 ] || [ -s stderr ] || [ "${1%%:*}" = alloc ] || echo "$name, $1: no message"
}

# try NAME OUTPUTS -- COMMAND...: the good run, then the faults.
try() {
    local kind count n runs=0 complaints file
    name=$1
    [ "$name" = "${ONLY:-$name}" ] || return
    read -ra outputs <<<"$2"
    shift 2
    command=("$@")
    fresh
    (cd work && FAULTS_COUNT=../counts LD_PRELOAD=$shim "$leeway" "${command[@]}" >"../stdout.$name" 2>../stderr)
    good=$?
    check "$name: the good run" test "$good" -eq "${WANT:-0}"
    cp -r work "good.$name"
    said=$(timeless "stdout.$name")
    for file in "${outputs[@]}"; do
        [[ $file != *.json ]] || timeless "work/$file" >"good.$name/$file.timeless"
    done
    while read -r kind count; do
        [ "$kind" = "${KIND:-$kind}" ] || continue
        [ -z "$asan" ] || [ "$kind" != mmap ] || continue
        [ "$kind" != die ] || continue # kills.sh
        local step=1
        [ -n "$full" ] || step=$(((count + picked - 1) / picked))
        ((step > 0)) || step=1
        runs=0
        for ((n = 1; n <= count; n += step)); do
            with_fault "$kind:$n"
            with_fault "$kind:$n+"
            case $kind in
            read | write) with_fault "$kind:$n+" FAULTS_SHORT ;;&
            read | write | fsync | close) with_fault "$kind:$n" FAULTS_SIGNAL ;;
            esac
        done >complaints
        # The runs are counted in this shell: the braces above make none of their own.
        complaints=$(sort -u complaints | head -n 20)
        [ "$count" -eq 0 ] && continue
        if [ -z "$complaints" ]; then
            pass "$name: $runs runs, $kind fails at $(((count + step - 1) / step)) of $count calls"
        else
            out=$complaints err="" status=$good
            fail "$name: $kind" "$(wc -l <complaints) complaints of $runs runs"
        fi
    done <counts
}

try route 'o.png o.routes o.json' \
    route small.net --engine cpu --threads 1 -o o.png -r o.routes --json o.json
try check '' check small.net in.routes
# A wrong result stays wrong if an allocation fails, at every call.
WANT=2 KIND=alloc full=1 try wrong '' check small.net wrong.routes
# Enough nets for several threads to write them, each into memory.
KIND=alloc picked=70 try large 'o.routes' \
    route large.net --keep large.routes --engine cpu --threads 3 -o none -r o.routes
try draw 'o.png' draw small.net in.routes -o o.png
try bfs 'o.png o.labels' bfs small.net --source 0,0 --repeats 1 -o o.png --labels o.labels
try batch 'a.png a.routes b.png b.routes contact.png batch.json' batch b.ini
[ -n "${FAULTS_OF_A_KIND:-}" ] || picked=2
try chip 'o.png o.def o.json o.csv' route tiny.def --lef quad.lef --threads 1 \
    -o o.png -r o.def --json o.json --nets-csv o.csv
try check-chip '' check tiny.def --lef quad.lef in.def
try draw-chip 'o.svg' draw tiny.def in.def --lef quad.lef -o o.svg
try convert 'o.net' convert tiny.def in.def --lef quad.lef -o o.net
try convert-wires 'o.routes' convert tiny.def in.def --lef quad.lef -o o.routes
try explain-chip 'o.png' explain tiny.def in.def ab --lef quad.lef -o o.png
net=$(sed -n '/^net/{s/^net \([^ ]*\).*/\1/p;q}' good/in.routes)
try explain 'o.png' explain small.net in.routes "$net" -o o.png
try chips 'a.png a.def contact.png batch.json' batch c.ini
# Finished jobs are kept or repeated.
kept=(kept/{a.png,a.routes,b.routes,c.png,c.def,contact.png,batch.json})
try resumed "${kept[*]}" batch r.ini --resume

# ---- with FULL: what else these commands take and give, at some calls ----------------------------
if [ -z "$full" ]; then finish; fi
full="" picked=${FAULTS_OF_A_KIND:-40}
printf 'type octile\nheight 4\nwidth 5\nmap\n.....\n.@@..\n.....\n.....\n' >good/t.map
printf 'version 1\n0\tt.map\t5\t4\t0\t0\t4\t3\t7\n' >good/t.scen
printf '%s\n' '%%MatrixMarket matrix coordinate pattern general' '5 5 5' '1 2' '2 3' '3 4' '4 5' \
    '1 5' >good/m.mtx
printf 'ab\n(\n0 0 9000 7000 metal1\n0 0 9000 7000 metal2\n0 0 9000 7000 metal3\n)\n' \
    >good/tiny.guide
cp "$repo/netlists/counter.def" good/
chip=(--lef quad.lef)
(
    cd good || exit
    "$leeway" route counter.def "${chip[@]}" -o none -r counter.out.def --skip-net clk
    "$leeway" convert tiny.def "${chip[@]}" -o tiny.net
    "$leeway" route tiny.net -o none -r tiny.routes
    "$leeway" generate open 1024 1024 2 --nets 1 -o many
) >/dev/null 2>&1
{
    printf 'grid many.grid\nnet a'
    for ((i = 0; i < 300; i++)); do printf ' %d,%d' $((i * 37 % 1024)) $((i * 101 % 1024)); done
    echo
} >good/many.net
try film 'o.gif o.routes' route small.net --engine cpu --threads 2 --animate o.gif -o none \
    -r o.routes
try film-page 'o.html' route small.net --engine cpu --threads 1 --animate o.html -o none -r none
try page 'o.html' draw small.net in.routes -o o.html
try detours 'o.svg' draw small.net in.routes -o o.svg --show detours
try congestion 'o.png' draw small.net in.routes -o o.png --show congestion --layer each
try diff 'o.png' draw small.net in.routes in.routes -o o.png --show diff
try table 'o.routes o.csv o.json' route small.net --engine cpu --threads 2 -o none -r o.routes \
    --nets-csv o.csv --json o.json --json-nets
try keep 'o.routes' route small.net --keep in.routes --only-net a --engine cpu --threads 2 \
    -o none -r o.routes
try keep-chip 'o.def o.json' route counter.def "${chip[@]}" --keep counter.out.def --threads 3 \
    -o none -r o.def --json o.json --json-nets
try guides 'o.def' route tiny.def "${chip[@]}" --guides tiny.guide --threads 3 --effort best \
    -o none -r o.def
try plan 'o.def' route counter.def "${chip[@]}" --global on --threads 3 -o none -r o.def
try native 'o.routes o.svg' route tiny.net --threads 2 -o o.svg -r o.routes
try check-native '' check tiny.net tiny.routes
try congestion-chip 'o.png' draw tiny.def in.def "${chip[@]}" -o o.png --show congestion \
    --layer each
try matrix 'o.labels' bfs m.mtx --source 1 --undirected --repeats 1 --labels o.labels
try map 'o.png' bfs t.map --source 0,0 --target 4,3 --repeats 1 -o o.png
try queries 'o.routes' route t.scen --engine cpu --threads 1 -o none -r o.routes
try generate 'g.grid g.net' generate macro 32 32 2 --nets 9 -o g
try generate-chip 'g.grid g.net' generate chip 64 64 2 --nets 9 -o g
try many-pins 'o.routes' route many.net --engine cpu --threads 2 -o none -r o.routes
finish
