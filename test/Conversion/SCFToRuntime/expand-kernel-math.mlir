// Elementary functions and maxima become arithmetic.
// RUN: relax-opt %s --pass-pipeline="builtin.module(func.func(relax-rt-expand-kernel-math))" | FileCheck %s

// CHECK-LABEL: func.func @functions(
// CHECK-NOT: math.{{exp|tanh|erf|log }}
// CHECK: return
func.func @functions(%x: vector<8xf32>, %h: f16) -> (vector<8xf32>, f16) {
  %a = math.exp %x : vector<8xf32>
  %b = math.tanh %a : vector<8xf32>
  %c = math.erf %b : vector<8xf32>
  %d = math.log %c : vector<8xf32>
  %e = math.exp %h : f16
  return %d, %e : vector<8xf32>, f16
}

// A subnormal argument of a logarithm is scaled; a power of two is multiplied in
// two steps, of which the second rounds.
// CHECK-LABEL: func.func @subnormal(
// CHECK: %[[SMALL:.*]] = arith.cmpf olt, %{{.*}}, %{{.*}} : f32
// CHECK: arith.select %[[SMALL]]
// CHECK: arith.shrui
// CHECK: %[[A:.*]] = arith.mulf
// CHECK: arith.mulf %[[A]]
// CHECK-NOT: math.{{exp|log}}
// CHECK: return
func.func @subnormal(%x: f32) -> (f32, f32, f32) {
  %a = math.log %x : f32
  %b = math.log2 %x : f32
  %c = math.exp %x : f32
  return %a, %b, %c : f32, f32, f32
}

// Of -|x| a power is not large: one comparison is enough. That of 2 |x| in a
// hyperbolic tangent is not small, as is that in an error function not large.
// CHECK-LABEL: func.func @one_end(
// CHECK-COUNT-1: arith.cmpf
// CHECK-NOT: arith.cmpf
// CHECK: return
func.func @one_end(%x: vector<8xf32>) -> vector<8xf32> {
  %a = math.absf %x : vector<8xf32>
  %b = arith.negf %a : vector<8xf32>
  %c = math.exp %b : vector<8xf32>
  return %c : vector<8xf32>
}

// CHECK-LABEL: func.func @two_ends(
// CHECK-COUNT-2: arith.cmpf
// CHECK-NOT: arith.cmpf
// CHECK: return
func.func @two_ends(%x: vector<8xf32>) -> vector<8xf32> {
  %b = arith.negf %x : vector<8xf32>
  %c = math.exp %b : vector<8xf32>
  return %c : vector<8xf32>
}

// CHECK-LABEL: func.func @tangent(
// CHECK-COUNT-2: arith.cmpf
// CHECK-NOT: arith.cmpf
// CHECK: return
func.func @tangent(%x: vector<8xf32>) -> vector<8xf32> {
  %a = math.tanh %x : vector<8xf32>
  return %a : vector<8xf32>
}

// One bound, two polynomials by pairs of terms and a choice; no exponential.
// CHECK-LABEL: func.func @error_function(
// CHECK: arith.cmpf
// CHECK-NOT: arith.shli
// CHECK-COUNT-20: math.fma
// CHECK-NOT: math.fma
// CHECK: arith.cmpf
// CHECK-NOT: arith.cmpf
// CHECK: return
func.func @error_function(%x: vector<8xf32>) -> vector<8xf32> {
  %a = math.erf %x : vector<8xf32>
  return %a : vector<8xf32>
}

// Others are the C library's.
// CHECK-LABEL: func.func @others(
// CHECK: math.sinh
// CHECK: math.exp %{{.*}} : f64
// CHECK: math.sin %{{.*}} : f64
func.func @others(%x: vector<8xf32>, %y: f64) -> (vector<8xf32>, f64, f64) {
  %a = math.sinh %x : vector<8xf32>
  %b = math.exp %y : f64
  %c = math.sin %y : f64
  return %a, %b, %c : vector<8xf32>, f64, f64
}

// In f64, but for vectors with a large number.
// CHECK-LABEL: func.func @angles(
// CHECK: %[[HUGE:.*]] = arith.cmpf uge, %{{.*}}, %{{.*}} : vector<8xf32>
// CHECK: %[[ANY:.*]] = vector.reduction <or>, %[[HUGE]] : vector<8xi1> into i1
// CHECK: scf.if %[[ANY]] -> (vector<8xf32>)
// CHECK: math.sin %{{.*}} {relax.is_huge} : vector<8xf32>
// CHECK: else
// CHECK: arith.extf %{{.*}} : vector<8xf32> to vector<8xf64>
// CHECK: arith.bitcast %{{.*}} : vector<8xf64> to vector<8xi64>
// CHECK: arith.truncf %{{.*}} : vector<8xf64> to vector<8xf32>
// CHECK: scf.if %{{.*}} -> (f32)
// CHECK: math.cos %{{.*}} {relax.is_huge} : f32
// CHECK: scf.if %{{.*}} -> (f32)
// CHECK: math.tan %{{.*}} {relax.is_huge} : f32
// CHECK: arith.divf %{{.*}} : f64
func.func @angles(%x: vector<8xf32>, %y: f32) -> (vector<8xf32>, f32, f32) {
  %a = math.sin %x : vector<8xf32>
  %b = math.cos %y : f32
  %c = math.tan %y : f32
  return %a, %b, %c : vector<8xf32>, f32, f32
}

// CHECK-LABEL: func.func @arcs(
// CHECK-NOT: math.{{asin|acos|atan}}
// CHECK: math.sqrt %{{.*}} : vector<8xf64>
// CHECK: arith.divf %{{.*}} : f64
// CHECK: return
func.func @arcs(%x: vector<8xf32>, %y: f32) -> (vector<8xf32>, vector<8xf32>, f32) {
  %a = math.asin %x : vector<8xf32>
  %b = math.acos %x : vector<8xf32>
  %c = math.atan %y : f32
  return %a, %b, %c : vector<8xf32>, vector<8xf32>, f32
}

// CHECK-LABEL: func.func @powers(
// CHECK-NOT: math.powf
func.func @powers(%x: f32) -> f32 {
  %two = arith.constant 2.0 : f32
  %a = math.powf %x, %two : f32
  return %a : f32
}

// A maximum is NaN if one of its operands is.
// CHECK-LABEL: func.func @maximum(
// CHECK-SAME: %[[A:.*]]: vector<8xf32>, %[[B:.*]]: vector<8xf32>
func.func @maximum(%a: vector<8xf32>, %b: vector<8xf32>) -> (vector<8xf32>, vector<8xf32>) {
  // CHECK: %[[C:.*]] = arith.constant dense<6.0
  // CHECK: llvm.intr.maximum(%[[B]], %[[A]]) {fastmathFlags = #llvm.fastmath<nsz>} : (vector<8xf32>, vector<8xf32>)
  %max = arith.maximumf %a, %b : vector<8xf32>
  // CHECK: %[[MORE:.*]] = arith.cmpf ogt, %[[B]], %[[C]]
  // CHECK-NEXT: arith.select %[[MORE]], %[[C]], %[[B]]
  // CHECK-NEXT: return
  %six = arith.constant dense<6.0> : vector<8xf32>
  %min = arith.minimumf %six, %b : vector<8xf32>
  return %max, %min : vector<8xf32>, vector<8xf32>
}

// Of halves it is choices: LLVM would widen each.
// CHECK-LABEL: func.func @halves(
// CHECK-SAME: %[[A:.*]]: vector<8xf16>, %[[B:.*]]: vector<8xf16>
func.func @halves(%a: vector<8xf16>, %b: vector<8xf16>) -> vector<8xf16> {
  // CHECK: %[[LESS:.*]] = arith.cmpf olt, %[[A]], %[[B]]
  // CHECK: %[[MAX:.*]] = arith.select %[[LESS]], %[[B]], %[[A]]
  // CHECK: %[[NAN:.*]] = arith.cmpf uno, %[[B]], %[[B]]
  // CHECK: arith.select %[[NAN]], %[[B]], %[[MAX]]
  %max = arith.maximumf %a, %b : vector<8xf16>
  return %max : vector<8xf16>
}

// These have no lowering to LLVM.
// CHECK-LABEL: func.func @inverses(
// CHECK-NOT: math.{{acosh|asinh|atanh}}
func.func @inverses(%x: f32) -> (f32, f32, f32) {
  %a = math.acosh %x : f32
  %b = math.asinh %x : f32
  %c = math.atanh %x : f32
  return %a, %b, %c : f32, f32, f32
}

// Registers of 512 bits have an instruction for products by powers of two.
// CHECK-LABEL: func.func @exp_by_ldexp(
// CHECK-NOT: arith.shli
// CHECK: llvm.call_intrinsic "llvm.ldexp"(%{{.*}}, %{{.*}}) : (vector<16xf32>, vector<16xi32>) -> vector<16xf32>
// CHECK: llvm.call_intrinsic "llvm.ldexp"(%{{.*}}, %{{.*}}) : (f32, i32) -> f32
// CHECK: arith.shli
// CHECK: return
func.func @exp_by_ldexp(%x: vector<16xf32>, %y: f32, %z: vector<2x8xf32>) -> (vector<16xf32>, f32, vector<2x8xf32>) attributes {relax.target = #relax.target<cpu, vector_bits = 512>} {
  %a = math.exp %x : vector<16xf32>
  %b = math.exp %y : f32
  %c = math.exp %z : vector<2x8xf32>
  return %a, %b, %c : vector<16xf32>, f32, vector<2x8xf32>
}

// The rest of a division is exact in f64 where the quotient is below 2^24; what
// is beyond, in any lane, is the C library's, as is what is no number.
// CHECK-LABEL: func.func @rest(
// CHECK: %[[LARGE:.*]] = arith.cmpf uge, %{{.*}}, %{{.*}} : vector<8xf32>
// CHECK: %[[ANY:.*]] = vector.reduction <or>, %[[LARGE]]
// CHECK: scf.if %[[ANY]]
// CHECK: arith.remf %{{.*}} : vector<8xf32>
// CHECK: else
// CHECK: arith.divf %{{.*}} : vector<8xf64>
// CHECK: math.copysign
func.func @rest(%x: vector<8xf32>, %y: vector<8xf32>) -> vector<8xf32> {
  %a = arith.remf %x, %y : vector<8xf32>
  return %a : vector<8xf32>
}

// A float that becomes a narrow integer and then a wider one is converted once;
// one that becomes a float again goes by what vectors are converted to. What is
// wider than that stays.
// CHECK-LABEL: func.func @widened(
// CHECK: %[[A:.*]] = arith.fptosi %{{.*}} : vector<8xf32> to vector<8xi16>
// CHECK: %[[B:.*]] = arith.fptosi %{{.*}} : vector<8xf32> to vector<8xi32>
// CHECK: %[[NARROW:.*]] = arith.fptosi %{{.*}} : f32 to i8
// CHECK: %[[C:.*]] = arith.extsi %[[NARROW]] : i8 to i64
// CHECK: return %[[A]], %[[B]], %[[C]]
func.func @widened(%x: vector<8xf32>, %y: f32) -> (vector<8xi16>, vector<8xi32>, i64) {
  %0 = arith.fptosi %x : vector<8xf32> to vector<8xi8>
  %a = arith.extsi %0 : vector<8xi8> to vector<8xi16>
  %1 = arith.fptoui %x : vector<8xf32> to vector<8xi8>
  %b = arith.extui %1 : vector<8xi8> to vector<8xi32>
  %2 = arith.fptosi %y : f32 to i8
  %c = arith.extsi %2 : i8 to i64
  return %a, %b, %c : vector<8xi16>, vector<8xi32>, i64
}

// CHECK-LABEL: func.func @converted_back(
// CHECK: %[[I:.*]] = arith.fptosi %{{.*}} : vector<8xf32> to vector<8xi32>
// CHECK: %[[A:.*]] = arith.sitofp %[[I]] : vector<8xi32> to vector<8xf32>
// CHECK: %[[J:.*]] = arith.fptosi %{{.*}} : f32 to i32
// CHECK: %[[B:.*]] = arith.sitofp %[[J]] : i32 to f32
// CHECK: %[[K:.*]] = arith.fptoui %{{.*}} : f32 to i32
// CHECK: %[[C:.*]] = arith.uitofp %[[K]] : i32 to f32
// CHECK: return %[[A]], %[[B]], %[[C]]
func.func @converted_back(%x: vector<8xf32>, %y: f32) -> (vector<8xf32>, f32, f32) {
  %0 = arith.fptosi %x : vector<8xf32> to vector<8xi8>
  %a = arith.sitofp %0 : vector<8xi8> to vector<8xf32>
  %1 = arith.fptoui %y : f32 to i8
  %b = arith.uitofp %1 : i8 to f32
  %2 = arith.fptoui %y : f32 to i32
  %c = arith.uitofp %2 : i32 to f32
  return %a, %b, %c : vector<8xf32>, f32, f32
}
