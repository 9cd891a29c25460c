import { setTimeout as wait } from "node:timers/promises";
import type { Growth } from "@/lib/core/trace/fold/growth";
import type { Database, Queryable } from "@/lib/db/client";
import type { Derived } from "@/lib/db/derived/write";
import { writeDerived } from "@/lib/db/derived/write";
import { KEEP_PLAN } from "@/lib/db/keep-plan";
import { makeLife } from "@/lib/db/log/plan-session";
import { readLog } from "@/lib/db/log/read";
import { parseModelSettings } from "@/lib/db/model-settings";
import { runInTransaction } from "@/lib/db/direct-statements";
import { runInSlices } from "@/lib/db/slices";
import { lockWriter } from "@/lib/db/writer-locks";
import { computeDerivationStamp } from "@/lib/db/recordings/derivation-stamp";
import type { LiveFold } from "@/lib/db/recordings/fold-cache";
import { isCurrent, keepFold, takeFold } from "@/lib/db/recordings/fold-cache";
import type { FoldStart } from "@/lib/db/recordings/fold-log";
import { advanceFold, foldAtOnce, newFold } from "@/lib/db/recordings/fold-log";
import { placeAtSession } from "@/lib/db/places";

interface SessionRow {
  project_id: string;
  external_id: string;
  last_seq: number;
  derived_seq: number;
  derived_stamp: string;
  superseded: number;
  has_rows: boolean;
  born: Date;
  settings: unknown;
}

export interface DeriveOptions {
  /** Folds from the beginning and writes every row, whatever is cached or stored. */
  readonly rebuild?: boolean;
}

type Step =
  | { readonly is: "missing" }
  | { readonly is: "more" | "done"; readonly seq: number; readonly lastSeq: number };

const TIMEOUT_MS = 600_000;
/** The longest pause between two steps while more is received, because receiving comes first. */
const REST_MAX_MS = 1_000;
/** Steps without progress in a row: one starts over, and the next continues. */
const STALLS_MAX = 3;
/**
 * Derives a session up to the end of its log, some thousand events at a time, and commits each part. Normally
 * reads only what is new. What this process does not have in memory it folds again. Rows are written again
 * only when the stored ones depend on something else, or when an event came late. Both give the same rows.
 * @param key the session's key in the database
 * @returns false when there is no such session
 * @throws Error when the log cannot be read to its end
 */
export async function deriveSession(
  db: Database,
  key: string,
  options: DeriveOptions = {},
): Promise<boolean> {
  return (await deriveFor(db, key, Infinity, options)) !== "missing";
}

/**
 * Derives a session like {@link deriveSession}, and stops between two steps once so many milliseconds are over: a long session is
 * to keep no shorter ones waiting.
 * @returns `more` when it stopped before the end of the log
 */
export async function deriveFor(
  db: Database,
  key: string,
  ms: number,
  { rebuild = false }: DeriveOptions = {},
): Promise<Step["is"]> {
  const until = performance.now() + ms;
  for (let [furthest, stalls, lastSeq, isFirst] = [-1, 0, 0, true]; ; isFirst = false) {
    const began = performance.now();
    const step = await deriveStep(db, key, {
      rebuild: rebuild && isFirst,
      isAlone: (rebuild && isFirst) || stalls > 0,
    });
    if (step.is !== "more") return step.is;
    stalls = step.seq > furthest ? 0 : stalls + 1;
    if (stalls > STALLS_MAX)
      throw new Error(`the session ${key} is derived no further than event ${furthest}`);
    furthest = Math.max(furthest, step.seq);
    if (performance.now() >= until) return "more";
    if (!isFirst && step.lastSeq > lastSeq) await wait(Math.min(performance.now() - began, REST_MAX_MS));
    lastSeq = step.lastSeq;
  }
}

interface StepOptions {
  readonly rebuild: boolean;
  /** Computes under the lock: others wait, and nobody can be faster. */
  readonly isAlone: boolean;
}

/**
 * Computes without a lock, and writes under one if the session is then as it was. Where somebody else derived it meanwhile, what
 * was computed is dropped.
 */
async function deriveStep(db: Database, key: string, { rebuild, isAlone }: StepOptions): Promise<Step> {
  const times = { timeout: TIMEOUT_MS, maxWait: TIMEOUT_MS };
  const before = isAlone ? null : await computeStep(db, key, rebuild);
  if (before !== null && before.write === null) return before.step;
  const { step, keep } = await runInTransaction(
    db,
    async (tx) => {
      await lockWriter(tx, "derivation", [key]);
      const computed = before ?? (await computeStep(tx, key, rebuild));
      const row = before === null ? computed.row : await readSessionRow(tx, key);
      if (row === undefined) return { step: { is: "missing" } as const, keep: null };
      if (computed.row === undefined || !isSame(row, computed.row))
        return { step: { is: "more", seq: row.derived_seq, lastSeq: row.last_seq } as const, keep: null };
      await computed.write?.(tx);
      return computed;
    },
    times,
  );
  keep?.();
  return step;
}

/** A step as it is to be written. */
interface Computed {
  readonly step: Step;
  /** What it was computed from. */
  readonly row: SessionRow | undefined;
  /** Writes the step; `null` where there is nothing to write. */
  readonly write: ((tx: Queryable) => Promise<void>) | null;
  /** Keeps the fold for the next step, once this one is written. */
  readonly keep: (() => void) | null;
}

async function computeStep(db: Queryable, key: string, rebuild: boolean): Promise<Computed> {
  const row = await readSessionRow(db, key);
  const nothing = { row, write: null, keep: null };
  if (row === undefined) return { ...nothing, step: { is: "missing" } };
  if (row.derived_seq === row.last_seq && holds(row, rebuild))
    return { ...nothing, step: { is: "done", seq: row.derived_seq, lastSeq: row.last_seq } };
  const life = makeLife(key, row.born);
  const at = takeFold(life);
  const begun =
    !rebuild && at !== undefined && isCurrent(at, row.superseded, parseModelSettings(row.settings))
      ? at
      : undefined;
  const { next, growth, before } = holds(row, rebuild)
    ? ((await continueFold(db, key, row, begun)) ?? (await startOver(db, key, row, row.last_seq)))
    : await startOver(db, key, row, row.has_rows ? row.last_seq : 1);
  const { seq } = next.position;
  return {
    row,
    step: { is: seq < row.last_seq ? "more" : "done", seq, lastSeq: row.last_seq },
    write:
      growth === null
        ? skipWrite
        : async (tx) => {
            await writeDerived(tx, [makeDerived(key, row, seq, growth)], before);
          },
    keep: () => keepFold(life, next),
  };
}

async function skipWrite(): Promise<void> {}

/** Whether nobody has derived the session, withdrawn events of it or deleted it since. More events may have come. */
function isSame(now: SessionRow, then: SessionRow): boolean {
  return (
    now.born.getTime() === then.born.getTime() &&
    now.derived_seq === then.derived_seq &&
    now.derived_stamp === then.derived_stamp &&
    now.superseded === then.superseded &&
    now.has_rows === then.has_rows &&
    computeStamp(now) === computeStamp(then)
  );
}

async function readSessionRow(tx: Queryable, key: string): Promise<SessionRow | undefined> {
  const rows = await tx.$queryRawUnsafe<SessionRow[]>(
    placeAtSession(`${KEEP_PLAN}SELECT project_id, external_id, last_seq, derived_seq, derived_stamp, superseded, received_at AS born,
       turns > 0 OR blocks > 0 AS has_rows, settings FROM session LEFT JOIN project ON project.id = project_id
     WHERE session_id = $1::uuid`),
    key,
  );
  return rows[0];
}

function computeStamp({ superseded, settings }: SessionRow): string {
  return computeDerivationStamp(superseded, parseModelSettings(settings));
}

function startOf({ superseded, settings }: SessionRow): FoldStart {
  return { superseded, models: parseModelSettings(settings) };
}

/** The stored rows are those that a derivation up to `derived_seq` would write. */
function holds(row: SessionRow, rebuild: boolean): boolean {
  return !rebuild && row.derived_seq > 0 && row.derived_stamp === computeStamp(row);
}

/** A fold that has gone on, and what that gave; `growth` is `null` where it gave nothing. */
interface AdvancedFold {
  readonly next: LiveFold;
  readonly growth: Growth | null;
  /** What is stored of the session. */
  readonly before: Parameters<typeof writeDerived>[2];
}

async function continueFold(
  db: Queryable,
  key: string,
  row: SessionRow,
  begun: LiveFold | undefined,
): Promise<AdvancedFold | null> {
  const from = begun !== undefined && begun.position.seq <= row.derived_seq ? begun : newFold(startOf(row));
  const at = await advanceFold(db, key, row.external_id, from, row.derived_seq);
  if (at === null) return null;
  if (at.position.seq !== from.position.seq) at.fold.takeGrowth();
  for await (const { events, position } of readLog(db, key, row.external_id, at.position)) {
    if (!(await runInSlices(at.fold.addInSteps(events.map(({ event }) => event))))) return null;
    const growth = at.fold.takeGrowth();
    return { next: { ...at, position }, growth, before: growth.anew ? "rows that give way" : "rows" };
  }
  return { next: at, growth: null, before: "rows" };
}

/**
 * Derives from the beginning of the log. If nothing is stored, only its first part, so that it can be read
 * soon. If rows exist, or an event came late, all of it: readers must never see less than before, and the
 * first part may lack the late event.
 */
async function startOver(db: Queryable, key: string, row: SessionRow, until: number): Promise<AdvancedFold> {
  const next =
    (await advanceFold(db, key, row.external_id, newFold(startOf(row)), until)) ??
    (await foldAtOnce(db, key, row.external_id, startOf(row)));
  const isNew = row.derived_stamp === "" && row.derived_seq === 0 && !row.has_rows;
  return { next, growth: next.fold.takeGrowth(), before: isNew ? "nothing" : "rows that give way" };
}

function makeDerived(session: string, row: SessionRow, seq: number, growth: Growth): Derived {
  return { project: row.project_id, session, seq, stamp: computeStamp(row), growth };
}
