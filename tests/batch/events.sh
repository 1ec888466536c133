#!/usr/bin/env bash
# leeway batch: dry runs, the options with their origin, events, copies of the report, patterns.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/../cli/library.bash"
make_designs
cp "$repo/netlists/counter.def" "$repo/netlists/quad.lef" .
cat >batch.ini <<'EOF'
[batch]
order = long
[job a]
netlist = small.net
[job chip]
netlist = counter.def
lef = quad.lef
[job bad]
netlist = missing.net
EOF

run "$leeway" batch batch.ini --dry-run
expect "a dry run names what fails" 2 '^bad +fail' '^batch.ini:9:11: job bad: cannot read missing.net'
expect "it has nets and memory" 2 '^a +route +2 +[0-9.]+ kB +[?]$'
check "it writes nothing" test ! -e out
run "$leeway" batch batch.ini --show-config --only a
expect "--show-config: what a job sets" 0 '^netlist = small.net +; batch.ini:4$' ""
expect "what [batch] sets" 0 '^order = long +; batch.ini:2$'
expect "what nothing sets" 0 '^; engine = auto +; default$'
check "it runs nothing" test ! -e out
head -7 batch.ini >good.ini
run "$leeway" batch good.ini --jsonl - --jobs 1
expect "events" 0 '^\{"event": "begin", "seconds": [0-9.]+, "job": "a"\}$' 'routed 2 of 2'
if command -v python3 >/dev/null; then
    check "each line is JSON, in order" python3 -c 'import json, sys
e = [json.loads(line) for line in sys.argv[1].splitlines()]
assert [x["event"] for x in e] == ["begin", "end", "begin", "end", "done"], e
assert e[1]["routed"] == 2 and e[3]["nets"] == 63 and e[4]["status"] == 0' "$out"
fi
run "$leeway" batch good.ini --resume --json - --jsonl events
check "--json - is batch.json" diff <(echo "$out") out/batch.json
check "events of jobs that were finished" grep -q '"job": "a", "result": "routed"' events
run "$leeway" batch good.ini --resume --json copy.json
check "--json FILE is batch.json" cmp copy.json out/batch.json
run "$leeway" batch good.ini --resume --dry-run
expect "a dry run of finished jobs" 0 '^chip +keep +63 +[0-9.]+ [kM]B +[0-9.]+$' ""
run "$leeway" batch batch.ini
expect "the table has the cause of a failure" 2 '^bad +failed +job bad: cannot read missing.net'
expect "and the unit of a layout's length" 2 '^chip .* 63[0-9] um '
run "$leeway" batch batch.ini --jsonl no/such
expect "events cannot be written" 3 "" '--jsonl: cannot write no/such'

# ---- patterns of netlists --------------------------------------------------------------------------

mkdir runs
for seed in 1 2; do "$leeway" generate random 12 12 --nets 2 --seed "$seed" -o "runs/m $seed"; done >made
printf '[job s]\nnetlist = runs/m*.net\nthreads = 1\n' >glob.ini
run "$leeway" batch glob.ini
expect "a job per file" 0 '^s.m_1 +routed'
check "each with its files" test -s out/s.m_1.routes -a -s out/s.m_2.routes
printf '[job s]\nnetlist = runs/x*.net\n' >glob.ini
run "$leeway" batch glob.ini
expect "no file" 2 "" '^glob.ini:2:11: netlist: no file matches "runs/x\*.net"'
cp "runs/m 1.grid" runs/m_1.grid && cp "runs/m 1.net" runs/m_1.net
printf '[job s]\nnetlist = runs/m?1.net\n' >glob.ini
run "$leeway" batch glob.ini
expect "two files of one name" 2 "" '^glob.ini:2:11: netlist: two files give the job s.m_1'
# All errors of a job's file are printed, as by route.
printf 'size 9 9\n' >two.grid
printf 'grid two.grid\nnet a 0,0 99,0\nnte b\n' >two.net
printf '[batch]\noutput = out\n[job two]\nnetlist = two.net\n' >two.ini
for how in --dry-run --resume; do
    run "$leeway" batch two.ini "$how"
    expect "two errors with $how" 2 ".*" '^two.net:2:11: .*'
    check "both and their number" test "$(grep -cE '^two.net:[23]:|^2 errors$' <<<"$err")" = 3
done
finish
