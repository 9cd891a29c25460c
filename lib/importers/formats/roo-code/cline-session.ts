import type { TraceEvent } from "@/lib/core/trace/event";
import { SessionWriter } from "@/lib/core/trace/session-writer";
import { ANTHROPIC_CONTENT } from "../../messages/message-keys";
import type { Importer, ImportFile, ImportReport } from "../../reading/importer";
import { stemOf } from "../../reading/importer";
import { signs } from "../../reading/sniff";
import { idIn, nameIn } from "../../shared/bounds";
import { readOneWay } from "../../shared/cached-input";
import { keysIn, within } from "../../shared/known-keys";
import { entriesOf } from "../../shared/records";
import type { Loose } from "../../shared/values";
import { definedFields, documentOf, instantOf, recordOf, stringOf } from "../../shared/values";
import { Task } from "./task";

/**
 * A session of Cline's command line (`<id>.messages.json`): one document with the messages that are sent, and the model
 * and the usage of each answer. A compaction leaves only what it kept.
 */
export const clineSession: Importer = {
  id: "cline_session",
  label: "Cline session",
  recognise: (sniff) =>
    signs(sniff, ["object"], ["sessionId", "agent", "updated_at", "messages[].role", "messages[].content"]),
  convert,
};

const DOCUMENT = keysIn("version updated_at agent sessionId messages system_prompt");
const MESSAGE = within(keysIn("id role content ts modelInfo metrics metadata"), ANTHROPIC_CONTENT);

async function* convert(files: readonly ImportFile[], report: ImportReport): AsyncGenerator<TraceEvent> {
  for (const file of files) {
    const doc = await documentOf(file, report, DOCUMENT);
    if (doc === null) continue;
    const messages = entriesOf(doc.messages, report, {
      code: "broken_entry",
      what: "not a message",
      keys: MESSAGE,
    });
    const writer = new SessionWriter(idIn(doc.sessionId) ?? `cline-${file.sniff.fingerprint}`);
    writer.write("session.started", {
      at: instantOf(messages[0]?.ts),
      name: stemOf(file.name),
      agent: "Cline",
      source: { format: "cline_session", file: file.name },
      ...definedFields({ model: nameIn(modelOf(messages)) }),
      notes: [
        "The file holds the messages as they stand at its end: what a compaction removed before is not in it.",
      ],
    });
    const rules = stringOf(doc.system_prompt);
    const task = new Task(
      writer,
      messages.map((raw) => ({
        at: instantOf(raw.ts) ?? 0,
        raw: isCompaction(raw) ? { ...raw, isSummary: true } : raw,
      })),
      new Set(),
      rules === undefined ? [] : [{ kind: "system_rules", slot: "system", content: rules }],
    );
    task.history();
    yield* readOneWay(writer.take());
  }
}

function isCompaction({ metadata }: Loose): boolean {
  return recordOf(metadata).kind === "compaction";
}

function modelOf(messages: readonly Loose[]): unknown {
  return messages.map(({ modelInfo }) => recordOf(modelInfo).id).find((id) => id !== undefined);
}
