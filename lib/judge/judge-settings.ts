import { z } from "zod";
import type { Database } from "@/lib/db/client";
import { readSettings } from "@/lib/db/project-settings";
import { instance } from "@/lib/env";

export const CALLS_PER_DAY = 200;
export const TOKENS_PER_DAY = 1_000_000;

/** As a project's owner set it. What does not fit counts as not set. */
const projectJudge = z
  .object({
    off: z.boolean().catch(false),
    url: z.string().nullable().catch(null),
    model: z.string().nullable().catch(null),
    key: z.string().nullable().catch(null),
    callsPerDay: z.int().min(0).catch(CALLS_PER_DAY),
    tokensPerDay: z.int().min(0).catch(TOKENS_PER_DAY),
  })
  .catch({
    off: false,
    url: null,
    model: null,
    key: null,
    callsPerDay: CALLS_PER_DAY,
    tokensPerDay: TOKENS_PER_DAY,
  });
export type ProjectJudge = z.output<typeof projectJudge>;

export interface JudgeSettings {
  /** Who named the model. */
  readonly by: "project" | "environment";
  readonly url: string;
  readonly model: string;
  readonly key: string | null;
  readonly callsPerDay: number;
  readonly tokensPerDay: number;
}

export async function projectJudgeSettings(db: Database, project: string): Promise<ProjectJudge> {
  return projectJudge.parse((await readSettings(db, project)).judge);
}

/** The model that a project asks, and what it may spend; `null` while the judge is off, which it is until somebody names a model. */
export async function readJudgeSettings(db: Database, project: string): Promise<JudgeSettings | null> {
  return findJudgeInUse(await projectJudgeSettings(db, project));
}

export function findJudgeInUse({ off, url, model, key, ...budget }: ProjectJudge): JudgeSettings | null {
  if (off) return null;
  const { judge, mode } = instance();
  // The owners of one project may not make the instance call addresses of its network.
  if (mode === "local" && url !== null && model !== null)
    return { by: "project", url, model, key, ...budget };
  return judge === null ? null : { by: "environment", ...judge, ...budget };
}
