import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { errorSchema } from "@/lib/api/endpoint";
import { toWire } from "@/lib/core/trace/event";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { callRoute, endpointOf } from "@/lib/testing/routes";
import { trace } from "@/lib/testing/trace-builder";
import { testDatabase } from "@/lib/testing/database";
import { testWorker, worked } from "@/lib/testing/worker";
import { makeEndpointAnswer, findReadScope } from "./freshness";

testWorker();
const db = testDatabase();

const events = trace("contract", { name: "Contract" })
  .turn((t) => t.system("rules").user("go").calls("read", { path: "a" }, "c1").usage(100, 5))
  .turn((t) => t.result("c1", "some text that is long enough to be cleared later").usage(200, 5))
  .turn((t) => t.clear("result:c1").usage(150, 5))
  .event({ type: "session.ended", outcome: "ok" })
  .events()
  .map(toWire);

const post = endpointOf("POST", "/api/v1/events");
const send = (body: BodyInit, headers: Record<string, string> = { "content-type": "application/json" }) =>
  callRoute(post, {}, "", { body, headers });

async function refusal(response: Response): Promise<{ status: number; code: string; message: string }> {
  const { error } = errorSchema.parse(await response.json());
  return { status: response.status, ...error };
}

describe(`the routes, for the project ${DEFAULT_PROJECT}`, () => {
  it("take events as JSON, as a bare list, as NDJSON and gzipped, each to the same effect", async () => {
    const asJson = await send(JSON.stringify({ events }));
    expect(post.response.parse(await asJson.json())).toMatchObject({ accepted: events.length, rejected: [] });
    await worked(db, DEFAULT_PROJECT);
    const again = [
      await send(JSON.stringify(events)),
      await send(events.map((e) => JSON.stringify(e)).join("\n"), { "content-type": "application/x-ndjson" }),
      await send(events.map((e) => JSON.stringify(e)).join("\n")),
      await send(gzipSync(JSON.stringify({ events })), {
        "content-type": "application/json",
        "content-encoding": "gzip",
      }),
    ];
    for (const response of again)
      expect(await response.json()).toMatchObject({ accepted: 0, duplicates: events.length, rejected: [] });
  });

  it.each([
    ["GET", "/api/v1/sessions", {}, "?q=Contract"],
    ["GET", "/api/v1/sessions/{id}", { id: "contract" }, ""],
    ["GET", "/api/v1/sessions/{id}/turns", { id: "contract" }, "?maxPoints=2"],
    ["GET", "/api/v1/sessions/{id}/turns/{turn}/window", { id: "contract", turn: "1" }, "?content=1"],
    ["GET", "/api/v1/sessions/{id}/blocks/{blockId}", { id: "contract", blockId: "result:c1" }, ""],
    ["GET", "/api/v1/sessions/{id}/evictions", { id: "contract" }, ""],
    ["GET", "/api/v1/sessions/{id}/plan", { id: "contract" }, "?limit=5"],
    ["GET", "/api/v1/sessions/{id}/checkpoints", { id: "contract" }, ""],
    ["GET", "/api/v1/sessions/{id}/conversation", { id: "contract" }, "?turn=1&turns=2"],
    ["GET", "/api/v1/sessions/{id}/ledger", { id: "contract" }, "?turn=2&by=kind&sort=tokens&order=desc"],
    ["GET", "/api/v1/sessions/{id}/ledger", { id: "contract" }, "?turn=2&against=1&limit=1"],
    ["GET", "/api/v1/sessions/{id}/why", { id: "contract" }, "?turn=2&block=result:c1"],
    ["GET", "/api/v1/sessions/{id}/why", { id: "contract" }, "?turn=2&q=to+be+cleared"],
    ["GET", "/api/v1/sessions/{id}/facts", { id: "contract" }, "?q=to+be+cleared"],
    ["GET", "/api/v1/sessions/{id}/lanes", { id: "contract" }, "?limit=3"],
    ["GET", "/api/v1/sessions/{id}/compactions", { id: "contract" }, ""],
    ["GET", "/api/v1/health", {}, ""],
    ["GET", "/api/v1/openapi.json", {}, ""],
  ] as const)("%s %s answers what it declares", async (method, path, params, query) => {
    const endpoint = endpointOf(method, path);
    const response = await callRoute(endpoint, params, query);
    expect(response.status).toBe(200);
    const body: unknown = await response.json();
    expect(makeEndpointAnswer(endpoint).parse(body)).toEqual(body);
    if (findReadScope(endpoint) !== null) expect(body).toMatchObject({ waiting: 0 });
  });

  it("page through a list without losing or repeating a session", async () => {
    const many = Array.from({ length: 7 }, (_, i) =>
      trace(`page-${i}`, { name: `Paged ${i % 3}` })
        .turn((t) => t.user("x"))
        .events(),
    )
      .flat()
      .map(toWire);
    await send(JSON.stringify({ events: many }));
    await worked(db, DEFAULT_PROJECT);
    const endpoint = endpointOf("GET", "/api/v1/sessions");
    for (const sort of ["updated", "name", "turns", "peak", "share", "started"]) {
      const seen: string[] = [];
      let cursor = "";
      do {
        const response = await callRoute(
          endpoint,
          {},
          `?q=Paged&limit=2&sort=${sort}${cursor === "" ? "" : `&cursor=${cursor}`}`,
        );
        expect(response.status).toBe(200);
        const page = (await response.json()) as {
          sessions: { externalId: string }[];
          nextCursor: string | null;
        };
        seen.push(...page.sessions.map((session) => session.externalId));
        cursor = page.nextCursor ?? "";
      } while (cursor !== "");
      expect(seen.toSorted()).toEqual(Array.from({ length: 7 }, (_, i) => `page-${i}`));
    }
  });
});

describe("bad input gets a clear answer", () => {
  it.each([
    ["nothing at all", "", "invalid_json", /empty/],
    ["no JSON", "hello", "invalid_json", /not JSON/],
    ["JSON cut off", '{"events":[{"id":', "invalid_json", /not JSON/],
    ["another shape", '{"event":1}', "invalid_body", /events/],
  ])("%s", async (_, body, code, message) => {
    const answer = await refusal(await send(body));
    expect(answer).toMatchObject({ status: 400, code });
    expect(answer.message).toMatch(message);
  });

  it("a truncated or unknown compression", async () => {
    const whole = gzipSync(JSON.stringify({ events }));
    const headers = { "content-type": "application/json", "content-encoding": "gzip" };
    expect(await refusal(await send(whole.subarray(0, whole.length - 20), headers))).toMatchObject({
      status: 400,
      code: "invalid_encoding",
    });
    expect(await refusal(await send("hello", headers))).toMatchObject({
      status: 400,
      code: "invalid_encoding",
    });
    expect(await refusal(await send("x", { ...headers, "content-encoding": "br" }))).toMatchObject({
      status: 415,
    });
  });

  it("a small body that inflates without end", async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));
    const before = process.memoryUsage().rss;
    expect(
      await refusal(await send(bomb, { "content-type": "application/json", "content-encoding": "gzip" })),
    ).toMatchObject({ status: 413, code: "too_large" });
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  });

  it("a batch in which nothing is acceptable", async () => {
    const response = await send(JSON.stringify({ events: [{ type: "x" }, 5] }));
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      accepted: 0,
      rejected: [
        { index: 0, path: "type" },
        { index: 1, path: "" },
      ],
      error: { code: "unprocessable" },
    });
  });

  it("ten thousand levels of nesting, beside a good event", async () => {
    const deep = `${"[".repeat(10_000)}${"]".repeat(10_000)}`;
    const good = {
      ...toWire(
        trace("deep")
          .turn((t) => t.user("x"))
          .events()[1] as never,
      ),
      id: "good",
    };
    const response = await send(
      `{"events":[${JSON.stringify(good)},{"id":"deep","session":"deep","at":"2026-01-01T00:00:00Z","type":"checkpoint.taken","state":{"a":${deep}}}]}`,
    );
    expect(await response.json()).toMatchObject({
      accepted: 1,
      rejected: [{ index: 1, id: "deep", code: "too_deep" }],
    });
  });

  it("queries and paths that make no sense, without telling what is inside", async () => {
    const turns = endpointOf("GET", "/api/v1/sessions/{id}/turns");
    expect(await refusal(await callRoute(turns, { id: "contract" }, "?maxPoints=many"))).toMatchObject({
      status: 400,
      code: "invalid_query",
      message: expect.stringContaining("maxPoints") as string,
    });
    expect(await refusal(await callRoute(turns, { id: "no such session" }))).toMatchObject({
      status: 404,
      code: "not_found",
    });
    expect(
      await refusal(await callRoute(endpointOf("GET", "/api/v1/sessions"), {}, "?cursor=abc")),
    ).toMatchObject({ status: 400, message: expect.stringContaining("cursor") as string });
    const values = [
      null,
      "x",
      1e300,
      "2026-01-01",
      -1,
      "a\0b",
      "-271821-04-20T00:00:00.000Z",
      "0000-01-01T00:00:00Z",
    ];
    for (const cursor of values
      .map((value) => [value])
      .map((parts) =>
        Buffer.from(JSON.stringify([...parts, "00000000-0000-0000-0000-000000000000"])).toString("base64url"),
      ))
      for (const sort of ["updated", "name", "turns", "peak", "share", "started"])
        expect(
          (await callRoute(endpointOf("GET", "/api/v1/sessions"), {}, `?cursor=${cursor}&sort=${sort}`))
            .status,
        ).toBeLessThan(500);
    const answer = JSON.stringify(await (await callRoute(turns, { id: "'; DROP TABLE session; --" })).json());
    expect(answer).not.toMatch(/prisma|select|node_modules|at .*\.ts/i);
  });
});
