import type { TraceEventOf } from "@/lib/core/trace/event";
import { hashOpening, signs } from "../../reading/sniff";
import type { SessionStep } from "../../sessions/define-format";
import { defineFormat } from "../../sessions/define-format";
import { readExitOutcome } from "../../shared/exit-status";
import type { Loose } from "../../shared/values";
import { countOf, keepDefined, recordOf, recordsOf, stringOf } from "../../shared/values";
import { LAST_OBSERVATIONS, LastObservations } from "./last-observations";
import { isAnswer, SweMessages } from "./messages";
import type { SweRun, SweStep } from "./records";
import { SWE_RUN, SWE_STEP } from "./records";

const STEP_SIGNS = ["action", "response", "observation", "messages", "query"] as const;

/**
 * A trajectory of SWE-agent: 0.x stores one history, 1.x the message list of every step. One step is one
 * model call.
 */
export const sweAgent = defineFormat({
  id: "swe_agent",
  label: "SWE-agent trajectory",
  checked: { on: "2026-11-29", against: "trajectories of SWE-agent 0.x and 1.x" },
  agent: "SWE-agent",
  keys: SWE_RUN,
  recognise: (sniff) =>
    signs(sniff, ["object"], ["trajectory[].action", "trajectory[].observation", "trajectory[].response"]),
  guessesSessions: true,
  async *sessions({ files, report, entries }) {
    for (const file of files)
      for await (const record of file.records()) {
        const doc = SWE_RUN.of(record);
        const listed = entries(doc.trajectory, SWE_STEP, "not a step").map(SWE_STEP.of);
        const steps = listed.filter((step) => STEP_SIGNS.some((key) => step[key] !== undefined));
        report.passOver(
          "unknown_record",
          "an entry is no step: expected an action, a response or an observation",
          listed.length - steps.length,
        );
        const history = recordsOf(doc.history);
        const isStored = steps.some((step) => readStoredList(step).length > 0);
        const config = recordOf(recordOf(readConfig(doc)).agent);
        const rule = new LastObservations(LAST_OBSERVATIONS);
        const begin = [history.slice(0, 2), steps[0]?.response, steps[0]?.observation];
        yield {
          id: `${file.stem}-${hashOpening(begin)}`,
          name: stringOf(config.name) ?? file.stem,
          model: stringOf(recordOf(config.model).name),
          policy: isStored ? findConfiguredPolicy(config) : makeLastObservationsPolicy(LAST_OBSERVATIONS),
          reported: readTotals(doc),
          notes: isStored ? STORED_NOTES : REBUILT_NOTES,
          ...(isStored
            ? { windows: "measured", steps: readStoredSteps(steps, history) }
            : {
                windows: "inferred",
                shows: (blocks) => rule.window(blocks),
                steps: rebuildSteps(steps, history),
              }),
          ended: readExitOutcome(doc.info.exit_status) ?? undefined,
        };
      }
  },
});

const STORED_NOTES = [
  "Windows are as stored with each step. The file has no times and no usage per call, and no tool schemas.",
];

const REBUILT_NOTES = [
  `The file holds one history and no windows: they are rebuilt by the harness's default rule, which keeps the last ${LAST_OBSERVATIONS} observations, the task counting as the first, and leaves one line in place of each older one.`,
  "Calls and results have no ids in the file: they are paired by their order. There are no times and no usage per call.",
];

/** A model without a known price is not counted, and the totals are zero. */
function readTotals({ info: { model_stats: stats } }: SweRun): RunTotals {
  return keepDefined({
    tokensSent: stats.tokens_sent || undefined,
    tokensReceived: stats.tokens_received || undefined,
    calls: stats.api_calls || undefined,
    cost: stats.instance_cost,
  });
}

function readConfig({ replay_config: config }: SweRun): unknown {
  return typeof config === "string" ? recordsOf(`[${config}]`)[0] : config;
}

function findConfiguredPolicy(config: Loose): Policy | null {
  const processor = recordsOf(config.history_processors).find(({ type }) => type === "last_n_observations");
  const count = countOf(processor?.n);
  return count === undefined ? null : makeLastObservationsPolicy(count);
}

type Policy = NonNullable<TraceEventOf<"session.started">["policy"]>;
type RunTotals = NonNullable<TraceEventOf<"session.started">["reported"]>;

function makeLastObservationsPolicy(n: number): Policy {
  return { kind: "swe-agent-last-n-observations", options: { n } };
}

function* rebuildSteps(steps: readonly SweStep[], history: readonly Loose[]): Generator<SessionStep> {
  const reader = new SweMessages(0);
  for (const message of completeStoredHistory(steps, history)) {
    const items = reader.items(message);
    yield isAnswer(message) ? { answer: items } : { add: items };
  }
}

/** The windows of a 1.x run are in the file. A step without its list has no known window. */
function* readStoredSteps(steps: readonly SweStep[], history: readonly Loose[]): Generator<SessionStep> {
  const answers = history.filter(isAnswer);
  const sent = readSentLists(steps);
  const unread = history.slice(history.findLastIndex(isAnswer) + 1);
  for (const [i, step] of steps.entries()) {
    const messages = sent[i] ?? [];
    const reader = new SweMessages(Math.max(0, i - messages.filter(isAnswer).length));
    const items = messages.flatMap((message) => reader.items(message));
    const isIts = answers.length === steps.length || answers[i]?.content === step.response;
    const answer = isIts ? answers[i] : undefined;
    yield {
      answer: reader.items(answer ?? { role: "assistant", content: step.response }),
      sent: items.length === 0 ? null : items,
    };
    if (i === steps.length - 1) yield { add: unread.flatMap((message) => reader.items(message)) };
  }
}

function readStoredList(step: SweStep): Loose[] {
  return recordsOf(step.query ?? step.messages);
}

/**
 * A `query` is what was sent. `messages` are stored after the step: if the first list contains the answer
 * already, each list was sent at the next step.
 */
function readSentLists(steps: readonly SweStep[]): Loose[][] {
  const stored = steps.map(readStoredList);
  const first = stored[0] ?? [];
  const answer = first.findIndex(isAnswer);
  return answer < 0 ? stored : [first.slice(0, answer), ...stored.slice(0, -1)];
}

/** The history can lack the end of the steps: usually the last observation, which no model has read. */
function completeStoredHistory(steps: readonly SweStep[], history: readonly Loose[]): Loose[] {
  const answered = history.filter(isAnswer).length;
  const last = history.at(-1);
  const lacksObservation = last !== undefined && isAnswer(last);
  const rest = steps.slice(answered).flatMap((step) => [answerOf(step), readObservation(step)]);
  const newest = steps.findLast(({ response }) => response === last?.content) ?? steps[answered - 1];
  return [
    ...history,
    ...(lacksObservation && newest !== undefined ? [readObservation(newest)] : []),
    ...rest,
  ];
}

function answerOf({ response, action }: SweStep): Loose {
  return { role: "assistant", content: response, action };
}

function readObservation({ observation }: SweStep): Loose {
  return { role: "user", content: observation };
}
