import type { ModelSetting } from "@/lib/core/models/model-settings";
import { modelsStamp } from "@/lib/core/models/model-settings";
import type { Recording } from "@/lib/core/trace/fold/recording";
import { textFinder } from "@/lib/core/trace/fold/recording";
import type { Queryable } from "@/lib/db/client";
import { lifeOf } from "@/lib/db/log/plan-session";
import { projectModels } from "@/lib/db/model-settings";
import { WeightedCache } from "@/lib/db/weighted-cache";
import type { LiveFold } from "./fold-cache";
import { isCurrent, keepFold, takeFold } from "./fold-cache";
import type { FoldStart } from "./fold-log";
import { catchUp, foldAtOnce, newFold } from "./fold-log";
import { FoldTexts } from "./fold-texts";

/** Characters of text that recordings may hold in memory between two uses. The newest is kept whatever its size. */
const CACHED_CHARS_MAX = 64 * 1024 * 1024;

const recordings = new WeightedCache<Recording>(CACHED_CHARS_MAX);

/**
 * A session's row: its key, its sender's id, when it was made (one that was deleted and sent again is another), and how far
 * its log, its derived rows and the events written again go; its project says what models are.
 */
export interface RecordedRow {
  readonly sessionId: string;
  readonly projectId: string;
  readonly externalId: string;
  readonly receivedAt: Date;
  readonly lastSeq: number;
  readonly derivedSeq: number;
  readonly superseded: number;
}

export interface ReadOptions {
  /** Whether the process is to keep what it takes to go on from here, as one that works on sessions does. */
  readonly keeps?: boolean;
  /** What the session's project says of models, where that is known. */
  readonly models?: readonly ModelSetting[];
}

/**
 * A session as far as its derived rows go, with all of its texts, as analyses and replays need it. Costs a read of the
 * whole session, unless it was read before, or this process derives it.
 */
export async function readRecording(
  db: Queryable,
  row: RecordedRow,
  { keeps = false, models: known }: ReadOptions = {},
): Promise<Recording> {
  const models = known ?? (await projectModels(db, row.projectId));
  const until = row.derivedSeq === 0 ? row.lastSeq : row.derivedSeq;
  const life = lifeOf(row.sessionId, row.receivedAt);
  const name = `${life} ${until} ${row.superseded} ${modelsStamp(models)}`;
  const before = recordings.get(name);
  if (before !== undefined) return before;
  const start: FoldStart = { superseded: row.superseded, models };
  const begun = takeBegun(life, start, until);
  const next =
    begun?.position.seq === until
      ? begun
      : ((begun && (await advanced(db, row, begun, until))) ?? (await readWhole(db, row, start, until)));
  const recording = { session: next.fold.session(), textOf: textFinder(next.texts.all ?? new Map()), models };
  if (begun !== null || keeps) keepFold(life, next);
  // What works on sessions makes a recording from its fold, of which there is one for each and not one for each length.
  if (!keeps) recordings.set(name, recording, next.texts.chars);
  return recording;
}

/** Takes the fold that this process has of a session, where it has its texts and can go on to an event. */
function takeBegun(life: string, { superseded, models }: FoldStart, until: number): LiveFold | null {
  const kept = takeFold(life);
  if (kept === undefined) return null;
  if (kept.position.seq <= until && kept.texts.all !== null && isCurrent(kept, superseded, models))
    return kept;
  keepFold(life, kept);
  return null;
}

/** A fold that took in what is new. Nothing of it is left to be written: the rows are there. */
async function advanced(
  db: Queryable,
  { sessionId, externalId }: RecordedRow,
  from: LiveFold,
  until: number,
): Promise<LiveFold | null> {
  const next = await catchUp(db, sessionId, externalId, from, until);
  next?.fold.growth();
  return next;
}

async function readWhole(
  db: Queryable,
  row: RecordedRow,
  start: FoldStart,
  until: number,
): Promise<LiveFold> {
  const whole = () => ({ ...start, texts: new FoldTexts(Infinity) });
  const inOrder = await advanced(db, row, newFold(whole()), until);
  if (inOrder !== null) return inOrder;
  const atOnce = await foldAtOnce(db, row.sessionId, row.externalId, whole());
  atOnce.fold.growth();
  return atOnce;
}
