import type { Database } from "@/lib/db/client";
import { isCheap } from "./price-of-read";
import { readInOtherProcess } from "./apart/readers";

/** Whether a read takes so little that no other request notices. */
type IsCheap<I> = (db: Database, project: string, id: string, input: I) => Promise<boolean>;

/** A read of one session. Its input and its answer can be sent to another process. */
export type SessionRead<I, A> = (db: Database, project: string, id: string, input: I) => Promise<A>;

const NEVER = new AbortController().signal;
let isReader = false;

/** Has this process do all reads itself: it is one that reads for another. */
export function becomeReader(): void {
  isReader = true;
}

/**
 * Makes a read safe for the process that serves everybody: what is not cheap is read by another process, which is stopped
 * when it takes too long, too much memory, or when the caller has gone.
 * @param name of the read, as `lib/commands/reader.ts` knows it
 * @param isCheapRead as far as nothing is said, whether folding the whole session is cheap
 */
export function readApart<I, A>(
  name: string,
  read: SessionRead<I, A>,
  isCheapRead: IsCheap<I> = isCheap,
): (db: Database, project: string, id: string, input: I, signal?: AbortSignal) => Promise<A> {
  return async (db, project, id, input, signal = NEVER) => {
    if (isReader || (await isCheapRead(db, project, id, input))) return read(db, project, id, input);
    return (await readInOtherProcess({ read: name, project, id, input }, signal)) as A;
  };
}
