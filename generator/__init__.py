"""The press: calendar → chart → reading → pages → release.

Everything here runs when content changes, never when a visitor asks. The door
(`api`) imports nothing of it.
"""

VERSION = "1.1.0"
"""Of the API and of the MCP server, for callers: raised with every change they can notice.

`openapi.yaml`, `server.json` and `tables/tools.json` say it, and the door says the last one's.
"""
