import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { getPostedRoutes } from "@/lib/routes/busy";
import { testDatabase } from "@/lib/testing/database";
import { testWorker } from "@/lib/testing/worker";
import { answerWith } from "./answer";
import { makeDispatcher } from "./dispatch";
import { LARGE_BYTES } from "./large-bodies";
import { ReceiverProcess } from "./receiver-process";

const posted = await getPostedRoutes();
testWorker();
const db = testDatabase();
const receiver = new ReceiverProcess();
let given = 0;

const dispatch = makeDispatcher({
  app: (_, response) => Promise.resolve(void response.writeHead(404).end()),
  posted: Promise.resolve(posted),
  receiver: {
    answer: (...request) => {
      given++;
      return receiver.answer(...request);
    },
  },
  metrics: () => Promise.resolve(new Response()),
  build: null,
  pageName: () => null,
});

const servers = [
  createServer((request, response) => void dispatch(request, response)),
  createServer((request, response) => {
    const handler = posted.get((request.url ?? "").split("?", 1)[0] ?? "");
    if (handler !== undefined) void answerWith(handler, request, response);
  }),
];
let ports: readonly number[] = [];

beforeAll(async () => {
  for (const server of servers) await once(server.listen(0, "127.0.0.1"), "listening");
  ports = servers.map((server) => (server.address() as AddressInfo).port);
});
afterAll(async () => {
  await receiver.stop();
  for (const server of servers) server.close();
});

const TEXT = "the harbour ".repeat(100);
const COUNT = 400;
const messages = Array.from({ length: COUNT }, (_, i) => ({ role: "user", content: `${TEXT} ${i}` }));
const events = (session: string) =>
  messages.map(({ content }, turn) => ({
    id: `turn-${turn}`,
    session,
    at: new Date(Date.UTC(2026, 0, 1, 0, 0, turn)).toISOString(),
    type: "turn.recorded",
    turn,
    window: { append: [{ id: `b${turn}`, kind: "user_message", content }] },
  }));
const nested = `${"[".repeat(LARGE_BYTES)}${"]".repeat(LARGE_BYTES)}`;
const policy = { kind: "front-truncation", options: { maxTokens: 1_000 } };
const span = {
  traceId: "0af7651916cd43dd8448eb211c80319c",
  spanId: "00f067aa0ba902b7",
  name: "chat",
  startTimeUnixNano: "1",
  endTimeUnixNano: "2",
  attributes: [{ key: "gen_ai.input.messages", value: { stringValue: JSON.stringify(messages) } }],
};

interface Sent {
  readonly path: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const CASES: Readonly<Record<string, Sent>> = {
  "events, taken": { path: "/api/v1/events", body: JSON.stringify({ events: events("of-both") }) },
  "events, refused one by one": {
    path: "/api/v1/events",
    body: JSON.stringify({ events: [...events("of-both"), { id: "bad", type: "turn.recorded" }, 1] }),
  },
  "events that are no JSON": { path: "/api/v1/events", body: `{"events":[${TEXT.repeat(300)}` },
  "nesting without end": { path: "/api/v1/events", body: nested },
  "an unknown key": {
    path: "/api/v1/events",
    body: JSON.stringify({ events: events("of-nobody") }),
    headers: { authorization: "Bearer sg_of_nobody" },
  },
  "a model call": {
    path: "/api/v1/model-calls",
    body: JSON.stringify({ calls: [{ id: "c1", request: { model: "gpt-4o", messages } }] }),
  },
  "a window for a policy": {
    path: "/api/v1/runtime/apply",
    body: JSON.stringify({ policy, messages }),
  },
  "a window that lacks a field": {
    path: "/api/v1/runtime/apply",
    body: JSON.stringify({ messages: [...messages, { content: 1 }] }),
  },
  "more options than a policy has": {
    path: "/api/v1/runtime/apply",
    body: JSON.stringify({
      policy: {
        ...policy,
        options: Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [`o${i}`, i])),
      },
      messages: [],
    }),
  },
  "files of no known format": { path: "/api/v1/import?name=x.txt", body: TEXT.repeat(300) },
  "an import": {
    path: "/api/v1/import?name=events.jsonl",
    body: events("of-an-import")
      .map((event) => JSON.stringify(event))
      .join("\n"),
  },
  spans: {
    path: "/v1/traces",
    body: JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }),
  },
  "spans that are none": { path: "/v1/traces", body: `{"resourceSpans":${nested}}` },
};

async function post(port: number, { path, body, headers }: Sent, isCompressed: boolean) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    body: isCompressed ? gzipSync(body) : body,
    headers: {
      "content-type": "application/json",
      ...(isCompressed && { "content-encoding": "gzip" }),
      ...headers,
    },
  });
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    answer: await response.text(),
  };
}

it.each(Object.entries(CASES))("%s: another process answers as this one would", async (_, sent) => {
  const [apart = 0, own = 0] = ports;
  // What is taken the first time is a repetition from then on.
  await post(own, sent, false);
  const expected = await post(own, sent, false);
  for (const isCompressed of [false, true]) {
    const before = given;
    expect(await post(apart, sent, isCompressed)).toEqual(expected);
    expect(given).toBe(before + 1);
  }
});

it("stores what is said to be accepted, and small bodies are answered by this process", async () => {
  const [apart = 0] = ports;
  const before = given;
  const large = { path: "/api/v1/events", body: JSON.stringify({ events: events("kept-apart") }) };
  expect(JSON.parse((await post(apart, large, false)).answer)).toMatchObject({
    accepted: COUNT,
    rejected: [],
  });
  expect(await db.session.count({ where: { externalId: "kept-apart" } })).toBe(1);
  const small = { path: "/api/v1/events", body: JSON.stringify({ events: events("kept-here").slice(0, 1) }) };
  expect(JSON.parse((await post(apart, small, false)).answer)).toMatchObject({ accepted: 1 });
  expect(given).toBe(before + 1);
});

it("goes on when a sender hangs up in the middle, and when the process is killed", async () => {
  const [apart = 0] = ports;
  const cut = connect(apart, "127.0.0.1");
  cut.write(
    `POST /api/v1/events HTTP/1.1\r\nHost: x\r\nContent-Length: ${LARGE_BYTES * 2}\r\n\r\n{"events":[`,
  );
  await once(cut, "connect");
  cut.destroy();
  const sent = { path: "/api/v1/events", body: JSON.stringify({ events: events("after-all") }) };
  expect((await post(apart, sent, false)).status).toBe(200);
  await receiver.stop();
  expect((await post(apart, sent, false)).status).toBe(200);
});

it("a process that dies is a request to come again, in the words of the route", async () => {
  const dying = new ReceiverProcess(undefined, "lib/testing/no-such-program.ts");
  const server = createServer(
    (request, response) =>
      void makeDispatcher({
        app: () => Promise.reject(new Error("not asked")),
        posted: Promise.resolve(posted),
        receiver: dying,
        metrics: () => Promise.resolve(new Response()),
        build: null,
        pageName: () => null,
      })(request, response),
  );
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const said = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: "POST",
      body: `{"events":["${"x".repeat(LARGE_BYTES)}"]}`,
      headers: { "content-type": "application/json" },
    });
    return [
      response.status,
      response.headers.get("retry-after"),
      Object.keys((await response.json()) as object),
    ];
  };
  expect(await said("/api/v1/events")).toEqual([503, "2", ["error"]]);
  expect(await said("/v1/traces")).toEqual([503, "2", ["code", "message"]]);
  server.close();
});
