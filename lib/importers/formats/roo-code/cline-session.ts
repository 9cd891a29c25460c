import { signs } from "../../reading/sniff";
import type { SessionStep } from "../../sessions/define-format";
import { defineFormat } from "../../sessions/define-format";
import { nameIn } from "../../shared/bounds";
import type { ClineSession } from "./cline-records";
import { CLINE_MESSAGE, CLINE_SESSION } from "./cline-records";
import { ROO_MESSAGE } from "./records";
import { Task, readTodoSteps } from "./task";

/**
 * A session of Cline's command line (`<id>.messages.json`): one document with the messages that are sent, and the model
 * and the usage of each answer. A compaction leaves only what it kept.
 */
export const clineSession = defineFormat({
  id: "cline_session",
  label: "Cline session",
  checked: null,
  agent: "Cline",
  keys: CLINE_SESSION,
  recognise: (sniff) =>
    signs(sniff, ["object"], ["sessionId", "agent", "updated_at", "messages[].role", "messages[].content"]),
  async *sessions({ files, entries }) {
    for (const file of files)
      for await (const record of file.records()) {
        const doc = CLINE_SESSION.of(record);
        const records = entries(doc.messages, CLINE_MESSAGE, "not a message");
        const messages = records.map(CLINE_MESSAGE.of);
        const stored = messages.map(({ ts, metadata }, n) => {
          const isSummary = metadata.kind === "compaction";
          return { at: ts ?? 0, raw: ROO_MESSAGE.of({ ...records[n], ...(isSummary && { isSummary }) }) };
        });
        yield {
          id: doc.sessionId ?? `cline-${file.fingerprint}`,
          at: messages[0]?.ts ?? null,
          name: file.stem,
          model: nameIn(messages.map(({ modelInfo }) => modelInfo.id).find((id) => id !== undefined)),
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

function* readSteps({ system_prompt: content }: ClineSession, task: Task): Generator<SessionStep> {
  if (content !== undefined) yield { add: [{ kind: "system_rules", slot: "system", content }] };
  yield* task.history();
}
