import { expect, it } from "vitest";
import { JsonText } from "@/lib/api/json-text";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import type { TraceEvent } from "@/lib/core/trace/event";
import { makeSessionKey } from "@/lib/db/session-id";
import { appendEvents } from "@/lib/db/log/append";
import { deriveSession } from "@/lib/pipeline/derive/derive-session";
import { testDatabase } from "@/lib/testing/database";
import { Reader } from "../reader-process/reader";
import { readFacts, getFacts } from "../questions/get-facts";
import { answerEvictions, listEvictions } from "../session/list-evictions";
import { readLanes, listLanes } from "../session/list-lanes";
import { answerTurns, listTurns } from "../session/list-turns";
import { isCheap, readAhead, readInProcess } from "./read-in-process";

const db = testDatabase();
const TURNS = 1_600;
const STANDING = 20;

function events(): TraceEvent[] {
  return Array.from({ length: TURNS }, (_, i) => ({
    id: `t${i}`,
    session: "long",
    at: i * 1_000,
    type: "turn.recorded" as const,
    turn: i,
    window: {
      append: [{ id: `b${i}`, kind: "tool_result" as const, content: `result ${i} of the harbour` }],
      ...(i >= STANDING && { remove: [`b${i - STANDING}`] }),
    },
  }));
}

it("gives the answer that the process itself would give, and the same refusals", async () => {
  await appendEvents(db, DEFAULT_PROJECT, events(), "refuse");
  await deriveSession(db, makeSessionKey(DEFAULT_PROJECT, "long"));
  expect(await isCheap(db, DEFAULT_PROJECT, "long")).toBe(false);
  const apart = await getFacts(db, DEFAULT_PROJECT, "long", { q: "harbour" });
  expect(apart).toEqual(await readFacts(db, DEFAULT_PROJECT, "long", { q: "harbour" }));
  await expect(readAhead(db, DEFAULT_PROJECT, "long")).resolves.toBeUndefined();
  await expect(readAhead(db, DEFAULT_PROJECT, "nobody")).resolves.toBeUndefined();
  await expect(getFacts(db, DEFAULT_PROJECT, "nobody", { q: "x" })).rejects.toMatchObject({
    code: "not_found",
  });
});

it("reads lanes as the process itself would, where it is asked to read them apart", async () => {
  const page = { offset: 0, limit: 1_000 };
  const apart = readInProcess("lanes", readLanes, () => Promise.resolve(false));
  const here = await listLanes(db, DEFAULT_PROJECT, "long", page);
  expect(here.total).toBe(TURNS);
  expect(await apart(db, DEFAULT_PROJECT, "long", page)).toEqual(here);
});

it("has another process write the JSON of many turns and evictions, and answers few itself", async () => {
  const all = await answerTurns(db, DEFAULT_PROJECT, "long", { maxPoints: TURNS });
  const turns = await listTurns(db, DEFAULT_PROJECT, "long", { maxPoints: TURNS });
  expect(jsonOf(all)).toEqual(turns);
  expect(turns.turns).toHaveLength(TURNS);
  const few = { maxPoints: 100 };
  expect(await answerTurns(db, DEFAULT_PROJECT, "long", few)).toEqual(
    await listTurns(db, DEFAULT_PROJECT, "long", few),
  );
  const page = { limit: TURNS, offset: 0 };
  const left = await listEvictions(db, DEFAULT_PROJECT, "long", page);
  expect(left.total).toBe(TURNS - STANDING);
  expect(jsonOf(await answerEvictions(db, DEFAULT_PROJECT, "long", page))).toEqual(left);
});

function jsonOf(answer: unknown): unknown {
  if (!(answer instanceof JsonText)) throw new Error("this process has read it itself");
  return JSON.parse(Buffer.concat(answer.pieces).toString("utf8"));
}

it("is stopped when the caller has gone, and does not harm the next one", async () => {
  const gone = new AbortController();
  const asked = getFacts(db, DEFAULT_PROJECT, "long", { q: "result" }, gone.signal);
  setTimeout(() => gone.abort(), 50);
  await asked.catch((error: unknown) => expect(error).toMatchObject({ code: "unavailable" }));
  expect((await getFacts(db, DEFAULT_PROJECT, "long", { q: "result 5 of" })).level).not.toBeNull();
});

it("is not asked of a process that is being stopped, also before that has ended", async () => {
  const reader = new Reader(() => {});
  const asked = {
    read: "facts",
    project: DEFAULT_PROJECT,
    id: "long",
    input: { q: "result" },
    as: "value",
  } as const;
  await reader.read(asked, new AbortController().signal);
  expect(reader.isFree).toBe(true);
  reader.stop();
  expect(reader.isFree).toBe(false);
});
