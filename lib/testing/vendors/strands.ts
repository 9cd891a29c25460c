// The package's entry loads every model provider. The manager alone needs none of them.
import { SlidingWindowConversationManager } from "../../../node_modules/@strands-agents/sdk/dist/src/conversation-manager/sliding-window-conversation-manager.js";
import { ContextWindowOverflowError } from "../../../node_modules/@strands-agents/sdk/dist/src/errors.js";
import { AfterInvocationEvent } from "../../../node_modules/@strands-agents/sdk/dist/src/hooks/events.js";
import {
  Message as StrandsMessage,
  TextBlock,
  ToolResultBlock,
  ToolUseBlock,
} from "../../../node_modules/@strands-agents/sdk/dist/src/types/messages.js";
import { type Message, listTextBlocks } from "@/lib/policies/contract/message";

type Manager = SlidingWindowConversationManager;
type Agent = Parameters<Manager["reduce"]>[0]["agent"];
type Options = NonNullable<ConstructorParameters<typeof SlidingWindowConversationManager>[0]>;

/** Messages in Strands' form: the results of one reply are one message, and there is no system message. */
export function strandsMessages(messages: readonly Message[]): StrandsMessage[] {
  const grouped: StrandsMessage[] = [];
  let results: ToolResultBlock[] | null = null;
  for (const message of messages.filter(({ role }) => role !== "system")) {
    const texts = listTextBlocks(message).map((text) => new TextBlock(text));
    if (message.role === "tool") {
      const result = { toolUseId: message.toolCallId ?? "", status: "success", content: texts } as const;
      if (results === null) grouped.push(new StrandsMessage({ role: "user", content: (results = []) }));
      results.push(new ToolResultBlock(result));
      continue;
    }
    results = null;
    const calls = (message.toolCalls ?? []).map(
      ({ id, name }) => new ToolUseBlock({ toolUseId: id, name, input: {} }),
    );
    const role = message.role === "assistant" ? "assistant" : "user";
    grouped.push(new StrandsMessage({ role, content: [...texts, ...calls] }));
  }
  return grouped;
}

export const readOf = ({ role, content }: StrandsMessage) => ({ role, content: JSON.stringify(content) });

/** The manager with an agent that only keeps its messages. */
export class ManagedConversation {
  readonly messages: StrandsMessage[] = [];
  readonly #manager: Manager;
  readonly #agent: Agent;
  #endInvocation: (() => unknown) | null = null;

  constructor(options: Options) {
    this.#manager = new SlidingWindowConversationManager(options);
    const addHook = (event: unknown, callback: (fired: object) => unknown) => {
      if (event === AfterInvocationEvent) this.#endInvocation = () => callback({ agent: this.#agent });
    };
    this.#agent = { messages: this.messages, addHook } as unknown as Agent;
    this.#manager.initAgent(this.#agent);
  }

  endInvocation(): void {
    this.#endInvocation?.();
  }

  overflow(): void {
    const error = new ContextWindowOverflowError("too long");
    this.#manager.reduce({ agent: this.#agent, error } as Parameters<Manager["reduce"]>[0]);
  }
}
