import { addToGroup } from "@/lib/core/group-by";
import { findId, nameIn } from "../../shared/bounds";
import { groupByOpening, makeOpeningReader } from "../../shared/openings";
import { titleOf } from "../../shared/titles";
import type { Loose } from "../../shared/values";
import type { FormatSource, FoundSession, SessionStep, SourceFile } from "../../sessions/define-format";
import { defineFormat } from "../../sessions/define-format";
import type { StatedTotals } from "@/lib/core/trace/event-parts";
import { StatedSum } from "../../shared/stated-sum";
import { keepDefined, parseJsonText, recordsOf } from "../../shared/values";
import { also, signs } from "../../reading/sniff";
import { readInput, readOutput, readThread, readLangsmithRunUsage } from "./run";
import { noteMessageKeys } from "../../messages/message-keys";
import { LANGSMITH_LIST, LANGSMITH_RUN } from "./records";

/** The keys under which pages and batches have their runs. */
const LISTS = ["post", "patch", "runs"] as const;
/**
 * Runs of LangSmith, in any order: a list or lines of runs, a run with its child runs inside, a page of its API, or
 * batches as its clients send them, where a patch ends the run that a post began. A run of a model is a call. The runs
 * of a thread are one session per conversation.
 */
export const langsmith = defineFormat({
  id: "langsmith_runs",
  label: "LangSmith run export",
  checked: { on: "2026-11-29", against: "seven batches of langsmith-sdk's tests" },
  keys: (record) => (isHolder(record) ? LANGSMITH_LIST : LANGSMITH_RUN),
  recognise: (sniff) => {
    const within = LISTS.map((key) => `${key}[].`).find((place) => sniff.paths.has(`${place}run_type`)) ?? "";
    const has = (key: string) => sniff.paths.has(`${within}${key}`);
    return also(
      signs(
        sniff,
        ["lines", "array", "object"],
        ["id", "run_type", "start_time", "inputs"].map((key) => `${within}${key}`),
      ),
      has("trace_id") || has("dotted_order") || has("child_runs"),
      "trace_id",
    );
  },
  async *sessions(source) {
    const { report } = source;
    for (const file of source.files) {
      const threads = new Map<string, Loose[]>();
      const roots = new Map<unknown, StatedTotals>();
      for await (const record of readRuns(file, source)) {
        const run = readTexts(record);
        const { run_type: type, trace_id: trace, id } = LANGSMITH_RUN.of(run);
        if (typeof type !== "string")
          report.passOver(
            "unknown_record",
            "a record has no run_type: expected a run, such as llm, chain or tool",
          );
        else {
          collect(run, threads);
          const total = findTotal(run);
          if (total !== null) roots.set(trace ?? id, total);
          if (!READ_OR_STRUCTURE.has(type))
            report.passOver(
              "run_not_read",
              `runs of type ${type.slice(0, 40)} are not read: what they gave stands in the messages of the calls after them`,
            );
        }
      }
      if (threads.size === 0) report.warn("no_model_calls", `${file.name} has no run of a model`);
      for (const { inputs, outputs } of [...threads.values()].flat()) {
        noteMessageKeys(inputs, report, "inputs.");
        noteMessageKeys(outputs, report, "outputs.");
      }
      for (const [thread, runs] of threads)
        yield* readSessions(thread, runs, file, readSums(runs, roots, thread));
    }
  },
});

const READ_OR_STRUCTURE: ReadonlySet<string> = new Set(["llm", "chain", "prompt", "parser"]);

function isHolder(record: Loose): boolean {
  return record.run_type === undefined && LISTS.some((key) => Array.isArray(record[key]));
}

async function* readRuns(file: SourceFile, { entries }: FormatSource): AsyncGenerator<Loose> {
  const batched = new Map<unknown, Loose>();
  for await (const record of file.records()) {
    if (!isHolder(record)) {
      yield record;
      continue;
    }
    for (const run of LISTS.flatMap((key) => entries(record[key], LANGSMITH_RUN, "not a run"))) {
      const id = readRunId(run);
      const begun = batched.get(id);
      batched.set(id ?? run, begun === undefined ? run : { ...begun, ...keepDefined(run) });
    }
  }
  yield* batched.values();
}

/** A table of runs has as text what the API has as objects. */
function readTexts(run: Loose): Loose {
  const texts = TEXTS.flatMap((key) => {
    const value = run[key];
    return typeof value === "string" ? [[key, parseJsonText(value) ?? value]] : [];
  });
  return texts.length === 0 ? run : { ...run, ...Object.fromEntries(texts) };
}

const TEXTS = ["inputs", "outputs", "extra"] as const;

/** A patch may name its run only as the last one of its path: `20260105T090000001Z<trace>.20260105T090001002Z<run>`. */
function readRunId(run: Loose): unknown {
  const { id, dotted_order: path } = LANGSMITH_RUN.of(run);
  return id ?? path?.split(".").at(-1)?.split("Z").at(-1);
}

function collect(root: Loose, threads: Map<string, Loose[]>): void {
  const open = [root];
  const thread = readThread(root);
  for (let run = open.pop(); run !== undefined; run = open.pop()) {
    const { child_runs: below, run_type: type, trace_id: trace } = LANGSMITH_RUN.of(run);
    open.push(...recordsOf(below).map(readTexts));
    if (type !== "llm") continue;
    const own = run === root || trace === undefined ? thread : readThread(run);
    addToGroup(threads, own, run);
  }
}

/** A trace's outermost run counts all calls below it. */
function findTotal(run: Loose): StatedTotals | null {
  const { parent_run_id: above, run_type: type } = LANGSMITH_RUN.of(run);
  if (above != null || type === "llm") return null;
  const usage = readLangsmithRunUsage({ ...run, outputs: {} });
  return usage === undefined ? null : keepDefined({ tokensSent: usage.input, tokensReceived: usage.output });
}

/** Adds up the totals of the traces of a thread, if each trace states its own. */
function readSums(
  runs: readonly Loose[],
  roots: ReadonlyMap<unknown, StatedTotals>,
  thread: string,
): StatedSum[] {
  const traces = new Set(runs.map(({ trace_id: trace }) => trace));
  const stated = [...traces].flatMap((trace) => roots.get(trace) ?? []);
  if (stated.length < traces.size) return [];
  const all = (figure: keyof StatedTotals) => stated.reduce((sum, one) => sum + (one[figure] ?? 0), 0);
  return [
    new StatedSum(`the runs of ${thread}`, {
      tokensSent: all("tokensSent"),
      tokensReceived: all("tokensReceived"),
    }),
  ];
}

function* readSessions(
  thread: string,
  runs: readonly Loose[],
  file: SourceFile,
  sums: readonly StatedSum[],
): Generator<FoundSession> {
  const inOrder = [...runs].sort((a, b) => (startOf(a) ?? 0) - (startOf(b) ?? 0));
  for (const [n, calls] of groupByOpening(inOrder, makeOpeningReader(readInput, readOutput)).entries()) {
    const opening = calls[0] === undefined ? undefined : findOpening(calls[0]);
    yield {
      id: n === 0 ? thread : `${thread}:${n + 1}`,
      file,
      at: startOf(calls[0] ?? {}),
      name: titleOf(opening) ?? file.stem,
      role: n === 0 ? "main" : "side",
      model: findModel(calls[0] ?? {}),
      parent: n === 0 ? undefined : { session: thread },
      windows: "measured",
      sums,
      steps: readSteps(calls),
    };
  }
}

function* readSteps(calls: readonly Loose[]): Generator<SessionStep> {
  for (const run of calls) {
    const { id, start_time: at, end_time: endedAt, error } = LANGSMITH_RUN.of(run);
    yield {
      turnId: findId(id),
      at,
      sent: readInput(run),
      answer: readOutput(run),
      endedAt,
      model: findModel(run),
      usage: readLangsmithRunUsage(run),
      error,
    };
  }
}

function findOpening(run: Loose): string | undefined {
  return readInput(run).find(({ kind }) => kind === "user_message")?.content;
}

function startOf(run: Loose): number | null {
  return LANGSMITH_RUN.of(run).start_time;
}

function findModel(run: Loose): string | undefined {
  const { extra, inputs } = LANGSMITH_RUN.of(run);
  const { metadata, invocation_params: settings } = extra;
  return metadata.ls_model_name ?? nameIn(settings.model ?? settings.model_name) ?? inputs.model;
}
