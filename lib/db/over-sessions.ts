import type { Queryable } from "./database";
import { Prisma } from "./generated/client";
import { KEEP_PLAN } from "./keep-plan";
import { placeAtSession, placeEverywhere } from "./places";

/** The rows of a table, in the place of its name. While a node of a cluster is away, those of the sessions that are there. */
export type Rows = (table: string) => Prisma.Sql;

interface OverSessions {
  /** The keys of the only sessions that the statement is about, as it has them. */
  readonly asked?: readonly string[] | undefined;
  /** Whether connections keep its plan (`keep-plan.ts`), where it reads all. */
  readonly keepsPlan?: boolean;
}

const shared = globalThis as { sightglassRowLimits?: WeakMap<Queryable, readonly string[]> };
const limits = (shared.sightglassRowLimits ??= new WeakMap<Queryable, readonly string[]>());

/** From now on, what is read with {@link readOverSessions} finds only rows of these sessions. */
export function limitRows(db: Queryable, keys: readonly string[]): void {
  limits.set(db, keys);
}

/**
 * Reads over the sessions of many nodes.
 * @param write the statement. It takes the tables with rows of sessions from `rows`, and names each: `FROM ${rows("turn")} AS t`
 */
export async function readOverSessions<T>(
  db: Queryable,
  write: (rows: Rows) => Prisma.Sql,
  { asked, keepsPlan = false }: OverSessions = {},
): Promise<T[]> {
  const keys = limits.get(db);
  if (keys === undefined) {
    const { text, values } = write((table) => Prisma.raw(`"${table}"`));
    const plain = keepsPlan ? `${KEEP_PLAN}${text}` : text;
    const sql =
      asked === undefined ? placeEverywhere(plain) : placeAtSession(plain, values.indexOf(asked) + 1);
    return db.$queryRawUnsafe<T[]>(sql, ...values);
  }
  const { strings, values } = write(
    (table) =>
      Prisma.sql`(SELECT * FROM ${Prisma.raw(`"${table}"`)} WHERE session_id = ANY(${keys}::uuid[]))`,
  );
  // The keys are many, and go with the statement once.
  const parameters = values.filter((value) => value !== keys);
  let next = 1;
  const numbers = values.map((value) => (value === keys ? parameters.length + 1 : next++));
  const text = strings.reduce((before, after, i) => `${before}$${numbers[i - 1]}${after}`);
  return db.$queryRawUnsafe<T[]>(placeAtSession(text, parameters.length + 1), ...parameters, [...keys]);
}
