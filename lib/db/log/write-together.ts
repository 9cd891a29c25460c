import type { Growth } from "@/lib/core/trace/fold/growth";
import type { Queryable } from "../client";
import { sessionColumns } from "../derived/session-columns";
import type { Assigned } from "../derived/session-write";
import type { AnyTable, Param, StatementPart } from "../derived/table";
import { begun, rowPartsOfSessions } from "../derived/table";
import type { DerivedFrom } from "../derived/write";
import { tablesOf } from "../derived/write";
import { KEEP_PLAN } from "../keep-plan";
import type { Listed } from "../derived/listed";
import { castOf, listOf } from "../derived/listed";
import { ON_ONE_SERVER } from "../nodes";
import { NOTICE_CHANNEL } from "../notices";
import { logParts } from "./log-parts";
import type { WrittenSession } from "./plan-session";

/** What follows from a session's new events. */
export interface GrowthToWrite {
  readonly from: DerivedFrom;
  readonly growth: Growth;
}

export interface GrownSession {
  readonly written: WrittenSession;
  readonly grown: GrowthToWrite;
}

/**
 * Writes the planned batches of locked sessions in one statement, which costs little more for many sessions than for one.
 * For a single server.
 */
export async function writeBatches(tx: Queryable, sessions: readonly WrittenSession[]): Promise<void> {
  if (sessions.length === 0) return;
  const { values, param, parts } = begun(await logParts(sessions));
  const [sets, list] = changes(
    logChanges((session: WrittenSession) => session),
    sessions,
    param,
  );
  await tx.$executeRawUnsafe(
    `${KEEP_PLAN}${ON_ONE_SERVER}WITH ${parts} UPDATE session s SET ${sets} FROM ${list} WHERE s.session_id = t.session_id`,
    ...values,
  );
}

/** Like {@link writeBatches}, with rows that follow and only add to those that stand. Tells listeners of it. */
export async function writeGrownSessions(tx: Queryable, sessions: readonly GrownSession[]): Promise<void> {
  if (sessions.length === 0) return;
  const logs = await logParts(sessions.map(({ written }) => written));
  const { values, param, parts } = begun([...logs, ...correctionParts(sessions), ...rowParts(sessions)]);
  const columns = [...logChanges(({ written }: GrownSession) => written), ...derivedChanges(sessions)];
  const [sets, list] = changes(columns, sessions, param, TOLD);
  await tx.$queryRawUnsafe(
    `${KEEP_PLAN}${ON_ONE_SERVER}WITH ${parts}, written AS (
       UPDATE session s SET ${sets}, version = GREATEST(s.version + 1, ${param(Date.now())}::bigint)
       FROM ${list} WHERE s.session_id = t.session_id
       RETURNING s.project_id, s.session_id, s.version, t.from_turn, t.last_turn)
     SELECT pg_notify('${NOTICE_CHANNEL}', json_build_object('project', project_id, 'session', session_id, 'version', version,
       'deleted', false, 'fromTurn', from_turn, 'lastTurn', last_turn)::text)::text AS told FROM written`,
    ...values,
  );
}

/** A column of the session's row that gets a new value. */
interface Change<T> extends Listed<T> {
  /** What the column becomes; without it, the listed value. */
  readonly becomes?: string;
}

const KEY = { name: "session_id", type: "uuid" };
const TOLD: readonly Listed<GrownSession>[] = [
  { name: "from_turn", type: "int", of: ({ grown }) => grown.growth.turns[0]?.index ?? null },
  { name: "last_turn", type: "int", of: ({ grown }) => grown.growth.totals.lastTurn },
];

/** What a statement sets in the rows of sessions, and the list that it takes this from. */
function changes<T extends WrittenSession | GrownSession>(
  columns: readonly Change<T>[],
  sessions: readonly T[],
  param: Param,
  also: readonly Listed<T>[] = [],
): [sets: string, list: string] {
  const sets = columns.map((column) => `"${column.name}" = ${column.becomes ?? castOf(column)}`);
  const key: Listed<T> = { ...KEY, of: (one) => ("written" in one ? one.written.key : one.key) };
  return [
    [...sets, `updated_at = ${param(new Date())}::timestamptz`].join(", "),
    listOf([key, ...columns, ...also], sessions, param),
  ];
}

function logChanges<T>(writtenOf: (session: T) => WrittenSession): Change<T>[] {
  const int = (
    name: string,
    of: (written: WrittenSession) => number | null,
    becomes?: string,
  ): Change<T> => ({
    name,
    type: "int",
    of: (session) => of(writtenOf(session)),
    ...(becomes !== undefined && { becomes }),
  });
  return [
    int("last_seq", ({ firstSeq, bodies }) => firstSeq + bodies.length),
    int("next_batch", ({ batch }) => batch + 1),
    int("window_seq", ({ windowSeq }) => windowSeq),
    int("superseded", ({ superseded }) => superseded.length, "s.superseded + t.superseded"),
  ];
}

function derivedChanges(sessions: readonly GrownSession[]): Change<GrownSession>[] {
  const values = new Map(
    sessions.map((session) => {
      const { from, growth } = session.grown;
      const columns: Record<string, Assigned> = {
        derived_seq: { type: "int", value: from.seq },
        ...sessionColumns(from.project, growth.totals),
        derived_stamp: { type: "text", value: from.stamp },
      };
      return [session, columns];
    }),
  );
  const [some] = values.values();
  return Object.entries(some ?? {}).map(([name, { type, unless }]) => ({
    name,
    type,
    of: (session) => values.get(session)?.[name]?.value ?? null,
    ...(unless !== undefined && { becomes: `coalesce(s."${unless}", ${castOf({ name, type })})` }),
  }));
}

/** What a growth takes back of standing rows. */
function correctionParts(sessions: readonly GrownSession[]): StatementPart[] {
  const parts: StatementPart[] = [];
  const all = sessions.map(({ written: { key }, grown: { growth } }) => ({ key, growth }));
  const session = { ...KEY, of: ({ key }: { readonly key: string }) => key };
  parts.push((param) => {
    const no = {
      name: "no",
      type: "int",
      of: ({ growth }: (typeof all)[number]) => growth.totals.compactions,
    };
    return `DELETE FROM compaction c USING ${listOf([session, no], all, param)}
      WHERE c.session_id = t.session_id AND c.no >= t.no`;
  });
  const calls = all.flatMap(({ key, growth }) =>
    [...growth.toolCalls].map(([turn, count]) => ({ key, turn, count })),
  );
  if (calls.length > 0)
    parts.push((param) => {
      const turn = { name: "turn", type: "int", of: (one: (typeof calls)[number]) => one.turn };
      const count = { name: "calls", type: "int", of: (one: (typeof calls)[number]) => one.count };
      return `UPDATE turn SET tool_calls = t.calls FROM ${listOf([session, turn, count], calls, param)}
        WHERE turn.session_id = t.session_id AND turn.turn = t.turn`;
    });
  return parts;
}

function rowParts(sessions: readonly GrownSession[]): StatementPart[] {
  const tables = new Map<AnyTable, (Record<string, unknown> & { sessionId: string })[]>();
  for (const { grown, written } of sessions)
    tablesOf(grown.growth, (of, rows) => {
      const all = tables.get(of) ?? [];
      tables.set(of, all);
      for (const row of rows) all.push({ ...row, sessionId: written.key });
    });
  return [...tables].flatMap(([of, rows]) => [...rowPartsOfSessions(of, rows)]);
}
