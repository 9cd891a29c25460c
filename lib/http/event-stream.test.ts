import { describe, expect, it } from "vitest";
import type { ServerSentEvent } from "./event-stream";
import { makeEventStream, findLastEventId } from "./event-stream";

async function* news(seen: string[]): AsyncGenerator<ServerSentEvent | null> {
  try {
    yield { event: "news", id: 7, data: { i: 0 } };
    for (;;) yield null;
  } finally {
    seen.push("ended");
  }
}

describe("a live stream", () => {
  it("says when to come back, names each event and what to go on from, and keeps the line open", async () => {
    const seen: string[] = [];
    const response = makeEventStream(news(seen), new AbortController());
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const texts = [await reader?.read(), await reader?.read(), await reader?.read()];
    expect(texts.map((read) => read?.value)).toEqual([
      "retry: 1000\n\n",
      'id: 7\nevent: news\ndata: {"i":0}\n\n',
      ":\n\n",
    ]);
    await reader?.cancel();
    await expect.poll(() => seen).toEqual(["ended"]);
  });

  it("ends when its values do", async () => {
    const none = (async function* (): AsyncGenerator<null> {})();
    const text = await new Response(makeEventStream(none, new AbortController()).body).text();
    expect(text).toBe("retry: 1000\n\n");
  });
});

describe("the last event that a client saw", () => {
  const request = (id?: string) =>
    new Request("http://a.test/", id === undefined ? {} : { headers: { "last-event-id": id } });

  it("is the browser's header, else the query parameter, and never an invalid id", () => {
    expect(findLastEventId(request("12"), 3)).toBe(12);
    expect(findLastEventId(request(), 3)).toBe(3);
    expect(findLastEventId(request("x'; DROP"), undefined)).toBeUndefined();
  });
});
