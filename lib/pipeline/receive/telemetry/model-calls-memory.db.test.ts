import { spawn } from "node:child_process";
import { once } from "node:events";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeSessionKey } from "@/lib/db/session-id";
import { deleteSessionTree } from "@/lib/db/sessions/delete-sessions";
import { readRecords, readRelatedStreams } from "@/lib/db/raw/read";
import { streamKey } from "@/lib/db/raw/store";
import { getSession } from "@/lib/queries/session/get-session";
import { getWindow } from "@/lib/queries/turn/get-window";
import { listSessions } from "@/lib/queries/session-list/list-sessions";
import { capturedCalls } from "@/lib/testing/captures";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { testWorker, worked } from "@/lib/testing/worker";
import { ingestModelCalls } from "./model-calls";
import { compiled } from "@/lib/testing/compiled";

testWorker();
const db = testDatabase();
const CAPTURED = [
  "raw-anthropic-messages",
  "raw-anthropic-threads",
  "raw-openai-chat",
  "raw-openai-responses",
];
const WHOLE = { content: "1", order: "window", offset: 0, limit: 1_000 } as const;
const LONG = "with all that the order desk knows of it, ".repeat(10);
const NEWEST = { sort: "updated", order: "desc", role: "main", examples: "in", limit: 50 } as const;

function call(n: number, session = "chat") {
  const messages = Array.from({ length: 2 * n + 1 }, (_, i) => ({
    role: i % 2 === 0 ? "user" : "assistant",
    content: `${i % 2 === 0 ? "Question" : "Answer"} ${i} ${LONG}`,
  }));
  return {
    id: `call-${n}`,
    session,
    startedAt: Date.UTC(2026, 0, 1) + n * 1_000,
    request: { model: "gpt-5-mini", messages },
    response: {
      id: `answer-${n}`,
      choices: [
        { message: { role: "assistant", content: `Answer ${2 * n + 1} ${LONG}` }, finish_reason: "stop" },
      ],
      usage: { prompt_tokens: 100 * (n + 1), completion_tokens: 50 },
    },
  };
}

const calls = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => call(from + i));
const items = (values: readonly unknown[]) => values.map((value) => ({ value: structuredClone(value) }));

async function windowSizes(project: string, session = "chat"): Promise<number[]> {
  await worked(db, project);
  const { id, counts } = await getSession(db, project, session);
  const sizes: number[] = [];
  for (let turn = 0; turn < (counts.turns ?? 0); turn++)
    sizes.push((await getWindow(db, project, id, turn, WHOLE)).entries.length);
  return sizes;
}

async function keptCalls(project: string): Promise<unknown[]> {
  const streams = await readRelatedStreams(db, project, [streamKey(project, "session:chat")]);
  return (await readRecords(db, streams))
    .map(({ record }) => record as { name: string; body: { request: unknown; response: unknown } })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ body: { request, response } }) => ({ request, response }));
}

const bodiesOf = (values: readonly ReturnType<typeof call>[]) =>
  values.map(({ request, response }) => ({ request, response }));

async function inAnotherProcess(project: string, values: readonly unknown[]): Promise<void> {
  const program = `
    import { openDatabase } from "@/lib/db/client";
    import { ingestModelCalls } from "@/lib/pipeline/receive/telemetry/model-calls";
    const items = JSON.parse(process.env.CALLS).map((value) => ({ value }));
    const report = await ingestModelCalls(openDatabase(process.env.DATABASE_URL), process.env.PROJECT, items);
    process.exit(report.accepted === items.length ? 0 : 1);`;
  const child = spawn(process.execPath, [compiled(program)], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, CALLS: JSON.stringify(values), PROJECT: project },
  });
  expect(await once(child, "exit")).toEqual([0, null]);
}

describe("what a server remembers of a session's calls", () => {
  it("gives the very requests and responses back", async () => {
    const project = freshProject();
    for (const value of calls(0, 20)) await ingestModelCalls(db, project, items([value]));
    expect(await keptCalls(project)).toEqual(expect.arrayContaining(bodiesOf(calls(0, 20))));
    expect(await keptCalls(project)).toHaveLength(20);
  });

  it("is nothing that a session depends on: another process goes on, and nothing is missing or double", async () => {
    const project = freshProject();
    await ingestModelCalls(db, project, items(calls(0, 4)));
    await inAnotherProcess(project, calls(4, 7));
    await ingestModelCalls(db, project, items(calls(6, 9)));
    expect(await windowSizes(project)).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17]);
    expect(await keptCalls(project)).toEqual(expect.arrayContaining(bodiesOf(calls(0, 9))));
  });

  it("holds in whatever order the calls come, in one batch or many, and twice", async () => {
    const orders = [calls(0, 6), calls(0, 6).toReversed(), [3, 0, 5, 1, 4, 2, 2, 0].map((n) => call(n))];
    for (const order of orders) {
      const [batch, single] = [freshProject(), freshProject()];
      await ingestModelCalls(db, batch, items(order));
      for (const value of order) await ingestModelCalls(db, single, items([value]));
      expect(await windowSizes(batch)).toEqual([1, 3, 5, 7, 9, 11]);
      expect(await windowSizes(single)).toEqual([1, 3, 5, 7, 9, 11]);
    }
  });

  it("is not believed after the records were deleted: they are written whole again", async () => {
    const project = freshProject();
    await ingestModelCalls(db, project, items(calls(0, 3)));
    await worked(db, project);
    expect(await deleteSessionTree(db, project, makeSessionKey(project, "chat"))).toBe(1);
    expect(await keptCalls(project)).toEqual([]);
    expect(await ingestModelCalls(db, project, items([call(3)]))).toMatchObject({ accepted: 1 });
    expect(await keptCalls(project)).toEqual(bodiesOf([call(3)]));
  });

  it("is not believed after a write that failed either", async () => {
    const project = freshProject();
    await ingestModelCalls(db, project, items(calls(0, 2)));
    const broken = new Proxy(db, {
      get: (target, name) =>
        name === "$queryRawUnsafe"
          ? () => Promise.reject(new Error("away"))
          : (Reflect.get(target, name) as unknown),
    });
    await expect(ingestModelCalls(broken, project, items([call(2)]))).rejects.toThrow("away");
    await ingestModelCalls(db, project, items([call(3)]));
    expect(await keptCalls(project)).toEqual(bodiesOf([call(0), call(1), call(3)]));
  });

  it("does not keep a list of sessions from showing what was acknowledged a moment ago", async () => {
    const project = freshProject();
    await ingestModelCalls(db, project, items([...calls(0, 2), call(0, "another")]));
    await worked(db, project);
    const { sessions } = await listSessions(db, project, NEWEST);
    expect(sessions.map(({ counts }) => counts.turns).sort()).toEqual([1, 2]);
  });

  it.each(CAPTURED)("%s gives the same in order, reversed, shuffled and twice", async (folder) => {
    const captured = (capturedCalls(folder) as object[]).map((value) => ({ ...value, session: folder }));
    const [shuffled = []] = fc.sample(
      fc.shuffledSubarray([...captured, ...captured], { minLength: captured.length * 2 }),
      1,
    );
    const found: number[][] = [];
    for (const order of [captured, captured.toReversed(), shuffled]) {
      const project = freshProject();
      for (const value of order) await ingestModelCalls(db, project, items([value]));
      found.push(await windowSizes(project, folder));
    }
    expect(found[0]).toHaveLength(captured.length);
    expect(found[1]).toEqual(found[0]);
    expect(found[2]).toEqual(found[0]);
  });
});
