import { noteInAuditLog } from "@/lib/access/audit";
import type { CommandOf } from "@/lib/access/write-context";
import type { JudgeBody } from "@/lib/api/endpoints/judge";
import { writeSettings } from "@/lib/db/project-settings";
import { instance } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { makeJudgeJob } from "@/lib/jobs/job";
import { queueSoon } from "@/lib/jobs/add-jobs";
import { findJudgeInUse, readJudgeSettings, projectJudgeSettings } from "@/lib/judge/judge-settings";
import { endRest, requestJudgingNow } from "@/lib/judge/judge-tasks";
import { findSession } from "@/lib/queries/reading/find-session";

/**
 * Changes the model that a project asks, or its budget. Fields that are left out stay.
 * @throws AppError `invalid_body` for an address without a model or the other way round, and for either in team mode,
 * where an address of the instance's own network could be meant
 */
export async function setJudge({
  ctx: { db, caller },
  input: { body },
}: CommandOf<{ body: JudgeBody }>): Promise<void> {
  const before = await projectJudgeSettings(db, caller.project);
  const changed = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  // A key belongs to the address that it was given for.
  const moved = body.url !== undefined && body.url !== before.url && body.key === undefined;
  const judge = { ...before, ...changed, ...(moved && { key: null }) };
  if (instance().mode === "team" && (judge.url !== null || judge.key !== null))
    throw makeRefusal("url", "in team mode the operator names the model: SIGHTGLASS_JUDGE_URL");
  if (judge.url !== null && judge.model === null)
    throw makeRefusal("model", "expected the name of a model at this address");
  if (judge.url === null && judge.model !== null)
    throw makeRefusal("url", "expected the address of a service with this model");
  const used = findJudgeInUse(judge);
  const { callsPerDay, tokensPerDay } = judge;
  const to = used === null ? "off" : `${used.model} at ${new URL(used.url).host}`;
  await db.$transaction(async (tx) => {
    await writeSettings(tx, caller.project, { judge });
    await endRest(tx, caller.project);
    await noteInAuditLog(tx, caller, "judge.changed", { detail: { to, callsPerDay, tokensPerDay } });
  });
}

/**
 * Has the open questions of a session asked as soon as a worker is free.
 * @throws AppError `not_found`; `conflict` while the judge is off
 */
export async function askJudge({
  ctx: { db, caller },
  input: { id },
}: CommandOf<{ id: string }>): Promise<{ status: "waiting" }> {
  const { sessionId } = await findSession(db, caller.project, id);
  if ((await readJudgeSettings(db, caller.project)) === null)
    throw new AppError("conflict", "the judge is off: name a model in the settings of the project first");
  await requestJudgingNow(db, caller.project, sessionId, (tx) =>
    noteInAuditLog(tx, caller, "judge.asked", { target: id }),
  );
  queueSoon(db, [makeJudgeJob(caller.project)]);
  return { status: "waiting" };
}

function makeRefusal(path: string, message: string): AppError {
  return new AppError("invalid_body", `${path}: ${message}`, [{ path, code: "custom", message }]);
}
