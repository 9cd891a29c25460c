import { indexFirstRefetches } from "@/lib/core/evidence/fetched-again";
import type { Severity } from "@/lib/core/findings/rule/finding";
import { groupBy } from "@/lib/core/group-by";
import { isOpenAt, isShown } from "@/lib/core/evidence/plan/steps/plan";
import type { Block, BySource, Session, Turn } from "@/lib/core/trace/session";
import type { Recording } from "@/lib/core/trace/fold/recording";
import { readFullText } from "@/lib/core/trace/fold/recording";
import type { EpochMs, Tokens, TurnIndex } from "@/lib/core/units";
import type {
  LimitProvenance,
  Mode,
  Outcome,
  Provenance,
  SourceKind,
  TrustLevel,
} from "@/lib/core/vocabulary";
import { carryResiduals } from "@/lib/core/window/carried";
import { nameIncidentBlock } from "./block-name";
import { SessionClock } from "./clock";
import type { Incident } from "./incident";
import type { ReplayPart, SavedReplay } from "./replay-part";
import { replayPart } from "./replay-part";
import type { LostBlock } from "./lost-blocks";
import { listLostBlocks } from "./lost-blocks";
import type { TimelineEntry } from "./timeline";
import { filterFindings, buildTimeline } from "./timeline";
import type { IncidentFinding, IncidentPlan, IncidentSource } from "./incident-source";

export interface TimelineView {
  readonly turn: TurnIndex | null;
  readonly axis: "time" | "turns";
  readonly compress: boolean;
}

export interface SnapshotTurn {
  readonly turn: TurnIndex;
  readonly at: EpochMs | null;
  readonly moment: string;
  readonly tokens: Tokens | null;
  readonly provenance: Provenance;
  readonly bySource: BySource;
  readonly evictions: number;
  readonly compactions: number;
  /** Tokens that a drawing adds for the provider's overhead, where the turn has no usage. Absent for none. */
  readonly carried?: Tokens;
  /** Whether a plan stood there; `null` where none was stated, or one that is gone has no open step. */
  readonly plan: boolean | null;
}

export interface SnapshotBlock {
  readonly name: string;
  readonly kind: SourceKind;
  /** Of a call or a result. Absent for none. */
  readonly toolName?: string | null;
  readonly trust: TrustLevel;
  readonly tokens: Tokens | null;
  readonly provenance: Provenance;
  readonly chars: number | null;
  readonly residencies: readonly { readonly from: TurnIndex; readonly to: TurnIndex; readonly mode: Mode }[];
  /** The text, or the beginning of a long one; `null` when it is unknown or left out. */
  readonly text: string | null;
}

/** The whole content of an incident page, without ids that lead further: blocks are named by their index. */
export interface Snapshot {
  readonly version: 1;
  readonly title: string;
  readonly severity: Severity | null;
  readonly outcome: Outcome | null;
  readonly content: "full" | "masked" | "off";
  readonly session: {
    readonly name: string | null;
    readonly agent: string | null;
    readonly model: string | null;
    readonly startedAt: EpochMs | null;
    readonly contextWindow: Tokens | null;
    readonly contextWindowProvenance?: LimitProvenance;
    readonly budget: Tokens | null;
  };
  /** What happened in the whole session, in words; absent in older frozen incidents and where it is not analysed. */
  readonly story?: string;
  readonly from: TurnIndex;
  readonly to: TurnIndex;
  /** Later turns of the incident, when it has more than can be shown. Absent for none. */
  readonly turnsLeftOut?: number;
  readonly view: TimelineView;
  /** Of the range. Absent in older frozen incidents. */
  readonly counts?: {
    readonly evictions: number;
    readonly fetchedAgain: number;
    readonly repeatedCalls: number;
    readonly serious: number;
    readonly warnings: number;
  };
  readonly turns: readonly SnapshotTurn[];
  /** The `blocks` of an entry are indexes into the snapshot's `blocks`. */
  readonly entries: readonly TimelineEntry[];
  readonly blocks: readonly SnapshotBlock[];
  readonly blocksLeftOut: number;
  /** What had left and was missed; its `block` is an index into `blocks`. Absent in older frozen incidents. */
  readonly lost?: readonly LostBlock[];
  readonly replays: readonly ReplayPart[];
}

export const SNAPSHOT_TURNS_MAX = 5_000;
const BLOCKS_MAX = 2_000;
const TEXT_CHARS_MAX = 8_000;
const ALL_CHARS_MAX = 1_000_000;

/** Freezes a range of a session with its `replays`. All names and texts are still unmasked. */
export function buildSnapshot(
  source: IncidentSource,
  incident: Omit<Incident, "id" | "severity" | "outcome"> & {
    readonly severity: Severity | null;
    readonly outcome: Outcome | null;
  },
  view: TimelineView,
  replays: readonly SavedReplay[] = [],
): Snapshot {
  const { recording, plans, findings } = source;
  const { session } = recording;
  const entries = buildTimeline({ session, plans, findings, incident });
  const lostBlocks = listLost(source, incident);
  const { shown, leftOut } = listBlocks(session, incident, [
    ...entries.flatMap(({ blocks }) => blocks),
    ...lostBlocks.map(({ block }) => block),
  ]);
  const place = new Map(shown.map((block, i) => [block, i]));
  const turns = session.turns.filter(({ index }) => index >= incident.from && index <= incident.to);
  const carried = indexCarried(session);
  const evicted = groupBy(session.evictions, ({ turn }) => turn);
  const compacted = groupBy(session.compactions, ({ turn }) => turn);
  const clock = new SessionClock(session.turns, session.meta.startedAt, incident.from);
  const { name, externalId, agent, model, contextWindow, contextWindowProvenance, budget } = session.meta;
  return {
    version: 1,
    title: incident.title,
    severity: incident.severity,
    outcome: incident.outcome,
    content: "full",
    session: {
      name: name ?? externalId,
      agent,
      model,
      startedAt: clock.startedAt,
      contextWindow,
      contextWindowProvenance,
      budget,
    },
    from: incident.from,
    to: incident.to,
    view,
    counts: countAll(session, findings, incident),
    turns: turns.map((turn) => ({
      ...turnOf(turn, plans, evicted, compacted),
      ...addCarried(turn, carried),
      moment: clock.name(turn.index),
    })),
    entries: entries.map((entry) => ({ ...entry, blocks: entry.blocks.flatMap((b) => place.get(b) ?? []) })),
    blocks: freezeBlocks(recording, shown, incident),
    blocksLeftOut: leftOut,
    lost: lostBlocks.flatMap((lostBlock) => {
      const block = place.get(lostBlock.block);
      return block === undefined ? [] : [{ ...lostBlock, block }];
    }),
    replays: replays.map((replay) => replayPart(source, replay, incident)),
  };
}

type Range = Pick<Incident, "from" | "to">;

const LOST_MAX = 3;

/** Of the findings that the incident has notes on; without one, of the serious findings in its turns. */
function listLost(
  source: IncidentSource,
  incident: Pick<Incident, "from" | "to" | "annotations">,
): LostBlock[] {
  const noted = new Set(
    incident.annotations.flatMap(({ pin, target, turn }) => (pin === "finding" ? `${target} ${turn}` : [])),
  );
  const within = filterFindings(source.findings, incident);
  const notedFindings = within.filter(({ code, from }) => noted.has(`${code} ${from}`));
  const about =
    notedFindings.length > 0 ? notedFindings : within.filter(({ severity }) => severity === "serious");
  const lostByBlock = new Map<number, LostBlock>();
  for (const finding of about) {
    if (lostByBlock.size >= LOST_MAX) break;
    for (const lostBlock of listLostBlocks(source, finding))
      if (!lostByBlock.has(lostBlock.block)) lostByBlock.set(lostBlock.block, lostBlock);
  }
  return [...lostByBlock.values()].slice(0, LOST_MAX);
}

function countAll(
  { evictions, repeats }: Session,
  findings: readonly IncidentFinding[],
  range: Range,
): NonNullable<Snapshot["counts"]> {
  const within = ({ turn }: { readonly turn: TurnIndex }) => turn >= range.from && turn <= range.to;
  const findingsInRange = filterFindings(findings, range);
  const ofSeverity = (severityWanted: Severity) =>
    findingsInRange.filter(({ severity }) => severity === severityWanted).length;
  return {
    evictions: evictions.filter(within).length,
    fetchedAgain: [...indexFirstRefetches(evictions).values()].filter(within).length,
    repeatedCalls: repeats.filter(within).length,
    serious: ofSeverity("serious"),
    warnings: ofSeverity("warning"),
  };
}

function listBlocks(session: Session, { from, to }: Range, namedBlocks: readonly number[]) {
  const spoken = new Set(namedBlocks);
  const inRange = new Set(
    session.residencies.filter((r) => r.from <= to && (r.to ?? Infinity) >= from).map(({ block }) => block),
  );
  for (const block of spoken) inRange.add(block);
  const ordered = [...inRange].sort((a, b) => Number(spoken.has(b)) - Number(spoken.has(a)) || a - b);
  const shownBlocks = ordered.slice(0, BLOCKS_MAX).sort((a, b) => a - b);
  return { shown: shownBlocks, leftOut: ordered.length - shownBlocks.length };
}

function freezeBlocks(
  recording: Recording,
  shownBlocks: readonly number[],
  { from, to }: Range,
): SnapshotBlock[] {
  const { session } = recording;
  const lives = groupBy(session.residencies, ({ block }) => block);
  return shownBlocks.flatMap((index): SnapshotBlock[] => {
    const block = session.blocks[index];
    if (block === undefined) return [];
    const text = readFullText(recording, block);
    const residencies = (lives.get(index) ?? [])
      .filter((residency) => residency.from <= to && (residency.to ?? Infinity) >= from)
      .map((residency) => ({
        from: Math.max(residency.from, from),
        to: Math.min(residency.to ?? to, to),
        mode: residency.mode,
      }));
    return [{ ...readFacts(block), chars: text?.length ?? null, residencies, text }];
  });
}

/** Cuts long texts to their beginnings. This comes last, because masking needs the whole texts. */
export function cutTexts(snapshot: Snapshot): Snapshot {
  let charsLeft = ALL_CHARS_MAX;
  const blocks = snapshot.blocks.map((block) => {
    const text = charsLeft <= 0 ? null : (block.text?.slice(0, TEXT_CHARS_MAX) ?? null);
    charsLeft -= text?.length ?? 0;
    return { ...block, text };
  });
  return { ...snapshot, blocks };
}

function readFacts(block: Block): Omit<SnapshotBlock, "chars" | "residencies" | "text"> {
  const version = block.versions[block.full];
  return {
    name: nameIncidentBlock(block),
    kind: block.kind,
    ...(block.toolName !== null && { toolName: block.toolName }),
    trust: block.trust,
    tokens: version?.tokens ?? null,
    provenance: version?.provenance ?? "unavailable",
  };
}

function indexCarried({ turns }: Session): ReadonlyMap<TurnIndex, Tokens> {
  const carried = carryResiduals(
    turns.map(({ window, delta }) => ({
      windowKnown: window.known,
      residual: window.residual,
      modelChanged: delta.modelChanged,
    })),
  );
  return new Map(turns.map(({ index }, i) => [index, carried[i] ?? 0]));
}

function addCarried({ index }: Turn, carried: ReadonlyMap<TurnIndex, Tokens>): Pick<SnapshotTurn, "carried"> {
  const tokens = carried.get(index) ?? 0;
  return tokens === 0 ? {} : { carried: tokens };
}

type ByTurn = ReadonlyMap<TurnIndex, readonly unknown[]>;

function turnOf(
  { index, at, window }: Turn,
  plans: readonly IncidentPlan[],
  evicted: ByTurn,
  compacted: ByTurn,
): Omit<SnapshotTurn, "moment"> {
  const statedPlans = plans.flatMap((plan) =>
    plan.presence.flatMap((run) => (run.from <= index && run.to >= index ? { plan, run } : [])),
  );
  // A plan that is done is not missed.
  const hasOpenStep = statedPlans.some(({ plan }) => plan.steps.some((step) => isOpenAt(step, index)));
  return {
    turn: index,
    at,
    tokens: window.tokens.value,
    provenance: window.tokens.provenance,
    bySource: window.known ? window.bySource : {},
    evictions: evicted.get(index)?.length ?? 0,
    compactions: compacted.get(index)?.length ?? 0,
    plan: statedPlans.some(({ run }) => isShown(run)) ? true : hasOpenStep ? false : null,
  };
}
