// RUN: rm -f %t.safetensors
// RUN: relax-translate --mlir-to-tvmscript %s --tvmscript-inline=4 --tvmscript-params=%t.safetensors | FileCheck %s
// RUN: not relax-translate --mlir-to-tvmscript %s --tvmscript-inline=4 --tvmscript-params=%t/none/x.safetensors 2>&1 | FileCheck %s --check-prefix=UNWRITTEN
// UNWRITTEN: error: the file of constants cannot be written:
// RUN: head -c 400 %t.safetensors | FileCheck %s --check-prefix=FILE

// CHECK: R.const(0.1, "float32")
// CHECK: R.const({{\[\[}}1, -2], [3, 4]], "int8")
// CHECK: R.const([True, False], "bool")
// CHECK: R.const([float("inf"), float("-inf"), float("nan")], "float64")
// CHECK: R.const([1.5, 2.0], "bfloat16")
// CHECK: R.const([255, 0], "uint8")
// CHECK: R.const(-3.4028234663852886e+38, "float32")
// CHECK: R.const(params["constant_0"])
// CHECK: R.const(params["constant_1"])
// FILE: "constant_0":{"data_offsets":[0,20],"dtype":"F32","shape":[5]}
// FILE-SAME: "constant_1":{"data_offsets":[20,30],"dtype":"I16","shape":[5]}
relax.func impure @main() -> tensor<i1> {
  %0 = relax.constant dense<0.1> : tensor<f32>
  relax.print "{}"(%0) : tensor<f32>
  %1 = relax.constant dense<[[1, -2], [3, 4]]> : tensor<2x2xi8>
  relax.print "{}"(%1) : tensor<2x2xi8>
  %2 = relax.constant dense<[true, false]> : tensor<2xi1>
  relax.print "{}"(%2) : tensor<2xi1>
  %3 = relax.constant dense<[0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<3xf64>
  relax.print "{}"(%3) : tensor<3xf64>
  %4 = relax.constant dense<[1.5, 2.0]> : tensor<2xbf16>
  relax.print "{}"(%4) : tensor<2xbf16>
  %5 = relax.constant dense<[255, 0]> : tensor<2xui8>
  relax.print "{}"(%5) : tensor<2xui8>
  %6 = relax.constant dense<0xFF7FFFFF> : tensor<f32>
  relax.print "{}"(%6) : tensor<f32>
  %7 = relax.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  relax.print "{}"(%7) : tensor<5xf32>
  %8 = relax.constant dense<7> : tensor<5xi16>
  relax.print "{}"(%8) : tensor<5xi16>
  %9 = relax.constant dense<true> : tensor<i1>
  relax.return %9 : tensor<i1>
}
