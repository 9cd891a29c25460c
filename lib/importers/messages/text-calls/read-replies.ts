import { fencedCommand } from "./fenced-command";
import { functionTags, isTail } from "./function-tags";
import {
  type Instructions,
  type TextProtocol,
  type WrittenReply,
  type WrittenCall,
  isOneAskedFor,
  readObject,
  filterOutsideFences,
  stripEndMarks,
} from "./protocol";
import { react } from "./react";
import { toolTags } from "./tool-tags";
import { listTaggedBlocks } from "@/lib/importers/shared/tagged-blocks";
import { writeArguments } from "../openai";

const BEGIN = /^[ \t]*<(tool_call|function_call)>\s*(?=\{)/gm;
/** The end of a block's object. The last block can lack its end tag. */
const END = /(?<=\})\s*(?:<\/(tool_call|function_call)>|(?![\s\S]))/g;

/** `<tool_call>{"name": …, "arguments": …}</tool_call>`, as Hermes, Qwen and later models write calls. */
const toolCallJson: TextProtocol = {
  id: "tool call JSON",
  declared: (instructions) => /<(tool_call|function_call)>/.test(instructions),
  read: (reply, { isSingle }) => {
    const text = stripEndMarks(reply);
    const blocks = filterOutsideFences(text, listTaggedBlocks(text, BEGIN, END));
    const calls = blocks.map(({ body }) => findCall(body));
    const [first] = blocks;
    if (first === undefined || !isTail(text, blocks) || (isSingle && blocks.length > 1)) return null;
    const writtenCalls = calls.filter((call) => call !== null);
    if (writtenCalls.length < calls.length) return null;
    return { said: text.slice(0, first.index).trimEnd(), calls: writtenCalls };
  },
};

function findCall(body: string): WrittenCall | null {
  const call = readObject(body);
  if (call === null || typeof call.name !== "string" || call.name === "") return null;
  return { toolName: call.name, content: writeArguments(call.arguments ?? call.parameters ?? call.args) };
}

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

  /** What a text instructs the model to write. The same text gives the same object. */
  instructed(text: string): Instructions {
    if (text !== this.instructions.text) this.instructions = { text, isSingle: isOneAskedFor(text) };
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
