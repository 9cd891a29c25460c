import type { Growth, Placed } from "@/lib/core/trace/fold/growth";
import type { Queryable } from "../client";
import type { SessionNotice } from "../notices";
import { blockRow, eventsByTurn, residencyRow, turnRow } from "./rows";
import { sessionColumns } from "./session-columns";
import { SessionWrite } from "./session-write";
import type { Columns, KeptRows, RowOf, Table } from "./table";
import { rowParts } from "./table";
import { BLOCK, COMPACTION, DERIVED_TABLES, RECORD, REPEATED_CALL, RESIDENCY, TURN } from "./tables";

export interface DerivedFrom {
  readonly project: string;
  readonly key: string;
  readonly seq: number;
  /**
   * What the rows depend on besides the log's events: the version of the derivation, and the superseded
   * events.
   */
  readonly stamp: string;
}

/**
 * What exists of a session: nothing; rows to update; or rows to replace completely. The rows of an analysis
 * may be about replaced rows that no longer exist.
 */
export type Before = "nothing" | "rows" | "rows that give way";

/**
 * The cost depends on the given growth only.
 * @returns a notice for listeners, to be sent in the same transaction; `null` if there is no such session
 */
export async function writeDerived(
  tx: Queryable,
  { project, key, seq, stamp }: DerivedFrom,
  growth: Growth,
  before: Before,
): Promise<SessionNotice | null> {
  const write = new SessionWrite(tx, key);
  if (before === "rows that give way") await write.clear(DERIVED_TABLES);
  const standing: KeptRows = before === "rows" ? "may stand" : "nothing stands";
  if (before === "rows") addCorrections(write, growth);
  for (const parts of tablesOf(growth, (of, rows) => rowParts(of, rows, standing)))
    await write.addRows(parts);
  const row = await write.end({
    derived_seq: { type: "int", value: seq },
    ...sessionColumns(project, growth.totals),
    derived_stamp: { type: "text", value: stamp },
    ...(before === "rows that give way" && { analysed_seq: { type: "int", value: 0 } }),
  });
  if (row === null) return null;
  const fromTurn = growth.turns[0]?.index ?? null;
  return { ...row, session: key, deleted: false, fromTurn, lastTurn: growth.totals.lastTurn };
}

function addCorrections(write: SessionWrite, { toolCalls, totals }: Growth): void {
  write.add(
    (param) =>
      `DELETE FROM compaction WHERE session_id = $1::uuid AND no >= ${param(totals.compactions)}::int`,
  );
  if (toolCalls.size === 0) return;
  write.add(
    (param) =>
      `UPDATE turn SET tool_calls = t.calls
       FROM unnest(${param([...toolCalls.keys()])}::int[], ${param([...toolCalls.values()])}::int[]) AS t (turn, calls)
       WHERE session_id = $1::uuid AND turn.turn = t.turn`,
  );
}

export function tablesOf<T>(
  growth: Growth,
  take: <C extends Columns>(of: Table<C>, rows: Iterable<RowOf<Table<C>>>) => T,
): T[] {
  const events = eventsByTurn(growth);
  const { turns, blocks, residencies, compactions, repeats, records } = growth;
  return [
    take(
      TURN,
      rowsOf(turns, (turn) => turnRow(turn, events.get(turn.index))),
    ),
    take(
      BLOCK,
      rowsOf(blocks, ({ no, item }) => blockRow(item, no)),
    ),
    take(
      RESIDENCY,
      rowsOf(residencies, ({ no, item }) => residencyRow(item, no)),
    ),
    take(
      COMPACTION,
      rowsOf(compactions, ({ no, item }) => ({ no, turn: item.turn, body: item })),
    ),
    take(
      REPEATED_CALL,
      rowsOf(repeats, ({ item: { earlierResultBlock, ...repeat } }) => ({
        ...repeat,
        resultBlock: earlierResultBlock,
      })),
    ),
    take(RECORD, rowsOf(records, recordRow)),
  ];
}

function recordRow({
  no,
  item: { turn, event },
}: Placed<{ turn: number; event: { type: string; id: string } }>) {
  return { no, turn, type: event.type, event: event.id };
}

function* rowsOf<T, Row>(items: Iterable<T>, row: (item: T) => Row): Generator<Row> {
  for (const item of items) yield row(item);
}
