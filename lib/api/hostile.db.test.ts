import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { testDatabase } from "@/lib/testing/database";
import { callRoute, endpointOf } from "@/lib/testing/routes";
import { testWorker } from "@/lib/testing/worker";
import { addSession } from "@/lib/testing/team";
import { ENDPOINTS } from "./endpoints";

/** Requests of an attacker, and hostile content of a trace. */
testWorker();
const db = testDatabase();
const name = `hostile${randomUUID().slice(0, 8)}`;

beforeAll(async () => {
  await addSession(db, DEFAULT_PROJECT, name);
});

const HOSTILE = [
  "'; DROP TABLE session; --",
  "' OR '1'='1",
  "\\'; SELECT pg_sleep(10); --",
  "$1::uuid",
  "%00",
  "a\u0000b",
  "\ud800",
  "../../../../etc/passwd",
  "x\r\nset-cookie: a=b",
  "=cmd|' /C calc'!A0",
  "{{7*7}}${7*7}",
  "9".repeat(400),
  "-1",
  "1e309",
  "__proto__",
  "constructor",
];

describe("every parameter of every route that reads", () => {
  const cases = ENDPOINTS.filter(({ method }) => method === "GET").flatMap((endpoint) => [
    ...Object.keys(endpoint.params.shape).map((at) => ({ endpoint, in: "path", at })),
    ...Object.keys(endpoint.query.shape).map((at) => ({ endpoint, in: "query", at })),
  ]);

  it.each(cases.map((parts) => [`${parts.endpoint.path} ${parts.in} ${parts.at}`, parts] as const))(
    "%s takes what is hostile as text, or refuses it",
    async (_, { endpoint, in: place, at }) => {
      for (const value of HOSTILE.filter((text) => place === "query" || text.isWellFormed())) {
        const params = {
          id: `${name}-external`,
          turn: "1",
          blockId: "result:c1",
          ...(place === "path" && { [at]: value }),
        };
        const query = place === "query" ? `?${new URLSearchParams({ [at]: value })}` : "";
        const response = await callRoute(endpoint, params, query);
        await response.body?.cancel();
        expect({ value, status: response.status }).toEqual({
          value,
          status: expect.toSatisfy((s) => s < 500) as number,
        });
        expect(response.headers.get("set-cookie")).toBeNull();
      }
      expect(await db.session.count({ where: { externalId: `${name}-external` } })).toBe(1);
    },
  );
});

describe("a hostile request body", () => {
  const post = endpointOf("POST", "/api/v1/events");
  const send = (body: BodyInit, headers: Record<string, string> = { "content-type": "application/json" }) =>
    callRoute(post, {}, "", { body, headers, duplex: "half" } as RequestInit);

  it("that names prototypes changes none, and is kept as it is", async () => {
    const before = Object.getOwnPropertyNames(Object.prototype).sort();
    const poison = '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}';
    const at = '"at":"2026-01-01T00:00:00Z"';
    const session = `"session":"${name}-poison"`;
    const response = await send(
      `{"__proto__":{"polluted":true},"events":[
        {"id":"1",${session},${at},"type":"session.started","name":"Poison",${poison}},
        {"id":"2",${session},${at},"type":"session.started","name":"Poison","policy":{"kind":"x",${poison}}},
        {"id":"3",${session},${at},"type":"checkpoint.taken","state":{${poison},"a":{${poison}}}},
        {"id":"4",${session},${at},"type":"turn.recorded","turn":0,"window":{"entries":[
          {"id":"__proto__","kind":"user_message","content":"a block with a bad name"},
          {"id":"constructor","kind":"tool_result","toolName":"__proto__","content":"{${poison.replaceAll('"', '\\"')}}"}]}}]}`,
    );
    expect(response.status).toBeLessThan(300);
    for (const path of ["", "/turns", "/turns/{turn}/window", "/evictions"] as const) {
      const endpoint = endpointOf("GET", `/api/v1/sessions/{id}${path}`);
      expect((await callRoute(endpoint, { id: `${name}-poison`, turn: "0" }, "?wait=20000")).status).toBe(
        200,
      );
    }
    const block = await callRoute(endpointOf("GET", "/api/v1/sessions/{id}/blocks/{blockId}"), {
      id: `${name}-poison`,
      blockId: "__proto__",
    });
    expect(await block.json()).toMatchObject({ content: { text: "a block with a bad name" } });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(before);
  });

  it("with a million keys is taken or refused, and others are answered meanwhile", async () => {
    const keys = Array.from({ length: 1_000_000 }, (_, i) => `"k${i}":0`).join(",");
    const event = `{"id":"1","session":"${name}-keys","at":"2026-01-01T00:00:00Z","type":"checkpoint.taken","state":{${keys}}}`;
    const [taken, other] = await Promise.all([
      send(`{"events":[${event}]}`),
      callRoute(endpointOf("GET", "/api/v1/sessions")),
    ]);
    expect(taken.status).toBeLessThan(500);
    expect(other.status).toBe(200);
  });

  it("of 1 GB is refused without being held", async () => {
    const piece = Buffer.alloc(1024 * 1024, " ");
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent++ < 1024) controller.enqueue(piece);
        else controller.close();
      },
    });
    const before = process.memoryUsage().rss;
    const response = await send(body);
    expect(response.status).toBe(413);
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
  });
});
