import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { buildReportsInSteps } from "@/lib/core/compaction/card";
import { holdBill } from "@/lib/core/cost/analysed-bill";
import { deriveEvidenceInSteps } from "@/lib/core/evidence/evidence-of";
import { buildPlansInSteps } from "@/lib/core/evidence/plan/plans-of";
import { makeFindingInput, findInSteps } from "@/lib/core/findings/find";
import { FINDING_RULES } from "@/lib/core/findings/registry";
import { indexValuePresence } from "@/lib/core/proof/value-presence";
import type { TraceEvent } from "@/lib/core/trace/event";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import { buildStoredInSteps } from "@/lib/pipeline/analyse/rows";
import { hasCorpus } from "@/lib/testing/corpus/corpus";
import { corpusEntries, importCorpusEntry } from "@/lib/testing/corpus/import-corpus";
import { LONG_KINDS, repeatEvents } from "./long-sessions";
import { hold, note } from "./report";

/**
 * The analysis of long sessions, in processor time for each turn: plans, evidence, per rule, all rules with the checker, cards of
 * compactions, what is stored (with the bill and the story), and a question to the index of what windows say. A turn of a session may cost a fifth more than one of a session of a third of its length.
 * BENCH_SIZES are the lengths. Real sessions are repeated up to each length.
 */
const SIZES = (process.env.BENCH_SIZES ?? "1000,3000,10000,30000").split(",").map(Number);
const GROWTH_MAX = 1.2;
const RULE_MS_MAX = 0.2;
const ALL_MS_MAX = 1;
const STEP_MS_MAX = 50;
/** Below so many milliseconds a turn, what grows is the noise. */
const NOISE_MS = 0.03;
const QUESTIONS = 20_000;
const REAL_TURNS_MIN = 40;
const REAL_MAX = 2;
/** Each length is measured so often, and the least counts: other work on the machine only adds. */
const RUNS = 2;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

interface Measured {
  readonly ms: Map<string, number>;
  longest: { step: string; ms: number };
  heldMb: number;
}

function readProcessorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function readHeapMb(): number {
  collect();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

function measure(events: readonly TraceEvent[], turns: number): Measured {
  const recording = foldRecording(events);
  const before = readHeapMb();
  const measured: Measured = { ms: new Map(), longest: { step: "", ms: 0 }, heldMb: 0 };
  const run = <T>(name: string, steps: Generator<unknown, T>): T => {
    let sum = 0;
    for (;;) {
      const began = readProcessorMs();
      const { done, value } = steps.next();
      const ms = readProcessorMs() - began;
      sum += ms;
      if (ms > measured.longest.ms) measured.longest = { step: name, ms };
      if (done !== true) continue;
      measured.ms.set(name, sum / turns);
      return value;
    }
  };
  const plans = run("plans", buildPlansInSteps(recording));
  const evidence = run("evidence", deriveEvidenceInSteps(recording, plans));
  const built = { recording, plans, evidence, bill: holdBill({ recording, evidence }) };
  const input = makeFindingInput(built);
  for (const rule of FINDING_RULES)
    run(
      rule.code,
      (function* steps() {
        for (const one of rule.find(input)) yield one;
      })(),
    );
  const rules = [...measured.ms].reduce((sum, [name, ms]) => sum + (name.includes(".") ? ms : 0), 0);
  measured.ms.set("all rules", rules);
  const findings = run("all rules again, with the checker", findInSteps(built));
  const reports = run("cards of compactions", buildReportsInSteps(built));
  const cards = reports.map(({ card }) => card);
  run("what is stored", buildStoredInSteps({ ...built, input, findings, cards, stamp: "" }));
  const said = indexValuePresence(recording);
  const began = readProcessorMs();
  for (let i = 0; i < QUESTIONS; i++) said.isSaid("src/area-1/part-1/handler-1.ts", (i * 7919) % turns);
  measured.ms.set("a question to the index", (readProcessorMs() - began) / QUESTIONS);
  measured.heldMb = readHeapMb() - before;
  return measured;
}

function compareSizes(kind: string, write: (turns: number) => TraceEvent[]): void {
  let before: Measured | null = null;
  for (const turns of SIZES) {
    const events = write(turns);
    const real = events.filter(({ type }) => type === "turn.recorded").length;
    const now = measure(events, real);
    for (let run = 1; run < RUNS && turns <= (SIZES[1] ?? 0); run++)
      for (const [name, ms] of measure(events, real).ms)
        now.ms.set(name, Math.min(ms, now.ms.get(name) ?? Infinity));
    report(kind, real, now, before);
    before = now;
  }
}

function report(kind: string, turns: number, now: Measured, before: Measured | null): void {
  const worst = [...now.ms].filter(([name]) => name.includes(".")).sort((a, b) => b[1] - a[1]);
  const [first = ["", 0] as const] = worst;
  note(
    `${kind}, ${turns} turns: ms a turn`,
    `rules ${(now.ms.get("all rules") ?? 0).toFixed(3)}, evidence ${(now.ms.get("evidence") ?? 0).toFixed(3)}, held ${now.heldMb.toFixed(0)} MB`,
  );
  for (const [name, ms] of worst.slice(0, 3)) note(`    ${name}`, ms.toFixed(4));
  note("    the longest step", `${now.longest.step}, ${now.longest.ms.toFixed(1)} ms`);
  hold({ what: `${kind}, ${turns}: ms a turn of ${first[0]}`, value: first[1], atMost: RULE_MS_MAX });
  hold({
    what: `${kind}, ${turns}: ms a turn of all rules`,
    value: now.ms.get("all rules") ?? 0,
    atMost: ALL_MS_MAX,
  });
  if (turns <= 10_000)
    hold({ what: `${kind}, ${turns}: ms of the longest step`, value: now.longest.ms, atMost: STEP_MS_MAX });
  if (before === null) return;
  for (const [name, ms] of now.ms) {
    const known = before.ms.get(name) ?? 0;
    if (Math.max(ms, known) < NOISE_MS) continue;
    hold({
      what: `${kind}, ${turns}: ${name} ÷ before`,
      value: ms / Math.max(known, NOISE_MS),
      atMost: GROWTH_MAX,
    });
  }
}

for (const { name, write } of LONG_KINDS) compareSizes(name, write);
if (!hasCorpus) console.log("SKIPPED: the trace corpus is not there");
let real = 0;
for (const { entry } of hasCorpus ? corpusEntries() : []) {
  for (const events of (await importCorpusEntry(entry))?.sessions.values() ?? []) {
    const turns = events.filter(({ type }) => type === "turn.recorded").length;
    if (turns < REAL_TURNS_MIN || real >= REAL_MAX) continue;
    real++;
    compareSizes(entry.split("/").at(-1) ?? entry, (most) => repeatEvents(events, most));
  }
}
