import type { TraceEvent, TraceEventOf } from "@/lib/core/trace/event";
import { SessionWriter } from "@/lib/core/trace/session-writer";
import type { Importer, ImportFile, ImportReport } from "../../reading/importer";
import { cutStem } from "../../reading/importer";
import { nameIn } from "../../shared/bounds";
import type { KnownKeys } from "../../shared/known-keys";
import { streamRecords } from "../../shared/records";
import type { ReadingOf } from "../../shared/record-type";
import { isRecord } from "@/lib/core/is-record";
import { keepDefined } from "../../shared/values";
import { also, signs } from "../../reading/sniff";
import { Rollout } from "./rollout";
import { RESPONSE_ITEM } from "../../messages/openai-records";
import { noteUnknownKeys } from "../../shared/known-keys";
import {
  CODEX_COMMUNICATION,
  CODEX_COMPACTED,
  CODEX_EVENT,
  CODEX_LINE,
  CODEX_META,
  CODEX_CONTEXT,
} from "./records";

type Line = ReadingOf<typeof CODEX_LINE>;
type Meta = ReadingOf<typeof CODEX_META>;

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

async function* convert(files: readonly ImportFile[], report: ImportReport): AsyncGenerator<TraceEvent> {
  for (const file of files) {
    const meta = readMeta(file);
    const writer = new SessionWriter(
      meta.id ?? meta.session_id ?? `${cutStem(file.name)}-${file.sniff.fingerprint}`,
    );
    start(writer, meta, file);
    if (meta.id === undefined && meta.session_id === undefined)
      report.warn(
        "missing_header",
        `${file.name} lacks its first record, which names the session and its folder`,
      );
    const rollout = new Rollout(writer, file.sniff.head.includes('"last_token_usage"'));
    const broken = { code: "broken_line", what: "not a line of a rollout", keys: CODEX_LINE };
    for await (const record of streamRecords(file, report, broken)) {
      const line = CODEX_LINE.of(record);
      const type = String(line.type);
      if (!TYPES.has(type) && !OTHER_TYPES.test(type))
        report.passOver("unknown_record", `records of type ${type.slice(0, 40)} are not read`);
      else if (rollout.take(line)) {
        noteItemKeys(line, report);
        noteLooseCount(line, report);
      } else report.passOver("unknown_item", `items of type ${readKind(line)} are not read`);
      yield* writer.take();
    }
    const reported = rollout.end();
    if (reported !== undefined) writer.write("session.started", { at: null, reported });
    yield* writer.take();
  }
}

function noteItemKeys({ type, payload }: Line, report: ImportReport): void {
  const known = PAYLOADS[String(type)];
  if (known !== undefined && isRecord(payload)) noteUnknownKeys(payload, known, report, "payload.");
}

/** A count in a form that does not say whether it is of a call or of all calls. */
function noteLooseCount({ type, payload }: Line, report: ImportReport): void {
  if (type !== "event_msg") return;
  const event = CODEX_EVENT.of(payload);
  if (event.type === "token_count" && event.input_tokens !== undefined)
    report.warn(
      "usage_not_read",
      "counts of tokens stand outside of `info`, where it is not said whether they are of one call or of all: they are not read",
    );
}

const PAYLOADS: Readonly<Record<string, KnownKeys>> = {
  response_item: RESPONSE_ITEM,
  compacted: CODEX_COMPACTED,
  session_meta: CODEX_META,
  turn_context: CODEX_CONTEXT,
  event_msg: CODEX_EVENT,
  inter_agent_communication: CODEX_COMMUNICATION,
};

function readKind({ payload }: Line): string {
  return String(CODEX_EVENT.of(payload).type).slice(0, 40);
}

/** The file of a forked session repeats the lines of the earlier one. Its own line is the first. */
function readMeta({ sniff }: ImportFile): Meta {
  return CODEX_META.of(sniff.records.find(({ type }) => type === "session_meta")?.payload);
}

function start(writer: SessionWriter, meta: Meta, file: ImportFile): void {
  const { model } = CODEX_CONTEXT.of(file.sniff.records.find(({ type }) => type === "turn_context")?.payload);
  const parent = readParent(meta);
  const { cwd, forked_from_id: fork = findOrigin(meta, file) } = meta;
  writer.write("session.started", {
    at: meta.timestamp,
    name: cutStem(file.name),
    agent: nameIn(["Codex", meta.cli_version].filter(Boolean).join(" ")) ?? "Codex",
    role: parent === undefined ? "main" : "subagent",
    source: { format: "codex_rollout", file: file.name },
    ...keepDefined({ model, parent }),
    ...(fork !== undefined && { forkedFrom: { session: fork } }),
    ...(cwd !== undefined && { attributes: { cwd } }),
    notes: [
      "The tools' schemas were in every window and are not in the file.",
      "Reasoning is sealed: what is shown of it is its summary.",
    ],
  });
}

/** A history that was copied for a sub-agent brings the line that names its own session. */
function findOrigin(meta: Meta, { sniff }: ImportFile): string | undefined {
  const metas = sniff.records.flatMap(({ type, payload }) =>
    type === "session_meta" ? (CODEX_META.of(payload).id ?? []) : [],
  );
  return metas.find((id) => id !== meta.id);
}

function readParent(meta: Meta): TraceEventOf<"session.started">["parent"] {
  const session = meta.source.subagent.thread_spawn.parent_thread_id ?? meta.parent_thread_id;
  return session === undefined || session === meta.id ? undefined : { session };
}
