import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { streamCalls, makeFrames } from "./frames";
import { stripBytes, type PassedCall } from "./passed-call";
import { ProxiedConversations } from "./conversations";
import { readCall } from "./read-call";
import { recordOfCall } from "./recorded-call";
import { Recorder } from "./recorder";

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function house(status: () => number = () => 200) {
  const taken: { id: string; session: string }[] = [];
  let asked = 0;
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")));
    request.on("end", () => {
      asked++;
      const code = status();
      if (code === 200)
        taken.push(...body.split("\n").map((line) => JSON.parse(line) as { id: string; session: string }));
      response.writeHead(code, { "retry-after": "0" }).end(code === 200 ? '{"accepted":1}' : "{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({ close: () => (server.closeAllConnections(), server.close()) });
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { taken, env: { SIGHTGLASS_PROXY_TARGET: target }, asked: () => asked };
}

function recorder(options: ConstructorParameters<typeof Recorder>[0]): Recorder {
  const made = new Recorder(options);
  open.push({ close: () => made.close(0) });
  return made;
}

const LONG = "word ".repeat(40_000);

function passed(id: string, messages: readonly object[], packed = false): PassedCall {
  const json = Buffer.from(JSON.stringify({ model: "m", messages }));
  const bytes = packed ? gzipSync(json) : json;
  const answer = Buffer.from('{"choices":[]}');
  return {
    id,
    session: null,
    mark: null,
    api: "openai.chat",
    model: null,
    applied: null,
    startedAt: 1,
    endedAt: 2,
    status: 200,
    broken: null,
    isWhole: true,
    request: {
      chunks: [bytes.subarray(0, 7), bytes.subarray(7)],
      encoding: packed ? "gzip" : null,
      dropped: null,
    },
    answer: { chunks: [answer], encoding: null, dropped: null },
  };
}

const user = (content: string) => ({ role: "user", content });
const model = { role: "assistant", content: "yes" };

async function until(holds: () => boolean): Promise<void> {
  for (let i = 0; i < 3_000 && !holds(); i++) await wait(20);
  expect(holds()).toBe(true);
}

describe("frames", () => {
  it.each([1, 5, 1_000, 1_000_000])("bring every byte in pieces of %i", async (size) => {
    const calls = [passed("a", [user("Grüße")], true), { ...passed("b", [user(LONG)]), answer: null }];
    const bytes = Buffer.concat(calls.flatMap((call) => makeFrames({ call, marks: [] })));
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, (i + 1) * size),
    );
    const got: PassedCall[] = [];
    for await (const { call } of streamCalls(streamOf(pieces))) got.push(call);
    expect(got.map(({ id, answer }) => [id, answer?.chunks.join("") ?? null])).toEqual([
      ["a", '{"choices":[]}'],
      ["b", null],
    ]);
    for (const [i, { request }] of got.entries())
      expect(Buffer.concat(request.chunks).equals(Buffer.concat(calls[i]?.request.chunks ?? []))).toBe(true);
  });
});

async function* streamOf(pieces: readonly Buffer[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield await Promise.resolve(piece);
}

describe("the recorder", () => {
  it.each(["user_a_account__session_3a25094d-b8d5", '{"device_id":"6a","session_id":"3a25094d-b8d5"}'])(
    "takes the session that Claude Code names in %s",
    (user_id) =>
      expect(new ProxiedConversations().findSession({ metadata: { user_id } }, "c").session).toBe(
        "3a25094d-b8d5",
      ),
  );

  it("records every call once and in order, by what its conversation is", async () => {
    const { taken, env } = await house();
    const made = recorder({ say: () => undefined, env });
    const asked = [[user("go")], [user("go"), model, user("on")], [user("go")]];
    asked.forEach((messages, i) => made.add(passed(`${i}`, messages, i === 1)));
    expect(await made.close(600_000)).toEqual({ lost: 0, kept: 0 });
    expect(taken.map(({ id, session }) => [id, session])).toEqual([
      ["proxy-0", "call-0"],
      ["proxy-1", "call-0"],
      ["proxy-2", "call-2"],
    ]);
  });

  it("loses nothing when its process is killed, says so, and conversations go on as they were", async () => {
    const said: string[] = [];
    let isAway = false;
    const { taken, env, asked } = await house(() => (isAway ? 503 : 200));
    const made = recorder({ say: (text) => said.push(text), env });
    made.add(passed("0", [user("go")]));
    await until(() => taken.length === 1 && made.isIdle);
    isAway = true;
    const before = asked();
    for (const id of ["1", "2", "3"]) made.add(passed(id, [user("go"), model, user(LONG)]));
    await until(() => asked() > before);
    process.kill(made.pid ?? 0, "SIGKILL");
    await until(() => said.length === 1);
    isAway = false;
    expect(await made.close(600_000)).toEqual({ lost: 0, kept: 0 });
    expect(said[0]).toMatch(/recorder stopped \(SIGKILL\) and is started again/);
    // What it had on disk comes twice, under the same id.
    expect([...new Set(taken.map(({ id }) => id))]).toEqual(["proxy-0", "proxy-1", "proxy-2", "proxy-3"]);
    expect(new Set(taken.map(({ session }) => session))).toEqual(new Set(["call-0"]));
  });

  it("lets go of calls that are on disk while nobody answers, and the next recorder sends them", async () => {
    let isAway = true;
    const { taken, env } = await house(() => (isAway ? 503 : 200));
    const first = recorder({ say: () => undefined, env });
    first.add(passed("1", [user("go")]));
    expect(await first.close(60_000)).toEqual({ lost: 0, kept: 1 });
    isAway = false;
    recorder({ say: () => undefined, env });
    await until(() => taken.length === 1);
    expect(taken.map(({ id }) => id)).toEqual(["proxy-1"]);
  });

  it("gives up a call that kills its process again and again, and records the others", async () => {
    const said: string[] = [];
    // Dies of a call that asks for it, and records any other.
    const script = `
      process.stdout.write('{"ready":true}\\n');
      process.stdin.on("data", (bytes) => {
        const text = bytes.toString("latin1");
        if (text.includes("poison")) process.exit(9);
        for (const [, id] of text.matchAll(/"id":"(\\w+)"/g))
          process.stdout.write(JSON.stringify({ id, became: "recorded", session: null, mark: null }) + "\\n");
      });`;
    const made = recorder({ say: (text) => said.push(text), program: { flags: ["-e"], path: script } });
    const calls = [passed("a", [user("go")]), passed("b", [user("poison")]), passed("c", [user("go")])];
    for (const call of calls) made.add(call);
    expect(await made.close(600_000)).toEqual({ lost: 1, kept: 0 });
    expect(said.at(-1)).toContain("again and again");
    const [, poison = passed("b", [])] = calls;
    const { call } = readCall(stripBytes(poison, "stopped the recorder"), new ProxiedConversations());
    expect(recordOfCall(call)).toMatchObject({
      id: "proxy-b",
      session: "call-b",
      notKept:
        "the request stopped the recorder and was not recorded; the answer stopped the recorder and was not recorded",
    });
  });

  it("holds a bounded number of bytes while nobody takes them, and counts what it lost", async () => {
    const said: string[] = [];
    const env = { SIGHTGLASS_PROXY_TARGET: "http://127.0.0.1:9" };
    const made = recorder({ say: (text) => said.push(text), env, bytesMax: 500_000 });
    for (let i = 0; i < 20; i++) made.add(passed(`${i}`, [user(LONG)]));
    expect(made.bytesWaiting).toBeLessThanOrEqual(500_000);
    expect(await made.close(0)).toEqual({ lost: 20, kept: 0 });
    expect(said).toEqual(["Calls come faster than Sightglass takes them; the oldest are given up."]);
  });
});
