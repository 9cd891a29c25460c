import { describe, expect, it } from "vitest";
import { makeRecordingFetch, type SeenModelCall } from "./recording-fetch";

const ASKED = { method: "POST", body: '{"model":"m"}' };

/** A recorded `fetch` whose provider answers with these parts of a stream; a part that is an error breaks it off. */
function answering(parts: readonly (string | Error)[]) {
  const seen: SeenModelCall[] = [];
  const left = [...parts];
  const body = () =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        const part = left.shift();
        if (part === undefined) controller.close();
        else if (typeof part === "string") controller.enqueue(new TextEncoder().encode(part));
        else controller.error(part);
      },
    });
  const inner = () => Promise.resolve(new Response(body()));
  return { seen, fetch: makeRecordingFetch(inner, () => (call) => seen.push(call)) };
}

const ask = (of: ReturnType<typeof answering>) => of.fetch("http://127.0.0.1/v1/messages", ASKED);

describe("a recorded answer", () => {
  it("says that the agent stopped reading, and what it had read", async () => {
    const left = answering(["one ", "two ", "three ", "four"]);
    const reader = (await ask(left)).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(left.seen).toMatchObject([{ cut: "the agent stopped reading the answer" }]);
    expect(left.seen[0]?.response).toMatch(/^one /);
    const aborted = answering(["one", new DOMException("aborted", "AbortError")]);
    await expect((await ask(aborted)).text()).rejects.toThrow("aborted");
    expect(aborted.seen).toMatchObject([{ cut: "the agent stopped reading the answer" }]);
  });

  it("says that it broke off, in other words", async () => {
    const broken = answering(["one", new Error("reset")]);
    await expect((await ask(broken)).text()).rejects.toThrow("reset");
    expect(broken.seen).toMatchObject([{ response: "one", cut: "the answer broke off" }]);
  });

  it("names why there is none", async () => {
    const seen: SeenModelCall[] = [];
    const failing = makeRecordingFetch(fetch, () => (call) => seen.push(call));
    await expect(failing("http://127.0.0.1:9/v1/messages", ASKED)).rejects.toThrow();
    expect(seen).toMatchObject([{ error: { message: "fetch failed: bad port" } }]);
  });
});
