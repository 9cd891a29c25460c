import { OPENAI_CALL, OPENAI_MESSAGE, OPENAI_PART } from "../../messages/openai-records";
import { joinKeys } from "../../shared/known-keys";
import type { ReadingOf } from "../../shared/record-type";
import { defineRecord, field } from "../../shared/record-type";

const LLM = defineRecord({ model: field.name("that is called") }, { others: "the program's" });
export const OPENHANDS_AGENT = defineRecord(
  { llm: field.one(LLM, "how the model is called") },
  { others: "the program's" },
);
const STATS = defineRecord(
  { usage_to_metrics: field.value("by what the model is used for: sums, and the tokens of each answer") },
  { others: "the program's" },
);

/** The state of a conversation (`base_state.json`). */
export const OPENHANDS_STATE = defineRecord({
  id: field.id("the conversation's"),
  agent: field.value("its settings", OPENHANDS_AGENT),
  execution_status: field.value("`running`, `finished`, …: only a state has it"),
  stats: field.one(STATS, "what the calls were billed"),
  kind: field.unseen(field.left("what the program keeps for itself", "of state")),
  tags: field.unseen(field.left("what the program keeps for itself", "that the user gave")),
  title: field.unseen(field.left("what the program keeps for itself", "that the user is shown")),
  workspace: field.left("what the program keeps for itself", "the folder in which the program runs"),
  persistence_dir: field.left("what the program keeps for itself", "where the files are"),
  max_iterations: field.left("what the program keeps for itself", "how many calls are allowed"),
  stuck_detection: field.left("what the program keeps for itself", "whether loops are looked for"),
  confirmation_policy: field.left("what the program keeps for itself", "which actions the user is asked for"),
  activated_knowledge_skills: field.left("what the program keeps for itself", "texts that were added"),
  invoked_skills: field.unseen(field.left("what the program keeps for itself", "texts that were asked for")),
  blocked_actions: field.left("what the program keeps for itself", "that a hook refused"),
  blocked_messages: field.left("what the program keeps for itself", "that a hook refused"),
  secret_registry: field.left("what the program keeps for itself", "names of secrets"),
  security_analyzer: field.unseen(field.left("what the program keeps for itself", "who judges actions")),
  agent_state: field.unseen(field.left("what the program keeps for itself", "of the agent's own")),
  hook_config: field.unseen(field.left("what the program keeps for itself", "of hooks")),
  last_user_message_id: field.unseen(field.left("ids, times and marks", "the event of the last question")),
  created_at: field.unseen(field.left("ids, times and marks", "when it began")),
  updated_at: field.unseen(field.left("ids, times and marks", "when it was written last")),
});

/** What the program adds to a message of OpenAI's API. */
export const OPENHANDS_MESSAGE = defineRecord({
  responses_reasoning_item: field.unseen(field.left("what another key says", "its reasoning, sealed")),
  cache_enabled: field.unseen(field.left("what the program keeps for itself", "how it is sent")),
  vision_enabled: field.unseen(field.left("what the program keeps for itself", "how it is sent")),
  function_calling_enabled: field.unseen(field.left("what the program keeps for itself", "how it is sent")),
  force_string_serializer: field.unseen(field.left("what the program keeps for itself", "how it is sent")),
  send_reasoning_content: field.unseen(field.left("what the program keeps for itself", "how it is sent")),
});

/** What a tool gave. Its other fields depend on the tool. */
const OBSERVATION = defineRecord(
  { content: field.value("what the model is given", OPENAI_PART), is_error: field.flag("the tool failed") },
  { others: "the tool's" },
);

/** An event (`events/event-00001-….json`). */
export const OPENHANDS_SDK_EVENT = defineRecord({
  id: field.id("the event's"),
  timestamp: field.instant("when it was written"),
  source: field.value("`user`, `agent` or `environment`"),
  kind: field.text(
    "`SystemPromptEvent`, `MessageEvent`, `ActionEvent`, `ObservationEvent`, `Condensation`, …",
  ),
  system_prompt: field.value("of a `SystemPromptEvent`: a part", OPENAI_PART),
  dynamic_context: field.unseen(
    field.value("of a `SystemPromptEvent`: what changes from session to session"),
  ),
  tools: field.value("of a `SystemPromptEvent`: the tools' schemas"),
  llm_message: field.value(
    "of a `MessageEvent`: as OpenAI's API has it",
    joinKeys(OPENAI_MESSAGE, OPENHANDS_MESSAGE),
  ),
  llm_response_id: field.id("of what the model wrote: its answer, of which these are parts"),
  extended_content: field.value("of a `MessageEvent`: what the program added to it", OPENAI_PART),
  action: field.value("of an `ActionEvent`: the arguments as the tool has them"),
  tool_name: field.name("of an action and of its result"),
  tool_call_id: field.id("of an action and of its result"),
  tool_call: field.value("of an action: as the model wrote it", OPENAI_CALL),
  thought: field.value("of an action: what the model said before it", OPENAI_PART),
  thinking_blocks: field.value("of an action: its reasoning, in parts of Anthropic's API"),
  reasoning_content: field.unseen(field.text("of an action: its reasoning")),
  observation: field.one(OBSERVATION, "of an `ObservationEvent`"),
  error: field.value("of an `AgentErrorEvent`: what the model is told"),
  rejection_reason: field.unseen(field.value("of a `UserRejectObservation`: what the model is told")),
  forgotten_event_ids: field.value("of a `Condensation`: the events that leave the window"),
  summary: field.text("of a `Condensation`: what takes their place; of an action, what it is for"),
  summary_offset: field.value("of a `Condensation`: how many events stand before the summary"),
  action_id: field.left("ids, times and marks", "of a result: the event of its action"),
  sender: field.unseen(field.left("what the program keeps for itself", "of a `MessageEvent`: which agent")),
  key: field.unseen(field.left("what the program keeps for itself", "of a `ConversationStateUpdateEvent`")),
  value: field.unseen(field.left("what the program keeps for itself", "of a `ConversationStateUpdateEvent`")),
  code: field.unseen(field.left("what the program keeps for itself", "of a `ConversationErrorEvent`")),
  detail: field.unseen(field.left("what the program keeps for itself", "of a `ConversationErrorEvent`")),
  reason: field.unseen(field.left("what the program keeps for itself", "of a condensation: why it was made")),
  activated_skills: field.left("what the program keeps for itself", "of a message: texts that it added"),
  critic_result: field.unseen(field.left("what the program keeps for itself", "how an answer was judged")),
  security_risk: field.left("what the program keeps for itself", "of an action: how it was judged"),
  rejection_source: field.unseen(field.left("what the program keeps for itself", "who refused an action")),
  condensation_config: field.unseen(field.left("what the program keeps for itself", "how it was made")),
  responses_reasoning_item: field.unseen(field.left("what another key says", "its reasoning, sealed")),
  prompt_token_ids: field.unseen(field.left("opaque values for the provider", "of a `TokenEvent`")),
  response_token_ids: field.unseen(field.left("opaque values for the provider", "of a `TokenEvent`")),
});

export type OpenhandsSdkEvent = ReadingOf<typeof OPENHANDS_SDK_EVENT>;
export type OpenhandsState = ReadingOf<typeof OPENHANDS_STATE>;
