import { AsyncLocalStorage } from "node:async_hooks";
import { cache } from "react";
import type { Session as SessionRow } from "@/lib/db/generated/client";

/** The first and the last turn of a session; `null` without turns. */
export interface TurnBounds {
  readonly first: number | null;
  readonly last: number | null;
}

/** What several parts of one request ask for. */
interface Lookups {
  readonly sessions: Map<string, Promise<SessionRow | null>>;
  readonly ranges: Map<string, Promise<TurnBounds>>;
}

const makeLookups = (): Lookups => ({ sessions: new Map(), ranges: new Map() });

const ofRequest = new AsyncLocalStorage<Lookups>();
/** Once for all parts of a page. Outside of a page each call gets new ones. */
const ofPage = cache(makeLookups);

export function getLookups(): Lookups {
  return ofRequest.getStore() ?? ofPage();
}

/** Runs `work` as one request, in which no session is looked up twice. */
export function runInOneRequest<T>(work: () => Promise<T>): Promise<T> {
  return ofRequest.run(makeLookups(), work);
}
