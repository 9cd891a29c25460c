import type { LaneColumns } from "../answers";
import type { FetchOutcome } from "@/lib/core/evidence/edge";
import { FETCH_OUTCOMES } from "@/lib/core/evidence/edge";
import type { CauseProvenance, EvictionHow, Mode, SourceKind } from "@/lib/core/vocabulary";
import { CAUSE_PROVENANCES, EVICTION_HOWS, MODES, SOURCE_KINDS } from "@/lib/core/vocabulary";
import { labelKind } from "../chart/palette";
import { revealText } from "../format/trace-text";

export interface LaneEviction {
  readonly turn: number;
  readonly how: EvictionHow;
  readonly toMode: Mode | null;
  readonly freed: number | null;
  readonly provenance: CauseProvenance;
  readonly cause: string | null;
  readonly reference: string | null;
  readonly restorable: boolean;
  readonly reentered: number | null;
  readonly refetched: number | null;
  /** What fetching it again brought; `null` where it was not, or nobody has looked yet. */
  readonly refetchedAs: FetchOutcome | null;
  readonly compaction: number | null;
  readonly neededAt: readonly number[];
}

export interface LaneResidency {
  readonly mode: Mode;
  readonly from: number;
  readonly to: number | null;
  readonly eviction: LaneEviction | null;
}

export interface Lane {
  readonly id: string;
  readonly kind: SourceKind;
  readonly tool: string | null;
  readonly name: string;
  readonly hint: string;
  readonly tokens: number | null;
  readonly residencies: readonly LaneResidency[];
  readonly evictions: readonly LaneEviction[];
  readonly missed: number;
}

export function decodeLanes(columns: LaneColumns): Lane[] {
  const { words, blocks, residencies, evictions } = columns;
  const word = (place: number | undefined) => (place === undefined ? undefined : words[place]);
  const endOf = new Map(evictions.residency.map((residency, i) => [residency, findEvictionAt(columns, i)]));
  const residenciesOf: LaneResidency[][] = blocks.id.map(() => []);
  residencies.block.forEach((block, i) => {
    residenciesOf[block]?.push({
      mode: pickOne(MODES, word(residencies.mode[i]), "full"),
      from: residencies.from[i] ?? 0,
      to: residencies.to[i] ?? null,
      eviction: endOf.get(i) ?? null,
    });
  });
  return blocks.id.map((id, i) => {
    const kind = pickOne(SOURCE_KINDS, word(blocks.kind[i]), "other");
    const tool = word(blocks.tool[i]) ?? null;
    const laneResidencies = residenciesOf[i] ?? [];
    const ended = laneResidencies.flatMap(({ eviction }) => eviction ?? []);
    return {
      id,
      kind,
      tool: tool === null ? null : revealText(tool),
      name: revealText(word(blocks.label[i]) ?? tool ?? labelKind(kind)),
      hint: revealText(blocks.hint[i] ?? ""),
      tokens: blocks.tokens[i] ?? null,
      residencies: laneResidencies,
      evictions: ended,
      missed: ended.filter(isMissed).length,
    };
  });
}

export function isMissed({ neededAt, refetched, reentered }: LaneEviction): boolean {
  return neededAt.length > 0 || refetched !== null || reentered !== null;
}

function findEvictionAt({ evictions, words }: LaneColumns, i: number): LaneEviction {
  const word = (place: number | undefined) => (place === undefined ? undefined : words[place]);
  const toMode = word(evictions.toMode[i]);
  const compaction = evictions.compaction[i] ?? -1;
  return {
    turn: evictions.turn[i] ?? 0,
    how: pickOne(EVICTION_HOWS, word(evictions.how[i]), "removed"),
    toMode: toMode === undefined ? null : pickOne(MODES, toMode, "reference"),
    freed: evictions.freed[i] ?? null,
    provenance: pickOne(CAUSE_PROVENANCES, word(evictions.provenance[i]), "derived"),
    cause: findCause(word(evictions.cause?.[i])),
    reference: word(evictions.reference[i]) ?? null,
    restorable: evictions.restorable[i] ?? false,
    reentered: evictions.reentered[i] ?? null,
    refetched: evictions.refetched[i] ?? null,
    refetchedAs: FETCH_OUTCOMES.find((outcome) => outcome === word(evictions.refetchedAs?.[i])) ?? null,
    compaction: compaction < 0 ? null : compaction,
    neededAt: evictions.neededAt?.[i] ?? [],
  };
}

function findCause(statedCause: string | undefined): string | null {
  return statedCause === undefined ? null : revealText(statedCause);
}

function pickOne<W extends string>(words: readonly W[], word: string | undefined, otherwise: W): W {
  return words.find((candidate) => candidate === word) ?? otherwise;
}
