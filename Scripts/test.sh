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
server='^ServeTests\.'
commands='^CommandTests\.'
crashes='^CrashTests\.'
stories='^(AcceptanceTests|ContestTests)\.'
usage() {
    echo "usage: Scripts/test.sh [fast | slow | [--filter TEXT]… [--skip TEXT]…]" >&2
    exit 2
}

# Runs tests in processes beside each other, each with options that end with `--`; the first shows how it
# goes, the others what failed. The tests of one process share two threads, in which most wait: for the
# disk, for other processes, for a server.
beside() {
    # What all need is made once.
    Scripts/build.sh >/dev/null || exit 1
    SCROLLBACK_PYTHON=${SCROLLBACK_PYTHON:-$(Scripts/test-python.sh)} || exit 1
    export SCROLLBACK_PYTHON
    local options=() shown=() jobs=() outputs code=0 number word
    outputs=$(mktemp -d)
    # shellcheck disable=SC2064
    trap "rm -rf '$outputs'" EXIT
    for word in "$@" --; do
        if [ "$word" != -- ]; then
            options+=("$word")
        elif [ ${#shown[@]} -eq 0 ]; then
            shown=("${options[@]}")
            options=()
        else
            setsid Scripts/test.sh "${options[@]}" >"$outputs/${#jobs[@]}" 2>&1 &
            jobs+=($!)
            # shellcheck disable=SC2064
            trap "kill -- ${jobs[*]/#/-} 2>/dev/null; rm -rf '$outputs'" EXIT
            options=()
        fi
    done
    Scripts/test.sh "${shown[@]}" || code=$?
    for number in "${!jobs[@]}"; do
        if wait "${jobs[$number]}"; then
            grep 'Test run with' "$outputs/$number"
        else
            code=$?
            cat "$outputs/$number"
        fi
    done
    exit "$code"
}

case "${1:-}" in
fast | slow) [ $# -eq 1 ] || usage ;;
esac
case "${1:-}" in
fast)
    beside --skip "$slow|$server" -- --filter "$server"
    ;;
slow)
    beside --filter "$slow" --skip "$commands|$crashes|$stories" -- --filter "$commands" \
        -- --filter "$crashes" -- --filter "$stories"
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
