#!/usr/bin/env bash
# Makes sure that what the build needs is there; installs Debian packages that are missing.
#
#   Scripts/setup.sh          what building and running need
#   Scripts/setup.sh tests    what the tests and checks need besides
#   Scripts/setup.sh bench    what the benchmarks and the count of instructions need besides
set -euo pipefail

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
if [ "${1:-}" = tests ]; then
    need protobuf-compiler command -v protoc
    need libprotobuf-dev protoc_knows_descriptors
    need lmdb-utils command -v mdb_stat
    need python3 command -v python3
    need openssl command -v openssl
fi
if [ "${1:-}" = bench ]; then
    need libsqlite3-dev pkg-config --exists sqlite3
    need valgrind command -v valgrind
    need binutils command -v strip
    need python3 command -v python3
fi

if [ ${#packages[@]} -eq 0 ]; then exit 0; fi

echo "setup: installing ${packages[*]}"
if ! command -v apt-get >/dev/null 2>&1; then
    echo "setup: this is no Debian or Ubuntu; install these (or their like) yourself:" >&2
    echo "       ${packages[*]}" >&2
    exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "setup: not root and no sudo; have an administrator run:" >&2
        echo "       apt-get install -y ${packages[*]}" >&2
        exit 1
    fi
    as_root=(sudo)
fi
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
