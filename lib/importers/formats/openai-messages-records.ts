import { defineRecord, field } from "../shared/record-type";

/** A message of a list that is called `trajectory`. */
export const TRAJECTORY_STEP = defineRecord({
  role: field.value("`system`, `user` or `ai`"),
  text: field.value("what is said"),
  system_prompt: field.value("of the first: the instructions"),
  mask: field.left("what the program keeps for itself", "whether a training leaves it out"),
  cutoff_date: field.left("what the program keeps for itself", "until when the model knows"),
});
