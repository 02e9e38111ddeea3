#!/usr/bin/env bash
# Prints the Python for the tests that compare with other people's programs: one that has h11,
# httptools, openapi_spec_validator, prometheus_client, jsonschema and mypy.
#
# Where python3 has not all of them, that is .build/test-venv, made from PyPI once. Where that cannot be
# made, the tests that need a module are skipped; with CI set it is a fault.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

modules=(h11 httptools openapi_spec_validator prometheus_client jsonschema referencing mypy)
has_modules() {
    "$1" -c 'import importlib.util, sys
sys.exit(not all(map(importlib.util.find_spec, sys.argv[1:])))' "${modules[@]}" 2>/dev/null
}

venv=$PWD/.build/test-venv
for python in python3 "$venv/bin/python3"; do
    if has_modules "$python"; then
        echo "$python"
        exit
    fi
done
if python3 -m venv "$venv" >&2 && "$venv/bin/pip" install --quiet --disable-pip-version-check \
    --retries 1 --timeout 10 'h11>=0.14' 'httptools>=0.6' 'openapi-spec-validator>=0.7' \
    'prometheus-client>=0.20' 'jsonschema>=4.18' 'mypy>=1.8' >&2; then
    echo "$venv/bin/python3"
    exit
fi
echo "test-python: tests with ${modules[*]} are skipped: python3 has not all of them, and they cannot" \
    "be installed from PyPI." >&2
[ -z "${CI:-}" ] || exit 1
echo python3
