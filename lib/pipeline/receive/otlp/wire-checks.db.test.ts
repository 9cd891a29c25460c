import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { postTraces } from "@/lib/api/endpoints/otlp";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import type { Database } from "@/lib/db/client";
import { deriveSession } from "../../derive/derive-session";
import { getPlan } from "@/lib/queries/findings/get-plan";
import { getSession } from "@/lib/queries/session/get-session";
import { getWindow } from "@/lib/queries/turn/get-window";
import { listCompactions } from "@/lib/queries/session/list-compactions";
import { listEvictions } from "@/lib/queries/session/list-evictions";
import { listIngestionWarnings } from "@/lib/queries/ingestion/list-ingestion-warnings";
import { capturedRecords, RAW_SESSION } from "@/lib/testing/captured-records";
import { captureFigures, capturedBodies, capturedCalls } from "@/lib/testing/captures";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { testWorker, worked } from "@/lib/testing/worker";
import { derivedRows } from "@/lib/testing/derived-rows";
import { clientSetting } from "@/lib/testing/servers/real-clients";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { admit, REQUESTS_MAX } from "../admission";
import { ingestModelCalls } from "../telemetry/model-calls";
import { chooseEncoding } from "./answer";
import { receiveOtlp } from "./receive";
import { serveOtlp } from "./serve-otlp";

testWorker();
const db = testDatabase();
const { serving, providerTo } = clientSetting();
const figures = captureFigures();
const ALL = { limit: 5_000, offset: 0 } as const;

function requestsOf(folder: string): ((project: string) => Promise<void>)[] {
  if (figures[folder]?.kind === "raw")
    return capturedCalls(folder).map((call) => async (project) => {
      const value = { ...(call as object), session: RAW_SESSION };
      expect(await ingestModelCalls(db, project, [{ value }])).toMatchObject({ rejected: [] });
    });
  const bodies = capturedBodies(folder).filter(({ path }) => !path.endsWith("/metrics"));
  return bodies.map(({ path, contentType, bytes }) => async (project) => {
    const init = { method: "POST", headers: { "content-type": contentType }, body: new Uint8Array(bytes) };
    const request = new Request(`http://127.0.0.1${path}`, init);
    const signal = path.endsWith("logs") ? "logs" : "traces";
    const encoding = chooseEncoding(contentType) ?? "json";
    expect((await receiveOtlp(db, project, request, signal, encoding)).status).toBe(200);
  });
}

async function sendAll(requests: readonly ((project: string) => Promise<void>)[]): Promise<string> {
  const project = freshProject();
  for (const send of requests) await send(project);
  await worked(db, project);
  return project;
}

const projects = new Map<string, Promise<string>>();

function stored(folder: string): Promise<string> {
  const known = projects.get(folder) ?? sendAll(requestsOf(folder));
  projects.set(folder, known);
  return known;
}

const ORDER: ReadonlySet<string> = new Set(["last_seq", "derived_seq"]);

async function everythingIn(database: Database, project: string): Promise<Record<string, unknown>> {
  const where = { projectId: project };
  const sessions = await database.session.findMany({ where, orderBy: { externalId: "asc" } });
  const found: Record<string, unknown> = {};
  for (const { sessionId, externalId } of sessions) {
    await deriveSession(database, sessionId);
    const { session: [row] = [], ...tables } = await derivedRows(database, sessionId);
    const columns = Object.entries(row as Record<string, unknown>).filter(([name]) => !ORDER.has(name));
    found[externalId] = { ...tables, session: Object.fromEntries(columns) };
  }
  return found;
}

async function sessionsOf(folder: string) {
  const project = await stored(folder);
  const rows = await db.session.findMany({ where: { projectId: project } });
  const sessions = await Promise.all(rows.map(({ externalId }) => getSession(db, project, externalId)));
  return sessions.toSorted((a, b) => Number(b.role === "main") - Number(a.role === "main"));
}

async function mainOf(folder: string) {
  const [main] = await sessionsOf(folder);
  if (main?.role !== "main") throw new Error(`${folder} gave no main session`);
  return main;
}

async function windowOf(folder: string, turn: number) {
  const { id } = await mainOf(folder);
  const query = { content: "1", order: "window", offset: 0, limit: 5_000 } as const;
  const window = await getWindow(db, await stored(folder), id, turn, query);
  const spoken = window.entries.filter(({ sourceKind }) => !/^(tool_schemas|system_rules)$/.test(sourceKind));
  return { ...window, spoken, calls: spoken.filter(({ sourceKind }) => sourceKind === "tool_call").length };
}

async function evictionsOf(folder: string) {
  return (await listEvictions(db, await stored(folder), (await mainOf(folder)).id, ALL)).evictions;
}

const turnsOf = async (folder: string) =>
  Array.from({ length: (await mainOf(folder)).counts.turns ?? 0 }, (_, turn) => turn);

const REVERSED_MAX = 8;

describe("the acceptance checks", () => {
  it.each(Object.keys(figures))(
    "1. %s gives the counts of expected.json, sent once, twice, in reverse and shuffled",
    async (folder) => {
      const expected = figures[folder];
      const requests = requestsOf(folder);
      const once = await stored(folder);
      const sessions = await sessionsOf(folder);
      const conversation = sessions.filter(({ role }) => role !== "side");
      const sum = (name: "turns" | "toolCalls") =>
        conversation.reduce((total, { counts }) => total + (counts[name] ?? 0), 0);
      if (expected?.kind === "raw") expect(sum("turns")).toBe(expected.model_calls);
      else {
        const doubled = folder === "traceloop-anthropic" ? 2 : 1;
        const beside = folder.startsWith("semconv-manual") ? 1 : 0;
        expect(sum("turns")).toBe((expected?.model_spans ?? -1) / doubled - beside);
        const unseen = folder === "traceloop-anthropic" ? 1 : 0;
        expect(sum("toolCalls")).toBe((expected?.tool_spans ?? -1) + unseen);
        const named = Object.values(expected?.session_ids ?? {}).flat();
        if (named.length > 0) expect(named).toContain((await mainOf(folder)).externalId);
        const { warnings } = await listIngestionWarnings(db, once);
        const dropped = warnings.find(({ code }) => code === "attributes_dropped")?.count ?? 0;
        expect(dropped).toBe(expected?.dropped_attributes);
      }
      const result = await everythingIn(db, once);
      for (const send of requests) await send(once);
      expect(await everythingIn(db, once)).toEqual(result);
      if (requests.length <= REVERSED_MAX)
        expect(await everythingIn(db, await sendAll(requests.toReversed()))).toEqual(result);
      const twice = fc.shuffledSubarray([...requests, ...requests], { minLength: requests.length * 2 });
      const [shuffled = []] = fc.sample(twice, 1);
      expect(await everythingIn(db, await sendAll(shuffled))).toEqual(result);
    },
  );

  it.each(["anthropic-native", "semconv-manual"])("2. %s is the same in protobuf and JSON", async (stem) => {
    const shape = async (folder: string) =>
      Promise.all(
        (await turnsOf(folder)).map(async (turn) => {
          const { entries, turn: detail } = await windowOf(folder, turn);
          return [detail.usage, entries.map(({ sourceKind, content, mode }) => [sourceKind, content, mode])];
        }),
      );
    expect(await shape(`${stem}-proto`)).toEqual(await shape(`${stem}-json`));
  });

  it.each([
    "raw-openai-chat",
    "anthropic-native-runner",
    "raw-anthropic-threads",
    "openinference-openai-responses",
    "raw-openai-responses",
  ])("3. %s rebuilds the 13 windows of raw-openai-chat", async (folder) => {
    expect(await turnsOf(folder)).toHaveLength(13);
    for (const turn of await turnsOf(folder)) {
      const { spoken, calls } = await windowOf(folder, turn);
      const results = spoken.filter(({ sourceKind }) => sourceKind === "tool_result");
      const asked = spoken.filter(({ sourceKind }) => sourceKind === "user_goal");
      expect(asked.length + calls + results.length).toBe(2 * turn + 1);
      const standard = (await windowOf("raw-openai-chat", turn)).spoken;
      const ids = (entries: typeof spoken) =>
        entries.flatMap(({ blockId }) => /^(?:call|result):[a-z]+_(.*)$/.exec(blockId)?.slice(1) ?? []);
      expect(ids(spoken)).toEqual(ids(standard));
    }
  });

  it("4. langsmith-otel: window n has 2n messages, not 27", async () => {
    for (const turn of await turnsOf("langsmith-otel")) {
      const { entries } = await windowOf("langsmith-otel", turn);
      const alone = entries.filter(({ sourceKind }) =>
        /^(system_rules|user_goal|tool_call|tool_result)$/.test(sourceKind),
      );
      expect(alone).toHaveLength(2 * (turn + 1));
    }
  });

  it("5. openinference-anthropic: what was dropped is reported, windows are complete, usage is missing and not 0", async () => {
    const records = capturedRecords("openinference-anthropic").filter(
      ({ attributes }) => attributes["openinference.span.kind"] === "LLM",
    );
    expect(records.toSorted((a, b) => a.start - b.start).at(-1)?.dropped).toBeGreaterThanOrEqual(60);
    const { warnings } = await listIngestionWarnings(db, await stored("openinference-anthropic"));
    expect(warnings.find(({ code }) => code === "attributes_dropped")?.message).toContain(
      "OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT",
    );
    const { turn, calls } = await windowOf("openinference-anthropic", 12);
    expect(turn.usage).toMatchObject({ input: null, uncached: null, output: null });
    expect(calls).toBe(12);
  });

  it("6. traceloop-anthropic: 13 model calls, not 26; input 672 on call 1", async () => {
    expect(await turnsOf("traceloop-anthropic")).toHaveLength(13);
    const { turn } = await windowOf("traceloop-anthropic", 0);
    expect(turn.usage).toMatchObject({ input: 672, uncached: 68, cacheWrite: 604, cacheRead: 0 });
  });

  it("7. vercel-ai6-pruned: call_s001 leaves at call 5, call_s002 at 6; step s3 dangles at call 11", async () => {
    const folder = "vercel-ai6-pruned";
    const left = (await evictionsOf(folder)).map(({ turn, blockId }) => [turn + 1, blockId]);
    expect(left).toEqual(
      expect.arrayContaining([
        [5, "result:call_s001lantern"],
        [6, "result:call_s002lantern"],
      ]),
    );
    const query = { limit: 1_000, offset: 0, state: "dangling" } as const;
    const { edges, plans } = await getPlan(db, await stored(folder), (await mainOf(folder)).id, query);
    const ofStep = edges.filter(({ to, executed }) => to.step === "s3" && executed);
    expect(ofStep.map(({ from, to }) => [from, to.turn + 1, to.blockId])).toEqual([
      ["result:call_s001lantern", 11, "call:call_s011lantern"],
      ["result:call_s002lantern", 11, "call:call_s011lantern"],
    ]);
    const step = plans[0]?.steps.find(({ id }) => id === "s3");
    expect(step?.startedBy).toBe("call:call_s011lantern");
  });

  it("8. vercel-ai6-anthropic-context-editing: edits on calls 8 to 13; requests do not shrink, what the model saw does", async () => {
    const folder = "vercel-ai6-anthropic-context-editing";
    const windows = await Promise.all((await turnsOf(folder)).map((turn) => windowOf(folder, turn)));
    const edited = windows.flatMap(({ turn }, i) => ((turn.appliedEdits ?? []).length > 0 ? [i + 1] : []));
    expect(edited).toEqual([8, 9, 10, 11, 12, 13]);
    const sizes = windows.map(({ total }) => total);
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    const hidden = windows.map(({ spoken }) => spoken.filter(({ mode }) => mode === "reference").length);
    expect(hidden.slice(0, 7)).toEqual(Array(7).fill(0));
    expect(hidden[12]).toBe((await evictionsOf(folder)).length);
    expect(hidden[12]).toBeGreaterThan(0);
    expect((await mainOf(folder)).notes.join(" ")).toContain("the requests held everything");
  });

  it("9. copilot-cli: compaction at 16 879 to 10 724 tokens; then the summary and the last exchange; limit 20 000", async () => {
    const main = await mainOf("copilot-cli");
    expect(main.tokens.contextWindow).toBe(20_000);
    const {
      compactions: [compaction, ...others],
    } = await listCompactions(db, await stored("copilot-cli"), main.id);
    expect(others).toEqual([]);
    expect(compaction).toMatchObject({ before: { value: 16_879 }, after: { value: 10_724 } });
    const { spoken } = await windowOf("copilot-cli", compaction?.turn ?? -1);
    expect(spoken.map(({ sourceKind }) => sourceKind)).toEqual([
      "compaction_summary",
      "tool_call",
      "tool_result",
    ]);
  });

  it("10. claude-code-subagent: one session of 5 and a child of 3 at its tool call; claude-code-rawbodies: 12 windows from logs alone", async () => {
    const [main, child, ...others] = await sessionsOf("claude-code-subagent");
    expect(others).toEqual([]);
    expect([main?.counts.turns, child?.counts.turns]).toEqual([5, 3]);
    expect(child?.parentToolCallId).toBe("toolu_s002lantern");
    const project = freshProject();
    const bodies = capturedBodies("claude-code-rawbodies");
    const requests = requestsOf("claude-code-rawbodies");
    for (const [i, { path }] of bodies.filter(({ path: at }) => !at.endsWith("/metrics")).entries())
      if (path.endsWith("/logs")) await requests[i]?.(project);
    await worked(db, project);
    const rows = await db.session.findMany({ where: { projectId: project } });
    expect(rows).toHaveLength(1);
    const { id, counts } = await getSession(db, project, rows[0]?.externalId ?? "");
    expect(counts.turns).toBe(12);
    for (let turn = 0; turn < 12; turn++) {
      const query = { content: "0", order: "window", offset: 0, limit: 5_000 } as const;
      const window = await getWindow(db, project, id, turn, query);
      expect(window.turn.completeness).toBe("complete");
      expect(window.entries.filter(({ sourceKind }) => sourceKind === "tool_result")).toHaveLength(turn);
    }
  });

  it("11. codex-compact: 2 compactions, 11 661 and 11 326 to 10 014; totals only, and labelled so", async () => {
    const main = await mainOf("codex-compact");
    const { compactions } = await listCompactions(db, await stored("codex-compact"), main.id);
    expect(compactions).toMatchObject([
      { before: { value: 11_661 }, after: { value: 10_014 }, survival: null },
      { before: { value: 11_326 }, after: { value: 10_014 }, survival: null },
    ]);
    for (const turn of await turnsOf("codex-compact")) {
      const window = await windowOf("codex-compact", turn);
      expect([window.turn.completeness, window.entries]).toEqual(["metadata_only", []]);
    }
    expect(main.notes.join(" ")).toContain("totals only");
  });

  it("12. strands-sliding-window: 3 traces, one session; truncated in front at invocations 2 and 3", async () => {
    expect(new Set(capturedRecords("strands-sliding-window").map(({ traceId }) => traceId)).size).toBe(3);
    expect(await sessionsOf("strands-sliding-window")).toHaveLength(1);
    const evictions = await evictionsOf("strands-sliding-window");
    expect([...new Set(evictions.map(({ turn, how }) => `${turn} ${how}`))]).toEqual([
      "13 truncated",
      "22 truncated",
    ]);
  });

  it("13. log records sent to /v1/traces are refused with a clear message and a warning", async () => {
    const body = capturedBodies("claude-code").find(({ path }) => path.endsWith("/logs"));
    const request = new Request("http://127.0.0.1/v1/traces", {
      method: "POST",
      headers: { "content-type": body?.contentType ?? "" },
      body: new Uint8Array(body?.bytes ?? []),
    });
    const project = freshProject();
    const refusal = receiveOtlp(db, project, request, "traces", "protobuf");
    await expect(refusal).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining("/v1/logs") as string,
    });
    const { warnings } = await listIngestionWarnings(db, project);
    expect(warnings).toMatchObject([{ code: "wrong_path", source: "/v1/traces" }]);
  });

  it("14. a real exporter that is asked to come back stores one copy", async () => {
    const statuses: number[] = [];
    const receive = serveOtlp(postTraces, "traces", () => db);
    const release: (() => void)[] = [];
    const busy = Array.from({ length: REQUESTS_MAX }, () =>
      admit("another", () => new Promise<void>((done) => release.push(done))),
    );
    const url = await serving(async (request) => {
      const answer = await receive(request);
      statuses.push(answer.status);
      expect(Number(answer.headers.get("retry-after") ?? 0)).toBeLessThanOrEqual(5);
      for (const done of release.splice(0)) done();
      return answer;
    });
    const provider = providerTo(new OTLPTraceExporter({ url: `${url}/v1/traces`, timeoutMillis: 60_000 }));
    const session = freshProject();
    const input = JSON.stringify([{ role: "user", parts: [{ type: "text", content: "hi" }] }]);
    const attributes = {
      "gen_ai.operation.name": "chat",
      "session.id": session,
      "gen_ai.input.messages": input,
    };
    provider.getTracer("app").startSpan("chat", { attributes }).end();
    await provider.forceFlush();
    await provider.shutdown();
    await Promise.all(busy);
    expect(statuses).toEqual([429, 200]);
    await worked(db, DEFAULT_PROJECT);
    expect((await getSession(db, DEFAULT_PROJECT, session)).counts).toMatchObject({ turns: 1, blocks: 1 });
  });
});
