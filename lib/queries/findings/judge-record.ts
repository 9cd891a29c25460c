import { z } from "zod";
import type { JudgeRecord } from "@/lib/judge/ask";
import { UNANSWERED } from "@/lib/judge/read-answer";
import { SEVERITY } from "@/lib/db/derived/codes";
import type { JudgeAnswer } from "@/lib/db/generated/client";
import { quotesColumn } from "@/lib/judge/judged-findings";

const moreColumn = z.record(z.string(), z.unknown()).catch({});

export function recordOfRow(row: JudgeAnswer): JudgeRecord {
  const { hash, question, version, model, turn, verdict, sentence, inputTokens, outputTokens } = row;
  const severity = row.severity === null ? null : SEVERITY.word(row.severity);
  return {
    ...{ hash, question, version, model, turn, verdict, sentence },
    why: UNANSWERED.find((one) => one === row.why) ?? null,
    severity: severity === "serious" ? "warning" : severity,
    quotes: quotesColumn.parse(row.quotes),
    more: moreColumn.parse(row.more),
    tokens: { input: inputTokens, output: outputTokens },
  };
}
