#!/usr/bin/env bash
# Outputs where the system says no: full or limited disks, a rename that fails, folders and files of
# a batch that lead elsewhere, small stacks.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/library.bash"
make_designs

run bash -c "ulimit -f 1; exec '$leeway' generate open 300 300 2 --nets 9 -o none/x"
"$leeway" generate macro 300 300 2 --nets 60 -o big >/dev/null
run bash -c "ulimit -f 1; exec '$leeway' route big.net -o big.png -r big.routes"
expect "a limit on the size of files" 3 '' 'cannot write: File too large'
check "leaves nothing" test -z "$(find . -name '*.png' -o -name '*.routes' -o -name '.*.tmp' -o -name '.[0-9]*')"

# The second of two renames fails: its name became a folder after the check, which a pipe as netlist
# leaves time for. The first output is taken back.
mkdir two
echo old >two/a.routes
mkfifo late.net
"$leeway" route late.net -o two/b.png -r two/a.routes --json two/c.json >stdout 2>stderr &
pid=$!
exec 7>late.net
cat small.net >&7
exec 7>&-
wait "$pid"
status=$? out=$(<stdout) err=$(<stderr)
expect "three outputs at once" 0
echo old >two/a.routes
rm two/c.json two/b.png
# The folder of a batch's output is swapped for a link while its job is read.
mkdir outside
printf '[job a]\nnetlist = late.net\nroutes = deep/a.routes\n' >swap.ini
"$leeway" batch swap.ini >stdout 2>stderr &
pid=$!
for _ in {1..100}; do [ -e out/.batch/a.began ] && break || sleep 0.1; done
rmdir out/deep && ln -s ../outside out/deep
cat small.net >late.net
wait "$pid"
status=$? out=$(<stdout) err=$(<stderr)
expect "an output folder swapped for a link" 3 'a: failed, status 3' 'moved out of the output folder'
check "nothing is written through it" test -z "$(ls -A outside)"
check "and no other output appears" test ! -e out/a.png

# A second name of a file elsewhere is replaced, not written through.
rm -rf out && mkdir out
echo mine >mine
ln mine out/a.routes
printf '[job a]\nnetlist = small.net\n' >hard.ini
run "$leeway" batch hard.ini
expect "an output that is a second name of a file" 0
check "is replaced" grep -q '^routes' out/a.routes
check "its other name keeps its content" grep -qx mine mine

for command in "draw small.net -o small.png" "batch hard.ini" "route small.net -o none -r none" \
    "check small.net out/a.routes" "bfs small.net --source 0,0 -o bfs.png"; do
    # shellcheck disable=SC2086
    run bash -c "ulimit -s 256; exec '$leeway' $command"
    expect "a stack of 256 KB: ${command%% *}" 0
done

cp small.net 'blank .net '
run "$leeway" route 'blank .net ' -o none -r blank.routes
expect "a netlist whose name ends in a blank" 0
run "$leeway" check 'blank .net ' blank.routes
expect "its result is right" 0
finish
