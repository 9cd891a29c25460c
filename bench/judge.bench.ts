import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import pLimit from "p-limit";
import { instance } from "@/lib/env";
import type { Asked, JudgeRecord, JudgeStore } from "@/lib/judge/ask";
import { askQuestion } from "@/lib/judge/ask";
import { makeModelClient } from "@/lib/judge/client";
import type { JudgeCandidate, Question } from "@/lib/judge/question";
import { QUESTIONS } from "@/lib/judge/questions";
import { whatWentWrong } from "@/lib/judge/questions/what-went-wrong";
import type { LabelledCase } from "@/lib/testing/judge-cases";
import { candidateOf, casesOf } from "@/lib/testing/judge-cases";
import { candidateOfRun, isRight, PUBLISHED, readFailedRun } from "@/lib/testing/who-and-when";
import { note } from "./report";

/**
 * Scores the configured model on the labelled cases of every question: how many of its accusations are right, how many
 * faults it tells, and what that costs. With a copy of Who&When, also how often it names the decisive agent and step.
 */
const AT_ONCE = 4;
const { values } = parseArgs({ options: { "who-and-when": { type: "string" } } });
const judge = readConfiguration();
const limit = pLimit(AT_ONCE);
const ask = makeModelClient(judge);
const { model } = judge;
/** A measurement asks everything anew, and spends what it needs. */
const FREE: JudgeStore = {
  known: () => Promise.resolve(null),
  keep: () => Promise.resolve(),
  reserve: () => Promise.resolve(true),
  settle: () => Promise.resolve(),
};

console.log(`${model} at ${judge.url}`);
for (const question of QUESTIONS) await scoreCases(question);
if (values["who-and-when"] !== undefined) await scoreRuns(values["who-and-when"]);

function readConfiguration() {
  const { judge: named } = instance();
  if (named !== null) return named;
  console.error("judge needs a model: set SIGHTGLASS_JUDGE_URL and SIGHTGLASS_JUDGE_MODEL");
  process.exit(1);
}

async function answer(question: Question, candidate: JudgeCandidate): Promise<JudgeRecord> {
  const asked: Asked = await limit(() => askQuestion(question, candidate, { model, ask, store: FREE }));
  if (asked.is !== "told") throw new Error("a measurement has no budget");
  return asked.record;
}

async function scoreCases(question: Question): Promise<void> {
  const cases = casesOf(question);
  const records = await Promise.all(cases.map((one) => answer(question, candidateOf(one))));
  const scored = cases.flatMap((one, i) => {
    const record = records[i];
    return record === undefined ? [] : [{ one, record, isFault: isFault(question, one.expect) }];
  });
  const told = scored.filter(({ record }) => record.severity !== null);
  const faults = scored.filter((one) => one.isFault);
  const right = told.filter((one) => one.isFault).length;
  const exact = scored.filter(({ one, record }) => isExact(one, record)).length;
  const open = scored.filter(({ record }) => record.verdict === null);
  note(
    `${question.id} (prompt ${question.version})`,
    `precision ${share(right, told.length)}, recall ${share(right, faults.length)}, exact ${share(exact, scored.length)}, ` +
      `unanswered ${open.length}${listReasons(records)}, ${sumTokens(records)} tokens`,
  );
}

function isFault({ verdicts }: Question, verdict: string): boolean {
  return verdicts[verdict]?.fault !== undefined;
}

function isExact({ expect, culprit, open }: LabelledCase, { verdict, quotes, more }: JudgeRecord): boolean {
  const steps = Array.isArray(more.steps) ? (more.steps as readonly { readonly status: string }[]) : [];
  return (
    verdict === expect &&
    (culprit === undefined || quotes[0]?.text === culprit) &&
    (open === undefined || steps.filter(({ status }) => status === "open").length === open)
  );
}

async function scoreRuns(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".json"),
  );
  const runs = files.flatMap((file) => readFailedRun(readFileSync(path.join(folder, file), "utf8")) ?? []);
  if (runs.length === 0) throw new Error(`${folder} holds no run of Who&When`);
  const records = await Promise.all(runs.map((run) => answer(whatWentWrong, candidateOfRun(run))));
  const scored = runs.flatMap((run, i) => {
    const record = records[i];
    return record === undefined ? [] : [isRight(run, record)];
  });
  const agents = scored.filter(({ agent }) => agent).length;
  const steps = scored.filter(({ step }) => step).length;
  const open = records.filter(({ verdict }) => verdict === null).length;
  note(
    "Who&When: runs",
    `${runs.length}, unanswered ${open}${listReasons(records)}, ${sumTokens(records)} tokens`,
  );
  note(
    "Who&When: decisive agent",
    `${share(agents, runs.length)} (published best ${formatPercent(PUBLISHED.agents)})`,
  );
  note(
    "Who&When: decisive step",
    `${share(steps, runs.length)} (published best ${formatPercent(PUBLISHED.steps)})`,
  );
}

function listReasons(records: readonly JudgeRecord[]): string {
  const reasons = new Map<string, number>();
  for (const { why } of records) if (why !== null) reasons.set(why, (reasons.get(why) ?? 0) + 1);
  return reasons.size === 0 ? "" : ` (${[...reasons].map(([why, n]) => `${why} ${n}`).join(", ")})`;
}

function sumTokens(records: readonly JudgeRecord[]): number {
  return records.reduce((sum, { tokens }) => sum + tokens.input + tokens.output, 0);
}

function share(part: number, whole: number): string {
  return whole === 0 ? "–" : `${part}/${whole} = ${formatPercent(part / whole)}`;
}

function formatPercent(of: number): string {
  return `${(of * 100).toFixed(1)} %`;
}
