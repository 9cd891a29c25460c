import type { RequestOptions } from "node:http";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";

/** Answers whose first making loads and compiles much. Where one needs a person, it leads to the sign-in page. */
const WARMED = [
  "/",
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
const LOOK_MS = 500;
const QUIET_SHARE = 0.2;
const LOOKS_MAX = 120;

/** Resolves when the process has little to do, or has had much for a minute. */
async function untilQuiet(): Promise<void> {
  for (let look = 0; look < LOOKS_MAX; look++) {
    const before = performance.eventLoopUtilization();
    await wait(LOOK_MS, undefined, { ref: false });
    if (performance.eventLoopUtilization(before).utilization < QUIET_SHARE) return;
  }
}

/**
 * Asks the app at its own door for some pages after its start, one at a time while it has nothing else to do: so nobody
 * waits for what only the first request does. What is answered makes no difference.
 * @param host the app's name, as browsers send it
 */
export async function warmUp(
  { address, port }: AddressInfo,
  host: string,
  ready = untilQuiet,
): Promise<void> {
  for (const path of WARMED) {
    await ready();
    await asked({ host: doorOf(address), port, path, headers: { host }, agent: false });
  }
}

function doorOf(address: string): string {
  if (address === "0.0.0.0") return "127.0.0.1";
  return address === "::" ? "::1" : address;
}

function asked(options: RequestOptions): Promise<void> {
  return new Promise((resolve) => {
    const asking = request(options, (answer) => answer.resume());
    asking.on("error", () => undefined);
    asking.once("close", resolve);
    asking.once("socket", (socket) => socket.unref());
    asking.end();
  });
}
