// Symbols that only the result of a fused group has come in as arguments.
// RUN: relax-opt %s -relax-legalize-ops -relax-fuse-ops -relax-fuse-tir -relax-dead-code-elimination | FileCheck %s
// RUN: relax-compile %s -o %t.so
// RUN: relax-run %t.so --function=main --input=2xf32=1 --input=3xf32=0 | FileCheck %s --check-prefix=RESULT

// CHECK: relax.call_tir @{{.*}} vars [
// RESULT: f32[2, 3] = {{\[}}[1, 1, 1], [1, 1, 1]]
relax.func @main(%h: tensor<?xf32, #relax.dims<[height]>>, %w: tensor<?xf32, #relax.dims<[width]>>) -> tensor<?x?xf32, #relax.dims<[height, width]>> {
  %0 = relax.dataflow -> tensor<?x?xf32, #relax.dims<[height, width]>> {
    %s = relax.shape [height, width] : !relax.shape<[height, width]>
    %1 = relax.ones %s {dtype = f32} : (!relax.shape<[height, width]>) -> tensor<?x?xf32, #relax.dims<[height, width]>>
    %2 = relax.nn.relu %1 : tensor<?x?xf32, #relax.dims<[height, width]>>
    relax.output %2 : tensor<?x?xf32, #relax.dims<[height, width]>>
  }
  relax.return %0 : tensor<?x?xf32, #relax.dims<[height, width]>>
}
