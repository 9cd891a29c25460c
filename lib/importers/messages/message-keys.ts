import { isRecord } from "@/lib/core/is-record";
import type { ImportReport } from "../reading/importer";
import { noteUnknownKeys } from "../shared/known-keys";
import type { Loose } from "../shared/values";
import { CHAT_MESSAGE } from "./chat-records";

/** Keys under which tracing tools nest messages, and how deep. */
const HOLDERS = ["messages", "message", "choices", "generations"];
const HOLDERS_MAX = 5;

/** Names the unknown keys of a message, or of the messages in a value that holds some. */
export function noteMessageKeys(value: unknown, report: ImportReport, place: string, depth = 0): void {
  if (depth > HOLDERS_MAX) return;
  if (Array.isArray(value)) for (const inner of value) noteMessageKeys(inner, report, place, depth + 1);
  if (!isRecord(value)) return;
  if (isMessage(value)) noteUnknownKeys(value, CHAT_MESSAGE, report, place);
  else for (const key of HOLDERS) noteMessageKeys(value[key], report, `${place}${key}.`, depth + 1);
}

function isMessage({ role, content, parts, tool_calls: calls, kwargs }: Loose): boolean {
  const isSpoken = typeof role === "string" && [content, parts, calls].some((value) => value !== undefined);
  return isSpoken || kwargs !== undefined;
}
