import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "./generated/client";

export type Database = PrismaClient;
/** What both the client and a transaction of it can do. */
export type Queryable = Pick<PrismaClient, "$queryRawUnsafe" | "$executeRawUnsafe">;

const CONNECTIONS_MAX = 10;
/** Long enough for a moment in which this process is too busy to notice that the connection stands. */
const CONNECT_TIMEOUT_MS = 30_000;

/** Opens a client to the database at `url`. */
export function openDatabase(url: string): Database {
  const adapter = new PrismaPg({
    connectionString: url,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  return new PrismaClient({ adapter });
}

const shared = globalThis as { sightglassDatabase?: Database };

/** The client of this process, opened on first use. @throws when DATABASE_URL is not set */
export function database(): Database {
  return (shared.sightglassDatabase ??= openDatabase(databaseUrl()));
}

/** Where the database of this process is. @throws when DATABASE_URL is not set */
export function databaseUrl(): string {
  const url = process.env.DATABASE_URL;
  if (url === undefined || url === "") throw new Error("DATABASE_URL is not set");
  return url;
}
