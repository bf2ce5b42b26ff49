// Functions of which a schedule makes little: no failure, a remark.
// RUN: relax-opt %s --tir-default-cpu-schedule=vector-bits=256 --verify-diagnostics | FileCheck %s
// RUN: %same-results="tir-default-cpu-schedule{vector-bits=256}"

// CHECK-LABEL: @scalar(
// CHECK-SAME: tir.is_scheduled
// CHECK-NEXT: arith.constant
// CHECK-NEXT: memref.store
// CHECK-NEXT: tir.return
tir.func private @scalar(%m: memref<f32>) attributes {num_inputs = 0} {
  %f = arith.constant 1.0 : f32
  tir.block "scalar" writes(%m : memref<f32>) {
    memref.store %f, %m[] : memref<f32>
  }
  tir.return
}

// CHECK-LABEL: @opaque(
// CHECK: tir.for %
// CHECK-NEXT: memref.store
tir.func private @opaque(%m: memref<4xf32>) attributes {num_inputs = 0} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %f = arith.constant 1.0 : f32
  // expected-remark @below {{is not scheduled: expected loops around one block and nothing else}}
  tir.for %i = %c0 to %c4 {
    memref.store %f, %m[%i] : memref<4xf32>
  }
  // expected-remark @below {{is not scheduled: expected loops that start at 0}}
  tir.for %i = %c4 to %c4 {
  }
  // expected-remark @below {{is not scheduled: expected serial loops, found 'parallel'}}
  tir.for parallel %i = %c0 to %c4 {
  }
  tir.return
}

// A reduction over nothing still has its start value.
// CHECK-LABEL: @nothing(
// CHECK: memref.store
tir.func private @nothing(%A: memref<0x4xf32>, %C: memref<4xf32>) attributes {num_inputs = 1} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  tir.for %i = %c0 to %c4 {
    tir.for %j = %c0 to %c0 {
      tir.block "sum" iters(%vi : spatial = %i in %c4, %vj : reduce = %j in %c0) reads(%A : memref<0x4xf32>) writes(%C : memref<4xf32>) {
        tir.init {
          memref.store %zero, %C[%vi] : memref<4xf32>
        }
        %a = memref.load %A[%vj, %vi] : memref<0x4xf32>
        %c = memref.load %C[%vi] : memref<4xf32>
        %s = arith.addf %c, %a : f32
        memref.store %s, %C[%vi] : memref<4xf32>
      }
    }
  }
  tir.return
}

// CHECK-LABEL: @empty()
// CHECK-SAME: tir.is_scheduled
tir.func private @empty() attributes {num_inputs = 0} {
  tir.return
}

// CHECK: tir.func private @declared(memref<4xf32>) attributes {num_inputs = 0 : i64}{{$}}
tir.func private @declared(memref<4xf32>) attributes {num_inputs = 0}

// A reduction into two buffers stays serial; its start goes before its loop.
// CHECK-LABEL: @two(
// CHECK: memref.store
// CHECK: memref.store
// CHECK: tir.for %
tir.func private @two(%A: memref<4xf32>, %C: memref<f32>, %D: memref<f32>) attributes {num_inputs = 1} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  tir.for %j = %c0 to %c4 {
    // expected-remark @below {{is not scheduled: expected a plain reduction into one buffer}}
    tir.block "two" iters(%vj : reduce = %j in %c4) reads(%A : memref<4xf32>) writes(%C, %D : memref<f32>, memref<f32>) {
      tir.init {
        memref.store %zero, %C[] : memref<f32>
        memref.store %zero, %D[] : memref<f32>
      }
      %a = memref.load %A[%vj] : memref<4xf32>
      memref.store %a, %C[] : memref<f32>
      memref.store %a, %D[] : memref<f32>
    }
  }
  tir.return
}

// Iterators of other kinds.
// CHECK-LABEL: @ordered(
// CHECK: tir.for %
tir.func private @ordered(%A: memref<4xf32>) attributes {num_inputs = 0} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %t = arith.constant true
  tir.for %j = %c0 to %c4 {
    // expected-remark @below {{is not scheduled: expected iterators that are spatial or reduce}}
    tir.block "ordered" iters(%vj : ordered = %j in %c4) writes(%A : memref<4xf32>) {
      memref.store %zero, %A[%vj] : memref<4xf32>
    }
  }
  // expected-remark @below {{is not scheduled: expected a block without a predicate, found one}}
  tir.for %j = %c0 to %c4 {
    tir.block "where" iters(%vj : spatial = %j in %c4) where %t writes(%A : memref<4xf32>) {
      memref.store %zero, %A[%vj] : memref<4xf32>
    }
  }
  // expected-remark @below {{is not scheduled: expected as many iterators of the block as loops}}
  tir.for %j = %c0 to %c4 {
    tir.block "fewer" writes(%A : memref<4xf32>) {
      memref.store %zero, %A[%c0] : memref<4xf32>
    }
  }
  // expected-remark @below {{is not scheduled: expected each iterator to be bound to a loop of its own}}
  tir.for %j = %c0 to %c4 {
    tir.block "unbound" iters(%vj : spatial = %c0 in %c4) writes(%A : memref<4xf32>) {
      memref.store %zero, %A[%vj] : memref<4xf32>
    }
  }
  %c3 = arith.constant 3 : index
  // expected-remark @below {{is not scheduled: expected each loop to run over what its iterator does}}
  tir.for %j = %c0 to %c3 {
    tir.block "part" iters(%vj : spatial = %j in %c4) writes(%A : memref<4xf32>) {
      memref.store %zero, %A[%vj] : memref<4xf32>
    }
  }
  tir.return
}

// Reductions that a tile could not hold.
// CHECK-LABEL: @odd(
// CHECK: tir.for %
tir.func private @odd(%A: memref<4x4xf32>, %C: memref<4xf32>) attributes {num_inputs = 1} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  tir.for %i = %c0 to %c4 {
    tir.for %j = %c0 to %c4 {
      // expected-remark @below {{is not scheduled: expected start, load and store of one element}}
      tir.block "other" iters(%vi : spatial = %i in %c4, %vj : reduce = %j in %c4) reads(%A : memref<4x4xf32>) writes(%C : memref<4xf32>) {
        tir.init {
          memref.store %zero, %C[%c0] : memref<4xf32>
        }
        %a = memref.load %A[%vi, %vj] : memref<4x4xf32>
        %c = memref.load %C[%vi] : memref<4xf32>
        %s = arith.addf %c, %a : f32
        memref.store %s, %C[%vi] : memref<4xf32>
      }
    }
  }
  tir.for %i = %c0 to %c4 {
    tir.for %j = %c0 to %c4 {
      // expected-remark @below {{is not scheduled: expected each spatial iterator to be an index of the result}}
      tir.block "missing" iters(%vi : spatial = %i in %c4, %vj : reduce = %j in %c4) reads(%A : memref<4x4xf32>) writes(%C : memref<4xf32>) {
        tir.init {
          memref.store %zero, %C[%c0] : memref<4xf32>
        }
        %a = memref.load %A[%vi, %vj] : memref<4x4xf32>
        %c = memref.load %C[%c0] : memref<4xf32>
        %s = arith.addf %c, %a : f32
        memref.store %s, %C[%c0] : memref<4xf32>
      }
    }
  }
  %n = memref.dim %C, %c0 : memref<4xf32>
  %m = arith.divui %n, %c4 : index
  tir.for %j = %c0 to %c4 {
    // expected-remark @below {{is not scheduled: expected each index of the result to be an iterator}}
    tir.block "computed" iters(%vj : reduce = %j in %c4) reads(%A : memref<4x4xf32>) writes(%C : memref<4xf32>) {
      tir.init {
        memref.store %zero, %C[%m] : memref<4xf32>
      }
      %a = memref.load %A[%c0, %vj] : memref<4x4xf32>
      %c = memref.load %C[%m] : memref<4xf32>
      %s = arith.addf %c, %a : f32
      memref.store %s, %C[%m] : memref<4xf32>
    }
  }
  tir.return
}

// TVM's schedules leave blocks: the loops stay as they were arranged.
// CHECK-LABEL: @in_blocks(
// CHECK: tir.for parallel
// CHECK: memref.store
// CHECK-NEXT: tir.for %
// CHECK-NOT: tir.block
// CHECK: memref.store
tir.func private @in_blocks(%A: memref<4x8xf32>, %C: memref<4xf32>) attributes {num_inputs = 1, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  tir.for parallel %i = %c0 to %c4 {
    tir.for %j = %c0 to %c8 {
      tir.block "sum" iters(%vi : spatial = %i in %c4, %vj : reduce = %j in %c8) reads(%A : memref<4x8xf32>) writes(%C : memref<4xf32>) {
        tir.init {
          memref.store %zero, %C[%vi] : memref<4xf32>
        }
        %a = memref.load %A[%vi, %vj] : memref<4x8xf32>
        %c = memref.load %C[%vi] : memref<4xf32>
        %s = arith.addf %c, %a : f32
        memref.store %s, %C[%vi] : memref<4xf32>
      }
    }
  }
  tir.return
}
