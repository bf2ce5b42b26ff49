// A script of the default schedule, edited: other tiles, and a loop more.
// RUN: relax-opt %s --relax-legalize-ops > %t.program
// RUN: relax-opt %t.program '--tir-write-default-gpu-schedule=chip=sm_80' > %t.script
// RUN: FileCheck %s --check-prefix=SCRIPT < %t.script
// RUN: sed -e 's/%outer \[?, 256\]/%outer [?, 128]/' -e 's/%i \[?, 4\]/%i [?, 2]/' %t.script > %t.small
// RUN: relax-opt %t.small --transform-interpreter --tir-verify-scheduled | FileCheck %s --check-prefix=SMALL
// RUN: relax-interp %t.small --before-after=transform-interpreter
// RUN: relax-interp %t.small --before-after=transform-interpreter,convert-tir-to-gpu
// RUN: sed -e 's/%outer_0, %inner_1 = transform.tir.split %outer \[?, 256\]/%outer_0, %inner_1, %more = transform.tir.split %outer [?, 64, 2]\n transform.tir.unroll %more/' %t.script > %t.more
// RUN: relax-opt %t.more --transform-interpreter --tir-verify-scheduled | FileCheck %s --check-prefix=MORE
// RUN: relax-interp %t.more --before-after=transform-interpreter

// SCRIPT: transform.tir.simplify_iters %add
// SCRIPT-NEXT: %i = transform.tir.get_loops %add
// SCRIPT-NEXT: %outer, %inner = transform.tir.split %i [?, 4]
// SCRIPT-NEXT: %outer_0, %inner_1 = transform.tir.split %outer [?, 256]
// SCRIPT-NEXT: transform.tir.bind %outer_0 "blockIdx.x"
// SCRIPT-NEXT: transform.tir.bind %inner_1 "threadIdx.x"
// SCRIPT-NEXT: transform.tir.vectorize %inner

// SMALL: tir.for thread_binding "threadIdx.x" %{{.*}} to %c128
// SMALL: tir.for vectorized %{{.*}} to %c2

// MORE: tir.for thread_binding "threadIdx.x" %{{.*}} to %c64
// MORE: tir.for unrolled %{{.*}} to %c2
// MORE: tir.for vectorized %{{.*}} to %c4
relax.func @main(%x: tensor<?x?xf32, #relax.dims<[n, m]>>, %y: tensor<?x?xf32, #relax.dims<[n, m]>>) -> tensor<?x?xf32, #relax.dims<[n, m]>> {
  %0 = relax.add %x, %y : tensor<?x?xf32, #relax.dims<[n, m]>>
  relax.return %0 : tensor<?x?xf32, #relax.dims<[n, m]>>
}
