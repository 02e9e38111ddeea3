#!/usr/bin/env bash
# Runs every test; after a failure names what failed, which is else lost among the passed ones.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

log=$(mktemp)
trap 'rm -f "$log"' EXIT
# Foundation's Process reads beyond a list of more than 1,350 open files, as many as other tests
# have at a time: tests that start programs have a run of their own.
starting='^(CommandTests|Acceptance|SchemaTests|WireTests)\.'

run() { swift test "$@" 2>&1 | tee -a "$log"; return "${PIPESTATUS[0]}"; }

code=0
if [[ $# -gt 0 ]]; then
    run "$@" || code=$?
else
    run --skip "$starting" || code=$?
    run --skip-build --filter "$starting" || code=$?
fi
if [[ $code -ne 0 ]]; then
    printf '\n== what failed\n'
    grep -E '^✘|error:|^\s+↳' "$log" | tail -n 60
fi
exit "$code"
