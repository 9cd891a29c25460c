import type { ReadingOf } from "../../shared/record-type";
import { defineRecord, field } from "../../shared/record-type";

const HARNESS = { others: "the harness's" };

/** The names by which the trajectory of a sub-agent can be found. */
export const ATIF_REFERENCE = defineRecord(
  {
    trajectory_id: field.id("the id of the trajectory"),
    trajectory_path: field.unseen(field.id("the file of the trajectory")),
    session_id: field.unseen(field.id("the run that it is part of")),
  },
  HARNESS,
);

const CALL = defineRecord({
  tool_call_id: field.id("the id by which its result names it"),
  function_name: field.name("the tool"),
  arguments: field.value("the arguments, as the model wrote them"),
  extra: field.unseen(field.left("what the program keeps for itself", "what the harness adds")),
});

const RESULT = defineRecord({
  source_call_id: field.id("the call that it answers"),
  content: field.value("what the tool gave: a text, or parts"),
  subagent_trajectory_ref: field.list(ATIF_REFERENCE, "the trajectories of sub-agents that gave it"),
  extra: field.unseen(field.left("what the program keeps for itself", "what the harness adds")),
});

const OBSERVATION = defineRecord({ results: field.list(RESULT, "what came back") }, HARNESS);

const METRICS = defineRecord(
  {
    prompt_tokens: field.tokens("that the call read, those in a cache included"),
    completion_tokens: field.tokens("that the call wrote"),
    cached_tokens: field.tokens("that a cache had"),
    cost_usd: field.unseen(field.cost("in US dollars")),
  },
  HARNESS,
);

/** A step: what somebody said, with what came back. */
export const ATIF_STEP = defineRecord({
  source: field.value("`system`, `user` or `agent`"),
  timestamp: field.instant("when it was made"),
  model_name: field.unseen(field.name("of an agent's: the model")),
  message: field.value("a text, or parts"),
  reasoning_content: field.text("of an agent's: what it thought"),
  tool_calls: field.list(CALL, "of an agent's: the tools that it asks for"),
  observation: field.one(OBSERVATION, "what came back"),
  metrics: field.one(METRICS, "of an agent's: its call"),
  is_copied_context: field.unseen(field.flag("it stands in an earlier trajectory, too")),
  llm_call_count: field.value("of an agent's: 0 where it made no call"),
  step_id: field.left("ids, times and marks", "its place, from 1"),
  extra: field.unseen(field.left("what the program keeps for itself", "what the harness adds")),
  reasoning_effort: field.unseen(
    field.left("what the program keeps for itself", "how much the model may think"),
  ),
});

const AGENT = defineRecord(
  {
    name: field.name("the harness's"),
    version: field.name("the harness's"),
    model_name: field.name("the model"),
    tool_definitions: field.value("the tools that it may call"),
  },
  HARNESS,
);

const TOTALS = defineRecord(
  {
    total_prompt_tokens: field.tokens("that all calls read"),
    total_completion_tokens: field.unseen(field.tokens("that all calls wrote")),
    total_cost_usd: field.unseen(field.cost("in US dollars")),
  },
  HARNESS,
);

/** A trajectory: laude-institute/harbor, docs/rfcs/0001-trajectory-format.md. */
export const ATIF_TRAJECTORY = defineRecord({
  trajectory_id: field.id("the id of the trajectory"),
  session_id: field.id("the run's"),
  agent: field.one(AGENT, "who works"),
  steps: field.value("what was said"),
  final_metrics: field.one(TOTALS, "of all calls"),
  continued_trajectory_ref: field.unseen(field.value("the file in which the trajectory goes on")),
  subagent_trajectories: field.value("the trajectories of sub-agents"),
  schema_version: field.left("ids, times and marks", "`ATIF-v1.0` to `ATIF-v1.7`"),
  notes: field.unseen(field.left("what the program keeps for itself", "what the harness says of it")),
  extra: field.unseen(field.left("what the program keeps for itself", "what the harness adds")),
});

export type AtifReference = ReadingOf<typeof ATIF_REFERENCE>;
export type AtifStep = ReadingOf<typeof ATIF_STEP>;
export type AtifAgent = ReadingOf<typeof AGENT>;
export type AtifTrajectory = ReadingOf<typeof ATIF_TRAJECTORY>;
