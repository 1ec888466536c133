#!/usr/bin/env bash
# Words on the command line: help, versions, unknown and misspelt ones. All wrong usage is status 2,
# with the message on standard error and nothing on standard output.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/library.bash"
make_designs

run "$leeway"
expect "no command" 2 "" 'expected a command'
run "$leeway" --help
expect "--help" 0 'usage:' ""
run "$leeway" --version
expect "--version" 0 '^leeway [0-9]+\.[0-9]+\.[0-9]+$' ""
run "$leeway" help
expect "help" 0 'leeway route NETLIST' ""
for command in route batch check draw bfs generate bench devices help; do
    run "$leeway" help "$command"
    expect "help $command" 0 "usage: leeway $command" ""
    text=$out
    run "$leeway" "$command" --help
    expect "$command --help" 0 "usage: leeway $command" ""
    check "$command --help says the same as help $command" test "$text" = "$out"
done
# What a command cannot do without stands in its usage, and in the message.
for words in "draw small.net|-o" "bfs small.net|--source" "generate open 4 4|-o"; do
    read -ra command <<<"${words%|*}"
    run "$leeway" "${command[@]}"
    expect "${command[0]} without ${words#*|}" 2 "" "${words#*|} .*is missing"
    run "$leeway" help "${command[0]}"
    expect "help ${command[0]} names ${words#*|}" 0 "usage: .* ${words#*|} " ""
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
expect "unknown engine" 2 "" 'auto\|cpu\|gpu'
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
expect "crop outside the grid" 2 "" 'inside the grid of 8 x 5'
run "$leeway" check small.net
expect "check without a result" 2 "" 'usage: leeway check NETLIST ROUTES'
run "$leeway" check - -
expect "two standard inputs" 2 "" 'only one of'
run "$leeway" draw small.net
expect "draw without -o" 2 "" '-o PICTURE.png is missing'
run "$leeway" devices
expect "devices" 0 'engine cpu: usable' ""
check "wrong usage wrote nothing" test ! -e out -a ! -e x.png
run "$leeway" --help extra
expect "--help ignores what follows" 0 'usage:' ""
"$leeway" --help >/dev/full 2>err
check "--help into a full disk is status 3" test $? -eq 3
check "and says so" grep -q 'cannot write standard output' err
finish
