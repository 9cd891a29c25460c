import type { ListedFindingInput, FindingsInput, SignalInput } from "../answers";
import type { Family, FindingStanding, Severity } from "@/lib/core/findings/rule/finding";
import type { Claim } from "@/lib/core/proof/claim";
import { describeUsesWithoutEvidence } from "@/lib/core/figures/names";
import { groupCauses } from "@/lib/core/findings/group-causes";
import { groupBy } from "@/lib/core/group-by";
import { describeAnalysisRefusal } from "../waiting";
import type { TurnRange } from "../chart/scale";
import { count, plural } from "../format/format";
import { revealText } from "../format/trace-text";
import { findCountedSeverity } from "./counting";
import { SEVERITY_LOOKS } from "../severity";
import type { SaidOfFinding } from "./verdict-words";
import { buildSaid } from "./verdict-words";
import type { SearchedCounts } from "./looked";
import { describeLooked } from "./looked";

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

/** One choice of the filter; `null` for all. */
export interface SeverityFilter {
  readonly severity: Severity | null;
  readonly label: string;
}

export interface FindingsModel {
  /** How far the analysis is, and what it looked for and did not find. There is no score. */
  readonly health: readonly string[];
  /** What is proved, by cause, in the order of what it broke or cost; of equals, what the source cannot show comes last. */
  readonly groups: readonly FindingGroup[];
  /** Empty where there is nothing to choose from. */
  readonly filters: readonly SeverityFilter[];
  /** What is only suspected, and how many of it there are. */
  readonly suspected: { readonly label: string; readonly groups: readonly FindingGroup[] };
  /** What people said of findings that are no longer found. */
  readonly gone: readonly string[];
  /** Which turns the groups are of, while they are not of the whole session. */
  readonly within: string | null;
  readonly coverage: readonly SignalItem[];
}

export interface SignalItem {
  readonly label: string;
  readonly state: SignalInput["state"];
  readonly stateLabel: string;
  readonly sentence: string;
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

/** Said only when the source sends all of the family's signals, and of a session with more than one turn. */
const CLEAN: readonly {
  readonly family: Family;
  readonly signals: readonly string[];
  readonly words: string;
}[] = [
  {
    family: "evidence",
    signals: ["dependencies"],
    words: "No use without evidence.",
  },
  { family: "evictions", signals: ["windows"], words: "No finding is about what left the window." },
  {
    family: "integrity",
    signals: ["windows", "content"],
    words: "No constraint or reference was found lost.",
  },
  { family: "growth", signals: ["windows"], words: "The window grew within its thresholds." },
];

const EXPERIMENTAL = "experimental";

const ONE_TURN =
  "There is no second turn to compare with, so nothing can be said of what left the window or was missed.";

const STATE_LABELS = { seen: "seen", derived: "derived", unseen: "cannot see" } as const;

/**
 * @param range the turns in view; `null` for the whole session
 * @param dangling the session's uses without evidence, which its findings may not prove; `null` where not known
 * @param looked what the session has, said where nothing was found in it
 */
export function buildFindingsModel(
  facts: FindingsInput,
  range: TurnRange | null = null,
  dangling: number | null = null,
  looked: SearchedCounts | null = null,
): FindingsModel {
  const shown = facts.findings.filter((finding) => range === null || isOverlapping(finding, range));
  const elsewhere = facts.findings.length - shown.length;
  const groups = listGroups(filterByStanding(shown, "proved"), range === null ? facts : null);
  return {
    health: [...describeLooked(facts, looked), ...describeHealth(facts, dangling ?? 0)],
    groups,
    filters: listFilters(listAllGroups(groups)),
    suspected: buildSuspected(filterByStanding(shown, "suspected"), range === null ? facts : null),
    gone: (facts.gone ?? []).map(
      (said) => `${said.code}: ${buildSaid(said).words}. It is no longer found in this session.`,
    ),
    within: range === null ? null : describeWithin(range, elsewhere),
    coverage: facts.coverage.map(({ signal, state, sentence }) => ({
      label: `${signal.charAt(0).toUpperCase()}${signal.slice(1).replaceAll("_", " ")}`,
      state,
      stateLabel: STATE_LABELS[state],
      sentence: describeAnalysedAsOf(facts.analysedUpTo, sentence),
    })),
  };
}

function listFilters(groups: readonly FindingGroup[]): SeverityFilter[] {
  const own = SEVERITY_LOOKS.flatMap(({ severity }): SeverityFilter[] => {
    const counted = countFindings(groups.filter((group) => group.severity === severity));
    return counted === 0 ? [] : [{ severity, label: `${severity} ${count(counted)}` }];
  });
  return own.length < 2 ? [] : [{ severity: null, label: `all ${count(countFindings(groups))}` }, ...own];
}

/** All groups, those below others included. */
export function listAllGroups(groups: readonly FindingGroup[]): FindingGroup[] {
  return groups.flatMap((group) => [group, ...listAllGroups(group.below)]);
}

function filterByStanding(
  findings: readonly ListedFindingInput[],
  asked: FindingStanding,
): ListedFindingInput[] {
  return findings.filter((finding) => (finding.standing ?? "proved") === asked);
}

function buildSuspected(
  own: readonly ListedFindingInput[],
  facts: FindingsInput | null,
): FindingsModel["suspected"] {
  const groups = listGroups(own, facts);
  const more = Object.entries(facts?.unlisted ?? {}).filter(([code]) =>
    groups.some((group) => group.code === code),
  );
  const all = own.length + more.reduce((sum, [, n]) => sum + n, 0);
  return { label: `Worth a look: ${plural(all, "suspicion")}`, groups };
}

/** What was said of the session when it was shorter says as of when. */
function describeAnalysedAsOf(
  { events, received, asOfTurn }: FindingsInput["analysedUpTo"],
  sentence: string,
): string {
  return events === received || asOfTurn === null ? sentence : `As of turn ${asOfTurn}: ${sentence}`;
}

/** Before the analysis is complete, no statement says that something is absent. */
function describeHealth({ analysedUpTo, findings, coverage }: FindingsInput, dangling: number): string[] {
  const { done } = analysedUpTo;
  const isFound = (family: Family) =>
    findings.some((finding) => finding.family === family && findCountedSeverity(finding) !== null);
  const seen = new Set<string>(coverage.flatMap(({ signal, state }) => (state === "unseen" ? [] : [signal])));
  const isCompared = (analysedUpTo.asOfTurn ?? 0) > 0;
  const clean = CLEAN.filter(
    ({ family, signals }) => !isFound(family) && signals.every((signal) => seen.has(signal)),
  );
  const unproved = `${describeUsesWithoutEvidence(dangling)}, ${dangling === 1 ? "which is not proved" : "none of them proved"}.`;
  const rest = !done
    ? []
    : isCompared
      ? clean.map(({ family, words }) => (family === "evidence" && dangling > 0 ? unproved : words))
      : [ONE_TURN];
  return [...describeProgress(analysedUpTo), ...rest];
}

function describeProgress({
  asOfTurn,
  events,
  received,
  thresholds,
  refused = null,
}: FindingsInput["analysedUpTo"]): string[] {
  const tooLarge = describeAnalysisRefusal(refused);
  if (events === 0 && received > 0)
    return tooLarge === null
      ? ["Not analysed yet: what is wrong with this session is not known."]
      : [tooLarge, "What is wrong with this session is not known."];
  return [
    ...(tooLarge === null ? [] : [tooLarge]),
    ...(thresholds === "current"
      ? []
      : [
          `The findings below are from earlier thresholds${tooLarge === null ? "; they are being computed again" : ""}.`,
        ]),
    ...(events === received
      ? []
      : [`Analysed as of ${describeAsOf(asOfTurn, events, received)}; there may be more.`]),
  ];
}

function describeAsOf(turn: number | null, events: number, received: number): string {
  return turn === null ? `event ${count(events)} of ${count(received)}` : `turn ${count(turn)}`;
}

function isOverlapping({ fromTurn, toTurn }: ListedFindingInput, { from, to }: TurnRange): boolean {
  return fromTurn <= to && toTurn >= from;
}

function describeWithin({ from, to }: TurnRange, elsewhere: number): string {
  const turns = from === to ? `turn ${count(from)}` : `turns ${count(from)} to ${count(to)}`;
  return `Findings of ${turns}; ${elsewhere === 0 ? "there are none" : `${count(elsewhere)} more`} in the rest of the session.`;
}

type ListCounts = Pick<FindingsInput, "unlisted" | "byCode" | "suspected">;

/** @param counts how many findings of a code there are, those included that are not listed; `null` for a part of them */
function listGroups(findings: readonly ListedFindingInput[], counts: ListCounts | null): FindingGroup[] {
  const leads = new Map(
    groupCauses(findings).flatMap(({ lead, others }) => others.map((one) => [one, lead])),
  );
  const places = new Map(findings.map((one, i) => [one, i]));
  const groups = [...groupBy(findings, ({ code }) => code).values()].flatMap((own) =>
    groupBySeverity(own).map((cases, i) => ({
      group: groupOf(cases, i, i === 0 ? countBeyondPage(own, counts) : 0),
      leads: new Set(cases.map((one) => (leads.get(one) ?? one).code)),
      place: Math.min(...cases.flatMap((one) => places.get(one) ?? [])),
    })),
  );
  const isLast = ({ severity }: FindingGroup) => Number(severity === null);
  return putBelow(groups.toSorted((a, b) => a.place - b.place)).toSorted((a, b) => isLast(a) - isLast(b));
}

interface LedGroup {
  readonly group: FindingGroup;
  /** Codes of the findings that lead the causes of its cases. */
  readonly leads: ReadonlySet<string>;
  /** Of the first of its cases in the order of harm. */
  readonly place: number;
}

/** What only came of causes that findings of one other kind lead stands below that kind. */
function putBelow(groups: readonly LedGroup[]): FindingGroup[] {
  const leading = groups.filter(({ group, leads }) => leads.has(group.code));
  const placeOf = ({ leads }: LedGroup) =>
    leads.size > 1 ? undefined : leading.find(({ group }) => leads.has(group.code));
  const below = groupBy(
    groups.filter((one) => !leading.includes(one)),
    placeOf,
  );
  return groups.flatMap((one) => {
    if (!leading.includes(one) && placeOf(one) !== undefined) return [];
    return [{ ...one.group, below: (below.get(one) ?? []).map(({ group }) => group) }];
  });
}

/**
 * The cases of one rule, the gravest first: each counts as what it is. What does not count stays with the first, so that a case
 * that is called false does not move away from the hand that called it.
 */
function groupBySeverity(own: readonly ListedFindingInput[]): ListedFindingInput[][] {
  const [counting, others] = [
    own.filter(({ severity }) => severity !== null),
    own.filter((f) => f.severity === null),
  ];
  const [gravest = [], ...lighter] = groupBy(counting, ({ severity }) => severity).values();
  return [[...gravest, ...others], ...lighter];
}

function countFindings(groups: readonly FindingGroup[]): number {
  return groups.reduce((sum, { counted }) => sum + counted, 0);
}

function groupOf(own: readonly ListedFindingInput[], place: number, beyond: number): FindingGroup {
  const [first] = own;
  if (first === undefined) throw new Error("a group has findings");
  const { code, family, title, severity, advice, tier } = first;
  const counted = own.filter((finding) => findCountedSeverity(finding) !== null).length;
  return {
    key: `${code} ${place}`,
    code,
    family,
    familyLabel: FAMILY_LABELS[family],
    title,
    severity: counted > 0 ? severity : null,
    counted: counted + beyond,
    below: [],
    advice,
    tierWords: tier === "experimental" ? EXPERIMENTAL : "",
    times: own.length + beyond < 2 ? "" : `${count(own.length + beyond)} times`,
    items: own.map((finding, i) => ({
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
function countBeyondPage(own: readonly ListedFindingInput[], counts: ListCounts | null): number {
  const code = own[0]?.code;
  if (counts === null || code === undefined) return 0;
  const all = (counts.byCode[code] ?? 0) + (counts.suspected?.[code] ?? 0);
  const listed = own.filter(({ verdict }) => verdict == null || verdict.verdict === "true").length;
  return Math.max(counts.unlisted[code] ?? 0, all - listed);
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
