import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { JsonText } from "@/lib/api/json-text";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import type { TraceEvent } from "@/lib/core/trace/event";
import { appendEvents } from "@/lib/db/log/append";
import { makeSessionKey } from "@/lib/db/session-id";
import { analyseSession } from "@/lib/pipeline/analyse/analyse-session";
import { deriveSession } from "@/lib/pipeline/derive/derive-session";
import { testDatabase } from "@/lib/testing/database";
import { Reader } from "../reader-process/reader";
import { answerBlock, askBlock, getBlock } from "../turn/get-block";
import { answerCompaction, readCompaction } from "../session/get-compaction";
import { answerWindow, askWindow, getWindow } from "../turn/get-window";
import { listCompactions } from "../session/list-compactions";

const db = testDatabase();
const ROUNDS = 3;
const BLOCKS = 1_700;
const ID = "large-answers";
const LAST = ROUNDS * 3;

const event = (id: string, rest: object) =>
  ({ id, session: ID, at: Date.UTC(2026, 0, 1), ...rest }) as unknown as TraceEvent;
const idsOf = (round: number) => Array.from({ length: BLOCKS }, (_, k) => `b${round}-${k}`);

/** Rounds in which many blocks come, then change their mode, and then are compacted. */
function events(): TraceEvent[] {
  const rounds = Array.from({ length: ROUNDS }, (_, i) => {
    const content = (id: string) => `piece ${id} of SESSION-77${i}`;
    const append = idsOf(i).map((id) => ({ id, kind: "tool_result", content: content(id) }));
    const change = idsOf(i).map((id) => ({ id, mode: "excerpt", content: `piece ${id}` }));
    const summary = { id: `s${i}`, kind: "compaction_summary", content: `What was read in round ${i}.` };
    const turn = (no: number, window: object) =>
      event(`t${i * 3 + no}`, { type: "turn.recorded", turn: i * 3 + no, window });
    return [
      turn(0, { append }),
      turn(1, { change }),
      turn(2, { append: [summary], remove: idsOf(i) }),
      event(`e${i}`, {
        type: "context.edited",
        turn: i * 3 + 2,
        how: "compacted",
        blocks: idsOf(i),
        summaryBlock: `s${i}`,
      }),
    ];
  });
  const append = [{ id: "end", kind: "assistant_text", content: "Done." }];
  return [...rounds.flat(), event("end", { type: "turn.recorded", turn: LAST, window: { append } })];
}

beforeAll(async () => {
  await appendEvents(db, DEFAULT_PROJECT, events(), "refuse");
  await analyseSession(db, makeSessionKey(DEFAULT_PROJECT, ID));
});
afterEach(() => {
  vi.restoreAllMocks();
});

function jsonOf(answer: unknown): unknown {
  if (!(answer instanceof JsonText)) throw new Error("this process has read it itself");
  return JSON.parse(Buffer.concat(answer.pieces).toString("utf8"));
}

function readsApart(): () => string[] {
  const read = vi.spyOn(Reader.prototype, "read");
  return () => read.mock.calls.map(([asked]) => asked.read);
}

describe("a session with much in one answer", () => {
  it("has many entries of a window read by another process, and few by this one", async () => {
    const apart = readsApart();
    const query = { content: "1", order: "window", offset: 0, limit: 10_000 } as const;
    const whole = await getWindow(db, DEFAULT_PROJECT, ID, 1, query);
    expect(whole.entries).toHaveLength(BLOCKS);
    expect(jsonOf(await answerWindow(db, DEFAULT_PROJECT, ID, { ...query, of: 1 }))).toEqual(
      JSON.parse(JSON.stringify(whole)),
    );
    expect(await answerWindow(db, DEFAULT_PROJECT, ID, { ...query, of: LAST })).toEqual(
      await getWindow(db, DEFAULT_PROJECT, ID, LAST, query),
    );
    expect(apart()).toEqual(["window"]);
    expect(whole.changed[0]).toMatchObject({ fromMode: "full", toMode: "excerpt" });
  });

  it("has long texts read by another process: in a window, a turn's page and a block", async () => {
    const long = `LONG-TEXT-1 ${"line of words\n".repeat(160_000)}`;
    const turn = LAST + 1;
    const append = [{ id: "long", kind: "tool_result", content: long }];
    await appendEvents(
      db,
      DEFAULT_PROJECT,
      [event("long", { type: "turn.recorded", turn, window: { append } })],
      "refuse",
    );
    await deriveSession(db, makeSessionKey(DEFAULT_PROJECT, ID));
    const apart = readsApart();
    const query = { content: "0", order: "tokens", offset: 0, limit: 5 } as const;
    const here = await getWindow(db, DEFAULT_PROJECT, ID, turn, query);
    expect(await askWindow(db, DEFAULT_PROJECT, ID, { ...query, of: turn })).toEqual(here);
    const part = { block: "long", offset: 2_000_000, limit: 100, value: "LONG-TEXT-1" };
    const read = await getBlock(db, DEFAULT_PROJECT, ID, "long", part);
    expect(read.content.totalChars).toBe(long.length);
    expect(await askBlock(db, DEFAULT_PROJECT, ID, part)).toEqual(read);
    expect(jsonOf(await answerBlock(db, DEFAULT_PROJECT, ID, part))).toEqual(
      JSON.parse(JSON.stringify(read)),
    );
    const short = { block: "s0", offset: 0, limit: 100 };
    expect(await askBlock(db, DEFAULT_PROJECT, ID, short)).toEqual(
      await getBlock(db, DEFAULT_PROJECT, ID, "s0", short),
    );
    await expect(askBlock(db, DEFAULT_PROJECT, ID, { ...short, block: "nobody" })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(apart()).toEqual(["window", "block", "block"]);
  });

  it("gives the values of a compaction page by page", async () => {
    const query = { compaction: 0, offset: 0, limit: 100 };
    const here = await readCompaction(db, DEFAULT_PROJECT, ID, query);
    expect(here.total).toBeGreaterThan(0);
    const one = await readCompaction(db, DEFAULT_PROJECT, ID, { ...query, offset: 0, limit: 1 });
    expect(one).toEqual({ ...here, values: here.values.slice(0, 1) });
    await expect(
      answerCompaction(db, DEFAULT_PROJECT, ID, { ...query, compaction: 99 }),
    ).rejects.toMatchObject({ code: "not_found" });
  });

  it("has the removed blocks of its compactions counted by the database", async () => {
    const residencies = vi.spyOn(db.residency, "findMany");
    const { compactions } = await listCompactions(db, DEFAULT_PROJECT, ID);
    const removed = compactions.flatMap((one) => (one.is === "compaction" ? one.removed : []));
    expect(removed).toEqual(Array<number>(ROUNDS).fill(BLOCKS));
    expect(residencies).not.toHaveBeenCalled();
  });
});
