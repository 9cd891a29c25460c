import type { TraceEvent, TraceEventOf } from "@/lib/core/trace/event";
import { SessionWriter } from "@/lib/core/trace/session-writer";
import type { Importer, ImportFile, ImportReport } from "../../reading/importer";
import { stemOf } from "../../reading/importer";
import { idIn, nameIn } from "../../shared/bounds";
import { recordsIn } from "../../shared/records";
import type { Loose } from "../../shared/values";
import { definedFields, instantOf, recordOf, recordsOf } from "../../shared/values";
import { also, signs } from "../../reading/sniff";
import { Rollout } from "./rollout";
import { RESPONSE_ITEM } from "../../messages/message-keys";
import { keysIn, noteUnknownKeys, leaving } from "../../shared/known-keys";

const TYPES = new Set(["session_meta", "response_item", "turn_context", "compacted"]);
const OTHER_TYPES = /^(event_msg|world_state|inter_agent_communication(_metadata)?)$/;

/**
 * A rollout of Codex: one line per item, in the order in which items entered the history. A compaction states
 * the whole new history. A compaction with only an event is known by the totals of the calls around it.
 */
export const codex: Importer = {
  id: "codex_rollout",
  label: "Codex rollout",
  checked: { on: "2026-11-29", against: "agent-sessions 651e854f, agents/codex/small.jsonl" },
  recognise: (sniff) =>
    also(
      signs(sniff, ["lines", "object"], ["timestamp", "type", "payload"]),
      sniff.records.some(({ type }) => TYPES.has(String(type))) ||
        /"type"\s*:\s*"session_meta"/.test(sniff.head),
      "line of type session_meta, turn_context or response_item",
    ),
  convert,
};

const KEYS = leaving(keysIn("timestamp type payload"), { "ids, times and marks": "ordinal" });

async function* convert(files: readonly ImportFile[], report: ImportReport): AsyncGenerator<TraceEvent> {
  for (const file of files) {
    const meta = metaOf(file);
    const writer = new SessionWriter(
      idIn(meta.id) ?? idIn(meta.session_id) ?? `${stemOf(file.name)}-${file.sniff.fingerprint}`,
    );
    start(writer, meta, file);
    const rollout = new Rollout(writer, file.sniff.head.includes('"last_token_usage"'));
    const broken = { code: "broken_line", what: "not a line of a rollout", keys: KEYS };
    for await (const line of recordsIn(file, report, broken)) {
      const type = String(line.type);
      if (!TYPES.has(type) && !OTHER_TYPES.test(type))
        report.passOver("unknown_record", `records of type ${type.slice(0, 40)} are not read`);
      else if (rollout.take(line)) noteItemKeys(line, report);
      else report.passOver("unknown_item", `items of type ${kindOf(line)} are not read`);
      yield* writer.take();
    }
    const reported = rollout.end();
    if (reported !== undefined) writer.write("session.started", { at: null, reported });
    yield* writer.take();
  }
}

function noteItemKeys({ type, payload }: Loose, report: ImportReport): void {
  if (type === "response_item") noteUnknownKeys(recordOf(payload), RESPONSE_ITEM, report, "payload.");
  if (type !== "compacted") return;
  for (const item of recordsOf(recordOf(payload).replacement_history))
    noteUnknownKeys(item, RESPONSE_ITEM, report, "payload.replacement_history.");
}

function kindOf({ payload }: Loose): string {
  return String(recordOf(payload).type).slice(0, 40);
}

/** The file of a forked session repeats the lines of the earlier one. Its own line is the first. */
function metaOf({ sniff }: ImportFile): Loose {
  return recordOf(sniff.records.find(({ type }) => type === "session_meta")?.payload);
}

function start(writer: SessionWriter, meta: Loose, file: ImportFile): void {
  const context = sniffed(file, "turn_context");
  const parent = parentOf(meta);
  const cwd = nameIn(meta.cwd);
  const fork = idIn(meta.forked_from_id) ?? originOf(meta, file);
  writer.write("session.started", {
    at: instantOf(meta.timestamp),
    name: stemOf(file.name),
    agent: nameIn(["Codex", nameIn(meta.cli_version)].filter(Boolean).join(" ")) ?? "Codex",
    role: parent === undefined ? "main" : "subagent",
    source: { format: "codex_rollout", file: file.name },
    ...definedFields({ model: nameIn(context.model), parent }),
    ...(fork !== undefined && { forkedFrom: { session: fork } }),
    ...(cwd !== undefined && { attributes: { cwd } }),
    notes: [
      "The tools' schemas were in every window and are not in the file.",
      "Reasoning is sealed: what is shown of it is its summary.",
    ],
  });
}

/** A history that was copied for a sub-agent brings the line that names its own session. */
function originOf(meta: Loose, { sniff }: ImportFile): string | undefined {
  const metas = sniff.records.flatMap(({ type, payload }) =>
    type === "session_meta" ? (idIn(recordOf(payload).id) ?? []) : [],
  );
  return metas.find((id) => id !== idIn(meta.id));
}

function sniffed({ sniff }: ImportFile, type: string): Loose {
  return recordOf(sniff.records.find((record) => record.type === type)?.payload);
}

function parentOf(meta: Loose): TraceEventOf<"session.started">["parent"] {
  const spawned = recordOf(recordOf(recordOf(meta.source).subagent).thread_spawn);
  const session = idIn(spawned.parent_thread_id) ?? idIn(meta.parent_thread_id);
  return session === undefined || session === idIn(meta.id) ? undefined : { session };
}
