// Sizes whose product no integer holds are an error when the function is
// called, and never too small a memory.
// RUN: relax-compile %s -o %t.so
// RUN: relax-run %t.so --function=main --input=2x0xf32 --input=3x0xf32 | FileCheck %s
// RUN: not relax-run %t.so --function=main --input=4294967296x0xf32 --input=4294967296x0xf32 2>&1 | FileCheck %s --check-prefix=WRAPS
// RUN: not relax-run %t.so --function=main --input=2147483648x0xf32 --input=1073741824x0xf32 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: relax-run %t.so --function=scratch --input=1xi64=3 | FileCheck %s --check-prefix=SCRATCH
// RUN: not relax-run %t.so --function=scratch --input=1xi64=2147483648 2>&1 | FileCheck %s --check-prefix=LONG
// RUN: not relax-run %t.so --function=scratch --input=1xi64=4294967296 2>&1 | FileCheck %s --check-prefix=LONG

// CHECK: f32[2, 3] = {{\[}}[0, 0, 0], [0, 0, 0]]
// WRAPS: error: out of memory: the size of a new tensor does not fit in 64 bits
// NEGATIVE: error: out of memory: a storage of {{-[0-9]+}}
relax.func @main(%x: tensor<?x0xf32, #relax.dims<[n, 0]>>, %y: tensor<?x0xf32, #relax.dims<[m, 0]>>) -> tensor<?x?xf32, #relax.dims<[n, m]>> {
  %shape = relax.shape [n, m] : !relax.shape<[n, m]>
  %0 = relax.zeros %shape {dtype = f32} : (!relax.shape<[n, m]>) -> tensor<?x?xf32, #relax.dims<[n, m]>>
  relax.return %0 : tensor<?x?xf32, #relax.dims<[n, m]>>
}

// SCRATCH: f32[1] = [2]
// LONG: error: out of memory
tir.func private @corner(%y: memref<1xf32>, %n: index {tir.var = #relax.expr<n>}) attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f32
  %last = arith.subi %n, %c1 : index
  %m = memref.alloc(%n, %n) : memref<?x?xf32>
  tir.for %i = %c0 to %c1 {
    %at = arith.addi %last, %i : index
    memref.store %two, %m[%at, %at] : memref<?x?xf32>
    %0 = memref.load %m[%at, %at] : memref<?x?xf32>
    memref.store %0, %y[%i] : memref<1xf32>
  }
  tir.return
}
relax.func @scratch(%s: !relax.shape<[n]>) -> tensor<1xf32> {
  %0 = relax.call_tir @corner() vars [n] : () -> tensor<1xf32>
  relax.return %0 : tensor<1xf32>
}
