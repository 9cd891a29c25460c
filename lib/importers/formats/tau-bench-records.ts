import { OPENAI_MESSAGE } from "../messages/openai-records";
import { joinKeys } from "../shared/known-keys";
import type { ReadingOf } from "../shared/record-type";
import { defineRecord, field } from "../shared/record-type";

const BENCHMARK = { others: "the benchmark's" };

const TASK = defineRecord({ actions: field.value("what the benchmark expects the agent to do") }, BENCHMARK);
const RUN_INFO = defineRecord({ task: field.one(TASK, "what the customer wants") }, BENCHMARK);

/** A run of tau-bench. */
export const TAU_RUN = defineRecord({
  task_id: field.value("which task"),
  trial: field.value("which trial of it"),
  reward: field.value("1 where the task was solved"),
  info: field.one(RUN_INFO, "what the benchmark knows of it"),
  traj: field.value("the messages", OPENAI_MESSAGE),
});

const AGENT = defineRecord(
  { llm: field.text("the model"), implementation: field.text("the agent's name") },
  BENCHMARK,
);
const ENVIRONMENT = defineRecord(
  {
    domain_name: field.text("`airline`, `retail`, `telecom`, …"),
    policy: field.text("the rules that the agent is given"),
  },
  BENCHMARK,
);
const RESULTS_INFO = defineRecord(
  { agent_info: field.one(AGENT, "who answers"), environment_info: field.one(ENVIRONMENT, "where") },
  BENCHMARK,
);
const CRITERIA = defineRecord(
  { actions: field.value("what the benchmark expects the agent to do") },
  BENCHMARK,
);

/** A task of tau2-bench. */
export const TAU2_TASK = defineRecord(
  {
    id: field.value("the task's"),
    evaluation_criteria: field.one(CRITERIA, "what a solution is"),
  },
  BENCHMARK,
);

/** A file of tau2-bench: sierra-research/tau2-bench, src/tau2/data_model/simulation.py. */
export const TAU2_RESULTS = defineRecord({
  info: field.one(RESULTS_INFO, "how it was run"),
  tasks: field.list(TAU2_TASK, "what was asked for"),
  simulations: field.value("the runs"),
  timestamp: field.left("ids, times and marks", "when it was run"),
  simulation_index: field.left("ids, times and marks", "where each run stands, if not here"),
});

const RAW = defineRecord(
  {
    stop_reason: field.text("why the answer ended, of Anthropic"),
    finish_reason: field.text("why the answer ended, of OpenAI"),
    thinking_blocks: field.value("what the model thought"),
  },
  { others: "the provider's" },
);

/** What tau2-bench adds to a message of OpenAI's API. */
export const TAU2_MESSAGE = defineRecord({
  timestamp: field.instant("when it was whole"),
  cost: field.value("in US dollars"),
  usage: field.value("the tokens"),
  raw_data: field.one(RAW, "the provider's whole answer"),
  error: field.flag("of a result: the tool failed"),
  requestor: field.value("of a result: who called, `assistant` or `user`"),
  errors: field.left("what another key says", "of a result: what failed"),
  source: field.left("what another key says", "of speech: who speaks"),
  turn_idx: field.left("ids, times and marks", "its place"),
  generation_time_seconds: field.left("ids, times and marks", "how long it took"),
  is_audio: field.left("ids, times and marks", "it was spoken"),
  is_final_chunk: field.left("ids, times and marks", "of speech: the last piece"),
  chunk_id: field.left("ids, times and marks", "of speech: which piece"),
  contains_speech: field.left("ids, times and marks", "of speech: it is no silence"),
  utterance_ids: field.left("ids, times and marks", "of speech: what is said in it"),
  speech_effects: field.left("what the program keeps for itself", "of speech: how it was disturbed"),
  channel_effects: field.left("what the program keeps for itself", "of speech: how it was disturbed"),
  source_effects: field.left("what the program keeps for itself", "of speech: how it was disturbed"),
  turn_taking_action: field.left("what the program keeps for itself", "of speech: whether it breaks in"),
});

const REWARD = defineRecord({ reward: field.value("1 where the task was solved") }, BENCHMARK);

/** A run of tau2-bench. */
export const TAU2_SIMULATION = defineRecord({
  id: field.value("the run's"),
  task_id: field.value("which task"),
  trial: field.value("which trial of it"),
  start_time: field.instant("when it began"),
  end_time: field.instant("when it ended"),
  termination_reason: field.text("why it ended: `user_stop`, `max_steps`, …"),
  reward_info: field.one(REWARD, "how it was judged"),
  messages: field.value("what was said", joinKeys(OPENAI_MESSAGE, TAU2_MESSAGE)),
  agent_cost: field.cost("of the agent's calls, in US dollars"),
  user_cost: field.left("prices and sums", "of the customer's calls"),
  mode: field.left("what the program keeps for itself", "`half_duplex` or `full_duplex`"),
  duration: field.left("ids, times and marks", "the end less the start"),
  timestamp: field.left("ids, times and marks", "when it was written"),
  info: field.left("what the program keeps for itself", "of a run that failed"),
  policy: field.left("what another key says", "the rules that the agent is given"),
  states: field.unseen(
    field.left("what the program keeps for itself", "how the environment stood at the end"),
  ),
  seed: field.left("what the program keeps for itself", "of chance"),
  auth_classification: field.left("what the program keeps for itself", "how a judge saw it"),
  effect_timeline: field.left("what the program keeps for itself", "of speech: how it was disturbed"),
  hallucination_check: field.left("what the program keeps for itself", "how a judge saw the customer"),
  hallucination_retries_used: field.left("what the program keeps for itself", "how often it began anew"),
  review: field.left("what the program keeps for itself", "how a judge saw it"),
  speech_environment: field.left("what the program keeps for itself", "of speech: how it was disturbed"),
  user_only_review: field.left("what the program keeps for itself", "how a judge saw the customer"),
  provider_session_id: field.left("ids, times and marks", "of speech: the provider's"),
});

export type Tau2Message = ReadingOf<typeof TAU2_MESSAGE>;
export type Tau2Results = ReadingOf<typeof TAU2_RESULTS>;
export type Tau2Simulation = ReadingOf<typeof TAU2_SIMULATION>;
