import type { TraceEventOf } from "@/lib/core/trace/event";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { ChatMessages } from "../../messages/chat-message";
import { itemsOfTools } from "../../messages/openai";
import { idIn, tokensIn } from "../../shared/bounds";
import type { Loose } from "../../shared/values";
import { definedFields, recordOf, recordsOf, stringOf } from "../../shared/values";
import { unsaidUsage, withCacheAdded } from "../../shared/cached-input";
import { costIn, writesIn } from "../../shared/billed";

type Usage = TraceEventOf<"turn.recorded">["usage"];

/** The thread in its metadata, else its trace. */
export function threadOf(run: Loose): string {
  const metadata = recordOf(recordOf(run.extra).metadata);
  const named = metadata.session_id ?? metadata.thread_id ?? metadata.conversation_id;
  return idIn(named) ?? idIn(run.trace_id) ?? idIn(run.id) ?? "run";
}

/** A chat model's messages are a list of lists, one for each prompt of a batch. */
export function inputOf(run: Loose): SeenItem[] {
  const { messages, prompts, prompt, input } = recordOf(run.inputs);
  const settings = recordOf(recordOf(run.extra).invocation_params);
  const tools = itemsOfTools(recordOf(run.inputs).tools ?? settings.tools);
  const reader = new ChatMessages();
  const listed = firstList(messages) ?? firstList(input);
  if (listed !== undefined) return [...tools, ...reader.list(listed)];
  const text = Array.isArray(prompts) ? (prompts as unknown[])[0] : (prompt ?? input);
  return [...tools, ...reader.message({ role: "user", content: text })];
}

export function outputOf(run: Loose): SeenItem[] {
  const outputs = recordOf(run.outputs);
  const generation = generationOf(outputs);
  const choice = recordsOf(outputs.choices)[0];
  const candidates = [generation.message, choice?.message, outputs.message, outputs];
  for (const candidate of candidates) {
    const items = new ChatMessages().message(withRole(candidate));
    if (items.length > 0) return items;
  }
  const listed = firstList(outputs.messages);
  const last = listed === undefined ? [] : new ChatMessages().message(listed.at(-1));
  const text = stringOf(generation.text) ?? stringOf(outputs.output) ?? stringOf(outputs.content);
  return last.length > 0 || text === undefined ? last : [{ kind: "assistant_text", content: text }];
}

export function langsmithRunUsage(run: Loose): Usage {
  const usage = countedUsage(run);
  const statedCost = costIn(run.total_cost);
  return usage === undefined || statedCost === undefined ? usage : { ...usage, statedCost };
}

/** Integrations put it with the message, with the answer, or with the run. */
function countedUsage(run: Loose): Usage {
  const outputs = recordOf(run.outputs);
  const message = recordOf(generationOf(outputs).message);
  const messages = [
    recordOf(message.kwargs).usage_metadata,
    message.usage_metadata,
    outputs.usage_metadata,
    recordOf(outputs.llm_output).token_usage,
    outputs.usage,
    run,
  ].map(recordOf);
  for (const usage of messages) {
    const input = tokensIn(usage.input_tokens) ?? tokensIn(usage.prompt_tokens);
    const output = tokensIn(usage.output_tokens) ?? tokensIn(usage.completion_tokens);
    if (!input && !output) continue;
    const details = recordOf(
      usage.input_token_details ?? usage.prompt_token_details ?? usage.prompt_tokens_details,
    );
    const [read, written] = [
      tokensIn(usage.cache_read_input_tokens),
      tokensIn(usage.cache_creation_input_tokens),
    ];
    if (read !== undefined || written !== undefined) {
      const figures = definedFields({ input, output, cacheRead: read, ...writesIn(usage, written) });
      // Anthropic's own form of usage: the cached part is not in the input.
      return tokensIn(usage.input_tokens) === undefined ? unsaidUsage(figures) : withCacheAdded(figures);
    }
    const made = recordOf(
      usage.output_token_details ?? usage.completion_token_details ?? usage.completion_tokens_details,
    );
    const figures = definedFields({
      input: input || undefined,
      output: output || undefined,
      cacheRead: tokensIn(details.cache_read) ?? tokensIn(details.cached_tokens),
      ...writesIn(details, tokensIn(details.cache_creation)),
      reasoning: tokensIn(made.reasoning) ?? tokensIn(made.reasoning_tokens),
    });
    return unsaidUsage(figures);
  }
  return undefined;
}

function generationOf(outputs: Loose): Loose {
  const { generations } = outputs;
  const first = Array.isArray(generations) ? (generations as unknown[])[0] : undefined;
  return recordOf(Array.isArray(first) ? (first as unknown[])[0] : first);
}

function firstList(value: unknown): unknown[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const [first] = value as unknown[];
  return Array.isArray(first) ? (first as unknown[]) : (value as unknown[]);
}

function withRole(value: unknown): unknown {
  const message = recordOf(value);
  const isBare = message.role === undefined && message.type === undefined && message.kwargs === undefined;
  return isBare && message.content !== undefined ? { role: "assistant", ...message } : value;
}
