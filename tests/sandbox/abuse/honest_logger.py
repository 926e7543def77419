"""A control: logs 2 KB for each move to stderr."""

import json
import logging
import sys

logging.basicConfig(level=logging.DEBUG)
for line in sys.stdin:
    logging.debug("x" * 2000)
    print(json.dumps({"id": json.loads(line)["id"], "draw": "stock"}))
