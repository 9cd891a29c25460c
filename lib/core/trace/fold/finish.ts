import type { Tokens, TurnIndex } from "../../units";
import type {
  Block,
  BlockVersion,
  Calibration,
  Compaction,
  Eviction,
  Residency,
  Session,
  SessionMeta,
} from "../session";
import { calibrationOf } from "./calibration";
import { awaitedCompactions } from "./compactions";
import type { EditReport } from "./evictions";
import { sessionWindow } from "./limits";
import { occupancyOf } from "./occupancy";
import type { BlockFacts, VersionFacts } from "./registry";
import type { FoldState } from "./state";
import { figureOf, finishTurns } from "./turns";

/**
 * Makes the session of what was folded: calibrates, sums per turn, and fills in what needs the whole. `awaited` are the
 * reports of edits whose turn has not come.
 */
export function finishSession(state: FoldState, awaited: readonly EditReport[] = []): Session {
  const calibration = calibrationOf(state);
  const blocks = state.registry.blocks.map((facts) => finishBlock(facts, calibration));
  const residencies = state.window.residencies.map((residency) => ({ ...residency }));
  const sums = occupancyOf(
    state.turns.map((turn) => turn.event.turn),
    residencies,
    blocks,
  );
  const turns = finishTurns(state, sums);
  const byIndex = new Map(turns.map((turn) => [turn.index, turn]));
  const turnAt = (index: TurnIndex | null) => (index === null ? undefined : byIndex.get(index));
  const lastTurn = turns.at(-1)?.index ?? null;
  return {
    meta: metaOf(state),
    turns,
    blocks,
    residencies,
    evictions: state.evictions.map((eviction) => finishEviction(eviction, residencies, blocks)),
    compactions: [...state.compactions, ...awaitedCompactions(state, awaited)].map((facts): Compaction => ({
      turn: facts.turn,
      trigger: facts.trigger,
      tokensBefore: figureOf(facts.reportedBefore, turnAt(facts.before)),
      tokensAfter: figureOf(facts.reportedAfter, turnAt(facts.turn)),
      removed: facts.removed,
      summaryBlock: facts.summaryBlock,
      cause: facts.cause,
    })),
    unmadeEdits: state.unmadeEdits,
    repeats: state.calls.repeats,
    toolCalls: state.calls.total,
    records: state.records.map(({ turn, event }) => ({ turn: turn ?? lastTurn ?? 0, event })),
    calibration,
    gaps: gapsIn(turns.map((turn) => turn.index)),
    warnings: state.warnings.list(),
  };
}

function finishBlock(facts: BlockFacts, calibration: Calibration): Block {
  return {
    id: facts.id,
    kind: facts.kind,
    trust: facts.trust,
    label: facts.label,
    toolName: facts.toolName,
    toolCallId: facts.toolCallId,
    isError: facts.isError,
    media: facts.media,
    origin: facts.origin ?? null,
    completeness: facts.completeness,
    createdTurn: facts.createdTurn,
    full: facts.full,
    versions: facts.versions.map((version) => finishVersion(version, calibration)),
  };
}

function finishVersion(
  { hash, text, traits, counted, stated }: VersionFacts,
  calibration: Calibration,
): BlockVersion {
  const chars = traits?.chars ?? null;
  if (stated !== null) return { hash, text, chars, tokens: stated.value, provenance: stated.provenance };
  if (counted === null) return { hash, text, chars, tokens: null, provenance: "unavailable" };
  const tokens = counted === 0 ? 0 : Math.max(1, Math.round(counted * calibration.factor));
  return { hash, text, chars, tokens, provenance: calibration.exact ? "tokenized" : "estimated" };
}

function finishEviction(
  facts: FoldState["evictions"][number],
  residencies: readonly Residency[],
  blocks: readonly Block[],
): Eviction {
  const { before, after, reference } = facts;
  const was = residencies[before];
  const is = after === null ? undefined : residencies[after];
  const freed =
    was === undefined ? null : difference(tokensOf(was, blocks), is === undefined ? 0 : tokensOf(is, blocks));
  return {
    block: facts.block,
    residency: before,
    turn: facts.turn,
    enteredTurn: facts.enteredTurn,
    how: facts.how,
    fromMode: was?.mode ?? "full",
    toMode: is?.mode ?? null,
    cause: facts.cause,
    tokensFreed: freed,
    reference,
    restorable: reference?.restorable ?? (reference !== null && reference.kind !== "placeholder"),
    reenteredTurn: facts.reenteredTurn,
    refetchedTurn: facts.refetchedTurn,
    compaction: facts.compaction,
  };
}

/** Tokens that a residency takes up; `null` where its text and size are unknown. */
export function tokensOf(residency: Residency, blocks: readonly Block[]): Tokens | null {
  return blocks[residency.block]?.versions[residency.version]?.tokens ?? null;
}

function difference(a: Tokens | null, b: Tokens | null): Tokens | null {
  return a === null || b === null ? null : a - b;
}

function metaOf(state: FoldState): SessionMeta {
  const { started, ended, turns } = state;
  const limit = sessionWindow(state);
  const first = turns.find((turn) => turn.event.at !== null);
  const last = turns.findLast((turn) => turn.event.at !== null);
  return {
    externalId: started?.session ?? ended?.session ?? turns[0]?.event.session ?? "",
    name: started?.name ?? null,
    agent: started?.agent ?? null,
    model: started?.model ?? turns.find((turn) => turn.event.model !== undefined)?.event.model ?? null,
    role: started?.role ?? "main",
    parent:
      started?.parent === undefined
        ? null
        : { session: started.parent.session, toolCallId: started.parent.toolCallId ?? null },
    source:
      started?.source === undefined
        ? null
        : { format: started.source.format, file: started.source.file ?? null },
    policy: started?.policy ?? null,
    tags: started?.tags ?? [],
    notes: started?.notes ?? [],
    startedAt: started?.at ?? first?.event.at ?? null,
    endedAt: ended?.at ?? last?.event.endedAt ?? last?.event.at ?? null,
    outcome: ended?.outcome ?? null,
    outcomeReason: ended?.reason ?? null,
    contextWindow: limit.value,
    contextWindowProvenance: limit.provenance,
    budget: started?.budget ?? null,
    reported: reportedOf(started),
  };
}

function reportedOf(started: FoldState["started"]): SessionMeta["reported"] {
  if (started?.reported === undefined) return null;
  const { tokensSent, tokensReceived, calls } = started.reported;
  return { tokensSent: tokensSent ?? null, tokensReceived: tokensReceived ?? null, calls: calls ?? null };
}

function gapsIn(indexes: readonly TurnIndex[]): { from: TurnIndex; to: TurnIndex }[] {
  const gaps: { from: TurnIndex; to: TurnIndex }[] = [];
  let expected = 0;
  for (const index of indexes) {
    if (index > expected) gaps.push({ from: expected, to: index - 1 });
    expected = index + 1;
  }
  return gaps;
}
