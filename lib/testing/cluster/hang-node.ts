import pg from "pg";

/** A data node of the cluster of the tests, whose processes are on this machine. */
export interface LocalNode {
  /** In `pg_dist_node`. */
  readonly id: number;
  /** Sends something to the node itself. */
  ask(sql: string): Promise<readonly Record<string, unknown>[]>;
  /** Stops all its processes: it takes connections and never answers. */
  hang(): Promise<void>;
  goOn(): void;
}

/** The last data node; `null` where its processes are not this machine's, or not to be stopped by this one. */
export async function findLocalNode(coordinator: string): Promise<LocalNode | null> {
  const [row] = await ask(
    coordinator,
    "SELECT nodeid AS id, nodename AS name, nodeport AS port FROM pg_dist_node WHERE groupid <> 0 AND shouldhaveshards ORDER BY nodeid DESC LIMIT 1",
  );
  if (row === undefined) return null;
  const url = new URL(coordinator);
  url.hostname = String(row.name);
  url.port = String(row.port);
  let stopped: readonly number[] = [];
  const node: LocalNode = {
    id: Number(row.id),
    ask: (sql) => ask(url.href, sql),
    hang: async () => {
      // A server that is stopped after the others makes no new ones.
      stopped = [...(await listProcesses(url.href)), await readServer(url.href)];
      for (const pid of stopped) trySignal(pid, "SIGSTOP");
    },
    goOn: () => {
      for (const pid of stopped) trySignal(pid, "SIGCONT");
      stopped = [];
    },
  };
  return trySignal(await readServer(url.href), 0) ? node : null;
}

async function readServer(url: string): Promise<number> {
  const [row] = await ask(url, "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid");
  return Number(row?.pid);
}

async function listProcesses(url: string): Promise<number[]> {
  const rows = await ask(url, "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()");
  return rows.map(({ pid }) => Number(pid));
}

/** @returns false for a process that is gone, or is somebody else's */
function trySignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
