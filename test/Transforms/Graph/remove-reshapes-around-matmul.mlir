// RUN: relax-opt %s --relax-remove-reshapes-around-matmul | FileCheck %s
// RUN: relax-opt %s --relax-remove-reshapes-around-matmul --relax-remove-reshapes-around-matmul | FileCheck %s
// RUN: %same-results=relax-remove-reshapes-around-matmul --tolerance=1e-3

// Batch axes that are joined and split again, and one that goes and comes back;
// the type of sums stays.
// CHECK-LABEL: relax.func @joined
// CHECK-NEXT: %[[R:.*]] = relax.matmul %arg0, %arg1 {out_dtype = f64} : (tensor<?x3x4x?xf32, #relax.dims<[b, 3, 4, n]>>, tensor<?x3x?x5xf32, #relax.dims<[b, 3, n, 5]>>) -> tensor<?x3x4x5xf64, #relax.dims<[b, 3, 4, 5]>>
// CHECK-NEXT: relax.return %[[R]]
relax.func @joined(%x: tensor<?x3x4x?xf32, #relax.dims<[b, 3, 4, n]>>, %y: tensor<?x3x?x5xf32, #relax.dims<[b, 3, n, 5]>>) -> tensor<?x3x4x5xf64, #relax.dims<[b, 3, 4, 5]>> {
  %0 = relax.shape [b * 3, 4, n] : !relax.shape<[b * 3, 4, n]>
  %1 = relax.reshape %x, %0 : (tensor<?x3x4x?xf32, #relax.dims<[b, 3, 4, n]>>, !relax.shape<[b * 3, 4, n]>) -> tensor<?x4x?xf32, #relax.dims<[b * 3, 4, n]>>
  %2 = relax.shape [b * 3, n, 5] : !relax.shape<[b * 3, n, 5]>
  %3 = relax.reshape %y, %2 : (tensor<?x3x?x5xf32, #relax.dims<[b, 3, n, 5]>>, !relax.shape<[b * 3, n, 5]>) -> tensor<?x?x5xf32, #relax.dims<[b * 3, n, 5]>>
  %4 = relax.matmul %1, %3 {out_dtype = f64} : (tensor<?x4x?xf32, #relax.dims<[b * 3, 4, n]>>, tensor<?x?x5xf32, #relax.dims<[b * 3, n, 5]>>) -> tensor<?x4x5xf64, #relax.dims<[b * 3, 4, 5]>>
  %5 = relax.shape [b, 3, 4, 5] : !relax.shape<[b, 3, 4, 5]>
  %6 = relax.reshape %4, %5 : (tensor<?x4x5xf64, #relax.dims<[b * 3, 4, 5]>>, !relax.shape<[b, 3, 4, 5]>) -> tensor<?x3x4x5xf64, #relax.dims<[b, 3, 4, 5]>>
  relax.return %6 : tensor<?x3x4x5xf64, #relax.dims<[b, 3, 4, 5]>>
}
// CHECK-LABEL: relax.func @unit
// CHECK:      relax.dataflow
// CHECK-NEXT: %[[R:.*]] = relax.matmul %arg0, %arg1 : (tensor<1x4x6xf32>, tensor<1x6x5xf32>) -> tensor<1x4x5xf32>
// CHECK-NEXT: relax.output %[[R]]
relax.func @unit(%x: tensor<1x4x6xf32>, %y: tensor<1x6x5xf32>) -> tensor<1x4x5xf32> {
  %r = relax.dataflow -> tensor<1x4x5xf32> {
    %0 = relax.shape [4, 6] : !relax.shape<[4, 6]>
    %1 = relax.reshape %x, %0 : (tensor<1x4x6xf32>, !relax.shape<[4, 6]>) -> tensor<4x6xf32>
    %2 = relax.shape [6, 5] : !relax.shape<[6, 5]>
    %3 = relax.reshape %y, %2 : (tensor<1x6x5xf32>, !relax.shape<[6, 5]>) -> tensor<6x5xf32>
    %4 = relax.matmul %1, %3 : (tensor<4x6xf32>, tensor<6x5xf32>) -> tensor<4x5xf32>
    %5 = relax.shape [1, 4, 5] : !relax.shape<[1, 4, 5]>
    %6 = relax.reshape %4, %5 : (tensor<4x5xf32>, !relax.shape<[1, 4, 5]>) -> tensor<1x4x5xf32>
    relax.output %6 : tensor<1x4x5xf32>
  }
  relax.return %r : tensor<1x4x5xf32>
}

// A factor and a product that are rounded in between.
// CHECK-LABEL: relax.func @rounded
// CHECK-NEXT: %[[X:.*]] = relax.astype %arg0 {dtype = f16} : (tensor<2x3x4x6xf32>) -> tensor<2x3x4x6xf16>
// CHECK-NEXT: %[[P:.*]] = relax.matmul %[[X]], %arg1 {out_dtype = f32} : (tensor<2x3x4x6xf16>, tensor<2x3x6x5xf16>) -> tensor<2x3x4x5xf32>
// CHECK-NEXT: %[[R:.*]] = relax.astype %[[P]] {dtype = f16} : (tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf16>
// CHECK-NEXT: relax.return %[[R]]
relax.func @rounded(%x: tensor<2x3x4x6xf32>, %y: tensor<2x3x6x5xf16>) -> tensor<2x3x4x5xf16> {
  %0 = relax.shape [6, 4, 6] : !relax.shape<[6, 4, 6]>
  %1 = relax.reshape %x, %0 : (tensor<2x3x4x6xf32>, !relax.shape<[6, 4, 6]>) -> tensor<6x4x6xf32>
  %2 = relax.astype %1 {dtype = f16} : (tensor<6x4x6xf32>) -> tensor<6x4x6xf16>
  %3 = relax.shape [6, 6, 5] : !relax.shape<[6, 6, 5]>
  %4 = relax.reshape %y, %3 : (tensor<2x3x6x5xf16>, !relax.shape<[6, 6, 5]>) -> tensor<6x6x5xf16>
  %5 = relax.matmul %2, %4 {out_dtype = f32} : (tensor<6x4x6xf16>, tensor<6x6x5xf16>) -> tensor<6x4x5xf32>
  %6 = relax.astype %5 {dtype = f16} : (tensor<6x4x5xf32>) -> tensor<6x4x5xf16>
  %7 = relax.shape [2, 3, 4, 5] : !relax.shape<[2, 3, 4, 5]>
  %8 = relax.reshape %6, %7 : (tensor<6x4x5xf16>, !relax.shape<[2, 3, 4, 5]>) -> tensor<2x3x4x5xf16>
  relax.return %8 : tensor<2x3x4x5xf16>
}

// The product, or what it is rounded to, has another user; a factor is no reshape.
// CHECK-LABEL: relax.func @used
// CHECK:      relax.matmul %{{.*}} : (tensor<6x4x4xf32>, tensor<6x4x4xf32>) -> tensor<6x4x4xf32>
// CHECK:      relax.reshape
// CHECK:      relax.matmul %{{.*}}, %arg2 : (tensor<6x4x4xf32>, tensor<6x4x4xf32>) -> tensor<6x4x4xf32>
// CHECK:      relax.reshape
// CHECK:      relax.matmul
// CHECK-NEXT: relax.astype
// CHECK-NEXT: relax.reshape
relax.func @used(%x: tensor<2x3x4x4xf32>, %y: tensor<2x3x4x4xf32>, %z: tensor<6x4x4xf32>) -> (tensor<6x4x4xf32>, tensor<2x3x4x4xf32>, tensor<2x3x4x4xf32>, tensor<6x4x4xf16>, tensor<2x3x4x4xf16>) {
  %0 = relax.shape [6, 4, 4] : !relax.shape<[6, 4, 4]>
  %1 = relax.shape [2, 3, 4, 4] : !relax.shape<[2, 3, 4, 4]>
  %2 = relax.reshape %x, %0 : (tensor<2x3x4x4xf32>, !relax.shape<[6, 4, 4]>) -> tensor<6x4x4xf32>
  %3 = relax.reshape %y, %0 : (tensor<2x3x4x4xf32>, !relax.shape<[6, 4, 4]>) -> tensor<6x4x4xf32>
  %4 = relax.matmul %2, %3 : (tensor<6x4x4xf32>, tensor<6x4x4xf32>) -> tensor<6x4x4xf32>
  %5 = relax.reshape %4, %1 : (tensor<6x4x4xf32>, !relax.shape<[2, 3, 4, 4]>) -> tensor<2x3x4x4xf32>
  %6 = relax.matmul %2, %z : (tensor<6x4x4xf32>, tensor<6x4x4xf32>) -> tensor<6x4x4xf32>
  %7 = relax.reshape %6, %1 : (tensor<6x4x4xf32>, !relax.shape<[2, 3, 4, 4]>) -> tensor<2x3x4x4xf32>
  %8 = relax.matmul %3, %2 : (tensor<6x4x4xf32>, tensor<6x4x4xf32>) -> tensor<6x4x4xf32>
  %9 = relax.astype %8 {dtype = f16} : (tensor<6x4x4xf32>) -> tensor<6x4x4xf16>
  %10 = relax.reshape %9, %1 : (tensor<6x4x4xf16>, !relax.shape<[2, 3, 4, 4]>) -> tensor<2x3x4x4xf16>
  relax.return %4, %5, %7, %9, %10 : tensor<6x4x4xf32>, tensor<2x3x4x4xf32>, tensor<2x3x4x4xf32>, tensor<6x4x4xf16>, tensor<2x3x4x4xf16>
}

// Factors of other batch axes, or of another matrix; a factor that is broadcast;
// a result of other batch axes, or of another matrix.
// CHECK-LABEL: relax.func @other
// CHECK-COUNT-5: relax.matmul %{{.*}} -> tensor<6x4x4xf32>
relax.func @other(%x: tensor<2x3x4x4xf32>, %y: tensor<3x2x4x4xf32>, %z: tensor<6x2x8xf32>, %w: tensor<1x1x4x4xf32>) -> (tensor<2x3x4x4xf32>, tensor<2x3x4x4xf32>, tensor<2x3x4x4xf32>, tensor<3x2x4x4xf32>, tensor<2x3x2x8xf32>) {
  %0 = relax.shape [6, 4, 4] : !relax.shape<[6, 4, 4]>
  %1 = relax.shape [2, 3, 4, 4] : !relax.shape<[2, 3, 4, 4]>
  %2 = relax.shape [3, 2, 4, 4] : !relax.shape<[3, 2, 4, 4]>
  %3 = relax.shape [2, 3, 2, 8] : !relax.shape<[2, 3, 2, 8]>
  %4 = relax.shape [1, 4, 4] : !relax.shape<[1, 4, 4]>
  %a = relax.reshape %x, %0 : (tensor<2x3x4x4xf32>, !relax.shape<[6, 4, 4]>) -> tensor<6x4x4xf32>
  %b = relax.reshape %y, %0 : (tensor<3x2x4x4xf32>, !relax.shape<[6, 4, 4]>) -> tensor<6x4x4xf32>
  %c = relax.reshape %z, %0 : (tensor<6x2x8xf32>, !relax.shape<[6, 4, 4]>) -> tensor<6x4x4xf32>
  %d = relax.reshape %w, %4 : (tensor<1x1x4x4xf32>, !relax.shape<[1, 4, 4]>) -> tensor<1x4x4xf32>
  %5 = relax.matmul %a, %b : (tensor<6x4x4xf32>, tensor<6x4x4xf32>) -> tensor<6x4x4xf32>
  %6 = relax.reshape %5, %1 : (tensor<6x4x4xf32>, !relax.shape<[2, 3, 4, 4]>) -> tensor<2x3x4x4xf32>
  %7 = relax.matmul %a, %c : (tensor<6x4x4xf32>, tensor<6x4x4xf32>) -> tensor<6x4x4xf32>
  %8 = relax.reshape %7, %1 : (tensor<6x4x4xf32>, !relax.shape<[2, 3, 4, 4]>) -> tensor<2x3x4x4xf32>
  %9 = relax.matmul %a, %d : (tensor<6x4x4xf32>, tensor<1x4x4xf32>) -> tensor<6x4x4xf32>
  %10 = relax.reshape %9, %1 : (tensor<6x4x4xf32>, !relax.shape<[2, 3, 4, 4]>) -> tensor<2x3x4x4xf32>
  %11 = relax.matmul %a, %a : (tensor<6x4x4xf32>, tensor<6x4x4xf32>) -> tensor<6x4x4xf32>
  %12 = relax.reshape %11, %2 : (tensor<6x4x4xf32>, !relax.shape<[3, 2, 4, 4]>) -> tensor<3x2x4x4xf32>
  %13 = relax.matmul %a, %a : (tensor<6x4x4xf32>, tensor<6x4x4xf32>) -> tensor<6x4x4xf32>
  %14 = relax.reshape %13, %3 : (tensor<6x4x4xf32>, !relax.shape<[2, 3, 2, 8]>) -> tensor<2x3x2x8xf32>
  relax.return %6, %8, %10, %12, %14 : tensor<2x3x4x4xf32>, tensor<2x3x4x4xf32>, tensor<2x3x4x4xf32>, tensor<3x2x4x4xf32>, tensor<2x3x2x8xf32>
}

// Sizes that nobody knows may differ.
// CHECK-LABEL: relax.func @unknown
// CHECK: relax.matmul %{{.*}} : (tensor<6x4x4xf32>, tensor<6x4x4xf32>) -> tensor<6x4x4xf32>
relax.func @unknown(%x: tensor<?x?x4x4xf32>, %y: tensor<?x?x4x4xf32>) -> tensor<?x?x4x4xf32, #relax.dims<[a, b, 4, 4]>> {
  %0 = relax.shape [6, 4, 4] : !relax.shape<[6, 4, 4]>
  %1 = relax.reshape %x, %0 : (tensor<?x?x4x4xf32>, !relax.shape<[6, 4, 4]>) -> tensor<6x4x4xf32>
  %2 = relax.reshape %y, %0 : (tensor<?x?x4x4xf32>, !relax.shape<[6, 4, 4]>) -> tensor<6x4x4xf32>
  %3 = relax.matmul %1, %2 : (tensor<6x4x4xf32>, tensor<6x4x4xf32>) -> tensor<6x4x4xf32>
  %4 = relax.shape [2, 3, 4, 4] : !relax.shape<[2, 3, 4, 4]>
  %5 = relax.reshape %3, %4 : (tensor<6x4x4xf32>, !relax.shape<[2, 3, 4, 4]>) -> tensor<2x3x4x4xf32>
  %6 = relax.match_cast %5 : tensor<2x3x4x4xf32> to tensor<?x?x4x4xf32, #relax.dims<[a, b, 4, 4]>>
  relax.return %6 : tensor<?x?x4x4xf32, #relax.dims<[a, b, 4, 4]>>
}

// CHECK-LABEL: relax.func private @dead
// CHECK-NEXT: relax.matmul %arg0, %arg0
relax.func private @dead(%x: tensor<1x4x4xf32>) -> tensor<1x4x4xf32> {
  %0 = relax.shape [4, 4] : !relax.shape<[4, 4]>
  %1 = relax.reshape %x, %0 : (tensor<1x4x4xf32>, !relax.shape<[4, 4]>) -> tensor<4x4xf32>
  %2 = relax.matmul %1, %1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = relax.shape [1, 4, 4] : !relax.shape<[1, 4, 4]>
  %4 = relax.reshape %2, %3 : (tensor<4x4xf32>, !relax.shape<[1, 4, 4]>) -> tensor<1x4x4xf32>
  relax.return %4 : tensor<1x4x4xf32>
}

// CHECK-LABEL: relax.func @empty
// CHECK-NEXT: relax.return
relax.func @empty() {
  relax.return
}
