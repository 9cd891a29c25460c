import type { StepIn } from "@/lib/access/step-of";
import { randomUUID } from "node:crypto";
import { noteInAuditLog } from "@/lib/access/audit";
import { GRANT_NEEDS, isStillGiven } from "@/lib/access/grant";
import type { CommandOf } from "@/lib/access/write-context";
import { writeAlertBody, type AlertContent } from "@/lib/alerts/payload";
import { sendMessage } from "@/lib/alerts/send";
import type { AlertMessageResult } from "@/lib/api/endpoints/alerts";
import { BROWSER_TARGET } from "@/lib/core/alert/browser-target";
import { ALERT_FORMATS } from "@/lib/core/alert/choices";
import { alertRuleSchema } from "@/lib/core/alert/rule";
import type { Database } from "@/lib/db/client";
import type { AlertMessage as MessageRow, AlertTarget as TargetRow } from "@/lib/db/generated/client";
import { parsePublicId } from "@/lib/db/session-id";
import { notFound } from "@/lib/errors";
import { makeDeliverJob } from "@/lib/jobs/job";
import { queueSoon } from "@/lib/jobs/add-jobs";
import { describeMessage } from "@/lib/queries/access/get-alerts";
import { isStillHeld } from "./hold-rules";
import { readAddressRules } from "./targets";

const AT_ONCE = 50;
/** Each pause is four times as long: half a minute, two, eight, half an hour, two hours. */
const FIRST_PAUSE_MS = 30_000;
const PAUSE_FACTOR = 4;
const TRIES_MAX = 6;
/** Longer than sending one message can take, with its time limit. */
const TAKEN_MS = 60_000;

/** The oldest first. A failed message becomes due again later, and dead in the end. */
export async function deliverDue({
  ctx: { db, project: projectId, signal },
}: StepIn<"db" | "project" | "signal">): Promise<void> {
  const due = await db.alertMessage.findMany({
    where: { projectId, status: { in: ["held", "waiting"] }, dueAt: { lte: new Date() } },
    orderBy: [{ dueAt: "asc" }, { projectId: "asc" }, { id: "asc" }],
    take: AT_ONCE,
  });
  for (const message of due) {
    if (signal.aborted) return;
    if (!(await isTaken(db, message))) continue;
    const where = { projectId_id: { projectId, id: message.id } };
    if (message.status === "held" && !(await assertInOrder(db, message))) {
      await db.alertMessage.deleteMany({ where: { projectId, id: message.id } });
      continue;
    }
    if (message.target === BROWSER_TARGET) {
      const data = { status: "sent", attempts: 1, answer: "for the open pages", sentAt: new Date() };
      await db.alertMessage.update({ where, data });
      continue;
    }
    const target = await db.alertTarget.findUnique({
      where: { projectId_id: { projectId, id: message.target } },
    });
    if (target === null) await db.alertMessage.deleteMany({ where: { projectId, id: message.id } });
    else await db.alertMessage.update({ where, data: await trySend(db, message, target) });
  }
  if (due.length === AT_ONCE) queueSoon(db, [makeDeliverJob(projectId)]);
}

/**
 * Reserves a message for a while, so that nobody else sends it. If the process ends meanwhile, the message is
 * due again.
 */
async function isTaken(db: Database, { projectId, id, status, dueAt }: MessageRow): Promise<boolean> {
  const data = { dueAt: new Date(Date.now() + TAKEN_MS) };
  return (await db.alertMessage.updateMany({ where: { projectId, id, status, dueAt }, data })).count === 1;
}

async function trySend(db: Database, message: MessageRow, target: TargetRow) {
  const { projectId: project, giver } = target;
  if (!(await isStillGiven(db, { project, giver, needs: GRANT_NEEDS["alert target"] })))
    return { status: "dead", answer: "not sent: who declared this address may do so no more" };
  const { taken, answer } = await send(message.id, target, message.content as unknown as AlertContent);
  const attempts = message.attempts + 1;
  const now = Date.now();
  if (taken) return { status: "sent", attempts, answer, sentAt: new Date(now) };
  if (attempts >= TRIES_MAX) return { status: "dead", attempts, answer };
  const pause = FIRST_PAUSE_MS * PAUSE_FACTOR ** (attempts - 1);
  return { status: "waiting", attempts, answer, dueAt: new Date(now + pause) };
}

function send(id: string, { url, secret, format: written }: TargetRow, content: AlertContent) {
  const format = ALERT_FORMATS.find((one) => one === written) ?? "json";
  return sendMessage({ id, url, secret, body: writeAlertBody(format, content) }, readAddressRules());
}

async function assertInOrder(db: Database, { projectId, rule, session }: MessageRow): Promise<boolean> {
  const row = await db.alertRule.findUnique({ where: { projectId_id: { projectId, id: rule ?? "" } } });
  const parsed = alertRuleSchema.safeParse(row?.rule).data;
  const key = parsePublicId(session ?? "");
  return (
    parsed !== undefined &&
    key !== null &&
    isStillHeld({ ctx: { db, project: projectId }, input: { rule: parsed, sessionId: key } })
  );
}

/**
 * Sends a test message at once, and stores the result.
 * @throws AppError `not_found`
 */
export async function testTarget({
  ctx: { db, caller },
  input: { id },
}: CommandOf<{ id: string }>): Promise<AlertMessageResult> {
  const projectId = caller.project;
  const target = await db.alertTarget.findUnique({ where: { projectId_id: { projectId, id } } });
  if (target === null) throw notFound("the target");
  const message = `test:${randomUUID()}`;
  const at = new Date();
  const content: AlertContent = {
    id: message,
    type: "test",
    at: at.toISOString(),
    rule: null,
    session: null,
    windowShare: null,
    findings: [],
    more: 0,
  };
  const { taken, answer } = await send(message, target, content);
  const status = taken ? "sent" : "dead";
  const said = { status, answer, attempts: 1, dueAt: at, sentAt: taken ? at : null };
  const row = await db.$transaction(async (tx) => {
    await noteInAuditLog(tx, caller, "alert-target.tested", { target: target.name, detail: { taken } });
    return tx.alertMessage.create({
      data: { projectId, id: message, target: id, content: { ...content } as never, ...said },
    });
  });
  return describeMessage(row, new Map(), new Map([[target.id, target.name]]));
}

/**
 * Makes a dead message due again.
 * @throws AppError `not_found` for any other message
 */
export async function retryMessage({
  ctx: { db, caller },
  input: { id },
}: CommandOf<{ id: string }>): Promise<void> {
  const projectId = caller.project;
  const data = { status: "waiting", attempts: 0, dueAt: new Date() };
  await db.$transaction(async (tx) => {
    const { count } = await tx.alertMessage.updateMany({ where: { projectId, id, status: "dead" }, data });
    if (count === 0) throw notFound("a message that could not be sent");
    await noteInAuditLog(tx, caller, "alert-message.retried", { target: id });
  });
  queueSoon(db, [makeDeliverJob(projectId)]);
}
