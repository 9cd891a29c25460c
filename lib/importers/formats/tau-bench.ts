import { findModel } from "@/lib/core/models/find-model";
import { SessionWriter } from "@/lib/core/trace/session-writer";
import { ExpectedActions } from "../shared/expected-actions";
import { GoalMark } from "../shared/goal-mark";
import type { Importer, ImportFile, ImportReport } from "../reading/importer";
import { stemOf } from "../reading/importer";
import { itemsPerMessage } from "../messages/openai";
import { outcomeOfReward } from "../shared/reward";
import { signs } from "../reading/sniff";
import { Transcript } from "../sessions/transcript";
import { recordsIn } from "../shared/records";
import type { Loose } from "../shared/values";
import { definedFields, idOf, recordOf, recordsOf } from "../shared/values";
import { OPENAI_MESSAGE } from "../messages/message-keys";
import { keysIn, within } from "../shared/known-keys";

/** Results of tau-bench: a list of runs, each with the message list of an agent that talks with a simulated customer. */
export const tauBench: Importer = {
  id: "tau_bench",
  label: "tau-bench results",
  recognise: (sniff) => signs(sniff, ["array"], ["task_id", "reward", "traj[].role"]),
  convert,
};

const RUN_KEYS = within(keysIn("task_id reward info traj trial"), { traj: OPENAI_MESSAGE });

async function* convert(files: readonly ImportFile[], report: ImportReport) {
  for (const file of files) {
    const name = `${stemOf(file.name)}-${file.sniff.fingerprint}`;
    let count = 0;
    for await (const run of recordsIn(file, report, {
      code: "broken_entry",
      what: "not a run",
      keys: RUN_KEYS,
    })) {
      if (!Array.isArray(run.traj)) {
        report.passOver("unknown_record", `record ${count + 1} has no traj: expected a list of messages`);
        continue;
      }
      const writer = new SessionWriter(`${name}-${count++}`);
      writeRun(writer, run, file.name);
      yield* writer.take();
    }
  }
}

/** The longest known model name in the file's name. */
function modelInName(file: string): string | undefined {
  const words = (stemOf(file).split("_")[0] ?? "").split("-");
  const names = words.flatMap((_, from) =>
    words.map((_, i) => words.slice(from, words.length - i).join("-")).filter((name) => name !== ""),
  );
  return names.find((name) => findModel(name) !== null);
}

function writeRun(writer: SessionWriter, run: Loose, file: string): void {
  const model = modelInName(file);
  writer.write("session.started", {
    at: null,
    name: `task ${idOf(run.task_id) ?? "?"}, trial ${idOf(run.trial) ?? "0"}`,
    agent: "tau-bench",
    source: { format: "tau_bench", file },
    ...definedFields({ model }),
    notes: [
      model === undefined
        ? "The file names no model."
        : "The model is the one that the name of the file says: the file itself names none.",
      "The file has no tool schemas, no times and no usage.",
    ],
  });
  const expected = new ExpectedActions(recordsOf(recordOf(recordOf(run.info).task).actions), writer);
  expected.declare(null);
  const messages = recordsOf(run.traj);
  const items = itemsPerMessage(messages);
  const transcript = new Transcript(writer);
  const goal = new GoalMark();
  messages.forEach((message, i) => {
    if (message.role === "assistant") {
      const { turn } = transcript.call(items[i] ?? [], { at: null });
      for (const call of recordsOf(message.tool_calls)) noteCall(expected, turn, call);
      return;
    }
    transcript.add(goal.mark(items[i] ?? []));
    if (message.role === "tool") expected.answered(message.tool_call_id, isFailure(message));
  });
  transcript.end();
  writer.write("session.ended", { at: null, ...outcomeOfReward(run.reward) });
}

function noteCall(expected: ExpectedActions, turn: number, call: Loose): void {
  const { name, arguments: args } = recordOf(call.function);
  expected.called(call.id, turn, name, typeof args === "string" ? recordsOf(`[${args}]`)[0] : args);
}

/** tau-bench's tools report errors in their text. */
function isFailure({ content }: Loose): boolean {
  return typeof content === "string" && content.startsWith("Error");
}
