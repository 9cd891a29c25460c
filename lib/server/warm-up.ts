import type { RequestOptions } from "node:http";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";

/** Answers whose first making loads and compiles much. Where one needs a person, it leads to the sign-in page. */
const WARMED = [
  "/sessions/-",
  "/sessions/-/evictions",
  "/sessions/-/replay",
  "/sign-in",
  "/docs",
  "/docs/api",
  "/audit",
  "/settings",
  "/api/v1/openapi.json",
];
/** What whoever opens the address asks for. */
const FIRST = "/";
const FIRST_MS_MAX = 10_000;
const LOOK_MS = 500;
const QUIET_SHARE = 0.2;
const LOOKS_MAX = 120;

/** Resolves when the process has little to do, or has had much for a minute. */
async function waitUntilQuiet(): Promise<void> {
  for (let look = 0; look < LOOKS_MAX; look++) {
    const before = performance.eventLoopUtilization();
    await wait(LOOK_MS, undefined, { ref: false });
    if (performance.eventLoopUtilization(before).utilization < QUIET_SHARE) return;
  }
}

/** Where an app answers, and its name, as browsers send it. */
interface Door {
  readonly place: AddressInfo;
  readonly host: string;
}

/** Asks the app for the page at its address: so the first who opens it waits for no more than the next. */
export function warmFirstPage(door: Door): Promise<void> {
  return askPath(door, FIRST, { signal: AbortSignal.timeout(FIRST_MS_MAX) });
}

/**
 * Asks the app at its own door for some pages after its start, one at a time while it has nothing else to do: so nobody
 * waits for what only the first request does. What is answered makes no difference.
 */
export async function warmUp(door: Door, ready = waitUntilQuiet): Promise<void> {
  for (const path of WARMED) {
    await ready();
    await askPath(door, path);
  }
}

function findDoor(address: string): string {
  if (address === "0.0.0.0") return "127.0.0.1";
  return address === "::" ? "::1" : address;
}

function askPath({ place, host }: Door, path: string, options: RequestOptions = {}): Promise<void> {
  const { address, port } = place;
  return new Promise((resolve) => {
    const asking = request(
      { ...options, host: findDoor(address), port, path, headers: { host }, agent: false },
      (answer) => answer.resume(),
    );
    asking.on("error", () => undefined);
    asking.once("close", resolve);
    asking.once("socket", (socket) => socket.unref());
    asking.end();
  });
}
