#!/usr/bin/env bash
# A batch by several processes under mpirun: the bytes of one process, also where one dies.
#
#   KILLS=20 tests/cluster/mpi.sh     that many runs in which one rank is killed
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/../cli/library.bash"
# shellcheck source=tests/cluster/jobs.bash
source "$repo/tests/cluster/jobs.bash"

command -v mpirun >/dev/null || { echo "skipped: there is no mpirun (openmpi-bin)"; exit 0; }
if [[ $(ldd "$leeway") != *libmpi* ]]; then
    echo "skipped: this leeway was built without MPI (no mpicc, or MPI= given)"
    exit 0
fi
mpi() {
    mpirun --allow-run-as-root --oversubscribe "$@"
}
make_jobs 12
run "$leeway" batch b.ini
whole=$status
mv out whole

for ranks in 1 2 4; do
    run mpi -n "$ranks" "$leeway" batch b.ini
    expect "$ranks ranks" "$whole" "^j12: "
    check "with the bytes of one process" same
    check "the report of one process" test "$(grep -c '^job  *result' <<<"$out")" -eq 1
    rm -rf out
done
run mpi -n 2 "$leeway" batch nowhere.ini
expect "a wrong configuration is told once" 2 "" 'cannot open'
check "once" test "$(grep -c 'nowhere.ini' <<<"$err")" -eq 1
printf '[job lost]\nnetlist = lost.net\n' >>b.ini
run mpi -n 3 "$leeway" batch b.ini
expect "a job that fails" 2 '^lost  *failed'
check "does not stop the others" test "$(find out -name 'j*.routes' | wc -l)" -eq 12
sed -i '/lost/d' b.ini
rm -rf out
run mpi -n 2 "$leeway" batch b.ini --shard 1/2
expect "--shard under mpirun" 2 "" 'deals its jobs out itself'

# One rank is killed at some moment; mpirun ends the rest, and a later run goes on.
export OMPI_MCA_orte_abort_print_stack=0
for ((kill = 1; kill <= ${KILLS:-20}; kill++)); do
    rm -rf out
    mpi -n 4 "$leeway" batch b.ini >killed.log 2>&1 &
    mpirun=$!
    sleep "0.$((RANDOM % 90 + 10))"
    victim=$(pgrep -f "leeway batch b.ini" | grep -vx "$mpirun" | shuf -n 1)
    [ -z "$victim" ] || kill -KILL "$victim" 2>/dev/null
    wait "$mpirun"
    run mpi -n 4 "$leeway" batch b.ini --resume
    [ "$status" -eq "$whole" ] || fail "resumed after kill $kill" "status $status"
    check "kill $kill: the bytes of an undisturbed run" same
done
finish
