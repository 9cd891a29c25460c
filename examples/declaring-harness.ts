import type OpenAI from "openai";
import type { Message, Setting } from "./example";

/** A piece of a window, as the native protocol writes it. */
export interface DeclaredEntry {
  readonly id: string;
  readonly kind: string;
  readonly content: string;
  readonly mode?: "full" | "reference";
  readonly label?: string;
  readonly trust?: "trusted" | "fact" | "untrusted";
  readonly origin?: { readonly path: string };
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly isError?: boolean;
}

interface ToolUse {
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

const ROLES: Readonly<Record<string, "user" | "assistant" | "tool">> = {
  user_goal: "user",
  user_message: "user",
  assistant_text: "assistant",
  tool_call: "assistant",
  tool_result: "tool",
};

/**
 * A harness that says in the native protocol what it puts into every window, and of what kind it is. It declares what no
 * provider's request shows: memories, plans, ledgers, edits and checkpoints.
 */
export class DeclaringHarness {
  private entries: DeclaredEntry[] = [];
  private turns = 0;

  constructor(private readonly setting: Pick<Setting, "client" | "model" | "session">) {}

  get turn(): number {
    return this.turns;
  }

  tell(event: Readonly<Record<string, unknown>> & { readonly type: string }): void {
    this.setting.session?.tell(event);
  }

  put(...entries: readonly DeclaredEntry[]): void {
    this.entries.push(...entries);
  }

  /** The rest leaves the window. */
  keep(stays: (entry: DeclaredEntry) => boolean): void {
    this.entries = this.entries.filter(stays);
  }

  /** A summary takes the place of what does not stay. */
  compact(summary: string, stays: (id: string) => boolean): void {
    const [summaryBlock, turn] = [`summary:${this.turns}`, this.turns];
    const blocks = this.entries.flatMap(({ id }) => (stays(id) ? [] : [id]));
    this.keep(({ id }) => stays(id));
    this.put({ id: summaryBlock, kind: "compaction_summary", content: summary });
    this.tell({ type: "context.edited", turn, how: "compacted", blocks, summaryBlock });
  }

  /**
   * Leaves a placeholder, and reports the figure at which the rule fired. @param stored the file that is said to hold the content;
   * without it there is no way back
   */
  clear(id: string, threshold: number, stored?: string): void {
    const content = stored === undefined ? "[cleared]" : `[cleared; stored at ${stored}]`;
    this.entries = this.entries.map((entry) =>
      entry.id === id ? { ...entry, mode: "reference" as const, content } : entry,
    );
    this.tell({
      type: "context.edited",
      turn: this.turns,
      how: "cleared",
      blocks: [id],
      policy: "clear-old-results",
      rule: "over-threshold",
      numbers: { threshold },
      ...(stored !== undefined && { reference: { kind: "path", text: stored } }),
    });
  }

  /** One model call with the window as it stands. @returns the tool that the model wants, or its words */
  async call(offered: readonly string[]): Promise<ToolUse | string> {
    const { client, model } = this.setting;
    const response = await client.chat.completions.create({ model, messages: this.entries.map(toMessage) });
    const message = response.choices[0]?.message;
    const call = message?.tool_calls?.[0];
    const use = call?.type === "function" ? readToolUse(call) : null;
    const said = message?.content ?? "";
    const turn = this.turns++;
    const output: DeclaredEntry =
      use === null
        ? { id: `answer:${turn}`, kind: "assistant_text", content: said }
        : {
            id: `call:${use.id}`,
            kind: "tool_call",
            toolName: use.name,
            toolCallId: use.id,
            content: JSON.stringify(use.args),
          };
    this.tell({
      type: "turn.recorded",
      turn,
      model,
      window: { entries: [...this.entries] },
      output: [output],
      visibleTools: offered,
    });
    this.put(output);
    return use ?? said;
  }

  /** @returns the id of its block */
  answer({ id, name }: ToolUse, content: string, isError = false): string {
    const block = `result:${id}`;
    this.put({ id: block, kind: "tool_result", toolName: name, toolCallId: id, content, isError });
    return block;
  }
}

function readToolUse(call: OpenAI.ChatCompletionMessageFunctionToolCall): ToolUse {
  const args: Record<string, unknown> = JSON.parse(call.function.arguments);
  return { id: call.id, name: call.function.name, args };
}

function toMessage({ kind, content, toolCallId = "", toolName = "" }: DeclaredEntry): Message {
  const role = ROLES[kind] ?? "system";
  if (kind === "tool_call")
    return {
      role: "assistant",
      content: null,
      tool_calls: [{ id: toolCallId, type: "function", function: { name: toolName, arguments: content } }],
    };
  return role === "tool" ? { role, content, tool_call_id: toolCallId } : { role, content };
}
