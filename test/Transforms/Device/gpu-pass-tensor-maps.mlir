// Descriptions of tensors are parameters by value; other addresses stay.
// RUN: relax-opt %s --pass-pipeline='builtin.module(gpu.module(relax-gpu-pass-tensor-maps))' | FileCheck %s
// RUN: relax-opt %s --pass-pipeline='builtin.module(gpu.module(relax-gpu-pass-tensor-maps,relax-gpu-pass-tensor-maps))' | FileCheck %s

gpu.module @kernels {
  // CHECK: llvm.func @load(%arg0: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}, %arg1: !llvm.ptr<7>, %arg2: !llvm.ptr<3>, %arg3: i32, %arg4: !llvm.ptr)
  llvm.func @load(%map: !llvm.ptr, %s: !llvm.ptr<7>, %b: !llvm.ptr<3>, %i: i32, %a: !llvm.ptr) attributes {nvvm.kernel} {
    nvvm.cp.async.bulk.tensor.shared.cluster.global %s, %map, %b, box[%i, %i] : !llvm.ptr<7>, !llvm.ptr
    llvm.return
  }
  // An address of the block is the same number in its cluster.
  // CHECK: llvm.func @shared(
  // CHECK-NEXT: %[[NUMBER:.*]] = llvm.ptrtoint %arg1 : !llvm.ptr<3> to i64
  // CHECK-NEXT: %[[ADDRESS:.*]] = llvm.inttoptr %[[NUMBER]] : i64 to !llvm.ptr<7>
  // CHECK-NEXT: nvvm.cp.async.bulk.tensor.shared.cluster.global %[[ADDRESS]],
  llvm.func @shared(%map: !llvm.ptr, %s: !llvm.ptr<3>, %b: !llvm.ptr<3>, %i: i32) attributes {nvvm.kernel} {
    %0 = llvm.addrspacecast %s : !llvm.ptr<3> to !llvm.ptr<7>
    nvvm.cp.async.bulk.tensor.shared.cluster.global %0, %map, %b, box[%i, %i] : !llvm.ptr<7>, !llvm.ptr
    llvm.return
  }
  // CHECK: llvm.func @prefetch(%arg0: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}, %arg1: !llvm.ptr)
  llvm.func @prefetch(%map: !llvm.ptr, %a: !llvm.ptr) attributes {nvvm.kernel} {
    nvvm.prefetch tensormap, %map : !llvm.ptr
    nvvm.prefetch level = L2, %a : !llvm.ptr
    llvm.return
  }
  // CHECK: llvm.func @inside(%arg0: !llvm.ptr)
  llvm.func @inside(%a: !llvm.ptr) attributes {nvvm.kernel} {
    %map = llvm.load %a : !llvm.ptr -> !llvm.ptr
    nvvm.prefetch tensormap, %map : !llvm.ptr
    llvm.return
  }
  // CHECK: llvm.func @outside()
  llvm.func @outside()
}

// CHECK: gpu.module @empty
gpu.module @empty {
}
