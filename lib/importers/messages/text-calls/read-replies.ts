import { fencedCommand } from "./fenced-command";
import { functionTags } from "./function-tags";
import type { Instructions, TextProtocol, WrittenReply } from "./protocol";
import { asksForOne } from "./protocol";
import { react } from "./react";
import { toolCallJson } from "./tool-call-json";
import { toolTags } from "./tool-tags";

export const PROTOCOLS: readonly TextProtocol[] = [
  functionTags,
  toolCallJson,
  toolTags,
  react,
  fencedCommand,
];

export const NO_INSTRUCTIONS: Instructions = { text: "", isSingle: false };

/** Thinking at the start of a reply can show calls, but makes none. */
const THOUGHT = /^\s*<(think|thinking)>[\s\S]*?<\/\1>/;

/** What replies of a conversation are in each protocol. Each request brings the earlier replies again, so that they are kept. */
export class ReadReplies {
  private readonly known = new Map<string, { of: Instructions; read: readonly (WrittenReply | null)[] }>();
  private instructions = NO_INSTRUCTIONS;

  /** The same object for the same text as before. */
  instructed(text: string): Instructions {
    if (text !== this.instructions.text) this.instructions = { text, isSingle: asksForOne(text) };
    return this.instructions;
  }

  /** What a reply is in each of {@link PROTOCOLS}. */
  read(text: string, instructions: Instructions): readonly (WrittenReply | null)[] {
    const before = this.known.get(text);
    if (before?.of === instructions) return before.read;
    const thought = THOUGHT.exec(text)?.[0] ?? "";
    const read = PROTOCOLS.map((protocol) => {
      const reply = protocol.read(text.slice(thought.length), instructions);
      return reply === null ? null : { ...reply, said: `${thought}${reply.said}` };
    });
    this.known.set(text, { of: instructions, read });
    return read;
  }
}
