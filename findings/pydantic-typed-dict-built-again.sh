#!/bin/sh
# Twenty models have a field of the same class. Its own field counts how often Pydantic asks how to read it: not again as a
# model, which was read when it was made; and as a typed dict?
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" install --quiet pydantic==2.14.3 typing-extensions==4.16.0 2>/dev/null
cat >"$folder/count.py" <<'PY'
from typing import Any

import pydantic
from pydantic import BaseModel, create_model
from pydantic_core import core_schema
from typing_extensions import TypedDict


class Counted:
    asked = 0

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> core_schema.CoreSchema:
        cls.asked += 1
        return core_schema.any_schema()


class Model(BaseModel):
    field: Counted


class Dict(TypedDict):
    field: Counted


print("pydantic", pydantic.VERSION)
for kind in (Model, Dict):
    Counted.asked = 0
    for number in range(20):
        create_model(f"Answer{number}", part=(kind, ...))
    print(f"{kind.__name__}: {Counted.asked}")
PY
"$folder/env/bin/python" "$folder/count.py" | tee "$folder/said"
grep -q "^Model: 0$" "$folder/said"
grep -q "^Dict: 20$" "$folder/said"
