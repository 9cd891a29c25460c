import { JsonText } from "@/lib/api/json-text";
import type { Database } from "@/lib/db/client";
import { readStoredBytes } from "@/lib/db/reads/sessions";
import type { ProcessRead } from "../reader-process/protocol";
import { runHeavyWork } from "./heavy-work";
import { readAheadInOtherProcess, readInOtherProcess } from "../reader-process/readers";
import { findSession } from "./find-session";

/**
 * The limits of a read of a whole session in the web process: bytes of its packed events, bytes of its texts,
 * and blocks times turns, which is the most that its windows can hold together.
 */
const EVENT_BYTES_MAX = 256 * 1024;

const TEXT_BYTES_MAX = 4 * 1024 * 1024;

const WINDOW_ENTRIES_MAX = 400_000;

type IsCheap<I> = (db: Database, project: string, id: string, input: I) => Promise<boolean>;

/** The input and the answer can be sent to another process. */
export type SessionRead<I, A> = (db: Database, project: string, id: string, input: I) => Promise<A>;

type SafeRead<I, A> = (
  db: Database,
  project: string,
  id: string,
  input: I,
  signal?: AbortSignal,
) => Promise<A>;

const NEVER = new AbortController().signal;

let isReader = false;

export function startReader(): void {
  isReader = true;
}

/**
 * Makes a read safe for the process that serves everybody. Cheap reads take turns. An expensive read runs in another
 * process, which is stopped when it takes too long or too much memory, or when the caller has gone.
 * @param isCheapRead by default, whether folding the whole session is cheap
 */
export function readInProcess<I, A>(
  name: ProcessRead,
  read: SessionRead<I, A>,
  isCheapRead: IsCheap<I> = isCheap,
): SafeRead<I, A> {
  return async (db, project, id, input, signal = NEVER) => {
    if (isReader) return read(db, project, id, input);
    if (await isCheapRead(db, project, id, input))
      return runHeavyWork(project, signal, () => read(db, project, id, input));
    return (await readInOtherProcess({ read: name, project, id, input, as: "value" }, signal)) as A;
  };
}

/** As {@link readInProcess}, for a route: what another process reads, it writes as JSON too. */
export function answerInProcess<I, A extends object>(
  name: ProcessRead,
  read: SessionRead<I, A>,
  isCheapRead: IsCheap<I> = isCheap,
): SafeRead<I, A | JsonText> {
  return async (db, project, id, input, signal = NEVER) => {
    if (await isCheapRead(db, project, id, input))
      return runHeavyWork(project, signal, () => read(db, project, id, input));
    const text = await readInOtherProcess({ read: name, project, id, input, as: "json" }, signal);
    return JsonText.of(text as Uint8Array);
  };
}

/** Has another process read a large session, so that the next expensive read of it does not wait for that. Never throws. */
export async function readAhead(db: Database, project: string, id: string): Promise<void> {
  try {
    if (await isCheap(db, project, id)) return;
    await readAheadInOtherProcess({ read: "recording", project, id, input: null, as: "value" });
  } catch {
    // Whoever asks for an answer is told what is wrong.
  }
}

/**
 * Folding the session is so fast that no other request notices.
 * @throws AppError `not_found`
 */
export async function isCheap(db: Database, project: string, id: string): Promise<boolean> {
  const { sessionId, turns, blocks } = await findSession(db, project, id);
  if (turns * blocks > WINDOW_ENTRIES_MAX) return false;
  const { events, texts } = await readStoredBytes(db, sessionId);
  return events <= EVENT_BYTES_MAX && texts <= TEXT_BYTES_MAX;
}
