#!/usr/bin/env bash
# Make a web page of all of docs/, with search, in build/docs-site. A broken link is an error.
#   scripts/docs.sh [--check]    --check: also search it in headless Chromium, which has to be installed
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/progress.sh

check=
case ${1:-} in
  "") ;;
  --check) check=yes ;;
  *) sed -n '2,3s/^# *//p' "$0"; [[ $1 == --help || $1 == -h ]]; exit ;;
esac

venv=build/docs-venv
install_apart docs Sphinx

step "making the pages"
"$venv/bin/python" utils/site-doc.py build/docs-site
if [[ -n $check ]]; then
  step "following links and searching"
  "$venv/bin/python" test/Docs/site.py build/docs-site
fi
