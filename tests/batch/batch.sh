#!/usr/bin/env bash
# leeway batch: configurations and their errors, confinement, resuming.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/../cli/library.bash"
make_designs

# The commented example runs unchanged.
cp -r "$repo/examples" "$repo/netlists" .
mkdir out
# BATCH_JOBS: number of jobs at a time, for ThreadSanitizer.
run "$leeway" batch examples/batch.ini ${BATCH_JOBS:+--jobs "$BATCH_JOBS"}
expect "the example runs" 0 '^maze +routed +1 +1'
check "pictures, routes, report, contact sheet" test -s out/batch/maze.png -a -s \
    out/batch/maze.routes \
    -a -s out/batch/batch.json -a -s out/batch/contact.png
check "none is none" test ! -e out/batch/channel-alone.png
if command -v python3 >/dev/null; then
    check "batch.json" python3 -c 'import json
d = json.load(open("out/batch/batch.json"))
assert [j["job"] for j in d["jobs"]] == ["maze", "channel", "channel-alone", "counter", "first-nets"], d
assert d["jobs"][0]["routed"] == 1 and d["jobs"][0]["version"] == 1'
fi
check "a job's result is that of route" cmp out/batch/maze.routes \
    <("$leeway" route netlists/maze.net -o none -r - 2>/dev/null)
rm -rf examples netlists out

# wrong NAME EXPECTED: batch.ini is wrong; EXPECTED matches the message, nothing is written.
wrong() {
    run "$leeway" batch batch.ini
    expect "$1" 2 "" "$2"
    check "$1: nothing written" test ! -e out
    rm batch.ini
}
run "$leeway" batch missing.ini
expect "no configuration" 2 "" '^missing.ini: cannot open'
: >batch.ini
wrong "empty" 'at least one \[job NAME\]'
printf '[batch]\noutput = out\n' >batch.ini
wrong "no job" 'at least one'
printf '[bacth]\n' >batch.ini
wrong "unknown section" '^batch.ini:1:2: .*did you mean batch'
printf '[job a]\nnetlist = small.net\nengin = cpu\n' >batch.ini
wrong "unknown key" '^batch.ini:3:1: .*did you mean engine'
printf '[job a]\nnetlist = small.net\n  engine =  gppu ; really\n' >batch.ini
wrong "wrong value, indented" \
    '^batch.ini:3:13: engine: expected one of auto, cpu, gpu, found "gppu"'
printf '[job a]\nnetlist = small.net\nthreads = 0\n' >batch.ini
wrong "number out of range" '^batch.ini:3:11: threads: expected a number from 1 to 1024'
printf '[batch]\ngpus = 0;2\n[job a]\nnetlist = small.net\n' >batch.ini
wrong "GPUs" '^batch.ini:2:8: gpus: expected all, .*found "0;2"'
printf '[job a]\nnetlist = small.net\n[job b]\nnetlist = small.net\n[job a]\n' >batch.ini
wrong "repeated job" '^batch.ini:5:2: job a is there already, at line 1'
printf '[job a]\nnetlist = small.net\nnetlist = small.net\n' >batch.ini
wrong "repeated key" '^batch.ini:3:11: netlist: given twice'
printf '[job a]\nengine = cpu\n' >batch.ini
wrong "job without netlist" '^batch.ini:1:1: job a: expected a key netlist'
printf 'netlist = small.net\n' >batch.ini
wrong "key before any section" '^batch.ini:1:1: expected \[batch\]'
printf '[job a]\nnetlist small.net\n' >batch.ini
wrong "no equals sign" '^batch.ini:2:1: expected \[SECTION\], KEY = VALUE'
printf '[job a\nnetlist = small.net\n' >batch.ini
wrong "unclosed section" '^batch.ini:1:7: expected \]'
printf '[job a]\nnetlist = %s/netlists/counter.def\nlef = "a b" c\\ d %0300d\n' \
    "$repo" 1 >batch.ini
run "$leeway" batch batch.ini
expect "names with blanks, and a long line" 2 'a: failed' '^batch.ini:3:7: .*cannot read a b: '
rm -rf out
for key in lef only-net highlight netlist output keep guides picture; do
    section=job\ a
    [ "$key" = output ] && section="batch"
    printf '[%s]\n%s = "a b.x\n' "$section" "$key" >batch.ini
    wrong "$key with an unclosed quote" "^batch.ini:2:$((${#key} + 4)): expected a quote that ends"
done
printf '[job a]\nlef = a.lef b"c\n' >batch.ini
wrong "an unclosed quote inside a list" '^batch.ini:2:14: expected a quote that ends the word'
printf '[job a]\nnetlist = "a" b\n' >batch.ini
wrong "words behind the quotes" '^batch.ini:2:15: expected one text in quotes, found more words'
cp small.net 'sm "a.net'
printf '[batch]\noutput = "o t"\n[job a]\nnetlist = "sm \\"a.net"\npicture = %s\n' "'p q.png'" >batch.ini
run "$leeway" batch batch.ini
expect "paths in quotes" 0 'a: '
check "the output of a path in quotes" test -f 'o t/p q.png'
rm -rf 'o t'
rm -rf out
printf '[job a]\nnetlist = small.net\n[batch]\noutput = out\n' >batch.ini
wrong "[batch] behind a job" '^batch.ini:3:2: expected \[batch\] before'
printf '[job a/b]\nnetlist = small.net\n' >batch.ini
wrong "job name that is no file name" "^batch.ini:1:2: expected a job's name"
printf '[batch]\nnetlist = small.net\n' >batch.ini
wrong "a job's key in [batch]" '^batch.ini:2:1: .*belongs to \[job NAME\]'
printf '[batch]\npicture = a.png\n' >batch.ini
wrong "one picture for all jobs" '^batch.ini:2:11: picture: expected none'
for name in ../a.png /a.png x/../../a.png .hidden.png x//a.png; do
    printf '[job a]\nnetlist = small.net\npicture = %s\n' "$name" >batch.ini
    wrong "output $name leaves the folder" '^batch.ini:3:11: .*inside the output folder'
done
# Outputs that exclude each other, as files or as folders: reported at the later one, whatever is
# between them in the alphabet.
clash() {
    local name=$1 expected=$2
    shift 2
    printf '%s\n' '[job a]' 'netlist = small.net' "$@" >batch.ini
    wrong "$name" "$expected"
}
b='[job b]' from='netlist = small.net'
clash "a file of the batch itself" \
    '^batch.ini:3:11: job a: .* name for out/contact.png, since the batch itself writes out/contact.png' 'picture = contact.png'
clash "in a file of the batch itself" \
    '^batch.ini:3:10: job a: .* since the batch itself writes out/batch.json$' \
    'routes = batch.json/a.routes'
clash "two files of one job" '^batch.ini:4:8: job a: .* since job a \(line 3\) writes out/x$' \
    'picture = x' 'json = x'
clash "two jobs write one file" \
    '^batch.ini:5:10: job b: .* for out/a.routes, since job a \(line 1\) writes out/a.routes$' \
    "$b" "$from" 'routes = a.routes'
clash "a job of that file's name comes later" \
    '^batch.ini:4:1: job b: .* for out/b.png, since job a \(line 3\) writes out/b.png$' \
    'picture = b.png' "$b" "$from"
clash "a file where a folder is" \
    '^batch.ini:6:11: job b: .* for out/sub, since job a \(line 3\) writes out/sub/deep/a.png$' \
    'picture = sub/deep/a.png' "$b" "$from" 'picture = sub'
clash "a folder where a file is" \
    '^batch.ini:6:11: job b: .* for out/sub/b.png, since job a \(line 3\) writes out/sub$' \
    'picture = sub' "$b" "$from" 'picture = sub/b.png'
clash "a caret under it" '^ +\^$' 'picture = sub' 'json = sub.json' 'routes = sub/a.routes'
printf '%s\n' '[job a]' "$from" 'picture = sub/a.png' 'routes = sub.routes' 'json = sub-a.json' \
    "$b" "$from" 'picture = sub/b.png' >batch.ini
run "$leeway" batch batch.ini
expect "names that only begin alike" 0 '^b +routed'
rm -r out

# The film of a job is written to the output folder.
printf '%s\n' '[job a]' "$from" 'animate = a.html' >batch.ini
run "$leeway" batch batch.ini
expect "a job with a film" 0 '^a +routed'
check "its film" grep -qE '"frames":[1-9]' out/a.html
rm -r out
printf '%s\n' '[job a]' "$from" 'animate = ../a.html' >batch.ini
wrong "a film leaves the folder" '^batch.ini:3:11: .*inside the output folder'
printf '%s\n' '[batch]' 'animate = a.html' >batch.ini
wrong "one film for all jobs" '^batch.ini:2:11: animate: expected none'

# Conflicts on disk: a folder in a file's place, an input as an output, a folder as an input.
mkdir -p out/sub
blocked() {
    run "$leeway" batch batch.ini
    expect "$1" 2 "" "$2"
    check "$1: nothing is routed" test ! -e out/batch.json
}
printf '%s\n' "$b" "$from" '[job a]' "$from" 'picture = sub' >batch.ini
blocked "a folder in a picture's place" \
    '^batch.ini:5:11: job a: expected another name for out/sub: a folder is there'
ln small.net out/other
printf '%s\n' '[job a]' "$from" 'routes = other' >batch.ini
blocked "routes over a netlist" \
    '^batch.ini:3:10: job a: expected another name for out/other: it is an input'
ln batch.ini out/same.png
printf '%s\n' '[job same]' "$from" >batch.ini
blocked "a picture over the configuration" \
    '^batch.ini:1:1: job same: expected another name for out/same.png: it is an input'
rm -r out batch.ini
printf '%s\n' '[batch]' 'keep = .' '[job a]' 'netlist = ./' '[job b]' "$from" 'keep = nowhere' \
    '[job c]' "$from" >batch.ini
run "$leeway" batch batch.ini
expect "a folder as netlist" 2 '^a +failed' \
    '^batch.ini:4:11: job a: cannot read ./: expected a file, found a folder'
expect "no such result to keep" 2 '^b +failed' \
    '^batch.ini:7:8: job b: cannot read nowhere: No such file'
expect "a folder to keep, for all jobs" 2 '^c +failed' \
    '^batch.ini:8:1: job c: cannot read .: expected a file, found a folder'
rm -r out

# Links that lead out of the output folder are refused before anything is written.
mkdir outside out
ln -s ../outside out/sub
printf '[job a]\nnetlist = small.net\npicture = sub/new/a.png\n' >batch.ini
run "$leeway" batch batch.ini
expect "folder that is a link to outside" 2 "" 'leads out of the output folder'
ln -s ../outside/a.routes out/a.routes
: >outside/a.routes
printf '[job a]\nnetlist = small.net\n' >batch.ini
run "$leeway" batch batch.ini
expect "file that is a link to outside" 2 "" 'leads out of the output folder'
check "nothing outside" test "$(find outside -mindepth 1 | wc -l)" -eq 1 -a ! -s outside/a.routes
rm -r out outside

# A wrong word is found when the configuration is read, with a caret; a wrong name of a net when the
# job runs.
printf '[batch]\nengine = cpu\n[job a]\nnetlist = small.net\nwave = sweap\n' >batch.ini
run "$leeway" batch batch.ini
expect "misspelt wave" 2 "" '^batch.ini:5:8: wave: .*did you mean sweep\?'
check "its caret" grep -q '^         ^$' <<<"$err"
printf '[job a]\nnetlist = small.net\nskip-net = nonesuch\n' >batch.ini
run "$leeway" batch batch.ini
expect "unknown net" 2 '^a +failed' '^batch.ini:1:1: job a: --skip-net: no net "nonesuch"'
printf '[job a]\nnetlist = small.net\n' >batch.ini
rm -r out

# Links in place of the batch's own files are refused, too. In .batch they are removed.
mkdir outside
for name in batch.json contact.png .batch; do
    mkdir out
    : >outside/file
    : >outside/.hidden
    target=../outside/file
    [ "$name" != .batch ] || target=../outside
    ln -s "$target" "out/$name"
    run "$leeway" batch batch.ini
    expect "$name is a link to outside" 2 "" 'leads out of the output folder'
    check "$name: all outside as it was" test \
        "$(find outside -mindepth 1 | LC_ALL=C sort | tr '\n' ' ')" = \
        "outside/.hidden outside/file " -a ! -s outside/file
    rm -r out
done
mkdir -p out/.batch
for name in a.done a.thumb.png; do ln -s ../../outside/file "out/.batch/$name"; done
run "$leeway" batch batch.ini --resume
expect "links among the records" 0 '^a +routed'
check "nothing is written through them" test ! -s outside/file
rm out/.batch/a.*
mkfifo out/.batch/a.done out/.batch/a.thumb.png
run timeout -k 1 20 "$leeway" batch batch.ini --resume
expect "pipes among the records" 0 '^a +routed'
check "records are files again" test -f out/.batch/a.done -a -f out/.batch/a.thumb.png
rm out/batch.json out/.batch/a.done
mkfifo out/batch.json
truncate -s 4G out/.batch/a.done
timed timeout -k 1 60 "$leeway" batch batch.ini --resume
expect "a pipe for a report, 4 GB of zeros for a record" 0 '^a +routed'
check "the report is a file again" test -f out/batch.json
check "the zeros are not read ($spent hundredths)" test "$spent" -le 400
truncate -s 4G out/.batch/a.done
timed timeout -k 1 60 "$leeway" batch batch.ini --resume
expect "4 GB of zeros behind a record" 0 '^a +routed'
check "they are not read, either ($spent hundredths)" test "$spent" -le 400
run "$leeway" batch batch.ini --resume
check "and then the job is kept" grep -q "^a: finished before" <<<"$out"
cp out/contact.png before.png
truncate -s 100 out/.batch/a.thumb.png
touch out/.batch/a.began
run "$leeway" batch batch.ini --resume
expect "a thumbnail that was cut" 0 '^a +routed'
check "is drawn again" cmp out/contact.png before.png
check "no job is noted as under way" test ! -e out/.batch/a.began
rm -r out outside

# A failed job does not stop the others; the status is the worst.
cat >batch.ini <<'INI'
[batch]
engine = cpu
[job good]
netlist = small.net
[job lost]
netlist = nowhere.net
[job parted]
netlist = parted.net
highlight = a cut
INI
run "$leeway" batch batch.ini
expect "a failed job" 2 '^lost +failed' \
    '^batch.ini:6:11: job lost: cannot read nowhere.net: No such file'
check "the others are done" test -s out/good.routes -a -s out/parted.routes
if command -v python3 >/dev/null; then
    check "batch.json names the failed job" python3 -c 'import json
d = json.load(open("out/batch.json"))
good, lost, parted = d["jobs"]
assert d["status"] == 2 and good["status"] == 0 and parted["status"] == 1
assert lost["status"] == 2 and "nowhere.net" in lost["error"] and lost["line"] == 6
assert parted["unrouted"][0]["net"] == "cut"'
fi
if script -qec true /dev/null >/dev/null 2>&1; then
    run script -qec "'$leeway' route small.net --engine cpu -r none -o -" /dev/null
    expect "no picture to a terminal" 3 'terminal'
fi
run "$leeway" batch batch.ini --only good --only parted
expect "--only" 1 '^parted +unrouted +2 +1'
run "$leeway" batch batch.ini --dry-run --only 'g?od' --only 'part*'
expect "--only with a pattern" 0 '^parted +route +2'
check "and no other job" test "$(grep -cE ' (route|fail) ' <<<"$out")" = 2
run "$leeway" batch batch.ini --only goood
expect "--only of an unknown job" 2 "" 'did you mean good'

# --resume: finished jobs are kept unless their inputs, options or outputs have changed.
run "$leeway" batch batch.ini --resume --only good
expect "finished jobs stay" 0 '^good: finished before: routed 2 of 2'
rm out/good.png
run "$leeway" batch batch.ini --resume --only good
expect "a missing output is made again" 0 '^good: small.net: routed 2 of 2'
check "it is there" test -s out/good.png
echo '# changed' >>small.grid
run "$leeway" batch batch.ini --resume --only good
expect "a changed grid is routed again" 0 '^good: small.net: routed'
sed -i 's/^engine = cpu/&\norder = long/' batch.ini
run "$leeway" batch batch.ini --resume --only good
expect "a changed option is, too" 0 '^good: small.net: routed'
sed -i 's/^engine = cpu/&\nthreads = 3/' batch.ini
run "$leeway" batch batch.ini --resume --only good
expect "threads change nothing" 0 '^good: finished before'
rm -r out
run "$leeway" batch batch.ini --resume --only good
expect "--resume without an earlier run" 0 '^good: small.net: routed'
exec 9>out/.batch/lock
if command -v flock >/dev/null && flock -n 9; then
    run "$leeway" batch batch.ini
    expect "another batch runs here" 3 "" 'another batch is running in'
fi
exec 9>&-
run timeout 10 "$leeway" batch /dev/zero
expect "a file without lines ends soon" 2 '' '/dev/zero:1:1: expected text, found a NUL byte'

# Jobs of every kind are kept: their records agree with their results.
printf 'type octile\nheight 4\nwidth 5\nmap\n.....\n.@@..\n.....\n.....\n' >t.map
printf 'version 1\n0\tt.map\t5\t4\t0\t0\t4\t3\t7\n0\tt.map\t5\t4\t1\t1\t4\t3\t7\n' >t.scen
{
    printf '[batch]\noutput = each\nengine = cpu\n[job nets]\nnetlist = parted.net\njson-nets = yes\n'
    printf '[job some]\nnetlist = small.net\nonly-net = a\n[job rest]\nnetlist = small.net\n'
    printf 'skip-net = a\nalone = yes\n[job none]\nnetlist = small.net\nroutes = none\n'
    printf '[job packed]\nnetlist = parted.net\nroutes = packed.routes.gz\n'
    printf '[job queries]\nnetlist = t.scen\n'
} >each.ini
run "$leeway" batch each.ini
expect "jobs of every kind" 1 '^queries +routed'
run "$leeway" batch each.ini --resume
expect "they are kept" 1 '^packed: finished before: routed 1 of 2 nets'
check "all of them" test "$(grep -c ': finished before: ' <<<"$out")" -eq 6

# A record that disagrees with its result is not believed, though its sum is correct.
sum_of() {
    local hash=$((0xcbf29ce484222325)) byte
    while read -r byte; do
        hash=$(((hash ^ byte) * 0x100000001b3))
    done < <(head -c "$1" "$2" | od -An -v -t u1 -w1)
    printf 'sum %016x\n' "$hash"
}
# forge RECORD EDIT...: the record edited by sed, with a sum for it.
forge() {
    local record=$1 held
    held=$(($(wc -c <"$record") - 21))
    check "the sum of $record" test "$(tail -c 21 "$record")" = "$(sum_of "$held" "$record")"
    head -c "$held" "$record" | sed "${@:2}" >forged
    check "forged" test "$(cmp -n "$held" forged "$record" | wc -l)" -eq 1
    sum_of "$(wc -c <forged)" forged | cat forged - >"$record"
}
forge each/.batch/nets.done -e 's/^length 3$/length 4/'
run "$leeway" batch each.ini --resume
expect "a forged record" 1 '^nets: parted.net: routed 1 of 2 nets'
cp "$repo"/netlists/{counter.def,quad.lef} .

# Defaults that mean nothing for a job's design are ignored; such an option of the job is an error.
printf '[batch]\noutput = mixed\nlef = quad.lef\nguides = none.guide\nalone = yes\nwave = bucket\n' >mixed.ini
printf '[job grid]\nnetlist = small.net\n[job layout]\nnetlist = counter.def\n' >>mixed.ini
run "$leeway" batch mixed.ini --only grid
expect "a default of layouts is ignored for a grid" 0 '^grid +routed'
printf '[job g]\nnetlist = small.net\nguides = none.guide\n' >wrong.ini
run "$leeway" batch wrong.ini
expect "an option before its file" 2 'g: failed' 'wrong.ini:3:10: job g: guides: small.net is a netlist on a grid'
printf '[job g]\nnetlist = small.net\nlef = quad.lef\n' >wrong.ini
run "$leeway" batch wrong.ini
expect "a LEF of a grid" 2 'g: failed' 'wrong.ini:3:7: job g: lef: small.net is a netlist on a grid'
run "$leeway" route small.net --lef quad.lef -o x.png
expect "--lef with a grid" 2 '' '^leeway: --lef: small.net is a netlist on a grid'
printf '[batch]\noutput = chips\n[job chip]\nnetlist = counter.def\nlef = quad.lef\n' >chip.ini
run "$leeway" batch chip.ini
vias=$(sed -nE 's/^chip: .* vias ([0-9]+),.*/\1/p' <<<"$out")
forge chips/.batch/chip.done -e "s/^vias $vias\$/vias $((vias - 1))/" # of as many digits
run "$leeway" batch chip.ini --resume
expect "of a layout" 0 "^chip: counter: routed .* vias $vias,"
run "$leeway" batch chip.ini --resume
expect "its own is" 0 '^chip: finished before'
finish
