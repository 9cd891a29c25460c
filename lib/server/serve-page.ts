import type { ServerResponse } from "node:http";
import type { FairGate } from "@/lib/fair-gate";
import { turnOf } from "./turn-of";

const RETRY_AFTER_S = 2;
/** A page that is still not made after this long waits for something else than the processor. */
const TURN_MS_MAX = 5_000;
/** A reader that has taken nothing for this long is slow. */
const LOOK_MS = 250;

const NO_PAGES_BELOW = ["/api/", "/v1/", "/_next/static/"];
const NO_PAGES = ["/api", "/v1", "/mcp"];

/** Whether the answer to a path is a page, which takes long to make. A path that nothing answers has a page too. */
export function isPage(path: string): boolean {
  return !NO_PAGES.includes(path) && !NO_PAGES_BELOW.some((start) => path.startsWith(start));
}

/** Makes a page when it is its caller's turn. Refuses it when too many wait. @param make resolves when the page is sent */
export async function servePage(
  turns: FairGate,
  caller: string,
  response: ServerResponse,
  make: () => Promise<void>,
): Promise<void> {
  const end = await turnOf(turns, caller, response);
  if (end === "gone") return;
  if (end === null) {
    response.writeHead(503, {
      "content-type": "text/plain; charset=utf-8",
      "retry-after": String(RETRY_AFTER_S),
    });
    response.end("Too many pages are being loaded at once. Try again in a moment.\n");
    return;
  }
  endWithResponse(response, end);
  try {
    await make();
  } finally {
    end();
  }
}

/**
 * Ends a turn as soon as the page needs no more computing: when all of it was written, when its reader has gone or takes
 * it slowly, or when it waits for something else.
 */
function endWithResponse(response: ServerResponse, end: () => void): void {
  let wasFull = false;
  const look = setInterval(() => {
    if (wasFull && response.writableNeedDrain) over();
    wasFull = response.writableNeedDrain;
  }, LOOK_MS);
  const latest = setTimeout(() => over(), TURN_MS_MAX);
  const over = () => {
    clearInterval(look);
    clearTimeout(latest);
    end();
  };
  const finish = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  response.end = ((...args: unknown[]) => {
    over();
    return finish(...args);
  }) as ServerResponse["end"];
  response.once("close", over);
}
