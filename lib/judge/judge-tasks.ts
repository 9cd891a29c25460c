import type { Database, Transaction } from "@/lib/db/client";
import { whileThere } from "@/lib/db/sessions/while-there";
import { readJudgeSettings } from "./judge-settings";

/** A running session is asked about when it has been quiet for so long. */
const QUIET_MS = 300_000;

/**
 * Notes that sessions have changed, so that the judge asks about them; nothing where it is off. What only repeats another
 * session is left out: side calls and replays.
 * @returns whether some of them have ended, so that there is work at once
 */
export async function requestJudging(
  db: Database,
  project: string,
  sessions: readonly string[],
): Promise<boolean> {
  if (sessions.length === 0 || (await readJudgeSettings(db, project)) === null) return false;
  const changed = await db.session.findMany({
    where: { sessionId: { in: [...sessions] }, role: { notIn: ["side", "replay"] } },
    select: { sessionId: true, outcome: true },
  });
  for (const { sessionId, outcome } of changed)
    await whileThere(db, sessionId, (tx) =>
      requestAt(tx, project, sessionId, new Date(Date.now() + (outcome === null ? QUIET_MS : 0))),
    );
  return changed.some(({ outcome }) => outcome !== null);
}

/**
 * The questions of a session are due now, also where the judge rests.
 * @param noted writes more in the transaction that says so
 */
export async function requestJudgingNow(
  db: Database,
  project: string,
  session: string,
  noted?: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await whileThere(db, session, async (tx) => {
    await noted?.(tx);
    await endRest(tx, project);
    return requestAt(tx, project, session, new Date());
  });
}

function requestAt(tx: Transaction, projectId: string, sessionId: string, dueAt: Date) {
  return tx.judgeTask.upsert({
    where: { sessionId },
    create: { sessionId, projectId, dueAt },
    update: { dueAt, tries: 0 },
  });
}

/** Until when nothing is asked; `null` while the judge does not rest. */
export async function findRestsUntil(db: Database, projectId: string): Promise<Date | null> {
  const row = await db.judgeSpend.findFirst({
    where: { projectId, restUntil: { gt: new Date() } },
    orderBy: { restUntil: "desc" },
  });
  return row?.restUntil ?? null;
}

export async function startRest(db: Database, projectId: string, until: Date): Promise<void> {
  const day = formatDay(new Date());
  await db.judgeSpend.upsert({
    where: { projectId_day: { projectId, day } },
    create: { projectId, day, calls: 0, tokens: 0, restUntil: until },
    update: { restUntil: until },
  });
}

/** With other settings, or when somebody asks, it is tried again at once. */
export async function endRest(db: Pick<Transaction, "judgeSpend">, projectId: string): Promise<void> {
  await db.judgeSpend.updateMany({ where: { projectId }, data: { restUntil: null } });
}

/** The calendar day that a budget is for, in UTC. */
export function formatDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}
