import { loadBuiltin } from "./files";
import { shareInProgram } from "./shared";

/** The session of the work that is under way; `"recorded"` where a wrapper records the call itself. */
type Current = { readonly id: string; readonly agent: string | undefined } | "recorded";

interface Storage {
  getStore(): Current | undefined;
  run<Result>(current: Current, work: () => Result): Result;
}

const hooks = loadBuiltin("node:async_hooks") as { AsyncLocalStorage: new () => Storage } | undefined;
const storage: Storage | null =
  hooks === undefined ? null : shareInProgram("sessions", () => new hooks.AsyncLocalStorage());

export function findCurrentSession(): Current | undefined {
  return storage?.getStore();
}

/** What `work` and all that it starts do belongs to a session. */
export function runIn<Result>(current: Current, work: () => Result): Result {
  return storage === null ? work() : storage.run(current, work);
}
