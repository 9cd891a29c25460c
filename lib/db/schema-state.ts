import { readdirSync } from "node:fs";
import path from "node:path";
import type { Queryable } from "./database";

/** How a database's schema and this program's differ, by the names of migrations. Both empty where they agree. */
export interface SchemaState {
  /** The database has them, and this program does not know them: a newer program has been there. */
  readonly unknown: readonly string[];
  /** This program has them, and the database does not. */
  readonly missing: readonly string[];
}

let migrations: readonly string[] | null = null;

/** The migrations of this program. */
function listKnownMigrations(): readonly string[] {
  return (migrations ??= readdirSync(
    path.join(/* turbopackIgnore: true */ process.cwd(), "prisma/migrations"),
    {
      withFileTypes: true,
    },
  )
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name));
}

/** Whether this program and the database fit. @throws when the database is away */
export async function readSchemaState(
  db: Queryable,
  ownMigrations: readonly string[] = listKnownMigrations(),
): Promise<SchemaState> {
  const rows = await db.$queryRawUnsafe<{ name: string }[]>(
    "SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
  );
  const appliedMigrations = rows.map(({ name }) => name);
  return {
    unknown: appliedMigrations.filter((name) => !ownMigrations.includes(name)).sort(),
    missing: ownMigrations.filter((name) => !appliedMigrations.includes(name)).sort(),
  };
}

/**
 * What a newer program has changed in the database, this one could spoil.
 * @returns what is newer; `null` where this program knows all that is there
 * @throws when the database is away
 */
export async function findNewerThanProgram(db: Queryable): Promise<string | null> {
  const { unknown } = await readSchemaState(db);
  return unknown.length > 0
    ? `This program is older than the database, which has ${unknown.join(", ")}.`
    : null;
}

/** The variable PGAPPNAME, which lib/cli/bootstrap/app.mjs sets for each process, followed by the version. */
const NAME_PREFIX = "sightglass ";

/** The versions at work on a database, with the number of their connections: each process names its own on its connections. */
export function readVersionsAtWork(db: Queryable): Promise<{ version: string; connections: number }[]> {
  return db.$queryRawUnsafe(
    `SELECT substr(application_name, ${NAME_PREFIX.length + 1}) AS version, count(*)::int AS connections FROM pg_stat_activity
     WHERE datname = current_database() AND starts_with(application_name, '${NAME_PREFIX}') GROUP BY 1 ORDER BY 1`,
  );
}
