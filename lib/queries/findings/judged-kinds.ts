import { QUESTIONS } from "@/lib/judge/questions";
import { makeJudgedCode } from "@/lib/judge/judged-findings";

/** All of what is judged belongs to one family. */
export const JUDGED_FAMILY = "integrity";

/** The titles of judged findings by code. */
export const JUDGED_TITLES: ReadonlyMap<string, string> = new Map(
  QUESTIONS.map(({ id, title }) => [makeJudgedCode(id), title]),
);
