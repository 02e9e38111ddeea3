#!/usr/bin/env bash
# Checks that the Debian packages are there which the build needs. Installs those that are missing
# if it is root or CI is set; else it says what to install.
#
#   Scripts/setup.sh             for building and running
#   Scripts/setup.sh tests       for the tests and checks too
#   Scripts/setup.sh console     for the console's tests too, in a browser
#   Scripts/setup.sh bench       for the benchmarks and the count of instructions too
#   Scripts/setup.sh load        for the load of the server too
#   Scripts/setup.sh --install all   for everything, and installs as any user who may use sudo
set -euo pipefail

installs=no
if [ "$(id -u)" -eq 0 ] || [ -n "${CI:-}" ]; then installs=yes; fi
if [ "${1:-}" = --install ]; then
    installs=yes
    shift
fi
purpose=${1:-}

if ! command -v swift >/dev/null 2>&1; then
    echo "setup: there is no swift in PATH; install a Swift 6.3 toolchain first." >&2
    exit 1
fi

packages=()
need() { # package, then a command that succeeds when it is there
    local package=$1
    shift
    if ! "$@" >/dev/null 2>&1; then packages+=("$package"); fi
}

# A schema says how its fields are treated, in options that extend protoc's own descriptor; Debian
# has that in another package, which protoc's only recommends.
protoc_knows_descriptors() {
    local folder
    folder=$(mktemp -d)
    printf 'syntax = "proto3";\nimport "google/protobuf/descriptor.proto";\n' >"$folder/it.proto"
    protoc --proto_path="$folder" --descriptor_set_out=/dev/null "$folder/it.proto"
    local result=$?
    rm -rf "$folder"
    return $result
}

need pkg-config command -v pkg-config
need liblmdb-dev pkg-config --exists lmdb
need libssl-dev pkg-config --exists libcrypto
need libmicrohttpd-dev pkg-config --exists libmicrohttpd
need libcurl4-openssl-dev pkg-config --exists libcurl
need libsqlite3-dev pkg-config --exists sqlite3
if [ "$purpose" = tests ] || [ "$purpose" = all ]; then
    need protobuf-compiler command -v protoc
    need libprotobuf-dev protoc_knows_descriptors
    need lmdb-utils command -v mdb_stat
    need python3 command -v python3
    need python3-venv python3 -c 'import ensurepip'
    need nodejs command -v node
    need node-typescript command -v tsc
    need systemd command -v systemd-analyze
    need openssl command -v openssl
    need zsh command -v zsh
    need fish command -v fish
fi
if [ "$purpose" = console ] || [ "$purpose" = all ]; then
    need python3 command -v python3
    need python3-venv python3 -c 'import ensurepip'
    need chromium-headless-shell command -v chromium-headless-shell
    need fonts-noto-core bash -c 'fc-list | grep -q NotoSans-'
    need fonts-noto-color-emoji bash -c 'fc-list | grep -q NotoColorEmoji'
fi
if [ "$purpose" = bench ] || [ "$purpose" = all ]; then
    need valgrind command -v valgrind
    need binutils command -v strip
    need python3 command -v python3
fi
if [ "$purpose" = load ] || [ "$purpose" = all ]; then
    need wrk command -v wrk
    need slowhttptest command -v slowhttptest
    need nghttp2-client command -v h2load
    need python3 command -v python3
fi

if [ ${#packages[@]} -eq 0 ]; then exit 0; fi
# Two purposes may need the same package.
mapfile -t packages < <(printf '%s\n' "${packages[@]}" | sort -u)

if ! command -v apt-get >/dev/null 2>&1; then
    echo "setup: these packages are missing: ${packages[*]}" >&2
    echo "       This is neither Debian nor Ubuntu: install them or their like yourself." >&2
    exit 1
fi
if [ $installs = no ]; then
    echo "setup: these packages are missing: ${packages[*]}" >&2
    echo "       Run \`make setup\` to install them." >&2
    exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "setup: these packages are missing: ${packages[*]}" >&2
        echo "       You are not root and there is no sudo: ask an administrator to run" >&2
        echo "       apt-get install -y ${packages[*]}" >&2
        exit 1
    fi
    as_root=(sudo)
fi
echo "setup: installing ${packages[*]}"
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
