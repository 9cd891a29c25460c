import { beforeAll, describe, expect, it } from "vitest";
import type { TraceEvent } from "@/lib/core/trace/event";
import { appendEvents } from "@/lib/db/log/append";
import { makeSessionKey } from "@/lib/db/session-id";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { demoStory } from "@/lib/demo";
import { analyseSession } from "@/lib/pipeline/analyse/analyse-session";
import { deriveSession } from "@/lib/pipeline/derive/derive-session";
import { AGENT_TOOLS } from "@/lib/commands/mcp/tools";
import { findCaller } from "@/lib/http/caller";
import { testDatabase } from "@/lib/testing/database";
import { callRoute } from "@/lib/testing/routes";
import type { Endpoint } from "./endpoint";
import { ENDPOINTS } from "./endpoints";
import { makeEndpointAnswer, findReadScope } from "./freshness";

const db = testDatabase();

/** The answers of every read, by path, at the three stages of one session. */
type Answers = ReadonlyMap<string, unknown>;
const STAGES = ["received", "derived"] as const;
const at = new Map<(typeof STAGES)[number] | "analysed", Answers>();

/** A session with plans, uses of evidence, evictions, a compaction and findings. */
const events: readonly TraceEvent[] = demoStory("refund");
const id = events[0]?.session ?? "";
/** What a later step needed. */
const USED_BLOCK = "result:order";
const reads = ENDPOINTS.filter((endpoint) => findReadScope(endpoint) !== null);

/** What says itself how far the session is, or when it was looked at. */
const TELLS_THE_STAGE =
  /\.(?:pending|waiting|analysed|analysedUpTo|asOfTurn|analysedAsOfTurn|updatedAt|version|verdict|sample)\b/;
/** No figure: the tags of people are there at once, and where a figure comes from that is `null`. */
const NO_FIGURE = /\.(?:tags|peakProvenance|contextWindowProvenance)$/;
/** What is only of analysed sessions. The audit says how many it leaves out, and its decisions are listed below it. */
const OF_ANALYSED: ReadonlyMap<string, object> = new Map([
  ["/api/v1/audit", { sample: { sessions: 0, pending: 1 } }],
  ["/api/v1/audit/decisions", {}],
]);

async function readAll(): Promise<Answers> {
  const answers = new Map<string, unknown>();
  const params = { id, turn: "5", blockId: USED_BLOCK, compaction: "0", finding: "none" };
  for (const endpoint of reads) {
    const response = await callRoute(endpoint, params, queryOf(endpoint));
    if (response.status === 200) answers.set(endpoint.path, await response.json());
  }
  return answers;
}

function queryOf({ path }: Endpoint): string {
  if (path.endsWith("/why")) return "?turn=5";
  if (path.endsWith("/facts")) return "?q=order";
  return path.endsWith("/ledger") ? "?turn=5" : "";
}

/** What an answer says otherwise than the whole analysis does later: neither the same nor `null`. */
function untrue(path: string, early: unknown, late: unknown): string[] {
  if (early === null || TELLS_THE_STAGE.test(path) || NO_FIGURE.test(path) || Object.is(early, late))
    return [];
  const [own, then] = [entriesOf(early), entriesOf(late)];
  if (own === null || then === null || own.length !== then.length)
    return JSON.stringify(early) === JSON.stringify(late)
      ? []
      : [`${path}: ${JSON.stringify(early)?.slice(0, 80)}, later ${JSON.stringify(late)?.slice(0, 80)}`];
  const later = new Map(then);
  return own.flatMap(([name, value]) => untrue(`${path}.${name}`, value, later.get(name)));
}

function entriesOf(value: unknown): [string, unknown][] | null {
  return typeof value === "object" && value !== null ? Object.entries(value) : null;
}

/** What agents are told before anything is worked out, by tool. */
const told = new Map<string, string>();

async function askTools(): Promise<void> {
  const caller = await findCaller(new Request("http://127.0.0.1:4318/mcp"), "read");
  for (const { name, run } of AGENT_TOOLS)
    if (!["restore", "validate_step", "replay_policies"].includes(name))
      told.set(name, await run(db, caller, { session: id, limit: 10, tokens: 1_000, turn: 5, q: "order" }));
}

beforeAll(async () => {
  const key = makeSessionKey(DEFAULT_PROJECT, id);
  await appendEvents(db, DEFAULT_PROJECT, [...events], "refuse");
  at.set("received", await readAll());
  await askTools();
  await deriveSession(db, key);
  at.set("derived", await readAll());
  await analyseSession(db, key);
  at.set("analysed", await readAll());
}, 1_200_000);

describe.each(STAGES)("of a session that is only %s", (stage) => {
  it.each(reads.map(({ path }) => path))("GET %s says what will be true, or null", (path) => {
    const late = at.get("analysed")?.get(path);
    const early = at.get(stage)?.get(path);
    if (early === undefined) return;
    const said = OF_ANALYSED.get(path);
    if (said !== undefined) return void expect(early).toMatchObject(said);
    expect(untrue("", early, late)).toEqual([]);
  });

  it("every answer is as it is declared", () => {
    for (const endpoint of reads) {
      const answer = at.get(stage)?.get(endpoint.path);
      if (answer !== undefined)
        expect(makeEndpointAnswer(endpoint).safeParse(answer), endpoint.path).toMatchObject({
          success: true,
        });
    }
  });
});

it("agents are told of a session that is only received that it is being worked out", () => {
  expect(told.size).toBeGreaterThan(4);
  for (const [name, text] of told) expect(text, name).toMatch(/being worked out/);
});

it("the session has what the test looks for, so that saying nothing would be untrue", () => {
  const counted = at.get("analysed")?.get("/api/v1/sessions/{id}/findings") as { total: number };
  const plan = at.get("analysed")?.get("/api/v1/sessions/{id}/plan") as { plans: []; edges: [] };
  expect(counted.total).toBeGreaterThan(0);
  expect([plan.plans.length, plan.edges.length].every((length) => length > 0)).toBe(true);
  expect(untrue("", { total: 0, list: [] }, { total: 2, list: [1] })).toHaveLength(2);
  expect(untrue("", { total: null, list: null }, { total: 2, list: [1] })).toEqual([]);
});
