#!/usr/bin/env bash
# Run on a machine with a GPU what scripts/gpu-pack.py has collected. Builds
# nothing, and needs nothing but this folder, bash and the driver.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

usage() {
  cat <<'TEXT'
usage: ./gpu-test.sh [--part=N]... [--minutes=N] [--no-sanitizer]

  1  products of each kind, which are compared, and under compute-sanitizer
  2  every operator, compared
  3  kernels measured, beside cuBLAS and cuDNN (torch) and Triton, if those are there
  4  models, compared and measured

All parts one after the other, or some; each ends after N minutes, 9 by default.
results/ has what came out of all parts that ran: results.json, results.txt (a
table). What was left out is there, too. The last line counts; the status is 1
if a call failed or was left, and 2 if none can be made, as without a driver.
TEXT
}

parts=() minutes=9 sanitizer=1
while [[ $# -gt 0 ]]; do
  case $1 in
    --help | -h) usage; exit 0 ;;
    --part=[1-4]) parts+=("${1#*=}"); shift ;;
    --minutes=*) minutes=${1#*=}; shift ;;
    --no-sanitizer) sanitizer=0; shift ;;
    *) usage >&2; exit 2 ;;
  esac
done
[[ ${#parts[@]} -gt 0 ]] || parts=(1 2 3 4)
if [[ ! -f chip ]]; then
  echo "found no file \"chip\" here; make a folder with scripts/gpu-pack.py and run its gpu-test.sh" >&2
  exit 2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p results

gpu=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2>/dev/null | awk 'NR == 1' || true)
echo "kernels for $(cat chip), GPU: ${gpu:-unknown, nvidia-smi says nothing}"

# note FIELD...: a line of the present part's results; fields are separated by tabs.
note() {
  local IFS=$'\t'
  echo "$*" >>"$record"
}

# left WHAT WHY: says what was not done.
left() {
  echo "left out: $1: $2"
  note left "$1" "$2"
}

# seconds_left: until the present part has to end, at least 1.
seconds_left() {
  local rest=$((deadline - SECONDS))
  echo $((rest < 1 ? 1 : rest))
}

# call_all FILE COMMAND...: makes the calls of a file; goes on behind one that
# takes the process with it. Results are in $work/results.
call_all() {
  local calls=$1 results=$work/results part=$work/part number=0 total
  shift
  grep $'\t' "$calls" >"$part.all" || true
  total=$(wc -l <"$part.all")
  : >"$results"
  : >"$work/said"
  while [[ $number -lt $total ]]; do
    tail -n +$((number + 1)) "$part.all" >"$part"
    local status=0
    timeout "$(seconds_left)" "$@" bin/relax-run "--calls=$part" >"$part.out" 2>"$part.err" || status=$?
    cat "$part.out" "$part.err" >>"$work/said"
    grep -E '^(passed|FAILED) ' "$part.out" >>"$results" || true
    number=$(wc -l <"$results")
    [[ $number -lt $total ]] || break
    if [[ $status == 124 ]]; then
      left "$((total - number)) of $total calls" "the time is up"
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

# compare FILE: makes the calls and writes down what came of them.
compare() {
  local line
  call_all "$1"
  while IFS= read -r line; do
    if [[ $line == passed* ]]; then note call passed "${line#passed }"; else note call failed "${line#FAILED }"; fi
  done <"$work/results"
}

sanitize() {
  [[ $sanitizer == 1 ]] || { left compute-sanitizer "--no-sanitizer"; return; }
  command -v compute-sanitizer >/dev/null || { left compute-sanitizer "it is not on this machine"; return; }
  call_all "$1" compute-sanitizer --error-exitcode=9
  echo "compute-sanitizer looked at $(wc -l <"$work/results") calls"
  local found
  found=$(grep '=========' "$work/said" | grep -vE 'COMPUTE-SANITIZER|ERROR SUMMARY: 0') || true
  if [[ -n $found ]]; then
    echo "FAILED compute-sanitizer:"
    grep '=========' "$work/said" | awk 'NR <= 40'
    note call failed "compute-sanitizer: ${found%%$'\n'*}"
  fi
}

# measure FILE OPTION...: what a call takes, by the mark in front of it, in
# milliseconds; fields are title, call, bytes, operations, torch, Triton.
measure() {
  local file=$1 mark=$2 title call bytes operations rest text ms skipped=0
  shift 2
  while IFS=$'\t' read -r title call bytes operations rest; do
    [[ -n $title ]] || continue
    if [[ $SECONDS -ge $deadline ]]; then
      skipped=$((skipped + 1))
      continue
    fi
    # shellcheck disable=SC2086 # the options of a call are words
    if ! text=$(timeout "$(seconds_left)" bin/relax-run $call "$@" 2>&1); then
      echo "FAILED $title, measured: $(tail -n 1 <<<"$text")"
      note call failed "$title, measured: $(tail -n 1 <<<"$text")"
      continue
    fi
    ms=$(grep -oE "$mark [0-9.]+" <<<"$text" | tail -n 1 | grep -oE '[0-9.]+$' || true)
    note time "$title" "${ms:-0}" "$bytes" "$operations"
  done <"$file"
  [[ $skipped == 0 ]] || left "$skipped measurements" "the time is up"
}

# peers FILE: the same in torch and Triton, by one process for all.
peers() {
  local status=0
  command -v python3 >/dev/null || { left "torch and Triton" "there is no python3"; return; }
  timeout "$(($(seconds_left) + 5))" python3 gpu-peers.py "$1" "$(seconds_left)" >"$work/peers" 2>"$work/peers.err" || status=$?
  cat "$work/peers" >>"$record"
  [[ $status == 0 ]] || left "torch and Triton" "gpu-peers.py ended with status $status: $(tail -n 1 "$work/peers.err")"
}

# probe: ends the script where no call can be made, with what is missing.
probe() {
  # Bare containers have no library of C++; elsewhere their own is the newer one.
  bin/relax-run --help >/dev/null 2>&1 || export LD_LIBRARY_PATH=$PWD/bin/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
  local call words missing
  call=$(awk -F '\t' 'NF > 1 && call == "" { call = $2 } END { print call }' calls.*)
  # shellcheck disable=SC2086 # the options of a call are words
  words=$(bin/relax-run $call 2>&1) && return
  missing=$(grep -E 'CUDA driver|loading shared libraries|GLIBC' <<<"$words" || true)
  [[ -n $missing ]] || return 0
  echo "nothing can be run here: ${missing%%$'\n'*}" >&2
  exit 2
}

run_part() {
  case $1 in
    1) compare calls.products; sanitize calls.products ;;
    2) compare calls.operators ;;
    3)
      # Half of the time is for the others.
      local end=$deadline
      deadline=$((SECONDS + (end - SECONDS) / 2))
      measure measured.kernels each --random=1 --repeat=50 --asynchronous
      deadline=$end
      peers measured.kernels
      ;;
    4) compare calls.models; measure measured.models median --repeat=20 ;;
  esac
}

probe
for part in "${parts[@]}"; do
  record=results/part-$part.tsv
  began=$SECONDS deadline=$((SECONDS + minutes * 60))
  : >"$record"
  run_part "$part"
  note seconds "$((SECONDS - began))"
done

# One table, and one JSON, of all parts that have run.
cat results/part-*.tsv | awk -F '\t' '
  function rate(ms, bytes, operations) {
    return ms > 0 ? sprintf("%7.0f %7.1f", bytes / ms / 1e6, operations / ms / 1e9) : sprintf("%7s %7s", "", "")
  }
  function ratio(other, ms) { return other > 0 && ms > 0 ? sprintf("%.2f", ms / other) : "" }
  $1 == "time" { titles[++n] = $2; ms[$2] = $3; bytes[$2] = $4; operations[$2] = $5 }
  $1 == "torch" { torch[$2] = $3 }
  $1 == "triton" { triton[$2] = $3 }
  $1 == "left" { gone[++numLeft] = $2 ": " $3 }
  END {
    if (n) printf "%-40s %9s %7s %7s %9s %6s %9s %6s\n", "kernel", "ms", "GB/s", "TFLOP/s", "torch", "ours/", "Triton", "ours/"
    for (i = 1; i <= n; ++i) {
      t = titles[i]
      printf "%-40s %9.4f %s %9s %6s %9s %6s\n", t, ms[t], rate(ms[t], bytes[t], operations[t]), torch[t], ratio(torch[t], ms[t]), triton[t], ratio(triton[t], ms[t])
    }
    for (i = 1; i <= numLeft; ++i) print "left out: " gone[i]
  }' >results/results.txt
cat results/part-*.tsv | awk -F '\t' -v chip="$(cat chip)" -v gpu="$gpu" '
  function quote(text) { gsub(/\\/, "\\\\", text); gsub(/"/, "\\\"", text); gsub(/[\001-\037]/, " ", text); return "\"" text "\"" }
  function list(values, n,   i, all) { for (i = 1; i <= n; ++i) all = all (i > 1 ? ",\n    " : "\n    ") values[i]; return "[" all "]" }
  $1 == "call" && $2 == "passed" { ++passed }
  $1 == "call" && $2 == "failed" { failures[++failed] = quote($3) }
  $1 == "left" { gone[++numLeft] = quote($2 ": " $3) }
  $1 == "seconds" { seconds += $2 }
  $1 == "torch" || $1 == "triton" { others[$2] = others[$2] ", \"" $1 "_ms\": " $3 }
  $1 == "time" { titles[++n] = $2; facts[n] = "\"ms\": " $3 ", \"bytes\": " $4 ", \"operations\": " $5 }
  END {
    for (i = 1; i <= n; ++i) times[i] = "{\"title\": " quote(titles[i]) ", " facts[i] others[titles[i]] "}"
    printf "{\n  \"chip\": %s, \"gpu\": %s, \"seconds\": %d, \"passed\": %d, \"failed\": %d,\n", quote(chip), quote(gpu), seconds, passed, failed
    printf "  \"failures\": %s,\n  \"left_out\": %s,\n  \"measured\": %s\n}\n", list(failures, failed), list(gone, numLeft), list(times, n)
  }' >results/results.json
cat results/results.txt

count() { cat results/part-*.tsv | grep -cE "$1" || true; }
passed=$(count $'^call\tpassed') failed=$(count $'^call\tfailed') unmade=$(count $'^left\t[0-9]+ ')
echo "$passed calls passed, $failed failed, in $SECONDS s; results/results.json has all$( ((unmade == 0)) || echo "; the time was not enough")"
[[ $failed == 0 && $unmade == 0 ]]
