// Boxes of tensors: each rule.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// R1 of tir.tensor_map
tir.func private @axes(%a: memref<?xf16>, %n: index) attributes {num_inputs = 0} {
  // expected-error @below {{'tir.tensor_map' op has 6 sizes, 5 strides and a box of 6; expected 1 to 5 sizes, a stride less, and as many of the box [tir.tensor_map R1]}}
  %m = tir.tensor_map %a[%n, %n, %n, %n, %n, %n] strides[%n, %n, %n, %n, %n] {box = array<i64: 1, 1, 1, 1, 1, 64>, swizzle = 0 : i64} : memref<?xf16> -> !llvm.ptr
  tir.return
}

// -----

// R1 of tir.tensor_map
tir.func private @none(%a: memref<f16>, %n: index) attributes {num_inputs = 0} {
  // expected-error @below {{has 0 sizes, 0 strides and a box of 0}}
  %m = tir.tensor_map %a[] strides[] {box = array<i64>, swizzle = 0 : i64} : memref<f16> -> !llvm.ptr
  tir.return
}

// -----

// R1 of tir.tensor_map
tir.func private @strides(%a: memref<?xf16>, %n: index) attributes {num_inputs = 0} {
  // expected-error @below {{has 2 sizes, 2 strides and a box of 2}}
  %m = tir.tensor_map %a[%n, %n] strides[%n, %n] {box = array<i64: 8, 64>, swizzle = 0 : i64} : memref<?xf16> -> !llvm.ptr
  tir.return
}

// -----

// R1 of tir.tensor_map
tir.func private @box(%a: memref<?xf16>, %n: index) attributes {num_inputs = 0} {
  // expected-error @below {{has 2 sizes, 1 strides and a box of 1}}
  %m = tir.tensor_map %a[%n, %n] strides[%n] {box = array<i64: 64>, swizzle = 0 : i64} : memref<?xf16> -> !llvm.ptr
  tir.return
}

// -----

// R2 of tir.tensor_map
tir.func private @elements(%a: memref<?xi1>, %n: index) attributes {num_inputs = 0} {
  // expected-error @below {{'tir.tensor_map' op describes elements of 'i1'; expected numbers of 1, 2, 4 or 8 bytes [tir.tensor_map R2]}}
  %m = tir.tensor_map %a[%n] strides[] {box = array<i64: 128>, swizzle = 0 : i64} : memref<?xi1> -> !llvm.ptr
  tir.return
}

// -----

// R2 of tir.tensor_map
tir.func private @vectors(%a: memref<?xvector<2xf16>>, %n: index) attributes {num_inputs = 0} {
  // expected-error @below {{describes elements of 'vector<2xf16>'}}
  %m = tir.tensor_map %a[%n] strides[] {box = array<i64: 128>, swizzle = 0 : i64} : memref<?xvector<2xf16>> -> !llvm.ptr
  tir.return
}

// -----

// R3 of tir.tensor_map
tir.func private @large(%a: memref<?xf16>, %n: index) attributes {num_inputs = 0} {
  // expected-error @below {{'tir.tensor_map' op copies boxes of array<i64: 257, 64> with a swizzle of 128; expected 1 to 256 elements along each axis, along the last one a multiple of 16 bytes, and a swizzle of 0, or of 128 if these are 128 bytes [tir.tensor_map R3]}}
  %m = tir.tensor_map %a[%n, %n] strides[%n] {box = array<i64: 257, 64>, swizzle = 128 : i64} : memref<?xf16> -> !llvm.ptr
  tir.return
}

// -----

// R3 of tir.tensor_map
tir.func private @odd(%a: memref<?xf16>, %n: index) attributes {num_inputs = 0} {
  // expected-error @below {{copies boxes of array<i64: 8, 4> with a swizzle of 0}}
  %m = tir.tensor_map %a[%n, %n] strides[%n] {box = array<i64: 8, 4>, swizzle = 0 : i64} : memref<?xf16> -> !llvm.ptr
  tir.return
}

// -----

// R3 of tir.tensor_map
tir.func private @narrow(%a: memref<?xf16>, %n: index) attributes {num_inputs = 0} {
  // expected-error @below {{copies boxes of array<i64: 8, 32> with a swizzle of 128}}
  %m = tir.tensor_map %a[%n, %n] strides[%n] {box = array<i64: 8, 32>, swizzle = 128 : i64} : memref<?xf16> -> !llvm.ptr
  tir.return
}

// -----

// R3 of tir.tensor_map
tir.func private @swizzle(%a: memref<?xf16>, %n: index) attributes {num_inputs = 0} {
  // expected-error @below {{copies boxes of array<i64: 8, 32> with a swizzle of 64}}
  %m = tir.tensor_map %a[%n, %n] strides[%n] {box = array<i64: 8, 32>, swizzle = 64 : i64} : memref<?xf16> -> !llvm.ptr
  tir.return
}

// -----

// R1 of tir.bulk_load
tir.func private @space(%a: memref<?x?xf16>, %s: memref<8192xf16>, %n: index) attributes {num_inputs = 0} {
  %g = nvgpu.mbarrier.create -> <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
  %m = tir.tensor_map %a[%n, %n] strides[%n] {box = array<i64: 128, 64>, swizzle = 128 : i64} : memref<?x?xf16> -> !llvm.ptr
  // expected-error @below {{'tir.bulk_load' op copies a box to 'memref<8192xf16>'; expected rank 1, in the memory of a workgroup, with the elements of the tensor [tir.bulk_load R1]}}
  tir.bulk_load %m[%n, %n] to %s[%n], %g[%n] {box = array<i64: 128, 64>, swizzle = 128 : i64} : !llvm.ptr, memref<8192xf16>, !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
  tir.return
}

// -----

// R1 of tir.bulk_load
tir.func private @rank(%a: memref<?x?xf16>, %s: memref<128x64xf16, #gpu.address_space<workgroup>>, %n: index) attributes {num_inputs = 0} {
  %g = nvgpu.mbarrier.create -> <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
  %m = tir.tensor_map %a[%n, %n] strides[%n] {box = array<i64: 128, 64>, swizzle = 128 : i64} : memref<?x?xf16> -> !llvm.ptr
  // expected-error @below {{copies a box to 'memref<128x64xf16}}
  tir.bulk_load %m[%n, %n] to %s[%n], %g[%n] {box = array<i64: 128, 64>, swizzle = 128 : i64} : !llvm.ptr, memref<128x64xf16, #gpu.address_space<workgroup>>, !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
  tir.return
}

// -----

// R1 of tir.bulk_load
tir.func private @others(%a: memref<?x?xf16>, %s: memref<8192xbf16, #gpu.address_space<workgroup>>, %n: index) attributes {num_inputs = 0} {
  %g = nvgpu.mbarrier.create -> <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
  %m = tir.tensor_map %a[%n, %n] strides[%n] {box = array<i64: 128, 64>, swizzle = 128 : i64} : memref<?x?xf16> -> !llvm.ptr
  // expected-error @below {{copies a box to 'memref<8192xbf16}}
  tir.bulk_load %m[%n, %n] to %s[%n], %g[%n] {box = array<i64: 128, 64>, swizzle = 128 : i64} : !llvm.ptr, memref<8192xbf16, #gpu.address_space<workgroup>>, !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
  tir.return
}

// -----

// R2 of tir.bulk_load
tir.func private @places(%a: memref<?x?xf16>, %s: memref<8192xf16, #gpu.address_space<workgroup>>, %n: index) attributes {num_inputs = 0} {
  %g = nvgpu.mbarrier.create -> <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
  %m = tir.tensor_map %a[%n, %n] strides[%n] {box = array<i64: 128, 64>, swizzle = 128 : i64} : memref<?x?xf16> -> !llvm.ptr
  // expected-error @below {{'tir.bulk_load' op copies a box of array<i64: 128, 64> with a swizzle of 128 from 1 coordinates; expected what its map says, and a coordinate for each axis [tir.bulk_load R2]}}
  tir.bulk_load %m[%n] to %s[%n], %g[%n] {box = array<i64: 128, 64>, swizzle = 128 : i64} : !llvm.ptr, memref<8192xf16, #gpu.address_space<workgroup>>, !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
  tir.return
}

// -----

// R2 of tir.bulk_load
tir.func private @other(%a: memref<?x?xf16>, %s: memref<8192xf16, #gpu.address_space<workgroup>>, %n: index) attributes {num_inputs = 0} {
  %g = nvgpu.mbarrier.create -> <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
  %m = tir.tensor_map %a[%n, %n] strides[%n] {box = array<i64: 128, 64>, swizzle = 128 : i64} : memref<?x?xf16> -> !llvm.ptr
  // expected-error @below {{copies a box of array<i64: 64, 64> with a swizzle of 128 from 2 coordinates}}
  tir.bulk_load %m[%n, %n] to %s[%n], %g[%n] {box = array<i64: 64, 64>, swizzle = 128 : i64} : !llvm.ptr, memref<8192xf16, #gpu.address_space<workgroup>>, !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
  tir.return
}

// -----

// R2 of tir.bulk_load
tir.func private @plain(%a: memref<?x?xf16>, %s: memref<8192xf16, #gpu.address_space<workgroup>>, %n: index) attributes {num_inputs = 0} {
  %g = nvgpu.mbarrier.create -> <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
  %m = tir.tensor_map %a[%n, %n] strides[%n] {box = array<i64: 128, 64>, swizzle = 128 : i64} : memref<?x?xf16> -> !llvm.ptr
  // expected-error @below {{copies a box of array<i64: 128, 64> with a swizzle of 0 from 2 coordinates}}
  tir.bulk_load %m[%n, %n] to %s[%n], %g[%n] {box = array<i64: 128, 64>, swizzle = 0 : i64} : !llvm.ptr, memref<8192xf16, #gpu.address_space<workgroup>>, !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
  tir.return
}

// -----

// R2 of tir.bulk_load
tir.func private @passed(%a: memref<?x?xf16>, %s: memref<8192xf16, #gpu.address_space<workgroup>>, %n: index) attributes {num_inputs = 0} {
  %g = nvgpu.mbarrier.create -> <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
  %m = llvm.mlir.zero : !llvm.ptr
  // expected-error @below {{copies a box of array<i64: 128, 32> with a swizzle of 128 from 2 coordinates}}
  tir.bulk_load %m[%n, %n] to %s[%n], %g[%n] {box = array<i64: 128, 32>, swizzle = 128 : i64} : !llvm.ptr, memref<8192xf16, #gpu.address_space<workgroup>>, !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
  tir.return
}
