// RUN: relax-translate --mlir-to-tvmscript %s --split-input-file --verify-diagnostics

tir.func private @expression(%A: memref<4xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %0 = memref.load %A[%c0] : memref<4xf32>
  // expected-error@+1 {{has no form in TVMScript: expected an expression that TVM has}}
  %1 = arith.maxnumf %0, %0 : f32
  memref.store %1, %A[%c0] : memref<4xf32>
  tir.return
}

// -----
tir.func private @effect(%A: memref<4xf32>, %B: memref<i1>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %f = arith.constant 1.0 : f32
  %p = memref.load %B[] : memref<i1>
  %0 = scf.if %p -> (f32) {
    // expected-error@+1 {{expected no effects, as in an expression of TVM; let it stand outside of the choice}}
    memref.store %f, %A[%c0] : memref<4xf32>
    scf.yield %f : f32
  } else {
    scf.yield %f : f32
  }
  memref.store %0, %A[%c0] : memref<4xf32>
  tir.return
}

// -----
tir.func private @results(%A: memref<4xf32>) attributes {num_inputs = 0 : i64} {
  %f = arith.constant 1.0 : f32
  // expected-error@+1 {{expected one value, or none of a packed function, as outside of TVM's programs}}
  %0:2 = tir.call_extern @outside(%f) : (f32) -> (f32, f32)
  tir.return
}

// -----
// expected-error@+1 {{expected elements that buffers of TVM have}}
tir.func private @elements(%A: memref<4xcomplex<f32>>) attributes {num_inputs = 0 : i64} {
  tir.return
}

// -----
tir.func private @part(%A: memref<16xf32>) attributes {num_inputs = 0 : i64} {
  tir.block "b" writes(%A : memref<16xf32>) {
    // expected-error@+1 {{expected steps of one, as of a part of a buffer of TVM}}
    %0 = memref.subview %A[0] [4] [2] : memref<16xf32> to memref<4xf32, strided<[2]>>
  }
  tir.return
}

// -----
tir.func private @outside(%A: memref<16xf32>) attributes {num_inputs = 0 : i64} {
  // expected-error@+1 {{expected one part of a buffer for all of the block, as TVM matches it; do that at its beginning}}
  %0 = memref.subview %A[0] [4] [1] : memref<16xf32> to memref<4xf32, strided<[1]>>
  tir.return
}

// -----
tir.func private @axis(%A: memref<4xf32>, %n: index) attributes {num_inputs = 0 : i64} {
  // expected-error@+1 {{expected the size of a known axis, as of a buffer of TVM}}
  %0 = memref.dim %A, %n : memref<4xf32>
  tir.return
}

// -----
tir.func private @statement(%A: memref<4xf32>, %B: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  // expected-error@+1 {{expected a statement that TVM has}}
  memref.copy %A, %B : memref<4xf32> to memref<4xf32>
  tir.return
}

// -----
tir.func private @condition(%A: memref<4xi1>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  tir.while {
    // expected-error@+1 {{expected one expression as the condition of a loop, as of TVM; use each value in it once}}
    %0 = memref.load %A[%c0] : memref<4xi1>
    %1 = arith.andi %0, %0 : i1
    tir.condition %1
  } do {
  }
  tir.return
}

// -----
// expected-error@+1 {{expected a size as parameter, as of TVM's program, found an expression of sizes; let it be a symbol}}
tir.func private @parameter(%A: memref<4xf32>, %n: index {tir.var = #relax.expr<n * 2>}) attributes {num_inputs = 0 : i64} {
  tir.return
}

// -----
// expected-error@+1 {{expected a body, as of a program of TVM, found none}}
tir.func private @declared(memref<4xf32>) attributes {num_inputs = 0 : i64}

// -----
tir.func private @signs(%A: memref<4xi8>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{expected integers that are used with a sign or without one, as TVM's types say which; convert them}}
  %0 = memref.load %A[%c0] : memref<4xi8>
  %1 = arith.divui %0, %0 : i8
  %2 = arith.divsi %0, %0 : i8
  %3 = arith.addi %1, %2 : i8
  memref.store %3, %A[%c0] : memref<4xi8>
  tir.return
}

// -----
tir.func private @unknown(%A: memref<4xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{expected a statement that TVM has}}
  %0 = memref.cast %A : memref<4xf32> to memref<?xf32>
  // expected-error@-1 {{expected a buffer like those of TVM}}
  %1 = memref.load %0[%c0] : memref<?xf32>
  memref.store %1, %A[%c0] : memref<4xf32>
  tir.return
}

// -----
// expected-error@+1 {{expected a start only of buffers that have axes, as in the script of TVM; give it an axis of one element}}
tir.func private @start(%A: memref<f32, strided<[], offset: ?>>) attributes {num_inputs = 0 : i64} {
  tir.return
}

// -----
tir.func private @decided(%A: memref<4xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %f = arith.constant 1.0 : f32
  %true = arith.constant true
  // expected-error@+1 {{expected no constant as a condition, which TVM decides; run --canonicalize before}}
  %0 = scf.if %true -> (f32) {
    scf.yield %f : f32
  } else {
    scf.yield %f : f32
  }
  memref.store %0, %A[%c0] : memref<4xf32>
  tir.return
}

// -----

tir.func @f(%x: memref<4xi64>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %0 = memref.load %x[%c0] : memref<4xi64>
  // expected-error@+1 {{expected an expression that TVM has}}
  %1 = arith.ceildivsi %0, %0 : i64
  memref.store %1, %x[%c0] : memref<4xi64>
  memref.store %1, %x[%c0] : memref<4xi64>
  tir.return
}

// -----

tir.func @f(%x: memref<32xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %width = arith.constant 32 : i32
  %lane = arith.constant 1 : i32
  tir.for thread_binding "threadIdx.x" %i = %c0 to %c32 {
    %0 = memref.load %x[%i] : memref<32xf32>
    // expected-error@+1 {{expected nobody to use whether the other thread is there, which TVM does not say}}
    %1, %valid = gpu.shuffle down %0, %lane, %width : f32
    tir.assert %valid, "there"
    memref.store %1, %x[%i] : memref<32xf32>
  }
  tir.return
}
