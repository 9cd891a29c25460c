import type { TraceEvent, TraceEventOf } from "@/lib/core/trace/event";
import { SessionWriter } from "@/lib/core/trace/session-writer";
import { idIn, nameIn } from "../../shared/bounds";
import type { ImportFile, ImportReport } from "../../reading/importer";
import { stemOf } from "../../reading/importer";
import { titleOf } from "../../shared/titles";
import { recordsIn } from "../../shared/records";
import type { Loose } from "../../shared/values";
import { instantOf, stringOf } from "../../shared/values";
import type { Node } from "./node";
import { NodeReader } from "./read-nodes";
import type { RunFindings } from "./write-session";
import { writeSession } from "./write-session";
import { PI_MESSAGE } from "../../messages/message-keys";
import { keysIn, within, leaving } from "../../shared/known-keys";

type Started = Omit<TraceEventOf<"session.started">, "id" | "session" | "type">;

export interface PiSessionFile {
  readonly id: string;
  readonly header: Loose;
  readonly nodes: readonly Node[];
  readonly reader: NodeReader;
  readonly title: string | undefined;
}

const RECORDS = {
  code: "broken_line",
  what: "not a record",
  keys: within(
    leaving(
      keysIn(
        "type version id parentId timestamp cwd provider modelId thinkingLevel branchedFrom parentSession message",
        "content customType data details summary fromHook firstKeptEntryId firstKeptEntryIndex tokensBefore targetId",
        "label name appendMode appendParentId usage model",
      ),
      { "what the program keeps for itself": "display", "ids, times and marks": "fromId" },
    ),
    { message: PI_MESSAGE },
  ),
};

const SETTINGS = new Set(["model_change", "thinking_level_change", "custom", "label", "session_info"]);
const READ = new Set(["message", "custom_message", "branch_summary", "compaction", "leaf"]);

export async function readSessionFile(file: ImportFile, report: ImportReport): Promise<PiSessionFile> {
  const reader = new NodeReader();
  const nodes: Node[] = [];
  let header: Loose = {};
  let title: string | undefined;
  let [number, repeated] = [0, 0];
  const unread = new Map<string, number>();
  const keys = new Set<string>();
  let astray = 0;
  for await (const record of recordsIn(file, report, RECORDS)) {
    if (record.type === "session") {
      if (number === 0) header = record;
      else repeated++;
    } else {
      if (record.type === "session_info") title = stringOf(record.name) ?? title;
      const type = typeof record.type === "string" ? record.type : "(none)";
      if (!READ.has(type) && !SETTINGS.has(type)) unread.set(type, (unread.get(type) ?? 0) + 1);
      const node = reader.read(record, number);
      if (node === null) repeated++;
      else {
        nodes.push(node);
        if (node.type === "leaf" && node.target !== null && !keys.has(node.target)) astray++;
        keys.add(node.key);
      }
    }
    number++;
  }
  for (const [type, count] of unread)
    report.passOver("unknown_record", `records of type ${type} are not read`, count);
  report.passOver("leaf_astray", "records continue from one that the file does not have before them", astray);
  report.passOver("repeated_record", "records with the id of one before are not read again", repeated);
  if (header.type === undefined)
    report.warn(
      "missing_header",
      `${file.name} lacks its first record, which names the session and its folder`,
    );
  const id = idIn(header.id) ?? `${stemOf(file.name)}-${file.sniff.fingerprint}`;
  return { id, header, nodes, reader, title };
}

/** `describe` adds what depends on the kind of file and on the findings. */
export function* eventsOf(
  { id, header, nodes, reader, title }: PiSessionFile,
  describe: (findings: RunFindings) => Partial<Started>,
): Generator<TraceEvent> {
  const writer = new SessionWriter(id);
  const findings = writeSession(nodes, writer);
  const events = writer.take();
  const fork = idIn(originOf(header));
  const model = nameIn(header.modelId) ?? nodes.find((node) => node.type === "call")?.fields.model;
  writer.write("session.started", {
    at: instantOf(header.timestamp),
    name: titleOf(title ?? reader.prompt) ?? id,
    ...(model !== undefined && { model }),
    attributes: attributesOf(header),
    ...(fork !== undefined && { forkedFrom: { session: fork } }),
    ...describe(findings),
  });
  yield* writer.take();
  yield* events;
}

/** The header names the file that the session was forked from: `<time>_<session>.jsonl`. */
function originOf({ parentSession, branchedFrom }: Loose): string | undefined {
  const stem = stemOf(stringOf(parentSession) ?? stringOf(branchedFrom) ?? "");
  return stem.slice(stem.lastIndexOf("_") + 1);
}

function attributesOf(header: Loose): Record<string, string> {
  const keys = ["cwd", "provider", "thinkingLevel", "branchedFrom", "parentSession"];
  const named = keys.map((key) => [key, nameIn(header[key])] as const);
  return Object.fromEntries(named.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
