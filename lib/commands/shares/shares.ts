import { randomBytes, randomUUID } from "node:crypto";
import { noteInAuditLog } from "@/lib/access/audit";
import { nameActor } from "@/lib/access/caller";
import { GRANT_NEEDS, holdGiver } from "@/lib/access/grant";
import { hashSecret } from "@/lib/access/key-text";
import { keepPassphrase } from "@/lib/access/passphrase";
import type { CommandOf } from "@/lib/access/write-context";
import type { ShareBody, ShareResult } from "@/lib/api/endpoints/shares";
import { writeSettings } from "@/lib/db/project-settings";
import { whileThere } from "@/lib/db/sessions/while-there";
import { notFound } from "@/lib/errors";
import { findSession } from "@/lib/queries/reading/find-session";
import { shareView } from "@/lib/queries/shares/list-shares";
import type { RedactionRules } from "@/lib/redaction/custom";
import type { MadeOrJob, RedactionAsked } from "./redactions";
import { unpackHits, makeRedaction } from "./redactions";

const TOKEN_BYTES = 32;
const DAY_MS = 24 * 60 * 60 * 1_000;

export interface NewShare {
  readonly share: ShareResult;
  readonly token: string;
}

/**
 * Makes the link to what a worker froze and redacted.
 * @returns the job, and no share, if the worker takes longer than the caller waits
 * @throws AppError as `redaction`
 */
export async function createShare({
  ctx: { db, caller },
  input: { id, body, asked },
}: CommandOf<{ id: string; body: ShareBody; asked: RedactionAsked }>): Promise<MadeOrJob<NewShare>> {
  const answer = await makeRedaction({
    ctx: { db, project: caller.project },
    input: { id, subject: body, asked },
  });
  if (answer.is === "job") return answer;
  const { made } = answer;
  const { sessionId } = made;
  const { hits } = await unpackHits(made);
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const kept = body.passphrase === null ? null : await keepPassphrase(body.passphrase);
  const data = {
    sessionId,
    id: randomUUID(),
    projectId: caller.project,
    hash: hashSecret(token),
    title: made.title,
    snapshot: made.snapshot,
    content: body.content,
    hasImage: body.image,
    passphraseSalt: kept?.salt ?? null,
    passphraseHash: kept?.hash ?? null,
    viewLimit: body.viewLimit,
    expiresAt: new Date(Date.now() + body.expiresInDays * DAY_MS),
    createdBy: nameActor(caller.actor),
  };
  const revealed = hits.filter((hit) => body.reveal.includes(hit.id));
  const detail = {
    content: body.content,
    expiresInDays: body.expiresInDays,
    found: hits.length,
    revealed: revealed.length,
    ...(body.mask.length > 0 && { chosen: body.mask.length }),
    ...(revealed.length > 0 && { revealedKinds: describeKinds(revealed) }),
  };
  const row = await whileThere(db, sessionId, async (tx) => {
    const giver = await holdGiver(tx, caller, GRANT_NEEDS.share);
    await noteInAuditLog(tx, caller, "share.created", { target: data.id, detail });
    return tx.share.create({ data: { ...data, giver } });
  });
  if (row === null) throw notFound("the session");
  return { is: "made", made: { share: shareView(row), token } };
}

/** Counts what was revealed by kind, because the log must not hold the values. */
function describeKinds(hits: readonly { readonly label: string }[]): string {
  const counts = new Map<string, number>();
  for (const { label } of hits) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].map(([label, count]) => `${count} × ${label}`).join(", ");
}

/** Ends a share and deletes its content. @throws AppError `not_found` */
export async function revokeShare({
  ctx: { db, caller },
  input: { id, shareId },
}: CommandOf<{ id: string; shareId: string }>): Promise<void> {
  const { sessionId } = await findSession(db, caller.project, id);
  await db.$transaction(async (tx) => {
    const { count } = await tx.share.updateMany({
      where: { sessionId, id: shareId, projectId: caller.project, revokedAt: null },
      data: { revokedAt: new Date(), snapshot: new Uint8Array() },
    });
    if (count === 0) throw notFound("the share");
    await noteInAuditLog(tx, caller, "share.revoked", { target: shareId });
  });
}

export async function setRedactionRules({
  ctx: { db, caller },
  input: { rules },
}: CommandOf<{ rules: RedactionRules }>): Promise<void> {
  await db.$transaction(async (tx) => {
    await writeSettings(tx, caller.project, { redaction: rules });
    await noteInAuditLog(tx, caller, "redaction.changed", {
      detail: { rules: rules.rules.length, off: rules.off.length, on: rules.on.length },
    });
  });
}
