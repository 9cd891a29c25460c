import { randomUUID } from "node:crypto";
import { afterEach, expect, it } from "vitest";
import { testDatabase } from "@/lib/testing/database";
import { readWaiting } from "./waiting";

const db = testDatabase();
const sessions: string[] = [];
afterEach(async () => {
  for (const sessionId of sessions.splice(0)) {
    await db.batch.deleteMany({ where: { sessionId } });
    await db.session.deleteMany({ where: { sessionId } });
  }
});

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);

/** Batches of ten events each, received so many seconds ago, of which the first events are derived and analysed. */
async function addBehind(
  ages: readonly number[],
  derivedSeq: number,
  analysedSeq = derivedSeq,
): Promise<void> {
  const sessionId = randomUUID();
  sessions.push(sessionId);
  await db.session.create({
    data: {
      sessionId,
      projectId: "waiting",
      externalId: sessionId,
      lastSeq: ages.length * 10,
      derivedSeq,
      analysedSeq,
      updatedAt: ago(ages.at(-1) ?? 0),
    },
  });
  const none = { events: Buffer.alloc(0), texts: Buffer.alloc(0), textBytes: 0 };
  for (const [batch, age] of ages.entries())
    await db.batch.create({
      data: { sessionId, batch, firstSeq: batch * 10 + 1, eventCount: 10, receivedAt: ago(age), ...none },
    });
}

async function waits(what: string) {
  const one = (await readWaiting(db)).find((kind) => kind.what === what);
  return [one?.count, Math.round((one?.oldestS ?? 0) / 10) * 10];
}

it("a session waits since its oldest batch that is not derived, whatever it received since", async () => {
  expect(await waits("sessions")).toEqual([0, 0]);
  await addBehind([900, 300, 0], 10);
  await addBehind([700, 0], 20);
  await addBehind([100], 0);
  expect(await waits("sessions")).toEqual([2, 300]);
});

it("analyses are behind since they were due", async () => {
  await addBehind([500], 10, 0);
  await addBehind([500], 10);
  expect(await waits("analyses")).toEqual([1, 500]);
});
