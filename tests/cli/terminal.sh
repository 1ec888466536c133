#!/usr/bin/env bash
# Output to a terminal: no control characters, the order of lines, progress, --quiet and --verbose.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/library.bash"

# ---- harmless bytes ----------------------------------------------------------------------------

# Bytes that control a terminal (ESC and the rest of C0, DEL, C1), that turn text around, or that are
# no UTF-8.
evil=$'a\033[31mb\xc2\x9bc\xe2\x80\xaed\xffe'
harmful='[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]'

# tame TEXT STATUS COMMAND...: the status, and nothing harmful on either stream.
tame() {
    local text=$1 wanted=$2
    shift 2
    "$@" >said 2>&1
    status=$?
    out=$(cat -v said) err=""
    if [ "$status" -ne "$wanted" ]; then
        fail "$text" "expected status $wanted"
    elif [ ! -s said ]; then
        fail "$text" "expected something to be said"
    elif LC_ALL=C grep -qP "$harmful" said || ! iconv -f UTF-8 -t UTF-8 said >iconv.out 2>&1; then
        fail "$text" "harmful bytes"
    else
        pass "$text"
    fi
    rm -f said iconv.out
}

make_designs
name=$'n\xc2\x9bx\xe2\x80\xae' # no control byte by itself, and UTF-8: a net may be called so
printf 'grid parted.grid\nnet %s 0,4 7,4\nnet b 0,0 3,0\n' "$name" >named.net
printf '[batch]\n\033[31mred\n' >red.ini
printf '[job \033[31mred]\n' >section.ini
printf '[job a]\nnetlist = %s\n' "$evil" >file.ini
printf '[job a]\n%s = 1\n' "$evil" >key.ini
printf '[job a]\nnetlist = small.net\nengine = %s\n' "$evil" >value.ini
printf 'grid small.grid\nnet a 0,0 %s\n' "$evil" >pin.net
printf 'grid %s\n' "$evil" >grid.net
printf 'size 8 \033[5m\n' >bad.grid
cp small.net "$evil.net"
for ini in red section file key value; do
    tame "$ini.ini is quoted without its control bytes" 2 "$leeway" batch "$ini.ini"
done
tame "a pin" 2 "$leeway" route pin.net
tame "the name of a grid" 2 "$leeway" route grid.net
tame "a line of a grid" 2 "$leeway" bfs bad.grid --source 0,0
tame "the name of a netlist" 2 "$leeway" route "$evil"
tame "a command" 2 "$leeway" "$evil"
tame "an option" 2 "$leeway" route small.net "--$evil"
tame "a letter" 2 "$leeway" route small.net $'-\xff'
tame "the value of an option" 2 "$leeway" route small.net --engine "$evil"
tame "a net to route" 2 "$leeway" route small.net --only-net "$evil"
tame "an output's folder" 3 "$leeway" route small.net -o "$evil/a.png"
tame "a superfluous word" 2 "$leeway" route small.net "$evil"
tame "a netlist's name in the summary" 0 "$leeway" route "$evil.net" -o none -r none
tame "a netlist's name in JSON" 0 "$leeway" route "$evil.net" -o none -r none --json -
tame "an unrouted net" 1 "$leeway" route named.net -o none -r named.routes
tame "an unrouted net in JSON" 1 "$leeway" route named.net -o none -r none --json -
tame "a net that is explained" 0 "$leeway" explain named.net named.routes "$name"
tame "a net in the way of another" 0 "$leeway" explain named.net named.routes b
sed 's/cost [0-9]* length/cost 99 length/' named.routes >wrong.routes
tame "a fault of a net" 2 "$leeway" check named.net wrong.routes
cp named.routes "$evil.routes"
tame "a result's name" 1 "$leeway" check named.net "$evil.routes"
tame "a search's name" 0 "$leeway" bfs "$evil.net" --source 0,0
tame "a wrong line end in a name" 2 "$leeway" route $'a\nleeway: all is well'
run "$leeway" route $'a\nleeway: all is well'
expect "a name cannot fake a line" 2 "" "^a\?leeway: all is well: cannot open"
printf '[job a]\n\xc3\xa4\xc3\xb6  netlis = x\n' >caret.ini
run "$leeway" batch caret.ini
expect "the caret counts characters" 2 "" "^  \^"
printf '[job a]\nnetlist = \xc3\xa4\xc3\xb6\n' >caret.ini
run "$leeway" batch caret.ini
expect "the caret of a value stands below it" 2 "a: failed" "^            \^$"

# Data is made harmless on a terminal, and is unchanged in a pipe. --quiet, since a slow run shows
# progress.
if script -qec true /dev/null >/dev/null 2>&1; then
    for out in "-r - -o none" "-r /dev/stdout -o none" "-r none -o none --nets-csv -"; do
        script -qec "'$leeway' route named.net --quiet $out" /dev/null | tr -d '\r' >data.txt
        check "on a terminal: $out" grep -q '^\(net \)\?n?x?' data.txt
        check_not "nothing harmful in it" env LC_ALL=C grep -qP "$harmful" data.txt
    done
fi
"$leeway" route named.net -o none -r - -q >data.txt
check "in a pipe names are as they are" grep -qF "net $name unrouted" data.txt

# ---- progress ----------------------------------------------------------------------------------

# The slow reference wave takes long enough on any machine.
"$leeway" generate open 2048 2048 2 --nets 300 --pins 6 --seed 3 -o large >/dev/null

# In a pipe: within one second, one line per stage, each stage once.
started() {
    "$@" >said.out 2>said.err &
    pid=$!
    sleep 1.2
}
started "$leeway" route large.net --engine cpu --wave dijkstra --threads 1 -o none -r none
out=$(<said.out) err=$(<said.err) status=0
expect "a run says within a second or so what it does" 0 "" \
    '^[0-9.]+ s: (reading|preparing|routing each)'
kill -s TERM "$pid"
sleep 0.4
out="" err=$(<said.err)
expect "a signal is acknowledged at once" 0 "" '^interrupted: ending with the best result'
for ((i = 0; i < 60; i++)); do
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.1
done
check_not "and the run ends soon" kill -0 "$pid"
wait "$pid"
status=$? out=$(<said.out) err=$(<said.err)
expect "with its status" 130 'interrupted$'
check "no stage is told twice" test -z "$(sed -nE 's/^[0-9.]+ s: //p' said.err | sort | uniq -d)"
run "$leeway" route small.net -o none -r none
expect "a short run" 0 '^small.net: routed 2 of 2'
check "says nothing on the way, but for the engine" test -z "$(grep -v '^engine: ' <<<"$err")"

# --progress, without a terminal.
slow=("$leeway" route large.net --engine cpu --wave dijkstra --threads 1 --time-limit 1 -o none -r none)
run "${slow[@]}" --progress json
check "--progress json: nothing but objects" test -z "$(grep -vE '^\{"seconds": [0-9.]+, "stage": ".+", '\
'"round": [0-9]+, "conflicts": [0-9]+, "done": [0-9]+, "total": [0-9]+\}$|^unrouted: |^improvement' <<<"$err")"
check "several of a stage" test "$(grep -c '"stage": "routing each net by itself"' <<<"$err")" -ge 2
run "${slow[@]}" --progress none
check "--progress none" test -z "$(grep -v '^unrouted: ' <<<"$err")"
run "${slow[@]}" --progress bar
check "--progress bar, without a terminal" grep -q $'\033\\[Krouting each' <<<"$err"

# On a terminal: one line in place.
if script -qec true /dev/null >/dev/null 2>&1; then
    TERM=xterm script -qec "'$leeway' route large.net --engine cpu --wave dijkstra --threads 1 \
        --time-limit 2 -o none -r none" /dev/null >said 2>&1
    status=$? out=$(tr '\r' '\n' <said | tr -d '\033') err=""
    expect "a terminal shows the stage in place" 1 \
        '^\[Krouting each net by itself: [0-9]+ of 300 nets, [01] s, at most [12] s left$'
    check "and no lines" test -z "$(grep -E '^[0-9.]+ s: ' said)"
else
    echo "skipped: a terminal (no script(1) here)"
fi

# ---- --quiet and --verbose ---------------------------------------------------------------------

awk 'BEGIN {
    print "size 60 3\nblock 30 0 30 2" >"walls.grid"
    print "grid walls.grid" >"walls.net"
    for (i = 0; i < 25; i++) printf "net cut%d %d,0 %d,2\n", i, i, 31 + i >"walls.net"
    print "net fine 59,0 59,2" >"walls.net"
}'
run "$leeway" route walls.net --engine cpu -o none -r walls.routes
expect "ten unrouted nets are named" 1 '^unrouted: cut9: '
check "and no more" test "$(grep -c '^unrouted: cut' <<<"$out")" -eq 10
expect "the others are counted" 1 '^unrouted: 15 more in walls.routes$'
check "the summary is last" grep -q '^walls.net: routed 1 of 26' <<<"$(tail -n 1 <<<"$out")"
run "$leeway" route walls.net --engine cpu -o none -r none --json walls.json
expect "or in the JSON" 1 '^unrouted: 15 more in walls.json$'
run "$leeway" route walls.net --engine cpu -o none -r none
expect "or named on request" 1 '^unrouted: 15 more \(--verbose names them\)$'
run "$leeway" route walls.net --engine cpu -o none -r none --verbose
expect "--verbose names all" 1 '^unrouted: cut24: ' '^[0-9.]+ s: reading walls.net$'
check "not only ten" test "$(grep -c '^unrouted: cut' <<<"$out")" -eq 25
run "$leeway" route walls.net -q -o none -r walls.routes
expect "--quiet says nothing" 1 "" ""
run "$leeway" route walls.net --quiet -o none -r none --json -
expect "but what was asked for" 1 '^\{"version": 1' ""
run "$leeway" route nowhere.net --quiet
expect "and errors" 2 "" '^nowhere.net: cannot open'
run "$leeway" check walls.net walls.routes --quiet
expect "check --quiet" 1 "" ""
run "$leeway" route walls.net --quiet --verbose
expect "both" 2 "" 'exclude each other'

# ---- colours ------------------------------------------------------------------------------------
for colours in 'CLICOLOR_FORCE=0' 'NO_COLOR=1 CLICOLOR_FORCE=1' 'CLICOLOR_FORCE=1'; do
    # shellcheck disable=SC2086
    check "colours with $colours" test "$(env $colours "$leeway" route none.net 2>&1 |
        grep -c $'^none.net: \033')" = "$([[ $colours == C*1 ]] && echo 1 || echo 0)"
done
finish
