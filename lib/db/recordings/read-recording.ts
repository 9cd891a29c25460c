import type { ModelSetting } from "@/lib/core/models/model-settings";
import { computeModelsStamp } from "@/lib/core/models/model-settings";
import type { Recording } from "@/lib/core/trace/fold/recording";
import { makeTextFinder } from "@/lib/core/trace/fold/recording";
import type { Queryable } from "../client";
import { makeLife } from "../log/plan-session";
import { projectModels } from "../model-settings";
import { WeightedCache } from "../weighted-cache";
import type { LiveFold } from "./fold-cache";
import { isCurrent, keepFold, takeFold } from "./fold-cache";
import type { FoldStart } from "./fold-log";
import { advanceFold, foldAtOnce, newFold } from "./fold-log";
import { FoldTexts } from "./fold-texts";

/** Characters of text that idle recordings may hold. The newest one is kept whatever its size. */
const CACHED_CHARS_MAX = 64 * 1024 * 1024;

const recordings = new WeightedCache<Recording>("recordings", CACHED_CHARS_MAX);

/**
 * `receivedAt` tells a session that was deleted and sent again from the first one. The numbers say how far
 * the log, its derivation and its superseded events go.
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
  readonly keeps?: boolean;
  readonly models?: readonly ModelSetting[];
}

/**
 * Reads a recording with all texts, up to the derived rows, for analyses and replays. Reads the whole session, unless it is
 * cached or this process derives it.
 */
export async function readRecording(
  db: Queryable,
  row: RecordedRow,
  { keeps = false, models: knownModels }: ReadOptions = {},
): Promise<Recording> {
  const models = knownModels ?? (await projectModels(db, row.projectId));
  const until = row.derivedSeq === 0 ? row.lastSeq : row.derivedSeq;
  const life = makeLife(row.sessionId, row.receivedAt);
  const name = `${life} ${until} ${row.superseded} ${computeModelsStamp(models)}`;
  const before = recordings.get(name);
  if (before !== undefined) return before;
  const start: FoldStart = { superseded: row.superseded, models };
  const begun = takeBegun(life, start, until);
  const next =
    begun?.position.seq === until
      ? begun
      : ((begun && (await advanceForReading(db, row, begun, until))) ??
        (await readWhole(db, row, start, until)));
  const recording = {
    session: next.fold.buildSession(),
    textOf: makeTextFinder(next.texts.all ?? new Map()),
    models,
  };
  if (begun !== null || keeps) keepFold(life, next);
  // A worker makes the recording from its fold, which exists once per session and not once per length.
  if (!keeps) recordings.set(name, recording, next.texts.chars);
  return recording;
}

function takeBegun(life: string, { superseded, models }: FoldStart, until: number): LiveFold | null {
  const liveFold = takeFold(life);
  if (liveFold === undefined) return null;
  if (
    liveFold.position.seq <= until &&
    liveFold.texts.all !== null &&
    isCurrent(liveFold, superseded, models)
  )
    return liveFold;
  keepFold(life, liveFold);
  return null;
}

/** Takes new events for reading only: their rows are already written. */
async function advanceForReading(
  db: Queryable,
  { sessionId, externalId }: RecordedRow,
  from: LiveFold,
  until: number,
): Promise<LiveFold | null> {
  const next = await advanceFold(db, sessionId, externalId, from, until);
  next?.fold.takeGrowth();
  return next;
}

async function readWhole(
  db: Queryable,
  row: RecordedRow,
  start: FoldStart,
  until: number,
): Promise<LiveFold> {
  const keepWhole = () => ({ ...start, texts: new FoldTexts(Infinity) });
  const inOrder = await advanceForReading(db, row, newFold(keepWhole()), until);
  if (inOrder !== null) return inOrder;
  const atOnce = await foldAtOnce(db, row.sessionId, row.externalId, keepWhole());
  atOnce.fold.takeGrowth();
  return atOnce;
}
