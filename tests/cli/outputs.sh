#!/usr/bin/env bash
# Outputs that the system refuses: full or limited disks, a failing rename, folders and files of a
# batch that lead elsewhere, small stacks.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/library.bash"
make_designs

run bash -c "ulimit -f 1; exec '$leeway' generate open 300 300 2 --nets 9 -o none/x"
"$leeway" generate macro 300 300 2 --nets 60 -o big >/dev/null
run bash -c "ulimit -f 1; exec '$leeway' route big.net -o big.png -r big.routes"
expect "a limit on the size of files" 3 '' 'cannot write: File too large'
check "leaves nothing" test -z \
    "$(find . -name '*.png' -o -name '*.routes' -o -name '.*.tmp' -o -name '.[0-9]*')"

# If the second output cannot be renamed, the rename of the first is undone. An existing file is
# exchanged (rename 4 is the first after those of three temporaries; if an exchange fails, a plain
# rename is tried).
two='route small.net --engine cpu --threads 1 -o two/b.png -r two/a.routes --json two/c.json'
old_outputs() {
    rm -rf two && mkdir two
    for file in b.png a.routes c.json; do echo "old $file" >"two/$file"; done
}
# True if the outputs are unchanged and there are no other files.
as_before() {
    for file in b.png a.routes c.json; do grep -qx "old $file" "two/$file" || return 1; done
    [ "$(find two -type f | wc -l)" -eq 3 ]
}
if fault_shim; then
    # shellcheck disable=SC2086
    for faults in 4-5 5-6 6-7; do
        old_outputs
        run env FAULTS="rename:$faults" LD_PRELOAD="$shim" "$leeway" $two
        expect "renames $faults fail" 3 '' 'cannot write'
        check "the outputs that were there stand again" as_before
        rm -rf two && mkdir two
        run env FAULTS="rename:${faults%-*}" LD_PRELOAD="$shim" "$leeway" $two
        expect "rename ${faults%-*} fails where nothing was" 3 '' 'cannot write'
        check "nothing is there then" test -z "$(ls -A two)"
    done
    old_outputs
    # shellcheck disable=SC2086
    run env FAULTS=rename:5+ LD_PRELOAD="$shim" "$leeway" $two
    expect "renames fail and the taking back, too" 3 '' 'cannot write'
    check "what was there is not lost" test "$(grep -rlx 'old .*' two | wc -l)" -eq 3
else
    echo "note: faults are not tested: $no_shim"
fi

mkfifo late.net
# swapped MOVE...: runs MOVE while the batch waits for its job's netlist.
swapped() {
    "$leeway" batch swap.ini >stdout 2>stderr &
    local pid=$!
    for _ in {1..100}; do [ ! -e out/.batch/a.began ] || break; sleep 0.1; done
    "$@"
    cat small.net >late.net
    wait "$pid"
    status=$? out=$(<stdout) err=$(<stderr)
}

# The folder of a batch's output is swapped for a link while its job is read.
mkdir outside
printf '[job a]\nnetlist = late.net\nroutes = deep/a.routes\n' >swap.ini
swapped eval "rmdir out/deep && ln -s ../outside out/deep"
expect "an output folder swapped for a link" 3 'a: failed, status 3' \
    'moved out of the output folder'
check "nothing is written through it" test -z "$(ls -A outside)"
check "and no other output appears" test ! -e out/a.png

# So is the batch's own folder.
rm -rf out
swapped eval "mv out/.batch out/moved && ln -s ../outside out/.batch"
expect "a batch's own folder swapped for a link" 3 'a: failed, status 3' \
    'moved out of the output folder'
check "nothing is written through that" test -z "$(ls -A outside)"

# A second name of a file elsewhere is replaced, not written through.
rm -rf out && mkdir out
echo mine >mine
ln mine out/a.routes
printf '[job a]\nnetlist = small.net\n' >hard.ini
run "$leeway" batch hard.ini
expect "an output that is a second name of a file" 0
check "is replaced" grep -q '^routes' out/a.routes
check "its other name keeps its content" grep -qx mine mine

# Nothing is written through links at the names of the batch's own files, in any mode.
for own in a.done a.began a.thumb.png .a.0.a.png; do
    for mode in --resume '--resume --shard 1/1'; do
        for how in 'ln mine' 'ln -s ../../mine' mkfifo; do
            rm -rf out && mkdir -p out/.batch
            echo mine >mine
            # shellcheck disable=SC2086
            $how "out/.batch/$own"
            # shellcheck disable=SC2086
            run timeout -k 1 5 "$leeway" batch hard.ini $mode
            expect "$how at $own, $mode" 0
            check "keeps mine ($how at $own, $mode)" grep -qx mine mine
            check "is done ($how at $own, $mode)" test -f out/.batch/a.done
            check "has its outputs ($how at $own, $mode)" grep -q '^routes' out/a.routes
        done
    done
done

for command in "draw small.net -o small.png" "batch hard.ini" "route small.net -o none -r none" \
    "check small.net out/a.routes" "bfs small.net --source 0,0 -o bfs.png"; do
    # shellcheck disable=SC2086
    run bash -c "ulimit -s 256; exec '$leeway' $command"
    expect "a stack of 256 KB: ${command%% *}" 0
done

for most in 4 5; do
    run bash -c "ulimit -n $most; exec '$leeway' route small.net --engine cpu -o none -r none"
    expect "no more than $most files may be open" 3 "" 'cannot open: Too many open files'
done

for name in 'blank .net ' $'line\nend.net' $'esc\033[1m.net' $'no utf-8 \xff.net' $'tab\t.net' ; do
    cp small.net "$name"
    run "$leeway" route "$name" -o none -r name.routes
    expect "a netlist whose name is $(printf %q "$name")" 0
    run "$leeway" check "$name" name.routes
    expect "its result is right" 0
done
# ---- streams that the caller closed ------------------------------------------------------------

# shellcheck disable=SC2016 # the inner shell's own
without() { run timeout 10 bash -c '"${@:2}" '"$1" _ "$@"; }
without '<&-' "$leeway" route - --engine cpu -o none -r none
expect "standard input is closed" 2 "" '^<stdin>.*cannot read'
without '2>&-' "$leeway" route nowhere.net
expect "standard error is closed: no message goes elsewhere" 2 "" ""
without '>&-' "$leeway" route small.net --engine cpu -o none -r closed.routes
expect "standard output is closed" 3 "" 'cannot write standard output'
without '<&- >&- 2>&-' "$leeway" route small.net --engine cpu -o none -r all.routes
check "all three are closed: the outputs are whole" cmp closed.routes all.routes
finish
