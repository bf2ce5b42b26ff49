// A shape without a list of dimensions is an error of the parser, not a crash.
// RUN: relax-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{expected '[' in list of dimensions}}
relax.func @f(%s: !relax.shape<(1)>) {
  relax.return
}

// -----

// expected-error @below {{expected '[' in list of dimensions}}
relax.func @f(%s: !relax.shape<1>) {
  relax.return
}

// -----

// One dimension has one way to be written.
relax.func @f(%s: !relax.shape<[1]>) {
  relax.return
}
