// A match_cast that nobody uses still checks, and defines: no pass drops it.
// RUN: relax-opt %s -canonicalize -cse -relax-canonicalize-bindings -relax-dead-code-elimination | FileCheck %s

// CHECK: relax.match_cast %{{.*}} to tensor<?xf32, #relax.dims<[n]>>
// CHECK: relax.shape [n * 2]
relax.func @main(%x: tensor<?xf32>) -> !relax.shape<[n * 2]> {
  %0 = relax.match_cast %x : tensor<?xf32> to tensor<?xf32, #relax.dims<[n]>>
  %1 = relax.shape [n * 2] : !relax.shape<[n * 2]>
  relax.return %1 : !relax.shape<[n * 2]>
}
