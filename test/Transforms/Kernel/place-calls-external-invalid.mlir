// RUN: relax-opt %s --verify-diagnostics --relax-place-calls

// expected-error@+1 {{expects 'relax.takes_devices' without a value, found false}}
relax.extern_func @f {relax.takes_devices = false}
