"""Conversations by an official client of Python, unchanged: each line of input names talks and how
many turns each goes on, and is answered by a line when they have been answered."""

import asyncio
import json
import os
import sys

MODEL = os.environ["MODEL"]


def openai_chat():
    from openai import AsyncOpenAI

    client = AsyncOpenAI()

    async def answer(messages, is_streamed):
        asked = {"model": MODEL, "messages": messages}
        if not is_streamed:
            return (await client.chat.completions.create(**asked)).choices[0].message.content
        chunks = [chunk async for chunk in await client.chat.completions.create(stream=True, **asked)]
        return "".join(chunk.choices[0].delta.content or "" for chunk in chunks)

    return in_messages(answer)


def openai_responses():
    from openai import AsyncOpenAI

    client = AsyncOpenAI()

    def talk():
        previous = {}

        async def say(text, is_streamed):
            asked = {"model": MODEL, "input": text, **previous}
            if is_streamed:
                events = [event async for event in await client.responses.create(stream=True, **asked)]
                response = events[-1].response
            else:
                response = await client.responses.create(**asked)
            previous["previous_response_id"] = response.id

        return say

    return talk


def anthropic_messages():
    from anthropic import AsyncAnthropic

    client = AsyncAnthropic(base_url=os.environ["OPENAI_BASE_URL"].removesuffix("/v1"), api_key="none")

    async def answer(messages, is_streamed):
        asked = {"model": MODEL, "max_tokens": 100, "messages": messages}
        if not is_streamed:
            return (await client.messages.create(**asked)).content[0].text
        async with client.messages.stream(**asked) as stream:
            return await stream.get_final_text()

    return in_messages(answer)


def in_messages(answer):
    """Talks of which every turn repeats all before it."""

    def talk():
        messages = []

        async def say(text, is_streamed):
            messages.append({"role": "user", "content": text})
            messages.append({"role": "assistant", "content": await answer(messages, is_streamed)})

        return say

    return talk


CLIENTS = {
    "openai-chat": openai_chat,
    "openai-responses": openai_responses,
    "anthropic-messages": anthropic_messages,
}


async def main():
    open_talk = CLIENTS[sys.argv[1]]()
    talks = {}
    turns_of = {}

    async def go_on(name, turns):
        say = talks.setdefault(name, open_talk())
        for _ in range(turns):
            turn = turns_of[name] = turns_of.get(name, 0) + 1
            await say(f"talk {name}, turn {turn}", turn % 2 == 1)

    while line := await asyncio.to_thread(sys.stdin.readline):
        asked = json.loads(line)
        await asyncio.gather(*(go_on(name, asked["turns"]) for name in asked["names"]))
        print("answered", flush=True)


asyncio.run(main())
