// Sums of products of bytes: one instruction with the addition behind it where
// the CPU has it, else products of 16 bits that do not saturate.
// RUN: sed s/CPU/sapphirerapids/ %s | relax-opt --pass-pipeline="builtin.module(func.func(relax-rt-expand-kernel-math))" | FileCheck %s --check-prefix=VNNI
// RUN: sed s/CPU/alderlake/ %s | relax-opt --pass-pipeline="builtin.module(func.func(relax-rt-expand-kernel-math))" | FileCheck %s --check-prefix=SHORT
// RUN: sed s/CPU/haswell/ %s | relax-opt --pass-pipeline="builtin.module(func.func(relax-rt-expand-kernel-math))" | FileCheck %s --check-prefix=PLAIN

module attributes {relax.target = #relax.target<cpu, triple = "x86_64-pc-linux-gnu", cpu = "CPU">} {

// VNNI-LABEL: func.func @sum(
// VNNI: %[[A:.*]] = vector.bitcast %{{.*}} : vector<16xi32> to vector<64xi8>
// VNNI: %[[B:.*]] = vector.bitcast %{{.*}} : vector<16xi32> to vector<64xi8>
// VNNI: %[[R:.*]] = llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%arg0, %[[A]], %[[B]])
// VNNI-NEXT: return %[[R]]
// SHORT-LABEL: func.func @sum(
// SHORT-COUNT-2: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.256"
// SHORT-NOT: arith.addi
// SHORT: return
// PLAIN-LABEL: func.func @sum(
// PLAIN-NOT: llvm.call_intrinsic
// PLAIN-COUNT-2: arith.muli %{{.*}} : vector<32xi32>
func.func @sum(%acc: vector<16xi32>, %a: vector<16xi32>, %b: vector<16xi32>) -> vector<16xi32> {
  %0 = tir.dot4_u8s8 %a, %b : vector<16xi32>
  %1 = arith.addi %acc, %0 : vector<16xi32>
  return %1 : vector<16xi32>
}

// Used twice, it is a sum with zero; no instruction has 6 lanes.
// VNNI-LABEL: func.func @others(
// VNNI: %[[ZERO:.*]] = arith.constant dense<0> : vector<4xi32>
// VNNI: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.128"(%[[ZERO]],
// VNNI: arith.muli %{{.*}} : vector<12xi32>
// VNNI-COUNT-4: arith.muli %{{.*}} : i32
// VNNI-COUNT-4: arith.muli %{{.*}} : vector<2x2xi32>
// VNNI-NOT: tir.dot4
func.func @others(%a: vector<4xi32>, %b: vector<6xi32>, %c: i32, %d: vector<2x2xi32>) -> (vector<4xi32>, vector<6xi32>, i32, vector<2x2xi32>) {
  %0 = tir.dot4_u8s8 %a, %a : vector<4xi32>
  %1 = arith.addi %0, %0 : vector<4xi32>
  %2 = tir.dot4_u8s8 %b, %b : vector<6xi32>
  %3 = tir.dot4_u8s8 %c, %c : i32
  %4 = tir.dot4_u8s8 %d, %d : vector<2x2xi32>
  return %1, %2, %3, %4 : vector<4xi32>, vector<6xi32>, i32, vector<2x2xi32>
}

// Halves are products of neighbours everywhere: vpmaddwd and vpdpwssd.
// VNNI-LABEL: func.func @halves(
// VNNI: %[[A:.*]] = arith.extsi %{{.*}} : vector<32xi16> to vector<32xi32>
// VNNI: %[[P:.*]] = arith.muli %[[A]], %{{.*}} : vector<32xi32>
// VNNI: vector.shuffle %[[P]], %[[P]] [0, 2, 4
// VNNI: vector.shuffle %[[P]], %[[P]] [1, 3, 5
// VNNI-COUNT-2: arith.muli %{{.*}} : i32
// VNNI-COUNT-2: arith.muli %{{.*}} : vector<2x2xi32>
// VNNI-NOT: tir.dot2
// PLAIN-LABEL: func.func @halves(
// PLAIN: arith.muli %{{.*}} : vector<32xi32>
// PLAIN-NOT: tir.dot2
func.func @halves(%a: vector<16xi32>, %b: i32, %c: vector<2x2xi32>) -> (vector<16xi32>, i32, vector<2x2xi32>) {
  %0 = tir.dot2_s16 %a, %a : vector<16xi32>
  %1 = tir.dot2_s16 %b, %b : i32
  %2 = tir.dot2_s16 %c, %c : vector<2x2xi32>
  return %0, %1, %2 : vector<16xi32>, i32, vector<2x2xi32>
}

// Pairs of bf16 are one instruction with the addition behind them, else
// products of f32, of which these are the upper halves.
// VNNI-LABEL: func.func @bfloats(
// VNNI: %[[A:.*]] = vector.bitcast %{{.*}} : vector<16xi32> to vector<32xbf16>
// VNNI: %[[B:.*]] = vector.bitcast %{{.*}} : vector<16xi32> to vector<32xbf16>
// VNNI: llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.512"(%{{.*}}, %[[A]], %[[B]])
// VNNI-NOT: arith.addf %{{.*}} : vector<16xf32>
// VNNI: llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.128"
// VNNI-COUNT-2: arith.mulf %{{.*}} : f32
// VNNI-NOT: tir.dot2
// PLAIN-LABEL: func.func @bfloats(
// PLAIN-COUNT-2: arith.bitcast %{{.*}} : vector<16xi32> to vector<16xf32>
// PLAIN-COUNT-2: arith.mulf %{{.*}} : vector<16xf32>
// PLAIN-NOT: llvm.call_intrinsic
// PLAIN-NOT: tir.dot2
func.func @bfloats(%sum: vector<16xf32>, %a: vector<16xi32>, %b: vector<4xi32>, %c: i32) -> (vector<16xf32>, vector<4xf32>, f32) {
  %0 = tir.dot2_bf16 %a, %a : vector<16xi32> to vector<16xf32>
  %1 = arith.addf %0, %sum : vector<16xf32>
  %2 = tir.dot2_bf16 %b, %b : vector<4xi32> to vector<4xf32>
  %3 = arith.addf %2, %2 : vector<4xf32>
  %4 = tir.dot2_bf16 %c, %c : i32 to f32
  return %1, %3, %4 : vector<16xf32>, vector<4xf32>, f32
}
}
