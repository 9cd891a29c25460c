import { OPENAI_CALL, OPENAI_PART } from "../messages/openai-records";
import { defineRecord, field } from "../shared/record-type";

const PROGRAM = { others: "the program's" };

const MODEL = defineRecord(
  { model: field.name("that is called"), context_window: field.tokens("its limit") },
  PROGRAM,
);
const TOOL = defineRecord(
  {
    json_schema: field.value("the schema, as it is sent"),
    id: field.unseen(field.value("the id by which an agent names it, where all agents share the tools")),
  },
  PROGRAM,
);
const MANAGER = defineRecord({ manager_agent_id: field.value("the agent that leads") }, PROGRAM);
const GROUP = defineRecord(
  { agent_ids: field.value("its agents"), manager_config: field.one(MANAGER, "who leads it") },
  PROGRAM,
);

/** A file: of one agent, or of several, which then stand in `agents`, each with the fields of one. */
export const LETTA_AGENT = defineRecord({
  agents: field.unseen(field.value("of a file of several: each of them")),
  groups: field.unseen(field.list(GROUP, "of a file of several: who works for whom")),
  id: field.unseen(field.value("the agent's")),
  name: field.name("the agent's"),
  created_at: field.instant("when it was made"),
  llm_config: field.one(MODEL, "how the model is called"),
  messages: field.value("all that it ever had"),
  in_context_message_indices: field.value("the messages in the window, by their places"),
  in_context_message_ids: field.unseen(field.value("the messages in the window, by their ids")),
  tools: field.list(TOOL, "that it can call; of a file of several, those of all agents"),
  tool_ids: field.unseen(field.value("of an agent in a file of several: its tools")),
  agent_type: field.left("what the program keeps for itself", "how the agent works"),
  core_memory: field.left("what the program keeps for itself", "texts of the system prompt"),
  blocks: field.unseen(
    field.left("what the program keeps for itself", "texts of the system prompts, of all agents"),
  ),
  files: field.unseen(field.left("what the program keeps for itself", "that agents can search")),
  sources: field.unseen(field.left("what the program keeps for itself", "folders of such files")),
  description: field.left("what the program keeps for itself", "what it is for"),
  metadata: field.unseen(field.left("what the program keeps for itself", "that the user gave")),
  system: field.left(
    "what the program keeps for itself",
    "the system prompt without memory: a message has all of it",
  ),
  tags: field.left("what the program keeps for itself", "that the user gave"),
  version: field.left("what the program keeps for itself", "of the program"),
  mcp_servers: field.unseen(field.left("what the program keeps for itself", "that give tools")),
  embedding_config: field.left("what the program keeps for itself", "how texts are found"),
  message_buffer_autoclear: field.left(
    "what the program keeps for itself",
    "whether it forgets after each turn",
  ),
  metadata_: field.left("what the program keeps for itself", "that the user gave"),
  multi_agent_group: field.left("what the program keeps for itself", "the group that it is part of"),
  tool_exec_environment_variables: field.left("what the program keeps for itself", "that tools are given"),
  tool_rules: field.left("what the program keeps for itself", "which tool may follow which"),
  files_agents: field.unseen(field.left("what the program keeps for itself", "which files are open")),
  skills: field.unseen(field.left("what the program keeps for itself", "texts that can be added")),
  updated_at: field.left("ids, times and marks", "when it was written last"),
  block_ids: field.unseen(field.left("ids, times and marks", "of its memory")),
  source_ids: field.unseen(field.left("ids, times and marks", "of its folders")),
  group_ids: field.unseen(field.left("ids, times and marks", "of its groups")),
  memory_blocks: field.unseen(field.left("what another key says", "texts of the system prompt")),
});

const TOOL_RETURN = defineRecord({ status: field.unseen(field.value("`success` or `error`")) }, PROGRAM);

/** A message, as OpenAI's API has it, with what the program keeps of it. */
export const LETTA_MESSAGE = defineRecord({
  id: field.unseen(field.value("the id by which the window names it")),
  role: field.value("`system`, `user`, `assistant` or `tool`"),
  content: field.value("a text, or parts", OPENAI_PART),
  name: field.value("of a result: the tool"),
  model: field.name("of an answer"),
  created_at: field.instant("when it was made"),
  tool_calls: field.value("of an answer", OPENAI_CALL),
  tool_call_id: field.value("of a result: the call"),
  tool_returns: field.list(TOOL_RETURN, "of a result: how the tool ran"),
  type: field.unseen(field.left("what another key says", "`message`")),
  text: field.unseen(field.left("what another key says", "its content, in older versions")),
  agent_id: field.unseen(field.left("ids, times and marks", "the agent")),
  updated_at: field.left("ids, times and marks", "when it was written last"),
  group_id: field.left("ids, times and marks", "the group for which it was made"),
  otid: field.unseen(field.left("ids, times and marks", "of the program that sent it")),
  step_id: field.unseen(field.left("ids, times and marks", "the call")),
  run_id: field.unseen(field.left("ids, times and marks", "the turn")),
  sender_id: field.unseen(field.left("ids, times and marks", "the agent that sent it")),
  batch_item_id: field.unseen(field.left("ids, times and marks", "of a request in a batch")),
  approve: field.unseen(field.left("what the program keeps for itself", "the user allowed a call")),
  approval_request_id: field.unseen(
    field.left("what the program keeps for itself", "of a question whether a call is allowed"),
  ),
  approvals: field.unseen(field.left("what the program keeps for itself", "answers to such questions")),
});
