"""The official client, generation 1: handshake, list, calls. Prints what it got as JSON."""

import asyncio
import json
import sys

from mcp import ClientSession
from mcp.client.streamable_http import streamablehttp_client
from mcp.shared.exceptions import McpError


async def main(url: str) -> None:
    """Walk through the door as a client of before summer 2026 does."""
    async with (
        streamablehttp_client(url) as (read, write, _),
        ClientSession(read, write) as session,
    ):
        start = await session.initialize()
        await session.send_ping()
        tools = (await session.list_tools()).tools
        calls = json.loads(sys.argv[2])
        results = [await session.call_tool(name, arguments) for name, arguments in calls]
        try:
            unknown = str((await session.call_tool("nope", {})).isError)
        except McpError as error:
            unknown = str(error.error.code)
        said = {
            "version": start.protocolVersion,
            "tools": [tool.name for tool in tools],
            "results": [[r.isError, r.structuredContent, r.content[0].text] for r in results],
            "unknown": unknown,
        }
        print(json.dumps(said))


asyncio.run(main(sys.argv[1]))
