#!/usr/bin/env bash
# The array job of examples/cluster.sbatch under a real Slurm: a controller and two nodes, all on
# this machine, in a folder of their own, started and stopped by this test.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/../cli/library.bash"
# shellcheck source=tests/cluster/jobs.bash
source "$repo/tests/cluster/jobs.bash"

skip() {
    echo "skipped: $*"
    exit 0
}
for tool in slurmctld slurmd sbatch munged; do
    PATH=$PATH:/usr/sbin command -v "$tool" >/dev/null ||
        skip "there is no $tool (slurm-wlm, munge)"
done
[ "$(id -u)" -eq 0 ] || skip "slurmd has to be started by root"
export PATH=$PATH:/usr/sbin
chmod 755 "$scratch"
slurm=$scratch/slurm
mkdir -p "$slurm"/{munge,state,node1,node2}
stop() {
    for pid in "$slurm"/*.pid "$slurm"/munge/*.pid; do
        [ -s "$pid" ] && kill "$(cat "$pid")" 2>/dev/null
    done
    sleep 1
    chmod -R u+w "$scratch"
    rm -rf "$scratch"
}
trap stop EXIT

# A munge of our own: its socket and its key lie here.
dd if=/dev/urandom of="$slurm/munge/key" bs=128 count=1 2>/dev/null
chmod 600 "$slurm/munge/key"
chmod 755 "$slurm" "$slurm/munge"
munged --force --key-file="$slurm/munge/key" --socket="$slurm/munge/socket" \
    --pid-file="$slurm/munge/munged.pid" --log-file="$slurm/munge/log" \
    --seed-file="$slurm/munge/seed" || skip "munged does not start"
cat >"$slurm/slurm.conf" <<CONF
ClusterName=leeway
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$slurm/munge/socket
CryptoType=crypto/munge
StateSaveLocation=$slurm/state
SlurmdSpoolDir=$slurm/%n
SlurmctldPidFile=$slurm/slurmctld.pid
SlurmdPidFile=$slurm/%n.pid
SlurmctldLogFile=$slurm/slurmctld.log
SlurmdLogFile=$slurm/%n.log
SlurmctldPort=36817
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
NodeName=node1 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=36818 CPUs=2
NodeName=node2 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=36819 CPUs=2
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
sed -i '/CryptoType/d' "$slurm/slurm.conf"
export SLURM_CONF=$slurm/slurm.conf
slurmctld >"$slurm/ctld.out" 2>&1
slurmd -N node1 >"$slurm/node1.out" 2>&1
slurmd -N node2 >"$slurm/node2.out" 2>&1
for _ in $(seq 60); do
    [ "$(sinfo -h -o '%D %t' 2>/dev/null)" = "2 idle" ] && break
    sleep 0.5
done
if [ "$(sinfo -h -o '%D %t' 2>/dev/null)" != "2 idle" ]; then
    tail -n 5 "$slurm"/*.log "$slurm"/*.out
    skip "Slurm does not come up here: $(sinfo -h -o '%D %t' 2>&1 | head -n 1)"
fi

make_jobs 9
run "$leeway" batch b.ini
whole=$status
mv out whole

# As the example says: the array, and behind it the job that gathers.
export LEEWAY=$leeway
array=$(sbatch --parsable --array=1-3 --cpus-per-task=1 "$repo/examples/cluster.sbatch" b.ini)
gather=$(sbatch --parsable --dependency="afterany:$array" --cpus-per-task=1 \
    "$repo/examples/cluster.sbatch" b.ini)
check "the array is taken" test -n "$array" -a -n "$gather"
for _ in $(seq 240); do
    [ -z "$(squeue -h)" ] && break
    sleep 0.5
done
check "all jobs end" test -z "$(squeue -h)"
check "three parts ran" test "$(find . -maxdepth 1 -name "slurm-${array}_*.out" | wc -l)" -eq 3
check "the bytes of one batch" same
check "the gathered batch ended as one" test "$whole" -le 1
finish
