// The types of relax: round trip.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --emit-bytecode | relax-opt | FileCheck %s
// RUN: relax-opt %s --verify-roundtrip -o /dev/null

// CHECK: @shapes(!relax.shape<[n, 4]>, !relax.shape<[n * 2, ?]>, !relax.shape<[]>, !relax.shape<rank 2>, !relax.shape<?>)
func.func private @shapes(!relax.shape<[n, 4]>, !relax.shape<[n * 2, ?]>, !relax.shape<[]>, !relax.shape<rank 2>, !relax.shape<?>)

// One meaning is one type.
// CHECK: @same(!relax.shape<rank 2>, !relax.shape<[]>)
func.func private @same(!relax.shape<[?, ?]>, !relax.shape<rank 0>)

// CHECK: @objects(!relax.object, tensor<4x!relax.unknown>)
func.func private @objects(!relax.object, tensor<4x!relax.unknown>)

// CHECK: @callables(!relax.callable<(tensor<?xf32, #relax.dims<[n]>>) -> tensor<4xf32>, pure>, !relax.callable<() -> (f32, i32), impure>, !relax.callable<pure>, !relax.callable<impure>)
func.func private @callables(!relax.callable<(tensor<?xf32, #relax.dims<[n]>>) -> tensor<4xf32>, pure>,
  !relax.callable<() -> (f32, i32), impure>, !relax.callable<pure>, !relax.callable<impure>)

// CHECK: @shards(!relax.dtensor<tensor<8x4xf32>, @mesh, [S[0], R]>, !relax.dtensor<tensor<8x4xf32>, @mesh, [P, S[1]]>, !relax.dtensor<tensor<*xf32>, @mesh, [S[7]]>)
func.func private @shards(!relax.dtensor<tensor<8x4xf32>, @mesh, [S[0], R]>, !relax.dtensor<tensor<8x4xf32>, @mesh, [P, S[1]]>, !relax.dtensor<tensor<*xf32>, @mesh, [S[7]]>)
