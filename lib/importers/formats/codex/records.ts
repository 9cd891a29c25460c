import { RESPONSE_ITEM } from "../../messages/openai-records";
import { defineRecord, field } from "../../shared/record-type";

const PROGRAM = { others: "the program's" };

/** A line: what it is, and its payload, which each type has its own. */
export const CODEX_LINE = defineRecord({
  timestamp: field.instant("when it was written"),
  type: field.value("`session_meta`, `response_item`, `turn_context`, `compacted`, `event_msg`, …"),
  payload: field.value("of the type's own form"),
  ordinal: field.left("ids, times and marks", "the line's number"),
});

const INSTRUCTIONS = defineRecord({ text: field.text("the instructions") }, PROGRAM);
const SPAWN = defineRecord({ parent_thread_id: field.id("the session that started the agent") }, PROGRAM);
const SUBAGENT = defineRecord({ thread_spawn: field.one(SPAWN, "how it was started") }, PROGRAM);
const SOURCE = defineRecord(
  { subagent: field.one(SUBAGENT, "of an agent that another one started") },
  PROGRAM,
);

/** The payload of `session_meta`. A fork's file repeats the earlier session's lines, with theirs. */
export const CODEX_META = defineRecord(
  {
    id: field.id("the session"),
    session_id: field.id("the session; of an agent, that of its first parent"),
    timestamp: field.instant("when the session began"),
    cwd: field.name("the folder in which the program runs"),
    cli_version: field.name("the program's"),
    source: field.one(SOURCE, "how the program was started"),
    parent_thread_id: field.id("the session that started the agent"),
    forked_from_id: field.id("the session that this one continues a copy of"),
    base_instructions: field.one(INSTRUCTIONS, "the system prompt"),
    instructions: field.unseen(field.text("the system prompt, in older versions")),
  },
  PROGRAM,
);

/** The payload of `turn_context`: settings of the calls that follow. */
export const CODEX_CONTEXT = defineRecord({ model: field.name("that is called") }, PROGRAM);

/** The payload of `compacted`. */
export const CODEX_COMPACTED = defineRecord(
  {
    message: field.text("the summary, where there is no new history"),
    replacement_history: field.value("all items of the window from here on", RESPONSE_ITEM),
  },
  PROGRAM,
);

/** The payload of `inter_agent_communication`: what another agent said. */
export const CODEX_COMMUNICATION = defineRecord(
  {
    content: field.unseen(field.value("what it said")),
    message: field.unseen(field.value("what it said, in older versions")),
  },
  PROGRAM,
);

/** Tokens of one call, or of all so far. */
export const CODEX_USAGE = defineRecord(
  {
    input_tokens: field.tokens("that were read, cached ones included"),
    cached_input_tokens: field.tokens("of the input, from a cache"),
    cache_write_input_tokens: field.tokens("of the input, written to a cache"),
    output_tokens: field.tokens("that were written, reasoning included"),
    reasoning_output_tokens: field.tokens("of the output, reasoning"),
    total_tokens: field.tokens("input and output"),
  },
  PROGRAM,
);

const TOKEN_INFO = defineRecord(
  {
    last_token_usage: field.one(CODEX_USAGE, "of the last call"),
    total_token_usage: field.one(CODEX_USAGE, "of all calls so far: said again where no call was made"),
    model_context_window: field.tokens("the model's limit"),
  },
  PROGRAM,
);

/** The payload of `event_msg`: what the user's screen was told. */
export const CODEX_EVENT = defineRecord(
  {
    type: field.value(
      "`token_count`, `agent_message`, `user_message`, `turn_aborted`, `context_compacted`, …",
    ),
    info: field.one(TOKEN_INFO, "of a `token_count`"),
    input_tokens: field.unseen(
      field.tokens("of a `token_count` without `info`: of a call or of all, which is not said"),
    ),
    model_context_window: field.tokens("of `task_started`: the model's limit"),
    reason: field.name("of `turn_aborted`"),
  },
  PROGRAM,
);
