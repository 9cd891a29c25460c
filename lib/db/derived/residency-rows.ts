import { z } from "zod";
import { isSameValue } from "@/lib/core/same-value";
import type { EntryFacts } from "@/lib/core/trace/block-facts";
import { ENTRY_FACTS, referenceSchema } from "@/lib/core/trace/block-facts";
import type { Cause } from "@/lib/core/trace/cause";
import { causeSchema, DERIVED_CAUSE } from "@/lib/core/trace/cause";
import { CAUSE_FACTS } from "@/lib/core/trace/cause-facts";
import { makeFactAdder, makeTeller } from "@/lib/core/trace/fact";
import type { GrownResidency } from "@/lib/core/trace/fold/growth";
import type { BlockVersion, Eviction, Residency } from "@/lib/core/trace/session";
import type { FETCH_OUTCOMES } from "@/lib/core/evidence/edge";
import type { Residency as ReadResidency } from "../generated/client";
import { stripUuid, makeUuid } from "../session-id";
import type { RowText } from "./block-rows";
import { makeStoredText } from "./block-rows";
import { FETCH_OUTCOME, HOW, MODE, PROVENANCE } from "./codes";
import type { Codec } from "./stored-facts";
import { makeBag, makeBagSchema, makeStoredFacts } from "./stored-facts";
import type { ResidencyRow } from "./tables";
import { RESIDENCY } from "./tables";

/** How a residency ended. Its cause is `null` where it is that of its compaction, which takes many blocks out. */
export interface StoredEviction extends Omit<Eviction, "block" | "enteredTurn" | "fromMode" | "cause"> {
  readonly cause: Cause | null;
  /** An analysis says so. */
  readonly refetchOutcome: (typeof FETCH_OUTCOMES)[number] | null;
}

/** A residency as it is stored, without its facts and the text that stood there. */
export interface StoredLife extends Omit<Residency, keyof EntryFacts | "version"> {
  readonly no: number;
  readonly eviction: StoredEviction | null;
}

/** `text` and `hash` are of the text that stands there when it is not the block's full one. */
export interface StoredResidency
  extends StoredLife, EntryFacts, RowText, Pick<BlockVersion, "tokens" | "provenance"> {}

const tellCause = makeTeller(CAUSE_FACTS);
const addFacts = makeFactAdder(ENTRY_FACTS);
const facts = makeStoredFacts(ENTRY_FACTS, RESIDENCY.columns);

const FULL: RowText = { text: null, hash: null };

export function makeStoredResidency(grown: GrownResidency, no: number): StoredResidency {
  const { residency, block, eviction, compactionCause } = grown;
  const version = block.versions[residency.version];
  const { text, hash } = residency.version === block.full ? FULL : makeStoredText(version);
  return addFacts(
    {
      no,
      block: residency.block,
      since: residency.since,
      from: residency.from,
      to: residency.to,
      rank: residency.rank,
      mode: residency.mode,
      continues: residency.continues,
      text,
      hash,
      tokens: version?.tokens ?? null,
      provenance: version?.provenance ?? "unavailable",
      eviction: eviction === null ? null : makeStoredEviction(eviction, compactionCause),
    },
    residency,
  );
}

function makeStoredEviction(eviction: Eviction, compactionCause: Cause | null): StoredEviction {
  return {
    turn: eviction.turn,
    how: eviction.how,
    toMode: eviction.toMode,
    cause: isShared(eviction.cause, compactionCause) ? null : eviction.cause,
    tokensFreed: eviction.tokensFreed,
    reference: eviction.reference,
    restorable: eviction.restorable,
    reenteredTurn: eviction.reenteredTurn,
    refetchedTurn: eviction.refetchedTurn,
    refetchOutcome: null,
    compaction: eviction.compaction,
  };
}

function isShared(cause: Cause, compactionCause: Cause | null): boolean {
  return compactionCause !== null && isSameValue(cause, compactionCause) && selectCauseFields(cause) !== null;
}

/** A cause that nobody reported is the same for all evictions, so it is not stored. */
function selectCauseFields(cause: Cause): object | null {
  if (cause === DERIVED_CAUSE) return null;
  return makeBag(cause.provenance === "derived" ? { ...cause, provenance: null } : cause);
}

const causeColumn = makeBagSchema({
  ...causeSchema.shape,
  reference: referenceSchema,
  shared: z.literal(true),
});

function makeCauseColumn({ cause, reference }: StoredEviction): object | null {
  const fields = cause === null ? SHARED : selectCauseFields(cause);
  return reference === null ? fields : { ...fields, reference };
}

const SHARED = { shared: true } as const;

export const residencyCodec: Codec<StoredResidency, ResidencyRow, ReadResidency> = {
  toRow(residency) {
    const { eviction } = residency;
    return facts.addColumns(
      {
        no: residency.no,
        block: residency.block,
        since: residency.since,
        fromTurn: residency.from,
        toTurn: residency.to,
        rank: residency.rank,
        mode: MODE.of(residency.mode),
        continues: residency.continues,
        hash: residency.hash === null ? null : makeUuid(residency.hash),
        text: residency.text,
        tokens: residency.tokens,
        provenance: PROVENANCE.of(residency.provenance),
        evictedTurn: eviction?.turn ?? null,
        how: eviction === null ? null : HOW.of(eviction.how),
        toMode: eviction?.toMode == null ? null : MODE.of(eviction.toMode),
        tokensFreed: eviction?.tokensFreed ?? null,
        restorable: eviction?.restorable ?? null,
        reenteredTurn: eviction?.reenteredTurn ?? null,
        refetchedTurn: eviction?.refetchedTurn ?? null,
        compaction: eviction?.compaction ?? null,
        cause: eviction === null ? null : makeCauseColumn(eviction),
        extra: facts.toBag(residency),
      },
      residency,
    );
  },
  fromRow: (row) => ({
    ...readLife(row),
    ...facts.fromRow(row, row.extra),
    hash: row.hash === null ? null : stripUuid(row.hash),
    text: row.text,
    tokens: row.tokens,
    provenance: PROVENANCE.word(row.provenance),
  }),
};

/** The columns of {@link readLife}, for lists of many. */
export const NOT_OF_LIFE = {
  hash: true,
  text: true,
  tokens: true,
  provenance: true,
  reference: true,
  extra: true,
} as const;

export function readLife(row: Omit<ReadResidency, keyof typeof NOT_OF_LIFE>): StoredLife {
  return {
    no: row.no,
    block: row.block,
    since: row.since,
    from: row.fromTurn,
    to: row.toTurn,
    rank: row.rank,
    mode: MODE.word(row.mode),
    continues: row.continues,
    eviction: readEviction(row),
  };
}

function readEviction(row: Omit<ReadResidency, keyof typeof NOT_OF_LIFE>): StoredEviction | null {
  if (row.evictedTurn === null || row.how === null) return null;
  const fields = causeColumn.parse(row.cause);
  return {
    turn: row.evictedTurn,
    how: HOW.word(row.how),
    toMode: row.toMode === null ? null : MODE.word(row.toMode),
    cause: fields?.shared === true ? null : fillCause(fields),
    tokensFreed: row.tokensFreed,
    reference: fields?.reference ?? null,
    restorable: row.restorable ?? false,
    reenteredTurn: row.reenteredTurn,
    refetchedTurn: row.refetchedTurn,
    refetchOutcome: row.refetchOutcome === null ? null : FETCH_OUTCOME.word(row.refetchOutcome),
    compaction: row.compaction,
  };
}

/** @param fields of it; nothing where it is not known */
export function fillCause(
  fields: { readonly [Name in keyof Cause]?: Cause[Name] | undefined } | null,
): Cause {
  return {
    ...tellCause(fields ?? {}),
    provenance: fields?.provenance ?? "derived",
    doubt: fields?.doubt ?? null,
  };
}
