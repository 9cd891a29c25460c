import { groupBy } from "@/lib/core/group-by";
import type { Queryable } from "../client";
import { ON_ONE_SERVER } from "../nodes";
import { NOTICE_CHANNEL } from "../notices";
import type { Assigned } from "./session-write";
import type { Param, StatementPart, TableRows } from "./table";
import { rowPartsOfMany } from "./table";

export interface FirstAnalysis {
  readonly key: string;
  /** A session that was deleted and sent again has another time. */
  readonly born: Date;
  readonly rows: readonly TableRows[];
  /** Columns of the session's own row. */
  readonly columns: Readonly<Record<string, Assigned>>;
  readonly lastTurn: number | null;
}

const DUE = "due";

/**
 * Writes the first analyses of many sessions in one statement and announces them. Skips a session that was
 * analysed meanwhile. A statement about many sessions does not work on a cluster. The analyses must be
 * locked.
 * @returns the keys of the sessions that were written
 */
export async function writeFirstAnalyses(
  tx: Queryable,
  analyses: readonly FirstAnalysis[],
): Promise<ReadonlySet<string>> {
  const values: unknown[] = [];
  const param: Param = (value) => `$${values.push(value)}`;
  const keys = param(analyses.map(({ key }) => key));
  const born = param(analyses.map((one) => one.born.toISOString()));
  const parts = [...tableParts(analyses)].map((part, i) => `part${i} AS (${part(param)}), `);
  const rows = await tx.$queryRawUnsafe<{ session_id: string }[]>(
    `${ON_ONE_SERVER}WITH ${DUE} AS (
       SELECT session_id FROM session JOIN unnest(${keys}::uuid[], ${born}::timestamptz[]) AS t (key, born)
         ON session_id = key AND received_at = born
       WHERE analysed_seq = 0 AND analysed_at IS NULL AND findings_stamp = ''
     ), ${parts.join("")}written AS (${sessionPart(analyses)(param)})
     SELECT session_id, pg_notify('${NOTICE_CHANNEL}', json_build_object('project', project_id, 'session', session_id,
       'version', version, 'deleted', false, 'fromTurn', NULL, 'lastTurn', last)::text)::text AS told FROM written`,
    ...values,
  );
  return new Set(rows.map((row) => row.session_id));
}

function* tableParts(analyses: readonly FirstAnalysis[]): Generator<StatementPart> {
  const all = analyses.flatMap(({ key, rows }) =>
    rows.map(({ of, rows: some }) => ({ of, rows: some.map((row) => ({ ...row, sessionId: key })) })),
  );
  for (const [of, some] of groupBy(all, (one) => one.of))
    yield* rowPartsOfMany(
      of,
      some.flatMap(({ rows }) => rows),
      DUE,
    );
}

/** The types that are sent as another one, because `unnest` would flatten or refuse them, and how each is read back. */
const TRAVELS: Readonly<Record<string, { readonly as: string; readonly back: (column: string) => string }>> =
  {
    jsonb: { as: "text", back: (column) => `${column}::jsonb` },
    "text[]": { as: "text", back: (column) => `ARRAY(SELECT jsonb_array_elements_text(${column}::jsonb))` },
  };

function sessionPart(analyses: readonly FirstAnalysis[]): StatementPart {
  const names = Object.entries(analyses[0]?.columns ?? {}).map(([name, { type }]) => ({ name, type }));
  return (param) => {
    const lists = names.map(
      ({ name, type }) =>
        `${param(analyses.map(({ columns }) => travelling(columns[name]?.value ?? null, type)))}::${TRAVELS[type]?.as ?? type}[]`,
    );
    const keys = `${param(analyses.map(({ key }) => key))}::uuid[]`;
    const turns = `${param(analyses.map(({ lastTurn }) => lastTurn))}::int[]`;
    const sets = names.map(({ name, type }, i) => `"${name}" = ${TRAVELS[type]?.back(`c${i}`) ?? `c${i}`}`);
    return `UPDATE session s SET ${sets.join(", ")}, version = GREATEST(version + 1, ${param(Date.now())}::bigint)
      FROM unnest(${keys}, ${turns}, ${lists.join(", ")}) AS t (key, last, ${names.map((_, i) => `c${i}`).join(", ")})
      JOIN ${DUE} ON ${DUE}.session_id = t.key
      WHERE s.session_id = t.key RETURNING s.session_id, s.project_id, s.version, t.last`;
  };
}

function travelling(value: unknown, type: string): unknown {
  if (type === "text[]" && value !== null) return JSON.stringify(value);
  // As text, since the client wraps every bigint.
  return typeof value === "bigint" ? String(value) : value;
}
