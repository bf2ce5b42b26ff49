// Violations of the rules of TIR: TensorMapOps.

// rule: tir.tensor_map R1
// t: ?xf16 8x8xf16 ?xi8
tir.func private @${axes}(%a: memref<${t}>, %n: index) attributes {num_inputs = 0} {
  %m = tir.tensor_map %a[%n, %n] strides[%n, %n] {box = array<i64: 8, 64>, swizzle = 0 : i64} : memref<${t}> -> !llvm.ptr // here
  tir.return
}

// -----

// rule: tir.tensor_map R2
// t: i1 i4 i128 index
tir.func private @${elements}(%a: memref<8x${t}>, %n: index) attributes {num_inputs = 0} {
  %m = tir.tensor_map %a[%n] strides[] {box = array<i64: 128>, swizzle = 0 : i64} : memref<8x${t}> -> !llvm.ptr // here
  tir.return
}

// -----

// rule: tir.tensor_map R3
// n: 0 4 257 512
// s: 0 32 64 128
tir.func private @${boxes}(%a: memref<8xf16>, %n: index) attributes {num_inputs = 0} {
  %m = tir.tensor_map %a[%n] strides[] {box = array<i64: ${n}>, swizzle = ${s} : i64} : memref<8xf16> -> !llvm.ptr // here
  tir.return
}

// -----

// rule: tir.bulk_load R1
// t: 8192xf16 8x8xf16 f16
tir.func private @${where}(%s: memref<${t}>, %n: index) attributes {num_inputs = 0} {
  %g = nvgpu.mbarrier.create -> <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
  %m = llvm.mlir.zero : !llvm.ptr
  tir.bulk_load %m[%n] to %s[%n], %g[%n] {box = array<i64: 64>, swizzle = 128 : i64} : !llvm.ptr, memref<${t}>, !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2> // here
  tir.return
}

// -----

// rule: tir.bulk_load R2
// n: 0 4 257 512
// s: 0 32 64 128
tir.func private @${what}(%t: memref<8192xf16, #gpu.address_space<workgroup>>, %n: index) attributes {num_inputs = 0} {
  %g = nvgpu.mbarrier.create -> <memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
  %m = llvm.mlir.zero : !llvm.ptr
  tir.bulk_load %m[%n] to %t[%n], %g[%n] {box = array<i64: ${n}>, swizzle = ${s} : i64} : !llvm.ptr, memref<8192xf16, #gpu.address_space<workgroup>>, !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2> // here
  tir.return
}
