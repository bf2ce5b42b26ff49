// Operators that compute each element by itself: maps, broadcasting, symbols.
// RUN: relax-opt %s --convert-relax-to-linalg | FileCheck %s
// RUN: relax-opt %s --convert-relax-to-linalg --convert-relax-to-linalg | FileCheck %s
// RUN: relax-opt %s --convert-relax-to-linalg=named-ops=false | FileCheck %s --check-prefix=GENERIC
// RUN: relax-opt %s --convert-relax-to-linalg | mlir-opt --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops | FileCheck %s --check-prefix=LOOPS

// CHECK-LABEL: func.func @exp(%arg0: tensor<4xf32>) -> tensor<4xf32>
// CHECK: linalg.exp ins(%arg0
// GENERIC-LABEL: func.func @exp
// GENERIC: linalg.generic
// LOOPS-LABEL: func.func @exp
// LOOPS: scf.for
// LOOPS: math.exp
relax.func @exp(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.exp %x : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// A symbol is the size of the parameter that defines it; what else has it is
// checked.
// CHECK-LABEL: func.func @add(%arg0: tensor<?x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<?x1xf32>) -> tensor<?x4xf32>
// CHECK: %[[N:.*]] = tensor.dim %arg0
// CHECK: %[[M:.*]] = tensor.dim %arg2
// CHECK: arith.cmpi eq, %[[M]], %[[N]]
// CHECK: cf.assert %{{.*}}, "expected a size of n"
// CHECK: tensor.empty(%[[N]])
// CHECK: linalg.generic {indexing_maps = [#[[ID:.*]], #[[ROW:.*]], #[[ID]]]
// CHECK: linalg.generic {indexing_maps = [#[[ID]], #[[COLUMN:.*]], #[[ID]]]
// LOOPS-LABEL: func.func @add
relax.func @add(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %y: tensor<4xf32>, %z: tensor<?x1xf32, #relax.dims<[n, 1]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.add %x, %y : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %1 = relax.add %0, %z : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?x1xf32, #relax.dims<[n, 1]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  relax.return %1 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// Whether a size is 1 shows at run time: the element is extracted where it is.
// CHECK-LABEL: func.func @open
// CHECK: cf.assert %{{.*}}, "operand #1 of add has size m on axis 0, expected 1 or k"
// CHECK: linalg.generic
// CHECK: arith.select
// CHECK: tensor.extract
// LOOPS-LABEL: func.func @open
relax.func @open(%x: tensor<?xf32, #relax.dims<[n]>>, %y: tensor<?xf32, #relax.dims<[m]>>, %s: !relax.shape<[k]>) -> tensor<?xf32> {
  %0 = relax.add %x, %y : (tensor<?xf32, #relax.dims<[n]>>, tensor<?xf32, #relax.dims<[m]>>) -> tensor<?xf32, #relax.dims<[k]>>
  relax.return %0 : tensor<?xf32, #relax.dims<[k]>>
}

// Integers lose their sign, not what it means.
// CHECK-LABEL: func.func @unsigned(%arg0: tensor<4xi8>, %arg1: tensor<4xi8>) -> tensor<4xi1>
// CHECK: arith.cmpi ult
// LOOPS-LABEL: func.func @unsigned
relax.func @unsigned(%x: tensor<4xui8>, %y: tensor<4xui8>) -> tensor<4xi1> {
  %0 = relax.less %x, %y : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  relax.return %0 : tensor<4xi1>
}

// CHECK-LABEL: func.func @where
// CHECK: arith.select
// CHECK: arith.truncf
relax.func @where(%c: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<f32>) -> tensor<4xf16> {
  %0 = relax.where %c, %x, %y : (tensor<4xi1>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = relax.astype %0 {dtype = f16} : (tensor<4xf32>) -> tensor<4xf16>
  relax.return %1 : tensor<4xf16>
}

// Upstream does not lower conversions of floats of 8 bits.
// CHECK-LABEL: func.func @widen(
// CHECK-NOT: arith.extf
// CHECK: arith.bitcast %{{.*}} : f8E4M3FN to i8
// CHECK-NOT: arith.extf
// CHECK: return
relax.func @widen(%x: tensor<4xf8E4M3FN>) -> tensor<4xf32> {
  %0 = relax.astype %x {dtype = f32} : (tensor<4xf8E4M3FN>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
