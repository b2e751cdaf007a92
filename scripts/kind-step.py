#!/usr/bin/env python3
"""Writes the step of the schema that makes a new kind's tables, from the statements of a kind like it in the baseline:

    kind-step.py STEP LIKE NEW [OLD_COLUMN=NEW_COLUMN …]

makes crates/store/src/schema/STEP.sqlite.sql and STEP.postgres.sql. Columns that the kind like it does not have are added by hand.
"""

import re
import sys
from pathlib import Path

step, like, new, *columns = sys.argv[1:]
schema = Path("crates/store/src/schema")
of_kind = re.compile(rf'(TABLE|VIEW|TRIGGER|FUNCTION|EXISTS|ON) "?{like}(_before|_search\w*|_tally\w*)?"?\b')
for database in "sqlite", "postgres":
    baseline = (schema / f"0001_baseline.{database}.sql").read_text()
    # A statement begins at the margin.
    statements = re.findall(r"^(?:CREATE|ALTER|INSERT).*?(?=^(?:CREATE|ALTER|INSERT)|\Z)", baseline, re.MULTILINE | re.DOTALL)
    taken = [statement.strip() for statement in statements if of_kind.search(statement.partition("\n")[0])]
    if not taken:
        sys.exit(f"the baseline has no tables of {like}")
    text = "\n\n".join(taken) + "\n"
    for old, column in (pair.split("=") for pair in columns):
        text = re.sub(rf"\b{old}\b", column, text)
    text = re.sub(rf"\b{like}(?=\b|_(key|pkey|by|before|search|tally|id))", new, text)
    (schema / f"{step}.{database}.sql").write_text(f"-- The tables of {new}, like those of {like}.\n\n{text}")
