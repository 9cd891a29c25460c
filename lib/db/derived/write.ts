import type { Marked, Touched } from "@/lib/core/trace/fold/touched";
import type { Session } from "@/lib/core/trace/session";
import type { Queryable } from "../client";
import { blockRow, eventsByTurn, residencyRow, turnRow } from "./rows";
import { sessionColumns } from "./session-columns";
import { deleteRows, upsertRows } from "./table";
import { BLOCK, COMPACTION, DERIVED_TABLES, RECORD, REPEATED_CALL, RESIDENCY, TURN } from "./tables";

/** Rows that a store has of a session already: those beyond, and those touched, are written. */
export interface Written {
  readonly turns: number;
  readonly records: number;
  readonly repeats: number;
  readonly compactions: number;
  /** The factor that all stored token figures were made with. */
  readonly factor: number;
}

export const NOTHING_WRITTEN: Written = {
  turns: 0,
  records: 0,
  repeats: 0,
  compactions: 0,
  factor: Number.NaN,
};

/** What is stored once a session has been written. A compaction whose turn has not come yet is written again. */
export function writtenOf(session: Session): Written {
  const newest = session.turns.at(-1)?.index ?? -1;
  return {
    turns: session.turns.length,
    records: session.records.length,
    repeats: session.repeats.length,
    compactions: session.compactions.filter(({ turn }) => turn <= newest).length,
    factor: session.calibration.factor,
  };
}

/** A session's place in the log when it was folded: whose it is, the last event that counted, and what models were known by. */
export interface DerivedFrom {
  readonly project: string;
  readonly key: string;
  readonly seq: number;
  readonly stamp: string;
}

/**
 * Brings the derived rows of a session up to date with what was folded: those that are new or touched when the stored
 * ones follow from the same fold and calibration, else all of them anew.
 */
export async function writeDerived(
  tx: Queryable,
  { project, key, seq, stamp }: DerivedFrom,
  session: Session,
  before: Written,
  touched: Touched,
): Promise<void> {
  const anew = before.factor !== session.calibration.factor;
  if (anew) for (const { name } of DERIVED_TABLES) await deleteRows(tx, name, key);
  const from: Written = anew ? NOTHING_WRITTEN : before;
  const events = eventsByTurn(session);
  const evictions = new Map(session.evictions.map((eviction) => [eviction.residency, eviction]));
  const wanted = (marked: Marked, i: number) => anew || marked.has(i);
  await upsertRows(
    tx,
    TURN,
    key,
    session.turns
      .filter((turn, i) => i >= from.turns || touched.turns.has(turn.index))
      .map((turn) => turnRow(turn, events.get(turn.index))),
  );
  await upsertRows(
    tx,
    BLOCK,
    key,
    session.blocks.flatMap((block, i) => (wanted(touched.blocks, i) ? [blockRow(block, i)] : [])),
  );
  await upsertRows(
    tx,
    RESIDENCY,
    key,
    session.residencies.flatMap((r, i) =>
      wanted(touched.residencies, i) ? [residencyRow(r, i, session.blocks[r.block], evictions.get(i))] : [],
    ),
  );
  await upsertRows(
    tx,
    COMPACTION,
    key,
    session.compactions.map((body, no) => ({ no, turn: body.turn, body })).slice(from.compactions),
  );
  await upsertRows(
    tx,
    REPEATED_CALL,
    key,
    session.repeats
      .slice(from.repeats)
      .map(({ earlierResultBlock, ...repeat }) => ({ ...repeat, resultBlock: earlierResultBlock })),
  );
  await upsertRows(
    tx,
    RECORD,
    key,
    session.records
      .map(({ turn, event }, no) => ({ no, turn, type: event.type, event: event.id }))
      .slice(from.records),
  );
  await updateSession(tx, key, seq, {
    ...sessionColumns(project, session),
    derived_with: { type: "text", value: stamp },
  });
}

async function updateSession(
  tx: Queryable,
  key: string,
  seq: number,
  columns: ReturnType<typeof sessionColumns>,
): Promise<void> {
  const entries = Object.entries(columns);
  const assignments = entries.map(([name, { type }], i) => `"${name}" = $${i + 3}::${type}`);
  await tx.$executeRawUnsafe(
    `UPDATE session SET derived_seq = $2, ${assignments.join(", ")} WHERE session_id = $1::uuid`,
    key,
    seq,
    ...entries.map(([, { value }]) => value),
  );
}
