// Products of warpgroups and async copies are loops of each thread; products are
// added to the sums where the thread waits for their group. Fences are nothing.
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(convert-gpu-to-tir))' | FileCheck %s --check-prefixes=CHECK,EARLY
// In other orders a product reads its operands as late as it may.
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(convert-gpu-to-tir{thread-order=descending}))' | FileCheck %s --check-prefixes=CHECK,LATE
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(convert-gpu-to-tir,convert-gpu-to-tir))' | FileCheck %s --check-prefixes=CHECK,EARLY

// CHECK-LABEL: tir.func private @product(
// CHECK-NOT: {{nvvm|nvgpu|warpgroup_product}}
// Eight elements of the source, or none, and zeros.
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step
// CHECK: memref.load %arg0
// CHECK: scf.for
// CHECK: memref.store %cst
// The products of a slot and its group; or where the operands begin.
// EARLY: scf.for {{.*}} iter_args
// EARLY: arith.xori
// EARLY: arith.xori
// EARLY: arith.extf
// EARLY: arith.mulf
// EARLY: arith.addf
// The next group; then the wait, for all groups before it.
// CHECK: arith.addi %{{.*}}, %c1
// CHECK: scf.if
// LATE: scf.for {{.*}} iter_args
// LATE: arith.mulf
// CHECK: arith.addf
// CHECK-NOT: {{nvvm|nvgpu|warpgroup_product}}
tir.func private @product(%a: memref<64xf16>, %c: memref<128x4xf32>, %n: index) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c128, %sy = %c1, %sz = %c1)
      workgroup(%m : memref<4096xf16, #gpu.address_space<workgroup>>)
      private(%s : memref<4xf32, #gpu.address_space<private>>) {
    %0 = nvgpu.device_async_copy %a[%c0], %m[%tx], 8, %n {bypassL1} : memref<64xf16> to memref<4096xf16, #gpu.address_space<workgroup>>
    %1 = nvgpu.device_async_copy %a[%c0], %m[%c0], 8 {bypassL1} : memref<64xf16> to memref<4096xf16, #gpu.address_space<workgroup>>
    %2 = nvgpu.device_async_create_group %0, %1
    nvvm.cp.async.commit.group
    nvvm.cp.async.wait.group 0
    nvgpu.device_async_wait %2 {numGroups = 0 : i32}
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    gpu.barrier
    nvvm.wgmma.fence.aligned
    tir.warpgroup_product %s += %m[%c0] * %m[%c0] {lhs_layout = array<i64: 128, 16, 1024>, rhs_layout = array<i64: 128, 16, 1024>} : memref<4xf32, #gpu.address_space<private>>, memref<4096xf16, #gpu.address_space<workgroup>>, memref<4096xf16, #gpu.address_space<workgroup>>
    nvvm.wgmma.commit.group.sync.aligned
    nvvm.wgmma.wait.group.sync.aligned 0
    %3 = memref.load %s[%c0] : memref<4xf32, #gpu.address_space<private>>
    memref.store %3, %c[%tx, %c0] : memref<128x4xf32>
    gpu.terminator
  }
  tir.return
}
