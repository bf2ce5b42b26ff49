// A template that says no rule.

relax.func @f() {
  relax.return
}
