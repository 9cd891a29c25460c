import type { Growth, Placed } from "@/lib/core/trace/fold/growth";
import type { Queryable } from "../client";
import { blockRow, eventsByTurn, residencyRow, turnRow } from "./rows";
import { sessionColumns } from "./session-columns";
import { deleteRows, upsertRows } from "./table";
import { BLOCK, COMPACTION, DERIVED_TABLES, RECORD, REPEATED_CALL, RESIDENCY, TURN } from "./tables";

/** A session's place in the log when it was folded: whose it is, and the last event that counted. */
export interface DerivedFrom {
  readonly project: string;
  readonly key: string;
  readonly seq: number;
  /** What the rows follow from beside the log's events: the way they are derived, and events that count no more. */
  readonly stamp: string;
}

/**
 * Brings the derived rows of a session up to date with what it has gained. The cost is that of what is given.
 * @param anew whether the rows that are there give way to these, which are all
 * @returns the first turn whose row was written; `null` when no turn was
 */
export async function writeDerived(
  tx: Queryable,
  { project, key, seq, stamp }: DerivedFrom,
  growth: Growth,
  anew: boolean,
): Promise<number | null> {
  if (anew) for (const { name } of DERIVED_TABLES) await deleteRows(tx, name, key);
  const events = eventsByTurn(growth);
  await upsertRows(
    tx,
    TURN,
    key,
    rowsOf(growth.turns, (turn) => turnRow(turn, events.get(turn.index))),
  );
  if (!anew) await updateToolCalls(tx, key, growth.toolCalls);
  await upsertRows(
    tx,
    BLOCK,
    key,
    rowsOf(growth.blocks, ({ no, item }) => blockRow(item, no)),
  );
  await upsertRows(
    tx,
    RESIDENCY,
    key,
    rowsOf(growth.residencies, ({ no, item }) => residencyRow(item.residency, no, item.block, item.eviction)),
  );
  await writeLists(tx, key, growth);
  await updateSession(tx, key, seq, {
    ...sessionColumns(project, growth.totals),
    derived_stamp: { type: "text", value: stamp },
  });
  return growth.turns[0]?.index ?? null;
}

async function writeLists(
  tx: Queryable,
  key: string,
  { compactions, repeats, records, totals }: Growth,
): Promise<void> {
  await upsertRows(
    tx,
    COMPACTION,
    key,
    rowsOf(compactions, ({ no, item }) => ({ no, turn: item.turn, body: item })),
  );
  await tx.$executeRawUnsafe(
    "DELETE FROM compaction WHERE session_id = $1::uuid AND no >= $2",
    key,
    totals.compactions,
  );
  await upsertRows(
    tx,
    REPEATED_CALL,
    key,
    rowsOf(repeats, ({ item: { earlierResultBlock, ...repeat } }) => ({
      ...repeat,
      resultBlock: earlierResultBlock,
    })),
  );
  await upsertRows(tx, RECORD, key, rowsOf(records, recordRow));
}

function recordRow({
  no,
  item: { turn, event },
}: Placed<{ turn: number; event: { type: string; id: string } }>) {
  return { no, turn, type: event.type, event: event.id };
}

async function updateToolCalls(
  tx: Queryable,
  key: string,
  calls: ReadonlyMap<number, number>,
): Promise<void> {
  if (calls.size === 0) return;
  await tx.$executeRawUnsafe(
    `UPDATE turn SET tool_calls = t.calls FROM unnest($2::int[], $3::int[]) AS t (turn, calls)
     WHERE session_id = $1::uuid AND turn.turn = t.turn`,
    key,
    [...calls.keys()],
    [...calls.values()],
  );
}

function* rowsOf<T, Row>(items: Iterable<T>, row: (item: T) => Row): Generator<Row> {
  for (const item of items) yield row(item);
}

async function updateSession(
  tx: Queryable,
  key: string,
  seq: number,
  columns: ReturnType<typeof sessionColumns>,
): Promise<void> {
  const entries = Object.entries(columns);
  const assignments = entries.map(([name, { type, unless }], i) => {
    const value = `$${i + 3}::${type}`;
    return `"${name}" = ${unless === undefined ? value : `coalesce(${unless}, ${value})`}`;
  });
  await tx.$executeRawUnsafe(
    `UPDATE session SET derived_seq = $2, ${assignments.join(", ")} WHERE session_id = $1::uuid`,
    key,
    seq,
    ...entries.map(([, { value }]) => value),
  );
}
