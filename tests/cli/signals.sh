#!/usr/bin/env bash
# SIGINT and SIGTERM: status 130, and the best result so far is written and correct.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/library.bash"

# Long enough to be interrupted on any machine: the slow reference wave on a large open grid.
awk 'BEGIN {
    print "grid long.grid"
    for (i = 0; i < 200; i++)
        printf "net n%d %d,%d %d,%d\n", i, 2 + i * 4, 1 + i % 7, 1000 - i * 4, 1000 - i % 5
}' >long.net
echo 'size 1024 1024 2' >long.grid

for signal in INT TERM; do
    rm -rf out
    # Without job control a background job ignores SIGINT: restore its default.
    set -m
    "$leeway" route long.net --engine cpu --wave dijkstra --threads 1 >stdout 2>stderr &
    pid=$!
    set +m
    sleep 1
    kill -s "$signal" "$pid"
    wait "$pid"
    status=$? out=$(<stdout) err=$(<stderr)
    expect "SIG$signal" 130 'interrupted'
    check "the result is written" test -s out/long.routes -a -s out/long.png
    run "$leeway" check long.net out/long.routes
    expect "and right" 1 'unrouted'
    check "nothing else is left" test "$(find out -type f | wc -l)" -eq 2
done

# A large run that is interrupted early, with nearly all nets unrouted, is drawn and written in two
# seconds of CPU time.
"$leeway" generate chip 2048 2048 4 --nets 100000 --seed 1 -o large -q
rm -rf out stderr
set -m
"$leeway" route large.net --engine cpu --verbose >stdout 2>stderr &
pid=$!
set +m
for ((i = 0; i < 600; i++)); do
    grep -q 'routing net' stderr && break
    sleep 0.05
done
end_by INT "$pid"
expect "an interrupted large run" 130 'routed [0-9]+ of 100000 nets' 'interrupted: ending'
check "ends in two seconds of the CPU ($spent hundredths)" test "$spent" -le 200
check "with its picture" test -s out/large.png

# A signal while files are read ends the program at once, without outputs.
mkfifo slow
set -m
"$leeway" route slow >stdout 2>stderr &
pid=$!
set +m
sleep 0.3
kill -s INT "$pid"
wait "$pid"
status=$? out="" err=$(<stderr)
expect "SIGINT while reading" 130

# The program does not wait for a reader of its result that reads nothing.
mkfifo idle
# shellcheck disable=SC2217 # that it does not read is the point
sleep 60 <idle &
reader=$!
run "$leeway" generate chip 400 400 3 --nets 3000 -o wordy
set -m
"$leeway" route wordy.net -o none -r - -q >idle 2>stderr &
pid=$!
set +m
for ((i = 0; i < 100; i++)); do # until it waits: the state S, and no more time used
    sleep 0.1
    now=$(awk '{ print $14 + $15 }' "/proc/$pid/stat")
    [[ $now != "${then-}" || $now == 0 ]] || break
    then=$now
done
kill -s TERM "$pid"
wait "$pid"
status=$? out="" err=$(<stderr)
kill "$reader"
expect "SIGTERM while nobody reads the result" 3 "" '^standard output: cannot write: Interrupted'
mkfifo unread
set -m
"$leeway" route wordy.net -o none -r unread -q 2>stderr &
pid=$!
set +m
sleep 1
kill -s TERM "$pid"
sleep 1.8
check_not "ended without a second signal" kill -s KILL "$pid"
wait "$pid"
status=$? out="" err=$(<stderr)
expect "SIGTERM while nobody opens the pipe" 3 "" '^unread: cannot write: Interrupted'

run "$leeway" route long.net --engine cpu --wave dijkstra --threads 1 --time-limit 1 -o none -r \
    limited.routes
expect "--time-limit" 1 'ended by the time limit'
check "unrouted nets say so" grep -q 'unrouted time-limit' limited.routes

# The first pass and the reasons of hundreds of unrouted nets exceed the limit.
run "$leeway" generate open 512 512 2 --nets 2500 --pins 8 -o many
run timeout 15 "$leeway" route many.net --engine cpu --max-iterations 0 --time-limit 2 -o none -r \
    many.routes
expect "--time-limit ends a pass or its reasons" 1 'ended by the time limit'
run "$leeway" check many.net many.routes
expect "what it leaves is right" 1
run "$leeway" check long.net limited.routes
expect "its result is right" 1

# A layout of 600 crossing nets on two layers: far more wires than tracks.
cp "$repo/netlists/quad.lef" .
awk -v nets=600 'BEGIN {
    srand(7)
    print "VERSION 5.8 ;\nDIVIDERCHAR \"/\" ;\nBUSBITCHARS \"[]\" ;\nDESIGN crowd ;"
    print "UNITS DISTANCE MICRONS 1000 ;\nDIEAREA ( 0 0 ) ( 100000 100000 ) ;"
    for (l = 1; l <= 4; l++)
        printf "TRACKS %s 250 DO 199 STEP 500 LAYER metal%d ;\n", l % 2 ? "Y" : "X", l
    printf "PINS %d ;\n", 2 * nets
    for (p = 0; p < 2 * nets; p++) {
        do { x = int(rand() * 90); y = int(rand() * 90) } while ((x, y) in used)
        used[x, y] = 1
        printf "- p%d + NET n%d + DIRECTION INOUT + USE SIGNAL\n", p, p % nets
        printf "  + LAYER metal1 ( -150 -150 ) ( 150 150 ) + PLACED ( %d %d ) N ;\n",
            1000 * x + 2250, 1000 * y + 2250
    }
    printf "END PINS\nNETS %d ;\n", nets
    for (n = 0; n < nets; n++)
        printf "- n%d ( PIN p%d ) ( PIN p%d ) ;\n", n, n, n + nets
    print "END NETS\nEND DESIGN"
}' >crowd.def
run "$leeway" route crowd.def --lef quad.lef --layers metal1-metal2 --time-limit 1 -o none \
    -r crowd.routes --json crowd.json
expect "--time-limit of a placed chip" 1 'the time limit ended the run before a way was found'
check "its open nets say so" grep -q 'unrouted time-limit' crowd.routes
check "in the JSON, too" grep -q '"reason": "time-limit"' crowd.json
check_not "no signal came" grep -q interrupted crowd.routes crowd.json
run "$leeway" check crowd.def --lef quad.lef crowd.routes
expect "what it leaves of the chip is right" 1

# The same layout, interrupted in different stages: the result is complete, and nothing else is left.
for moment in INT:0 TERM:0.4 INT:0.9; do
    rm -rf out stderr
    set -m
    "$leeway" route crowd.def --lef quad.lef --layers metal1-metal2 --threads 2 --verbose \
        >stdout 2>stderr &
    pid=$!
    set +m
    for ((i = 0; i < 600; i++)); do
        grep -q 'finding how wires' stderr && break
        sleep 0.05
    done
    sleep "${moment#*:}"
    kill -s "${moment%:*}" "$pid"
    wait "$pid"
    status=$? out=$(<stdout) err=$(<stderr)
    expect "SIG$moment s into the routing of a chip" 130 'interrupted'
    left=$(find out -type f | sort | tr '\n' ' ')
    check "its result and picture, nothing else: $left" test "$left" = 'out/crowd.def out/crowd.png '
    run "$leeway" check crowd.def --lef quad.lef out/crowd.def
    expect "what it leaves is right" 1
done

# 300 000 nested blockages take long to map to tracks.
awk '/^BLOCKAGES/ { print "BLOCKAGES 300002 ;"
                    for (i = 0; i < 300000; i++)
                        printf "- LAYER metal2 RECT ( %d %d ) ( 33000 33000 ) ;\n",
                            1000 + i % 550, 1000 + int(i / 550)
                    next } { print }' "$repo/netlists/counter.def" >nested.def
rm -f stderr
set -m
"$leeway" route nested.def --lef quad.lef --verbose -o none -r nested.routed.def \
    >stdout 2>stderr &
pid=$!
set +m
for ((i = 0; i < 600; i++)); do
    grep -qs 'finding how wires' stderr && break
    sleep 0.05
done
sleep 0.2
end_by TERM "$pid"
expect "SIGTERM while blockages are laid over the tracks" 130 'interrupted'
check "ends that, but for the check of the result ($spent hundredths)" \
    test "$spent" -lt 1000
finish
