// Symbolic expressions: each thing that cannot be parsed.
// RUN: relax-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{expected a symbol, an integer, 'min', 'max' or '('}}
func.func private @f() attributes {e = #relax.expr<n + >}

// -----

// expected-error @below {{expected a symbol, an integer, 'min', 'max' or '('}}
func.func private @f() attributes {e = #relax.expr<?>}

// -----

// expected-error @below {{expected a symbol with a name, found ""}}
func.func private @f() attributes {e = #relax.expr<"">}

// -----

// expected-error @below {{expected an operand before 'floordiv'; put a symbol of that name in quotes}}
func.func private @f() attributes {e = #relax.expr<floordiv 2>}

// -----

// expected-error @below {{expected a divisor of 'floordiv' that is not the constant 0}}
func.func private @f() attributes {e = #relax.expr<n floordiv (m - m)>}

// -----

// expected-error @below {{expected a divisor of 'floormod' that is not the constant 0}}
func.func private @f() attributes {e = #relax.expr<n floormod 0>}

// -----

// expected-error @below {{expected a divisor of 'ceildiv' that is not the constant 0}}
func.func private @f() attributes {e = #relax.expr<n ceildiv 0>}

// -----

// expected-error @below {{expected an integer that fits in 64 bits}}
func.func private @f() attributes {e = #relax.expr<9223372036854775808>}

// -----

// expected-error @below {{expected an integer that fits in 64 bits}}
func.func private @f() attributes {e = #relax.expr<-99999999999999999999999999999999999>}

// -----

// expected-error @below {{unbalanced '(' character}}
func.func private @f() attributes {e = #relax.expr<(n + 1>}

// -----

// expected-error @below {{expected '('}}
func.func private @f() attributes {e = #relax.expr<min>}

// -----

// expected-error @below {{expected '>'}}
func.func private @f() attributes {e = #relax.expr<n m>}

// -----

// expected-error @below {{expected ')'}}
func.func private @f() attributes {e = #relax.expr<(n 1)>}
