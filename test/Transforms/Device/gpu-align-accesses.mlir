// Vectors say what their addresses are multiples of; a tensor at an odd place
// makes all that kernels are given doubtful.
// RUN: relax-opt %s -relax-gpu-align-accesses -split-input-file | FileCheck %s
// RUN: relax-opt %s -relax-gpu-align-accesses -split-input-file | relax-opt -relax-gpu-align-accesses -split-input-file | FileCheck %s

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @copy
  // CHECK-SAME: workgroup(%{{.*}} : memref<8x4xf32, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}, %{{.*}} : memref<3xf32, #gpu.address_space<workgroup>> {llvm.align = 16 : i64})
  gpu.func @copy(%m: memref<8x4xf32>, %i: index) workgroup(%s : memref<8x4xf32, #gpu.address_space<workgroup>>, %t : memref<3xf32, #gpu.address_space<workgroup>>) kernel {
    %c0 = arith.constant 0 : index
    // CHECK: vector.load %{{.*}} {alignment = 16 : i64} : memref<8x4xf32>, vector<4xf32>
    %0 = vector.load %m[%i, %c0] : memref<8x4xf32>, vector<4xf32>
    // CHECK: vector.store %{{.*}} {alignment = 16 : i64} : memref<8x4xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    vector.store %0, %s[%i, %c0] : memref<8x4xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    gpu.return
  }

  // Indices: products, sums, what is left of a division, loops.
  // CHECK-LABEL: gpu.func @indices
  gpu.func @indices(%m: memref<?xf32>, %i: index) kernel {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c6 = arith.constant 6 : index
    %c8 = arith.constant 8 : index
    %even = arith.muli %i, %c2 : index
    // CHECK: vector.load %{{.*}} {alignment = 8 : i64}
    %0 = vector.load %m[%even] : memref<?xf32>, vector<4xf32>
    %sum = arith.addi %even, %c6 : index
    // CHECK: vector.load %{{.*}} {alignment = 8 : i64}
    %1 = vector.load %m[%sum] : memref<?xf32>, vector<4xf32>
    %times = arith.muli %sum, %c2 : index
    %rest = arith.remui %times, %c8 : index
    %less = arith.subi %rest, %c8 : index
    // CHECK: vector.load %{{.*}} {alignment = 16 : i64}
    %2 = vector.load %m[%less] : memref<?xf32>, vector<4xf32>
    // CHECK: vector.load %{{.*}} {alignment = 4 : i64}
    %3 = vector.load %m[%i] : memref<?xf32>, vector<4xf32>
    %narrow = arith.index_castui %times : index to i32
    %wide = arith.index_castui %narrow : i32 to index
    // CHECK: vector.load %{{.*}} {alignment = 16 : i64}
    %5 = vector.load %m[%wide] : memref<?xf32>, vector<4xf32>
    // The smaller one of two numbers is one of them.
    %least = arith.minui %wide, %c8 : index
    // CHECK: vector.load %{{.*}} {alignment = 16 : i64}
    %6 = vector.load %m[%least] : memref<?xf32>, vector<4xf32>
    %lesser = arith.minsi %wide, %sum : index
    // CHECK: vector.load %{{.*}} {alignment = 8 : i64}
    %7 = vector.load %m[%lesser] : memref<?xf32>, vector<4xf32>
    scf.for %j = %c0 to %i step %c8 {
      // CHECK: vector.load %{{.*}} {alignment = 16 : i64}
      %4 = vector.load %m[%j] : memref<?xf32>, vector<4xf32>
    }
    gpu.return
  }

  // Rows of a size that is known, or not; views; elements of other sizes.
  // CHECK-LABEL: gpu.func @rows
  gpu.func @rows(%m: memref<?x6xf16>, %n: memref<4x?xf32>, %base: memref<f32>, %i: index) kernel {
    %c0 = arith.constant 0 : index
    // CHECK: vector.load %{{.*}} {alignment = 4 : i64}
    %0 = vector.load %m[%i, %c0] : memref<?x6xf16>, vector<2xf16>
    // CHECK: vector.load %{{.*}} {alignment = 4 : i64}
    %1 = vector.load %n[%i, %c0] : memref<4x?xf32>, vector<4xf32>
    // CHECK: vector.load %{{.*}} {alignment = 16 : i64}
    %2 = vector.load %n[%c0, %c0] : memref<4x?xf32>, vector<4xf32>
    %v = memref.reinterpret_cast %base to offset: [0], sizes: [%i, 4], strides: [4, 1] : memref<f32> to memref<?x4xf32, strided<[4, 1]>>
    %w = memref.cast %v : memref<?x4xf32, strided<[4, 1]>> to memref<?x4xf32>
    // CHECK: vector.load %{{.*}} {alignment = 16 : i64}
    %3 = vector.load %w[%i, %c0] : memref<?x4xf32>, vector<4xf32>
    // What is said already stays.
    // CHECK: vector.load %{{.*}} {alignment = 4 : i64}
    %4 = vector.load %w[%i, %c0] {alignment = 4 : i64} : memref<?x4xf32>, vector<4xf32>
    // Its first element is not the parameter's.
    %x = memref.reinterpret_cast %base to offset: [1], sizes: [%i, 4], strides: [4, 1] : memref<f32> to memref<?x4xf32, strided<[4, 1], offset: 1>>
    // CHECK: vector.load %{{[a-z0-9_]+}}[%{{[a-z0-9]+}}, %{{[a-z0-9]+}}] : memref<?x4xf32, strided<[4, 1], offset: 1>>
    %5 = vector.load %x[%i, %c0] : memref<?x4xf32, strided<[4, 1], offset: 1>>, vector<4xf32>
    gpu.return
  }

  // Views of memory that the launch asks for.
  // CHECK-LABEL: gpu.func @dynamic
  gpu.func @dynamic(%i: index) kernel {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %all = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %a = memref.view %all[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<4x4xf32, #gpu.address_space<workgroup>>
    %b = memref.view %all[%c8][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<4x4xf32, #gpu.address_space<workgroup>>
    // CHECK: vector.load %{{.*}} {alignment = 16 : i64}
    %0 = vector.load %a[%i, %c0] : memref<4x4xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    // CHECK: vector.store %{{.*}} {alignment = 8 : i64}
    vector.store %0, %b[%i, %c0] : memref<4x4xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @aside
  // CHECK: nvgpu.device_async_copy
  gpu.func @aside(%m: memref<64xf32>) workgroup(%s : memref<64xf32, #gpu.address_space<workgroup>>) kernel {
    %c0 = arith.constant 0 : index
    %0 = nvgpu.device_async_copy %m[%c0], %s[%c0], 4 : memref<64xf32> to memref<64xf32, #gpu.address_space<workgroup>>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @dead
  gpu.func @dead() kernel {
    gpu.return
  }
}

// -----

// A multiple of 16 bytes, whatever the size is.
relax.func impure @multiple(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) {
  %0 = relax.memory.alloc_storage [n * 16 + 64]
  %1 = relax.memory.alloc_tensor %0 at [n * 16] : tensor<16xf32>
  relax.return
}
gpu.module @kernels {
  // CHECK-LABEL: gpu.func @at
  gpu.func @at(%m: memref<8x4xf32>) kernel {
    %c0 = arith.constant 0 : index
    // CHECK: vector.load %{{.*}} {alignment = 16 : i64}
    %0 = vector.load %m[%c0, %c0] : memref<8x4xf32>, vector<4xf32>
    gpu.return
  }
}

// -----

relax.func @odd(%x: tensor<4xf32>) -> tensor<2xf32> {
  %0 = relax.memory.view %x at [8] : tensor<4xf32> to tensor<2xf32>
  relax.return %0 : tensor<2xf32>
}
gpu.module @kernels {
  // CHECK-LABEL: gpu.func @copy
  // CHECK-SAME: llvm.align = 16
  gpu.func @copy(%m: memref<8x4xf32>) workgroup(%s : memref<4xf32, #gpu.address_space<workgroup>>) kernel {
    %c0 = arith.constant 0 : index
    // CHECK: vector.load %{{[a-z0-9]+}}[%{{[a-z0-9]+}}, %{{[a-z0-9]+}}] : memref<8x4xf32>
    %0 = vector.load %m[%c0, %c0] : memref<8x4xf32>, vector<4xf32>
    // CHECK: vector.store %{{.*}} {alignment = 16 : i64}
    vector.store %0, %s[%c0] : memref<4xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    gpu.return
  }
}

// -----

relax.func impure @apart() {
  %0 = relax.memory.alloc_storage [64]
  %1 = relax.memory.alloc_tensor %0 at [4] : tensor<2xf32>
  relax.return
}
gpu.module @kernels {
  // CHECK-LABEL: gpu.func @load
  gpu.func @load(%m: memref<8x4xf32>) kernel {
    %c0 = arith.constant 0 : index
    // CHECK: vector.load %{{[a-z0-9]+}}[%{{[a-z0-9]+}}, %{{[a-z0-9]+}}] : memref<8x4xf32>
    %0 = vector.load %m[%c0, %c0] : memref<8x4xf32>, vector<4xf32>
    gpu.return
  }

  // Copies aside are of aligned pieces.
  // CHECK-LABEL: gpu.func @aside
  // CHECK-NOT: nvgpu.device_async_copy
  // CHECK: scf.for
  gpu.func @aside(%m: memref<64xf32>) workgroup(%s : memref<64xf32, #gpu.address_space<workgroup>>) kernel {
    %c0 = arith.constant 0 : index
    %0 = nvgpu.device_async_copy %m[%c0], %s[%c0], 4 : memref<64xf32> to memref<64xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

// A multiple of a size may be a multiple of 16 bytes for sure.
relax.func impure @multiple(%x: tensor<?xf32, #relax.dims<[n]>>) {
  %0 = relax.memory.alloc_storage[n * 32 + 64]
  %1 = relax.memory.alloc_tensor %0 at[n * 32] : tensor<2xf32>
  relax.return
}
gpu.module @kernels {
  // CHECK-LABEL: gpu.func @after_others
  gpu.func @after_others(%m: memref<8x4xf32>) kernel {
    %c0 = arith.constant 0 : index
    // CHECK: vector.load %{{.*}} {alignment = 16 : i64}
    %0 = vector.load %m[%c0, %c0] : memref<8x4xf32>, vector<4xf32>
    gpu.return
  }
}

// -----

gpu.module @copies {
  // An async copy of 16 bytes begins at a multiple of 16 bytes on both sides;
  // else each element is copied by itself, and what is not read is 0.
  // CHECK-LABEL: gpu.func @aside
  gpu.func @aside(%m: memref<?x8xf16>, %n: memref<?x7xf16>, %i: index, %k: index) workgroup(%s : memref<4x8xf16, #gpu.address_space<workgroup>>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %odd = arith.xori %c8, %i : index
    // CHECK: nvgpu.device_async_copy
    %0 = nvgpu.device_async_copy %m[%i, %c0], %s[%i, %c0], 8, %k {bypassL1} : memref<?x8xf16> to memref<4x8xf16, #gpu.address_space<workgroup>>
    // CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f16
    // CHECK: scf.for %[[J:.*]] = %{{.*}} to %c8
    // CHECK-DAG: %[[IN:.*]] = arith.cmpi ult, %[[J]], %arg3
    // CHECK: %[[V:.*]] = scf.if %[[IN]] -> (f16) {
    // CHECK-NEXT: %[[L:.*]] = memref.load %arg1[%arg2, %[[J2:.*]]] : memref<?x7xf16>
    // CHECK: yield %[[ZERO]]
    // CHECK: memref.store %[[V]], %{{.*}} : memref<4x8xf16, #gpu.address_space<workgroup>>
    %1 = nvgpu.device_async_copy %n[%i, %c0], %s[%c1, %c0], 8, %k {bypassL1} : memref<?x7xf16> to memref<4x8xf16, #gpu.address_space<workgroup>>
    // CHECK: scf.for
    %2 = nvgpu.device_async_copy %m[%i, %odd], %s[%c1, %c0], 8 : memref<?x8xf16> to memref<4x8xf16, #gpu.address_space<workgroup>>
    // CHECK: nvgpu.device_async_create_group %{{[^,]*}}{{$}}
    %3 = nvgpu.device_async_create_group %0, %1, %2
    nvgpu.device_async_wait %3
    gpu.return
  }
}
