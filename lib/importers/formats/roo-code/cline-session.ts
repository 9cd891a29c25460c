import { ANTHROPIC_CONTENT } from "../../messages/anthropic-records";
import { signs } from "../../reading/sniff";
import type { SessionStep } from "../../sessions/define-format";
import { defineFormat } from "../../sessions/define-format";
import { findId, nameIn } from "../../shared/bounds";
import { makeKnownKeys, nestKeys } from "../../shared/known-keys";
import type { Loose } from "../../shared/values";
import { instantOf, recordOf, stringOf } from "../../shared/values";
import { Task, readTodoSteps } from "./task";

const DOCUMENT = makeKnownKeys("version updated_at agent sessionId messages system_prompt");
const MESSAGE = nestKeys(makeKnownKeys("id role content ts modelInfo metrics metadata"), ANTHROPIC_CONTENT);

/**
 * A session of Cline's command line (`<id>.messages.json`): one document with the messages that are sent, and the model
 * and the usage of each answer. A compaction leaves only what it kept.
 */
export const clineSession = defineFormat({
  id: "cline_session",
  label: "Cline session",
  checked: null,
  agent: "Cline",
  keys: DOCUMENT,
  recognise: (sniff) =>
    signs(sniff, ["object"], ["sessionId", "agent", "updated_at", "messages[].role", "messages[].content"]),
  async *sessions({ files, entries }) {
    for (const file of files)
      for await (const doc of file.records()) {
        const messages = entries(doc.messages, MESSAGE, "not a message");
        const stored = messages.map((raw) => ({
          at: instantOf(raw.ts) ?? 0,
          raw: isCompaction(raw) ? { ...raw, isSummary: true } : raw,
        }));
        yield {
          id: findId(doc.sessionId) ?? `cline-${file.fingerprint}`,
          at: instantOf(messages[0]?.ts),
          name: file.stem,
          model: nameIn(readModel(messages)),
          windows: "measured",
          plan: { id: "todos", tool: "update_todo_list", steps: readTodoSteps },
          notes: [
            "The file holds the messages as they stand at its end: what a compaction removed before is not in it.",
          ],
          steps: readSteps(doc, new Task(stored, new Set())),
        };
      }
  },
});

function* readSteps(doc: Loose, task: Task): Generator<SessionStep> {
  const content = stringOf(doc.system_prompt);
  if (content !== undefined) yield { add: [{ kind: "system_rules", slot: "system", content }] };
  yield* task.history();
}

function isCompaction({ metadata }: Loose): boolean {
  return recordOf(metadata).kind === "compaction";
}

function readModel(messages: readonly Loose[]): unknown {
  return messages.map(({ modelInfo }) => recordOf(modelInfo).id).find((id) => id !== undefined);
}
