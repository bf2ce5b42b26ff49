// RUN: relax-opt %s --split-input-file --relax-bind-symbolic-vars=sizes=n --verify-diagnostics
// RUN: not relax-opt %s --relax-bind-symbolic-vars=sizes=n=-1 -o /dev/null 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not relax-opt %s '--relax-bind-symbolic-vars=sizes=n=1 function=none' -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE

// NEGATIVE: error: {{.*}}expected sizes such as n=4, found "n=-1"
// NONE: error: 'builtin.module' op expects a function @none whose sizes are bound
// expected-error@+1 {{expected sizes such as n=4, found "n"}}
module {
}
