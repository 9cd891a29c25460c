import type { Provenance, SourceKind } from "@/lib/core/vocabulary";
import type { Cost } from "@/lib/core/pricing/cost";
import { describeCost } from "../format/cost";
import { formatCompact, count, plural, formatShortDuration, formatSigned } from "../format/format";
import type { SessionInput } from "../session-rows";
import type { TableData } from "../format/table-data";
import { revealText } from "../format/trace-text";
import { describePendingPart } from "../waiting";
import type { AlignedStep, Landmark } from "../alignment/align";
import type { Alignment } from "../format/address-words";
import type { Divergence } from "../alignment/divergence";

export interface ComparedSide {
  readonly session: SessionInput;
  readonly cost: { readonly costs: readonly Cost[]; readonly callMs: number | null } | null;
  /** By turn; `null` for an unknown size. */
  readonly windows: ReadonlyMap<number, number | null>;
  /** Tokens by turn that a drawing adds for the provider's overhead, where the turn has no usage. */
  readonly carried: ReadonlyMap<number, number>;
  /** `null` while nothing of the session is worked out. */
  readonly evictionsByHow: Readonly<Record<string, number>> | null;
  /** `null` while the session is not analysed. */
  readonly findings:
    | readonly { readonly code: string; readonly title: string; readonly count: number }[]
    | null;
}

export interface StandingText {
  readonly blockId: string;
  readonly kind: SourceKind;
  readonly name: string | null;
  readonly hint: string;
  readonly tokens: number | null;
  readonly provenance: Provenance;
}

export interface StepWindows {
  readonly a: number;
  readonly b: number;
  readonly both: number;
  readonly onlyA: readonly StandingText[];
  readonly onlyB: readonly StandingText[];
  readonly madeA: readonly MadeText[];
  readonly madeB: readonly MadeText[];
}

export interface CompareRow {
  readonly label: string;
  readonly a: string;
  readonly b: string;
  readonly difference: string;
}

export interface CompareStepRow {
  readonly key: string;
  readonly a: number | null;
  readonly b: number | null;
  readonly label: string;
  readonly windowA: string;
  readonly windowB: string;
  readonly difference: string;
}

export interface CompareLines {
  /** Each stands for as many steps, the last perhaps for fewer, with the largest window of each session in them. */
  readonly points: readonly { readonly a: number | null; readonly b: number | null }[];
  readonly stepsPerPoint: number;
  readonly steps: number;
  readonly top: number;
}

/** What the model answered at a turn. `text` is `null` when it is not known. */
export interface MadeText {
  readonly blockId: string;
  readonly kind: SourceKind;
  readonly name: string | null;
  readonly text: string | null;
  readonly isCut: boolean;
}

/** What both sessions have, counted by kind. */
export interface ComparedCounts {
  readonly rows: readonly CompareRow[];
  /** Instead of rows where there are none. */
  readonly empty: string;
}

export interface CompareSessionsModel {
  readonly summary: string;
  /** The outcome, and the figures that differ. */
  readonly head: readonly CompareRow[];
  /** Where the two stop doing the same. */
  readonly divergence: string;
  readonly facts: readonly CompareRow[];
  readonly evictions: ComparedCounts;
  readonly findings: ComparedCounts;
  readonly steps: readonly CompareStepRow[];
  readonly stepsTotal: number;
  readonly lines: CompareLines;
}

const STEPS_SHOWN = 300;
/** More points than a line has pixels make no difference to see. */
const POINTS_MAX = 2_000;

export function compareSessionsModel(
  a: ComparedSide,
  b: ComparedSide,
  by: Alignment,
  steps: readonly AlignedStep[],
  divergence: Divergence | null = null,
): CompareSessionsModel {
  const facts = listFactRows(a, b);
  const rows = steps.slice(0, STEPS_SHOWN).map((step, i) => makeStepRow(a, b, step, i));
  return {
    summary: describeWaitFor(a, b, "turns", "How the two run") ?? writeSummary(a, b, by, steps),
    head: facts.filter(({ label, difference }) => label === "Outcome" || isDifferent(difference)),
    divergence: describeWaitFor(a, b, "turns", "Where they differ") ?? describeDivergence(divergence),
    facts,
    evictions: {
      rows: countRows(a.evictionsByHow, b.evictionsByHow, (how) => how),
      empty: describeWaitFor(a, b, "turns", "What left the windows") ?? "Nothing left either window.",
    },
    findings: {
      rows: countRows(
        indexCounts(a),
        indexCounts(b),
        (code) =>
          [...(a.findings ?? []), ...(b.findings ?? [])].find((finding) => finding.code === code)?.title ??
          code,
      ),
      empty: describeWaitFor(a, b, "findings", "What is wrong in them") ?? "Nothing was found in either.",
    },
    steps: rows,
    stepsTotal: steps.length,
    lines: buildLines(a, b, steps),
  };
}

/** What is said while it is not known of one of the two; `null` once it is. */
function describeWaitFor(
  a: ComparedSide,
  b: ComparedSide,
  of: "turns" | "findings",
  subject: string,
): string | null {
  const isKnown = ({ session, findings }: ComparedSide) =>
    of === "turns" ? session.counts.turns !== null : findings !== null;
  const unknown = [a, b].find((side) => !isKnown(side));
  return unknown === undefined ? null : describePendingPart(subject, unknown.session.pending);
}

function indexCounts({ findings }: ComparedSide): Record<string, number> | null {
  return findings === null ? null : Object.fromEntries(findings.map(({ code, count: n }) => [code, n]));
}

function isDifferent(difference: string): boolean {
  return difference !== "" && difference !== "0" && difference !== "–";
}

function describeDivergence(divergence: Divergence | null): string {
  if (divergence === null) return "Both make the same tool calls in the same order, or none.";
  const { same, a, b } = divergence;
  const side = (letter: string, mark: Landmark | null) =>
    mark === null
      ? `${letter} makes no more calls`
      : `${letter} calls ${revealText(mark.label)} at turn ${mark.turn}`;
  const before =
    same === 0
      ? "They differ from the first tool call on"
      : same === 1
        ? "The first tool call is the same"
        : `The first ${plural(same, "tool call")} are the same`;
  return `${before}: ${side("A", a)}, ${side("B", b)}.`;
}

function writeSummary(
  a: ComparedSide,
  b: ComparedSide,
  by: Alignment,
  steps: readonly AlignedStep[],
): string {
  const matched = steps.filter((step) => step.a !== null && step.b !== null).length;
  const unit = { turn: "turn", call: "tool call", text: "text" }[by];
  const onlyA = steps.filter((step) => step.b === null).length;
  const onlyB = steps.filter((step) => step.a === null).length;
  const evictions = describeAgainst(a.session.counts.evictions, b.session.counts.evictions, "eviction");
  const peak = describeAgainst(a.session.tokens.peakWindow, b.session.tokens.peakWindow, "token");
  return (
    `${plural(matched, unit)} in both, ${count(onlyA)} only in A, ${count(onlyB)} only in B. ` +
    `Against A, B has ${evictions}, and ${peak} at its peak.`
  );
}

/** "7 evictions more", "1 token fewer", "as many evictions". */
function describeAgainst(a: number | null, b: number | null, unit: string): string {
  if (a === null || b === null) return `an unknown number of ${unit}s`;
  if (a === b) return `as many ${unit}s`;
  return `${plural(Math.abs(b - a), unit)} ${b > a ? "more" : "fewer"}`;
}

function listFactRows(a: ComparedSide, b: ComparedSide): CompareRow[] {
  const row = (label: string, of: (side: ComparedSide) => number | null, words = count): CompareRow => ({
    label,
    a: words(of(a)),
    b: words(of(b)),
    difference: describeDifference(of(a), of(b)),
  });
  const text = (label: string, of: (side: ComparedSide) => string | null): CompareRow => ({
    label,
    a: of(a) ?? "–",
    b: of(b) ?? "–",
    difference: of(a) === of(b) ? "" : "differs",
  });
  return [
    text("Agent", ({ session }) => (session.agent === null ? null : revealText(session.agent))),
    text("Model", ({ session }) => (session.model === null ? null : revealText(session.model))),
    text("Outcome", ({ session }) => session.outcome),
    row("Turns", ({ session }) => session.counts.turns),
    row("Peak window", ({ session }) => session.tokens.peakWindow),
    row("Evictions", ({ session }) => session.counts.evictions),
    row("Tokens evicted", ({ session }) => session.tokens.evicted),
    row("Compactions", ({ session }) => session.counts.compactions),
    row("Without evidence", ({ session }) => session.counts.dangling),
    row("Tool calls", ({ session }) => session.counts.toolCalls),
    row("Repeated calls", ({ session }) => session.counts.repeatedToolCalls),
    text("Cost", ({ cost }) => describeCost(cost?.costs)?.value ?? null),
    text("A call took", ({ cost }) => (cost?.callMs == null ? null : formatShortDuration(cost.callMs))),
  ];
}

type Counts = Readonly<Record<string, number>> | null;

function countRows(a: Counts, b: Counts, label: (key: string) => string): CompareRow[] {
  const keys = [...new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})])];
  const countIn = (counts: Counts, key: string) => (counts === null ? null : (counts[key] ?? 0));
  const higherOf = (row: { readonly a: number | null; readonly b: number | null }) =>
    Math.max(row.a ?? 0, row.b ?? 0);
  return keys
    .map((key) => ({ key, a: countIn(a, key), b: countIn(b, key) }))
    .toSorted((x, y) => higherOf(y) - higherOf(x) || x.key.localeCompare(y.key))
    .map(({ key, ...n }) => ({
      label: revealText(label(key)),
      a: count(n.a),
      b: count(n.b),
      difference: describeDifference(n.a, n.b),
    }));
}

function describeDifference(a: number | null, b: number | null): string {
  if (a === null || b === null) return "–";
  return a === b ? "0" : formatSigned(b - a);
}

function makeStepRow(a: ComparedSide, b: ComparedSide, step: AlignedStep, i: number): CompareStepRow {
  const tokensA = step.a === null ? null : (a.windows.get(step.a) ?? null);
  const right = step.b === null ? null : (b.windows.get(step.b) ?? null);
  return {
    key: `${i} ${step.a ?? ""} ${step.b ?? ""}`,
    a: step.a,
    b: step.b,
    label: revealText(step.label),
    windowA: step.a === null ? "" : formatCompact(tokensA),
    windowB: step.b === null ? "" : formatCompact(right),
    difference: tokensA === null || right === null ? "" : describeDifference(tokensA, right),
  };
}

function buildLines(a: ComparedSide, b: ComparedSide, steps: readonly AlignedStep[]): CompareLines {
  const stepsPerPoint = Math.max(1, Math.ceil(steps.length / POINTS_MAX));
  const points = Array.from({ length: Math.ceil(steps.length / stepsPerPoint) }, (_, i) => {
    const stepsOfPoint = steps.slice(i * stepsPerPoint, (i + 1) * stepsPerPoint);
    return {
      a: findLargest(stepsOfPoint.map((step) => findDrawnAt(a, step.a))),
      b: findLargest(stepsOfPoint.map((step) => findDrawnAt(b, step.b))),
    };
  });
  const top = Math.max(1, ...points.flatMap((point) => [point.a ?? 0, point.b ?? 0]));
  return { points, stepsPerPoint, steps: steps.length, top };
}

function findLargest(values: readonly (number | null)[]): number | null {
  const knownValues = values.filter((value) => value !== null);
  return knownValues.length === 0 ? null : Math.max(...knownValues);
}

function findDrawnAt({ windows, carried }: ComparedSide, turn: number | null): number | null {
  const window = turn === null ? null : (windows.get(turn) ?? null);
  return turn === null || window === null ? null : window + (carried.get(turn) ?? 0);
}

export function compareStepsTable({ steps }: Pick<CompareSessionsModel, "steps">): TableData {
  return {
    columns: [
      { key: "turnA", label: "Turn of A", numeric: true },
      { key: "turnB", label: "Turn of B", numeric: true },
      { key: "step", label: "Step" },
      { key: "windowA", label: "Window of A" },
      { key: "windowB", label: "Window of B" },
      { key: "difference", label: "B minus A" },
    ],
    rows: steps.map(({ a, b, label, windowA, windowB, difference }) => [
      a,
      b,
      label,
      windowA,
      windowB,
      difference,
    ]),
  };
}

export function describeShownSteps(shownSteps: number, total: number): string {
  return `The first ${count(shownSteps)} of ${count(total)}; the chart has all.`;
}
