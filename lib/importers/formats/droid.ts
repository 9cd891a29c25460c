import { readItemsOfContent } from "../messages/anthropic";
import { isAnthropicPart } from "../messages/anthropic-records";
import { ToolCalls } from "../messages/tool-calls";
import { also, signs } from "../reading/sniff";
import type { FoundSession, SessionStep } from "../sessions/define-format";
import { defineFormat } from "../sessions/define-format";
import { splitBranches } from "../shared/record-branch";
import { titleOf } from "../shared/titles";
import type { Loose } from "../shared/values";
import { recordOf } from "../shared/values";
import type { DroidRecord } from "./droid-records";
import { DROID_RECORD } from "./droid-records";

/**
 * A session of Droid: a header, and messages in the form of Anthropic's API that name the one before. It has neither usage nor models;
 * those of the whole session stand in a file beside it.
 */
export const droid = defineFormat({
  id: "droid",
  label: "Droid session",
  checked: null,
  agent: "Droid",
  keys: DROID_RECORD,
  recognise: (sniff) =>
    also(
      signs(sniff, ["lines", "object"], ["type", "id", "message.role", "message.content"]),
      sniff.records.some(isHeader) || sniff.records.every(isMessage),
      "session_start",
    ),
  async *sessions({ files, report }) {
    for (const file of files) {
      const records: Loose[] = [];
      let header: Loose = {};
      for await (const record of file.records()) {
        if (record.type === "session_start") header = record;
        else if (record.type === "message") records.push(record);
        else report.passOver("unknown_record", "a record of a type that is not known is not read");
      }
      const { branch, left } = splitBranches(records, { id: "id", parent: "parentId" });
      report.passOver("left_branch", "records of a branch that the person left are not read", left.length);
      yield readSession(DROID_RECORD.of(header), branch.map(DROID_RECORD.of), file.stem);
    }
  },
});

function isHeader({ type, id }: Loose): boolean {
  return type === "session_start" && typeof id === "string";
}

/**
 * Where the header is lost. Others with records of this form have a header of their own, keep each call's usage in them, or name roles
 * and parts that Anthropic's API does not have.
 */
function isMessage({ type, id, message }: Loose): boolean {
  const { role, content, usage } = recordOf(message);
  const isRole = role === "user" || role === "assistant";
  if (type !== "message" || typeof id !== "string" || !isRole || usage !== undefined) return false;
  return Array.isArray(content) && content.every((part) => isAnthropicPart(recordOf(part)));
}

function readSession(header: DroidRecord, records: readonly DroidRecord[], stem: string): FoundSession {
  const { id, title, sessionTitle, cwd } = header;
  return {
    id: id ?? stem,
    name: titleOf(sessionTitle ?? title),
    at: records[0]?.timestamp ?? null,
    attributes: cwd === undefined ? undefined : { cwd },
    windows: "inferred",
    notes: [
      "The file has neither usage nor models. The system prompt and the tools' schemas were in every window and are not in it.",
    ],
    steps: readSteps(records),
  };
}

function* readSteps(records: readonly DroidRecord[]): Generator<SessionStep> {
  const calls = new ToolCalls();
  for (const { message, timestamp } of records) {
    const { role, content } = message;
    if (role === "assistant")
      yield { answer: readItemsOfContent("assistant", content, calls), endedAt: timestamp };
    else yield { add: readItemsOfContent("user", content, calls) };
  }
}
