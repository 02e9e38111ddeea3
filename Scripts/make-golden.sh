#!/usr/bin/env bash
# Makes the bytes beside every golden text, with protoc and never with our own encoder.
# Bytes that are there already are compared and not replaced: golden files do not change.
# With --check nothing is written, and a text without bytes is an error.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if ! command -v protoc >/dev/null; then
    echo "protoc is not installed (Debian: protobuf-compiler)" >&2
    exit 1
fi

made=0 kept=0
temporary=$(mktemp)
trap 'rm -f "$temporary"' EXIT
while IFS= read -r text; do
    # The first lines name the schema and the message, as textproto headers do.
    file=$(sed -n 's/^# proto-file: //p' "$text")
    message=$(sed -n 's/^# proto-message: //p' "$text")
    if [[ -z $file || -z $message ]]; then
        echo "$text does not name its proto-file and proto-message" >&2
        exit 1
    fi
    protoc -Ischemas -ITests/WireTests/Schemas --encode="$message" "$file" <"$text" >"$temporary"
    bytes=${text%.txtpb}.bin
    if [[ ! -e $bytes && ${1-} == --check ]]; then
        echo "$text has no bytes beside it; run: Scripts/make-golden.sh" >&2
        exit 1
    elif [[ ! -e $bytes ]]; then
        install -m 644 "$temporary" "$bytes"
        made=$((made + 1))
    elif cmp -s "$temporary" "$bytes"; then
        kept=$((kept + 1))
    else
        echo "$text no longer gives the bytes beside it; add a file instead of editing one" >&2
        exit 1
    fi
done < <(find schemas/golden Tests/WireTests/Golden -name '*.txtpb' | LC_ALL=C sort)
echo "golden files: $made made, $kept as they were"
