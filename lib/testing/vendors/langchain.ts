import fc from "fast-check";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from "@langchain/core/messages";
import { type AgentMiddleware, createAgent, summarizationMiddleware } from "langchain";
import type { Message } from "@/lib/policies/contract/message";

export function langchainMessage(message: Message): BaseMessage {
  const { id, role, text: content, toolCalls = [], toolCallId = "", toolName: name = "" } = message;
  if (role === "system") return new SystemMessage({ id, content });
  if (role === "user") return new HumanMessage({ id, content });
  if (role === "tool") return new ToolMessage({ id, content, tool_call_id: toolCallId, name });
  const tool_calls = toolCalls.map((call) => ({
    name: call.name,
    args: { ...(typeof call.args === "object" ? call.args : { value: call.args }) },
    id: call.id,
    type: "tool_call" as const,
  }));
  return new AIMessage({ id, content, tool_calls });
}

export function readOf(message: BaseMessage): object {
  const { type, text } = message;
  if (message instanceof ToolMessage) return { type, text, answers: message.tool_call_id };
  if (!(message instanceof AIMessage)) return { type, text };
  return { type, text, calls: (message.tool_calls ?? []).map(({ id, name, args }) => ({ id, name, args })) };
}

/**
 * A chat model that always gives the same reply, has a known window (`null`: unknown) and keeps the last messages sent
 * to it.
 */
export class ScriptedChatModel extends BaseChatModel {
  sent: readonly BaseMessage[] = [];
  readonly #reply: string;
  readonly #window: number | null;

  constructor(reply: string, window: number | null = null) {
    super({});
    this.#reply = reply;
    this.#window = window;
  }

  override get profile() {
    return this.#window === null ? {} : { maxInputTokens: this.#window };
  }

  override _llmType(): string {
    return "scripted";
  }

  override bindTools(): this {
    return this;
  }

  override _generate(messages: BaseMessage[]) {
    this.sent = [...messages];
    const message = new AIMessage(this.#reply);
    return Promise.resolve({ generations: [{ message, text: this.#reply }] });
  }
}

/**
 * The middleware with usable types. Its declaration is for another zod version than the installed one and accepts no
 * arguments.
 */
export const summarization = summarizationMiddleware as (
  options: object,
) => ReturnType<typeof summarizationMiddleware>;

export class ScriptedAgent {
  readonly #model: ScriptedChatModel;
  readonly #agent: { invoke(state: { messages: BaseMessage[] }): Promise<{ messages: BaseMessage[] }> };
  #state: BaseMessage[] = [];

  constructor(middleware: AgentMiddleware, window: number | null) {
    this.#model = new ScriptedChatModel("done", window);
    this.#agent = createAgent({ model: this.#model, middleware: [middleware] });
  }

  /** Adds messages to the state and returns what the model was sent. The scripted reply is not kept. */
  async request(added: readonly BaseMessage[]): Promise<readonly BaseMessage[]> {
    const { messages } = await this.#agent.invoke({ messages: [...this.#state, ...added] });
    this.#state = messages.slice(0, -1);
    return this.#model.sent;
  }
}

const triggerCondition = fc
  .record(
    {
      tokens: fc.integer({ min: 1, max: 6_000 }),
      messages: fc.integer({ min: 1, max: 20 }),
      fraction: fc.constantFrom(0.1, 0.5, 1),
    },
    { requiredKeys: [] },
  )
  .filter((fields) => Object.keys(fields).length > 0);

/** When a middleware acts: one condition, or a list of which one must hold. */
export const drawTrigger = fc.oneof(triggerCondition, fc.array(triggerCondition, { maxLength: 2 }));
