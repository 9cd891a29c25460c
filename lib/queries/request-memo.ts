import { AsyncLocalStorage } from "node:async_hooks";
import { cache } from "react";
import type { Session as SessionRow } from "@/lib/db/generated/client";

/** What one request has looked up, by project and key. */
type Lookups = Map<string, Promise<SessionRow | null>>;

const ofRequest = new AsyncLocalStorage<Lookups>();
/** One map for all parts of a page; a fresh one for whoever asks outside of a page. */
const ofPage = cache((): Lookups => new Map());

/** The sessions that this request has looked up so far. */
export function lookups(): Lookups {
  return ofRequest.getStore() ?? ofPage();
}

/** Does the work of one request, in which no session is looked up twice. */
export function inOneRequest<T>(work: () => Promise<T>): Promise<T> {
  return ofRequest.run(new Map(), work);
}
