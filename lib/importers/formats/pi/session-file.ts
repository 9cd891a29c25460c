import type { TraceEvent, TraceEventOf } from "@/lib/core/trace/event";
import { SessionWriter } from "@/lib/core/trace/session-writer";
import { findId, nameIn } from "../../shared/bounds";
import type { ImportFile, ImportReport } from "../../reading/importer";
import { cutStem } from "../../reading/importer";
import { titleOf } from "../../shared/titles";
import { streamRecords } from "../../shared/records";
import { keepDefined } from "../../shared/values";
import type { Node } from "./node";
import { NodeReader } from "./read-nodes";
import type { RunFindings } from "./write-session";
import { writeSession } from "./write-session";
import type { PiRecord } from "./records";
import { PI_RECORD } from "./records";

type Started = Omit<TraceEventOf<"session.started">, "id" | "session" | "type">;

export interface PiSessionFile {
  readonly id: string;
  readonly header: PiRecord;
  readonly nodes: readonly Node[];
  readonly reader: NodeReader;
  readonly title: string | undefined;
}

const RECORDS = {
  code: "broken_line",
  what: "not a record",
  keys: PI_RECORD,
};

const SETTINGS = new Set(["model_change", "thinking_level_change", "custom", "label", "session_info"]);
const READ = new Set(["message", "custom_message", "branch_summary", "compaction", "leaf"]);

export async function readSessionFile(file: ImportFile, report: ImportReport): Promise<PiSessionFile> {
  const reader = new NodeReader();
  const nodes: Node[] = [];
  let header = PI_RECORD.of(null);
  let title: string | undefined;
  let [number, repeated] = [0, 0];
  const unread = new Map<string, number>();
  const keys = new Set<string>();
  let [astray, orphans] = [0, 0];
  for await (const line of streamRecords(file, report, RECORDS)) {
    const record = PI_RECORD.of(line);
    if (record.type === "session") {
      if (number === 0) header = record;
      else repeated++;
    } else {
      if (record.type === "session_info") title = record.name ?? title;
      const type = typeof record.type === "string" ? record.type : "(none)";
      if (!READ.has(type) && !SETTINGS.has(type)) unread.set(type, (unread.get(type) ?? 0) + 1);
      const node = reader.read(line, number);
      if (node === null) repeated++;
      else {
        nodes.push(node);
        if (node.type === "leaf" && node.target !== null && !keys.has(node.target)) astray++;
        if (node.parent !== null && !keys.has(node.parent)) orphans++;
        keys.add(node.key);
      }
    }
    number++;
  }
  for (const [type, count] of unread)
    report.passOver("unknown_record", `records of type ${type} are not read`, count);
  report.passOver("leaf_astray", "records continue from one that the file does not have before them", astray);
  if (orphans > 0)
    report.warn(
      "missing_history",
      `${file.name}: ${orphans === 1 ? "a record follows one" : `${orphans} records follow ones`} that the file does not have: what stood in the window before is not known`,
    );
  report.passOver("repeated_record", "records with the id of one before are not read again", repeated);
  if (header.type === undefined)
    report.warn(
      "missing_header",
      `${file.name} lacks its first record, which names the session and its folder`,
    );
  const { id = `${cutStem(file.name)}-${file.sniff.fingerprint}` } = header;
  return { id, header, nodes, reader, title };
}

/** `describe` adds what depends on the kind of file and on the findings. */
export function* writeEvents(
  { id, header, nodes, reader, title }: PiSessionFile,
  describe: (findings: RunFindings) => Partial<Started>,
): Generator<TraceEvent> {
  const writer = new SessionWriter(id);
  const findings = writeSession(nodes, writer);
  const events = writer.take();
  const fork = findId(findOrigin(header));
  const model = header.modelId ?? nodes.find((node) => node.type === "call")?.fields.model;
  writer.write("session.started", {
    at: header.timestamp,
    name: titleOf(title ?? reader.prompt) ?? id,
    ...(model !== undefined && { model }),
    attributes: readAttributes(header),
    ...(fork !== undefined && { forkedFrom: { session: fork } }),
    ...describe(findings),
  });
  yield* writer.take();
  yield* events;
}

/** The header names the file that the session was forked from: `<time>_<session>.jsonl`. */
function findOrigin({ parentSession, branchedFrom }: PiRecord): string | undefined {
  const stem = cutStem(parentSession ?? branchedFrom ?? "");
  return stem.slice(stem.lastIndexOf("_") + 1);
}

function readAttributes(header: PiRecord): Record<string, string> {
  const { cwd, provider, thinkingLevel, branchedFrom, parentSession } = header;
  const named = {
    cwd: nameIn(cwd),
    provider,
    thinkingLevel,
    branchedFrom: nameIn(branchedFrom),
    parentSession: nameIn(parentSession),
  };
  return keepDefined(named) as Record<string, string>;
}
