// RUN: relax-opt %s --verify-diagnostics --relax-place-calls=device=gpu

// expected-error@+1 {{expects option 'device' like cuda:0, found "gpu"}}
module {
}
