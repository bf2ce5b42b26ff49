// A match_cast as the first op is like any other, for each pass of the graph.
// RUN: relax-opt %s -relax-canonicalize-bindings -relax-infer-types -relax-realize-vdevice -canonicalize -cse -relax-graph-stage | FileCheck %s

// CHECK: relax.match_cast
relax.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = relax.match_cast %x : tensor<?xf32> to tensor<?xf32, #relax.dims<[n]>>
  %1 = relax.exp %0 : (tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32>
  relax.return %1 : tensor<?xf32>
}
