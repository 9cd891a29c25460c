import type { ListedFindingInput, FindingsInput } from "../answers";
import type { Family, Severity } from "@/lib/core/findings/rule/finding";
import type { Claim } from "@/lib/core/proof/claim";
import { groupCauses } from "@/lib/core/findings/group-causes";
import { groupBy } from "@/lib/core/group-by";
import { count } from "../format/format";
import { revealText } from "../format/trace-text";
import { findCountedSeverity } from "./counting";
import type { SaidOfFinding } from "./verdict-words";
import { buildSaid } from "./verdict-words";

export interface FindingItem {
  readonly key: string;
  /** `null` in shares that were made before findings had ids. */
  readonly id: string | null;
  readonly claims: readonly Claim[];
  readonly verdict: SaidOfFinding | null;
  readonly fromTurn: number;
  readonly sentence: string;
  readonly turns: string;
  readonly numbers: string;
  readonly href: string;
}

export interface FindingGroup {
  /** Stays the same while people say what they think of its findings. */
  readonly key: string;
  readonly code: string;
  readonly family: Family;
  readonly familyLabel: string;
  readonly title: string;
  /** `null` where none of its findings counts. */
  readonly severity: Severity | null;
  readonly advice: string;
  /** Said where no true case of its rule is known; empty for others. */
  readonly tierWords: string;
  readonly items: readonly FindingItem[];
  /** How many of its findings count, as in the list of sessions. */
  readonly counted: number;
  /** How many cases there are, those included that are not listed: "12 times"; empty for one. */
  readonly times: string;
  readonly more: string;
  /** What came of the same causes, and of no other: it stands below. */
  readonly below: readonly FindingGroup[];
}

export const FAMILY_LABELS: Readonly<Record<Family, string>> = {
  evidence: "Evidence",
  integrity: "Integrity",
  governance: "Context governance",
  evictions: "Evictions",
  growth: "Growth",
  lint: "Policy",
  coverage: "What the source cannot show",
};

const EXPERIMENTAL = "experimental";

export type ListCounts = Pick<FindingsInput, "unlisted" | "byCode" | "suspected">;

/**
 * Findings by code and severity, in the order of their causes; those that do not count come last.
 * @param counts how many findings of a code there are, those included that are not listed; `null` for a part of them
 */
export function listFindingGroups(
  findings: readonly ListedFindingInput[],
  counts: ListCounts | null,
): FindingGroup[] {
  const leads = new Map(
    groupCauses(findings).flatMap(({ lead, others }) => others.map((finding) => [finding, lead])),
  );
  const places = new Map(findings.map((finding, i) => [finding, i]));
  const groups = [...groupBy(findings, ({ code }) => code).values()].flatMap((findingsOfCode) =>
    groupBySeverity(findingsOfCode).map((cases, i) => ({
      group: groupOf(cases, i, i === 0 ? countBeyondPage(findingsOfCode, counts) : 0),
      leads: new Set(cases.map((finding) => (leads.get(finding) ?? finding).code)),
      place: Math.min(...cases.flatMap((finding) => places.get(finding) ?? [])),
    })),
  );
  const isLast = ({ severity }: FindingGroup) => Number(severity === null);
  return putBelow(groups.toSorted((a, b) => a.place - b.place)).toSorted((a, b) => isLast(a) - isLast(b));
}

interface LedGroup {
  readonly group: FindingGroup;
  /** Codes of the findings that lead the causes of its cases. */
  readonly leads: ReadonlySet<string>;
  /** The place of the first of its cases in the order of harm. */
  readonly place: number;
}

/** What only came of causes that findings of one other kind lead stands below that kind. */
function putBelow(groups: readonly LedGroup[]): FindingGroup[] {
  const leading = groups.filter(({ group, leads }) => leads.has(group.code));
  const placeOf = ({ leads }: LedGroup) =>
    leads.size > 1 ? undefined : leading.find(({ group }) => leads.has(group.code));
  const below = groupBy(
    groups.filter((group) => !leading.includes(group)),
    placeOf,
  );
  return groups.flatMap((group) => {
    if (!leading.includes(group) && placeOf(group) !== undefined) return [];
    return [{ ...group.group, below: (below.get(group) ?? []).map(({ group }) => group) }];
  });
}

/**
 * The cases of one rule, the gravest first: each counts as what it is. What does not count stays with the first, so that a case
 * that is called false does not move away from the hand that called it.
 */
function groupBySeverity(findingsOfCode: readonly ListedFindingInput[]): ListedFindingInput[][] {
  const [counting, uncounted] = [
    findingsOfCode.filter(({ severity }) => severity !== null),
    findingsOfCode.filter((f) => f.severity === null),
  ];
  const [gravest = [], ...lighter] = groupBy(counting, ({ severity }) => severity).values();
  return [[...gravest, ...uncounted], ...lighter];
}

function groupOf(
  findingsOfGroup: readonly ListedFindingInput[],
  place: number,
  beyond: number,
): FindingGroup {
  const [first] = findingsOfGroup;
  if (first === undefined) throw new Error("a group has findings");
  const { code, family, title, severity, advice, tier } = first;
  const countedCases = findingsOfGroup.filter((finding) => findCountedSeverity(finding) !== null).length;
  return {
    key: `${code} ${place}`,
    code,
    family,
    familyLabel: FAMILY_LABELS[family],
    title,
    severity: countedCases > 0 ? severity : null,
    counted: countedCases + beyond,
    below: [],
    advice,
    tierWords: tier === "experimental" ? EXPERIMENTAL : "",
    times: findingsOfGroup.length + beyond < 2 ? "" : `${count(findingsOfGroup.length + beyond)} times`,
    items: findingsOfGroup.map((finding, i) => ({
      key: finding.id ?? `${code}-${i}`,
      id: finding.id ?? null,
      claims: (finding.claims ?? []) as readonly Claim[],
      verdict: finding.verdict == null ? null : buildSaid(finding.verdict),
      fromTurn: finding.fromTurn,
      sentence: revealText(finding.sentence),
      turns: describeTurns(finding),
      numbers: describeNumbers(finding.numbers),
      href: finding.proof.href,
    })),
    more:
      beyond === 0
        ? ""
        : `${count(beyond)} more of this kind ${beyond === 1 ? "is" : "are"} counted, not listed.`,
  };
}

/** How many cases of a code are counted and not on the page. */
function countBeyondPage(findingsOfCode: readonly ListedFindingInput[], counts: ListCounts | null): number {
  const code = findingsOfCode[0]?.code;
  if (counts === null || code === undefined) return 0;
  const allCases = (counts.byCode[code] ?? 0) + (counts.suspected?.[code] ?? 0);
  const listedCases = findingsOfCode.filter(
    ({ verdict }) => verdict == null || verdict.verdict === "true",
  ).length;
  return Math.max(counts.unlisted[code] ?? 0, allCases - listedCases);
}

function describeTurns({ fromTurn, toTurn }: Pick<ListedFindingInput, "fromTurn" | "toTurn">): string {
  return fromTurn === toTurn ? `turn ${fromTurn}` : `turns ${fromTurn} to ${toTurn}`;
}

function describeNumbers(numbers: Readonly<Record<string, number>>): string {
  return Object.entries(numbers)
    .map(
      ([name, value]) =>
        `${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} ${Number.isInteger(value) ? count(value) : value.toFixed(2)}`,
    )
    .join(" · ");
}
