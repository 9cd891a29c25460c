import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { eventStream } from "./event-stream";

async function* news(seen: string[]): AsyncGenerator<object | null> {
  try {
    for (let i = 0; ; i++) {
      await wait(200);
      yield i % 2 === 0 ? { i } : null;
    }
  } finally {
    seen.push("ended");
  }
}

describe("a live stream", () => {
  it("ends when whoever follows may no longer, and stops looking", async () => {
    const seen: string[] = [];
    let allowed = true;
    const response = eventStream("news", news(seen), new AbortController().signal, () =>
      Promise.resolve(allowed),
    );
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe('event: news\ndata: {"i":0}\n\n');
    allowed = false;
    const began = Date.now();
    while ((await reader?.read())?.done === false) expect(Date.now() - began).toBeLessThan(3_000);
    expect(seen).toEqual(["ended"]);
  });
});
