// Sizes whose product no integer holds are an error when the function is
// called, and never too small a memory.
// RUN: relax-compile %s -o %t.so
// RUN: relax-run %t.so --function=main --input=2x0xf32 --input=3x0xf32 | FileCheck %s
// RUN: not relax-run %t.so --function=main --input=4294967296x0xf32 --input=4294967296x0xf32 2>&1 | FileCheck %s --check-prefix=WRAPS
// RUN: not relax-run %t.so --function=main --input=2147483648x0xf32 --input=1073741824x0xf32 2>&1 | FileCheck %s --check-prefix=NEGATIVE

// CHECK: f32[2, 3] = {{\[}}[0, 0, 0], [0, 0, 0]]
// WRAPS: error: out of memory: the size of a new tensor does not fit in 64 bits
// NEGATIVE: error: out of memory: a storage of {{-[0-9]+}}
relax.func @main(%x: tensor<?x0xf32, #relax.dims<[n, 0]>>, %y: tensor<?x0xf32, #relax.dims<[m, 0]>>) -> tensor<?x?xf32, #relax.dims<[n, m]>> {
  %shape = relax.shape [n, m] : !relax.shape<[n, m]>
  %0 = relax.zeros %shape {dtype = f32} : (!relax.shape<[n, m]>) -> tensor<?x?xf32, #relax.dims<[n, m]>>
  relax.return %0 : tensor<?x?xf32, #relax.dims<[n, m]>>
}
