#!/bin/sh
# Which patch releases of Python 3.14 may install networkx: asked of pip, which downloads for a Python that is not here.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for python in 3.14.0 3.14.1 3.14.2; do
    if python3 -m pip download --disable-pip-version-check --no-deps --only-binary :all: \
        --python-version "$python" --dest "$folder" networkx==3.7 >"$folder/said" 2>&1; then
        echo "networkx 3.7 for Python $python: installs"
    else
        echo "networkx 3.7 for Python $python: $(grep -o 'No matching distribution found' "$folder/said")"
    fi
done | tee "$folder/seen"
[ "$(grep -c ': installs$' "$folder/seen")" = 2 ]
grep -qx 'networkx 3.7 for Python 3.14.1: No matching distribution found' "$folder/seen"
