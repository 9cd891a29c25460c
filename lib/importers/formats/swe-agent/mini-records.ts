import { OPENAI_RESPONSE } from "../../messages/openai-records";
import { defineRecord, field } from "../../shared/record-type";

const PROGRAM = { others: "the program's" };

const EXTRA = defineRecord(
  {
    response: field.value("of an answer: the provider's whole reply", OPENAI_RESPONSE),
    timestamp: field.unseen(field.instant("when the message was made")),
  },
  PROGRAM,
);

/** What the program adds to a message of OpenAI's API. */
export const MINI_SWE_MESSAGE = defineRecord({
  extra: field.one(EXTRA, "what stands beside the message"),
  timestamp: field.unseen(field.left("ids, times and marks", "when the message was made")),
});

const STATS = defineRecord(
  { api_calls: field.tokens("how many calls"), instance_cost: field.cost("in US dollars") },
  PROGRAM,
);
const MODEL = defineRecord({ model_name: field.text("that is called") }, PROGRAM);
const CONFIG = defineRecord({ model: field.one(MODEL, "how the model is called") }, PROGRAM);
const INFO = defineRecord(
  {
    exit_status: field.text("how the run ended"),
    model_stats: field.one(STATS, "sums of the run"),
    config: field.one(CONFIG, "its settings"),
  },
  PROGRAM,
);

/** A run. */
export const MINI_SWE_RUN = defineRecord({
  info: field.one(INFO, "how it ended"),
  messages: field.value("all messages of the run"),
  instance_id: field.value("the task"),
  trajectory_format: field.left("what the program keeps for itself", "of the form"),
});
