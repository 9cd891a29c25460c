import type { TraceEvent } from "@/lib/core/trace/event";
import { SessionWriter } from "@/lib/core/trace/session-writer";
import { TextCallTracker } from "../../messages/text-calls/text-call-tracker";
import type { Importer, ImportFile, ImportReport } from "../../reading/importer";
import { stemOf } from "../../reading/importer";
import { jsonObjects } from "../../reading/json-stream";
import { idIn, nameIn } from "../../shared/bounds";
import { GoalMark } from "../../shared/goal-mark";
import { byOpening, openingInItems } from "../../shared/openings";
import { titleOf } from "../../shared/titles";
import type { Loose } from "../../shared/values";
import { given, instantOf, recordOf, recordsOf, stringOf } from "../../shared/values";
import { also, signs } from "../../reading/sniff";
import { inputOf, outputOf, threadOf, usageOf } from "./run";

/**
 * Runs as LangSmith exports them, in any order: a list or lines of runs, or a run with its child runs inside. A run of a
 * model is a call; the runs of a thread are one session for each conversation in it.
 */
export const langsmith: Importer = {
  id: "langsmith_runs",
  label: "LangSmith run export",
  recognise: (sniff) =>
    also(
      signs(sniff, ["lines", "array", "object"], ["id", "run_type", "start_time", "inputs"]),
      sniff.paths.has("trace_id") || sniff.paths.has("dotted_order") || sniff.paths.has("child_runs"),
      "trace_id",
    ),
  convert,
};

async function* convert(files: readonly ImportFile[], report: ImportReport): AsyncGenerator<TraceEvent> {
  for (const file of files) {
    const threads = new Map<string, Loose[]>();
    const broken = (excerpt: string) => report.warn("broken_entry", `not a run: ${excerpt}`);
    for await (const run of jsonObjects(file.chunks(), broken)) {
      if (typeof run.run_type !== "string")
        report.warn("unknown_record", "a record has no run_type: expected a run, such as llm, chain or tool");
      else collect(run, threads);
    }
    if (threads.size === 0) report.warn("no_model_calls", `${file.name} has no run of a model`);
    for (const [thread, runs] of threads) yield* sessionsOf(thread, runs, file);
  }
}

/** Takes the runs of models out of a run and its children, which need not name their trace themselves. */
function collect(root: Loose, threads: Map<string, Loose[]>): void {
  const open = [root];
  const thread = threadOf(root);
  for (let run = open.pop(); run !== undefined; run = open.pop()) {
    open.push(...recordsOf(run.child_runs));
    if (run.run_type !== "llm") continue;
    const own = run === root ? thread : run.trace_id === undefined ? thread : threadOf(run);
    threads.set(own, [...(threads.get(own) ?? []), run]);
  }
}

function* sessionsOf(thread: string, runs: readonly Loose[], file: ImportFile): Generator<TraceEvent> {
  const inOrder = [...runs].sort((a, b) => (startOf(a) ?? 0) - (startOf(b) ?? 0));
  for (const [n, calls] of byOpening(inOrder, openingInItems(inputOf, outputOf)).entries()) {
    const writer = new SessionWriter(n === 0 ? thread : `${thread}:${n + 1}`);
    const goal = new GoalMark();
    const tracker = new TextCallTracker();
    const opening = calls[0] === undefined ? undefined : openingOf(calls[0]);
    writer.write("session.started", {
      at: startOf(calls[0] ?? {}),
      name: titleOf(opening) ?? stemOf(file.name),
      role: n === 0 ? "main" : "side",
      source: { format: "langsmith_runs", file: file.name },
      ...given({ model: modelOf(calls[0] ?? {}), parent: n === 0 ? undefined : { session: thread } }),
    });
    for (const run of calls) {
      writer.writeTurn({
        at: startOf(run),
        window: tracker.request(goal.mark(inputOf(run))),
        output: tracker.answer(outputOf(run)),
        ...given({
          turnId: idIn(run.id),
          endedAt: instantOf(run.end_time),
          model: modelOf(run),
          usage: usageOf(run),
          error: nameIn(run.error),
        }),
      });
      yield* writer.take();
    }
  }
}

function openingOf(run: Loose): string | undefined {
  return inputOf(run).find(({ kind }) => kind === "user_message")?.content;
}

function startOf(run: Loose): number | null {
  return instantOf(run.start_time);
}

function modelOf(run: Loose): string | undefined {
  const { metadata, invocation_params: params } = recordOf(run.extra);
  const settings = recordOf(params);
  return (
    nameIn(recordOf(metadata).ls_model_name) ??
    nameIn(stringOf(settings.model) ?? stringOf(settings.model_name)) ??
    nameIn(recordOf(run.inputs).model)
  );
}
