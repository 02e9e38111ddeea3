#!/usr/bin/env bash
# Runs the tests in their long forms, then the load of the server, then every mutant, then both
# sanitizers. Takes hours. An aim that the load misses ends the run with a fault, but behind the rest.
#
# Tests/README.md has a table of the knobs; one that is set in the environment stays as it is.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

knob() { export "$1=${!1:-$2}"; }

knob ORACLE_RUNS 200
knob PAST_RUNS 20
knob BACKUP_ROUNDS 100
knob BACKUP_KILLS 1000
knob ERASURE_TEXTS 10000
knob KEEPING_SCHEDULES 300
knob PAST_COMPARISONS 500
knob FORKED_RUNS 10
knob FORKED_COMPARISONS 1000
knob PAST_MESSAGES 300000
knob CRASH_IMAGES 100000
knob CRASH_KILLS 10000
knob MODEL_COMMANDS 20000
knob ACCEPTANCE_MINUTES 30
knob MATRIX_PAIRS 2000000
knob VIEW_FLIPS 5000
knob PAGE_FLIPS 500
knob PAGE_OPENINGS 1000
knob FRAMING_CONNECTIONS 100000
knob SERVE_IDLE 4000
knob SERVE_RECEIVERS 100
knob LOAD_STREAMS 10000
knob LOAD_RECEIVERS 1000
knob LOAD_USERS 200
knob LOAD_SECONDS 60
knob LOAD_IDLE_SECONDS 900

Scripts/test.sh
Scripts/setup.sh load
swift build -c release --product scrollback
ulimit -n 20000
load=0
python3 Scripts/serve_load.py .build/release/scrollback || load=$?
python3 Scripts/mutants.py
Scripts/sanitize.sh
if [ "$load" -ne 0 ]; then
    echo "torture: the rest has passed, but the load of the server ended with $load; see above" >&2
    exit "$load"
fi
