import type { Queryable } from "./client";

export interface StoredWarning {
  readonly code: string;
  readonly source: string;
  readonly message: string;
  readonly count: number;
  readonly sample: object;
}

const SOURCE_CHARS = 200;

export async function addWarnings(
  db: Queryable,
  project: string,
  warnings: readonly StoredWarning[],
): Promise<void> {
  if (warnings.length === 0) return;
  const rows = addUpWarnings(warnings);
  await db.$executeRawUnsafe(
    `INSERT INTO ingestion_warning (project_id, code, source, message, count, sample, first_at, last_at)
     SELECT $1, *, $7::timestamptz, $7::timestamptz FROM unnest($2::text[], $3::text[], $4::text[], $5::int[], $6::jsonb[])
     ON CONFLICT (project_id, code, source) DO UPDATE SET message = excluded.message, sample = excluded.sample,
       count = least(ingestion_warning.count::bigint + excluded.count, 2147483647)::int, last_at = excluded.last_at`,
    project,
    rows.map((row) => row.code),
    rows.map((row) => row.source),
    rows.map((row) => row.message),
    rows.map((row) => row.count),
    rows.map((row) => JSON.stringify(row.sample).replaceAll("\\u0000", "")),
    new Date(),
  );
}

/** A row for each kind and source: one statement cannot change a row twice. All writers have one order of rows. */
function addUpWarnings(warnings: readonly StoredWarning[]): StoredWarning[] {
  const sums = new Map<string, StoredWarning>();
  for (const warning of warnings) {
    const source = warning.source.slice(0, SOURCE_CHARS).replaceAll("\0", " ");
    const name = `${warning.code} ${source}`;
    const count = Math.min(COUNT_MAX, warning.count + (sums.get(name)?.count ?? 0));
    sums.set(name, { ...warning, source, count });
  }
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, warning]) => warning);
}

const COUNT_MAX = 2_147_483_647;

export interface ClientRow {
  readonly dialect: string;
  readonly label: string;
  readonly records: number;
  readonly calls: number;
  readonly usage: number;
  readonly content: number;
  readonly tools: number;
}

export async function addClients(db: Queryable, project: string, rows: readonly ClientRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db.$executeRawUnsafe(
    `INSERT INTO seen_client (project_id, dialect, label, records, calls, usage, content, tools, first_at, last_at)
     SELECT $1, *, $9::timestamptz, $9::timestamptz FROM unnest($2::text[], $3::text[], $4::int[], $5::int[], $6::int[], $7::int[], $8::int[])
     ON CONFLICT (project_id, dialect) DO UPDATE SET label = excluded.label, last_at = excluded.last_at,
       ${CLIENT_COUNTS.map(writeGrown).join(", ")}`,
    project,
    rows.map((row) => row.dialect),
    rows.map((row) => row.label),
    ...CLIENT_COUNTS.map((name) => rows.map((row) => row[name])),
    new Date(),
  );
}

export const CLIENT_COUNTS = ["records", "calls", "usage", "content", "tools"] as const;

function writeGrown(column: string): string {
  return `${column} = least(seen_client.${column}::bigint + excluded.${column}, 2147483647)::int`;
}
