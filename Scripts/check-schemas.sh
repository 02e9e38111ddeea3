#!/usr/bin/env bash
# Checks that the generated Swift, the lock and the golden files are what the schemas say.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if ! command -v protoc >/dev/null; then
    echo "protoc is not installed (Debian: protobuf-compiler); the schemas were not checked" >&2
    exit 1
fi

fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
if ! swift package --allow-writing-to-package-directory --allow-writing-to-directory "$fresh" \
    generate-schemas --output "$fresh" >"$fresh/log" 2>&1; then
    cat "$fresh/log" >&2
    exit 1
fi

# Both ways: a generated file whose schema is gone is wrong as well. The console's files and the
# contract's examples have no schema; tests compare them with their sources.
generated() {
    (cd "$1" && find Sources Tests -path '*/Generated/*.swift' \
        -not -path 'Sources/ScrollbackConsole/*' -not -path 'Sources/ScrollbackServe/*' | LC_ALL=C sort)
}
if ! diff <(generated .) <(generated "$fresh"); then
    echo "the generated files are not those of the schemas; run: swift package generate-schemas" >&2
    exit 1
fi
while IFS= read -r path; do
    if ! diff -u "$path" "$fresh/$path"; then
        echo "$path is not what the schemas say; run: swift package generate-schemas" >&2
        exit 1
    fi
done < <(generated "$fresh")

Scripts/make-golden.sh --check >/dev/null
echo "schemas: $(generated "$fresh" | wc -l) generated files, the lock and the golden files agree"
