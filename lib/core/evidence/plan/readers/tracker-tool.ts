import { isRecord } from "../../../is-record";
import { plainToolName } from "../../../source/tool-words";
import type { StatedStep } from "../steps/step-identity";
import type { LooseRecord, PlanReader, PlanText, Statement } from "./reader";
import { readStatedId, listObjects, makeStatement, readStatedText } from "./reader";
import { convertStatusWord } from "./statuses";

const OBJECT = /(?:^|_)(?:issue|ticket|story|work_item)s?(?:_|$)/;
const MAKES = /(?:^|_)(?:create|add|new|save|write|open)(?:_|$)/;
const MOVES = /(?:^|_)(?:update|edit|close|transition|move|set|save|write|resolve|complete|reopen)(?:_|$)/;
const LOOKS = /(?:^|_)(?:list|search|get|find|query|view|read|show|my)(?:_|$)/;
const ASIDE = /(?:^|_)(?:comment|label|link|attachment|type|status|priority)s?(?:_|$)/;
const ID_KEYS = [
  "identifier",
  "key",
  "number",
  "issue_number",
  "issueNumber",
  "issueIdOrKey",
  "issue_key",
  "issueKey",
  "iid",
  "id",
  "issue_id",
  "issueId",
];
const TITLE_KEYS = ["title", "summary", "name", "subject"];
const STATE_KEYS = ["state", "status", "stateName", "transition"];
const LISTS = ["issues", "items", "nodes", "results", "data", "tickets", "values"];

/**
 * Tools of a tracker such as GitHub, Linear or Jira. The tool's result gives an issue its id. A list only
 * gives words to the issues that the agent made or moved.
 */
export const trackerTool: PlanReader = {
  id: "tracker-tool",
  title: "Issues",
  isKeptOutside: true,
  matches: (kind, tool) => (kind === "tool_call" || kind === "tool_result") && isIssueTool(tool),
  read: (text) => (text.kind === "tool_call" ? readMove(text) : readAnswer(text)),
};

function isIssueTool(tool: string): boolean {
  const name = nameOf(tool);
  return OBJECT.test(name) && !ASIDE.test(name);
}

/** Names come in lower case, so joined words are split by known words. */
function nameOf(tool: string): string {
  return plainToolName(tool)
    .replace(/(issues?|tickets?|jira)/g, "_$1_")
    .replace(/_{2,}/g, "_")
    .replace(/^_|_$/g, "");
}

function readMove({ tool, args }: PlanText): Statement | null {
  const name = nameOf(tool);
  const [id, word] = [findId(args), findState(args)];
  if (!MOVES.test(name) || id === undefined) return null;
  const status = /(?:^|_)(?:close|resolve|complete)(?:_|$)/.test(name) ? "completed" : convertStatus(word);
  return status === null ? null : makeStatement([{ id, text: id, status }], { extent: "part" });
}

function readAnswer({ tool, text, args }: PlanText): Statement | null {
  const name = nameOf(tool);
  const found = parseRecords(text);
  if (LOOKS.test(name))
    return makeStatement(
      found.flatMap((record) => readStep(record, {}) ?? []),
      { extent: "known" },
    );
  const isNew = MAKES.test(name) && findId(args) === undefined && titleIn(args) !== undefined;
  if (!isNew) return null;
  const steps = found.slice(0, 1).flatMap((record) => readStep(record, args) ?? []);
  const [, number] =
    /\/issues\/([\w-]{1,40})/.exec(text) ?? /\b([A-Z][A-Z0-9]{1,9}-\d{1,7})\b/.exec(text) ?? [];
  const title = titleIn(args);
  if (steps.length === 0 && number !== undefined && title !== undefined)
    steps.push({ id: number, text: title, status: "pending" });
  return makeStatement(steps, { extent: "part" });
}

function readStep(record: LooseRecord, args: LooseRecord): StatedStep | null {
  const fields = isRecord(record.fields) ? { ...record.fields, ...record } : record;
  const [id, title] = [findId(fields), titleIn(fields) ?? titleIn(args)];
  if (id === undefined || title === undefined) return null;
  return { id, text: title, status: convertStatus(findState(fields)) ?? "pending" };
}

function parseRecords(text: string): LooseRecord[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  if (Array.isArray(value)) return listObjects(value);
  if (!isRecord(value)) return [];
  const list = LISTS.map((key) => (value as LooseRecord)[key]).find((candidate) => Array.isArray(candidate));
  if (list !== undefined) return listObjects(list);
  const inner = isRecord(value.issue) ? value.issue : isRecord(value.data) ? value.data : value;
  return [inner];
}

function findId(fields: LooseRecord): string | undefined {
  return ID_KEYS.map((key) => readStatedId(fields[key])).find((id) => id !== undefined);
}

function titleIn(fields: LooseRecord): string | undefined {
  return TITLE_KEYS.map((key) => readStatedText(fields[key])).find((title) => title !== undefined);
}

function findState(fields: LooseRecord): string | undefined {
  return STATE_KEYS.map((key) => {
    const value = fields[key];
    return isRecord(value) ? readStatedText(value.name) : readStatedText(value);
  }).find((state) => state !== undefined);
}

const CLOSED = /^(?:closed?|done|resolved?|merged|completed?|finished|won'?t do)$/i;
const OPEN = /^(?:open(?:ed)?|todo|to do|backlog|unstarted|triage|new|reopened)$/i;

function convertStatus(word: string | undefined): StatedStep["status"] | null {
  if (word === undefined) return null;
  if (CLOSED.test(word)) return "completed";
  return OPEN.test(word) ? "pending" : convertStatusWord(word.toLowerCase().replace(/\s+/g, "_"));
}
