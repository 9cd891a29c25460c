import { AsyncLocalStorage } from "node:async_hooks";
import { cache } from "react";
import type { Session as SessionRow } from "@/lib/db/generated/client";

type Lookups = Map<string, Promise<SessionRow | null>>;

const ofRequest = new AsyncLocalStorage<Lookups>();
/** One map for all parts of a page. Outside of a page each call gets a new map. */
const ofPage = cache((): Lookups => new Map());

export function getLookups(): Lookups {
  return ofRequest.getStore() ?? ofPage();
}

/** Runs `work` as one request, in which no session is looked up twice. */
export function runInOneRequest<T>(work: () => Promise<T>): Promise<T> {
  return ofRequest.run(new Map(), work);
}
