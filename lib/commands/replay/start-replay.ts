import { setTimeout as wait } from "node:timers/promises";
import { noteInAuditLog } from "@/lib/access/audit";
import type { CommandOf } from "@/lib/access/write-context";
import type { ReplayAnswer, ReplayRequest } from "@/lib/api/endpoints/replays";
import { writeCanonicalJson, hashContent } from "@/lib/core/hash";
import type { PolicyChoice } from "@/lib/replay/choose-policy";
import { getCallId, matchCalls } from "@/lib/db/derived/call-ids";
import type { Database, Transaction } from "@/lib/db/client";
import { whileThere } from "@/lib/db/sessions/while-there";
import { AppError, notFound } from "@/lib/errors";
import { findSession } from "@/lib/queries/reading/find-session";
import { replayJob } from "@/lib/jobs/job";
import { queueSoon } from "@/lib/jobs/add-jobs";
import { awaitSession } from "@/lib/queries/reading/reading";
import { readReplay } from "@/lib/queries/replays/get-replay";
import { listChosen } from "./choices";

/** How long the caller waits for data that was just received, and then for results. */
const WAIT_MS = 5_000;
const LOOK_MS = 40;

/** Raised with what a replay computes: saved results of an earlier version are not an answer any more. */
const REPLAY_VERSION = 3;

/**
 * Lets a worker replay a session under the requested policies, and waits a little for it. An equal earlier request for
 * the same log is answered with the saved result.
 * @throws AppError `not_found`; `invalid_body` for an unknown policy, option or pin; `unprocessable` without known
 * windows
 */
export async function startReplay({
  ctx,
  input: { id: sessionId, request },
}: CommandOf<{ id: string; request: ReplayRequest }>): Promise<ReplayAnswer> {
  const { db, caller } = ctx;
  const { project } = caller;
  listChosen(request.policies);
  await awaitSession(db, project, sessionId, WAIT_MS);
  const row = await findSession(db, project, sessionId);
  const known = await db.turn.count({ where: { sessionId: row.sessionId, windowKnown: true } });
  if (known === 0)
    throw new AppError("unprocessable", "the session does not show its windows: there is nothing to replay");
  await refuseUnknownPins(db, row.sessionId, request.policies);
  const id = `rep_${hashContent(writeCanonicalJson([REPLAY_VERSION, request, row.lastSeq, row.superseded]))}`;
  const noted = (tx: Transaction) =>
    noteInAuditLog(tx, caller, "replay.started", {
      target: sessionId,
      detail: { policies: request.policies.length },
    });
  if (await begin({ ctx, input: { sessionId: row.sessionId, id, request, noted } }))
    queueSoon(db, [replayJob(project, row.sessionId, id)]);
  for (const until = Date.now() + WAIT_MS; ; await wait(LOOK_MS)) {
    const answer = await readReplay(db, row, id);
    if (answer.status !== "running" || Date.now() > until) return answer;
  }
}

/** @throws AppError `invalid_body` for pins that name neither a block nor a call of the session, by their path */
async function refuseUnknownPins(
  db: Database,
  sessionId: string,
  policies: readonly PolicyChoice[],
): Promise<void> {
  const named = policies.flatMap(({ pin }, i) =>
    Array.isArray(pin) ? pin.map((id, n) => ({ id, path: `policies[${i}].pin[${n}]` })) : [],
  );
  if (named.length === 0) return;
  const ids = [...new Set(named.map(({ id }) => id))];
  const blocks = await db.block.findMany({
    where: { sessionId, OR: [{ id: { in: ids } }, matchCalls(ids)] },
    select: { id: true, toolCallId: true },
  });
  const known = new Set(blocks.flatMap((block) => [block.id, getCallId(block)]));
  const details = named
    .filter(({ id }) => !known.has(id))
    .map(({ id, path }) => ({
      path,
      code: "unknown_pin",
      message: `no block or tool call of the session is called ${id}`,
    }));
  const [first] = details;
  if (first !== undefined) throw new AppError("invalid_body", `${first.path}: ${first.message}`, details);
}

interface Beginning {
  readonly sessionId: string;
  readonly id: string;
  readonly request: ReplayRequest;
  readonly noted: (tx: Transaction) => Promise<void>;
}

/** @returns whether there is something to do */
async function begin({ ctx: { db }, input }: CommandOf<Beginning>): Promise<boolean> {
  const { sessionId, id, request, noted } = input;
  const begun = await whileThere(db, sessionId, async (tx) => {
    await noted(tx);
    const where = { sessionId_id: { sessionId, id } };
    const saved = await tx.replay.findFirst({ where: { sessionId, id } });
    if (saved?.status === "done" || saved?.status === "running") return { isNew: false };
    const fresh = { status: "running", done: 0, of: 0, results: [], message: null, updatedAt: new Date() };
    await tx.replay.upsert({ where, create: { sessionId, id, request, ...fresh }, update: fresh });
    return { isNew: true };
  });
  if (begun === null) throw notFound("the session");
  return begun.isNew;
}
