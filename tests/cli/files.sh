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
"$leeway" generate open 200 200 2 --nets 900 -o wordy >/dev/null
"$leeway" generate open 20 20 2 --nets 9 -o ending.net >/dev/null
check "generate: -o NAME.net names the same files as -o NAME" test "$(ls ending.*)" = "ending.grid
ending.net"
rm ending.*
run "$leeway" route wordy.net --engine cpu -o none -r /dev/full -q
expect "a full disk before the last line" 3 "" '^/dev/full: cannot write: No space left'
rm wordy.grid wordy.net
run "$leeway" route small.net --engine cpu -o none -r none --json /dev/full
expect "JSON into a full disk" 3 "" 'No space left'
"$leeway" route small.net --engine cpu -o none -r none >/dev/full 2>err
check "summary into a full disk" test $? -eq 3
"$leeway" route small.net -o full.png -r full.routes --json - >/dev/full 2>err
check "JSON to a full standard output" test $? -eq 3
run "$leeway" check small.net full.routes
expect "the files are complete then" 0 'right: 2 nets'
check "the picture, too" test "$(tail -c 8 full.png | head -c 4)" = IEND
rm -f err full.png full.routes
run "$leeway" route small.net --engine cpu -o none -r no/such/folder.routes
expect "folder does not exist" 3 "" 'no/such/folder.routes'
run "$leeway" route small.net --engine cpu -o none -r .
expect "output is a folder" 3 "" 'folder'
printf 'old\n' >old.png
run "$leeway" route small.net --engine cpu -o old.png -r /dev/full
expect "one of two outputs fails" 3
check "the other is as it was" grep -qx old old.png
run "$leeway" route small.net --engine cpu -o none -r small.net
expect "output would overwrite the netlist" 2 "" 'would overwrite the input small.net'
ln small.grid other.grid
run "$leeway" route small.net --engine cpu -o none -r other.grid
expect "output would overwrite the grid under another name" 2 "" 'would overwrite the input'
rm other.grid
run "$leeway" route small.net --engine cpu -o same.png -r same.png
expect "two outputs of one name" 2 "" 'both write same'
ln small.grid small.png
run "$leeway" draw small.net -o small.png
expect "draw over the grid" 2 "" 'would overwrite'
rm small.png
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

# ---- a part of a design does not replace a result that holds more ------------------------------

rm -rf out
printf 'size 9 9 2\n' >part.grid
printf 'grid part.grid\nnet a 0,0 8,0\nnet b 0,2 8,2\nnet c 0,4 8,4\n' >part.net
run "$leeway" route part.net --only-net b
expect "a part where there is nothing yet" 0
run "$leeway" route part.net --only-net b
expect "and again" 0 'routed 1 of 1'
run "$leeway" route part.net --only-net '[abc]*'
expect "brackets are no pattern" 2 "" '--only-net: no net of part.net matches "\[abc\]\*"'
run "$leeway" route part.net --only-net '?' --skip-net 'b*' -o none -r none
expect "patterns choose nets" 0 'routed 2 of 2'
run "$leeway" draw part.net -o many.png --highlight '*'
expect "a pattern highlights nets" 0
run "$leeway" draw part.net -o many.png --highlight 'x*'
expect "a pattern of no net" 2 "" '--highlight: no net of part.net matches'
run "$leeway" route part.net
expect "the whole over a part" 0 'routed 3 of 3'
cp -r out whole
run "$leeway" route part.net --only-net b
expect "a part over the whole" 2 "" \
    '^leeway: out/part.routes holds 2 nets that this run leaves out; .*with -r$'
run "$leeway" route part.net --skip-net b
expect "the same by --skip-net" 2 "" 'out/part.routes holds 1 net that'
run "$leeway" route part.net --only-net b -r b.routes
expect "the picture, too" 2 "" '^leeway: out/part.png holds 2 nets .*with -o$'
check "nothing has changed" cmp out/part.routes whole/part.routes
check "nor the picture" cmp out/part.png whole/part.png
check_not "nor is there another file" test -e b.routes
run "$leeway" route part.net --only-net b --keep out/part.routes
expect "kept nets are part of the run" 0 'routed 3 of 3'
run "$leeway" route part.net --only-net b -r out/part.routes -o none
expect "a file that is named" 0 'routed 1 of 1'
check "holds the part" test "$(grep -c ' routed ' out/part.routes)" -eq 1
echo "no result" >out/part.routes
run "$leeway" route part.net --only-net b -o none
expect "a file that is no result" 2 "" 'may hold more'
cp "$repo"/netlists/counter.def "$repo"/netlists/quad.lef .
chip() { run "$leeway" route counter.def --lef quad.lef "$@"; }
chip --only-net clk
expect "a layout: a part" 0 'routed 1 of 1'
chip --only-net clk
expect "a layout: again" 0 'routed 1 of 1'
chip
expect "a layout: the whole" 0
chip --only-net clk
expect "a layout: a part over the whole" 2 "" 'out/counter.def holds 62 nets that'
chip --only-net clk -r clk.def
expect "a layout: its picture" 2 "" 'out/counter.png holds [0-9]+ nets'
chip --only-net clk -r clk.def -o clk.png
expect "a layout: names of its own" 0 'routed 1 of 1'

# batch --only: batch.json and the contact sheet keep the results of the other jobs.
if command -v python3 >/dev/null; then
    rm -rf out
    printf '[job a]\nnetlist = part.net\n[job b]\nnetlist = part.net\nskip-net = b\n' >some.ini
    printf '[job lost]\nnetlist = nowhere.net\n' >>some.ini
    "$leeway" batch some.ini -q 2>/dev/null
    cp out/batch.json all.json && cp out/contact.png all.png
    run "$leeway" batch some.ini --only b
    expect "--only runs one job" 0 '^b +routed +2 +2'
    check "batch.json keeps the others as they were" python3 -c 'import json
old, new = (json.load(open(f))["jobs"] for f in ("all.json", "out/batch.json"))
assert [j["job"] for j in new] == ["a", "b", "lost"]
assert new[0] == old[0] and new[2] == old[2] and new[1]["cost"] == old[1]["cost"]
assert new[1]["seconds"] != old[1]["seconds"]
assert json.load(open("out/batch.json"))["status"] == 2'
    check "the contact sheet shows all" cmp out/contact.png all.png
    sed -i '3,4d' some.ini # job b
    sed -i '3d' some.ini
    run "$leeway" batch some.ini --only a
    check "a job that is no more is left out" python3 -c 'import json
assert [j["job"] for j in json.load(open("out/batch.json"))["jobs"]] == ["a", "lost"]'
    echo '{"version": 1, "jobs": [' >out/batch.json
    run "$leeway" batch some.ini --only a
    expect "a file that is cut off is no harm" 0
else
    echo "skipped: batch --only (no python3 here)"
fi

# ---- records of nets, and the schema of all JSON -----------------------------------------------

rm -rf out
printf 'size 9 9 2\nblock 7 7 8 8\n' >recorded.grid
printf 'grid recorded.grid\nnet a 0,0 8,0\nnet b,"c" 0,2 4,2 2,4\nnet lost 8,8 0,8\nnet left 0,5 3,5\n' >recorded.net
run "$leeway" route recorded.net --skip-net left --nets-csv nets.csv --json nets.json --json-nets
expect "records of nets" 1
mapfile -t line <nets.csv
check "a head and a line a net" test "${#line[@]}" -eq 5
check "its columns" test "${line[0]}" = \
    net,state,pins,cost,length,vias,bends,x0,y0,x1,y1,least_length,over,searches
check "a net as short as it can be" grep -qE '^a,routed,2,8,8,0,0,0,0,8,0,8,0,[1-9]' <<<"${line[1]}"
check "a quoted name" grep -qE '^"b,""c""",routed,3,6,6,0,[0-9]+,0,2,4,4,6,0,[1-9]' <<<"${line[2]}"
check "an unrouted net" grep -qE '^lost,no-path,2,0,0,0,0,0,8,8,8,8,0,' <<<"${line[3]}"
check "a net that was left out" test "${line[4]}" = left,skipped,2,0,0,0,0,0,5,3,5,3,0,0
run "$leeway" route recorded.net -o none -r none --nets-csv - -q
expect "the table to standard output" 1 '^a,routed,2,8,8'
run "$leeway" route recorded.net -o same.png -r none --nets-csv same.png
expect "two outputs of one name" 2 "" '^leeway: --picture and --nets-csv: both write same'
run "$leeway" route recorded.net -o none -r none --nets-csv recorded.grid
expect "an input" 2 "" 'would overwrite the input'
# Detours: the length that a wall costs is in column over.
printf 'size 9 9\nblock 4 0 4 7\n' >recorded.grid
printf 'grid recorded.grid\nnet a 0,0 8,0\n' >over.net
run "$leeway" route over.net -o none -r none --nets-csv - -q
expect "length over the least possible" 0 '^a,routed,2,24,24,0,[0-9]+,0,0,8,8,8,16,'
chip -o none -r none --nets-csv chip.csv --json chip.json --json-nets
expect "records of a chip" 0
check "a line a net" test "$(wc -l <chip.csv)" -eq 64
check "its columns" grep -qx \
    'net,state,pins,length_um,vias,x0,y0,x1,y1,least_length_um,over_um' chip.csv
check "no net is shorter than it can be" awk -F, 'NR > 1 && ($11 < 0 || $4 < $10) { exit 1 }' \
    chip.csv
check "they sum up to the whole" awk -F, -v OFS= '{ sum += $4 } END { exit sum != whole }' \
    whole="$(sed -nE 's/.*"length_um": ([0-9.]+), "vias.*patches.*/\1/p' chip.json)" chip.csv
printf '[job a]\nnetlist = recorded.net\nnets-csv = a.csv\njson = a.json\njson-nets = yes\n' \
    >all.ini
printf '[job c]\nnetlist = counter.def\nlef = quad.lef\nnets-csv = c.csv\n' >>all.ini
printf '[job lost]\nnetlist = nowhere.net\n' >>all.ini
"$leeway" batch all.ini -q 2>/dev/null
check "a table a job" test -s out/a.csv -a -s out/c.csv
if command -v python3 >/dev/null; then
    schema() { python3 "$repo/tests/support/check_json.py" \
        "$repo/router/cli/manual/summary.schema.json" "$@"; }
    "$leeway" route recorded.net -o none -r none -q --json plain.json
    "$leeway" route counter.def --lef quad.lef -q -o none -r none --layers metal1-metal2 --json \
        open.json
    check "unrouted nets of a chip are there" grep -q '"reason": "' open.json
    run schema nets.json chip.json plain.json open.json out/a.json out/batch.json
    expect "all JSON is as the schema says" 0 ""
    for change in 's/"routed": [0-9]*/"routed": -1/' 's/"over"/"above"/' \
        's/"status": 1/"status": 4/'; do
        sed "$change" nets.json >bad.json
        run schema bad.json
        expect "the check notices $change" 1 'bad.json'
    done
else
    echo "skipped: the schema of JSON (no python3 here)"
fi
finish
