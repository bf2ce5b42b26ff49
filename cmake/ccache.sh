#!/usr/bin/env bash
# Compile through ccache so that checkouts in any folder share what it holds. Ninja works in the build folder: paths
# below it become relative, those above it are made so by ccache. A precompiled header differs between folders, since it
# holds paths, so the cache knows it by its sum (lib/Precompiled/CMakeLists.txt).
export CCACHE_BASEDIR=${CCACHE_BASEDIR:-${PWD%/*}} CCACHE_NOHASHDIR=1 CCACHE_PCH_EXTSUM=1
export CCACHE_SLOPPINESS=pch_defines,time_macros
exec ccache "${@/#$PWD\//}"
