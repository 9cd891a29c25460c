import { rememberResults } from "../remembering";

export function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

export function recordIn(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
}

const SHELL = /^(?:.*\/)?(?:bash|sh|zsh|dash|cmd|powershell|pwsh)(?:\.exe)?$/;

/** The command that a shell's arguments hold; of a list of words the script, or the words as one line. */
export const extractCommand: (args: string) => string = rememberResults((args: string) => args, readCommand);

function readCommand(args: string): string {
  const parsed = parseJsonOrText(args);
  const fields = recordIn(parsed);
  const command = fields === null ? parsed : (fields.command ?? fields.cmd ?? fields.script);
  if (!Array.isArray(command)) return typeof command === "string" ? command : args;
  const words: readonly unknown[] = command;
  const texts = words.filter((word): word is string => typeof word === "string");
  return SHELL.test(texts[0] ?? "") ? (texts.at(-1) ?? "") : texts.join(" ");
}
