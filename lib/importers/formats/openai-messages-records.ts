import type { ReadingOf } from "../shared/record-type";
import { defineRecord, field } from "../shared/record-type";

/** A message of a list that is called `trajectory`. */
export const TRAJECTORY_STEP = defineRecord({
  role: field.value("`system`, `user` or `ai`"),
  text: field.value("what is said"),
  system_prompt: field.value("of the first: the instructions"),
  mask: field.left("what the program keeps for itself", "whether a training leaves it out"),
  cutoff_date: field.left("what the program keeps for itself", "until when the model knows"),
});

/** A run, as data sets publish it. What else it has is kept as attributes where it is short. */
export const OPENAI_RUN = defineRecord(
  {
    messages: field.value("what was said, or its JSON text"),
    trajectory: field.value("what was said, each step with a role and a text"),
    tools: field.value("the tools that the model may call, or their JSON text"),
    id: field.unseen(field.value("the run's")),
    instance_id: field.value("the task"),
    traj_id: field.unseen(field.value("the run's")),
    model: field.text("the model"),
    model_name: field.text("the model"),
    target: field.value("whether the task was solved"),
    resolved: field.value("whether the task was solved"),
    exit_status: field.text("how the run ended"),
    functions: field.unseen(
      field.left("what another key says", "functions that the model may call, before the API had tools"),
    ),
    system_prompt: field.unseen(field.left("what another key says", "the instructions")),
    name: field.unseen(field.left("ids, times and marks", "the run's")),
    task: field.unseen(field.left("ids, times and marks", "what was asked for")),
    source: field.unseen(field.left("ids, times and marks", "the data set that it is from")),
    split: field.unseen(field.left("ids, times and marks", "which part of the data set")),
    session_id: field.unseen(field.left("ids, times and marks", "the session's")),
    conversation_id: field.unseen(field.left("ids, times and marks", "the conversation's")),
    run_id: field.unseen(field.left("ids, times and marks", "the run's")),
    metadata: field.unseen(field.left("what the program keeps for itself", "of the data set")),
    generated_patch: field.left("what the program keeps for itself", "what the run changed"),
    patch: field.unseen(
      field.left("what the program keeps for itself", "what the run changed, or should have"),
    ),
    eval_logs: field.left("what the program keeps for itself", "how it was judged"),
    parallel_tool_calls: field.unseen(
      field.left("what the program keeps for itself", "how the model was called"),
    ),
  },
  { others: "the data set's" },
);

export type OpenaiRun = ReadingOf<typeof OPENAI_RUN>;
