import type { ListedFindingInput, FindingsInput, SignalInput } from "../answers";
import type { Family, FindingStanding, Severity } from "@/lib/core/findings/rule/finding";
import { describeUsesWithoutEvidence } from "@/lib/core/figures/names";
import { describeAnalysisRefusal } from "../waiting";
import type { TurnRange } from "../chart/scale";
import { count, plural } from "../format/format";
import { findCountedSeverity } from "./counting";
import { SEVERITY_LOOKS } from "../severity";
import type { FindingGroup } from "./finding-groups";
import { listFindingGroups } from "./finding-groups";
import { buildSaid } from "./verdict-words";
import type { SearchedCounts } from "./looked";
import { describeLooked } from "./looked";

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
  const shownFindings = facts.findings.filter((finding) => range === null || isOverlapping(finding, range));
  const elsewhere = facts.findings.length - shownFindings.length;
  const groups = listFindingGroups(filterByStanding(shownFindings, "proved"), range === null ? facts : null);
  return {
    health: [...describeLooked(facts, looked), ...describeHealth(facts, dangling ?? 0)],
    groups,
    filters: listFilters(listAllGroups(groups)),
    suspected: buildSuspected(filterByStanding(shownFindings, "suspected"), range === null ? facts : null),
    gone: (facts.gone ?? []).map(
      (verdict) => `${verdict.code}: ${buildSaid(verdict).words}. It is no longer found in this session.`,
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
  const severityFilters = SEVERITY_LOOKS.flatMap(({ severity }): SeverityFilter[] => {
    const findingCount = countFindings(groups.filter((group) => group.severity === severity));
    return findingCount === 0 ? [] : [{ severity, label: `${severity} ${count(findingCount)}` }];
  });
  return severityFilters.length < 2
    ? []
    : [{ severity: null, label: `all ${count(countFindings(groups))}` }, ...severityFilters];
}

/** All groups, those below others included. */
export function listAllGroups(groups: readonly FindingGroup[]): FindingGroup[] {
  return groups.flatMap((group) => [group, ...listAllGroups(group.below)]);
}

function filterByStanding(
  findings: readonly ListedFindingInput[],
  standing: FindingStanding,
): ListedFindingInput[] {
  return findings.filter((finding) => (finding.standing ?? "proved") === standing);
}

function buildSuspected(
  suspectedFindings: readonly ListedFindingInput[],
  facts: FindingsInput | null,
): FindingsModel["suspected"] {
  const groups = listFindingGroups(suspectedFindings, facts);
  const unlistedCounts = Object.entries(facts?.unlisted ?? {}).filter(([code]) =>
    groups.some((group) => group.code === code),
  );
  const total = suspectedFindings.length + unlistedCounts.reduce((sum, [, n]) => sum + n, 0);
  return { label: `Worth a look: ${plural(total, "suspicion")}`, groups };
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
  const seenSignals = new Set<string>(
    coverage.flatMap(({ signal, state }) => (state === "unseen" ? [] : [signal])),
  );
  const isCompared = (analysedUpTo.asOfTurn ?? 0) > 0;
  const clean = CLEAN.filter(
    ({ family, signals }) => !isFound(family) && signals.every((signal) => seenSignals.has(signal)),
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

function describeAsOf(turn: number | null, events: number, receivedEvents: number): string {
  return turn === null ? `event ${count(events)} of ${count(receivedEvents)}` : `turn ${count(turn)}`;
}

function isOverlapping({ fromTurn, toTurn }: ListedFindingInput, { from, to }: TurnRange): boolean {
  return fromTurn <= to && toTurn >= from;
}

function describeWithin({ from, to }: TurnRange, elsewhere: number): string {
  const turns = from === to ? `turn ${count(from)}` : `turns ${count(from)} to ${count(to)}`;
  return `Findings of ${turns}; ${elsewhere === 0 ? "there are none" : `${count(elsewhere)} more`} in the rest of the session.`;
}

function countFindings(groups: readonly FindingGroup[]): number {
  return groups.reduce((sum, { counted }) => sum + counted, 0);
}
