import type { StepOf } from "@/lib/access/step-of";
import type { Asked } from "@/lib/judge/ask";
import { askQuestion, PASSING } from "@/lib/judge/ask";
import { makeModelClient } from "@/lib/judge/client";
import { type PreparedQuestion, prepareQuestions } from "@/lib/judge/prepare";
import { QUESTIONS } from "@/lib/judge/questions";
import type { Unanswered } from "@/lib/judge/read-answer";
import { buildJudgeScene } from "@/lib/judge/scene/scene";
import type { Database } from "@/lib/db/client";
import { announceChange } from "@/lib/db/notices/notices";
import { holdSession } from "@/lib/db/sessions/while-there";
import { lockWriter } from "@/lib/db/writer-locks";
import { readAnalysedRow } from "@/lib/db/recordings/analysed-row";
import { readRecording } from "@/lib/db/recordings/read-recording";
import type { JudgeSettings } from "@/lib/judge/judge-settings";
import { writeJudgedFindings } from "@/lib/judge/judged-findings";
import { makeJudgeStore } from "./store";
import type { MaskTexts } from "@/lib/judge/prepare";
import { getRedactionRules } from "@/lib/queries/shares/redaction-rules";
import { maskTexts } from "@/lib/redaction/mask";

/** How the questions of a session went. */
export interface SessionJudged {
  readonly questions: number;
  readonly note: string | null;
  /** When what is open is asked again: after a pause that the service wants, or on the next day. */
  readonly again: { readonly inMs: number } | "tomorrow" | null;
}

/**
 * Asks the open questions of a session, one after another, and stops at the first failure that the others would meet too.
 * @returns `null` if there is no such session, or the process is about to end
 */
export async function judgeQuestions({
  ctx: { db, signal },
  input: { session, settings },
}: StepOf<
  "db" | "signal",
  { readonly session: string; readonly settings: JudgeSettings }
>): Promise<SessionJudged | null> {
  const row = await readAnalysedRow(db, session);
  if (row === undefined) return null;
  const project = row.projectId;
  const recording = await readRecording(db, row, { keeps: false, models: row.models });
  const prepared = await prepareQuestions(
    QUESTIONS,
    buildJudgeScene(recording),
    await projectMask(db, project),
  );
  const store = makeJudgeStore({ ctx: { db, project }, input: { session, settings } });
  const how = { model: settings.model, ask: makeModelClient(settings), store };
  const askedQuestions: Asked[] = [];
  for (const { question, candidate } of prepared) {
    if (signal.aborted) return null;
    const outcome = await askQuestion(question, candidate, how);
    askedQuestions.push(outcome);
    if (isHopeless(outcome)) break;
  }
  const standingAnswers = await markStanding(db, session, askedQuestions);
  return standingAnswers === null ? null : sumJudged(prepared, askedQuestions);
}

/** Whether the questions behind it would fare no better. */
function isHopeless(outcome: Asked): boolean {
  if (outcome.is === "budget spent") return true;
  const { why } = outcome.record;
  return why === "denied" || (why !== null && PASSING.has(why));
}

/**
 * Answers to what the session as it is now no longer asks are kept, but they say nothing of it any more.
 * @returns how many stand; `null` if the session is gone
 */
function markStanding(
  db: Database,
  session: string,
  askedQuestions: readonly Asked[],
): Promise<object | null> {
  const hashes = askedQuestions.flatMap((question) => (question.is === "told" ? [question.record.hash] : []));
  const isEnded = askedQuestions.every((question) => !isHopeless(question));
  return db.$transaction(async (tx) => {
    await lockWriter(tx, "analysis", [session]);
    if (!(await holdSession(tx, session))) return null;
    if (isEnded)
      await tx.judgeAnswer.updateMany({
        where: { sessionId: session, hash: { notIn: hashes } },
        data: { stands: false },
      });
    const stand = await tx.judgeAnswer.updateMany({
      where: { sessionId: session, hash: { in: hashes } },
      data: { stands: true },
    });
    await writeJudgedFindings(tx, session);
    await announceChange(tx, session, null);
    return stand;
  });
}

function sumJudged(prepared: readonly PreparedQuestion[], askedQuestions: readonly Asked[]): SessionJudged {
  const questions = prepared.length;
  const last = askedQuestions.at(-1);
  const open = questions - askedQuestions.length;
  if (last?.is === "budget spent")
    return {
      questions,
      note: `The daily budget is spent; ${open + 1} of ${questions} questions wait.`,
      again: "tomorrow",
    };
  const why = last?.record.why ?? null;
  if (last === undefined || why === null || !isHopeless(last)) return { questions, note: null, again: null };
  const note = `${WORDS[why] ?? why}: ${last.record.sentence}; ${open + 1} of ${questions} questions are open.`;
  return { questions, note, again: PASSING.has(why) ? { inMs: last.retryInMs ?? 0 } : null };
}

const WORDS: Readonly<Partial<Record<Unanswered, string>>> = {
  "time-out": "The model did not answer in time",
  "rate limit": "The service limits its rate",
  unreachable: "The service cannot be reached",
  "server error": "The service failed",
  denied: "The service denies access, or has no such model",
};

/** Masks what a share of the project would mask. */
async function projectMask(db: Database, project: string): Promise<MaskTexts> {
  const rules = await getRedactionRules(db, project);
  return async (texts) => {
    const placed = texts.map((text, i) => ({ place: `block ${i}`, text }));
    return (await maskTexts(placed, { rules, reveal: new Set() })).masked;
  };
}
