// What has no value is an error.
// RUN: relax-interp %s --each --verify-diagnostics

tir.func @by_zero() attributes {num_inputs = 0 : i64} {
  %c1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : i32
  // expected-error @+1 {{divides by zero, expected another divisor}}
  %0 = arith.divsi %c1, %c0 : i32
  tir.return
}

tir.func @unsigned_by_zero() attributes {num_inputs = 0 : i64} {
  %c0 = arith.constant 0 : i8
  // expected-error @+1 {{divides by zero, expected another divisor}}
  %0 = arith.remui %c0, %c0 : i8
  tir.return
}

tir.func @least_by_minus_one() attributes {num_inputs = 0 : i64} {
  %a = arith.constant -128 : i8
  %b = arith.constant -1 : i8
  // expected-error @+1 {{divides the least value by -1, expected a quotient that fits}}
  %0 = arith.divsi %a, %b : i8
  tir.return
}

tir.func @shift() attributes {num_inputs = 0 : i64} {
  %a = arith.constant 1 : i16
  %b = arith.constant 16 : i16
  // expected-error @+1 {{shifts 16 bits by 16, expected fewer}}
  %0 = arith.shli %a, %b : i16
  tir.return
}

tir.func @zero_to_negative_power() attributes {num_inputs = 0 : i64} {
  %a = arith.constant 0 : i16
  %b = arith.constant -1 : i16
  // expected-error @+1 {{divides by zero: expected no 0 to a negative power}}
  %0 = math.ipowi %a, %b : i16
  tir.return
}

tir.func @nan_as_integer() attributes {num_inputs = 0 : i64} {
  %a = arith.constant 0x7FC00000 : f32
  // expected-error @+1 {{converts nan, expected a number that the integer holds}}
  %0 = arith.fptosi %a : f32 to i32
  tir.return
}

tir.func @too_large_as_integer() attributes {num_inputs = 0 : i64} {
  %a = arith.constant 2147483648.0 : f32
  // expected-error @+1 {{converts too large a number, expected a number that the integer holds}}
  %0 = arith.fptosi %a : f32 to i32
  tir.return
}

tir.func @negative_as_unsigned() attributes {num_inputs = 0 : i64} {
  %a = arith.constant -1.0 : f64
  // expected-error @+1 {{converts too small a number, expected a number that the integer holds}}
  %0 = arith.fptoui %a : f64 to i8
  tir.return
}

tir.func @rounding() attributes {num_inputs = 0 : i64} {
  %a = arith.constant 1.0 : f64
  // expected-error @+1 {{cannot be interpreted: expected rounding to nearest, ties to even}}
  %0 = arith.truncf %a to_nearest_away : f64 to f32
  tir.return
}

tir.func @wide() attributes {num_inputs = 0 : i64} {
  // expected-error @+1 {{has a value of type 'i128', expected one that the interpreter has}}
  %a = arith.constant 1 : i128
  tir.return
}

tir.func @vectors() attributes {num_inputs = 0 : i64} {
  // expected-error @+1 {{has a value of type 'vector<[4]xf32>', expected one that the interpreter has}}
  %a = arith.constant dense<1.0> : vector<[4]xf32>
  tir.return
}

tir.func @unknown_op() attributes {num_inputs = 0 : i64} {
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{cannot be interpreted: expected an op with a known evaluation; lower it first, or leave it out}}
  %0 = affine.apply affine_map<(d0) -> (d0)>(%c1)
  tir.return
}
