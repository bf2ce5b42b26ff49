// RUN: relax-opt %s --relax-run-codegen --split-input-file --verify-diagnostics | FileCheck %s

// expected-error@+1 {{has the attribute "Codegen" of 1 : i64, expected the name of a library as a string}}
relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> attributes {Codegen = 1 : i64} {
  relax.return %x : tensor<4xf32>
}

// -----

// What stays says why.
// CHECK-LABEL: relax.func private @stays
// CHECK-NOT: relax.call_dps_packed
relax.func @main(%x: tensor<4x4xf32>, %h: tensor<4x4xf16>, %v: tensor<4xf32>) {
  %0:5 = relax.call @stays(%x, %h, %v) : (tensor<4x4xf32>, tensor<4x4xf16>, tensor<4xf32>) -> (tensor<4x4xf16>, tensor<4x4xf32>, tensor<4xf32>, tensor<4x4xf32>, tensor<4x4xf32>)
  relax.return
}
relax.func @stays(%x: tensor<4x4xf32>, %h: tensor<4x4xf16>, %v: tensor<4xf32>) -> (tensor<4x4xf16>, tensor<4x4xf32>, tensor<4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) attributes {Codegen = "dnnl"} {
  // expected-remark@+1 {{for "dnnl.half": an operand is of type tensor<4x4xf16>, expected tensors of one type of known rank, of f32}}
  %a = relax.lambda {Composite = "dnnl.half"} : !relax.callable<(tensor<4x4xf16>) -> tensor<4x4xf16>, pure> {
  ^bb0(%u: tensor<4x4xf16>):
    %1 = relax.matmul %u, %u : (tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4x4xf16>
    relax.yield %1 : tensor<4x4xf16>
  }
  %0 = relax.invoke_pure_closure %a(%h) : !relax.callable<(tensor<4x4xf16>) -> tensor<4x4xf16>, pure>, (tensor<4x4xf16>) -> tensor<4x4xf16>
  // expected-remark@+1 {{for "dnnl.matrix": its bias does not vary along the last axis alone}}
  %b = relax.lambda {Composite = "dnnl.matrix"} : !relax.callable<(tensor<4x4xf32>) -> tensor<4x4xf32>, pure> {
  ^bb0(%u: tensor<4x4xf32>):
    %1 = relax.matmul %u, %u : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = relax.add %1, %u : tensor<4x4xf32>
    relax.yield %2 : tensor<4x4xf32>
  }
  %3 = relax.invoke_pure_closure %b(%x) : !relax.callable<(tensor<4x4xf32>) -> tensor<4x4xf32>, pure>, (tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-remark@+1 {{for "dnnl.vector": an operand has the rank 1, expected at least 2}}
  %c = relax.lambda {Composite = "dnnl.vector"} : !relax.callable<(tensor<4xf32>, tensor<4x4xf32>) -> tensor<4xf32>, pure> {
  ^bb0(%u: tensor<4xf32>, %w: tensor<4x4xf32>):
    %1 = relax.matmul %u, %w : (tensor<4xf32>, tensor<4x4xf32>) -> tensor<4xf32>
    relax.yield %1 : tensor<4xf32>
  }
  %4 = relax.invoke_pure_closure %c(%v, %x) : !relax.callable<(tensor<4xf32>, tensor<4x4xf32>) -> tensor<4xf32>, pure>, (tensor<4xf32>, tensor<4x4xf32>) -> tensor<4xf32>
  // expected-remark@+1 {{for "dnnl.sum": it adds what is no product}}
  %d = relax.lambda {Composite = "dnnl.sum"} : !relax.callable<(tensor<4x4xf32>) -> tensor<4x4xf32>, pure> {
  ^bb0(%u: tensor<4x4xf32>):
    %1 = relax.add %u, %u : tensor<4x4xf32>
    relax.yield %1 : tensor<4x4xf32>
  }
  %5 = relax.invoke_pure_closure %d(%x) : !relax.callable<(tensor<4x4xf32>) -> tensor<4x4xf32>, pure>, (tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-remark@+1 {{for "dnnl.exp": it computes an operand of the product itself}}
  %e = relax.lambda {Composite = "dnnl.exp"} : !relax.callable<(tensor<4x4xf32>) -> tensor<4x4xf32>, pure> {
  ^bb0(%u: tensor<4x4xf32>):
    %1 = relax.exp %u : tensor<4x4xf32>
    %2 = relax.matmul %1, %u : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    relax.yield %2 : tensor<4x4xf32>
  }
  %6 = relax.invoke_pure_closure %e(%x) : !relax.callable<(tensor<4x4xf32>) -> tensor<4x4xf32>, pure>, (tensor<4x4xf32>) -> tensor<4x4xf32>
  relax.return %0, %3, %4, %5, %6 : tensor<4x4xf16>, tensor<4x4xf32>, tensor<4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

relax.func @main(%x: tensor<?xf32>) {
  %0 = relax.call @unknown(%x) : (tensor<?xf32>) -> tensor<?xf32>
  relax.return
}
// expected-remark@+1 {{stays our own code, an external function fills tensors of known sizes, and this one gives others}}
relax.func @unknown(%x: tensor<?xf32>) -> tensor<?xf32> attributes {Codegen = "my"} {
  relax.return %x : tensor<?xf32>
}

// -----

relax.func @main(%x: tensor<4x4x4xf32>, %w: tensor<1x4x4x4xf32>) {
  %0:4 = relax.call @more(%x, %w) : (tensor<4x4x4xf32>, tensor<1x4x4x4xf32>) -> (tensor<4x4x4xf32>, tensor<1x4x1x1xf32>, tensor<1x4x1x4xf32>, tensor<4x4x4xf32>)
  relax.return
}
relax.func @more(%x: tensor<4x4x4xf32>, %w: tensor<1x4x4x4xf32>) -> (tensor<4x4x4xf32>, tensor<1x4x1x1xf32>, tensor<1x4x1x4xf32>, tensor<4x4x4xf32>) attributes {Codegen = "dnnl"} {
  // expected-remark@+1 {{for "dnnl.axes": it computes an operand of the product itself}}
  %a = relax.lambda {Composite = "dnnl.axes"} : !relax.callable<(tensor<4x4x4xf32>) -> tensor<4x4x4xf32>, pure> {
  ^bb0(%u: tensor<4x4x4xf32>):
    %1 = relax.permute_dims %u : (tensor<4x4x4xf32>) -> tensor<4x4x4xf32>
    %2 = relax.matmul %u, %1 : (tensor<4x4x4xf32>, tensor<4x4x4xf32>) -> tensor<4x4x4xf32>
    relax.yield %2 : tensor<4x4x4xf32>
  }
  %0 = relax.invoke_pure_closure %a(%x) : !relax.callable<(tensor<4x4x4xf32>) -> tensor<4x4x4xf32>, pure>, (tensor<4x4x4xf32>) -> tensor<4x4x4xf32>
  // expected-remark@+1 {{for "dnnl.layout": its layouts are NCHW, IOHW and ""}}
  %b = relax.lambda {Composite = "dnnl.layout"} : !relax.callable<(tensor<1x4x4x4xf32>) -> tensor<1x4x1x1xf32>, pure> {
  ^bb0(%u: tensor<1x4x4x4xf32>):
    %w4 = relax.constant dense<1.0> : tensor<4x4x2x2xf32>
    %1 = relax.nn.conv2d %u, %w4 {kernel_layout = "IOHW", strides = array<i64: 4, 4>} : (tensor<1x4x4x4xf32>, tensor<4x4x2x2xf32>) -> tensor<1x4x1x1xf32>
    relax.yield %1 : tensor<1x4x1x1xf32>
  }
  %2 = relax.invoke_pure_closure %b(%w) : !relax.callable<(tensor<1x4x4x4xf32>) -> tensor<1x4x1x1xf32>, pure>, (tensor<1x4x4x4xf32>) -> tensor<1x4x1x1xf32>
  // expected-remark@+1 {{for "dnnl.larger": its bias does not vary along the channels alone}}
  %c = relax.lambda {Composite = "dnnl.larger"} : !relax.callable<(tensor<1x4x4x4xf32>) -> tensor<1x4x1x4xf32>, pure> {
  ^bb0(%u: tensor<1x4x4x4xf32>):
    %w4 = relax.constant dense<1.0> : tensor<4x4x2x2xf32>
    %1 = relax.nn.conv2d %u, %w4 {strides = array<i64: 4, 4>} : (tensor<1x4x4x4xf32>, tensor<4x4x2x2xf32>) -> tensor<1x4x1x1xf32>
    %bias = relax.constant dense<1.0> : tensor<4xf32>
    %3 = relax.add %1, %bias : (tensor<1x4x1x1xf32>, tensor<4xf32>) -> tensor<1x4x1x4xf32>
    relax.yield %3 : tensor<1x4x1x4xf32>
  }
  %4 = relax.invoke_pure_closure %c(%w) : !relax.callable<(tensor<1x4x4x4xf32>) -> tensor<1x4x1x4xf32>, pure>, (tensor<1x4x4x4xf32>) -> tensor<1x4x1x4xf32>
  // expected-remark@+1 {{for "dnnl.two": it gives 2 results}}
  %d = relax.lambda {Composite = "dnnl.two"} : !relax.callable<(tensor<4x4x4xf32>) -> (tensor<4x4x4xf32>, tensor<4x4x4xf32>), pure> {
  ^bb0(%u: tensor<4x4x4xf32>):
    relax.yield %u, %u : tensor<4x4x4xf32>, tensor<4x4x4xf32>
  }
  %5:2 = relax.invoke_pure_closure %d(%x) : !relax.callable<(tensor<4x4x4xf32>) -> (tensor<4x4x4xf32>, tensor<4x4x4xf32>), pure>, (tensor<4x4x4xf32>) -> (tensor<4x4x4xf32>, tensor<4x4x4xf32>)
  relax.return %0, %2, %4, %5#0 : tensor<4x4x4xf32>, tensor<1x4x1x1xf32>, tensor<1x4x1x4xf32>, tensor<4x4x4xf32>
}

// -----

// What libraries of a GPU have no function for.
relax.func @main(%x: tensor<4x4xf16>, %y: tensor<1x4x4x4xf32>, %w: tensor<4x4x2x2xf32>) {
  %0:2 = relax.call @products(%x, %y, %w) : (tensor<4x4xf16>, tensor<1x4x4x4xf32>, tensor<4x4x2x2xf32>) -> (tensor<4x4xf16>, tensor<1x4x3x3xf32>)
  %1:4 = relax.call @images(%x, %y, %w) : (tensor<4x4xf16>, tensor<1x4x4x4xf32>, tensor<4x4x2x2xf32>) -> (tensor<4x4xf16>, tensor<1x4x4x3xf32>, tensor<1x4x3x3xf32>, tensor<1x4x3x3xf16>)
  relax.return
}
relax.func @products(%x: tensor<4x4xf16>, %y: tensor<1x4x4x4xf32>, %w: tensor<4x4x2x2xf32>) -> (tensor<4x4xf16>, tensor<1x4x3x3xf32>) attributes {Codegen = "cublas"} {
  // expected-remark@+1 {{stays our own code, cuBLASLt has no function for "cublas.gelu": it has 'relax.nn.gelu' behind the product}}
  %a = relax.lambda {Composite = "cublas.gelu"} : !relax.callable<(tensor<4x4xf16>) -> tensor<4x4xf16>, pure> {
  ^bb0(%u: tensor<4x4xf16>):
    %1 = relax.matmul %u, %u : (tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4x4xf16>
    %2 = relax.nn.gelu %1 : tensor<4x4xf16>
    relax.yield %2 : tensor<4x4xf16>
  }
  %0 = relax.invoke_pure_closure %a(%x) : !relax.callable<(tensor<4x4xf16>) -> tensor<4x4xf16>, pure>, (tensor<4x4xf16>) -> tensor<4x4xf16>
  // expected-remark@+1 {{for "cublas.conv2d": it is a convolution}}
  %b = relax.lambda {Composite = "cublas.conv2d"} : !relax.callable<(tensor<1x4x4x4xf32>, tensor<4x4x2x2xf32>) -> tensor<1x4x3x3xf32>, pure> {
  ^bb0(%u: tensor<1x4x4x4xf32>, %v: tensor<4x4x2x2xf32>):
    %1 = relax.nn.conv2d %u, %v : (tensor<1x4x4x4xf32>, tensor<4x4x2x2xf32>) -> tensor<1x4x3x3xf32>
    relax.yield %1 : tensor<1x4x3x3xf32>
  }
  %3 = relax.invoke_pure_closure %b(%y, %w) : !relax.callable<(tensor<1x4x4x4xf32>, tensor<4x4x2x2xf32>) -> tensor<1x4x3x3xf32>, pure>, (tensor<1x4x4x4xf32>, tensor<4x4x2x2xf32>) -> tensor<1x4x3x3xf32>
  relax.return %0, %3 : tensor<4x4xf16>, tensor<1x4x3x3xf32>
}
relax.func @images(%x: tensor<4x4xf16>, %y: tensor<1x4x4x4xf32>, %w: tensor<4x4x2x2xf32>) -> (tensor<4x4xf16>, tensor<1x4x4x3xf32>, tensor<1x4x3x3xf32>, tensor<1x4x3x3xf16>) attributes {Codegen = "cudnn"} {
  // expected-remark@+1 {{for "cudnn.matmul": it is a matmul}}
  %a = relax.lambda {Composite = "cudnn.matmul"} : !relax.callable<(tensor<4x4xf16>) -> tensor<4x4xf16>, pure> {
  ^bb0(%u: tensor<4x4xf16>):
    %1 = relax.matmul %u, %u : (tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4x4xf16>
    relax.yield %1 : tensor<4x4xf16>
  }
  %0 = relax.invoke_pure_closure %a(%x) : !relax.callable<(tensor<4x4xf16>) -> tensor<4x4xf16>, pure>, (tensor<4x4xf16>) -> tensor<4x4xf16>
  // expected-remark@+1 {{for "cudnn.padding": its padding in front of an axis is another than behind it}}
  %b = relax.lambda {Composite = "cudnn.padding"} : !relax.callable<(tensor<1x4x4x4xf32>, tensor<4x4x2x2xf32>) -> tensor<1x4x4x3xf32>, pure> {
  ^bb0(%u: tensor<1x4x4x4xf32>, %v: tensor<4x4x2x2xf32>):
    %1 = relax.nn.conv2d %u, %v {padding = array<i64: 1, 0, 0, 0>} : (tensor<1x4x4x4xf32>, tensor<4x4x2x2xf32>) -> tensor<1x4x4x3xf32>
    relax.yield %1 : tensor<1x4x4x3xf32>
  }
  %2 = relax.invoke_pure_closure %b(%y, %w) : !relax.callable<(tensor<1x4x4x4xf32>, tensor<4x4x2x2xf32>) -> tensor<1x4x4x3xf32>, pure>, (tensor<1x4x4x4xf32>, tensor<4x4x2x2xf32>) -> tensor<1x4x4x3xf32>
  // expected-remark@+1 {{for "cudnn.layout": its layouts are NHWC, HWIO and ""}}
  %c = relax.lambda {Composite = "cudnn.layout"} : !relax.callable<(tensor<1x4x4x4xf32>, tensor<4x4x2x2xf32>) -> tensor<1x4x3x3xf32>, pure> {
  ^bb0(%u: tensor<1x4x4x4xf32>, %v: tensor<4x4x2x2xf32>):
    %w4 = relax.constant dense<1.0> : tensor<2x2x4x3xf32>
    %1 = relax.nn.conv2d %u, %w4 {data_layout = "NHWC", kernel_layout = "HWIO", padding = array<i64: 1, 0, 0, 0>} : (tensor<1x4x4x4xf32>, tensor<2x2x4x3xf32>) -> tensor<1x4x3x3xf32>
    relax.yield %1 : tensor<1x4x3x3xf32>
  }
  %3 = relax.invoke_pure_closure %c(%y, %w) : !relax.callable<(tensor<1x4x4x4xf32>, tensor<4x4x2x2xf32>) -> tensor<1x4x3x3xf32>, pure>, (tensor<1x4x4x4xf32>, tensor<4x4x2x2xf32>) -> tensor<1x4x3x3xf32>
  // expected-remark@+1 {{for "cudnn.narrow": it gives tensor<1x4x3x3xf16> of f32}}
  %d = relax.lambda {Composite = "cudnn.narrow"} : !relax.callable<(tensor<1x4x4x4xf32>, tensor<4x4x2x2xf32>) -> tensor<1x4x3x3xf16>, pure> {
  ^bb0(%u: tensor<1x4x4x4xf32>, %v: tensor<4x4x2x2xf32>):
    %1 = relax.nn.conv2d %u, %v {out_dtype = f16} : (tensor<1x4x4x4xf32>, tensor<4x4x2x2xf32>) -> tensor<1x4x3x3xf16>
    relax.yield %1 : tensor<1x4x3x3xf16>
  }
  %4 = relax.invoke_pure_closure %d(%y, %w) : !relax.callable<(tensor<1x4x4x4xf32>, tensor<4x4x2x2xf32>) -> tensor<1x4x3x3xf16>, pure>, (tensor<1x4x4x4xf32>, tensor<4x4x2x2xf32>) -> tensor<1x4x3x3xf16>
  relax.return %0, %2, %3, %4 : tensor<4x4xf16>, tensor<1x4x4x3xf32>, tensor<1x4x3x3xf32>, tensor<1x4x3x3xf16>
}
