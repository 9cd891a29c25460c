import type { TraceEvent } from "@/lib/core/trace/event";
import { SessionWriter } from "@/lib/core/trace/session-writer";
import { TextCallTracker } from "../../messages/text-calls/text-call-tracker";
import type { Importer, ImportFile, ImportReport } from "../../reading/importer";
import { stemOf } from "../../reading/importer";
import { idIn, nameIn } from "../../shared/bounds";
import { GoalMark } from "../../shared/goal-mark";
import { byOpening, openingInItems } from "../../shared/openings";
import { titleOf } from "../../shared/titles";
import { readOneWay } from "../../shared/cached-input";
import { entriesOf, recordsIn } from "../../shared/records";
import type { Loose } from "../../shared/values";
import { definedFields, instantOf, recordOf, recordsOf, stringOf } from "../../shared/values";
import { also, signs } from "../../reading/sniff";
import { inputOf, outputOf, threadOf, langsmithRunUsage } from "./run";
import { noteMessageKeys } from "../../messages/message-keys";
import { keysIn, noteUnknownKeys, leaving } from "../../shared/known-keys";

/**
 * Runs of LangSmith, in any order: a list or lines of runs, a run with its child runs inside, a page of its API, or
 * batches as its clients send them, where a patch ends the run that a post began. A run of a model is a call. The runs
 * of a thread are one session per conversation.
 */
export const langsmith: Importer = {
  id: "langsmith_runs",
  label: "LangSmith run export",
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
  convert,
};

/** Under which pages and batches have their runs. */
const LISTS = ["post", "patch", "runs"] as const;
const HOLDER_KEYS = leaving(keysIn("post patch runs"), {
  "what the program keeps for itself": "cursors search_cursors parsed_query",
});

const RUN_KEYS = leaving(
  keysIn(
    "id name run_type start_time end_time extra error events inputs outputs tags session_id child_runs status",
    "prompt_tokens completion_tokens total_tokens prompt_token_details completion_token_details trace_id",
    "dotted_order thread_id metadata messages",
  ),
  {
    "what the program keeps for itself": [
      "serialized feedback_stats app_path manifest_id in_dataset share_token last_queued_at trace_tier",
      "trace_upgrade ttl_seconds",
    ],
    "ids, times and marks": [
      "reference_example_id parent_run_id child_run_ids first_token_time parent_run_ids price_model_id",
      "execution_order",
    ],
    "prices and sums": "total_cost prompt_cost completion_cost prompt_cost_details completion_cost_details",
    "what another key says": "inputs_preview outputs_preview inputs_s3_urls outputs_s3_urls s3_urls",
  },
);

async function* convert(files: readonly ImportFile[], report: ImportReport): AsyncGenerator<TraceEvent> {
  for (const file of files) {
    const threads = new Map<string, Loose[]>();
    for await (const run of runsIn(file, report)) {
      if (typeof run.run_type !== "string")
        report.passOver(
          "unknown_record",
          "a record has no run_type: expected a run, such as llm, chain or tool",
        );
      else {
        collect(run, threads);
        if (!READ_OR_STRUCTURE.has(run.run_type))
          report.passOver(
            "run_not_read",
            `runs of type ${run.run_type.slice(0, 40)} are not read: what they gave stands in the messages of the calls after them`,
          );
      }
    }
    if (threads.size === 0) report.warn("no_model_calls", `${file.name} has no run of a model`);
    for (const { inputs, outputs } of [...threads.values()].flat()) {
      noteMessageKeys(inputs, report, "inputs.");
      noteMessageKeys(outputs, report, "outputs.");
    }
    for (const [thread, runs] of threads) yield* sessionsOf(thread, runs, file);
  }
}

const READ_OR_STRUCTURE: ReadonlySet<string> = new Set(["llm", "chain", "prompt", "parser"]);

async function* runsIn(file: ImportFile, report: ImportReport): AsyncGenerator<Loose> {
  const batched = new Map<unknown, Loose>();
  const kind = { code: "broken_entry", what: "not a run" };
  for await (const record of recordsIn(file, report, { ...kind, keys: null })) {
    if (record.run_type !== undefined || !LISTS.some((key) => Array.isArray(record[key]))) {
      noteUnknownKeys(record, RUN_KEYS, report);
      yield record;
      continue;
    }
    noteUnknownKeys(record, HOLDER_KEYS, report);
    for (const run of LISTS.flatMap((key) => entriesOf(record[key], report, { ...kind, keys: RUN_KEYS }))) {
      const begun = batched.get(run.id);
      batched.set(run.id ?? run, begun === undefined ? run : { ...begun, ...definedFields(run) });
    }
  }
  yield* batched.values();
}

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
      ...definedFields({ model: modelOf(calls[0] ?? {}), parent: n === 0 ? undefined : { session: thread } }),
    });
    for (const run of calls) {
      writer.writeTurn({
        at: startOf(run),
        window: tracker.request(goal.mark(inputOf(run))),
        output: tracker.answer(outputOf(run)),
        ...definedFields({
          turnId: idIn(run.id),
          endedAt: instantOf(run.end_time),
          model: modelOf(run),
          usage: langsmithRunUsage(run),
          error: nameIn(run.error),
        }),
      });
    }
    yield* readOneWay(writer.take());
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
