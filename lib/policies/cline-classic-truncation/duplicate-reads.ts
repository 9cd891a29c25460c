import type { History } from "../contract/history";
import { countTextChars, setText } from "../contract/message";
import type { Pins } from "../contract/pins";
import type { Change, Projection } from "../contract/projection";

const NOTICE =
  "[[NOTE] This file read has been removed to save space in the context window. Refer to the latest file read for the most up to date version of this file.]";

const READ = "read_file";

export interface DuplicateReads {
  readonly changes: readonly (Change & { readonly status: "cleared"; readonly index: number })[];
  readonly saved: number;
}

/** Without the newest result of each path. Linear in the window. */
export function findDuplicateReads(history: History, shown: Projection, pins: Pins): DuplicateReads {
  const newest = new Set<string>();
  const changes: DuplicateReads["changes"][number][] = [];
  let [chars, saved] = [0, 0];
  for (let index = history.length - 1; index >= 0; index--) {
    const message = shown.at(index);
    if (message === null) continue;
    chars += countTextChars(message);
    const path = findPathRead(history, index);
    if (path === null || message.text === NOTICE) continue;
    if (!newest.has(path)) newest.add(path);
    else if (message.text.length > NOTICE.length && !pins.keepsText(index)) {
      changes.push({ status: "cleared", index, message: setText(message, NOTICE) });
      saved += countTextChars(message) - NOTICE.length;
    }
  }
  return { changes: changes.reverse(), saved: chars === 0 ? 0 : saved / chars };
}

function findPathRead(history: History, index: number): string | null {
  const call = history.callOf(index)?.call;
  if (call === undefined || call.name !== READ) return null;
  const { args } = call;
  const path = typeof args === "object" && args !== null && "path" in args ? args.path : null;
  return typeof path === "string" ? path : null;
}
