#!/usr/bin/env bash
# The command line: help, versions, unknown and misspelt words. Wrong usage is status 2, with the
# message on standard error and nothing on standard output.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/library.bash"
make_designs

run "$leeway"
expect "no command" 2 "" 'expected a command'
run "$leeway" --help
expect "--help" 0 'usage:' ""
run "$leeway" --version
expect "--version" 0 '^leeway [0-9]+\.[0-9]+\.[0-9]+$' ""
expect "--version: how it was built" 0 '^CUDA: .+' ""
run "$leeway" help
expect "help" 0 'leeway route NETLIST' ""
for command in route batch check draw bfs generate bench devices help; do
    run "$leeway" help "$command"
    expect "help $command" 0 "usage: leeway $command" ""
    text=$out
    run "$leeway" "$command" --help
    expect "$command --help" 0 "usage: leeway $command" ""
    check "$command --help says the same as help $command" test "$text" = "$out"
    [[ $command == devices || $command == help ]] ||
        check "$command --help: examples once, before the options" test \
            "$(grep -oE '^(example|options)' <<<"$out" | xargs)" = "example options"
done
# A required option is in the usage and in the message.
for words in "draw small.net|-o" "bfs small.net|--source" "generate open 4 4|-o"; do
    read -ra command <<<"${words%|*}"
    run "$leeway" "${command[@]}"
    expect "${command[0]} without ${words#*|}" 2 "" "${words#*|} .*is missing"
    run "$leeway" help "${command[0]}"
    expect "help ${command[0]} names ${words#*|}" 0 "usage: .* ${words#*|} " ""
done
# A reader that has seen enough closes the pipe: no error, and nothing on standard error.
for ((i = 0; i < 5; i++)); do
    err=$({ "$leeway" help route --as man 2>&3 | true; echo "${PIPESTATUS[0]}" >piped; } 3>&1)
    check "help into a closed pipe ends quietly" test "$err$(cat piped)" = 0
done
run "$leeway" devices --json -
expect "devices as JSON" 0 '^\{"version": 1, "engines": \[\{"engine": ".*"threads": [0-9]+, "gpus": \[' ""
# -vv prints each option with what set it.
run "$leeway" check small.net small.net -vv
expect "-vv names defaults" 2 "" '^; lef = none +; default$'
expect "-vv names what the command line sets" 2 "" '^verbose = true +; command line$'
run "$leeway" check small.net small.net -vq
expect "-vq" 2 "" 'exclude each other'
for name in . .. small/..; do
    run "$leeway" generate open 4 4 -o "$name"
    expect "generate -o $name names no file" 2 "" 'the NAME of the files'
done
run "$leeway" help rout
expect "help of an unknown command" 2 "" 'did you mean route'
run "$leeway" ruote small.net
expect "misspelt command" 2 "" 'did you mean route'
run "$leeway" route
expect "missing operand" 2 "" 'usage: leeway route NETLIST'
run "$leeway" route small.net other.net
expect "superfluous operand" 2 "" 'superfluous "other.net"'
run "$leeway" route small.net --egnine cpu
expect "misspelt option" 2 "" 'did you mean --engine'
run "$leeway" route small.net --time 3
expect "the beginning of an option" 2 "" 'did you mean --time-limit'
run "$leeway" route small.net --seed 3
expect "option of another command" 2 "" 'takes no option --seed'
run "$leeway" route small.net --engine tpu
expect "unknown engine" 2 "" 'auto, cpu, gpu'
run "$leeway" route small.net --order shrot
expect "misspelt order" 2 "" 'did you mean short'
run "$leeway" route small.net --wave nonesuch --engine cpu
expect "unknown wave" 2 "" 'nonesuch'
run "$leeway" route small.net --wave sweap --engine cpu
expect "misspelt wave" 2 "" 'did you mean sweep\?'
run "$leeway" route small.net --threads 0
expect "number out of range" 2 "" 'from 1 to 1024'
run "$leeway" route small.net --threads two
expect "no number" 2 "" 'found "two"'
for gpus in 0 65 2x 1,1 ','; do
    run "$leeway" route small.net --gpus "$gpus"
    expect "--gpus $gpus" 2 "" "^leeway: --gpus: expected all, .*found \"$gpus\""
done
run "$leeway" route small.net --json
expect "missing value" 2 "" 'its value FILE is missing'
run "$leeway" route small.net --engine cpu --engine cpu
expect "option given twice" 2 "" 'given twice'
run "$leeway" route small.net --only-net c
expect "unknown net" 2 "" 'no net "c"'
run "$leeway" route small.net --only-net a --skip-net a
expect "no net left of those chosen" 2 "" '--skip-net: no net of small.net is left to route'
run "$leeway" route small.net --skip-net a --skip-net b
expect "every net left out" 2 "" '--skip-net: no net of small.net is left to route'
run "$leeway" route small.net --highlight c -o x.png
expect "unknown net to highlight" 2 "" 'no net "c"|c'
run "$leeway" route small.net --crop 0,0,8,1
expect "crop outside the grid" 2 "" '--crop: expected a box inside the grid .X0 <= X1 <= [0-9]+, Y0 <= Y1 <= [0-9]+., found 0,0,8,1'
run "$leeway" check small.net
expect "check without a result" 2 "" 'usage: leeway check NETLIST ROUTES'
run "$leeway" check - -
expect "two standard inputs" 2 "" 'only one of'
run "$leeway" draw small.net
expect "draw without -o" 2 "" '-o FILE.png, .* is missing'
run "$leeway" devices
expect "devices" 0 'engine cpu: usable' ""
check "wrong usage wrote nothing" test ! -e out -a ! -e x.png
run "$leeway" --help extra
expect "--help ignores what follows" 0 'usage:' ""
"$leeway" --help >/dev/full 2>err
check "--help into a full disk is status 3" test $? -eq 3
check "and says so" grep -q 'cannot write standard output' err
# ---- several errors of a file in one run -------------------------------------------------------

# expect_errors TEXT LINE...: expects one error per LINE, in this order, and their number.
expect_errors() {
    local text=$1 lines
    shift
    lines=$(sed -nE 's/^[^ :]+:([0-9]+):[0-9]+: .*/\1/p' <<<"$err" | tr '\n' ' ')
    if [ "$status" -eq 2 ] && [ "$lines" = "$* " ] && grep -qx "$# errors" <<<"$err"; then
        pass "$text"
    else
        fail "$text" "expected errors in the lines $*"
    fi
}
printf 'size 8 8 2\nlayr 1\nblock 1 1 9 9\nwall 1,1,1 3,3,1\nblock 1 1 2 2\nmap\n....\nblock 1\n' \
    >w.grid
printf 'grid w.grid\nnet a\nnt b\nnet c 1,1 7,7\nnet c 0,0\n' >w.net
run "$leeway" route w.net
expect_errors "a grid: all up to a wrong map" 2 3 4 7
run "$leeway" route w.net -o none
printf 'size 8 8 2\n' >w.grid
run "$leeway" route w.net
expect_errors "a netlist" 2 3 5
printf 'sze 8 8\nblock 1\n' >w.grid
run "$leeway" route w.net
expect "nothing follows a wrong size" 2 "" '^w.grid:1:1: expected a grid: size'
check "its error is the only one" test "$(grep -c '^w.grid:' <<<"$err")" -eq 1
printf 'size 8 8\n' >w.grid
printf 'grid w.grid\nnet a 0,0 7,0\nnet b 0,2 7,2\n' >w.net
"$leeway" route w.net -q -o none -r w.routes
sed -e '3s/$/ 9/' -e '5s/7,2,1/0,2/' w.routes >bad.routes
run "$leeway" check w.net bad.routes
expect_errors "a result" 3 5
(cat w.net && for ((i = 0; i < 30; i++)); do echo "net x$i 0,$i,9"; done) >many.net
run "$leeway" route many.net
expect "at most twenty" 2 "" '^20 errors; there may be more$'
check "and no more" test "$(grep -c '^many.net:' <<<"$err")" -eq 20
printf '4\n0 1 0 0 1 7 7\n1 9 0 0 1 7 7\n2 1 x 1 1 7 6\n3 1 2 2 1 7 8\n' >c.nl
{
    echo '8 8 5 10'
    awk 'BEGIN { for (i = 0; i < 16; i++) print "1 1 1 1 1 1 1 1" }'
} >c.grid
run "$leeway" route c.nl
expect_errors "a course netlist" 3 4 5
printf 'type octile\nheight 3\nwidth 4\nmap\n..x.\n...\n.@.@\n' >m.map
run "$leeway" bfs m.map --source 0,0
expect_errors "a map" 5 6
printf 'type octile\nheight 3\nwidth 4\nmap\n....\n....\n.@.@\n' >m.map
printf 'version 1\n0\tm.map\t4\t3\t0\t0\t9\t0\t1\n0\tm.map\t4\t3\t0\t0\t3\t0\tx\n0\tm.map\t4\t3\t0\t0\t3\t0\t3\n0\tn.map\t4\t3\t0\t0\t3\t0\t3\n' >m.scen
run "$leeway" route m.scen
expect_errors "a scenario" 2 3 5

# edit FILE LINE FROM TO...: changes words of a copy of the file, w.FILE, line by line.
edit() {
    local file=$1
    shift
    cp "$repo/netlists/$file" "w.$file"
    for (( ; $# > 0; )); do
        sed -i "$1s/$2/$3/" "w.$file"
        shift 3
    done
}
line_of() { grep -n -m1 -- "$2" "$repo/netlists/$1" | cut -d: -f1; }
pitch=$(line_of quad.lef '^ *PITCH')
size=$(grep -n '^ *SIZE' "$repo/netlists/quad.lef" | sed -n '2s/:.*//p') \
    # of a macro, behind that of the site
rect=$(grep -n '^ *RECT' "$repo/netlists/quad.lef" | sed -n '$s/:.*//p')
edit quad.lef "$pitch" 'PITCH .*' 'PITCH x ;' "$size" ' BY ' ' TO ' "$rect" 'RECT .*' 'RECT 1 ;'
run "$leeway" route "$repo/netlists/counter.def" --lef w.quad.lef
expect_errors "LEF" "$pitch" "$size" "$rect"
tracks=$(line_of counter.def TRACKS) clk=$(line_of counter.def '- clk ( PIN') \
    enable=$(line_of counter.def '- enable ( PIN')
edit counter.def "$tracks" 'DO' 'DI' "$clk" 'clk_root' 'clk_rot' "$enable" 'PIN enable' 'PIN enabel'
run "$leeway" route w.counter.def --lef "$repo/netlists/quad.lef"
expect_errors "DEF" "$tracks" "$clk" "$enable"
first=$(line_of counter.def '+ PLACED') last=$(line_of counter.def 'bit.*toggle.* + PLACED')
edit counter.def "$first" 'PLACED (' 'PLACED [' "$last" 'PLACED ( [0-9]*' 'PLACED ( x'
run "$leeway" route w.counter.def --lef "$repo/netlists/quad.lef"
expect_errors "components; their nets are not judged" "$first" "$last"

printf '[bacth]\noutput = x\n[batch]\nengne = cpu\njobs = 0\n[job a\nnetlist = x\n[job b]\nnetlist w\n' >w.ini
printf 'wave = detor\n[job b]\nnetlist = w.net\n' >>w.ini
run "$leeway" batch w.ini
expect_errors "an INI file; the keys of a wrong section are passed over" 1 4 5 6 9 10 11
expect "the nearest wave, at its line" 2 "" '^w.ini:10:8: wave: .*did you mean detour\?$'
run "$leeway" route w.net --wave detor
expect "and on the command line" 2 "" 'wave: .*did you mean detour\?$'

# Faults of a result have the line of the wire, or else of the net.
sed -e '2s/cost 7/cost 8/' -e '5s/7,2,1/6,2,1/' w.routes >bad.routes
run "$leeway" check w.net bad.routes
expect "a fault has the line of its net" 2 'wrong: [0-9]+ faults' '^bad.routes:2: net a: its cost'
expect "or of its wire" 2 'wrong' '^bad.routes:5: net b: the wire 0,2,1 6,2,1 ends at no pin'

# ---- did you mean, everywhere ------------------------------------------------------------------

run "$leeway" route ww.net
expect "a file's name" 2 "" '^ww.net: cannot open: .*; did you mean w.net\?$'
run "$leeway" check w.net ./w.rotes
expect "a file's name in a folder" 2 "" 'did you mean ./w.routes\?$'
printf 'grid v.grid\nnet alpha 0,0 7,0\n' >v.net
run "$leeway" route v.net
expect "a grid's name, with its line" 2 "" '^v.net:1:6: .*v.grid'
printf 'grid w.grid\nnet alpha 0,0 7,0\n' >v.net
for option in only-net skip-net highlight; do
    run "$leeway" route v.net --"$option" alpa
    expect "--$option" 2 "" "^leeway: --$option: no net .alpa. in v.net; did you mean alpha\?$"
done
run "$leeway" draw v.net -o v.png --highlight alpa
expect "draw --highlight" 2 "" 'did you mean alpha\?$'
run "$leeway" route "$repo/netlists/counter.def" --lef "$repo/netlists/quad.lef" --only-net clq
expect "a net of a chip" 2 "" 'did you mean clk\?$'

# draw accepts a grid.
run "$leeway" draw w.grid -o grid.png
expect "draw a grid" 0 "" ""
check "it is a picture" cmp -n 4 grid.png <(printf '\211PNG')
run "$leeway" draw w.grid w.routes -o grid.png
expect "a grid has no routes" 2 "" 'w.grid is a grid$'
printf '%%%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n' >one.mtx
run "$leeway" draw one.mtx -o grid.png
expect "nor is a matrix drawn" 2 "" 'a matrix, which bfs draws'
run "$leeway" bfs one.mtx --source 1
expect "1 edge" 0 ', 1 edge, 2 levels,'
run "$leeway" bfs one.mtx --source 2
expect "1 level" 0 ', 0 edges, 1 level,'

finish
