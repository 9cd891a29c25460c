import { describeMoney } from "../format/cost";
import type { ReplayInput, ReplayResultInput } from "../answers";
import type { FigureName } from "@/lib/core/figures/names";
import { FIGURES, REPLAY_FIGURES, describeUsesWithoutEvidence } from "@/lib/core/figures/names";
import { formatCompact, count, formatPercent } from "../format/format";
import type { Cell, TableData } from "../format/table-data";
import type { Json } from "./replay-input";
import { RECORDED_CHOICE } from "./replay-input";

export interface ResultRow {
  readonly no: number;
  /** R for the recording, else A, B, C. */
  readonly letter: string;
  readonly name: string;
  readonly session: string;
  readonly dangling: number;
  readonly evidenceKept: number | null;
  readonly result: ReplayResultInput;
  readonly cells: readonly ResultCell[];
}

/** Whether it is the session as it was recorded. */
export function isRecorded({ result }: ResultRow): boolean {
  return result.policy.kind === RECORDED_CHOICE.kind;
}

interface ResultCell {
  readonly text: string;
  readonly value: number | null;
  readonly beside: { readonly text: string; readonly about: string } | null;
}

export interface ResultColumn {
  readonly key: string;
  readonly label: string;
  readonly about: string;
  readonly value: (result: ReplayResultInput) => number | null;
  readonly text?: (value: number | null, currency: string) => string;
  readonly beside?: (result: ReplayResultInput, currency: string) => ResultCell["beside"];
}

const makeColumn = (
  key: string,
  { label, definition: about }: FigureName,
  value: ResultColumn["value"],
  texts: Pick<ResultColumn, "text" | "beside"> = {},
): ResultColumn => ({ key, label, about, value, ...texts });

export const RESULT_COLUMNS: readonly ResultColumn[] = [
  makeColumn("dangling", FIGURES.dangling, ({ summary }) => summary.dangling),
  makeColumn("kept", REPLAY_FIGURES.kept, countEvidenceKept, { text: formatPercent }),
  makeColumn("peak", FIGURES.peakWindow, ({ summary }) => summary.peak),
  makeColumn("mean", REPLAY_FIGURES.mean, ({ summary }) => summary.mean),
  makeColumn("evictions", FIGURES.evictions, ({ summary }) => summary.evictions),
  makeColumn("unrestorable", FIGURES.unrestorable, ({ summary }) => summary.unrestorable),
  makeColumn("avoided", REPLAY_FIGURES.duplicatesAvoided, ({ summary }) => summary.duplicatesAvoided),
  makeColumn("caused", REPLAY_FIGURES.duplicatesCaused, ({ summary }) => summary.duplicatesCaused),
  makeColumn("constraints", REPLAY_FIGURES.rulesGone, ({ summary }) => summary.constraintsLost),
  makeColumn("sent", REPLAY_FIGURES.tokensSent, ({ summary }) => summary.tokensSent, {
    text: formatCompact,
    beside: listSentByRun,
  }),
  makeColumn("price", REPLAY_FIGURES.price, ({ summary }) => summary.price, {
    text: formatMoney,
    beside: priceSummaries,
  }),
  makeColumn("over", REPLAY_FIGURES.turnsOverBudget, ({ summary }) => summary.turnsOverBudget),
  makeColumn("over_window", REPLAY_FIGURES.turnsOverWindow, ({ summary }) => summary.turnsOverWindow ?? null),
];

/** The columns that tell policies apart, or tell something at all: a figure that is 0 or unknown in all rows is left out. */
export function listResultColumns(rows: readonly ResultRow[]): number[] {
  return RESULT_COLUMNS.flatMap(({ key }, at) => {
    const says = rows.some(({ cells }) => (cells[at]?.value ?? 0) !== 0);
    return says || key === "dangling" ? [at] : [];
  });
}

export const RESULT_HEADS = RESULT_COLUMNS.map(({ key, label, about }) => ({ key, label, about }));

export function listResultRows({
  results,
  session,
  request,
}: Pick<ReplayInput, "results" | "session" | "request">): ResultRow[] {
  const currency = findCurrency(request);
  const names = listNames(results);
  let policies = 0;
  return results.map((result, no) => ({
    no,
    letter: result.policy.kind === "recorded" ? "R" : pickLetter(policies++),
    name: names[no] ?? result.policy.title,
    session: result.policy.kind === "recorded" ? session : result.session,
    dangling: result.summary.dangling,
    evidenceKept: countEvidenceKept(result),
    result,
    cells: RESULT_COLUMNS.map(({ value, text, beside }) => {
      const figure = value(result);
      return {
        value: figure,
        text: (text ?? count)(figure, currency),
        beside: beside?.(result, currency) ?? null,
      };
    }),
  }));
}

function listSentByRun({ summary }: ReplayResultInput): ResultCell["beside"] {
  const { value = null, provenance } = summary.tokensSentByRun ?? {};
  if (value === null || provenance === undefined) return null;
  const exactly = `${count(value)} tokens`;
  return provenance === "measured"
    ? { text: `reported ${count(value)}`, about: `reported by the run: ${exactly}, measured` }
    : {
        text: `≈ ${count(value)} ${provenance}`,
        about: `${exactly}, ${provenance}: scaled by how much more the run reported of the recording than is counted of it`,
      };
}

/** What the policy's own calls cost. */
function priceSummaries({ summary }: ReplayResultInput, currency: string): ResultCell["beside"] {
  const { summarizerPrice: price = null, summarizerTokens: tokens } = summary;
  if (price === null || tokens === 0) return null;
  return {
    text: `${formatMoney(price, currency)} for summaries`,
    about: `the calls that write the summaries: ${count(tokens)} tokens, as if no cache held them`,
  };
}

/** Unknown values come last. Without a column, keeps the request order. */
export function sortRows(rows: readonly ResultRow[], key: string | null, order: "asc" | "desc"): ResultRow[] {
  const columnIndex = RESULT_COLUMNS.findIndex((column) => column.key === key);
  if (columnIndex < 0) return [...rows];
  const sign = order === "asc" ? 1 : -1;
  return rows.toSorted((left, right) => {
    const [a, b] = [left.cells[columnIndex]?.value ?? null, right.cells[columnIndex]?.value ?? null];
    if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0);
    return (a - b) * sign || left.no - right.no;
  });
}

export function buildResultTable(rows: readonly ResultRow[]): TableData {
  return {
    columns: [
      { key: "policy", label: "Policy" },
      ...RESULT_HEADS.map(({ key, label }) => ({ key, label, numeric: true })),
      { key: "sent_by_run", label: "Tokens sent by the run's own count", numeric: true },
      { key: "sent_by_run_provenance", label: "How that is known" },
      { key: "options", label: "Options" },
      { key: "session", label: "Replayed session" },
    ],
    rows: rows.map(({ name, cells, result, session }): Cell[] => [
      name,
      ...cells.map(({ value }) => value),
      result.summary.tokensSentByRun?.value ?? null,
      result.summary.tokensSentByRun?.provenance ?? "unavailable",
      JSON.stringify(result.policy.options),
      session,
    ]),
  };
}

/** @param isRunning more results are coming */
export function describeResultSentence(rows: readonly ResultRow[], isRunning = false): string {
  const whole = writeSentenceOfAll(rows);
  return isRunning && rows.length > 0 ? addSoFar(whole) : whole;
}

/** A sentence about the results that are there while more are coming. A letter of a policy keeps its case. */
export function addSoFar(sentence: string): string {
  const isLetter = /^[A-Z][ ,]/.test(sentence);
  return `So far: ${isLetter ? sentence : sentence.charAt(0).toLowerCase() + sentence.slice(1)}`;
}

function writeSentenceOfAll(rows: readonly ResultRow[]): string {
  const [fewest] = rows.toSorted((a, b) => a.dangling - b.dangling);
  const highest = rows.reduce((high, { dangling }) => Math.max(high, dangling), 0);
  if (fewest === undefined) return "No policy is done yet.";
  const at = (dangling: number) =>
    rows
      .filter((row) => row.dangling === dangling)
      .map(({ letter }) => letter)
      .join(", ");
  if (highest === 0) return "Under every policy, all evidence stood in the window when it was used.";
  if (highest === fewest.dangling) return `Under every policy, ${describeUsesWithoutEvidence(highest)}.`;
  const lose = (dangling: number) =>
    `${at(dangling)} ${at(dangling).includes(",") ? "lose" : "loses"} ${count(dangling)}`;
  const best =
    fewest.dangling === 0
      ? `${at(0)} ${at(0).includes(",") ? "keep" : "keeps"} everything that was used`
      : lose(fewest.dangling);
  return `${best}; ${lose(highest)}.`;
}

/** The share of uses of evidence that are not dangling; `null` when no use is known. */
export function countEvidenceKept({ evidence: { counts } }: ReplayResultInput): number | null {
  const uses = Object.values(counts).reduce((sum, times) => sum + times, 0);
  return uses === 0 ? null : (uses - counts.dangling) / uses;
}

/** Dollars when the table names none. */
export function findCurrency(request: ReplayInput["request"] | undefined): string {
  return request?.prices?.currency ?? "USD";
}

export function formatMoney(value: number | null, currency: string): string {
  return value === null ? "–" : describeMoney(value, currency);
}

/** Policies with the same title also show the options that differ. */
function listNames(results: readonly ReplayResultInput[]): string[] {
  return results.map(({ policy }) => {
    const sameTitle = results.filter((other) => other.policy.title === policy.title);
    if (sameTitle.length < 2) return policy.title;
    const optionLists = sameTitle.map((other) => listLeaves(other.policy.options));
    const ownOptions = Object.entries(listLeaves(policy.options));
    const significant = ownOptions.filter(([path, value]) =>
      optionLists.some((other) => other[path] !== value),
    );
    return significant.length === 0
      ? policy.title
      : `${policy.title}, ${significant.map(([path, value]) => `${path} ${value}`).join(", ")}`;
  });
}

function listLeaves(value: Json, path = ""): Record<string, string> {
  if (typeof value !== "object" || value === null) return { [path]: String(value) };
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, inner]) => listLeaves(inner, path === "" ? key : `${path}.${key}`)),
  ) as Record<string, string>;
}

const LETTERS = 26;

function pickLetter(no: number): string {
  const letter = String.fromCharCode("A".charCodeAt(0) + (no % LETTERS));
  return no < LETTERS ? letter : pickLetter(Math.floor(no / LETTERS) - 1) + letter;
}
