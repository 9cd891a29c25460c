import { modelsStamp } from "@/lib/core/models/model-settings";
import type { FoldOptions } from "@/lib/core/trace/fold/state";
import type { Recording } from "@/lib/core/trace/fold/recording";
import { textFinder } from "@/lib/core/trace/fold/recording";
import type { Queryable } from "@/lib/db/client";
import { WeightedCache } from "@/lib/db/weighted-cache";
import { projectModels } from "@/lib/db/model-settings";
import { catchUp, foldAtOnce, newFold } from "./fold-log";

/** Characters of text that recordings may hold in memory between two uses. The newest is kept whatever its size. */
const CACHED_CHARS_MAX = 64 * 1024 * 1024;

const recordings = new WeightedCache<Recording>(CACHED_CHARS_MAX);

/**
 * A session of the log with all of its texts, as analyses and replays need it. Costs a read of the whole session;
 * repeated reads of one that has not grown are served from memory.
 * @param row the session's row: its key, its sender's id, when it was made (one that was deleted and sent again is another),
 *   and how far its log and the events written again go; its project says what models are
 */
export async function readRecording(
  db: Queryable,
  row: {
    sessionId: string;
    projectId: string;
    externalId: string;
    receivedAt: Date;
    lastSeq: number;
    superseded: number;
  },
): Promise<Recording> {
  const models = await projectModels(db, row.projectId);
  const name = `${row.sessionId} ${row.receivedAt.getTime()} ${row.lastSeq} ${row.superseded} ${modelsStamp(models)}`;
  const known = recordings.get(name);
  if (known !== undefined) return known;
  const texts = new Map<string, string>();
  let chars = 0;
  const options: FoldOptions = {
    models,
    onText: (hash, text) => {
      if (texts.has(hash)) return;
      texts.set(hash, text);
      chars += text.length;
    },
  };
  const { sessionId: key, externalId, superseded } = row;
  const { fold } =
    (await catchUp(db, key, externalId, newFold(superseded, options), row.lastSeq)) ??
    (await foldAtOnce(db, key, externalId, superseded, options));
  const recording: Recording = { session: fold.session(), textOf: textFinder(texts), models };
  recordings.set(name, recording, chars);
  return recording;
}
