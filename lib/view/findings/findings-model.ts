import type { Family, Severity } from "@/lib/core/findings/rule/finding";
import { count, plural } from "../format/format";
import { visibleText } from "../format/trace-text";
import { SEVERITY_LOOKS } from "./severity";

export interface ListedFindingInput {
  readonly code: string;
  readonly family: Family;
  readonly title: string;
  readonly severity: Severity;
  readonly fromTurn: number;
  readonly toTurn: number;
  readonly numbers: Readonly<Record<string, number>>;
  readonly sentence: string;
  readonly advice: string;
  readonly proof: { readonly href: string };
}

export interface FindingsInput {
  readonly analysedUpTo: {
    /** The newest turn that the findings include. */
    readonly asOfTurn: number | null;
    readonly events: number;
    readonly received: number;
    readonly thresholds: "current" | "earlier";
    readonly done: boolean;
  };
  readonly findings: readonly ListedFindingInput[];
  readonly total: number;
  readonly byCode: Readonly<Record<string, number>>;
  readonly unlisted: Readonly<Record<string, number>>;
  readonly coverage: readonly SignalInput[];
}

export interface SignalInput {
  readonly signal: string;
  readonly state: "seen" | "derived" | "unseen";
  readonly sentence: string;
}

export interface FindingItem {
  readonly key: string;
  readonly fromTurn: number;
  readonly sentence: string;
  readonly turns: string;
  readonly numbers: string;
  readonly href: string;
}

export interface FindingGroup {
  readonly code: string;
  readonly title: string;
  readonly severity: Severity;
  readonly advice: string;
  readonly items: readonly FindingItem[];
  /** The items that are not listed, in words; empty when all are. */
  readonly more: string;
}

export interface FamilyOfFindings {
  readonly family: Family;
  readonly label: string;
  readonly groups: readonly FindingGroup[];
}

export interface FindingsModel {
  /** Separate statements about the state of the session. There is no score. */
  readonly health: readonly string[];
  readonly families: readonly FamilyOfFindings[];
  readonly coverage: readonly SignalItem[];
}

export interface SignalItem {
  readonly label: string;
  readonly state: SignalInput["state"];
  readonly stateLabel: string;
  readonly sentence: string;
}

const FAMILY_LABELS: Readonly<Record<Family, string>> = {
  evidence: "Evidence",
  integrity: "Integrity",
  governance: "Context governance",
  evictions: "Evictions",
  growth: "Growth",
  lint: "Policy",
  coverage: "What the source cannot show",
};

/** What each family says when it has no finding. It is said only when the source sends the family's signal. */
const CLEAN: readonly { readonly family: Family; readonly signal: string; readonly words: string }[] = [
  {
    family: "evidence",
    signal: "dependencies",
    words: "Every use of evidence that was seen had it in the window.",
  },
  { family: "evictions", signal: "windows", words: "Nothing that left was found to be missed." },
  { family: "integrity", signal: "windows", words: "No constraint or reference was found lost." },
  { family: "growth", signal: "windows", words: "The window grew within its thresholds." },
];

const STATE_LABELS = { seen: "seen", derived: "derived", unseen: "cannot see" } as const;

/**
 * Identifies a finding while its session grows. Its sentence and its end may still change, so they are not part of the
 * key.
 */
export function findingKey({ code, fromTurn }: Pick<ListedFindingInput, "code" | "fromTurn">): string {
  return `${code} ${fromTurn}`;
}

export function findingsModel(facts: FindingsInput): FindingsModel {
  return {
    health: healthOf(facts),
    families: familiesOf(facts),
    coverage: facts.coverage.map(({ signal, state, sentence }) => ({
      label: `${signal.charAt(0).toUpperCase()}${signal.slice(1).replaceAll("_", " ")}`,
      state,
      stateLabel: STATE_LABELS[state],
      sentence,
    })),
  };
}

/** The statements about a session. Before the analysis is complete, none says that something is absent. */
function healthOf({ analysedUpTo, findings, byCode, coverage }: FindingsInput): string[] {
  const { done } = analysedUpTo;
  const found = Object.keys(FAMILY_LABELS).flatMap((family) =>
    statementOf(family as Family, findings, byCode),
  );
  const isFound = (family: Family) => findings.some((finding) => finding.family === family);
  const seen = new Set(coverage.flatMap(({ signal, state }) => (state === "unseen" ? [] : [signal])));
  const clean = done ? CLEAN.filter(({ family, signal }) => !isFound(family) && seen.has(signal)) : [];
  return [...progressOf(analysedUpTo), ...found, ...clean.map(({ words }) => words)];
}

function progressOf({ asOfTurn, events, received, thresholds }: FindingsInput["analysedUpTo"]): string[] {
  if (events === 0 && received > 0)
    return ["Not analysed yet: what is wrong with this session is not known."];
  return [
    ...(thresholds === "current"
      ? []
      : ["The findings below are from earlier thresholds; they are being worked out again."]),
    ...(events === received
      ? []
      : [`Analysed as of ${asOfWords(asOfTurn, events, received)}; there may be more.`]),
  ];
}

function asOfWords(turn: number | null, events: number, received: number): string {
  return turn === null ? `event ${count(events)} of ${count(received)}` : `turn ${count(turn)}`;
}

function statementOf(
  family: Family,
  findings: readonly ListedFindingInput[],
  byCode: Readonly<Record<string, number>>,
): string[] {
  const own = findings.filter((finding) => finding.family === family);
  if (own.length === 0 || family === "coverage") return [];
  const codes = new Map(own.map(({ code, title }) => [code, title]));
  const [first] = codes;
  const total = [...codes.keys()].reduce((sum, code) => sum + (byCode[code] ?? 0), 0);
  return first === undefined
    ? []
    : [`${FAMILY_LABELS[family]}: ${lowerFirst(first[1])}${others(total, codes.size)}.`];
}

function others(total: number, kinds: number): string {
  if (total === 1) return "";
  return kinds === 1 ? `, ${count(total)} times` : `; ${plural(total, "finding")} of ${kinds} kinds`;
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

function familiesOf({ findings, unlisted, byCode }: FindingsInput): FamilyOfFindings[] {
  const families = new Map<Family, Map<string, ListedFindingInput[]>>();
  for (const severity of SEVERITY_LOOKS) {
    for (const finding of findings) {
      if (finding.severity !== severity.severity) continue;
      const groups = families.get(finding.family) ?? new Map<string, ListedFindingInput[]>();
      families.set(finding.family, groups.set(finding.code, [...(groups.get(finding.code) ?? []), finding]));
    }
  }
  const isLast = ([family]: [Family, unknown]) => Number(family === "coverage");
  return [...families]
    .sort((a, b) => isLast(a) - isLast(b))
    .map(([family, groups]) => ({
      family,
      label: FAMILY_LABELS[family],
      groups: [...groups.values()].flatMap((own) => groupOf(own, unlisted, byCode)),
    }));
}

function groupOf(
  own: readonly ListedFindingInput[],
  unlisted: FindingsInput["unlisted"],
  byCode: FindingsInput["byCode"],
): FindingGroup[] {
  const [first] = own;
  if (first === undefined) return [];
  const { code, title, severity, advice } = first;
  const beyond = Math.max(unlisted[code] ?? 0, (byCode[code] ?? own.length) - own.length);
  return [
    {
      code,
      title,
      severity,
      advice,
      items: own.map((finding, i) => ({
        key: `${code}-${i}`,
        fromTurn: finding.fromTurn,
        sentence: visibleText(finding.sentence),
        turns: turnsWords(finding),
        numbers: numbersWords(finding.numbers),
        href: finding.proof.href,
      })),
      more:
        beyond === 0
          ? ""
          : `${count(beyond)} more of this kind ${beyond === 1 ? "is" : "are"} counted, not listed.`,
    },
  ];
}

function turnsWords({ fromTurn, toTurn }: Pick<ListedFindingInput, "fromTurn" | "toTurn">): string {
  return fromTurn === toTurn ? `turn ${fromTurn}` : `turns ${fromTurn} to ${toTurn}`;
}

function numbersWords(numbers: Readonly<Record<string, number>>): string {
  return Object.entries(numbers)
    .map(
      ([name, value]) =>
        `${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} ${Number.isInteger(value) ? count(value) : value.toFixed(2)}`,
    )
    .join(" · ");
}
