import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { CommandPairs, nameByFirstWord } from "../../messages/commands";
import { readItemsOfMessage, readContentText } from "../../messages/openai";
import { ToolCalls } from "../../messages/tool-calls";
import type { Loose } from "../../shared/values";
import { recordsOf } from "../../shared/values";
import { SWE_MESSAGE } from "./records";

export function isAnswer(message: Loose): boolean {
  return message.role === "assistant" && !isDemonstration(message);
}

function isDemonstration(message: Loose): boolean {
  const { is_demo: isDemo, message_type: type } = SWE_MESSAGE.of(message);
  return isDemo || type === "demonstration";
}

/**
 * Where the model called tools by name, calls and results have ids. Otherwise the command of an answer is its
 * call and the next message the result, with an id from the step's number.
 */
export class SweMessages {
  private readonly asked = new ToolCalls();
  private readonly commands = new CommandPairs();

  constructor(private step: number) {}

  items(message: Loose): SeenItem[] {
    const content = readContentText(message.content).text;
    if (isDemonstration(message)) {
      return [{ kind: "system_rules", label: "demonstration", content }];
    }
    switch (message.role) {
      case "system":
        return [{ kind: "system_rules", slot: "system", content }];
      case "assistant":
        return this.answer(message, content);
      case "tool":
        return readItemsOfMessage({ ...message, tool_call_id: readCallId(message) }, this.asked);
      default:
        return this.commands.result(content) ?? [{ kind: "user_message", content }];
    }
  }

  private answer(message: Loose, content: string): SeenItem[] {
    const step = this.step++;
    if (recordsOf(message.tool_calls).length > 0) return readItemsOfMessage(message, this.asked);
    const action = SWE_MESSAGE.of(message).action?.trim() ?? "";
    return this.commands.reply(content, action === "" ? null : nameByFirstWord(action), step);
  }
}

/** SWE-agent stores a list with one call id. */
function readCallId(message: Loose): unknown {
  const { tool_call_ids: ids } = SWE_MESSAGE.of(message);
  return Array.isArray(ids) ? (ids as unknown[])[0] : message.tool_call_id;
}
