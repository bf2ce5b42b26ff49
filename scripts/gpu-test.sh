#!/usr/bin/env bash
# Run on a machine with a GPU what scripts/gpu-pack.py has collected. Builds
# nothing, and needs nothing but this folder, bash and the driver.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

usage() {
  cat <<'TEXT'
usage: ./gpu-test.sh [--no-measure] [--no-sanitizer] [--minutes=N]

Calls every operator and model and compares what they give; looks at some of the
calls with compute-sanitizer, if it is there; measures models and kernels, and
the same in torch (cuBLAS, cuDNN), if that is there. Stops after N minutes, 28
by default. The last line counts; the status is 1 if a call failed or was left.
TEXT
}

measure=1 sanitizer=1 minutes=28
while [[ $# -gt 0 ]]; do
  case $1 in
    --help | -h) usage; exit 0 ;;
    --no-measure) measure=0; shift ;;
    --no-sanitizer) sanitizer=0; shift ;;
    --minutes=*) minutes=${1#*=}; shift ;;
    *) usage >&2; exit 2 ;;
  esac
done
if [[ ! -f calls ]]; then
  echo "found no file \"calls\" here; make a folder with scripts/gpu-pack.py and run its gpu-test.sh" >&2
  exit 2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# left PART: the seconds that a part may take, of a hundred of all.
left() {
  local most=$((minutes * 60 * $1 / 100)) rest=$((minutes * 60 - SECONDS))
  echo $((rest < 1 ? 1 : rest < most ? rest : most))
}

command -v nvidia-smi >/dev/null && nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
echo "kernels for $(cat chip)"

# call_all CALLS RESULTS COMMAND...: makes the calls of a file; goes on behind one
# that takes the process with it.
call_all() {
  local calls=$1 results=$2 part=$work/part number=0 total
  shift 2
  total=$(grep -c $'\t' "$calls" || true)
  : >"$results"
  grep $'\t' "$calls" >"$part.all" || true
  while [[ $number -lt $total ]]; do
    tail -n +$((number + 1)) "$part.all" >"$part"
    local rest=$((deadline - SECONDS)) status=0
    timeout $((rest < 1 ? 1 : rest)) "$@" bin/relax-run "--calls=$part" >"$part.out" 2>"$part.err" || status=$?
    grep -E '^(passed|FAILED) ' "$part.out" >>"$results" || true
    number=$(wc -l <"$results")
    [[ $number -lt $total ]] || break
    if [[ $status == 124 ]]; then
      echo "stopped after $number of $total calls: the time is up"
      unmade=$((unmade + total - number))
      break
    fi
    # 3: a kernel's fault, of which that call has told; another process goes on.
    [[ $status != 3 ]] || continue
    local title
    title=$(sed -n "$((number + 1))p" "$part.all" | cut -f 1)
    echo "FAILED $title: the process ended with status $status: $(tail -n 1 "$part.err")" >>"$results"
    number=$((number + 1))
  done
  grep '^FAILED ' "$results" || true
}

unmade=0
deadline=$((SECONDS + $(left 55)))
call_all calls "$work/results"
passed=$(grep -c '^passed ' "$work/results" || true)
failed=$(grep -c '^FAILED ' "$work/results" || true)
echo "calls took $SECONDS s"

# torch_time TYPES CODE: milliseconds of a call in torch, or nothing. Times are
# of events on the device.
torch_time() {
  timeout 60 python3 - "$1" "$2" 2>/dev/null <<'CODE' || true
import sys, torch
torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = "tf32" in sys.argv[2]
F, types = torch.nn.functional, {"f16": torch.float16, "bf16": torch.bfloat16, "f32": torch.float32, "i8": torch.int8}
names = {}
for letter, text in zip("abcd", sys.argv[1].split(",")):
    *sizes, element = text.split("x")
    names[letter] = torch.rand([int(size) for size in sizes], device="cuda").to(types[element])
names.update(torch=torch, F=F)
code = compile(sys.argv[2].split("#")[0], "kernel", "eval")
for _ in range(5):
    eval(code, names)
start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
start.record()
for _ in range(50):
    eval(code, names)
end.record()
torch.cuda.synchronize()
print(f"{start.elapsed_time(end) / 50:.4f}")
CODE
}

# rate MILLISECONDS BYTES OPERATIONS: what a second moves and computes.
rate() {
  awk -v ms="$1" -v bytes="$2" -v operations="$3" 'BEGIN {
    if (ms > 0 && bytes > 0) printf "%.0f GB/s", bytes / ms / 1e6
    if (ms > 0 && operations > 0) printf ", %.1f TFLOP/s", operations / ms / 1e9
  }'
}

if [[ $measure == 1 ]]; then
  echo "measured: tensors are on the device, except of models; medians of 20 calls, each waited for:"
  deadline=$((SECONDS + $(left 20)))
  while IFS=$'\t' read -r title call bytes operations torch; do
    [[ -n $call && $SECONDS -lt $deadline ]] || continue
    if ! text=$(timeout 120 bin/relax-run $call --repeat=20 2>&1); then
      failed=$((failed + 1))
      printf 'FAILED %s, measured: %s\n' "$title" "$(tail -n 1 <<<"$text")"
      continue
    fi
    ms=$(grep -o 'median [0-9.]*' <<<"$text" | tail -n 1 | cut -d ' ' -f 2)
    other=
    [[ -z ${torch:-} ]] || other=$(torch_time "${torch%%|*}" "${torch#*|}")
    printf '%-32s %10s ms  %s%s\n' "$title" "$ms" "$(rate "$ms" "${bytes:-0}" "${operations:-0}")" \
      "${other:+; torch $other ms, $(rate "$other" "${bytes:-0}" "${operations:-0}")}"
  done <measured
fi

if [[ $sanitizer == 1 ]] && command -v compute-sanitizer >/dev/null; then
  # Every twentieth call, in one process: what it finds names kernel and line.
  awk 'NR % 20 == 1' calls >"$work/some"
  deadline=$((SECONDS + $(left 25)))
  call_all "$work/some" "$work/sanitized" compute-sanitizer --error-exitcode=9
  if grep -h '=========' "$work"/part.out "$work"/part.err | grep -qvE 'COMPUTE-SANITIZER|ERROR SUMMARY: 0'; then
    failed=$((failed + 1))
    echo "FAILED compute-sanitizer:"
    grep -h '=========' "$work"/part.out "$work"/part.err | head -n 40
  fi
  echo "compute-sanitizer looked at $(wc -l <"$work/sanitized") calls"
fi

echo "$passed calls passed, $failed failed, in $SECONDS s$( ((unmade == 0)) || echo "; there was no time for $unmade")"
[[ $failed == 0 && $unmade == 0 ]]
