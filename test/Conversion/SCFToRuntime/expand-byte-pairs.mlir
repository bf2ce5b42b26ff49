// Sums of products of bytes of which 16 bits hold those of pairs: vpmaddubsw
// and vpmaddwd by ones, in the widest vectors that have them.
// RUN: sed s/CPU/skylake-avx512/ %s | relax-opt --pass-pipeline="builtin.module(func.func(relax-rt-expand-kernel-math))" | FileCheck %s --check-prefix=LONG
// RUN: sed s/CPU/haswell/ %s | relax-opt --pass-pipeline="builtin.module(func.func(relax-rt-expand-kernel-math))" | FileCheck %s --check-prefix=AVX2
// RUN: sed s/CPU/nehalem/ %s | relax-opt --pass-pipeline="builtin.module(func.func(relax-rt-expand-kernel-math))" | FileCheck %s --check-prefix=SSE
// RUN: sed s/CPU/sapphirerapids/ %s | relax-opt --pass-pipeline="builtin.module(func.func(relax-rt-expand-kernel-math))" | FileCheck %s --check-prefix=VNNI
// RUN: sed s/CPU/x86-64/ %s | relax-opt --pass-pipeline="builtin.module(func.func(relax-rt-expand-kernel-math))" | FileCheck %s --check-prefix=NONE

module attributes {relax.target = #relax.target<cpu, triple = "x86_64-pc-linux-gnu", cpu = "CPU">} {

// LONG-LABEL: func.func @sum(
// LONG: llvm.call_intrinsic "llvm.x86.avx512.pmaddubs.w.512"(%{{.*}}, %{{.*}}) : (vector<64xi8>, vector<64xi8>) -> vector<32xi16>
// LONG-NOT: call_intrinsic
// LONG: return
// AVX2-LABEL: func.func @sum(
// AVX2: %[[PAIRS:.*]] = llvm.call_intrinsic "llvm.x86.avx2.pmadd.ub.sw"(%{{.*}}, %{{.*}}) : (vector<32xi8>, vector<32xi8>) -> vector<16xi16>
// AVX2: %[[WIDE:.*]] = arith.extsi %[[PAIRS]] : vector<16xi16> to vector<16xi32>
// AVX2: vector.shuffle %[[WIDE]], %[[WIDE]] [0, 2, 4
// AVX2: llvm.call_intrinsic "llvm.x86.avx2.pmadd.ub.sw"
// AVX2: return
// SSE-LABEL: func.func @sum(
// SSE-COUNT-4: llvm.call_intrinsic "llvm.x86.ssse3.pmadd.ub.sw.128"
// SSE: return
// VNNI-LABEL: func.func @sum(
// VNNI: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// VNNI: return
// NONE-LABEL: func.func @sum(
// NONE-NOT: call_intrinsic
// NONE: return
func.func @sum(%acc: vector<16xi32>, %a: vector<16xi32>, %b: vector<16xi32>) -> vector<16xi32> {
  %0 = tir.dot4_u8s8 %a, %b {pairs_fit} : vector<16xi32>
  %1 = arith.addi %acc, %0 : vector<16xi32>
  return %1 : vector<16xi32>
}

// No instruction has 6 lanes, or one; without the attribute 16 bits do not do.
// AVX2-LABEL: func.func @others(
// AVX2-NOT: call_intrinsic
// AVX2: return
func.func @others(%a: vector<6xi32>, %b: i32, %c: vector<8xi32>) -> (vector<6xi32>, i32, vector<8xi32>) {
  %0 = tir.dot4_u8s8 %a, %a {pairs_fit} : vector<6xi32>
  %1 = tir.dot4_u8s8 %b, %b {pairs_fit} : i32
  %2 = tir.dot4_u8s8 %c, %c : vector<8xi32>
  return %0, %1, %2 : vector<6xi32>, i32, vector<8xi32>
}
}
