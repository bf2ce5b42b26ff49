// Vectorized loops become vectors.
// RUN: relax-opt %s --convert-tir-to-scf --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func private @strides(
// CHECK-SAME: %[[A:.*]]: memref<64xf32> {{.*}}, %[[B:.*]]: memref<8x8xf32>
tir.func private @strides(%a: memref<64xf32>, %b: memref<8x8xf32>) attributes {num_inputs = 1} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  tir.for vectorized %i = %c0 to %c8 {
    // Two loads that stay inside for stride 2, lanes for the others.
    // CHECK: vector.load %[[A]][%c0]
    // CHECK: vector.load %[[A]][%c7]
    // CHECK: vector.shuffle {{.*}} [0, 2, 4, 6, 9, 11, 13, 15]
    // CHECK-COUNT-8: memref.load %[[A]]
    // CHECK: vector.from_elements
    %i2 = arith.muli %i, %c2 : index
    %i3 = arith.muli %i, %c3 : index
    %x = memref.load %a[%i2] : memref<64xf32>
    %y = memref.load %a[%i3] : memref<64xf32>
    %z = arith.addf %x, %y : f32
    // CHECK: vector.store %{{.*}}, %[[B]][%c2, %c0]
    memref.store %z, %b[%c2, %i] : memref<8x8xf32>
    // CHECK: memref.store %{{.*}}, %[[B]][%c0, %c3]
    memref.store %z, %b[%i, %c3] : memref<8x8xf32>
  }
  tir.return
}

// Lengths that are no power of two become several vectors, of one length where
// a power of two divides them; open ones a loop over vectors and a serial one.
// CHECK-LABEL: func.func private @lengths(
tir.func private @lengths(%a: memref<?xf32>, %b: memref<?xf32>) attributes {num_inputs = 1} {
  %c0 = arith.constant 0 : index
  %c13 = arith.constant 13 : index
  // CHECK: vector<8xf32>
  // CHECK: vector<4xf32>
  // CHECK: vector<1xf32>
  tir.for vectorized %i = %c0 to %c13 {
    %x = memref.load %a[%i] : memref<?xf32>
    memref.store %x, %b[%i] : memref<?xf32>
  }
  // CHECK: vector<16xf32>
  // CHECK: vector<16xf32>
  // CHECK: vector<16xf32>
  %c48 = arith.constant 48 : index
  tir.for vectorized %i = %c0 to %c48 {
    %x = memref.load %a[%i] : memref<?xf32>
    memref.store %x, %b[%i] : memref<?xf32>
  }
  // CHECK: arith.divui
  // CHECK: scf.for
  // CHECK: vector<8xf32>
  // CHECK: scf.for
  // CHECK: memref.load
  %n = memref.dim %a, %c0 : memref<?xf32>
  tir.for vectorized %i = %c0 to %n {
    %x = memref.load %a[%i] : memref<?xf32>
    memref.store %x, %b[%i] : memref<?xf32>
  }
  tir.return
}

// A condition that varies becomes a mask.
// CHECK-LABEL: func.func private @masks(
tir.func private @masks(%a: memref<?xf32>, %b: memref<8xf32>, %n: index) attributes {num_inputs = 1} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  tir.for vectorized %i = %c0 to %c8 {
    // CHECK: %[[IN:.*]] = arith.cmpi ugt
    // CHECK: %[[X:.*]] = vector.maskedload %{{.*}}[%c0], %[[IN]]
    // CHECK: arith.select %[[IN]], %[[X]]
    %in = arith.cmpi ult, %i, %n : index
    %v = scf.if %in -> f32 {
      %x = memref.load %a[%i] : memref<?xf32>
      scf.yield %x : f32
    } else {
      scf.yield %zero : f32
    }
    // CHECK: vector.maskedstore %{{.*}}[%c0], %[[IN]]
    tir.if %in {
      memref.store %v, %b[%i] : memref<8xf32>
    } else {
      // One element for all lanes is touched only if one of them runs.
      // CHECK: vector.reduction <or>
      // CHECK: scf.if
      %y = memref.load %a[%c0] : memref<?xf32>
      memref.store %y, %b[%i] : memref<8xf32>
    }
  }
  tir.return
}

// Lanes that go to one element are combined.
// CHECK-LABEL: func.func private @reduction(
tir.func private @reduction(%a: memref<8xf32>, %b: memref<1xf32>) attributes {num_inputs = 1} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  // CHECK: %[[ACC:.*]] = memref.load
  // CHECK: vector.reduction <add>, %{{.*}}, %[[ACC]] fastmath<reassoc>
  tir.for vectorized %i = %c0 to %c8 {
    %x = memref.load %a[%i] : memref<8xf32>
    %y = memref.load %b[%c0] : memref<1xf32>
    %z = arith.addf %y, %x : f32
    memref.store %z, %b[%c0] : memref<1xf32>
  }
  tir.return
}

// Loops inside stay loops, indices that are not linear become vectors.
// CHECK-LABEL: func.func private @inner(
tir.func private @inner(%a: memref<4x16xf32>, %b: memref<16xf32>) attributes {num_inputs = 1} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  // CHECK: scf.for
  // CHECK: math.exp %{{.*}} : vector<16xf32>
  // CHECK: vector.store
  tir.for vectorized %j = %c0 to %c16 {
    tir.for %k = %c0 to %c4 {
      %r = arith.remui %j, %c4 : index
      %x = memref.load %a[%r, %k] : memref<4x16xf32>
      %e = math.exp %x : f32
      memref.store %e, %b[%j] : memref<16xf32>
    }
  }
  tir.return
}

// Numbers of a few bits wrap before they get more: 127 is followed by -128.
// CHECK-LABEL: func.func private @wrapping(
tir.func private @wrapping(%a: memref<16xi32>) attributes {num_inputs = 0} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c120 = arith.constant 120 : i8
  // CHECK: arith.constant dense<[120, {{.*}}, 127, -128, {{.*}}, -121]> : vector<16xi32>
  tir.for vectorized %i = %c0 to %c16 {
    %x = arith.index_cast %i : index to i8
    %y = arith.addi %x, %c120 : i8
    %z = arith.extsi %y : i8 to i32
    memref.store %z, %a[%i] : memref<16xi32>
  }
  tir.return
}
