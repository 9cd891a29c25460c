import { OPENAI_MESSAGE } from "../../messages/openai-records";
import { joinKeys } from "../../shared/known-keys";
import type { ReadingOf } from "../../shared/record-type";
import { defineRecord, field } from "../../shared/record-type";

const PROGRAM = { others: "the program's" };

/** What the program adds to a message of OpenAI's API. */
export const SWE_MESSAGE = defineRecord({
  message_type: field.value("`system_prompt`, `demonstration`, `action`, `observation`, …"),
  is_demo: field.flag("the message is part of an example"),
  action: field.text("of an answer: the command"),
  tool_call_ids: field.value("of a result: the calls that it answers"),
  thought: field.left("what another key says", "of an answer: what it says beside the command"),
  agent: field.left("what the program keeps for itself", "which agent: mostly `primary`"),
  tags: field.unseen(field.left("what the program keeps for itself", "what may be cut from the message")),
});

export const SWE_MESSAGE_KEYS = joinKeys(OPENAI_MESSAGE, SWE_MESSAGE);

const STATS = defineRecord(
  {
    tokens_sent: field.tokens("that all calls read"),
    tokens_received: field.tokens("that all calls wrote"),
    api_calls: field.tokens("how many calls"),
    instance_cost: field.cost("in US dollars"),
  },
  PROGRAM,
);
const INFO = defineRecord(
  { exit_status: field.text("how the run ended"), model_stats: field.one(STATS, "sums of the run") },
  PROGRAM,
);

/** A run. */
export const SWE_RUN = defineRecord({
  trajectory: field.value("its steps"),
  history: field.value("all messages, as they stood at the end", SWE_MESSAGE_KEYS),
  info: field.one(INFO, "how it ended"),
  replay_config: field.value("its settings, or their JSON text"),
  environment: field.left("what the program keeps for itself", "the name of the machine"),
});

/** A step: one call and what its command gave. */
export const SWE_STEP = defineRecord({
  action: field.value("the command"),
  observation: field.value("what it gave"),
  response: field.value("the answer"),
  messages: field.value("the history behind the step", SWE_MESSAGE_KEYS),
  query: field.unseen(field.value("the messages that were sent", SWE_MESSAGE_KEYS)),
  thought: field.left("what another key says", "what the answer says beside the command"),
  thinking_blocks: field.unseen(field.left("what another key says", "the answer's reasoning")),
  state: field.left("what the program keeps for itself", "of the machine: the open file and the folder"),
  extra_info: field.unseen(field.left("what the program keeps for itself", "of the answer")),
  execution_time: field.left("ids, times and marks", "how long the command ran"),
});

export type SweRun = ReadingOf<typeof SWE_RUN>;
export type SweStep = ReadingOf<typeof SWE_STEP>;
