# Sourced by the scripts: one line a step on a terminal and in a log, with the
# seconds since the start.
relax_start=$SECONDS

# step TEXT: say what begins now.
step() {
  printf '[%4ds] %s\n' "$((SECONDS - relax_start))" "$*"
}

# quietly LOG COMMAND...: run with the output in LOG; on failure show its end.
quietly() {
  local log=$1
  shift
  if ! "$@" >"$log" 2>&1; then
    printf '\nfailed: %s\nthe end of %s:\n' "$*" "$log" >&2
    tail -n 60 "$log" >&2
    return 1
  fi
}
