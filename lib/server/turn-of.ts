import type { EventEmitter } from "node:events";
import type { FairGate } from "@/lib/fair-gate";

/**
 * Waits for the turn of a request, which leaves the line when its sender closes the connection.
 * @returns as {@link FairGate.take}
 */
export async function turnOf(
  gate: FairGate,
  caller: string,
  response: EventEmitter & { readonly destroyed?: boolean },
): ReturnType<FairGate["take"]> {
  // A closed response never says again that it is closed, so its turn would never end.
  if (response.destroyed === true) return "gone";
  const gone = new AbortController();
  const leave = () => gone.abort();
  response.once("close", leave);
  const end = await gate.take(caller, gone.signal);
  response.off("close", leave);
  if (typeof end !== "function" || !gone.signal.aborted) return end;
  end();
  return "gone";
}
