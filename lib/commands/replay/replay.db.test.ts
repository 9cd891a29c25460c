import { describe, expect, it } from "vitest";
import type { ReplayAnswer, ReplayRequest } from "@/lib/api/endpoints/replays";
import { errorSchema } from "@/lib/api/endpoint";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { toWire } from "@/lib/core/trace/event";
import { testDatabase } from "@/lib/testing/database";
import { testWorker, worked } from "@/lib/testing/worker";
import { callRoute, endpointOf } from "@/lib/testing/routes";
import { trace } from "@/lib/testing/trace-builder";
import { demoStory } from "@/lib/demo";

testWorker();
const db = testDatabase();

const SESSION = "demo-refund-7741";
const post = endpointOf("POST", "/api/v1/sessions/{id}/replay");

async function send(request: object, id = SESSION): Promise<Response> {
  return callRoute(post, { id }, "", {
    body: JSON.stringify(request),
    headers: { "content-type": "application/json" },
  });
}

async function replayed(request: Partial<ReplayRequest>): Promise<ReplayAnswer> {
  const response = await send(request);
  expect(response.status).toBe(200);
  return post.response.parse(await response.json()) as ReplayAnswer;
}

async function readJson(
  path: string,
  params: Record<string, string>,
  query = "",
): Promise<Record<string, unknown>> {
  const response = await callRoute(endpointOf("GET", path), params, query);
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

const CLEARING = {
  kind: "anthropic-clear-tool-uses",
  options: { trigger: { type: "input_tokens", value: 3_000 }, keep: { type: "tool_uses", value: 2 } },
};

describe("a replay of a stored session", () => {
  it("compares policies, is saved, and opens like any other session", async () => {
    const events = demoStory("refund").map(toWire);
    await callRoute(endpointOf("POST", "/api/v1/events"), {}, "", { body: JSON.stringify({ events }) });
    const asked = { policies: [{ kind: "recorded" }, CLEARING, { ...CLEARING, pin: true }] };
    const answer = await replayed(asked as Partial<ReplayRequest>);

    expect(answer.status).toBe("done");
    const [recorded, plain, pinned] = answer.results;
    expect(recorded?.summary).toMatchObject({ dangling: 1, evictions: 6 });
    expect(plain?.summary.dangling).toBe(1);
    expect(pinned?.summary.dangling).toBe(0);
    expect([recorded?.pins, plain?.pins]).toEqual([null, null]);
    expect(pinned?.pins?.effects).toContainEqual(
      expect.objectContaining({ blockId: "result:order", how: "cleared", usedAt: [4] }),
    );
    expect(plain?.series.turn).toHaveLength(7);
    expect(plain?.evictions[0]).toMatchObject({ blockId: "result:order", how: "cleared" });

    const saved = await readJson("/api/v1/sessions/{id}/replays/{replayId}", {
      id: SESSION,
      replayId: answer.id,
    });
    expect(saved).toMatchObject(answer);
    await worked(db, DEFAULT_PROJECT);
    expect((await replayed(asked as Partial<ReplayRequest>)).createdAt).toBe(answer.createdAt);

    const session = { id: plain?.session ?? "" };
    expect(await readJson("/api/v1/sessions/{id}", session)).toMatchObject({ role: "replay" });
    const { evictions } = await readJson("/api/v1/sessions/{id}/evictions", session);
    expect(evictions).toMatchObject([{ blockId: "result:order", cause: { policy: CLEARING.kind } }, {}]);
    const window = await readJson(
      "/api/v1/sessions/{id}/turns/{turn}/window",
      { ...session, turn: "4" },
      "?content=1",
    );
    expect(JSON.stringify(window)).not.toContain("Held back: lamp LMP-114");
  });

  it("holds the total that the run reported beside what is counted", async () => {
    const id = "with-a-total";
    const reported = { tokensSent: 300, tokensReceived: 36, calls: 2 };
    const events = trace(id, { reported })
      .turn((t) => t.user(100).says(20))
      .turn((t) => t.user(30).says(10))
      .events()
      .map(toWire);
    await callRoute(endpointOf("POST", "/api/v1/events"), {}, "", { body: JSON.stringify({ events }) });
    expect(await readJson("/api/v1/sessions/{id}", { id }, "?wait=10000")).toMatchObject({ reported });

    const policies = [{ kind: "recorded" }, { kind: "keep-last-n", options: { keep: 1 } }];
    const answer = post.response.parse(await (await send({ policies }, id)).json()) as ReplayAnswer;
    expect(answer.results.map(({ summary }) => summary.tokensSentByRun)).toEqual([
      { value: 300, provenance: "measured" },
      { value: 156, provenance: "estimated" },
    ]);
  });

  it("refuses what it cannot run, by path and in the owner's terms", async () => {
    const unknown = errorSchema.parse(await (await send({ policies: [{ kind: "clear" }] })).json());
    expect(unknown.error).toMatchObject({ code: "invalid_body", details: [{ path: "policies[0].kind" }] });
    const wrong = { kind: CLEARING.kind, options: { keep: { type: "tool_uses", value: -1 } } };
    const { error } = errorSchema.parse(await (await send({ policies: [{ kind: "none" }, wrong] })).json());
    expect(error.details?.[0]).toMatchObject({ path: "policies[1].options.keep.value" });
    expect((await send({ policies: [{ kind: "none" }] }, "nobody")).status).toBe(404);
    const pins = [CLEARING, { ...CLEARING, pin: ["order", "nothing"] }, { kind: "recorded", pin: true }];
    const beside = errorSchema.parse(await (await send({ policies: pins })).json());
    expect(beside.error.details).toMatchObject([{ path: "policies[2].pin" }]);
    const named = errorSchema.parse(await (await send({ policies: pins.slice(0, 2) })).json());
    expect(named.error.details).toMatchObject([{ path: "policies[1].pin[1]", code: "unknown_pin" }]);
  });
});
