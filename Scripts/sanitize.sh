#!/usr/bin/env bash
# Runs tests under a sanitizer, after making sure that the sanitizer sees a planted fault.
#
#   Scripts/sanitize.sh thread    the suites with threads
#   Scripts/sanitize.sh address   the suites that read hostile bytes, keep memory by hand, or call C
#   Scripts/sanitize.sh           both beside each other, one log after the other
#   Scripts/sanitize.sh thread --build
#                                 builds what this one runs, and runs nothing
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [ $# -eq 0 ]; then
    logs=$(mktemp -d)
    trap 'rm -rf "$logs"' EXIT
    Scripts/sanitize.sh thread >"$logs/thread" 2>&1 &
    thread=$!
    code=0
    Scripts/sanitize.sh address >"$logs/address" 2>&1 || code=$?
    wait "$thread" || code=$?
    cat "$logs/thread" "$logs/address"
    exit $code
fi

# Of the server: where its threads, the library's and the writer's meet, and where the library's
# memory is given away. The other suites ask on one connection after the other.
server='^ServeTests\..*(A stream of changes|Many streams|A user.s stream|A client that leaves'
server+='|A server that stops|A user.s token|An export of the server|A named consumer|A webhook)'
# What is told of other processes, which no sanitizer watches, and what is measured by time or memory.
left_out='another process|a kill|is killed|independent checker|the example in Examples|many receivers'
left_out+='|little memory|cost a page each|an authority of the file'

case "$1" in
thread)
    targets=LMDBTests,ViewsTests,ScrollbackTests,PublicFaceTests,ServeTests
    filters=('^ScrollbackTests\.' "^(LMDBTests|ViewsTests)\.|^PublicFaceTests\..*A follower" "$server")
    export TSAN_OPTIONS="suppressions=$PWD/Scripts/tsan.supp exitcode=66"
    # Threads meet in every batch; what many commands in a row find, the tests find without this.
    export MODEL_COMMANDS=${MODEL_COMMANDS:-400}
    canary='import Glibc
nonisolated(unsafe) var shared = 0
func add(_: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    for _ in 0..<100_000 { shared += 1 }
    return nil
}
func race() {
    var other = pthread_t()
    pthread_create(&other, nil, add, nil)
    _ = add(nil)
    pthread_join(other, nil)
}
race()'
    ;;
address)
    targets=WireTests,ScrollbackJSONTests,LMDBTests,EventLogTests,ViewsTests,ServeTests
    server+='|^ServeTests\..*(A request that could be read in two ways|The server with TLS)'
    filters=('^(EventLogTests|ViewsTests)\.' '^(WireTests|ScrollbackJSONTests|LMDBTests)\.' "$server")
    export ASAN_OPTIONS=detect_leaks=0
    canary='func overrun() {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 8)
    memory.deallocate()
    memory[CommandLine.arguments.count] = 1
}
overrun()'
    ;;
*)
    echo "usage: Scripts/sanitize.sh [thread|address [--build]]" >&2
    exit 2
    ;;
esac

folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$folder"' EXIT
printf '%s\n' "$canary" >"$folder/main.swift"
swiftc -suppress-warnings -sanitize="$1" "$folder/main.swift" -o "$folder/canary"
# Two threads may happen to run one after the other: a race has ten chances to be seen.
seen=no
for _ in 1 2 3 4 5 6 7 8 9 10; do
    if ! SWIFT_BACKTRACE=enable=no "$folder/canary" >"$folder/output" 2>&1; then
        grep -q Sanitizer "$folder/output" && seen=yes
        break
    fi
done
if [ $seen = no ]; then
    echo "sanitize: the $1 sanitizer missed a planted fault" >&2
    exit 1
fi

# Only the targets that are run; lines are all that a report names.
export SCROLLBACK_ONCE=$targets
# The tests were compiled with warnings as errors already.
export SCROLLBACK_WARNINGS=ignored
build=(-c release --scratch-path ".build/$1" --sanitize="$1" -Xswiftc -gline-tables-only)
swift build --build-tests "${build[@]}"
if [ "${2:-}" = --build ]; then exit; fi
# Beside each other, because many tests wait; two at once in each process, because each store maps
# 64 GiB, of which the sanitizers have room for few.
# A sanitizer maps more memory than the limit that one test sets.
jobs=()
code=0
for filter in "${filters[@]}"; do
    ".build/$1/release/ScrollbackPackageTests.xctest" --testing-library swift-testing \
        --experimental-maximum-parallelization-width 2 --filter "$filter" \
        --skip "no address space being left" --skip "^ServeTests\..*($left_out)" \
        >"$folder/${#jobs[@]}" 2>&1 &
    jobs+=($!)
done
for number in "${!jobs[@]}"; do
    wait "${jobs[$number]}" || code=$?
    cat "$folder/$number"
done
exit $code
