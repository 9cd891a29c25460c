import type { TraceEvent, TraceEventOf } from "@/lib/core/trace/event";
import { SessionWriter } from "@/lib/core/trace/session-writer";
import type { Importer, ImportFile, ImportReport } from "../reading/importer";
import { stemOf } from "../reading/importer";
import type { FileShape } from "../reading/sniff";
import { readOneWay } from "../shared/cached-input";
import { GoalMark } from "../shared/goal-mark";
import type { KnownKeys } from "../shared/known-keys";
import { noteUnknownKeys } from "../shared/known-keys";
import { entriesOf, recordsIn } from "../shared/records";
import type { SeenItem } from "../shared/request-tracker";
import type { Loose } from "../shared/values";
import { definedFields, documentOf } from "../shared/values";
import { Transcript } from "./transcript";

/** A field that a source does not state can be left undefined or null. */
type Stated<T> = { readonly [K in keyof T]?: T[K] | undefined | null };
type Start = TraceEventOf<"session.started">;
type Turn = TraceEventOf<"turn.recorded">;
type Edit = TraceEventOf<"context.edited">;
type End = TraceEventOf<"session.ended">;

/** A call to a model: `answer` is what it wrote, `unsent` what its harness did not send back, such as reasoning. */
export interface CallStep extends Stated<
  Pick<
    Turn,
    | "at"
    | "endedAt"
    | "turnId"
    | "model"
    | "provider"
    | "usage"
    | "stopReason"
    | "error"
    | "phase"
    | "attempts"
  >
> {
  readonly answer: readonly SeenItem[];
  readonly unsent?: readonly SeenItem[];
}

/** The window is now this list. What is also in the list before is the same block. */
export interface WindowStep {
  readonly window: readonly SeenItem[];
  /** A compaction made the list: the one `compaction_summary` in it stands for what left. */
  readonly compaction?: Stated<Pick<Edit, "at" | "trigger" | "tokensBefore" | "tokensAfter" | "provenance">>;
}

export type SessionStep = { readonly add: readonly SeenItem[] } | WindowStep | CallStep;

export interface FoundSession extends Stated<
  Pick<
    Start,
    | "name"
    | "agent"
    | "model"
    | "role"
    | "parent"
    | "contextWindow"
    | "attributes"
    | "reported"
    | "notes"
    | "at"
  >
> {
  readonly id: string;
  /** In the order of the session: what came into the window, when it changed, and the calls. */
  readonly steps: Iterable<SessionStep>;
  /** `inferred` where the file states messages, and what a call was sent follows from its harness's rule. */
  readonly windows: "measured" | "inferred";
  readonly ended?: (Stated<Pick<End, "at" | "reason">> & Pick<End, "outcome">) | undefined;
}

export interface SourceFile {
  readonly name: string;
  readonly shape: FileShape;
  readonly stem: string;
  readonly fingerprint: string;
  /** The records of lines or of a list, or the one document; each counted, its unknown keys named. */
  records(): AsyncGenerator<Loose>;
  lines(): AsyncGenerator<string>;
}

export interface FormatSource {
  readonly files: readonly SourceFile[];
  readonly report: ImportReport;
  /** The records of a list inside a document: counted, their unknown keys named, anything else reported. */
  entries(list: unknown, keys: KnownKeys, what: string): Loose[];
}

export interface Format extends Pick<
  Importer,
  "id" | "label" | "recognise" | "guessesSessions" | "groupKey"
> {
  readonly agent?: string;
  /** The keys of a record, those included that are not read. A function tells kinds of records apart. */
  readonly keys: KnownKeys | ((record: Loose) => KnownKeys | null);
  sessions(source: FormatSource): AsyncIterable<FoundSession>;
}

/**
 * An importer from what a format is: its keys, and its sessions as steps. Opening files, counting records, naming
 * unknown keys, block identity, the goal's mark, edits and the reading of cached input are the same for all.
 */
export function defineFormat({ agent, keys, sessions, ...format }: Format): Importer {
  return {
    ...format,
    async *convert(files, report) {
      const source = {
        files: files.map((file) => sourceFile(file, report, keys)),
        report,
        entries: (list: unknown, own: KnownKeys, what: string) =>
          entriesOf(list, report, { code: "broken_entry", what, keys: own }),
      };
      for await (const found of sessions(source)) yield* eventsOf(found, format.id, files[0]?.name, agent);
    },
  };
}

function eventsOf(
  found: FoundSession,
  format: string,
  file: string | undefined,
  agent?: string,
): TraceEvent[] {
  const { id, steps, windows, ended, at, notes, ...start } = found;
  const writer = new SessionWriter(id);
  writer.write("session.started", {
    agent,
    ...definedFields(start),
    at: at ?? null,
    source: { format, ...(file !== undefined && { file }) },
    ...(notes && notes.length > 0 && { notes: [...notes] }),
  } as Parameters<typeof writer.write<"session.started">>[1]);
  const transcript = new Transcript(writer);
  const goal = new GoalMark();
  for (const step of steps) {
    if ("add" in step) transcript.add(goal.mark(step.add));
    else if ("window" in step) replaceWindow(writer, transcript, { ...step, window: goal.mark(step.window) });
    else {
      const { answer, unsent, at: made, ...fields } = step;
      const provenance = windows === "inferred" ? { windowProvenance: windows } : {};
      transcript.call(answer, { ...definedFields(fields), ...provenance, at: made ?? null }, unsent);
    }
  }
  transcript.end();
  if (ended !== undefined)
    writer.write("session.ended", {
      at: ended.at ?? null,
      outcome: ended.outcome,
      ...definedFields({ reason: ended.reason }),
    });
  return readOneWay(writer.take());
}

function replaceWindow(
  writer: SessionWriter,
  transcript: Transcript,
  { window, compaction }: WindowStep,
): void {
  const { left, blocks } = transcript.replace(window);
  if (compaction === undefined) return;
  const { at, ...stated } = compaction;
  writer.write("context.edited", {
    ...definedFields(stated),
    at: at ?? null,
    turn: writer.turn,
    how: "compacted",
    blocks: [...left],
    ...definedFields({ summaryBlock: blocks.findLast(({ kind }) => kind === "compaction_summary")?.id }),
  });
}

function sourceFile(file: ImportFile, report: ImportReport, keys: Format["keys"]): SourceFile {
  const note = (record: Loose) => {
    const own = typeof keys === "function" ? keys(record) : keys;
    if (own !== null) noteUnknownKeys(record, own, report);
  };
  return {
    name: file.name,
    shape: file.sniff.shape,
    stem: stemOf(file.name),
    fingerprint: file.sniff.fingerprint,
    async *records() {
      if (file.sniff.shape === "object") {
        const document = await documentOf(file, report, ANY);
        if (document === null) return;
        report.found(1);
        note(document);
        yield document;
        return;
      }
      for await (const record of recordsIn(file, report, {
        code: "broken_entry",
        what: "not a record",
        keys: null,
      })) {
        note(record);
        yield record;
      }
    },
    lines: () => linesOf(file.chunks()),
  };
}

const ANY: KnownKeys = { keys: null, inside: {} };

async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield line.replace(/\r$/, "");
  }
  if (rest !== "") yield rest;
}
