import type { StepStatus } from "../steps/plan";
import type { StatedStep } from "../steps/step-identity";
import type { PlanReader, PlanText, Statement } from "./reader";
import { makeStatement, readStatedText } from "./reader";
import { convertStatusWord } from "./statuses";

const SHELLS = new Set(["bash", "shell", "exec", "execute_command", "run_shell_command", "run_command"]);
const CREATE = /\bbd[ \t]+create[ \t]+(?:"([^"\n]+)"|'([^'\n]+)')/;
const CREATED = /\bcreated(?:[ \t]+issue)?:?[ \t]+([a-z][\w.-]*-[\w.]+)/i;
const GITHUB = /\bgh[ \t]+issue[ \t]+(close|reopen|develop)[ \t]+#?(\d{1,9})/g;
const GITHUB_CREATE = /\bgh[ \t]+issue[ \t]+create\b([^\n]*)/g;
const GITHUB_TITLE = /(?:--title|-t)[ =](?:"([^"\n]+)"|'([^'\n]+)')/;
const GITHUB_CREATED = /\/issues\/(\d{1,9})\b/;
const GITHUB_LIST = /\bgh[ \t]+issue[ \t]+(?:list|view)\b/;
const GITHUB_LINE = /^#?(\d{1,9})\t(OPEN|CLOSED)\t([^\t\n]+)/gm;
const COMMAND = /\bbd[ \t]+(show|update|close)[ \t]+([^|;&\n]*)/g;
const LOOK = /\bbd[ \t]+(?:show|ready)\b/;
const ISSUE = /^[a-z][a-z0-9_]*(?:-[a-z0-9_.]+)+$/i;
const SHOWN = /^\S[ \t]+([a-z][\w.-]*-[\w.]+)(?:[ \t]+\[[A-Z]+\])?[ \t]+·[ \t]+([^\n]*)$/im;
const READY =
  /^[ \t]*\d+\.[ \t]+\[[^\]\n]*\](?:[ \t]+\[[^\]\n]*\])?[ \t]+([a-z][\w.-]*-[\w.]+):[ \t]+([^\n]+)$/gim;

/**
 * The trackers of the shell, `bd` and `gh issue`. A command moves the issues that it names. The tracker's
 * output gives the steps their words.
 */
export const issueTracker: PlanReader = {
  id: "issue-tracker",
  title: "Issues",
  isKeptOutside: true,
  matches: (kind, tool) => (kind === "tool_call" || kind === "tool_result") && SHELLS.has(tool),
  read: (text) => (text.kind === "tool_call" ? readMoves(getCommand(text)) : readPrinted(text)),
};

function getCommand({ args, text }: PlanText): string {
  return readStatedText(args.command) ?? readStatedText(args.cmd) ?? text;
}

function readMoves(command: string): Statement | null {
  const github = [...command.matchAll(GITHUB)].map(([, verb, id = ""]): StatedStep => {
    const status = verb === "close" ? "completed" : "started";
    return { id: `#${id}`, text: `#${id}`, status };
  });
  if (github.length > 0) return makeStatement(github, { extent: "part" });
  if (!command.includes("bd ")) return null;
  const steps = [...command.matchAll(COMMAND)].flatMap(([, verb = "", tail = ""]) => {
    const words = tail.trim().split(/\s+/);
    const flag = words.findIndex((word) => word.startsWith("-"));
    const issueIds = (flag < 0 ? words : words.slice(0, flag)).filter((word) => ISSUE.test(word));
    const status = findStatusAfter(verb, tail);
    return status === null ? [] : issueIds.map((id): StatedStep => ({ id, text: id, status }));
  });
  return makeStatement(steps, { extent: "part" });
}

function titleIn(command: string): RegExpExecArray | null {
  for (const [, tail = ""] of command.matchAll(GITHUB_CREATE)) {
    const title = GITHUB_TITLE.exec(tail);
    if (title !== null) return title;
  }
  return null;
}

function findStatusAfter(verb: string, tail: string): StepStatus | null {
  if (verb === "close") return "completed";
  const statusWord = /--status[= ]["']?([\w-]+)/.exec(tail)?.[1];
  if (statusWord !== undefined) return convertStatusWord(statusWord);
  return verb === "show" ? "pending" : null;
}

function readPrinted(text: PlanText): Statement | null {
  const command = getCommand({ ...text, text: "" });
  const [, quoted, single] = CREATE.exec(command) ?? [];
  const [created, id] = [quoted ?? single, CREATED.exec(text.text.slice(0, 2_000))?.[1]];
  if (created !== undefined && id !== undefined)
    return makeStatement([{ id, text: created, status: "pending" }], { extent: "part" });
  const [, title, plainTitle] = titleIn(command) ?? [];
  const [words, number] = [title ?? plainTitle, GITHUB_CREATED.exec(text.text.slice(0, 2_000))?.[1]];
  if (words !== undefined && number !== undefined)
    return makeStatement([{ id: `#${number}`, text: words, status: "pending" }], { extent: "part" });
  if (GITHUB_LIST.test(command)) return readListed(text.text);
  if (!LOOK.test(command)) return null;
  const shownIssue = SHOWN.exec(text.text.slice(0, 2_000));
  const issues = shownIssue === null ? [...text.text.matchAll(READY)] : [shownIssue];
  const steps = issues.map(([, id = "", words = ""]): StatedStep => ({
    id,
    text: trimMark(words),
    status: "pending",
  }));
  return makeStatement(steps, { extent: "known" });
}

/** `gh issue list` without a terminal: number, state and title, separated by tabs. */
function readListed(text: string): Statement | null {
  const steps = [...text.matchAll(GITHUB_LINE)].map(([, id = "", state, title = ""]): StatedStep => ({
    id: `#${id}`,
    text: title,
    status: state === "CLOSED" ? "completed" : "pending",
  }));
  return makeStatement(steps, { extent: "known" });
}

function trimMark(line: string): string {
  const text = line.trimEnd();
  const open = text.endsWith("]") ? text.lastIndexOf("[") : -1;
  return open > 0 && /[ \t]/.test(text.charAt(open - 1)) ? text.slice(0, open).trimEnd() : text;
}
