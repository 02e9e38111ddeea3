#!/usr/bin/env bash
# Builds the package with its tests and prints the folder of what was built.
#
#   Scripts/build.sh           brings the existing build up to date
#   Scripts/build.sh --where   builds nothing, and prints the folder
#
# Where `swift build --build-tests` has been run, that is the debug build. Else all is compiled once,
# by whole modules (SCROLLBACK_ONCE in Package.swift): from nothing that takes half the time of the
# processor, but an edit compiles its module again.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [ -e .build/debug/ScrollbackPackageTests.xctest ]; then
    folder=.build/debug
    build=()
else
    folder=.build/once/release
    export SCROLLBACK_ONCE='*'
    build=(-c release -debug-info-format none --scratch-path .build/once)
fi
if [ "${1:-}" != --where ]; then swift build --build-tests "${build[@]}" >&2; fi
echo "$folder"
