"""A control: plays properly."""

import json
import sys

for line in sys.stdin:
    print(json.dumps({"id": json.loads(line)["id"], "draw": "stock"}))
