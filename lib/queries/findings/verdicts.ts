import { z } from "zod";
import type { precisionSchema } from "@/lib/api/endpoints/verdicts";
import { findKindWithCode } from "@/lib/core/findings/kinds";
import { FINDING_VERDICTS } from "@/lib/core/findings/counted";
import type { Database } from "@/lib/db/client";
import { STANDING } from "@/lib/db/derived/codes";
import { readJudgedRules } from "@/lib/db/reads/findings";
import { JUDGED_TITLES } from "./judged-kinds";
import type { FindingVerdict as VerdictRow } from "@/lib/db/generated/client";

export type RulePrecision = z.output<typeof precisionSchema>;

const verdictColumn = z.enum(FINDING_VERDICTS).catch("not-useful");

/** What people said of the findings of a session, by the findings' ids. */
export async function readVerdicts(db: Database, sessionId: string) {
  const rows = await db.findingVerdict.findMany({ where: { sessionId }, orderBy: { finding: "asc" } });
  return new Map(rows.map((row) => [row.finding, describeVerdict(row)]));
}

function describeVerdict({ verdict, note, who, at, code, standing }: VerdictRow) {
  return {
    code,
    standing: STANDING.word(standing),
    verdict: verdictColumn.parse(verdict),
    note,
    who,
    at: at.toISOString(),
  };
}

/** For each rule of whose findings people said something: how often they confirmed it, in all sessions of the project. */
export async function measurePrecision(db: Database, project: string): Promise<RulePrecision[]> {
  const rows = await readJudgedRules(db, project);
  return rows.map(({ code, judged, confirmed, wrong }) => ({
    code,
    title: findKindWithCode(code)?.title ?? JUDGED_TITLES.get(code) ?? code,
    judged: Number(judged),
    confirmed: Number(confirmed),
    false: Number(wrong),
    notUseful: Number(judged) - Number(confirmed) - Number(wrong),
  }));
}
