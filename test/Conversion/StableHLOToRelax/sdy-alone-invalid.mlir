// A program with shardings and no op of StableHLO is read as its programs are.
// RUN: not relax-compile %s -o %t.so 2>&1 | FileCheck %s

// CHECK: error: 'func.func' (1 op) cannot be converted to relax: expected a sharding of each dimension by a mesh of the module whose devices are in order, found #sdy.sharding<@other, [{"x"}]> for tensor<8xf32>
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@other, [{"x"}]>}) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}
