import { extractCommand, parseJsonOrText, recordIn } from "./arguments";
import { makeCallKey } from "./call-key";
import { looksUp } from "./looks-up";
import { PATH_KEYS, placeAsked } from "./source";
import { isChange, isShell, plainToolName } from "./tool-words";

const COMMAND_CHARS_MAX = 4_000;
/** Who tries the same change again may say more of it, as in the message of a commit. */
const CHANGE_CHARS_MAX = 200;
/** Programs that set the scene of a command, or tell how it went. */
const BESIDE = /^(?:cd|echo|printf|export|set|source|sleep|true|:)(?:\s|$)/;
const BEFORE = /^(?:\w{1,40}=\S{0,200}\s+){0,9}(?:sudo\s+|time\s+|timeout\s+\S+\s+){0,3}/;
const OUTPUT = /\s[12]?>{1,2}\s{0,3}(?:&[12]|\/dev\/null)|\s&>\s{0,3}\/dev\/null/g;

/** What a call tries. */
export interface Attempted {
  /** Equal for calls that try the same. */
  readonly key: string;
  /** Whether it changes something, by its name. */
  readonly isChange: boolean;
}

/**
 * What a call tries: of a shell the last command that does something, without the folder and the environment; of a tool that
 * changes a file, the tool and the file; else the tool with its arguments. `null` for a look-up, which may answer that there is
 * nothing, and for a command whose end the shell does not tell, because another one reads its output or comes after it.
 *
 *     cd app && git add -A && git commit -m "One" 2>&1     git commit -m "One"
 *     git commit -m "a long message …"                     git commit -m "a long mess
 *     npm test && echo good                                npm test
 *     npm test | tail -5 · npm test; echo $?               null
 *     edit {path: a.ts, old: x}                            edit a.ts
 */
export function readAttempted(toolName: string | null, args: string): Attempted | null {
  const name = plainToolName(toolName);
  if (looksUp(toolName, args)) return null;
  if (isShell(name)) {
    const command = findLastCommand(extractCommand(args));
    if (command === null || !command.isTold) return null;
    const changes = isChange(name, command.text);
    const text = changes ? command.text.slice(0, CHANGE_CHARS_MAX) : command.text;
    return { key: `${name} ${text}`, isChange: changes };
  }
  if (!isChange(name, args)) return { key: makeCallKey(toolName, args), isChange: false };
  const fields = new Map(
    Object.entries(recordIn(parseJsonOrText(args)) ?? {}).map(([key, value]) => [plainToolName(key), value]),
  );
  const path = PATH_KEYS.map((key) => fields.get(key)).find((value) => typeof value === "string");
  const key = path === undefined ? makeCallKey(toolName, args) : `${toolName ?? ""} ${path}`;
  return { key, isChange: true };
}

/**
 * Equal for calls that are after the same in one form: of a shell the command and what else its call sets, without numbers and what
 * is said of it; of a look-up the place that it asks for, whatever it wants to know; else the call. `key` is the key of the call.
 *
 *     bash {command: "npm install"}                            another form than
 *     bash {command: "npm install", outside_sandbox: true}
 *     fetch {url: "a.example", prompt: "Who?"}                 the same as
 *     fetch {url: "a.example", prompt: "When?"}
 */
export function nameAim(toolName: string | null, args: string, key: string): string {
  if (!isShell(plainToolName(toolName))) {
    const place = looksUp(toolName, args) ? placeAsked(toolName, args) : null;
    return place === null ? key : `${toolName ?? ""} ${place}`;
  }
  const set = Object.entries(recordIn(parseJsonOrText(args)) ?? {}).filter(
    ([, value]) => typeof value !== "number" && !(typeof value === "string" && /\s/.test(value)),
  );
  return `${key} ${set
    .map(([name]) => name)
    .sort()
    .join(" ")}`;
}

/**
 * The kind of what a call tries: of a shell the program of the command that {@link readAttempted} takes, with its subcommand,
 * such as `git commit`, whether or not its end is told; else the tool.
 */
export function nameAttemptKind(toolName: string | null, args: string): string {
  const name = plainToolName(toolName);
  if (!isShell(name)) return toolName ?? "";
  const command = findLastCommand(extractCommand(args))?.text ?? "";
  return `${name} ${/^\S{1,200}(?:\s{1,3}[a-z][\w:-]{0,60}(?=\s|$))?/.exec(command)?.[0] ?? ""}`;
}

/**
 * What a call runs, whoever reads its output: of a shell its commands that do something, each up to its first pipe; else what
 * {@link readAttempted} names. `null` for a look-up.
 *
 *     cd app && npm test 2>&1 | tail -20 · npm test | grep -c ok     npm test
 *     make a && make b | tail -5                                     make a; make b
 */
export function nameRun(toolName: string | null, args: string): string | null {
  const name = plainToolName(toolName);
  if (!isShell(name)) return readAttempted(toolName, args)?.key ?? null;
  const line = extractCommand(args);
  if (looksUp(toolName, args) || line.length > COMMAND_CHARS_MAX) return null;
  const runs = splitCommands(line)
    .map(({ text, pipe }) => tidyCommand(pipe === null ? text : text.slice(0, pipe)))
    .filter((command) => command !== "" && !BESIDE.test(command));
  return runs.length === 0 ? null : `${name} ${runs.join("; ")}`;
}

/** Whether another program reads what a command of a line gives. */
export function isReadByAnother(args: string): boolean {
  return splitCommands(extractCommand(args).slice(0, COMMAND_CHARS_MAX)).some(({ pipe }) => pipe !== null);
}

interface LastCommand {
  readonly text: string;
  /** Whether the shell tells how it ended. */
  readonly isTold: boolean;
}

/** The last command of a line that does something. */
function findLastCommand(line: string): LastCommand | null {
  if (line.length > COMMAND_CHARS_MAX) return null;
  let isTold = true;
  for (const { text, after, pipe } of splitCommands(line).reverse()) {
    const command = tidyCommand(text);
    if (command === "") continue;
    if (!BESIDE.test(command)) return { text: command, isTold: isTold && pipe === null && after !== "||" };
    // What is said after a command in any case hides how that ended.
    if (after !== "&&") isTold = false;
  }
  return null;
}

function tidyCommand(text: string): string {
  return text.replace(OUTPUT, "").replace(/\s+/g, " ").trim().replace(BEFORE, "");
}

interface Command {
  readonly text: string;
  /** What stands between it and the command before it; empty for the first one. */
  readonly after: "" | "&&" | "||" | ";";
  /** Where in it the first pipe stands; `null` for none. */
  readonly pipe: number | null;
}

/** The commands of a line one after the other. Quoted text, and a text that is handed over, is part of its command. */
function splitCommands(line: string): Command[] {
  const commands: Command[] = [];
  let [from, quote] = [0, ""];
  let pipe: number | null = null;
  let after: Command["after"] = "";
  const end = (at: number, next: Command["after"], width: number) => {
    commands.push({ text: line.slice(from, at), after, pipe });
    [from, after, pipe] = [at + width, next, null];
  };
  for (let at = 0; at < line.length; at++) {
    const char = line[at] ?? "";
    if (char === "\\" && quote !== "'") at++;
    else if (quote !== "") quote = char === quote ? "" : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (line.startsWith("<<", at)) break;
    else if (line.startsWith("&&", at)) end(at++, "&&", 2);
    else if (line.startsWith("||", at)) end(at++, "||", 2);
    else if (char === ";" || char === "\n") end(at, ";", 1);
    else if (char === "|" && line[at - 1] !== ">") pipe ??= at - from;
  }
  end(line.length, "", 0);
  return commands;
}
