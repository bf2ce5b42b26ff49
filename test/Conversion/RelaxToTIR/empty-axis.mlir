// What is read from an axis that is empty only at run time is an error; where
// nothing is read, there is none.
// RUN: relax-opt %s --relax-legalize-ops | FileCheck %s --check-prefix=IR
// RUN: relax-compile %s -o %t.so
// RUN: relax-run %t.so --function=take --input=0x4xf32 --input=0xi64 | FileCheck %s --check-prefix=EMPTY
// RUN: not relax-run %t.so --function=take --input=0x4xf32 --input=2xi64=1 2>&1 | FileCheck %s --check-prefix=TAKE
// RUN: not relax-run %t.so --function=gather --input=0x4xf32 --input=2x4xi64=1 2>&1 | FileCheck %s --check-prefix=GATHER
// RUN: not relax-run %t.so --function=pad --input=0x4xf32 2>&1 | FileCheck %s --check-prefix=PAD
// RUN: relax-run %t.so --function=pad --input=1x4xf32=2 | FileCheck %s --check-prefix=FULL

// EMPTY: output 0: f32[0, 4]
// TAKE: error: expected an axis with elements to take, but axis 0 has none
// GATHER: error: expected data with elements to take, but axis 0 has none
// PAD: error: mode "replicate" repeats elements of axis 0, which has none
// FULL: output 0: f32[3, 4] = {{\[\[}}2, 2, 2, 2]

// IR: tir.func private @take
// IR: tir.assert %{{.*}}, "expected an axis with elements to take, but axis 0 has none"
// IR: tir.for
relax.func @take(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %i: tensor<?xi64, #relax.dims<[m]>>) -> tensor<?x4xf32, #relax.dims<[m, 4]>> {
  %0 = relax.take %x, %i {axis = 0 : i64, mode = "clip"} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?xi64, #relax.dims<[m]>>) -> tensor<?x4xf32, #relax.dims<[m, 4]>>
  %1 = relax.exp %0 : tensor<?x4xf32, #relax.dims<[m, 4]>>
  relax.return %1 : tensor<?x4xf32, #relax.dims<[m, 4]>>
}

relax.func @gather(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %i: tensor<?x4xi64, #relax.dims<[m, 4]>>) -> tensor<?x4xf32, #relax.dims<[m, 4]>> {
  %0 = relax.gather_elements %x, %i {axis = 0 : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?x4xi64, #relax.dims<[m, 4]>>) -> tensor<?x4xf32, #relax.dims<[m, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[m, 4]>>
}

relax.func @pad(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n + 2, 4]>> {
  %0 = relax.nn.pad %x {pad_width = array<i64: 1, 1, 0, 0>, pad_mode = "replicate"} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n + 2, 4]>>
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n + 2, 4]>>
}
