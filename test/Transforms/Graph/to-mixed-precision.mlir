// RUN: relax-opt %s --relax-to-mixed-precision | FileCheck %s
// RUN: relax-opt %s --relax-to-mixed-precision --relax-to-mixed-precision | FileCheck %s
// RUN: relax-opt %s "--relax-to-mixed-precision=dtype=bf16 out-dtype=bf16" | FileCheck %s --check-prefix=BF16
// RUN: relax-opt %s "--relax-to-mixed-precision=input-names=x,v" | FileCheck %s --check-prefix=INPUT
// RUN: relax-opt %s "--relax-to-mixed-precision=input-names=x,v" "--relax-to-mixed-precision=input-names=x,v" | FileCheck %s --check-prefix=INPUT
// RUN: %same-results=relax-to-mixed-precision --tolerance=0.01

// Sums in f32, the result in f16 unless the region gives it; one weight is cast
// once for all its users.
// CHECK-LABEL: relax.func @always
// CHECK: %[[X:.*]] = relax.astype %{{.*}} {dtype = f16}
// CHECK-NEXT: %[[W:.*]] = relax.astype %{{.*}} {dtype = f16}
// CHECK-NEXT: %[[A:.*]] = relax.matmul %[[X]], %[[W]] {out_dtype = f32}
// CHECK-NEXT: %[[B:.*]] = relax.astype %[[A]] {dtype = f16}
// CHECK-NEXT: %[[C:.*]] = relax.matmul %[[B]], %[[W]] {out_dtype = f32}
// CHECK-NEXT: relax.output %[[C]]
// BF16-LABEL: relax.func @always
// BF16: %[[A:.*]] = relax.matmul {{.*}} {out_dtype = bf16}
// BF16-NEXT: %[[B:.*]] = relax.matmul %[[A]], {{.*}} {out_dtype = bf16}
// BF16-NEXT: relax.astype %[[B]] {dtype = f32}
// INPUT-LABEL: relax.func @always(%{{.*}}: tensor<?x4xf16, #{{.*}}> {relax.name = "x"}, %{{.*}}: tensor<4x4xf32>
// INPUT-NEXT: relax.dataflow
// INPUT-NEXT: relax.astype %{{.*}} : (tensor<4x4xf32>)
// INPUT-NEXT: relax.matmul
relax.func @always(%x: tensor<?x4xf32, #relax.dims<[n, 4]>> {relax.name = "x"}, %w: tensor<4x4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
  %0 = relax.dataflow -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
    %1 = relax.matmul %x, %w : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
    %2 = relax.matmul %1, %w : (tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<4x4xf32>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
    relax.output %2 : tensor<?x4xf32, #relax.dims<[n, 4]>>
  }
  relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
}

// What bears it follows if all it takes is narrow or constant, and only then;
// what must not have it gets f32 back.
// CHECK-LABEL: relax.func @follow
// CHECK: %[[M:.*]] = relax.matmul
// CHECK-NEXT: %[[N:.*]] = relax.astype %[[M]] {dtype = f16}
// CHECK-NEXT: %[[C:.*]] = relax.constant
// CHECK-NEXT: %[[K:.*]] = relax.astype %[[C]] {dtype = f16}
// CHECK-NEXT: %[[A:.*]] = relax.add %[[N]], %[[K]] : (tensor<4x4xf16>, tensor<f16>) -> tensor<4x4xf16>
// CHECK-NEXT: %[[F:.*]] = relax.astype %[[A]] {dtype = f32}
// CHECK-NEXT: relax.multiply %[[F]], %{{.*}} : tensor<4x4xf32>
// CHECK-NEXT: relax.sum %[[F]]
// CHECK-NEXT: relax.greater %[[A]], %[[N]] : (tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4x4xi1>
relax.func @follow(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<4x4xi1>) {
  %0:3 = relax.dataflow -> tensor<4x4xf32>, tensor<4xf32>, tensor<4x4xi1> {
    %1 = relax.matmul %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %c = relax.constant dense<2.0> : tensor<f32>
    %2 = relax.add %1, %c : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
    %3 = relax.multiply %2, %y : tensor<4x4xf32>
    %4 = relax.sum %2 {axis = array<i64: 0>} : (tensor<4x4xf32>) -> tensor<4xf32>
    %5 = relax.greater %2, %1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
    relax.output %3, %4, %5 : tensor<4x4xf32>, tensor<4xf32>, tensor<4x4xi1>
  }
  relax.return %0#0, %0#1, %0#2 : tensor<4x4xf32>, tensor<4xf32>, tensor<4x4xi1>
}

// A cast that asks for f32 gives it; a weight that is narrow is not cast; sums
// of integers and of f64 are others'; several results.
// CHECK-LABEL: relax.func @others
// CHECK: %[[P:.*]] = relax.wrap_param
// CHECK-NEXT: %[[X:.*]] = relax.astype %{{.*}} {dtype = f16} : (tensor<4x4xf32>)
// CHECK-NEXT: %[[M:.*]] = relax.matmul %[[X]], %{{.*}} {out_dtype = f32} : (tensor<4x4xf16>, tensor<4x4xf16>)
// CHECK-NEXT: %[[N:.*]] = relax.astype %[[M]] {dtype = f16}
// CHECK-NEXT: relax.split %[[N]] {{.*}} -> (tensor<2x4xf16>, tensor<2x4xf16>)
// CHECK-NEXT: relax.astype
// CHECK-NEXT: relax.matmul %{{.*}} {out_dtype = f64} : (tensor<4x4xf32>, tensor<4x4xf64>)
// CHECK-NEXT: relax.matmul %{{.*}} : (tensor<4x4xi32>, tensor<4x4xi32>)
// CHECK-NEXT: %[[W:.*]] = relax.astype %[[N]] {dtype = f32}
// CHECK-NEXT: relax.astype %[[W]] {dtype = f32}
relax.func @others(%x: tensor<4x4xf32>, %w: tensor<4x4xf16>, %d: tensor<4x4xf64>, %i: tensor<4x4xi32>) -> (tensor<2x4xf32>, tensor<4x4xf64>, tensor<4x4xi32>, tensor<4x4xf32>) {
  %0:4 = relax.dataflow -> tensor<2x4xf32>, tensor<4x4xf64>, tensor<4x4xi32>, tensor<4x4xf32> {
    %p = relax.wrap_param %w {dtype = f32} : (tensor<4x4xf16>) -> tensor<4x4xf32>
    %1 = relax.matmul %x, %p : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %2:2 = relax.split %1 {sections = 2 : i64} : (tensor<4x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>)
    %3 = relax.matmul %x, %d {out_dtype = f64} : (tensor<4x4xf32>, tensor<4x4xf64>) -> tensor<4x4xf64>
    %4 = relax.matmul %i, %i : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi32>
    %5 = relax.astype %1 {dtype = f32} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    relax.output %2#1, %3, %4, %5 : tensor<2x4xf32>, tensor<4x4xf64>, tensor<4x4xi32>, tensor<4x4xf32>
  }
  relax.return %0#0, %0#1, %0#2, %0#3 : tensor<2x4xf32>, tensor<4x4xf64>, tensor<4x4xi32>, tensor<4x4xf32>
}

// Outside of a region nothing changes; a parameter that is given narrow is cast
// for it.
// CHECK-LABEL: relax.func @outside
// CHECK-NEXT: relax.matmul %{{.*}} : (tensor<4x4xf32>
// INPUT-LABEL: relax.func @outside(%{{.*}}: tensor<4x4xf16> {relax.name = "v"})
// INPUT-NEXT: %[[W:.*]] = relax.astype %{{.*}} {dtype = f32}
// INPUT-NEXT: relax.matmul %[[W]], %[[W]] : (tensor<4x4xf32>
relax.func @outside(%v: tensor<4x4xf32> {relax.name = "v"}) -> tensor<4x4xf32> {
  %0 = relax.matmul %v, %v : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  relax.return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: relax.func private @dead
// CHECK: relax.matmul %{{.*}} : (tensor<4x4xf16>
relax.func private @dead(%y: tensor<4x4xf32>) {
  %0 = relax.dataflow -> tensor<4x4xf32> {
    %1 = relax.matmul %y, %y : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    relax.output %1 : tensor<4x4xf32>
  }
  relax.return
}

// CHECK-LABEL: relax.func @empty
relax.func @empty() {
  relax.return
}
