#!/usr/bin/env bash
# Check programs of several workers with MPICH and Open MPI, which it installs: no other test needs them.
#   scripts/mpi-check.sh [ARGUMENT...]    arguments are those of test/Integration/collectives.py
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/progress.sh

scripts/setup.sh
configure default
build default relax-compile relax-opt relax-run RelaxRuntime RelaxRedirectConnect
# Those that --allow-run-as-root and --oversubscribe are for are containers with few cores.
launchers=("mpirun.mpich" "mpirun.openmpi --allow-run-as-root --oversubscribe")
if ! command -v mpirun.mpich mpirun.openmpi >/dev/null; then
  step "installing MPICH and Open MPI"
  root=()
  [[ $EUID -eq 0 ]] || root=(sudo)
  quietly build/mpi-apt.log "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -q -y --no-install-recommends mpich openmpi-bin
fi
step "comparing exchanges with numpy"
.venv/bin/python test/Integration/collectives.py --build build --launcher "${launchers[@]}" "$@"
step "comparing random programs"
.venv/bin/python test/Integration/random-shardings.py --build build --programs 40 --launcher "${launchers[@]}"
step "running pipelines"
.venv/bin/python test/Integration/mesh-pipeline.py --build build --launcher "${launchers[@]}"
step "training with the batch spread"
.venv/bin/python test/Integration/mesh-training.py --build build --launcher "${launchers[@]}"
step "joining communicators of mpi4py"
[[ -x build/mpi4py/bin/python ]] || quietly build/mpi4py.log python3 -m venv build/mpi4py
quietly build/mpi4py.log build/mpi4py/bin/pip install -q mpi4py numpy
# Debian gives MPICH's library a name of its own.
mkdir -p build/mpi4py/mpich
ln -sf "$(ldconfig -p | sed -n 's/.*libmpich.so.12 .*=> //p' | awk 'NR == 1')" build/mpi4py/mpich/libmpi.so.12
for launcher in "${launchers[@]}"; do
  [[ $launcher == *mpich* ]] && abi=mpich || abi=openmpi
  LD_LIBRARY_PATH=$PWD/build/mpi4py/mpich MPI4PY_MPIABI=$abi $launcher -n 4 build/mpi4py/bin/python \
    test/Integration/mpi4py-groups.py --build build
done
step "killing workers, and breaking their network"
.venv/bin/python test/Integration/mesh-faults.py --build build --launcher "${launchers[@]}" --jobs 8
# Namespaces, a bridge and limits of bandwidth: not in every container.
if [[ $EUID -eq 0 ]] && command -v ip tc >/dev/null && unshare -n true 2>/dev/null; then
  step "measuring exchanges between network namespaces"
  .venv/bin/python test/Integration/mesh-network.py --build build
fi
# The page says `mpirun`, and is right for both.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
for launcher in mpich openmpi; do
  step "running the commands of docs/Distributed.md with $launcher"
  mkdir -p "build/mpi-$launcher"
  printf '#!/bin/sh\nexec mpirun.%s "$@"\n' "$launcher" >"build/mpi-$launcher/mpirun"
  chmod +x "build/mpi-$launcher/mpirun"
  PATH=$PWD/build/mpi-$launcher:$PATH .venv/bin/python test/Docs/first-hour.py --build build --pages docs/Distributed.md
done
