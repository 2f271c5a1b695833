"""The MCP package: free tools at once, and what a paid one costs. pip install mcp"""
import asyncio

from mcp import Client

from settings import url


async def main() -> None:
    async with Client(f"{url}/mcp") as client:
        found = await client.call_tool("catalog.search", {"query": "SHA-256 of a text"})
        slug = found.structured_content["results"][0]["slug"]
        assert slug == "hash", slug

        call = {"slug": slug, "params": {"text": "hello"}}
        free = await client.call_tool("catalog.call", call)
        digest = free.structured_content["result"]["hex"]
        assert digest.startswith("2cf24dba"), digest
        print(f"sha256 of hello: {digest}")

        unpaid = await client.call_tool("memory-write", {"key": "greeting", "value": "hello"})
        assert unpaid.is_error
        offers = unpaid.structured_content["accepts"]
        print(f"memory-write wants {offers[0]['amount']} base units on {offers[0]['network']}")


asyncio.run(main())
