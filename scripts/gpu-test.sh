#!/usr/bin/env bash
# Run on a machine with a GPU what scripts/gpu-pack.py has collected. Builds
# nothing, and needs nothing but this folder, bash and the driver.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

usage() {
  cat <<'TEXT'
usage: ./gpu-test.sh [--no-measure] [--no-sanitizer]

Calls every operator and model and compares what they give; looks at some of the
calls with compute-sanitizer, if it is there; measures models and kernels, and
the same in torch, if that is there. The last line counts; the status is 1 if a
call failed.
TEXT
}

measure=1 sanitizer=1
while [[ $# -gt 0 ]]; do
  case $1 in
    --help | -h) usage; exit 0 ;;
    --no-measure) measure=0; shift ;;
    --no-sanitizer) sanitizer=0; shift ;;
    *) usage >&2; exit 2 ;;
  esac
done
if [[ ! -f calls ]]; then
  echo "found no file \"calls\" here; make a folder with scripts/gpu-pack.py and run its gpu-test.sh" >&2
  exit 2
fi

command -v nvidia-smi >/dev/null && nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
echo "kernels for $(cat chip)"

passed=0 failed=0
# Words of a call have no blanks.
while IFS=$'\t' read -r title call; do
  [[ -n $call ]] || continue
  if text=$(bin/relax-run $call 2>&1); then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAILED %s: %s\n' "$title" "$(tail -n 1 <<<"$text")"
  fi
done <calls

if [[ $sanitizer == 1 ]] && command -v compute-sanitizer >/dev/null; then
  # Every twentieth call: it takes seconds each.
  number=0
  while IFS=$'\t' read -r title call; do
    number=$((number + 1))
    [[ $((number % 20)) == 1 ]] || continue
    if ! text=$(compute-sanitizer --error-exitcode=9 bin/relax-run $call 2>&1); then
      failed=$((failed + 1))
      printf 'FAILED %s, compute-sanitizer: %s\n' "$title" "$(grep -m1 '=========.*' <<<"$text")"
    fi
  done <calls
fi

# torch_time TYPE CODE: milliseconds of a call in torch, or nothing.
torch_time() {
  python3 - "$1" "$2" 2>/dev/null <<'CODE' || true
import sys, time, torch
*sizes, element = sys.argv[1].split("x")
x = torch.full([int(size) for size in sizes], 0.5, device="cuda", dtype={"f16": torch.float16, "f32": torch.float32}[element])
code = compile(sys.argv[2], "kernel", "eval")
for _ in range(3):
    eval(code)
torch.cuda.synchronize()
start = time.perf_counter()
for _ in range(20):
    eval(code)
torch.cuda.synchronize()
print(f"{(time.perf_counter() - start) * 50:.3f}")
CODE
}

if [[ $measure == 1 ]]; then
  echo "measured, copies from and to the host included; torch without them:"
  while IFS=$'\t' read -r title call torch; do
    [[ -n $call ]] || continue
    text=$(bin/relax-run $call --repeat=20 2>&1 | tail -n 1)
    other=
    [[ -z $torch ]] || other=$(torch_time "${torch%%|*}" "${torch#*|}")
    printf '%-24s %s%s\n' "$title" "$text" "${other:+; torch $other ms}"
  done <measured
fi

echo "$passed calls passed, $failed failed"
[[ $failed == 0 ]]
