import { z } from "zod";
import type { History } from "../contract/history";
import { setText, type Message } from "../contract/message";
import { definePolicy, type PolicyRequest, type StepInput, type StepResult } from "../contract/policy";
import { countLines } from "../shared/python-text";

const options = z.object({
  type: z.literal("last_n_observations").default("last_n_observations"),
  n: z.number().int().positive().default(5),
  polling: z.number().int().positive().default(1),
  always_remove_output_for_tags: z.array(z.string()).default(["remove_output"]),
  always_keep_output_for_tags: z.array(z.string()).default(["keep_output"]),
});

const state = z.object({
  readTo: z.number().int().nonnegative().default(0),
  count: z.number().int().nonnegative().default(0),
  nextPosition: z.number().int().nonnegative().default(0),
  nextNumber: z.number().int().nonnegative().default(0),
});

/** The vendor's own marks on entries. Recordings of other formats do not have them. */
const signals = z.object({
  demo: z.array(z.string()).default([]),
  tags: z.record(z.string(), z.array(z.string())).default({}),
});

type Options = z.infer<typeof options>;
type Input = StepInput<Options, z.infer<typeof state>>;

export const sweAgentLastNObservations = definePolicy({
  kind: "swe-agent-last-n-observations",
  version: "3ea751c0",
  title: "SWE-agent last n observations",
  vendor: "SWE-agent",
  configuration: {
    write: "yaml",
    place: "agent configuration (YAML)",
    under: ["agent", "history_processors"],
  },
  runsOn: { harness: ["SWE-agent"], except: ["mini SWE-agent"] },
  source: "LastNObservations of sweagent/agent/history_processors.py at this commit.",
  tuned: (_limit, own) => ({ n: 2 * options.parse(own).n }),
  checked: { on: "2026-11-22", against: "SWE-agent 3ea751c0, history_processors.py" },
  malformed: null,
  keepEverything: { n: Number.MAX_SAFE_INTEGER },
  options,
  state,
  step,
});

function step({ options, state, history, request }: Input): StepResult {
  const marks = readMarks(request);
  const elided: number[] = [];
  for (; state.readTo < history.length; state.readTo++) {
    if (hasTag(marks, history.at(state.readTo), options.always_remove_output_for_tags))
      elided.push(state.readTo);
    if (isObservation(history, state.readTo, marks.demo)) state.count++;
  }
  const end = Math.max(0, Math.floor(state.count / options.polling) * options.polling - options.n);
  for (; state.nextNumber < end; state.nextPosition++) {
    if (!isObservation(history, state.nextPosition, marks.demo)) continue;
    const isTemplate = state.nextNumber++ === 0;
    const kept = hasTag(marks, history.at(state.nextPosition), options.always_keep_output_for_tags);
    if (!isTemplate && !kept) elided.push(state.nextPosition);
  }
  return {
    changes: elided.map((index) => ({ status: "cleared", index, message: elideMessage(history.at(index)) })),
    decisions: elided.map((index) => ({
      action: "clear",
      from: index,
      to: index + 1,
      rule: "last_n_observations",
      reason: `It is not among the newest ${options.n} of ${state.count} observations.`,
      numbers: { observations: state.count, n: options.n },
      reference: null,
    })),
  };
}

/** Output of the environment: results, and in formats without calls the user's messages. */
function isObservation(history: History, index: number, demo: ReadonlySet<string>): boolean {
  const { role, id } = history.at(index);
  return (role === "tool" || role === "user") && !demo.has(id);
}

interface Marks {
  readonly demo: ReadonlySet<string>;
  readonly tags: Readonly<Record<string, readonly string[]>>;
}

function readMarks(request: PolicyRequest): Marks {
  const { demo, tags } = signals.parse(request.signals);
  return { demo: new Set(demo), tags };
}

function hasTag(marks: Marks, { id }: Message, tags: readonly string[]): boolean {
  return marks.tags[id]?.some((tag) => tags.includes(tag)) ?? false;
}

function elideMessage(message: Message): Message {
  const images = message.images ?? 0;
  const note = images === 0 ? "" : ` (${images} images omitted)`;
  return setText(message, `Old environment output: (${countLines(message.text)} lines omitted)${note}`);
}
