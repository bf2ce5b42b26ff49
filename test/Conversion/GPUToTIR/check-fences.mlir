// Products of warpgroups and copies by TMA assert that fences stand behind what
// threads wrote.
// DEFINE: %{convert} = relax-opt --pass-pipeline='builtin.module(tir.func(convert-gpu-to-tir{check-accesses}),relax-memory-stage)'
// RUN: %{convert} %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: relax-compile %t.mlir --start-at=host -o %t.so
// RUN: relax-run %t.so --quiet
// RUN: sed '/fence.proxy/d' %s | %{convert} -o %t.mlir
// RUN: relax-compile %t.mlir --start-at=host -o %t.so
// RUN: not relax-run %t.so --quiet 2>&1 | FileCheck %s --check-prefix=PROXY
// PROXY: a thread has written what tensor cores or TMA use; expected 'nvvm.fence.proxy' of it in between
// RUN: sed '/wgmma.fence/d' %s | %{convert} -o %t.mlir
// RUN: relax-compile %t.mlir --start-at=host -o %t.so
// RUN: not relax-run %t.so --quiet 2>&1 | FileCheck %s --check-prefix=SUMS
// SUMS: a product adds to registers that its thread has written; expected 'nvvm.wgmma.fence.aligned' in between

// A barrier of TMA is used before all know that it was started.
// DEFINE: %{tma} = relax-opt --pass-pipeline='builtin.module(tir.func(convert-tir-to-gpu,convert-gpu-to-tir{check-accesses}),relax-memory-stage)'
// RUN: tail -4 %s > %t.main
// RUN: sed '$r %t.main' %S/../../Reference/warpgroup-copies.mlir | sed 's/128x4xf32/64x8xf32/' > %t.tma.mlir
// RUN: %{tma} %t.tma.mlir -o %t.mlir
// RUN: relax-compile %t.mlir --start-at=host -o %t.so
// RUN: relax-run %t.so --quiet
// RUN: sed '/gpu.barrier/d' %t.tma.mlir | %{tma} -o %t.mlir
// RUN: relax-compile %t.mlir --start-at=host -o %t.so
// RUN: not relax-run %t.so --quiet 2>&1 | FileCheck %s --check-prefix=STARTED
// STARTED: a thread uses a barrier of TMA that another one starts; expected 'gpu.barrier' in between

// What each thread notes, and its fence takes back, is compared.
// CHECK-LABEL: tir.func private @product(
// CHECK: tir.assert %{{.*}}, "a thread has written what tensor cores or TMA use
// CHECK: tir.assert %{{.*}}, "a product adds to registers that its thread has written
tir.func private @product(%c: memref<128x4xf32>) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c128 = arith.constant 128 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f16
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c128, %sy = %c1, %sz = %c1)
      workgroup(%m : memref<4096xf16, #gpu.address_space<workgroup>>)
      private(%s : memref<4xf32, #gpu.address_space<private>>) {
    scf.for %i = %c0 to %c4 step %c1 {
      memref.store %zero, %s[%i] : memref<4xf32, #gpu.address_space<private>>
    }
    scf.for %i = %c0 to %c32 step %c1 {
      %line = arith.muli %i, %c128 : index
      %at = arith.addi %line, %tx : index
      memref.store %one, %m[%at] : memref<4096xf16, #gpu.address_space<workgroup>>
    }
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    gpu.barrier
    nvvm.wgmma.fence.aligned
    tir.warpgroup_product %s += %m[%c0] * %m[%c0] {lhs_layout = array<i64: 128, 16, 1024>, rhs_layout = array<i64: 128, 16, 1024>} : memref<4xf32, #gpu.address_space<private>>, memref<4096xf16, #gpu.address_space<workgroup>>, memref<4096xf16, #gpu.address_space<workgroup>>
    nvvm.wgmma.commit.group.sync.aligned
    nvvm.wgmma.wait.group.sync.aligned 0
    scf.for %i = %c0 to %c4 step %c1 {
      %0 = memref.load %s[%i] : memref<4xf32, #gpu.address_space<private>>
      memref.store %0, %c[%tx, %i] : memref<128x4xf32>
    }
    gpu.terminator
  }
  tir.return
}
relax.func @main() -> tensor<128x4xf32> {
  %0 = relax.call_tir @product() : () -> tensor<128x4xf32>
  relax.return %0 : tensor<128x4xf32>
}
