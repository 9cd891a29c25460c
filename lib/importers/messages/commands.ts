import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { WRITTEN_IN_REPLY } from "./written-in-reply";

export interface ShellCommand {
  readonly toolName: string;
  readonly text: string;
}

const FENCE = /^```(\S*)[^\n]*$/gm;

interface Fenced {
  readonly language: string;
  readonly text: string;
}

export function listFencedBlocks(text: string): Fenced[] {
  const blocks: Fenced[] = [];
  const open: { language: string; from: number }[] = [];
  for (const match of text.matchAll(FENCE)) {
    const language = match[1] ?? "";
    const closes = open.length > 0 && language === "";
    if (!closes) {
      open.push({ language, from: match.index + match[0].length + 1 });
      continue;
    }
    const outer = open.pop();
    if (outer !== undefined && open.length === 0) {
      blocks.push({
        language: outer.language,
        text: text.slice(outer.from, Math.max(outer.from, match.index - 1)),
      });
    }
  }
  return blocks;
}

export function findLastFencedCommand(reply: string): ShellCommand | null {
  const text = listFencedBlocks(reply).at(-1)?.text ?? "";
  return text.trim() === "" ? null : nameByFirstWord(text);
}

const NAME_CHARS = 100;

export function nameByFirstWord(text: string): ShellCommand {
  return { toolName: (text.trim().split(/\s/, 1)[0] ?? "").slice(0, NAME_CHARS), text };
}

/** Text protocols have no call ids, so an id is made from the number of the step. */
export class CommandPairs {
  private asked: { toolName: string; toolCallId: string } | null = null;

  reply(text: string, command: ShellCommand | null, step: number): SeenItem[] {
    this.asked = command === null ? null : { toolName: command.toolName, toolCallId: `step-${step}` };
    const items: SeenItem[] = text.trim() === "" ? [] : [{ kind: "assistant_text", content: text }];
    if (command === null) return items;
    const isWithin = text.includes(command.text);
    return [
      ...items,
      { kind: "tool_call", ...this.asked, content: command.text, ...(isWithin && WRITTEN_IN_REPLY) },
    ];
  }

  result(content: string): SeenItem[] | null {
    const { asked } = this;
    this.asked = null;
    return asked === null ? null : [{ kind: "tool_result", ...asked, content }];
  }
}
