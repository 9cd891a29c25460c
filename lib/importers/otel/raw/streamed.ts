import type { Loose } from "../../shared/values";
import { recordOf, recordsOf, stringOf } from "../../shared/values";

/**
 * Joins a stream of server-sent events to the full response. Takes text or a list of events; anything else is
 * returned unchanged.
 */
export function wholeResponse(response: unknown): Loose {
  const events = typeof response === "string" ? eventsIn(response) : recordsOf(response);
  if (events.length === 0) return typeof response === "string" ? {} : recordOf(response);
  const completed = events.findLast((event) =>
    /^response\.(completed|incomplete|failed)$/.test(String(event.type)),
  );
  if (completed !== undefined) return recordOf(completed.response);
  if (events.some((event) => event.type === "message_start")) return anthropicMessage(events);
  return events.some((event) => Array.isArray(event.choices)) ? chatCompletion(events) : {};
}

function eventsIn(stream: string): Loose[] {
  return stream.split(/\r?\n/).flatMap((line) => {
    if (!line.startsWith("data:")) return [];
    try {
      return [recordOf(JSON.parse(line.slice(5)))];
    } catch {
      return [];
    }
  });
}

class Pieces {
  private readonly texts = new Map<string, string[]>();

  add(key: string, piece: unknown): void {
    if (typeof piece !== "string") return;
    const list = this.texts.get(key);
    if (list === undefined) this.texts.set(key, [piece]);
    else list.push(piece);
  }

  text(key: string): string | undefined {
    return this.texts.get(key)?.join("");
  }
}

function anthropicMessage(events: readonly Loose[]): Loose {
  let message: Loose = {};
  let usage: Loose = {};
  const blocks = new Map<number, Loose>();
  const pieces = new Pieces();
  for (const event of events) {
    const index = Number(event.index);
    if (event.type === "message_start") {
      message = recordOf(event.message);
      usage = recordOf(message.usage);
    }
    if (event.type === "content_block_start") blocks.set(index, recordOf(event.content_block));
    if (event.type === "content_block_delta") {
      const delta = recordOf(event.delta);
      for (const field of ["text", "thinking", "partial_json", "content"])
        pieces.add(`${index} ${field}`, delta[field]);
    }
    if (event.type === "message_delta") {
      message = { ...message, ...recordOf(event.delta) };
      if (event.context_management !== undefined)
        message = { ...message, context_management: event.context_management };
      usage = { ...usage, ...recordOf(event.usage) };
    }
  }
  const content = [...blocks].map(([index, block]) =>
    filledBlock(block, (field) => pieces.text(`${index} ${field}`)),
  );
  return { ...message, content, usage };
}

function filledBlock(block: Loose, pieceOf: (field: string) => string | undefined): Loose {
  const json = pieceOf("partial_json");
  const filled: Record<string, unknown> = { ...block };
  for (const field of ["text", "thinking", "content"]) filled[field] = pieceOf(field) ?? block[field];
  return json === undefined ? filled : { ...filled, input: json === "" ? {} : json };
}

function chatCompletion(events: readonly Loose[]): Loose {
  const pieces = new Pieces();
  const calls = new Map<number, Loose>();
  let head: Loose = {};
  let [usage, finish]: [unknown, string | undefined] = [undefined, undefined];
  for (const event of events) {
    head = { ...event, ...head };
    if (event.usage !== null && event.usage !== undefined) usage = event.usage;
    const choice = recordsOf(event.choices)[0] ?? {};
    finish = stringOf(choice.finish_reason) ?? finish;
    const delta = recordOf(choice.delta);
    for (const field of ["content", "reasoning_content"]) pieces.add(field, delta[field]);
    for (const call of recordsOf(delta.tool_calls)) {
      const index = Number(call.index ?? 0);
      const before = calls.get(index) ?? {};
      const name = stringOf(recordOf(before.function).name) ?? recordOf(call.function).name;
      calls.set(index, { id: before.id ?? call.id, function: { name } });
      pieces.add(`call ${index}`, recordOf(call.function).arguments);
    }
  }
  const message = {
    role: "assistant",
    content: pieces.text("content") ?? null,
    reasoning_content: pieces.text("reasoning_content"),
    tool_calls: [...calls].map(([index, call]) => ({
      ...call,
      function: { ...recordOf(call.function), arguments: pieces.text(`call ${index}`) ?? "{}" },
    })),
  };
  return { id: head.id, model: head.model, usage, choices: [{ message, finish_reason: finish }] };
}
