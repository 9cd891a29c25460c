import type { EpochMs } from "@/lib/core/units";
import type { Loose } from "../values";
import { instantOf, recordOf, stringOf } from "../values";

/** One row of a Claude Code session file, with the fields that every kind of row may have. */
export interface Row {
  readonly type: string;
  readonly subtype: string | undefined;
  readonly uuid: string;
  readonly parentUuid: string | undefined;
  readonly sessionId: string | undefined;
  readonly agentId: string | undefined;
  readonly isSidechain: boolean;
  readonly at: EpochMs | null;
  readonly message: Loose;
  readonly raw: Loose;
}

/** Reads a row. `number` is its place in the file and stands in for an id that it lacks. */
export function rowOf(raw: Loose, number: number): Row {
  return {
    type: stringOf(raw.type) ?? "",
    subtype: stringOf(raw.subtype),
    uuid: stringOf(raw.uuid) ?? `row-${number}`,
    parentUuid: stringOf(raw.parentUuid),
    sessionId: stringOf(raw.sessionId),
    agentId: stringOf(raw.agentId),
    isSidechain: raw.isSidechain === true,
    at: instantOf(raw.timestamp),
    message: recordOf(raw.message),
    raw,
  };
}

/** Bookkeeping rows: known, and never content. */
const BOOKKEEPING = new Set([
  "progress",
  "file-history-snapshot",
  "queue-operation",
  "mode",
  "permission-mode",
  "last-prompt",
]);

/** Rows that give the session a name, and the field that holds it. */
const TITLE_FIELDS: Readonly<Record<string, string>> = {
  "custom-title": "customTitle",
  "ai-title": "aiTitle",
  summary: "summary",
};

/** The name that a row gives the session. */
export function titleIn({ type, raw }: Row): string | undefined {
  const field = TITLE_FIELDS[type];
  return field === undefined ? undefined : stringOf(raw[field]);
}

/** Whether a row of a kind that is not read seems to hold something that a model saw. */
export function looksLikeContent({ type, raw, message }: Row): boolean {
  if (BOOKKEEPING.has(type) || type in TITLE_FIELDS || type === "system") return false;
  return message.content !== undefined || raw.content !== undefined;
}
