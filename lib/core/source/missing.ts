import { extractCommand, parseJsonOrText, recordIn } from "./arguments";
import { PATH_KEYS, shortenPlace } from "./source";
import { isShell, plainToolName } from "./tool-words";

const CHARS_READ = 2_000;
const NAME_CHARS_MAX = 300;
/** A longer answer that names no place may be about anything. */
const SHORT_CHARS = 300;
const MARKS_READ = 4;
/** How systems and tools say that a place is not there. */
const MARK = /no such file or directory|command not found|does not exist|not found\b|ENOENT/gi;
const AFTER = /^[:,]?\s{0,2}(?:[a-z]{1,12}\s{1,2})?['"`]?([^\s'"`]{1,300})/;
const FOLDER = /^\s*cd\s+["']?([^\s;&|"']{1,300})["']?\s*(?:&&|;)/;

/**
 * The file, folder or program that a call named and that its answer says is not there; `null` where it does not say so.
 *
 *     cat src/a.ts           "cat: src/a.ts: No such file or directory"         src/a.ts
 *     read {path: "a.ts"}    "File does not exist."                             a.ts
 *     cd app && jar tf x     "bash: line 1: jar: command not found"             jar
 *     cat a.log              "error: the user was not found"                    null
 */
export function readMissing(toolName: string | null, args: string, answer: string): string | null {
  const text = answer.slice(0, CHARS_READ);
  const marks = [...text.matchAll(MARK)].slice(0, MARKS_READ);
  if (marks.length === 0) return null;
  const fields = Object.entries(recordIn(parseJsonOrText(args)) ?? {});
  const isCommand = isShell(plainToolName(toolName));
  const given = isCommand
    ? [extractCommand(args)]
    : fields.length === 0
      ? [args]
      : fields.flatMap(([, value]) => (typeof value === "string" ? value : []));
  for (const { index, 0: mark } of marks) {
    const before = readLastWord(text.slice(Math.max(0, index - NAME_CHARS_MAX), index));
    const after = AFTER.exec(text.slice(index + mark.length, index + mark.length + NAME_CHARS_MAX))?.[1];
    for (const said of [before, after]) {
      const name = said === undefined ? "" : cutEnd(said, ":.,)");
      if (isName(name) && given.some((value) => holdsWord(value, name))) return name;
    }
  }
  if (marks.some(([mark]) => mark.toLowerCase().startsWith("command"))) return null;
  const paths = fields.flatMap(([key, value]) =>
    typeof value === "string" && PATH_KEYS.includes(plainToolName(key)) ? value : [],
  );
  return !isCommand && answer.length <= SHORT_CHARS && paths.length === 1 ? (paths[0] ?? null) : null;
}

/** Whether an answer says that something is not there. */
export function saysMissing(answer: string): boolean {
  return answer.slice(0, CHARS_READ).search(MARK) >= 0;
}

/** What a call named is missing: the same for every way to ask for it, from the folder in which the call was made. */
export function placeMissing(toolName: string | null, args: string, answer: string): string | null {
  const name = readMissing(toolName, args, answer);
  if (name === null) return null;
  const [, folder] = isShell(plainToolName(toolName)) ? (FOLDER.exec(extractCommand(args)) ?? []) : [];
  const isRelative = !/^(?:[\\/~]|[A-Za-z]:)/.test(name);
  const isOfFolder = folder !== undefined && isRelative && /[./\\]/.test(name);
  return shortenPlace(isOfFolder ? `${folder}/${name}` : name);
}

/** Before a colon, a quotation mark or the number of an error. */
function readLastWord(text: string): string {
  const end = cutEnd(cutEnd(text, " \n:").replace("[Errno 2]", ""), " \n:'\"`");
  let from = end.length;
  while (from > 0 && !/[\s'"`]/.test(end[from - 1] ?? "")) from--;
  return end.slice(from);
}

function cutEnd(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text[end - 1] ?? "")) end--;
  return text.slice(0, end);
}

/** A number alone, or a sign, names nothing. */
function isName(text: string): boolean {
  return text.length > 1 && /[A-Za-z]/.test(text);
}

function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (
      !/[\w./\\-]/.test(text[at - 1] ?? "") &&
      !/^[./\\]?[\w-]/.test(text.slice(at + word.length, at + word.length + 2))
    )
      return true;
  return false;
}
