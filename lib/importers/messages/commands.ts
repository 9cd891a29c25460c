import type { SeenItem } from "@/lib/importers/shared/request-tracker";

/** A command that a reply carries in its text, for harnesses that run one command per reply. */
export interface ShellCommand {
  readonly toolName: string;
  readonly text: string;
}

/** What opens a fenced block, with its language, or closes one. */
const FENCE = /^```(\S*)[^\n]*$/gm;

interface Fenced {
  readonly language: string;
  readonly text: string;
}

/** The fenced blocks of a text that is written in Markdown; one inside another is part of the outer one. */
export function fencedBlocks(text: string): Fenced[] {
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

/** The command in the last fenced block of a reply, called by its first word. */
export function lastFencedCommand(reply: string): ShellCommand | null {
  const text = fencedBlocks(reply).at(-1)?.text ?? "";
  return text.trim() === "" ? null : namedByFirstWord(text);
}

const NAME_CHARS = 100;

/** A command called by its first word: `open`, `search_file`, `python`. */
export function namedByFirstWord(text: string): ShellCommand {
  return { toolName: (text.trim().split(/\s/, 1)[0] ?? "").slice(0, NAME_CHARS), text };
}

/**
 * Reads replies and what answers them as calls and results. Text protocols have no call ids: the one of a command is
 * made from the number of its step.
 */
export class CommandPairs {
  private asked: { toolName: string; toolCallId: string } | null = null;

  /** The pieces of a reply: its text, and its command as a call. */
  reply(text: string, command: ShellCommand | null, step: number): SeenItem[] {
    this.asked = command === null ? null : { toolName: command.toolName, toolCallId: `step-${step}` };
    const said = command === null ? text : withoutLast(text, command.text);
    return [
      ...(said.trim() === "" ? [] : [{ kind: "assistant_text" as const, content: said }]),
      ...(command === null ? [] : [{ kind: "tool_call" as const, ...this.asked, content: command.text }]),
    ];
  }

  /** The next message as the result of the command; `null` when none was given. */
  result(content: string): SeenItem[] | null {
    const { asked } = this;
    this.asked = null;
    return asked === null ? null : [{ kind: "tool_result", ...asked, content }];
  }
}

/**
 * A reply without its command. What marks the command, a fence or a tag, stays, so that text and command together are
 * what the model wrote.
 */
export function withoutLast(text: string, part: string): string {
  const at = text.lastIndexOf(part);
  return at < 0 ? text : text.slice(0, at) + text.slice(at + part.length);
}
