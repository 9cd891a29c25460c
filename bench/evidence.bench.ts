import type { EvidenceEdge } from "@/lib/core/evidence/edge";
import { deriveEvidence } from "@/lib/core/evidence/evidence-of";
import { writeCanonicalJson } from "@/lib/core/hash";
import type { PlanStep } from "@/lib/core/evidence/plan/steps/plan";
import { buildPlans } from "@/lib/core/evidence/plan/plans-of";
import type { Recording } from "@/lib/core/trace/fold/recording";
import { readFullText, foldRecording } from "@/lib/core/trace/fold/recording";
import { turnAt } from "@/lib/core/window/turn-at";
import { hasCorpus } from "@/lib/testing/corpus/corpus";
import { corpusEntries, importCorpusEntry } from "@/lib/testing/corpus/import-corpus";
import { trace } from "@/lib/testing/trace-builder";
import { hold, note } from "./report";

/**
 * Compares inferred edges with a benchmark's own statement: the actions that tau2-bench expects, if the agent
 * carried them out. An argument of such an action that no rule and no user mentioned must come from a result
 * with exactly this value as a field. Recall is the share of these arguments with an edge to such a result.
 * Precision is the share of edges into these calls whose result contains any argument of the action.
 */
const score = { actions: 0, covered: 0, arguments: 0, found: 0, edges: 0, right: 0 };
const fields = new Map<string, Set<string>>();
const RUNS = 7;
const READS = /^(get|find|list|search|calculate|think|check|run|transfer)_?/;

if (!hasCorpus) console.log("SKIPPED: the trace corpus is not there");
for (const { entry } of hasCorpus ? corpusEntries() : []) {
  if (!entry.startsWith("tau2_bench/")) continue;
  const imported = await importCorpusEntry(entry);
  for (const events of imported?.sessions.values() ?? []) judgeRecording(foldRecording(events));
}
if (hasCorpus) {
  note("expected write actions that were carried out", String(score.actions));
  note("their arguments that only a result can have told", String(score.arguments));
  hold({ what: "expected write actions with evidence", value: score.covered / score.actions, atLeast: 0.9 });
  hold({ what: "recall of inferred edges", value: score.found / score.arguments, atLeast: 0.9 });
  hold({ what: "precision of inferred edges", value: score.right / score.edges, atLeast: 0.9 });
}
measureGrowth();

function judgeRecording(recording: Recording): void {
  const plans = buildPlans(recording);
  const { edges } = deriveEvidence(recording, plans);
  const stated = joinStatedTexts(recording);
  const taken = new Set<number>();
  for (const step of plans.find(({ id }) => id === "expected")?.steps ?? []) {
    const call = findCall(recording, step, taken);
    if (call === null) continue;
    const values = listLeaves(JSON.parse(/\{.*\}/.exec(step.text)?.[0] ?? "{}"));
    const needed = values.filter(
      (value) => !stated.includes(value) && findHolders(recording, value, call).size > 0,
    );
    const into = edges.filter(({ to, kind }) => kind === "inferred" && to.block === call);
    judgeAction(recording, call, values, needed, into);
  }
}

function judgeAction(
  recording: Recording,
  call: number,
  values: readonly string[],
  needed: readonly string[],
  into: readonly EvidenceEdge[],
): void {
  const all = new Set(values.flatMap((value) => [...findHolders(recording, value, call)]));
  score.edges += into.length;
  score.right += into.filter(({ from }) => all.has(from)).length;
  if (needed.length === 0) return;
  const found = needed.filter((value) =>
    into.some(({ from }) => findHolders(recording, value, call).has(from)),
  );
  score.actions++;
  score.covered += found.length > 0 ? 1 : 0;
  score.arguments += needed.length;
  score.found += found.length;
}

function findCall({ session }: Recording, step: PlanStep, taken: Set<number>): number | null {
  const name = step.text.split(" ")[0] ?? "";
  if (READS.test(name) || step.concludedTurn === null || step.changes.at(-1)?.status !== "completed")
    return null;
  const output = turnAt(session.turns, step.concludedTurn)?.output ?? [];
  const call = output.find((block) => session.blocks[block]?.toolName === name && !taken.has(block));
  if (call === undefined) return null;
  taken.add(call);
  return call;
}

function joinStatedTexts(recording: Recording): string {
  const kinds = new Set(["system_rules", "user_goal", "user_message", "tool_schemas"]);
  const stated = recording.session.blocks.filter(({ kind }) => kinds.has(kind));
  return stated.map((block) => readFullText(recording, block) ?? "").join("\n");
}

function findHolders(recording: Recording, value: string, call: number): Set<number> {
  const { blocks } = recording.session;
  return new Set(
    blocks.flatMap((block, number) => {
      if (number >= call || block.kind !== "tool_result") return [];
      return listFields(readFullText(recording, block) ?? "").has(value) ? [number] : [];
    }),
  );
}

function listFields(text: string): Set<string> {
  const known = fields.get(text);
  if (known !== undefined) return known;
  let leaves = new Set([text]);
  try {
    leaves = new Set(listLeaves(JSON.parse(text), true));
  } catch {
    // A result in prose is one field.
  }
  fields.set(text, leaves);
  return leaves;
}

/**
 * Texts and numbers that are long enough to be specific. `withKeys` includes the keys, because some results
 * use ids as keys.
 */
function listLeaves(value: unknown, withKeys = false): string[] {
  if (typeof value === "string") return value.length >= 4 ? [value] : [];
  if (typeof value === "number")
    return writeCanonicalJson(value).length >= 4 ? [writeCanonicalJson(value)] : [];
  if (typeof value !== "object" || value === null) return [];
  const keys = withKeys && !Array.isArray(value) ? Object.keys(value) : [];
  return [...keys, ...Object.values(value).flatMap((inner) => listLeaves(inner, withKeys))];
}

/**
 * The growth of time and work for a session of four times the length: a ratio of 1 is linear. Measured
 * alternately, the best of several runs.
 */
function measureGrowth(): void {
  const [small, large] = [makeChain(500), makeChain(2_000)];
  const best = { small: Infinity, large: Infinity };
  let work = 0;
  let workOfSmall = 0;
  for (let run = 0; run < RUNS; run++) {
    best.small = Math.min(
      best.small,
      measureMs(() => (workOfSmall = deriveEvidence(small, []).work), 4),
    );
    best.large = Math.min(
      best.large,
      measureMs(() => (work = deriveEvidence(large, []).work), 1),
    );
  }
  note("characters and look-ups a second", Math.round((work / best.large) * 1_000).toLocaleString("en"));
  hold({ what: "work for four times the text, by four", value: work / workOfSmall / 4, atMost: 1.1 });
  hold({ what: "time for four times the text, by four", value: best.large / best.small, atMost: 1.8 });
}

function measureMs(work: () => unknown, times: number): number {
  const started = performance.now();
  for (let i = 0; i < times; i++) work();
  return performance.now() - started;
}

function makeChain(turns: number): Recording {
  const story = trace("chain");
  for (let i = 0; i < turns; i++) {
    story.turn((t) => {
      if (i > 0)
        t.result(`c${i - 1}`, `item ID${i}XZ at /data/run/${i}/out.json ${"some words ".repeat(150)}`);
      if (i > 20) t.drop(`result:c${i - 20}`, `call:c${i - 20}`);
      t.calls("get", { after: `ID${i}XZ` }, `c${i}`);
    });
  }
  return foldRecording(story.events());
}
