// Floats of 8 bits: random values, literals, what is printed and compared.
// RUN: relax-compile %s -o %t.so
// RUN: relax-run %t.so --function=double --input="5xf8E4M3FN=1 1.3 -0.011 300 nan" --output=- | FileCheck %s
// CHECK: output 0: f8E4M3FN[5] = [2, 2.5, -0.0234375, nan, nan]
// RUN: relax-run %t.so --function=narrow --input="5xf8E5M2=1 1.3 -0.011 -inf 1e9" --output=- | FileCheck %s --check-prefix=E5M2
// E5M2: output 0: f8E5M2[5] = [0.5, 0.625, -0.00585938, -inf, inf]

// The same values for the same seed; none of them is 0 all over.
// RUN: relax-run %t.so --function=double --random=3 --output=- | FileCheck %s --check-prefix=RANDOM
// RANDOM: output 0: f8E4M3FN[5] = [{{(([0-9]*[.][0-9]+|1)(, )?)+}}]
// RUN: relax-run %t.so --function=double --random=3 --expected_output="5xf8E4M3FN=1.125 0.40625 1.125 0.6875 1.125" --tolerance=0 --quiet
// RUN: not relax-run %t.so --function=double --random=4 --expected_output="5xf8E4M3FN=1.125 0.40625 1.125 0.6875 1.125" --tolerance=0 --quiet
// RUN: relax-run %t.so --function=narrow --random --quiet

relax.func @double(%x: tensor<5xf8E4M3FN>) -> tensor<5xf8E4M3FN> {
  %0 = relax.add %x, %x : (tensor<5xf8E4M3FN>, tensor<5xf8E4M3FN>) -> tensor<5xf8E4M3FN>
  relax.return %0 : tensor<5xf8E4M3FN>
}

relax.func @narrow(%x: tensor<5xf8E5M2>) -> tensor<5xf8E5M2> {
  %half = relax.constant dense<0.5> : tensor<f8E5M2>
  %0 = relax.multiply %x, %half : (tensor<5xf8E5M2>, tensor<f8E5M2>) -> tensor<5xf8E5M2>
  relax.return %0 : tensor<5xf8E5M2>
}
