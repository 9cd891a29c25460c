import type { Loose } from "../../../shared/values";
import { recordOf } from "../../../shared/values";
import { TextPieces } from "./text-pieces";
import type { JoinedStream, StreamForm } from "./stream";

/** Joins the events of a streamed answer of Anthropic's Messages API. */
export const anthropicStream: StreamForm = {
  isOf: ({ type }) => type === "message_start",
  join: joinEvents,
};

const TEXTS = ["text", "thinking", "signature", "partial_json", "content"];

function joinEvents(events: readonly Loose[]): JoinedStream {
  let message: Loose = {};
  let usage: Loose = {};
  const blocks = new Map<number, Loose>();
  const citations = new Map<number, unknown[]>();
  const pieces = new TextPieces();
  for (const event of events) {
    const index = Number(event.index);
    if (event.type === "message_start") {
      message = recordOf(event.message);
      usage = recordOf(message.usage);
    }
    if (event.type === "content_block_start") blocks.set(index, recordOf(event.content_block));
    if (event.type === "content_block_delta") {
      const delta = recordOf(event.delta);
      for (const field of TEXTS) pieces.add(`${index} ${field}`, delta[field]);
      if (delta.citation !== undefined)
        citations.set(index, [...(citations.get(index) ?? []), delta.citation]);
    }
    if (event.type === "message_delta") {
      message = { ...message, ...recordOf(event.delta) };
      if (event.context_management !== undefined)
        message = { ...message, context_management: event.context_management };
      usage = { ...usage, ...recordOf(event.usage) };
    }
  }
  const content = [...blocks].map(([index, block]) => ({
    ...fillBlock(block, (field) => pieces.getText(`${index} ${field}`)),
    ...(citations.has(index) && { citations: citations.get(index) }),
  }));
  const isWhole =
    events.some(({ type }) => type === "message_stop") || typeof message.stop_reason === "string";
  return { answer: { ...message, content, usage }, isWhole };
}

function fillBlock(block: Loose, pieceOf: (field: string) => string | undefined): Loose {
  const { partial_json: json, ...texts } = Object.fromEntries(TEXTS.map((field) => [field, pieceOf(field)]));
  const values = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined));
  return { ...block, ...values, ...(json !== undefined && { input: json === "" ? {} : json }) };
}
