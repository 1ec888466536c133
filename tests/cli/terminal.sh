#!/usr/bin/env bash
# What reaches a terminal: nothing that steers it, the order of lines, progress, how much is said.
set -uo pipefail
# shellcheck source=tests/cli/library.bash
. "$(dirname "$0")/library.bash"

# ---- harmless bytes ----------------------------------------------------------------------------

# Bytes that steer a terminal (ESC and the rest of C0, DEL, C1), that turn text around, no UTF-8.
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

finish
