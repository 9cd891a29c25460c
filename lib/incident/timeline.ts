import type { Severity } from "@/lib/core/findings/rule/finding";
import { findKindWithCode } from "@/lib/core/findings/kinds";
import { findMoment } from "@/lib/core/findings/kinds/moment";
import { nameBlock } from "@/lib/core/findings/rule/session-index";
import { countEvictions } from "@/lib/core/figures/evictions";
import { formatCount, formatDigits } from "@/lib/core/digits";
import { groupBy } from "@/lib/core/group-by";
import { isShown } from "@/lib/core/evidence/plan/steps/plan";
import type { Eviction, Session } from "@/lib/core/trace/session";
import type { EpochMs, TurnIndex } from "@/lib/core/units";
import { SessionClock } from "./clock";
import type { Incident } from "./incident";
import { type PinWords, pinWords } from "./pins";
import { repeatLines } from "./repeat-lines";
import { FIELD_NAMES, findMissingFields } from "@/lib/core/checkpoint/fields";
import type { IncidentFinding, IncidentPlan } from "./incident-source";

export const ENTRY_KINDS = [
  "repeat",
  "eviction",
  "compaction",
  "plan",
  "checkpoint",
  "finding",
  "annotation",
  "outcome",
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** One line of a timeline: `[t+0:41] re-fetches a source fetched at t+0:09`, by the time since the incident began. */
export interface TimelineEntry {
  readonly turn: TurnIndex;
  readonly at: EpochMs | null;
  readonly moment: string;
  readonly kind: EntryKind;
  readonly text: string;
  /** Without any text of the trace. */
  readonly plain: string;
  readonly severity: Severity | null;
  readonly blocks: readonly number[];
  readonly pin: PinWords | null;
  readonly annotation: number | null;
}

export interface TimelineInput {
  readonly session: Session;
  readonly plans: readonly IncidentPlan[];
  readonly findings: readonly IncidentFinding[];
  readonly incident: Pick<Incident, "from" | "to" | "annotations">;
}

type Line = Pick<TimelineEntry, "turn" | "kind" | "text" | "plain"> &
  Partial<Pick<TimelineEntry, "severity" | "blocks" | "pin" | "annotation">>;

const NAMES_MAX = 3;
const FINDINGS_PER_CODE_MAX = 20;

export function buildTimeline(input: TimelineInput): TimelineEntry[] {
  const { session, incident } = input;
  const clock = new SessionClock(session.turns, session.meta.startedAt, incident.from);
  const lines: Line[] = [
    ...repeatLines(session, clock),
    ...listEvictionLines(session),
    ...listCompactionLines(session),
    ...input.plans.flatMap(planLines),
    ...listCheckpointLines(session),
    ...listFindingLines(session, input.findings, incident),
    ...listAnnotationLines(input),
    ...listOutcomeLines(session),
  ];
  return lines
    .filter(({ turn }) => turn >= incident.from && turn <= incident.to)
    .sort((a, b) => a.turn - b.turn)
    .map((line) => ({
      severity: null,
      blocks: [],
      pin: null,
      annotation: null,
      ...line,
      at: clock.at(line.turn),
      moment: clock.name(line.turn),
    }));
}

function listEvictionLines({ evictions, blocks }: Session): Line[] {
  return [...groupBy(evictions, ({ turn, how }) => `${turn} ${how}`).values()].flatMap((group): Line[] => {
    const [first] = group;
    if (first === undefined) return [];
    const plain = describeEviction(group, first);
    const names = group.slice(0, NAMES_MAX).flatMap(({ block }) => {
      const found = blocks[block];
      return found === undefined ? [] : [nameBlock(found)];
    });
    const more = group.length > names.length ? ` and ${group.length - names.length} more` : "";
    return [
      {
        turn: first.turn,
        kind: "eviction",
        text: `${plain}: ${names.join(", ")}${more}`,
        plain,
        blocks: group.map(({ block }) => block),
      },
    ];
  });
}

function describeEviction(group: readonly Eviction[], { how }: Eviction): string {
  const { tokensFreed, unrestorable: lost } = countEvictions(group);
  const freed = tokensFreed === null ? "" : `, ${formatDigits(tokensFreed)} tokens`;
  const without = lost === 0 ? "" : `, ${lost === group.length ? "none" : `${lost} not`} restorable`;
  return `${formatCount(group.length, "block")} ${how}${freed}${without}`;
}

function listCompactionLines({ compactions }: Session): Line[] {
  return compactions.map(({ turn, removed, tokensBefore, tokensAfter, summaryBlock }) => {
    const sizes =
      tokensBefore.value === null || tokensAfter.value === null
        ? ""
        : `, ${formatDigits(tokensBefore.value)} to ${formatDigits(tokensAfter.value)} tokens`;
    const plain = `compaction: ${formatCount(removed, "block")} replaced by ${summaryBlock === null ? "nothing" : "a summary"}${sizes}`;
    return {
      turn,
      kind: "compaction",
      text: plain,
      plain,
      blocks: summaryBlock === null ? [] : [summaryBlock],
    };
  });
}

function planLines({ presence, title }: IncidentPlan): Line[] {
  return presence.flatMap((run, i): Line[] => {
    const { from, block } = run;
    const before = presence[i - 1];
    if (before === undefined || isShown(before) === isShown(run)) return [];
    const what = !isShown(run) ? "leaves the window; what follows runs without it" : "is back in the window";
    const name = title === null ? "the plan" : `the plan “${title}”`;
    return [
      { turn: from, kind: "plan", text: `${name} ${what}`, plain: `the plan ${what}`, blocks: [block] },
    ];
  });
}

function listFindingLines(
  { blocks }: Session,
  findings: readonly IncidentFinding[],
  range: { readonly from: TurnIndex; readonly to: TurnIndex },
): Line[] {
  const indexOf = new Map(blocks.map(({ id }, index) => [id, index]));
  return [...groupBy(filterFindings(findings, range), ({ code }) => code).values()].flatMap((group) =>
    group.slice(0, FINDINGS_PER_CODE_MAX).map((finding): Line => ({
      turn: Math.max(findHappenedAt(finding), range.from),
      kind: "finding",
      text: `${describeSince(finding, range.from)}${finding.sentence}`,
      plain: `${describeSince(finding, range.from)}${findKindWithCode(finding.code)?.title ?? finding.code}`,
      severity: finding.severity,
      blocks: finding.blocks.flatMap((id) => indexOf.get(id) ?? []),
    })),
  );
}

function findHappenedAt(finding: IncidentFinding): TurnIndex {
  return findMoment({ ...finding, family: findKindWithCode(finding.code)?.family ?? "coverage" });
}

/** A line stands in its range. What had begun before says when. */
function describeSince(finding: IncidentFinding, from: TurnIndex): string {
  const moment = findHappenedAt(finding);
  return moment < from ? `since turn ${moment}: ` : "";
}

/** What happened in a range, or had begun before and lasted. Notes are left out. */
export function filterFindings(
  findings: readonly IncidentFinding[],
  range: { readonly from: TurnIndex; readonly to: TurnIndex },
): IncidentFinding[] {
  return findings.filter(
    (finding) =>
      finding.severity !== null &&
      finding.severity !== "note" &&
      findHappenedAt(finding) <= range.to &&
      finding.to >= range.from,
  );
}

function listAnnotationLines({ session, plans, incident }: TimelineInput): Line[] {
  return incident.annotations.map((note, annotation) => {
    const { turn, text, pin, target } = note;
    const block =
      pin === "block" || pin === "eviction" ? session.blocks.findIndex(({ id }) => id === target) : -1;
    return {
      turn,
      kind: "annotation",
      text,
      plain: text,
      blocks: block < 0 ? [] : [block],
      pin: pinWords({ session, plans }, note),
      annotation,
    };
  });
}

function listOutcomeLines({ meta, turns }: Session): Line[] {
  const last = turns.at(-1);
  if (last === undefined || meta.outcome === null) return [];
  const plain = `the session ends: ${meta.outcome}`;
  const text = meta.outcomeReason === null ? plain : `${plain}, ${meta.outcomeReason}`;
  return [{ turn: last.index, kind: "outcome", text, plain }];
}

function listCheckpointLines({ records, blocks }: Session): Line[] {
  return records.flatMap(({ turn, event }): Line[] => {
    if (event.type === "session.restarted") {
      const plain = "is restarted from its checkpoint";
      const why = event.reason === undefined ? "" : `: ${event.reason}`;
      return [
        {
          turn: event.turn ?? turn,
          kind: "checkpoint",
          text: `the session ${plain}${why}`,
          plain: `the session ${plain}`,
        },
      ];
    }
    if (event.type !== "checkpoint.taken") return [];
    const missing = findMissingFields(event.state, null);
    const plain = `a checkpoint is taken${missing.length === 0 ? "" : `, without ${missing.map((field) => FIELD_NAMES[field]).join(", ")}`}`;
    const block = blocks.findIndex(({ id }) => id === event.block);
    return [{ turn, kind: "checkpoint", text: plain, plain, blocks: block < 0 ? [] : [block] }];
  });
}
