"""A control: input(), a thread pool, temporary files, dataclasses, and no flush."""

import dataclasses
import json
import random
import tempfile
from concurrent.futures import ThreadPoolExecutor


@dataclasses.dataclass
class Seen:
    total: int = 0


pool = ThreadPoolExecutor(4)
seen = Seen()
while True:
    try:
        ask = json.loads(input())
    except EOFError:
        break
    seen.total += sum(pool.map(lambda number: number * number, range(50)))
    with tempfile.TemporaryFile() as file, tempfile.NamedTemporaryFile("w") as named:
        file.write(b"note")
        named.write("note")
    print(json.dumps({"id": ask["id"], "draw": random.choice(["stock"])}))
