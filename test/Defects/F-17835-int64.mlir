// Integer arithmetic is that of the type, optimised or not: -7 / 2 is -3.
// RUN: relax-compile %s -o %t.so
// RUN: relax-run %t.so --function=main | FileCheck %s
// RUN: relax-compile -O0 %s -o %t.so
// RUN: relax-run %t.so --function=main | FileCheck %s

// CHECK: i64[2] = [-3, 0]
// CHECK: i64[2] = [-4, 0]
// CHECK: i64[2] = [-1, 1]
// CHECK: i64[2] = [1, 1]
relax.func @main() -> (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) {
  %x = relax.constant dense<[-7, 1]> : tensor<2xi64>
  %y = relax.constant dense<2> : tensor<2xi64>
  %0 = relax.divide %x, %y : tensor<2xi64>
  %1 = relax.floor_divide %x, %y : tensor<2xi64>
  %2 = relax.mod %x, %y : tensor<2xi64>
  %3 = relax.floor_mod %x, %y : tensor<2xi64>
  relax.return %0, %1, %2, %3 : tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>
}
