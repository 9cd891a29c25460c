import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { testDatabase } from "@/lib/testing/database";
import { hearStatements } from "@/lib/testing/cluster/sent-statements";
import { readSaidPlace } from "./guarded-pool";
import type { Place, StatementPlace } from "./places";
import { limitToSessions } from "./reachable";

const db = testDatabase();
const [A, B] = [randomUUID(), randomUUID()] as const;
const [FEW, MANY] = [5, 40];

const heard: (StatementPlace | Place | null)[] = [];
/** The parameters of the same statements. */
const values: (readonly unknown[])[] = [];
hearStatements((text, _, asked) => {
  if (!/"(session|turn|incident|raw_record|stream)"/.test(text)) return;
  heard.push(readSaidPlace(asked));
  values.push((asked as { values: unknown[] }).values);
});

async function placesOf(ask: () => Promise<unknown>): Promise<readonly (StatementPlace | Place | null)[]> {
  heard.length = values.length = 0;
  await ask();
  return [...heard];
}

const at = (...keys: string[]) => ({ of: "session", keys });

it("says the keys that a model is asked for, or that it is asked for everywhere", async () => {
  const turns = { sessionId: A, turn: 3 };
  for (const [ask, place] of [
    [() => db.turn.findMany({ where: turns }), at(A)],
    [() => db.turn.count({ where: { sessionId: { in: [A, B] } } }), at(A, B)],
    [() => db.session.findFirst({ where: { AND: [{ projectId: "p" }, { sessionId: B }] } }), at(B)],
    [() => db.incident.deleteMany({ where: { sessionId: A, id: "i" } }), at(A)],
    [() => db.session.findMany({ where: { projectId: "p", sessionId: { notIn: [A] } } }), "everywhere"],
    [() => db.session.findMany({ where: { OR: [{ sessionId: A }, { projectId: "p" }] } }), "everywhere"],
    [() => db.turn.findMany({ where: { OR: [turns, { sessionId: B, turn: 1 }] } }), at(A, B)],
    [() => db.rawRecord.count({ where: { streamId: A } }), { of: "stream", keys: [A] }],
    [() => db.stream.count({ where: { streamId: A } }), null],
  ] as const)
    expect(await placesOf(ask)).toEqual([place]);
});

it("says so in a transaction, of each of its statements", async () => {
  const ask = () =>
    db.$transaction(async (tx) => {
      await tx.turn.count({ where: { sessionId: A } });
      await tx.session.count({ where: { projectId: "p" } });
    });
  expect(await placesOf(ask)).toEqual([at(A), "everywhere"]);
});

it("says so of each of many at once, more than there are connections", async () => {
  const keys = Array.from({ length: MANY }, () => randomUUID());
  const ask = () => Promise.all(keys.map((sessionId) => db.turn.count({ where: { sessionId } })));
  expect(await placesOf(ask)).toEqual(values.map(([key]) => at(String(key))));
  expect(values).toHaveLength(MANY);
});

it("says the sessions that are there, where only these are asked", async () => {
  const part = limitToSessions(db, [A]);
  expect(await placesOf(() => part.session.findMany({ where: { projectId: "p" } }))).toEqual([at(A)]);
  expect(
    await placesOf(() => part.session.findMany({ where: { sessionId: { in: [A, B] } }, take: FEW })),
  ).toEqual([at(A)]);
});

it("refuses to ask in a way that joins several questions", async () => {
  await expect((async () => db.session.findUnique({ where: { sessionId: A } }))()).rejects.toThrow(
    "findFirst",
  );
});
