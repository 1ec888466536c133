#!/usr/bin/env bash
# Files that cannot be read or written: statuses 2 and 3, and nothing half-written is left.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/library.bash"
make_designs
before=$(find . | sort)

run "$leeway" route missing.net
expect "netlist does not exist" 2 "" 'missing.net: .*No such file'
run "$leeway" route .
expect "netlist is a folder" 2 "" '.'
printf 'grid nowhere.grid\nnet a 0,0 1,1\n' >lost.net
run "$leeway" route lost.net
expect "grid does not exist" 2 "" 'lost.net:1:6: .*nowhere.grid'
printf 'grid small.grid\nnet a 0,0 9,0\n' >outside.net
run "$leeway" route outside.net
expect "pin outside the grid" 2 "" '^outside.net:2:[0-9]+: '
check "the line is shown with a caret" grep -qE '^ +\^' <<<"$err"
run bash -c 'printf "grid small.grid\nnet a 0,0 x\n" | "$1" route -' _ "$leeway"
expect "wrong standard input" 2 "" ':2:[0-9]+: '
: >empty.net
run "$leeway" route empty.net
expect "empty netlist" 2 "" 'empty.net'
run "$leeway" check small.net missing.routes
expect "result does not exist" 2 "" 'missing.routes'
printf 'routes small.net\nnet a routed cost x\n' >bad.routes
run "$leeway" check small.net bad.routes
expect "malformed result" 2 "" '^bad.routes:2:[0-9]+: '
rm lost.net outside.net empty.net bad.routes
check "nothing was written" test "$before" = "$(find . | sort)"

# Outputs.
run "$leeway" route small.net --engine cpu -r none -o /dev/full
expect "picture into a full disk" 3 "" 'No space left'
run "$leeway" route small.net --engine cpu -o none -r /dev/full
expect "routes into a full disk" 3 "" 'No space left'
run "$leeway" route small.net --engine cpu -o none -r none --json /dev/full
expect "JSON into a full disk" 3 "" 'No space left'
"$leeway" route small.net --engine cpu -o none -r none >/dev/full 2>err
check "summary into a full disk" test $? -eq 3
rm -f err
run "$leeway" route small.net --engine cpu -o none -r no/such/folder.routes
expect "folder does not exist" 3 "" 'no/such/folder.routes'
run "$leeway" route small.net --engine cpu -r none -o .
expect "output is a folder" 3 "" 'folder'
printf 'old\n' >old.png
run "$leeway" route small.net --engine cpu -o old.png -r /dev/full
expect "one of two outputs fails" 3
check "the other is as it was" grep -qx old old.png
run "$leeway" route small.net --engine cpu -o small.net -r none
expect "output would overwrite the netlist" 2 "" 'would overwrite the input small.net'
ln small.grid other.grid
run "$leeway" route small.net --engine cpu -o none -r other.grid
expect "output would overwrite the grid under another name" 2 "" 'would overwrite the input'
rm other.grid
run "$leeway" route small.net --engine cpu -o same -r same
expect "two outputs of one name" 2 "" 'both write same'
run "$leeway" draw small.net -o small.grid
expect "draw over the grid" 2 "" 'would overwrite'
rm old.png
check "nothing was left behind" test "$before" = "$(find . | sort)"

: >out
run "$leeway" route small.net --engine cpu
expect "out is a file" 3 "" 'out'
rm out

mkdir sealed
chmod a-w sealed
as_other=()
if [ "$(id -u)" -eq 0 ]; then
    chmod a+rx "$scratch"
    as_other=(setpriv --reuid 65534 --clear-groups)
    "${as_other[@]}" "$leeway" --version >/dev/null 2>&1 || as_other=(skip)
fi
if [ "${as_other[*]}" != skip ]; then
    run "${as_other[@]}" "$leeway" route small.net --engine cpu -o none -r sealed/a.routes
    expect "folder without write permission" 3 "" 'Permission denied'
fi

# Written through: links stay links, pipes and devices work.
mkdir target
ln -s target/real.routes link.routes
printf 'old\n' >target/real.routes
run "$leeway" route small.net --engine cpu -o none -r link.routes
expect "output is a link" 0
check "the link is still one" test -L link.routes
check "its target is written" grep -q '^net a routed' target/real.routes
mkfifo pipe
cat pipe >piped &
run "$leeway" route small.net --engine cpu -o none -r pipe
wait
expect "output is a pipe" 0
check "all of it arrived" cmp piped target/real.routes
"$leeway" route small.net --engine cpu -o - -r none >piped.png 2>err
check "picture to standard output" cmp -n 4 piped.png <(printf '\211PNG')
run bash -c '"$1" route small.net --engine cpu -o none -r none --json - | true; echo "${PIPESTATUS[0]}"' _ "$leeway"
check "a reader that leaves ends in 0 or 3, not in a crash" grep -qE '^(0|3)$' <<<"$out"
gzip -k small.grid small.net 2>/dev/null && {
    run "$leeway" route small.net.gz --engine cpu
    expect "gzipped netlist" 0 'routed 2 of 2'
    check "its stem is that of the netlist" test -s out/small.routes
}
finish
