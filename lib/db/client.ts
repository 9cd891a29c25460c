import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "./generated/client";
import { statementName } from "./keep-plan";

export type Database = PrismaClient;
export type Queryable = Pick<PrismaClient, "$queryRawUnsafe" | "$executeRawUnsafe">;

const CONNECTIONS_MAX = 10;
/** Covers a moment in which this process is too busy to notice an open connection. */
const CONNECT_TIMEOUT_MS = 30_000;

/** @param connections the most connections that it opens */
export function openDatabase(url: string, connections = CONNECTIONS_MAX): Database {
  const adapter = new PrismaPg(
    { connectionString: url, max: connections, connectionTimeoutMillis: CONNECT_TIMEOUT_MS },
    { statementNameGenerator: ({ sql }) => statementName(sql) },
  );
  return new PrismaClient({ adapter });
}

const shared = globalThis as { sightglassDatabase?: Database; sightglassPulse?: Database };

/** The client of this process, opened on first use. @throws if DATABASE_URL is not set */
export function database(): Database {
  return (shared.sightglassDatabase ??= openDatabase(databaseUrl()));
}

/**
 * A client with its own connection, on which nothing else waits, for health checks.
 * @throws if DATABASE_URL is not set
 */
export function pulseDatabase(): Database {
  return (shared.sightglassPulse ??= openDatabase(databaseUrl(), 1));
}

/** @throws if DATABASE_URL is not set */
export function databaseUrl(): string {
  const url = process.env.DATABASE_URL;
  if (url === undefined || url === "") throw new Error("DATABASE_URL is not set");
  return url;
}
