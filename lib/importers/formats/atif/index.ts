import type { TraceEvent, TraceEventOf } from "@/lib/core/trace/event";
import { SessionWriter } from "@/lib/core/trace/session-writer";
import type { Importer, ImportFile, ImportReport } from "../../reading/importer";
import { findFileFolder, cutStem } from "../../reading/importer";
import { makeUnheardReport } from "../../reading/report";
import { also, signs } from "../../reading/sniff";
import { nameIn } from "../../shared/bounds";
import { readOneWay } from "../../shared/cached-input";
import { readEntries } from "../../shared/records";
import { readDocument, keepDefined, recordsOf } from "../../shared/values";
import type { AtifReference, AtifStep, AtifTrajectory } from "./records";
import type { Loose } from "../../shared/values";
import { ATIF_REFERENCE, ATIF_STEP, ATIF_TRAJECTORY } from "./records";
import { RunFiles } from "./run-files";
import { readNames, readReferences, Steps } from "./steps";

/**
 * A trajectory in the Agent Trajectory Interchange Format, versions 1.0 to 1.7: steps of system, user and
 * agent. An agent's step is a call, unless it says that it made none. A trajectory that goes on in another file is one
 * session; trajectories of sub-agents, inside it or in files of their own, are linked to it.
 */
export const atif: Importer = {
  id: "atif",
  label: "ATIF trajectory",
  checked: null,
  recognise: (sniff) =>
    also(
      signs(sniff, ["object"], ["schema_version", "agent", "steps[].step_id", "steps[].source"]),
      /"schema_version"\s*:\s*"ATIF-v1\./.test(sniff.head),
      "schema_version of ATIF-v1",
    ),
  groupKey: (file) => findFileFolder(file.name),
  convert,
};

type Parent = NonNullable<TraceEventOf<"session.started">["parent"]>;
const DEPTH_MAX = 8;

async function* convert(files: readonly ImportFile[], report: ImportReport): AsyncGenerator<TraceEvent> {
  const reading: Reading = { run: await RunFiles.of(files), report, done: new Set(), ids: new Set() };
  const isPart = (file: ImportFile) => Number(reading.run.isPart(file));
  // What only belongs to files that belong to each other comes last.
  for (const file of [...files].sort((a, b) => isPart(a) - isPart(b)))
    yield* convertFile(reading, file, null, 0);
}

interface Reading {
  readonly run: RunFiles;
  readonly report: ImportReport;
  readonly done: Set<ImportFile>;
  readonly ids: Set<string>;
}

interface Place {
  readonly file: ImportFile;
  readonly parent: Parent | null;
  readonly depth: number;
  readonly id: string;
}

async function* convertFile(
  reading: Reading,
  file: ImportFile,
  parent: Parent | null,
  depth: number,
): AsyncGenerator<TraceEvent> {
  if (reading.done.has(file)) return;
  const doc = await take(reading, file);
  if (doc === null) return;
  const named = doc.trajectory_id ?? doc.session_id ?? `atif-${file.sniff.fingerprint}`;
  // Some harnesses give several runs one name.
  const id = reading.ids.has(named) ? `${named}:${cutStem(file.name)}`.slice(0, 300) : named;
  reading.ids.add(id);
  yield* convertTrajectory(reading, doc, { file, parent, depth, id });
}

async function take({ done, report }: Reading, file: ImportFile): Promise<AtifTrajectory | null> {
  done.add(file);
  return readTrajectory(file, report);
}

async function readTrajectory(file: ImportFile, report: ImportReport): Promise<AtifTrajectory | null> {
  const doc = await readDocument(file, report, ATIF_TRAJECTORY);
  return doc === null ? null : ATIF_TRAJECTORY.of(doc);
}

const SOURCES: ReadonlySet<unknown> = new Set(["system", "user", "agent"]);

async function* convertTrajectory(
  reading: Reading,
  doc: AtifTrajectory,
  place: Place,
): AsyncGenerator<TraceEvent> {
  const writer = new SessionWriter(place.id);
  const written = new Steps(writer, doc.agent);
  const docs = [doc];
  const unfound: unknown[] = [];
  for (let last: AtifTrajectory | undefined = doc; last !== undefined;) {
    const path = last.continued_trajectory_ref;
    const file = reading.run.next(place.file, path);
    const next = file === undefined || reading.done.has(file) ? null : await take(reading, file);
    if (next === null && typeof path === "string") unfound.push(path);
    if (next !== null) docs.push(next);
    last = next ?? undefined;
  }
  const all = docs.map((one) => readSteps(one, reading.report));
  start(writer, docs, all, place, unfound.length > 0);
  const files: { readonly file: ImportFile; readonly names: readonly string[] }[] = [];
  const parts = docs.flatMap((one) => recordsOf(one.subagent_trajectories));
  for (const [n, steps] of all.entries()) {
    const copied = n === 0 ? 0 : steps.findIndex((step) => !step.is_copied_context);
    if (copied > 0) written.goOn(steps.slice(0, copied));
    for (const [at, step] of steps.slice(Math.max(0, copied)).entries()) {
      const references = readReferences(step);
      const found = references.flatMap((one) => {
        const [file, names] = [reading.run.find(place.file, readNames(one)), readNames(one)];
        return file === undefined ? [] : [{ file, names }];
      });
      files.push(...found);
      written.take(step);
      const follows = steps[Math.max(0, copied) + at + 1];
      if (
        step.source === "system" &&
        references.length > 0 &&
        (follows === undefined || follows.source === "user")
      )
        written.handOver(await takeOverSteps(reading, found, parts, references));
    }
  }
  written.end();
  yield* readOneWay(writer.take());
  if (place.depth >= DEPTH_MAX) return;
  const parentOf = (names: readonly string[]): Parent => {
    const toolCallId = names.map((name) => written.launches.get(name)).find((id) => id !== undefined);
    return { session: place.id, ...(toolCallId !== undefined && { toolCallId }) };
  };
  for (const [n, child] of parts.entries()) {
    const [key] = readNames(ATIF_REFERENCE.of(child));
    const id = `${place.id}:${key ?? n + 1}`.slice(0, 300);
    yield* convertTrajectory(reading, ATIF_TRAJECTORY.of(child), {
      ...place,
      parent: parentOf(readNames(ATIF_REFERENCE.of(child))),
      depth: place.depth + 1,
      id,
    });
  }
  for (const { file, names } of files) yield* convertFile(reading, file, parentOf(names), place.depth + 1);
}

function readSteps({ steps }: AtifTrajectory, report: ImportReport): AtifStep[] {
  const entries = readEntries(steps, report, { code: "broken_entry", what: "not a step", keys: ATIF_STEP });
  return readAll(entries).filter((step) => {
    if (SOURCES.has(step.source)) return true;
    report.passOver("unknown_record", "a step has no known source: expected system, user or agent");
    return false;
  });
}

function readAll(steps: unknown): AtifStep[] {
  return recordsOf(steps).map((step) => ATIF_STEP.of(step));
}

/** Finds the agent that goes on after a hand-off: of its sub-agents, the one that begins with nothing copied. */
async function takeOverSteps(
  { report: _report, ...reading }: Reading,
  files: readonly { readonly file: ImportFile }[],
  parts: readonly Loose[],
  references: readonly AtifReference[],
): Promise<readonly AtifStep[]> {
  const names = new Set(references.flatMap(readNames));
  const docs = parts
    .filter((part) => readNames(ATIF_REFERENCE.of(part)).some((name) => names.has(name)))
    .map((part) => ATIF_TRAJECTORY.of(part));
  for (const { file } of files) {
    const doc = reading.done.has(file) ? null : await readTrajectory(file, makeUnheardReport());
    if (doc !== null) docs.push(doc);
  }
  const fresh = docs
    .map(({ steps }) => readAll(steps))
    .filter((steps) => !steps.some((step) => step.is_copied_context));
  return docs.length > 1 && fresh.length === 1 ? (fresh[0] ?? []) : [];
}

function start(
  writer: SessionWriter,
  docs: readonly AtifTrajectory[],
  [steps = []]: readonly (readonly AtifStep[])[],
  { file, parent }: Place,
  isCut: boolean,
): void {
  const { name, version, model_name: model } = (docs[0] ?? ATIF_TRAJECTORY.of({})).agent;
  const named = [name, version].filter(Boolean).join(" ");
  writer.write("session.started", {
    at: steps[0]?.timestamp ?? null,
    name: parent === null ? cutStem(file.name) : (name ?? "sub-agent"),
    role: parent === null ? "main" : "subagent",
    source: { format: "atif", file: file.name },
    ...keepDefined({
      agent: nameIn(named),
      model,
      parent,
      reported: readTotals(docs),
    }),
    notes: [
      "The trajectory has its steps and not what was sent: every call is taken to have read all that came before it.",
      ...(isCut ? ["The trajectory goes on in another file, which was not imported with it."] : []),
    ],
  });
}

/** A trajectory can state totals without metrics of its steps. */
function readTotals(docs: readonly AtifTrajectory[]): TraceEventOf<"session.started">["reported"] {
  const totals = docs.map((doc) => doc.final_metrics);
  const sum = (figures: readonly (number | undefined)[]) =>
    figures.reduce<number>((all, figure = 0) => all + figure, 0) || undefined;
  const costs = totals.map((total) => total.total_cost_usd);
  const isWhole = costs.every((cost) => cost !== undefined);
  const known = keepDefined({
    tokensSent: sum(totals.map((total) => total.total_prompt_tokens)),
    tokensReceived: sum(totals.map((total) => total.total_completion_tokens)),
    cost: isWhole ? costs.reduce((all = 0, cost = 0) => all + cost, 0) : undefined,
  });
  return Object.keys(known).length === 0 ? undefined : known;
}
