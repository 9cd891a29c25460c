import { rememberResults } from "../remembering";

/** Of the last text, which is asked for again by each who reads the same call. */
let last: { readonly text: string; readonly value: unknown } = { text: "", value: "" };

/** What a text holds as JSON, else the text. Nobody changes the value. */
export function parseJsonOrText(text: string): unknown {
  if (text !== last.text) last = { text, value: parseOrKeep(text) };
  return last.value;
}

/** To try a text that is none takes longer than to read one that is. */
function parseOrKeep(text: string): unknown {
  if (!MAY_BE_JSON.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

const MAY_BE_JSON = /^[ \t\n\r]{0,40}(?:[{["\d-]|(?:true|false|null)[ \t\n\r]{0,40}$)/;

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

/** All texts in a value of JSON, the outer ones first. Takes any depth. */
export function listTextsIn(value: unknown): string[] {
  const open: unknown[] = [value];
  const texts: string[] = [];
  for (let at = 0; at < open.length; at++) {
    const inner = open[at];
    if (typeof inner === "string") texts.push(inner);
    else if (typeof inner === "object" && inner !== null)
      for (const part of Object.values(inner)) open.push(part);
  }
  return texts;
}
