"""A control: asyncio on stdin."""

import asyncio
import json
import sys


async def main():
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        await asyncio.sleep(0.001)
        print(json.dumps({"id": json.loads(line)["id"], "draw": "stock"}))


asyncio.run(main())
