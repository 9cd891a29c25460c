import { rememberResults } from "../remembering";

const CHANGES = splitWords(
  "write edit multiedit create insert replace delete remove patch move rename update append apply set save put post upload copy chmod commit push cancel refund toggle enable disable start stop restart reboot reset send book pay install grant revoke",
);
const COMMANDS = splitWords("test tests build lint compile typecheck pytest jest make verify ci");
const STEPS = splitWords("next scroll more forward continue previous prev");
const PAGES = /(?:^|_)page_(?:down|up)(?:_|$)/;
const SLEEPS = splitWords("wait sleep await");
const WAITS = splitWords("wait poll sleep status progress output logs log watch job jobs task run await");
const SHELLS =
  /^(?:bash|shell|sh|zsh|terminal|exec|exec_?command|run_?(?:command|shell|terminal_?cmd|in_?terminal|shell_?command)|execute_?(?:bash|command)|shell_?command|local_?shell|powershell|cmd)$/i;
const CHANGING_COMMAND =
  /(?:^|[\s;&|("'])(?:sed\s+-i|perl\s+-p?i|tee|mv|cp|rm|mkdir|touch|patch|apply_patch|git\s+(?:apply|checkout|reset|stash|revert|merge|rebase|pull|commit|cherry-pick|am)|(?:npm|pnpm|yarn|pip|pip3|cargo|go|apt|apt-get|brew)\s+(?:i|install|add|remove|update|uninstall|get))\b|(?<![0-9&>-])>{1,2}\s*(?!\/dev\/null|&)[\w./~"'$-]/;

/** A tool's own name: without server or namespace, lower case with underscores. */
export const plainToolName: (toolName: string | null) => string = rememberResults(
  (toolName: string | null) => toolName ?? "",
  normaliseToolName,
);

function normaliseToolName(toolName: string | null): string {
  return (toolName ?? "")
    .replace(/^.*(?:__|[./:])/, "")
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase();
}

export function isShell(plainName: string): boolean {
  return SHELLS.test(plainName);
}

/** Whether the result of a call depends on earlier changes: a command, a test, a build. */
export function isCommand(plainName: string): boolean {
  return isShell(plainName) || hasWord(plainName, COMMANDS);
}

/** Whether a call changes something, judged by its tool's name or, for a shell, by its command. */
export function isChange(plainName: string, args: string): boolean {
  if (isShell(plainName)) return CHANGING_COMMAND.test(args.slice(0, 4_000));
  return hasWord(plainName, CHANGES) && !/"command"\s*:\s*"view"/.test(args.slice(0, 1_000));
}

/** The tool's name says so, and no argument gives a place. */
export function continuesPages(plainName: string, args: string): boolean {
  return (hasWord(plainName, STEPS) || PAGES.test(plainName)) && !/:\s*"[^"]{8,}"/.test(args.slice(0, 2_000));
}

export function sleeps(plainName: string): boolean {
  return hasWord(plainName, SLEEPS);
}

/** Whether a tool asks how something goes on, or waits for it. */
export function asksProgress(plainName: string): boolean {
  return hasWord(plainName, WAITS);
}

function splitWords(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

function hasWord(plainName: string, words: ReadonlySet<string>): boolean {
  return plainName.split("_").some((word) => words.has(word));
}
