import type { SeenItem } from "@/lib/core/window/request-tracker";
import type { EpochMs } from "@/lib/core/units";
import { ChatMessages } from "../../messages/chat-message";
import { itemsOfTools } from "../../messages/openai";
import type { Loose } from "../../shared/values";
import { idOf, instantOf, recordOf, stringOf } from "../../shared/values";

/** A generation that called a model, or a tool that ran. */
export interface Observation {
  readonly id: string;
  readonly at: EpochMs;
  readonly endedAt: EpochMs;
  readonly raw: Loose;
}

/**
 * The model calls among the observations of a trace, oldest first. Wrappers are of type GENERATION too and repeat what
 * their innermost call was given: only a generation that has none below it called a model.
 */
export function modelCalls(observations: readonly Loose[]): Observation[] {
  const parents = new Map(
    observations.map(({ id, parentObservationId }) => [idOf(id), idOf(parentObservationId)]),
  );
  const wrappers = new Set<string>();
  const generations = observations.filter(({ type }) => type === "GENERATION");
  for (const { id } of generations) {
    const own = idOf(id) ?? "";
    for (let above = parents.get(own); above !== undefined && above !== own; above = parents.get(above)) {
      if (wrappers.has(above)) break;
      wrappers.add(above);
    }
  }
  return inOrder(generations.filter(({ id }) => !wrappers.has(idOf(id) ?? "")));
}

/** The tools that ran, oldest first. */
export function toolRuns(observations: readonly Loose[]): Observation[] {
  return inOrder(observations.filter(({ type }) => type === "TOOL"));
}

function inOrder(observations: readonly Loose[]): Observation[] {
  return observations
    .map((raw): Observation => {
      const at = instantOf(raw.startTime) ?? 0;
      return { id: idOf(raw.id) ?? "", at, endedAt: instantOf(raw.endTime) ?? at, raw };
    })
    .sort((a, b) => a.at - b.at || a.endedAt - b.endedAt);
}

/** What a generation was given, as far as it says: its tools and messages; `null` when it shows no message. */
export function inputOf({ raw }: Observation): SeenItem[] | null {
  const messages = new ChatMessages();
  const items = messagesIn(raw.input, messages, "user");
  if (items.length === 0) return null;
  const attributes = attributesOf(raw);
  const instructions = valueIn(attributes["gen_ai.system_instructions"]);
  const system = items.some(({ kind }) => kind === "system_rules")
    ? []
    : messages.message({ role: "system", content: instructions });
  return [...itemsOfTools(toolsOf(raw, attributes)), ...system, ...items];
}

/** What a generation answered. */
export function outputOf({ raw }: Observation): SeenItem[] {
  return messagesIn(raw.output, new ChatMessages(), "assistant");
}

function messagesIn(stored: unknown, messages: ChatMessages, role: "user" | "assistant"): SeenItem[] {
  const value = valueIn(stored);
  if (typeof value === "string") return messages.message({ role, content: value });
  if (Array.isArray(value)) return messages.list(value as unknown[]);
  const { messages: listed, ...rest } = recordOf(value);
  const single = rest.system === undefined ? [] : messages.message({ role: "system", content: rest.system });
  if (Array.isArray(listed)) return [...single, ...messages.list(listed as unknown[])];
  return messages.message(rest.role === undefined && role === "assistant" ? { ...rest, role } : rest);
}

function toolsOf(raw: Loose, attributes: Loose): unknown {
  const listed =
    recordOf(valueIn(raw.input)).tools ??
    recordOf(valueIn(raw.metadata)).tools ??
    attributes["gen_ai.tool.definitions"] ??
    attributes["ai.prompt.tools"];
  const tools = valueIn(listed);
  return Array.isArray(tools) ? (tools as unknown[]).map(valueIn) : undefined;
}

/** The attributes of the span that an observation was made from. */
export function attributesOf(raw: Loose): Loose {
  return recordOf(recordOf(valueIn(raw.metadata)).attributes);
}

/** A value that may be stored as JSON text; text that is none stays text. */
export function valueIn(stored: unknown): unknown {
  const text = stringOf(stored);
  if (text === undefined || !/^\s*["[{]/.test(text)) return stored;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
