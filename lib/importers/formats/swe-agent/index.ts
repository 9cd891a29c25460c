import { SessionWriter } from "@/lib/core/trace/session-writer";
import type { TraceEventOf } from "@/lib/core/trace/event";
import { outcomeOfExit } from "../../shared/exit-status";
import { type Importer, type ImportFile, type ImportReport, stemOf } from "../../reading/importer";
import { openingPrint, signs } from "../../reading/sniff";
import { LAST_OBSERVATIONS, LastObservations } from "./last-observations";
import { hasStoredWindows, writeStoredWindows } from "./stored-windows";
import { tokensIn } from "../../shared/bounds";
import { entriesOf } from "../../shared/records";
import {
  type Loose,
  countOf,
  documentOf,
  definedFields,
  recordOf,
  recordsOf,
  stringOf,
} from "../../shared/values";
import { OPENAI_MESSAGE } from "../../messages/message-keys";
import { keysIn, within, withKeys, leaving } from "../../shared/known-keys";
import { Transcript } from "../../sessions/transcript";
import { isAnswer, SweMessages } from "./messages";

/**
 * A trajectory of SWE-agent: 0.x stores one history, 1.x the message list of every step. One step is one
 * model call.
 */
export const sweAgent: Importer = {
  id: "swe_agent",
  label: "SWE-agent trajectory",
  recognise: (sniff) =>
    signs(sniff, ["object"], ["trajectory[].action", "trajectory[].observation", "trajectory[].response"]),
  guessesSessions: true,
  convert,
};

const MESSAGE_KEYS = withKeys(OPENAI_MESSAGE, "agent message_type is_demo thought action tool_call_ids tags");
const RUN_KEYS = within(keysIn("environment trajectory history info replay_config"), {
  history: MESSAGE_KEYS,
});
const STEP_SIGNS = ["action", "response", "observation", "messages", "query"];
const STEP_KEYS = within(
  leaving(
    leaving(keysIn("action observation response state thought messages query"), {
      "what another key says": "thinking_blocks",
    }),
    {
      "ids, times and marks": "execution_time",
      "what the program keeps for itself": "extra_info",
    },
  ),
  { messages: MESSAGE_KEYS, query: MESSAGE_KEYS },
);

async function* convert(files: readonly ImportFile[], report: ImportReport) {
  for (const file of files) {
    const doc = await documentOf(file, report, RUN_KEYS);
    if (doc === null) continue;
    const entries = entriesOf(doc.trajectory, report, {
      code: "broken_entry",
      what: "not a step",
      keys: STEP_KEYS,
    });
    const steps = entries.filter((step) => STEP_SIGNS.some((key) => step[key] !== undefined));
    report.passOver(
      "unknown_record",
      "an entry is no step: expected an action, a response or an observation",
      entries.length - steps.length,
    );
    const history = recordsOf(doc.history);
    const stored = hasStoredWindows(steps);
    const writer = new SessionWriter(
      `${stemOf(file.name)}-${openingPrint([history.slice(0, 2), steps[0]?.response, steps[0]?.observation])}`,
    );
    start(writer, doc, file.name, stored);
    (stored ? writeStoredWindows : writeRebuiltWindows)(writer, steps, history);
    const ended = outcomeOfExit(stringOf(recordOf(doc.info).exit_status));
    if (ended !== null) writer.write("session.ended", { at: null, ...ended });
    yield* writer.take();
  }
}

function start(writer: SessionWriter, doc: Loose, file: string, stored: boolean): void {
  const config = recordOf(recordOf(configOf(doc)).agent);
  const policy = stored ? configuredPolicy(config) : lastObservations(LAST_OBSERVATIONS);
  writer.write("session.started", {
    at: null,
    name: stringOf(config.name) ?? stemOf(file),
    agent: "SWE-agent",
    source: { format: "swe_agent", file },
    ...definedFields({ model: stringOf(recordOf(config.model).name), policy }),
    ...definedFields({ reported: totalsOf(doc) }),
    notes: stored ? STORED_NOTES : REBUILT_NOTES,
  });
}

const STORED_NOTES = [
  "Windows are as stored with each step. The file has no times and no usage per call, and no tool schemas.",
];

const REBUILT_NOTES = [
  `The file holds one history and no windows: they are rebuilt by the harness's default rule, which keeps the last ${LAST_OBSERVATIONS} observations, the task counting as the first, and leaves one line in place of each older one.`,
  "Calls and results have no ids in the file: they are paired by their order. There are no times and no usage per call.",
];

/** A model without a known price is not counted, and the totals are zero. */
function totalsOf(doc: Loose): RunTotals | undefined {
  const stats = recordOf(recordOf(doc.info).model_stats);
  const tokensSent = tokensIn(stats.tokens_sent) || undefined;
  if (tokensSent === undefined) return undefined;
  const tokensReceived = tokensIn(stats.tokens_received);
  return { tokensSent, ...definedFields({ tokensReceived, calls: tokensIn(stats.api_calls) }) };
}

function configOf(doc: Loose): unknown {
  if (typeof doc.replay_config !== "string") return doc.replay_config;
  return recordsOf(`[${doc.replay_config}]`)[0];
}

function configuredPolicy(config: Loose): Policy | null {
  const processor = recordsOf(config.history_processors).find(({ type }) => type === "last_n_observations");
  const count = countOf(processor?.n);
  return count === undefined ? null : lastObservations(count);
}

type Policy = NonNullable<TraceEventOf<"session.started">["policy"]>;
type RunTotals = NonNullable<TraceEventOf<"session.started">["reported"]>;

function lastObservations(n: number): Policy {
  return { kind: "swe-agent-last-n-observations", options: { n } };
}

function writeRebuiltWindows(
  writer: SessionWriter,
  steps: readonly Loose[],
  history: readonly Loose[],
): void {
  const rule = new LastObservations(LAST_OBSERVATIONS);
  const transcript = new Transcript(writer, (blocks) => rule.window(blocks));
  const reader = new SweMessages(0);
  for (const message of completeHistory(steps, history)) {
    const items = reader.items(message);
    if (isAnswer(message)) transcript.call(items, { at: null, windowProvenance: "inferred" });
    else transcript.add(items);
  }
  transcript.end();
}

/** The history can lack the end of the steps: usually the last observation, which no model has read. */
function completeHistory(steps: readonly Loose[], history: readonly Loose[]): Loose[] {
  const answered = history.filter(isAnswer).length;
  const last = history.at(-1);
  const lacksObservation = last !== undefined && isAnswer(last);
  const rest = steps.slice(answered).flatMap((step) => [answerOf(step), observationOf(step)]);
  const newest = steps.findLast(({ response }) => response === last?.content) ?? steps[answered - 1];
  return [...history, ...(lacksObservation && newest !== undefined ? [observationOf(newest)] : []), ...rest];
}

function answerOf({ response, action }: Loose): Loose {
  return { role: "assistant", content: response, action };
}

function observationOf({ observation }: Loose): Loose {
  return { role: "user", content: observation };
}
