import { JsonText } from "@/lib/api/json-text";
import type { Database } from "@/lib/db/client";
import type { ApartRead } from "./apart/protocol";
import { heavyWork } from "./heavy-work";
import { isCheap } from "./price-of-read";
import { readInOtherProcess } from "./apart/readers";

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

export function becomeReader(): void {
  isReader = true;
}

/**
 * Makes a read safe for the process that serves everybody. Cheap reads take turns. An expensive read runs in another
 * process, which is stopped when it takes too long or too much memory, or when the caller has gone.
 * @param isCheapRead by default, whether folding the whole session is cheap
 */
export function readApart<I, A>(
  name: ApartRead,
  read: SessionRead<I, A>,
  isCheapRead: IsCheap<I> = isCheap,
): SafeRead<I, A> {
  return async (db, project, id, input, signal = NEVER) => {
    if (isReader) return read(db, project, id, input);
    if (await isCheapRead(db, project, id, input))
      return heavyWork(project, signal, () => read(db, project, id, input));
    return (await readInOtherProcess({ read: name, project, id, input, as: "value" }, signal)) as A;
  };
}

/** As {@link readApart}, for a route: what another process reads, it writes as JSON too. */
export function answerApart<I, A extends object>(
  name: ApartRead,
  read: SessionRead<I, A>,
  isCheapRead: IsCheap<I> = isCheap,
): SafeRead<I, A | JsonText> {
  return async (db, project, id, input, signal = NEVER) => {
    if (await isCheapRead(db, project, id, input))
      return heavyWork(project, signal, () => read(db, project, id, input));
    const text = await readInOtherProcess({ read: name, project, id, input, as: "json" }, signal);
    return JsonText.of(text as Uint8Array);
  };
}
