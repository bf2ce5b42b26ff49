// RUN: relax-opt %s --tir-verify-scheduled --split-input-file --verify-diagnostics

// expected-note @below {{function @fill is here; drop 'tir.is_scheduled' to schedule it}}
tir.func private @fill(%x: memref<f32>) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
  // expected-error @below {{is left in a function that is marked as scheduled, expected none}}
  tir.block "fill" writes(%x : memref<f32>) {
    %0 = arith.constant 0.0 : f32
    memref.store %0, %x[] : memref<f32>
  }
  tir.return
}

// -----

// expected-remark @below {{is not scheduled: it runs as it is, loop by loop}}
tir.func private @opaque(%x: memref<f32>) attributes {num_inputs = 0 : i64} {
  tir.return
}

// -----

// All blocks of all functions, dead, public and nested ones.
// expected-note @below {{function @two is here; drop 'tir.is_scheduled' to schedule it}}
tir.func @two(%x: memref<f32>) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
  // expected-error @below {{'tir.block' op is left in a function that is marked as scheduled, expected none [tir-verify-scheduled R1]}}
  tir.block "outer" writes(%x : memref<f32>) {
    // expected-error @below {{'tir.block' op is left in a function that is marked as scheduled, expected none}}
    tir.block "inner" writes(%x : memref<f32>) {
      %0 = arith.constant 0.0 : f32
      memref.store %0, %x[] : memref<f32>
    }
  }
  tir.return
}
module @inner {
  // expected-note @below {{function @nested is here}}
  tir.func private @nested(%n: index) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
    tir.for %i = %n to %n {
      // expected-error @below {{is left in a function that is marked as scheduled, expected none}}
      tir.block "last" {
      }
    }
    tir.return
  }
}
// expected-remark @below {{is not scheduled}}
tir.func private @dead(%x: memref<f32>) attributes {num_inputs = 0 : i64} {
  tir.return
}
relax.func @main(%x: tensor<4xf32>) {
  relax.return
}

// -----

// What exhausts code generation: in a kernel, in a graph, inside other types.
tir.func private @wide(%x: memref<4xi1024>, %n: index) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %0 = memref.load %x[%c0] : memref<4xi1024>
  // expected-error @below {{has a value of type 'i16777215', expected integers of at most 1024 bits and vectors of at most 65536 elements; use narrower integers, or a loop over short vectors [tir-verify-scheduled R2]}}
  %1 = arith.extui %0 : i1024 to i16777215
  // expected-error @below {{has a value of type 'vector<9223372036854775807xf32>'}}
  %2 = arith.constant dense<1.0> : vector<9223372036854775807xf32>
  // expected-error @below {{has a value of type 'vector<1024x65xf32>'}}
  %3 = arith.constant dense<1.0> : vector<1024x65xf32>
  %4 = arith.constant dense<1.0> : vector<65536xf32>
  tir.return
}
// expected-error @below {{has a value of type 'memref<4xi1025>'}}
tir.func private @buffer(%x: memref<4xi1025>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
  tir.return
}
// expected-error @below {{has a value of type 'tuple<tensor<4xi2048>>'}}
relax.func @main(%x: tuple<tensor<4xi2048>>) {
  relax.return
}

// -----

// Axes of launches: bound once, with one extent, that the host knows. Kernels
// beside each other may differ.
tir.func private @axes(%x: memref<?xindex>, %n: index) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  tir.for %k = %c0 to %n {
    // expected-note @below {{the kernel starts here}}
    tir.for thread_binding "blockIdx.x" %b = %c0 to %n {
      %two = arith.constant 2 : index
      %known = arith.muli %k, %two : index
      // expected-note @below {{that loop is here}}
      // expected-note @below {{the first loop is here}}
      tir.for thread_binding "threadIdx.x" %t = %c0 to %known {
        tir.for %s = %c0 to %n {
          // expected-error @below {{'tir.for' op binds thread axis "threadIdx.x", which a loop around it binds already [tir-verify-scheduled R3]}}
          tir.for thread_binding "threadIdx.x" %u = %c0 to %known {
          }
        }
      }
      // expected-error @below {{'tir.for' op binds thread axis "threadIdx.x" with another extent than the first loop of the kernel that does; make them equal [tir-verify-scheduled R4]}}
      tir.for thread_binding "threadIdx.x" %t = %c0 to %c4 {
      }
      %loaded = memref.load %x[%b] : memref<?xindex>
      // expected-error @below {{'tir.for' op binds thread axis "threadIdx.y" with bounds that its kernel computes; expected bounds that are known when the kernel starts [tir-verify-scheduled R5]}}
      tir.for thread_binding "threadIdx.y" %t = %c0 to %loaded {
      }
    }
    tir.for thread_binding "blockIdx.x" %b = %c0 to %c8 {
      tir.for thread_binding "threadIdx.x" %t = %c0 to %c8 {
      }
    }
  }
  tir.return
}
