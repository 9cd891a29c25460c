import { groupBy } from "@/lib/core/group-by";
import type { Growth, Placed } from "@/lib/core/trace/fold/growth";
import type { Queryable } from "../client";
import type { SessionNotice } from "../notices/notices";
import { announce } from "../notices/notices";
import { blockCodec, makeStoredBlock } from "./block-rows";
import { compactionCodec } from "./compaction-rows";
import { residencyCodec, makeStoredResidency } from "./residency-rows";
import { SESSION_COLUMNS } from "./session-columns";
import type { RowsOfSession, SessionColumn, WrittenRow } from "./sessions-write";
import { SessionsWrite } from "./sessions-write";
import type { TableRows } from "./table";
import { pairRows } from "./table";
import { BLOCK, COMPACTION, DERIVED_TABLES, RECORD, REPEATED_CALL, RESIDENCY, TURN_TABLE } from "./tables";
import type { TurnEvents } from "./turn-rows";
import { NO_EVENTS, turnCodec } from "./turn-rows";

/** What follows from new events of a session. */
export interface Derived {
  readonly project: string;
  readonly session: string;
  /** The last event of the log that it follows from. */
  readonly seq: number;
  /**
   * What the rows depend on besides the log's events: the version of the derivation, and the superseded
   * events.
   */
  readonly stamp: string;
  readonly growth: Growth;
}

/**
 * What exists of a session: nothing; rows to update; or rows to replace completely. The rows of an analysis
 * may be about replaced rows that no longer exist.
 */
export type Before = "nothing" | "rows" | "rows that give way";

/**
 * Writes derived rows of sessions, and tells listeners. The cost depends on the given growth only.
 * @param before the same for all of them
 */
export async function writeDerived(
  tx: Queryable,
  derived: readonly Derived[],
  before: Before,
): Promise<void> {
  const write = new SessionsWrite(
    tx,
    derived.map(({ session }) => session),
  );
  await addDerived(write, derived, before);
  await tellDerived(tx, derived, await write.end(listDerivedColumns(before), derived));
}

/** Adds the rows that follow to what is written of sessions. */
export async function addDerived(
  write: SessionsWrite,
  derived: readonly Derived[],
  before: Before,
): Promise<void> {
  if (before === "rows that give way") await write.clear(DERIVED_TABLES);
  if (before === "rows") addCorrections(write, derived);
  const tables = derived.flatMap(({ session, growth }) =>
    listTables(growth).map((table) => ({ ...table, session })),
  );
  await insertTables(write, tables, before === "rows");
}

/** Inserts rows of sessions, those for the same table together. */
export async function insertTables(
  write: SessionsWrite,
  tables: readonly (TableRows & RowsOfSession)[],
  mayStand: boolean,
): Promise<void> {
  for (const [of, rowTables] of groupBy(tables, (table) => table.of))
    await write.insert(of, rowTables, mayStand);
}

/** What a growth takes back of standing rows. */
function addCorrections(write: SessionsWrite, derived: readonly Derived[]): void {
  write.change(
    "compaction",
    (r) => `DELETE FROM ${r} USING`,
    { no: "int" },
    derived.map(({ session, growth }) => ({ session, rows: [{ no: growth.totals.compactions }] })),
    "r.no >= t.no",
  );
  write.change(
    "turn",
    (r) => `UPDATE ${r} SET tool_calls = t.count FROM`,
    { turn: "int", count: "int" },
    derived.map(({ session, growth }) => ({
      session,
      rows: [...growth.toolCalls].map(([turn, count]) => ({ turn, count })),
    })),
    "r.turn = t.turn",
  );
}

/** What the session's own row gets. */
export function listDerivedColumns(before: Before): SessionColumn<Derived>[] {
  return [
    { name: "derived_seq", type: "int", of: ({ seq }) => seq },
    ...SESSION_COLUMNS,
    { name: "derived_stamp", type: "text", of: ({ stamp }) => stamp },
    ...(before === "rows that give way" ? [{ name: "analysed_seq", type: "int", of: () => 0 }] : []),
    newVersion(),
  ];
}

/** The session's version, of which listeners are told. */
export function newVersion(): SessionColumn<unknown> {
  return {
    name: "version",
    type: "bigint",
    of: () => Date.now(),
    becomes: `GREATEST(session.version + 1, t."version")`,
  };
}

/** Tells listeners of derived sessions, when the transaction is committed. */
export function tellDerived(
  tx: Queryable,
  derived: readonly Derived[],
  rows: readonly WrittenRow[],
): Promise<void> {
  const growths = new Map(derived.map(({ session, growth }) => [session, growth]));
  return tellWritten(tx, rows, (session) => ({
    fromTurn: growths.get(session)?.turns[0]?.index ?? null,
    lastTurn: growths.get(session)?.totals.lastTurn ?? null,
  }));
}

/** Tells listeners of written sessions, when the transaction is committed. */
export function tellWritten(
  tx: Queryable,
  rows: readonly WrittenRow[],
  turnsOf: (session: string) => Pick<SessionNotice, "fromTurn" | "lastTurn">,
): Promise<void> {
  const notices = rows.map(({ project, session, version }) => ({
    project,
    session,
    version,
    deleted: false,
    ...turnsOf(session),
  }));
  return announce(tx, ...notices);
}

function listTables(growth: Growth): TableRows[] {
  const events = groupEventsByTurn(growth);
  const { turns, blocks, residencies, compactions, repeats, records } = growth;
  return [
    pairRows(
      TURN_TABLE,
      makeRows(turns, (turn) => turnCodec.toRow({ turn, events: events.get(turn.index) ?? NO_EVENTS })),
    ),
    pairRows(
      BLOCK,
      makeRows(blocks, ({ no, item }) => blockCodec.toRow(makeStoredBlock(item, no))),
    ),
    pairRows(
      RESIDENCY,
      makeRows(residencies, ({ no, item }) => residencyCodec.toRow(makeStoredResidency(item, no))),
    ),
    pairRows(
      COMPACTION,
      makeRows(compactions, ({ no, item }) => compactionCodec.toRow({ ...item, no })),
    ),
    pairRows(
      REPEATED_CALL,
      makeRows(repeats, ({ item: { earlierResultBlock, ...repeat } }) => ({
        ...repeat,
        resultBlock: earlierResultBlock,
      })),
    ),
    pairRows(RECORD, makeRows(records, recordRow)),
  ];
}

function groupEventsByTurn({
  evictions,
  compactions,
}: Pick<Growth, "evictions" | "compactions">): Map<number, TurnEvents> {
  const byTurn = new Map<number, TurnEvents>();
  const findEntry = (turn: number): TurnEvents => {
    const events = byTurn.get(turn) ?? { ...NO_EVENTS };
    byTurn.set(turn, events);
    return events;
  };
  for (const { turn, tokensFreed } of evictions) {
    findEntry(turn).evictions++;
    findEntry(turn).evictedTokens += tokensFreed ?? 0;
  }
  for (const { item } of compactions) findEntry(item.turn).compactions++;
  return byTurn;
}

function recordRow({
  no,
  item: { turn, event },
}: Placed<{ turn: number; event: { type: string; id: string } }>) {
  return { no, turn, type: event.type, event: event.id };
}

function* makeRows<T, Row>(items: Iterable<T>, row: (item: T) => Row): Generator<Row> {
  for (const item of items) yield row(item);
}
