#!/usr/bin/env bash
# Tests the console in Debian's Chromium, driven by playwright. No browser is downloaded.
#
#   Scripts/console-test.sh          every test
#   Scripts/console-test.sh …        what `python3 -m unittest …` runs, such as test_chat.Chat
#
# CONSOLE_PICTURES=FOLDER keeps the screenshots of all sizes; CONSOLE_README=1 makes those of the README
# anew; CONSOLE_MESSAGES=100000 makes the long conversation as long as it can be; CONSOLE_STRICT=1 asserts the
# limits of time of a machine without other work.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

skip() {
    echo "console: the tests in a browser are skipped: $1" >&2
    # In CI everything is there; what is missing is a fault.
    [ -z "${CI:-}" ] || exit 1
    exit 0
}

command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null \
    || skip "there is no chromium; run: apt-get install chromium-headless-shell"
SCROLLBACK=$(realpath -m "${SCROLLBACK:-$(Scripts/build.sh --where)/scrollback}")
export SCROLLBACK
[ -x "$SCROLLBACK" ] || skip "there is no scrollback; run: Scripts/build.sh"

has_modules() { "$1" -c 'import playwright, axe_playwright_python' 2>/dev/null; }
python=python3
if ! has_modules python3; then
    python=.build/console-venv/bin/python3
    if ! { [ -x "$python" ] && has_modules "$python"; }; then
        python3 -m venv .build/console-venv || skip "there is no python3-venv"
        .build/console-venv/bin/pip install --quiet 'playwright>=1.40' 'axe-playwright-python>=0.1' \
            || skip "PyPI's playwright cannot be installed"
    fi
fi

began=$SECONDS
export PYTHONPATH=Tests/Console
if [ $# -gt 0 ]; then
    "$python" -m unittest "$@"
else
    # Each class has a server of its own, and mostly waits. The one that takes longest begins first;
    # frames are measured where nothing else runs. The stores are made once.
    logs=$(mktemp -d)
    trap 'rm -rf "$logs"' EXIT
    export CONSOLE_STORES=$logs
    code=0
    "$python" Tests/Console/classes.py >"$logs/classes"
    seq $(($(nproc) + 2)) | xargs -P 0 -I NUMBER "$python" Tests/Console/each.py "$logs" || code=1
    mapfile -t alone < <("$python" Tests/Console/classes.py alone)
    "$python" -m unittest "${alone[@]}" >"$logs/alone.log" 2>&1 || code=1
    cat "$logs"/*.log
    [ $code -eq 0 ] || exit $code
fi
echo "console: $((SECONDS - began)) s"
