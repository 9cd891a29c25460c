"""Calls of the real SDKs of Python, one session for each client and end: every_end.py SIGHTGLASS PROVIDER END…"""

import asyncio
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "client"))

import anthropic  # noqa: E402
import openai  # noqa: E402

from sightglass import Sightglass  # noqa: E402

ASKED = [{"role": "user", "content": "Is order 7 pending?"}]
TOOLS = [{"type": "function", "function": {"name": "get", "description": "An order", "parameters": {"type": "object"}}}]


def options(base, end):
    return {"base_url": base, "api_key": "k", "max_retries": 2 if end in ("busy", "refused") else 0, "timeout": 0.5 if end == "late" else 20}


def chat(client, **more):
    return client.chat.completions.create(model="m", messages=ASKED, **more)


def responses(client, **more):
    return client.responses.create(model="m", input=ASKED, **more)


def messages(client, **more):
    return client.messages.create(model="m", max_tokens=100, messages=ASKED, **more)


def tools(client, **more):
    return chat(client, tools=TOOLS, **more)


CALLS = {
    "chat": (openai.OpenAI, openai.AsyncOpenAI, "/v1", chat),
    "tools": (openai.OpenAI, openai.AsyncOpenAI, "/v1", tools),
    "responses": (openai.OpenAI, openai.AsyncOpenAI, "/v1", responses),
    "messages": (anthropic.Anthropic, anthropic.AsyncAnthropic, "", messages),
}


def read(client, call, end, stream):
    answer = call(client, stream=True) if stream else call(client)
    for _piece in answer if stream else ():
        if end == "left":
            answer.close()
            break


async def read_async(client, call, end, stream):
    async with client:
        answer = await (call(client, stream=True) if stream else call(client))
        if not stream:
            return
        async for _piece in answer:
            if end == "left":
                await answer.close()
                break


def main(sightglass_url, provider, ends):
    sightglass = Sightglass(sightglass_url)
    for name, (sync, later, path, call) in CALLS.items():
        for end in ends:
            for stream in (False, True):
                if end in ("left", "told") and not stream:
                    continue
                for kind in ("sync", "async"):
                    session = sightglass.session(f"python {kind} {name}{' stream' if stream else ''}|{end}")
                    made = (sync if kind == "sync" else later)(**options(f"{provider}/{end}{path}", end))
                    client = session.wrap(made)
                    try:
                        if kind == "sync":
                            read(client, call, end, stream)
                        else:
                            asyncio.run(read_async(client, call, end, stream))
                    except Exception:  # noqa: BLE001 - what the agent gets is what it would have got
                        pass
    left = sightglass.flush(20)
    if left:
        sys.exit(f"{left} records were not sent")


main(sys.argv[1], sys.argv[2], sys.argv[3:])
