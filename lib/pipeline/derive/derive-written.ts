import type { ModelSetting } from "@/lib/core/models/model-settings";
import type { TraceEvent } from "@/lib/core/trace/event";
import type { Follow } from "@/lib/db/log/append";
import { decodeEvent } from "@/lib/db/log/encode";
import type { StoredSessionRow, WrittenSession } from "@/lib/db/log/plan-session";
import { computeDerivationStamp } from "@/lib/db/recordings/derivation-stamp";
import type { LiveFold } from "@/lib/db/recordings/fold-cache";
import { isCurrent, keepFold, takeFold } from "@/lib/db/recordings/fold-cache";
import { newFold } from "@/lib/db/recordings/fold-log";

/**
 * Derives what follows from new events while they are written: of a session that begins, and of one whose fold is in
 * memory. The rows are those of `deriveSession`, which does it for all others and says why one cannot be derived.
 */
export function deriveWritten(project: string, models: readonly ModelSetting[]): Follow {
  return (writtenSession, row) => {
    const { key: session, firstSeq, bodies, superseded } = writtenSession;
    if (superseded.length > 0) return null;
    const at =
      row === undefined ? newFold({ superseded: 0, models }) : findCurrentFold(writtenSession, row, models);
    if (at === null || !takesIn(at, writtenSession)) return null;
    const seq = firstSeq + bodies.length;
    const next = { ...at, position: { seq, window: writtenSession.window?.entries ?? at.position.window } };
    const growth = at.fold.takeGrowth();
    const before = row === undefined ? "nothing" : growth.anew ? "rows that give way" : "rows";
    const stamp = computeDerivationStamp(row?.superseded ?? 0, models);
    return {
      derived: { project, session, seq, stamp, growth },
      before,
      keep: (life) => keepFold(life, next),
    };
  };
}

/** The fold in memory, when the session's rows are those that it gave. */
function findCurrentFold(
  { life, firstSeq }: WrittenSession,
  row: StoredSessionRow,
  models: readonly ModelSetting[],
): LiveFold | null {
  const at = takeFold(life);
  if (at === undefined) return null;
  const stamp = computeDerivationStamp(row.superseded, models);
  const holds = row.derived_seq === firstSeq && at.position.seq === firstSeq && row.derived_stamp === stamp;
  if (holds && isCurrent(at, row.superseded, models)) return at;
  keepFold(life, at);
  return null;
}

function takesIn(at: LiveFold, writtenSession: WrittenSession): boolean {
  try {
    return at.fold.add(listAsLogged(writtenSession));
  } catch {
    return false;
  }
}

/** The events as the log gives them back. */
function listAsLogged({ externalId, events }: WrittenSession): TraceEvent[] {
  return events.map(({ json, texts }) => {
    const textOf = new Map(texts.map(({ hash, text }) => [hash, text]));
    const body = JSON.parse(json) as Record<string, unknown>;
    return decodeEvent(externalId, body, (hash) => textOf.get(hash));
  });
}
