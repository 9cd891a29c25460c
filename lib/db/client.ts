import { PrismaPg } from "@prisma/adapter-pg";
import { makePool } from "./connections.mjs";
import type { Database } from "./database";
import { DirectStatements } from "./direct-statements";
import { PrismaClient } from "./generated/client";
import { makeGuardedPool } from "./guarded-pool";
import { placeModels } from "./model-places";
import { readNodes, readNodesOfKeys, setLooker } from "./nodes";
import type { Cluster } from "./statement-guard";
import { StatementGuard } from "./statement-guard";
import { useDirectStatements } from "./direct-statements";

export type { Database, Queryable, StatementsOfOne, Transaction } from "./database";

const CONNECTIONS_MAX = 10;

/** @param connections the most connections that it opens */
export function openDatabase(url: string, connections = CONNECTIONS_MAX): Database {
  const pool = makeGuardedPool({ url, max: connections }, new StatementGuard(openCluster(url)));
  const database = useDirectStatements(
    placeModels(new PrismaClient({ adapter: new PrismaPg(pool) })),
    new DirectStatements(pool),
    pool,
  );
  setLooker(database, () => getLooker(url));
  return database;
}

/** One connection, which waits for its answers however long they take. It is closed when nothing is asked. */
function openPulse(url: string): Database {
  const pulse = new PrismaClient({ adapter: new PrismaPg(makePool({ url, max: 1, allowExitOnIdle: true })) });
  setLooker(pulse, () => getLooker(url));
  return pulse;
}

/** One for each node that never answers, and one for the others. */
const LOOKER_CONNECTIONS_MAX = 100;

/** By which all databases of this process at an address look at its nodes. */
function getLooker(url: string): Database {
  const databases = (shared.sightglassLookers ??= new Map<string, Database>());
  const looker =
    databases.get(url) ??
    new PrismaClient({
      adapter: new PrismaPg(makePool({ url, max: LOOKER_CONNECTIONS_MAX, allowExitOnIdle: true })),
    });
  databases.set(url, looker);
  return looker;
}

/** Asked only when something is wrong. Where keys are is known at once also during a look at the nodes. */
function openCluster(url: string): Cluster {
  let places: Database | null = null;
  return {
    silentNodes: async () => (await readNodes(getLooker(url)))?.ids ?? null,
    nodesOf: (table, keys) => readNodesOfKeys((places ??= openPulse(url)), table, keys),
  };
}

const shared = globalThis as {
  sightglassDatabase?: Database;
  sightglassPulse?: Database;
  sightglassLookers?: Map<string, Database>;
};

/** The client of this process, opened on first use. @throws if DATABASE_URL is not set */
export function getDatabase(): Database {
  return (shared.sightglassDatabase ??= openDatabase(getDatabaseUrl()));
}

/**
 * A client with its own connection, on which nothing else waits, for health checks.
 * @throws if DATABASE_URL is not set
 */
export function getPulseDatabase(): Database {
  return (shared.sightglassPulse ??= openPulse(getDatabaseUrl()));
}

/** @throws if DATABASE_URL is not set */
export function getDatabaseUrl(): string {
  const url = process.env.DATABASE_URL;
  if (url === undefined || url === "") throw new Error("DATABASE_URL is not set");
  return url;
}
