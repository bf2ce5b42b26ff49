// RUN: relax-opt %s -verify-diagnostics -relax-dead-code-elimination=entry-functions=missing

// expected-error @+1 {{expects a function @missing, which is named as an entry; name one of its functions}}
module {
}
