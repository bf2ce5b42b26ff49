#!/usr/bin/env bash
# Check programs of several workers under Slurm: a controller and a node of it on this machine, started in a temporary
# folder and ended again. As root; it installs Slurm, MPICH, Open MPI and PMIx.
#   scripts/slurm-check.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/progress.sh

[[ $EUID -eq 0 ]] || { echo "slurm-check.sh: error: a daemon of Slurm is to be started; run it as root" >&2; exit 1; }
build default relax-compile relax-run RelaxRuntime
if ! command -v slurmd slurmctld srun munged mpirun.mpich mpirun.openmpi >/dev/null || [[ ! -e $(echo /usr/lib/*/pmix2/lib/libpmix.so) ]]; then
  step "installing Slurm and MPI"
  quietly build/slurm-apt.log env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends \
    slurmd slurmctld slurm-client slurm-wlm-basic-plugins munge mpich openmpi-bin libpmix-dev
fi

step "starting a controller and a node"
folder=$(mktemp -d)
export SLURM_CONF=$folder/slurm.conf PATH=$PWD/build/bin:$PATH RELAX_COLLECTIVE_TIMEOUT=10
finish() {
  for daemon in node controller munge; do
    [[ -f $folder/$daemon.pid ]] && kill "$(cat "$folder/$daemon.pid")"
  done
  # The controller writes down where it was.
  sleep 2
  rm -rf "$folder"
}
trap finish EXIT
mkdir "$folder/state" "$folder/spool" "$folder/key"
head -c 1024 /dev/urandom >"$folder/key/key"
chmod 400 "$folder/key/key"
# Ports and processors are those of the test alone: a node may have fewer cores than tasks.
cat >"$SLURM_CONF" <<END
ClusterName=relax
SlurmctldHost=$(hostname)
SlurmUser=root
SlurmctldPort=16817
SlurmdPort=16818
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/controller.pid
SlurmdPidFile=$folder/node.pid
SlurmctldLogFile=$folder/controller.log
SlurmdLogFile=$folder/node.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SlurmdParameters=config_overrides
NodeName=$(hostname) CPUs=4 RealMemory=1000
PartitionName=all Nodes=ALL Default=YES State=UP
END
munged --force --socket="$folder/munge.socket" --key-file="$folder/key/key" --log-file="$folder/munge.log" \
  --pid-file="$folder/munge.pid" --seed-file="$folder/key/seed" 2>/dev/null
slurmctld
slurmd
for _ in $(seq 20); do
  sinfo --noheader --states=idle | grep idle >/dev/null && break
  sleep 1
done

cat >"$folder/partial.mlir" <<'END'
relax.func @main(%x: tensor<4x8xf32>, %w: tensor<8x2xf32>) -> tensor<4x2xf32> {
  %0 = relax.matmul %x, %w : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  %1 = relax.ccl.allreduce %0 {op_type = "sum"} : (tensor<4x2xf32>) -> tensor<4x2xf32>
  relax.return %1 : tensor<4x2xf32>
}
END
cd "$folder"
relax-compile partial.mlir -o partial.so
run=(relax-run partial.so --input=4x8xf32=1 '--input=8x2xf32={rank}')
# What a command prints has a line, and no other line begins as ours do.
expect() {
  local wanted=$1 said
  shift
  said=$(timeout 60 "$@" 2>&1) || true
  if ! grep -qF "$wanted" <<<"$said" || [[ $(grep -c '^\(output\|relax-run: error\|relax-runtime: error\)' <<<"$said") -ne 1 ]]; then
    printf 'slurm-check.sh: error: expected one line with "%s" of: %s\n%s\n' "$wanted" "$*" "$said" >&2
    exit 1
  fi
}
for interface in pmi2 pmix; do
  step "running workers by srun --mpi=$interface"
  expect "output 0: f32[4, 2] = [[48, 48]" srun -K --mpi="$interface" -n 4 "${run[@]}"
  expect "worker 2: function 'main', parameter 'arg0' (index 0): expected dim 1 to be 8, found 7" \
    srun -K --mpi="$interface" -n 4 sh -c \
    'size=8; [ $SLURM_PROCID = 2 ] && size=7; exec relax-run partial.so --input=4x${size}xf32=1 --input=8x2xf32=1'
  expect "worker 2 has died by signal 9 (Killed)" srun -K --mpi="$interface" -n 4 sh -c \
    '[ $SLURM_PROCID = 2 ] && (sleep 1; kill -9 $(pgrep -P $$ relax-run)) & exec relax-run partial.so --random --repeat=10000000'
done
step "running workers that do not know each other, and launchers of MPI in a job"
expect "expected 2 workers, as SLURM_STEP_NUM_TASKS says, found MPI alone" \
  srun -K --mpi=none -n 2 sh -c '[ $SLURM_PROCID = 0 ] && exec relax-run partial.so --random; sleep 2'
expect "output 0: f32[4, 2] = [[48, 48]" salloc -Q -n 4 mpirun.mpich -n 4 "${run[@]}"
expect "output 0: f32[4, 2] = [[48, 48]" salloc -Q -n 4 mpirun.openmpi --allow-run-as-root -n 4 "${run[@]}"
expect "expected workers to exchange tensors with by 'runtime.disco.allreduce', found none" salloc -Q -n 4 "${run[@]}"
echo "workers run under Slurm"
