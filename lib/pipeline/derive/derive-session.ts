import { takeTouched } from "@/lib/core/trace/fold/touched";
import type { ModelSetting } from "@/lib/core/models/model-settings";
import { modelsStamp } from "@/lib/core/models/model-settings";
import type { Database, Queryable } from "@/lib/db/client";
import { NOTHING_WRITTEN, writeDerived, writtenOf } from "@/lib/db/derived/write";
import { lifeOf } from "@/lib/db/log/plan-session";
import { readLog } from "@/lib/db/log/read";
import { modelSettings } from "@/lib/db/model-settings";
import type { LiveFold } from "./fold-cache";
import { keepFold, takeFold } from "./fold-cache";
import { foldLog } from "./fold-log";

interface SessionRow {
  project_id: string;
  external_id: string;
  last_seq: number;
  derived_seq: number;
  superseded: number;
  born: string;
  derived_with: string;
  settings: unknown;
}

export interface DeriveOptions {
  /** Fold from the beginning and write every row anew, whatever is cached or stored. */
  readonly rebuild?: boolean;
}

const TIMEOUT_MS = 600_000;

/**
 * Brings the derived tables of a session up to what its log holds. Takes in only what is new when this process has the
 * session's fold at hand and nothing came late; folds from the beginning otherwise. Both give the same rows.
 * @param key the session's key in the database
 * @returns false when there is no such session
 */
export async function deriveSession(
  db: Database,
  key: string,
  { rebuild = false }: DeriveOptions = {},
): Promise<boolean> {
  return db.$transaction(
    async (tx) => {
      await tx.$executeRawUnsafe("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", key);
      const row = await sessionRow(tx, key);
      if (row === undefined) return false;
      const models = modelSettings(row.settings);
      const stamp = modelsStamp(models);
      const anew = rebuild || row.derived_with !== stamp;
      if (row.derived_seq === row.last_seq && !anew) return true;
      const life = lifeOf(key, row.born);
      const cached = takeFold(life);
      const usable =
        !anew && cached?.superseded === row.superseded && cached.position.seq === row.derived_seq;
      const next =
        (usable ? await goOn(tx, key, row, cached) : null) ?? (await foldAnew(tx, key, row, models));
      const session = next.fold.session();
      const from = { project: row.project_id, key, seq: next.position.seq, stamp };
      await writeDerived(tx, from, session, next.written, takeTouched(next.fold.state));
      keepFold(life, { ...next, written: writtenOf(session) });
      return true;
    },
    { timeout: TIMEOUT_MS, maxWait: TIMEOUT_MS },
  );
}

async function sessionRow(tx: Queryable, key: string): Promise<SessionRow | undefined> {
  const rows = await tx.$queryRawUnsafe<SessionRow[]>(
    `SELECT project_id, external_id, last_seq, derived_seq, derived_with, superseded, received_at::text AS born, settings
     FROM session LEFT JOIN project ON project.id = project_id WHERE session_id = $1::uuid`,
    key,
  );
  return rows[0];
}

/** Takes in what is new. `null` when some of it belongs earlier. */
async function goOn(tx: Queryable, key: string, row: SessionRow, cached: LiveFold): Promise<LiveFold | null> {
  let { position } = cached;
  for await (const chunk of readLog(tx, key, row.external_id, position)) {
    if (!cached.fold.add(chunk.events.map(({ event }) => event))) return null;
    position = chunk.position;
  }
  return { ...cached, position };
}

async function foldAnew(
  tx: Queryable,
  key: string,
  row: SessionRow,
  models: readonly ModelSetting[],
): Promise<LiveFold> {
  const folded = await foldLog(tx, key, row.external_id, { models });
  return { ...folded, superseded: row.superseded, written: NOTHING_WRITTEN };
}
