import type { JudgeResult } from "@/lib/api/endpoints/judge";
import type { Database } from "@/lib/db/client";
import { instance } from "@/lib/env";
import { findJudgeInUse, projectJudgeSettings } from "@/lib/judge/judge-settings";
import { formatDay } from "@/lib/judge/judge-tasks";

/** The judge of a project as its owner sees it: without the key. */
export async function getJudge(db: Database, project: string, now = new Date()): Promise<JudgeResult> {
  const own = await projectJudgeSettings(db, project);
  const used = findJudgeInUse(own);
  const day = formatDay(now);
  const spent = await db.judgeSpend.findUnique({ where: { projectId_day: { projectId: project, day } } });
  const { off, callsPerDay, tokensPerDay } = own;
  const named = used ?? (own.url === null ? instance().judge : own);
  return {
    on: used !== null,
    by: used?.by ?? null,
    url: named?.url ?? null,
    model: named?.model ?? null,
    hasKey: (named?.key ?? null) !== null,
    ownAddress: instance().mode === "local",
    ...{ off, callsPerDay, tokensPerDay },
    today: { calls: spent?.calls ?? 0, tokens: Number(spent?.tokens ?? 0) },
  };
}
