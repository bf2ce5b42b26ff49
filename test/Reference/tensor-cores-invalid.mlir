// What the interpreter finds in programs for tensor cores.
// RUN: relax-interp %s --each --verify-diagnostics

// The last group is not waited for.
tir.func @missing_wait(%y: memref<32xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %f = arith.constant 1.0 : f32
  %x = memref.alloc() : memref<32xf32>
  %s = memref.alloc() : memref<2x32xf32, #gpu.address_space<workgroup>>
  tir.for %i = %c0 to %c32 {
    memref.store %f, %x[%i] : memref<32xf32>
  }
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c32 {
    %c1 = arith.constant 1 : index
    %0 = nvgpu.device_async_copy %x[%t], %s[%c0, %t], 1 : memref<32xf32> to memref<2x32xf32, #gpu.address_space<workgroup>>
    %g = nvgpu.device_async_create_group %0
    %1 = nvgpu.device_async_copy %x[%t], %s[%c1, %t], 1 : memref<32xf32> to memref<2x32xf32, #gpu.address_space<workgroup>>
    %h = nvgpu.device_async_create_group %1
    nvgpu.device_async_wait %h {numGroups = 1 : i32}
    %2 = memref.load %s[%c0, %t] : memref<2x32xf32, #gpu.address_space<workgroup>>
    // expected-error @below {{reads what a copy brings that nobody has waited for: element 32 of}}
    %3 = memref.load %s[%c1, %t] : memref<2x32xf32, #gpu.address_space<workgroup>>
    %4 = arith.addf %2, %3 : f32
    memref.store %4, %y[%t] : memref<32xf32>
  }
  tir.return
}

// What was copied is there for the thread that waits, and for others after a
// barrier.
tir.func @missing_barrier(%y: memref<32xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %f = arith.constant 1.0 : f32
  %x = memref.alloc() : memref<32xf32>
  %s = memref.alloc() : memref<32xf32, #gpu.address_space<workgroup>>
  tir.for %i = %c0 to %c32 {
    memref.store %f, %x[%i] : memref<32xf32>
  }
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c32 {
    // expected-note @below {{the other access is here}}
    %0 = nvgpu.device_async_copy %x[%t], %s[%t], 1 : memref<32xf32> to memref<32xf32, #gpu.address_space<workgroup>>
    nvvm.cp.async.commit.group
    nvvm.cp.async.wait.group 0
    %other = arith.subi %c31, %t : index
    %small = arith.minui %t, %other : index
    // expected-error @below {{is a data race}}
    %1 = memref.load %s[%small] : memref<32xf32, #gpu.address_space<workgroup>>
    memref.store %1, %y[%t] : memref<32xf32>
  }
  tir.return
}

tir.func @place(%y: memref<32xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c32 = arith.constant 32 : index
  %f = arith.constant 1.0 : f32
  %x = memref.alloc() : memref<64xf32>
  %s = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c1 {
    // expected-error @below {{copies 16 bytes to byte 20, expected a multiple of that}}
    %0 = nvgpu.device_async_copy %x[%t], %s[%c5], 4, %c0 : memref<64xf32> to memref<64xf32, #gpu.address_space<workgroup>>
  }
  tir.return
}

tir.func @too_many(%y: memref<32xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %x = memref.alloc() : memref<64xf32>
  %s = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c1 {
    // expected-error @below {{reads 5 of 4 elements}}
    %0 = nvgpu.device_async_copy %x[%t], %s[%t], 4, %c5 : memref<64xf32> to memref<64xf32, #gpu.address_space<workgroup>>
  }
  tir.return
}

tir.func @beyond(%y: memref<32xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c60 = arith.constant 60 : index
  %x = memref.alloc() : memref<62xf32>
  %s = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c1 {
    // expected-error @below {{is out of bounds: elements up to 64 along the last axis, expected at most its size, 62}}
    %0 = nvgpu.device_async_copy %x[%c60], %s[%t], 4 : memref<62xf32> to memref<64xf32, #gpu.address_space<workgroup>>
  }
  tir.return
}

tir.func @alone(%y: memref<32xf32>) attributes {num_inputs = 0 : i64} {
  // expected-error @below {{expected in a loop over threads, each of which waits for its own copies, found none}}
  nvvm.cp.async.wait.group 0
  tir.return
}

// Half of a warp multiplies.
tir.func @diverges(%y: memref<32x4xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %a = arith.constant dense<1.0> : vector<4x2xf16>
  %b = arith.constant dense<2.0> : vector<2x2xf16>
  %c = arith.constant dense<0.0> : vector<2x2xf32>
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c32 {
    %half = arith.cmpi ult, %t, %c16 : index
    tir.if %half {
      // expected-error @below {{is reached by 16 of the 32 threads of a warp, which multiply matrices together}}
      %0 = nvgpu.mma.sync(%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
      %1 = vector.extract %0[0, 0] : f32 from vector<2x2xf32>
      memref.store %1, %y[%t, %c0] : memref<32x4xf32>
    }
  }
  tir.return
}

tir.func @no_threads(%y: memref<f32>) attributes {num_inputs = 0 : i64} {
  %a = arith.constant dense<1.0> : vector<4x2xf16>
  %b = arith.constant dense<2.0> : vector<2x2xf16>
  %c = arith.constant dense<0.0> : vector<2x2xf32>
  // expected-error @below {{is reached by 1 of the 32 threads of a warp, which multiply matrices together}}
  %0 = nvgpu.mma.sync(%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
  tir.return
}

tir.func @row(%y: memref<32xf16>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %s = memref.alloc() : memref<32x12xf16, #gpu.address_space<workgroup>>
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c32 {
    %f = arith.constant 1.0 : f16
    %c12 = arith.constant 12 : index
    tir.for %i = %c0 to %c12 {
      memref.store %f, %s[%t, %i] : memref<32x12xf16, #gpu.address_space<workgroup>>
    }
    gpu.barrier
    // expected-error @below {{loads a row from byte 24, expected a multiple of 16}}
    %0 = nvgpu.ldmatrix %s[%t, %c0] {numTiles = 1 : i32, transpose = false} : memref<32x12xf16, #gpu.address_space<workgroup>> -> vector<1x2xf16>
  }
  tir.return
}

tir.func @short(%y: memref<32xf16>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %s = memref.alloc() : memref<32x12xf16, #gpu.address_space<workgroup>>
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c32 {
    // expected-error @below {{is out of bounds: a row has elements up to 16 along the last axis, expected at most its size, 12}}
    %0 = nvgpu.ldmatrix %s[%t, %c8] {numTiles = 1 : i32, transpose = false} : memref<32x12xf16, #gpu.address_space<workgroup>> -> vector<1x2xf16>
  }
  tir.return
}

tir.func @vectors(%y: memref<4xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %v = arith.constant dense<1.0> : vector<4xf32>
  // expected-error @below {{has a value of type 'vector<4xf32>', expected one that the interpreter has}}
  %w = vector.transpose %v, [0] : vector<4xf32> to vector<4xf32>
  tir.return
}

tir.func @dynamic(%y: memref<4xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %v = arith.constant dense<1.0> : vector<4xf32>
  tir.for %i = %c0 to %c4 {
    // expected-error @below {{cannot be interpreted: expected a constant position, found a computed one}}
    %f = vector.extract %v[%i] : f32 from vector<4xf32>
  }
  tir.return
}

tir.func @outside(%y: memref<4xf32>) attributes {num_inputs = 0 : i64} {
  %c2 = arith.constant 2 : index
  %v = arith.constant dense<1.0> : vector<4xf32>
  // expected-error @below {{is out of bounds: elements up to 6 along the last axis, expected at most its size, 4}}
  vector.store %v, %y[%c2] : memref<4xf32>, vector<4xf32>
  tir.return
}

tir.func @half_group(%y: memref<64xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = memref.alloc() : memref<4096xf16, #gpu.address_space<workgroup>>
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c64 {
    %s = memref.alloc() : memref<4xf32, #gpu.address_space<private>>
    // expected-error @below {{is reached by 64 of the 128 threads of a warpgroup, which multiply matrices together}}
    tir.warpgroup_product %s += %m[%c0] * %m[%c0] {lhs_layout = array<i64: 128, 16, 1024>, rhs_layout = array<i64: 128, 16, 1024>} : memref<4xf32, #gpu.address_space<private>>, memref<4096xf16, #gpu.address_space<workgroup>>, memref<4096xf16, #gpu.address_space<workgroup>>
  }
  tir.return
}

tir.func @small_factor(%y: memref<64xf32>) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %m = memref.alloc() : memref<8xf16, #gpu.address_space<workgroup>>
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.0 : f16
  tir.for %i = %c0 to %c8 {
    memref.store %f, %m[%i] : memref<8xf16, #gpu.address_space<workgroup>>
  }
  tir.for thread_binding "threadIdx.x" %t = %c0 to %c128 {
    %s = memref.alloc() : memref<4xf32, #gpu.address_space<private>>
    // expected-error @below {{is out of bounds: element 8 of an operand, expected less than 8}}
    tir.warpgroup_product %s += %m[%c0] * %m[%c0] {lhs_layout = array<i64: 128, 16, 1024>, rhs_layout = array<i64: 128, 16, 1024>} : memref<4xf32, #gpu.address_space<private>>, memref<8xf16, #gpu.address_space<workgroup>>, memref<8xf16, #gpu.address_space<workgroup>>
  }
  tir.return
}

tir.func @nowhere(%y: memref<4xf32>) attributes {num_inputs = 0 : i64} {
  %v = arith.constant dense<1.0> : vector<4xf32>
  // expected-error @below {{cannot be interpreted: expected vectors of one axis, and elements of these}}
  %w = vector.shuffle %v, %v [0, -1] : vector<4xf32>, vector<4xf32>
  tir.return
}

tir.func @bits(%y: memref<4xf32>) attributes {num_inputs = 0 : i64} {
  %v = arith.constant dense<1> : vector<4xi8>
  // expected-error @below {{cannot be interpreted: expected elements of whole bytes}}
  %w = vector.bitcast %v : vector<4xi8> to vector<32xi1>
  tir.return
}
