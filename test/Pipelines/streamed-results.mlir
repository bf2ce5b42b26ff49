// A result that its target's cache is too small for is stored past it, behind a
// look at its address and in front of a fence; and it is the same.
// RUN: relax-compile %s --stop-at=host -o - | FileCheck %s
// RUN: relax-compile %s -o %t.so
// RUN: relax-run %t.so --random=3 --output=@%t.npy
// RUN: relax-interp %s --random=3 --expected_output=@%t.npy --tolerance=0 --quiet

// CHECK-LABEL: llvm.func {{.*}}@{{add|main}}
// CHECK: llvm.ptrtoint
// CHECK: llvm.store {{.*}} {alignment = 32 : i64, nontemporal} : vector<8xf32>
// CHECK: llvm.fence seq_cst

module attributes {relax.target = #relax.target<cpu, vector_bits = 256, cache_bytes = 1024>} {
  relax.func @main(%x: tensor<32x32xf32>, %y: tensor<32x32xf32>) -> tensor<32x32xf32> {
    %0 = relax.add %x, %y : tensor<32x32xf32>
    relax.return %0 : tensor<32x32xf32>
  }
}
