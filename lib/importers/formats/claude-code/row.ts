import type { EpochMs } from "@/lib/core/units";
import type { ReadingOf } from "../../shared/record-type";
import type { Loose } from "../../shared/values";
import { CLAUDE_CODE_ROW } from "./records";

/** The harness uses this name instead of a model's. Its rows are no answers. */
export const NO_MODEL = "<synthetic>";

type Fields = ReadingOf<typeof CLAUDE_CODE_ROW>;

export interface Row {
  readonly type: string;
  readonly subtype: string | undefined;
  readonly uuid: string;
  /** Whether the row's id stands in the file. Otherwise it was made from the row's number. */
  readonly isNamed: boolean;
  readonly parentUuid: string | undefined;
  readonly sessionId: string | undefined;
  readonly agentId: string | undefined;
  readonly isSidechain: boolean;
  readonly at: EpochMs | null;
  readonly message: Fields["message"];
  /** All fields of the row, as they are declared. */
  readonly fields: Fields;
}

export function readClaudeCodeRow(raw: Loose, number: number): Row {
  const fields = CLAUDE_CODE_ROW.of(raw);
  const { type = "", subtype, uuid = `row-${number}`, parentUuid, sessionId, agentId } = fields;
  return {
    type,
    subtype,
    uuid,
    isNamed: raw.uuid !== undefined,
    parentUuid,
    sessionId,
    agentId,
    isSidechain: fields.isSidechain,
    at: fields.timestamp,
    message: fields.message,
    fields,
  };
}

const MESSAGES = new Set(["user", "assistant", "attachment"]);
/** Rows that never enter a window, although some contain text. */
const BOOKKEEPING = new Set([
  "progress",
  "system",
  "file-history-snapshot",
  "queue-operation",
  "mode",
  "permission-mode",
  "last-prompt",
]);

export function isMessage({ type }: Row): boolean {
  return MESSAGES.has(type);
}

const TITLES: Readonly<Record<string, (fields: Fields) => string | undefined>> = {
  "custom-title": ({ customTitle }) => customTitle,
  "ai-title": ({ aiTitle }) => aiTitle,
  summary: ({ summary }) => summary,
};

export function titleIn({ type, fields }: Row): string | undefined {
  return TITLES[type]?.(fields);
}

export function isKnownRow({ type }: Row): boolean {
  return MESSAGES.has(type) || BOOKKEEPING.has(type) || type in TITLES;
}
