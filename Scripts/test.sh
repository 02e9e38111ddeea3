#!/usr/bin/env bash
# Builds and runs the tests; after a failure names what failed, which is else lost among the passed
# ones.
#
#   Scripts/test.sh          every test: the fast ones first, then the slow ones if those pass
#   Scripts/test.sh fast     without the targets that take a minute or more
#   Scripts/test.sh slow     these alone
#   Scripts/test.sh --filter TEXT --skip TEXT
#                            those whose names match, but those that are skipped; each may be
#                            given more than once
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

slow='^(AcceptanceTests|CommandTests|ContestTests|CrashTests|ScrollbackTests)\.'
# They wait for a server in threads that the tests of one process share, and in which other tests compute.
server='^ServeTests\.'
usage() {
    echo "usage: Scripts/test.sh [fast | slow | [--filter TEXT]… [--skip TEXT]…]" >&2
    exit 2
}

case "${1:-}" in
fast | slow) [ $# -eq 1 ] || usage ;;
esac
case "${1:-}" in
fast)
    # What both need is made once.
    Scripts/build.sh >/dev/null || exit 1
    SCROLLBACK_PYTHON=${SCROLLBACK_PYTHON:-$(Scripts/test-python.sh)} || exit 1
    export SCROLLBACK_PYTHON
    beside=$(mktemp)
    setsid Scripts/test.sh --filter "$server" >"$beside" 2>&1 &
    trap 'kill -- -$! 2>/dev/null; rm -f "$beside"' EXIT
    code=0
    Scripts/test.sh --skip "$slow|$server" || code=$?
    if wait $!; then
        grep 'Test run with' "$beside"
    else
        code=$?
        cat "$beside"
    fi
    exit "$code"
    ;;
slow)
    set -- --filter "$slow"
    ;;
"")
    Scripts/test.sh fast && Scripts/test.sh slow
    exit
    ;;
esac

expected=option
for word in "$@"; do
    case $expected:$word in
    text:*) expected=option ;;
    option:--filter | option:--skip) expected=text ;;
    *) usage ;;
    esac
done

# All tests at once would share the cores until one that takes a second takes minutes.
width=$(($(nproc) * 3))

built=$(Scripts/build.sh) || exit 1
SCROLLBACK_PYTHON=${SCROLLBACK_PYTHON:-$(Scripts/test-python.sh)} || exit 1
export SCROLLBACK_PYTHON
log=$(mktemp)
trap 'rm -f "$log"' EXIT
"$built/ScrollbackPackageTests.xctest" --testing-library swift-testing \
    --experimental-maximum-parallelization-width "$width" "$@" 2>&1 | tee "$log"
code=${PIPESTATUS[0]}
if [[ $code -ne 0 ]]; then
    printf '\n== what failed\n'
    # Where a terminal is named the lines are coloured.
    sed 's/\x1b\[[0-9;]*m//g' "$log" | grep -E '^✘|error:|^\s*↳' | tail -n 60
fi
exit "$code"
