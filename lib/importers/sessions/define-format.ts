import type { StatedStep } from "@/lib/core/evidence/plan/steps/step-identity";
import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import type { TraceEvent, TraceEventOf } from "@/lib/core/trace/event";
import { SessionWriter } from "@/lib/core/trace/session-writer";
import type { Importer, ImportFile, ImportReport } from "../reading/importer";
import { cutStem } from "../reading/importer";
import type { Sniff } from "../reading/sniff";
import { readOneWay } from "../shared/cached-input";
import { GoalMark } from "../shared/goal-mark";
import type { KnownKeys } from "../shared/known-keys";
import { noteUnknownKeys } from "../shared/known-keys";
import { PlanLog } from "../shared/plan-log";
import { readEntries, streamRecords } from "../shared/records";
import type { SeenItem } from "../shared/request-tracker";
import type { StatedSum } from "../shared/stated-sum";
import type { Loose } from "../shared/values";
import { keepDefined, readDocument } from "../shared/values";
import type { MadeCall, Shown } from "./transcript";
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
    | "contextWindow"
    | "windowProvenance"
    | "stopReason"
    | "error"
    | "phase"
    | "attempts"
  >
> {
  readonly answer: readonly SeenItem[];
  readonly unsent?: readonly SeenItem[];
  /** What was sent, where the file has it call by call; null where it lacks that of this call. */
  readonly sent?: readonly SeenItem[] | null;
}

/** The window is now this list. What is also in the list before is the same block. */
export interface WindowStep {
  readonly window: readonly SeenItem[];
  /** An edit made the list, by default a compaction: the new `compaction_summary` in it stands for what left. */
  readonly edit?: Stated<
    Pick<Edit, "at" | "how" | "rule" | "trigger" | "tokensBefore" | "tokensAfter" | "provenance">
  >;
}

/** An event that no other step gives, at this place. `last` is the call before. */
interface OwnStep {
  readonly write: (writer: SessionWriter, last: MadeCall | null) => void;
}

export type SessionStep =
  | { readonly add: readonly SeenItem[] }
  | { readonly update: SeenItem }
  | WindowStep
  | CallStep
  | OwnStep;

export interface FoundSession extends Stated<
  Pick<
    Start,
    | "name"
    | "agent"
    | "model"
    | "role"
    | "parent"
    | "forkedFrom"
    | "contextWindow"
    | "policy"
    | "attributes"
    | "reported"
    | "notes"
    | "at"
  >
> {
  readonly id: string;
  /** The file that names it, where a group has several; by default the first. */
  readonly file?: Pick<SourceFile, "name">;
  /** In the order of the session: what came into the window, when it changed, and the calls. */
  readonly steps: Iterable<SessionStep>;
  /** `inferred` where the file states messages, and what a call was sent follows from its harness's rule. */
  readonly windows: "measured" | "inferred";
  /** What the harness shows of the list, where that is less than all of it. */
  readonly shows?: Shown;
  /** All that is said in the session, where a later message can show that calls are written as text. */
  readonly survey?: readonly SeenItem[];
  /** The tool by which the agent states its plan, and the steps in the arguments of its call. */
  readonly plan?: {
    readonly id: string;
    readonly tool: string;
    readonly steps: (content: string) => readonly StatedStep[];
  };
  /** What the file states of all calls of several sessions, of which this is one. */
  readonly sums?: readonly StatedSum[];
  readonly ended?: (Stated<Pick<End, "at" | "reason">> & Pick<End, "outcome">) | undefined;
}

export interface SourceFile {
  readonly name: string;
  readonly sniff: Sniff;
  readonly stem: string;
  readonly fingerprint: string;
  /**
   * The records of lines or of a list, or the one document; their unknown keys named. Each is counted, but for a document
   * of which the entries are.
   */
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
  "id" | "label" | "checked" | "archived" | "recognise" | "guessesSessions" | "groupKey" | "companions"
> {
  readonly agent?: string;
  /** The keys of a record, those included that are not read. A function tells kinds of records apart. A text has none. */
  readonly keys?: KnownKeys | ((record: Loose) => KnownKeys | null);
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
      let lists = 0;
      const source = {
        files: files.map((file) => describeSourceFile(file, report, keys, () => lists)),
        report,
        entries: (list: unknown, knownKeys: KnownKeys, what: string) => {
          lists++;
          return readEntries(list, report, { code: "broken_entry", what, keys: knownKeys });
        },
      };
      const sums = new Set<StatedSum>();
      for await (const found of sessions(source)) {
        const events = writeEvents(found, format.id, (found.file ?? files[0])?.name, agent);
        for (const sum of found.sums ?? []) sums.add(sum.countIn(events));
        if (isWithoutWords(events)) report.warn("unread_content", NOT_A_WORD);
        yield* events;
      }
      for (const sum of sums) sum.tell(report);
    },
  };
}

const NOT_A_WORD =
  "of a session's calls nothing that was said could be read: the file leaves it out, or has it where it is not looked for";

/** Calls without a word, in which nothing can be seen. */
function isWithoutWords(events: readonly TraceEvent[]): boolean {
  return events.some(({ type }) => type === "turn.recorded") && !events.some(hasWords);
}

function hasWords(event: TraceEvent): boolean {
  if (event.type !== "turn.recorded") return event.type === "block.recorded";
  const { entries = [], append = [], insert = [] } = event.window ?? {};
  return [entries, append, insert, event.output ?? []].some((list) => list.length > 0);
}

function writeEvents(
  found: FoundSession,
  format: string,
  file: string | undefined,
  agent?: string,
): TraceEvent[] {
  const {
    id,
    file: _named,
    steps,
    windows,
    shows,
    survey,
    plan,
    sums: _counted,
    ended,
    at,
    notes,
    ...start
  } = found;
  const writer = new SessionWriter(id);
  writer.write("session.started", {
    agent,
    ...keepDefined(start),
    at: at ?? null,
    source: { format, ...(file !== undefined && { file }) },
    ...(notes && notes.length > 0 && { notes: [...notes] }),
  } as Parameters<typeof writer.write<"session.started">>[1]);
  const transcript = new Transcript(writer, shows);
  if (survey !== undefined) transcript.survey(survey);
  const plans = plan === undefined ? null : new PlanLog(writer, plan.id);
  const goal = new GoalMark();
  let last: MadeCall | null = null;
  for (const step of steps) {
    if ("add" in step) transcript.add(goal.mark(step.add));
    else if ("update" in step) transcript.update(step.update);
    else if ("window" in step) replaceWindow(writer, transcript, { ...step, window: goal.mark(step.window) });
    else if ("write" in step) step.write(writer, last);
    else {
      const { answer, unsent, sent, at: made = null, ...fields } = step;
      const provenance = windows === "inferred" ? { windowProvenance: windows } : {};
      if (sent !== undefined) transcript.send(sent && goal.mark(sent));
      last = transcript.call(answer, { ...provenance, ...keepDefined(fields), at: made }, unsent);
      const { turn, output } = last;
      for (const { id: block, kind, toolName, content = "" } of output) {
        if (plan === undefined || kind !== "tool_call" || toolName !== plan.tool) continue;
        const stated = plan.steps(content);
        if (stated.length > 0) plans?.state({ turn, at: made ?? fields.endedAt ?? null, block }, stated);
      }
    }
  }
  transcript.end();
  if (ended !== undefined)
    writer.write("session.ended", {
      at: ended.at ?? null,
      outcome: ended.outcome,
      ...keepDefined({ reason: ended.reason }),
    });
  return readOneWay(writer.take());
}

function replaceWindow(writer: SessionWriter, transcript: Transcript, { window, edit }: WindowStep): void {
  const { left, blocks, entered } = transcript.replace(window);
  if (edit === undefined) return;
  const { at, how, ...stated } = edit;
  const isSummary = ({ kind }: BlockStatement) => kind === "compaction_summary";
  writer.write("context.edited", {
    ...keepDefined(stated),
    at: at ?? null,
    turn: writer.turn,
    how: how ?? "compacted",
    blocks: [...left],
    ...keepDefined({ summaryBlock: (entered.find(isSummary) ?? blocks.findLast(isSummary))?.id }),
  });
}

function describeSourceFile(
  file: ImportFile,
  report: ImportReport,
  keys: Format["keys"],
  listsRead: () => number,
): SourceFile {
  const note = (record: Loose) => {
    const knownKeys = typeof keys === "function" ? keys(record) : keys;
    if (knownKeys != null) noteUnknownKeys(record, knownKeys, report);
  };
  return {
    name: file.name,
    sniff: file.sniff,
    stem: cutStem(file.name),
    fingerprint: file.sniff.fingerprint,
    async *records() {
      if (file.sniff.shape === "object") {
        const document = await readDocument(file, report, ANY);
        if (document === null) return;
        note(document);
        const before = listsRead();
        yield document;
        if (listsRead() === before) report.found(1);
        return;
      }
      for await (const record of streamRecords(file, report, {
        code: "broken_entry",
        what: "not a record",
        keys: null,
      })) {
        note(record);
        yield record;
      }
    },
    lines: () => readLines(file.chunks()),
  };
}

const ANY: KnownKeys = { keys: null, inside: {} };

async function* readLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let tail = "";
  for await (const chunk of chunks) {
    const lines = (tail + chunk).split("\n");
    tail = lines.pop() ?? "";
    for (const line of lines) yield line.replace(/\r$/, "");
  }
  if (tail !== "") yield tail;
}
