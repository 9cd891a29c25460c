import type { TraceEventOf } from "@/lib/core/trace/event";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { ChatMessages } from "../../messages/chat-message";
import { readItemsOfTools } from "../../messages/openai";
import { findId, findTokens } from "../../shared/bounds";
import type { Loose } from "../../shared/values";
import { LANGSMITH_OUTPUTS, LANGSMITH_RUN } from "./records";
import { keepDefined, recordOf, recordsOf, stringOf } from "../../shared/values";
import { dropUnsaidUsage, addCache } from "../../shared/cached-input";
import { readWrites } from "../../shared/billed";

type Usage = TraceEventOf<"turn.recorded">["usage"];

/** Reads the thread of a run from its metadata; without one there, its trace is the thread. */
export function readThread(run: Loose): string {
  const { extra, trace_id: trace, id } = LANGSMITH_RUN.of(run);
  const { session_id: session, thread_id: named, conversation_id: conversation } = extra.metadata;
  return findId(session ?? named ?? conversation) ?? findId(trace) ?? findId(id) ?? "run";
}

/** A chat model's messages are a list of lists, one for each prompt of a batch. */
export function readInput(run: Loose): SeenItem[] {
  const { inputs, extra } = LANGSMITH_RUN.of(run);
  const { messages, prompts, prompt, input } = inputs;
  const tools = readItemsOfTools(inputs.tools ?? extra.invocation_params.tools);
  const reader = new ChatMessages();
  const listed = findFirstList(messages) ?? findFirstList(input);
  if (listed !== undefined) return [...tools, ...reader.list(listed)];
  const text = Array.isArray(prompts) ? (prompts as unknown[])[0] : (prompt ?? input);
  return [...tools, ...reader.message({ role: "user", content: text })];
}

export function readOutput(run: Loose): SeenItem[] {
  const given = recordOf(LANGSMITH_RUN.of(run).outputs);
  const outputs = LANGSMITH_OUTPUTS.of(given);
  const generation = readGeneration(outputs.generations);
  const choice = recordsOf(outputs.choices)[0];
  const candidates = [generation.message, choice?.message, outputs.message, given];
  for (const candidate of candidates) {
    const items = new ChatMessages().message(addRole(candidate));
    if (items.length > 0) return items;
  }
  const listed = findFirstList(outputs.messages);
  const last = listed === undefined ? [] : new ChatMessages().message(listed.at(-1));
  const text = stringOf(generation.text) ?? outputs.output ?? outputs.content;
  return last.length > 0 || text === undefined ? last : [{ kind: "assistant_text", content: text }];
}

export function readLangsmithRunUsage(run: Loose): Usage {
  const usage = readCountedUsage(run);
  const { total_cost: statedCost } = LANGSMITH_RUN.of(run);
  return usage === undefined || statedCost === undefined ? usage : { ...usage, statedCost };
}

/** Reads the usage, which integrations put with the message, with the answer, or with the run. */
function readCountedUsage(run: Loose): Usage {
  const outputs = LANGSMITH_OUTPUTS.of(LANGSMITH_RUN.of(run).outputs);
  const message = recordOf(readGeneration(outputs.generations).message);
  const messages = [
    recordOf(message.kwargs).usage_metadata,
    message.usage_metadata,
    outputs.usage_metadata,
    recordOf(outputs.llm_output).token_usage,
    outputs.usage,
    run,
  ].map(recordOf);
  for (const usage of messages) {
    const input = findTokens(usage.input_tokens) ?? findTokens(usage.prompt_tokens);
    const output = findTokens(usage.output_tokens) ?? findTokens(usage.completion_tokens);
    if (!input && !output) continue;
    const details = recordOf(
      usage.input_token_details ?? usage.prompt_token_details ?? usage.prompt_tokens_details,
    );
    const [read, written] = [
      findTokens(usage.cache_read_input_tokens),
      findTokens(usage.cache_creation_input_tokens),
    ];
    if (read !== undefined || written !== undefined) {
      const figures = keepDefined({ input, output, cacheRead: read, ...readWrites(usage, written) });
      // Anthropic's own form of usage: the cached part is not in the input.
      return findTokens(usage.input_tokens) === undefined ? dropUnsaidUsage(figures) : addCache(figures);
    }
    const made = recordOf(
      usage.output_token_details ?? usage.completion_token_details ?? usage.completion_tokens_details,
    );
    const figures = keepDefined({
      input: input || undefined,
      output: output || undefined,
      cacheRead: findTokens(details.cache_read) ?? findTokens(details.cached_tokens),
      ...readWrites(details, findTokens(details.cache_creation)),
      reasoning: findTokens(made.reasoning) ?? findTokens(made.reasoning_tokens),
    });
    return dropUnsaidUsage(figures);
  }
  return undefined;
}

function readGeneration(generations: unknown): Loose {
  const first = Array.isArray(generations) ? (generations as unknown[])[0] : undefined;
  return recordOf(Array.isArray(first) ? (first as unknown[])[0] : first);
}

function findFirstList(value: unknown): unknown[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const [first] = value as unknown[];
  return Array.isArray(first) ? (first as unknown[]) : (value as unknown[]);
}

function addRole(value: unknown): unknown {
  const message = recordOf(value);
  const isBare = message.role === undefined && message.type === undefined && message.kwargs === undefined;
  return isBare && message.content !== undefined ? { role: "assistant", ...message } : value;
}
